<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Activity</name>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <translation>
            <numerusform>%Ln waiting</numerusform>
            <numerusform>%Ln waiting</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ActivityCard</name>
    <message numerus="yes">
        <source>%Ln left out</source>
        <translation>
            <numerusform>%Ln left out</numerusform>
            <numerusform>%Ln left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln not readable</source>
        <translation>
            <numerusform>%Ln not readable</numerusform>
            <numerusform>%Ln not readable</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DraftWords</name>
    <message numerus="yes">
        <source>%Ln more could not be read.</source>
        <translation>
            <numerusform>%Ln more could not be read.</numerusform>
            <numerusform>%Ln more could not be read.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FileActions</name>
    <message numerus="yes">
        <source>%Ln files will be read again.</source>
        <translation>
            <numerusform>%Ln file will be read again.</numerusform>
            <numerusform>%Ln files will be read again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files will be read first.</source>
        <translation>
            <numerusform>%Ln file will be read first.</numerusform>
            <numerusform>%Ln files will be read first.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Paths copied.</source>
        <translation>
            <numerusform>Path copied.</numerusform>
            <numerusform>Paths copied.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FilesWords</name>
    <message numerus="yes">
        <source>%Ln files ({size}) will be read</source>
        <translation>
            <numerusform>%Ln file ({size}) will be read</numerusform>
            <numerusform>%Ln files ({size}) will be read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln others</source>
        <translation>
            <numerusform>%Ln other</numerusform>
            <numerusform>%Ln others</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{read}; %Ln are left out.</source>
        <translation>
            <numerusform>{read}; %Ln is left out.</numerusform>
            <numerusform>{read}; %Ln are left out.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HighlightCommands</name>
    <message numerus="yes">
        <source>Saved %Ln copies with highlights in “{folder}”.</source>
        <translation>
            <numerusform>Saved %Ln copy with highlights in “{folder}”.</numerusform>
            <numerusform>Saved %Ln copies with highlights in “{folder}”.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Saved “{name}” with %Ln highlights.</source>
        <translation>
            <numerusform>Saved “{name}” with %Ln highlight.</numerusform>
            <numerusform>Saved “{name}” with %Ln highlights.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LibraryNotices</name>
    <message numerus="yes">
        <source>{names} can&apos;t be reached. Its %Ln files stay searchable.</source>
        <translation>
            <numerusform>{names} can&apos;t be reached. Its file stays searchable.</numerusform>
            <numerusform>{names} can&apos;t be reached. Its %Ln files stay searchable.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Mentions</name>
    <message numerus="yes">
        <source>%Ln mention(s)</source>
        <translation>
            <numerusform>%Ln mention</numerusform>
            <numerusform>%Ln mentions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Network</name>
    <message numerus="yes">
        <source>%Ln other computers were contacted since {since}; {sent} were sent.</source>
        <translation>
            <numerusform>One other computer was contacted since {since}; {sent} were sent.</numerusform>
            <numerusform>%Ln other computers were contacted since {since}; {sent} were sent.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NetworkDialog</name>
    <message numerus="yes">
        <source>%Ln private values were kept from servers of models since the start.</source>
        <translation>
            <numerusform>One private value was kept from servers of models since the start.</numerusform>
            <numerusform>%Ln private values were kept from servers of models since the start.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NoResultsPage</name>
    <message numerus="yes">
        <source>None of the %Ln files contains these words. Try fewer or different words.</source>
        <translation>
            <numerusform>The library&apos;s only file doesn&apos;t contain these words. Try fewer or different words.</numerusform>
            <numerusform>None of the %Ln files contains these words. Try fewer or different words.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OptionPage</name>
    <message numerus="yes">
        <source>%Ln changed</source>
        <translation>
            <numerusform>%Ln changed</numerusform>
            <numerusform>%Ln changed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Search</name>
    <message numerus="yes">
        <source>%Ln more in this file</source>
        <translation>
            <numerusform>%Ln more in this file</numerusform>
            <numerusform>%Ln more in this file</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>also in %Ln other files</source>
        <translation>
            <numerusform>also in %Ln other file</numerusform>
            <numerusform>also in %Ln other files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StepsView</name>
    <message numerus="yes">
        <source>%Ln steps</source>
        <translation>
            <numerusform>%Ln step</numerusform>
            <numerusform>%Ln steps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ThreadRow</name>
    <message numerus="yes">
        <source>%Ln messages of this thread</source>
        <translation>
            <numerusform>%Ln message of this thread</numerusform>
            <numerusform>%Ln messages of this thread</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Watched</name>
    <message numerus="yes">
        <source>%Ln statements are watched.</source>
        <translation>
            <numerusform>%Ln statement is watched.</numerusform>
            <numerusform>%Ln statements are watched.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln statements hold again.</source>
        <translation>
            <numerusform>%Ln statement holds again.</numerusform>
            <numerusform>%Ln statements hold again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln statements no longer hold.</source>
        <translation>
            <numerusform>%Ln statement no longer holds.</numerusform>
            <numerusform>%Ln statements no longer hold.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>New files say something about %Ln statements.</source>
        <translation>
            <numerusform>A new file says something about %Ln statement.</numerusform>
            <numerusform>New files say something about %Ln statements.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WhyDialog</name>
    <message numerus="yes">
        <source>%Ln model calls</source>
        <translation>
            <numerusform>%Ln model call</numerusform>
            <numerusform>%Ln model calls</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message numerus="yes">
        <source>%Ln files</source>
        <translation>
            <numerusform>%Ln file</numerusform>
            <numerusform>%Ln files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files are gone</source>
        <translation>
            <numerusform>%Ln file is gone</numerusform>
            <numerusform>%Ln files are gone</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files need attention</source>
        <translation>
            <numerusform>%Ln file needs attention</numerusform>
            <numerusform>%Ln files need attention</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln models</source>
        <translation>
            <numerusform>%Ln model</numerusform>
            <numerusform>%Ln models</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln passages</source>
        <translation>
            <numerusform>%Ln passage</numerusform>
            <numerusform>%Ln passages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <translation>
            <numerusform>%Ln waiting</numerusform>
            <numerusform>%Ln waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{files} · %Ln need attention</source>
        <translation>
            <numerusform>{files} · %Ln needs attention</numerusform>
            <numerusform>{files} · %Ln need attention</numerusform>
        </translation>
    </message>
</context>
</TS>
