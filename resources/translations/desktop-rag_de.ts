<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>&amp;Conversation</source>
        <translation>&amp;Unterhaltung</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Library</source>
        <translation>&amp;Bibliothek</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>Add files…</source>
        <translation>Dateien hinzufügen…</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>Ordner hinzufügen…</translation>
    </message>
    <message>
        <source>Advanced settings…</source>
        <translation>Erweiterte Einstellungen…</translation>
    </message>
    <message>
        <source>All documents</source>
        <translation>Alle Dokumente</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Back up library…</source>
        <translation>Bibliothek sichern…</translation>
    </message>
    <message>
        <source>Build other indexes…</source>
        <translation>Weitere Indexe aufbauen…</translation>
    </message>
    <message>
        <source>Change search model…</source>
        <translation>Suchmodell ändern…</translation>
    </message>
    <message>
        <source>Check a text</source>
        <translation>Text prüfen</translation>
    </message>
    <message>
        <source>Check clipboard</source>
        <translation>Zwischenablage prüfen</translation>
    </message>
    <message>
        <source>Choose the mode</source>
        <translation>Modus wählen</translation>
    </message>
    <message>
        <source>Command palette…</source>
        <translation>Befehlspalette…</translation>
    </message>
    <message>
        <source>Connect a program…</source>
        <translation>Ein Programm verbinden…</translation>
    </message>
    <message>
        <source>Copy link to this place</source>
        <translation>Link zu dieser Stelle kopieren</translation>
    </message>
    <message>
        <source>Dark pages on or off</source>
        <translation>Dunkle Seiten ein- oder ausschalten</translation>
    </message>
    <message>
        <source>Delete conversation</source>
        <translation>Unterhaltung löschen</translation>
    </message>
    <message>
        <source>Delete library…</source>
        <translation>Bibliothek löschen…</translation>
    </message>
    <message>
        <source>Duplicate library</source>
        <translation>Bibliothek duplizieren</translation>
    </message>
    <message>
        <source>Export answer…</source>
        <translation>Antwort exportieren…</translation>
    </message>
    <message>
        <source>Export conversation…</source>
        <translation>Unterhaltung exportieren…</translation>
    </message>
    <message>
        <source>Find in the document…</source>
        <translation>Im Dokument suchen…</translation>
    </message>
    <message>
        <source>Folders and rules…</source>
        <translation>Ordner und Regeln…</translation>
    </message>
    <message>
        <source>Go to page…</source>
        <translation>Gehe zu Seite…</translation>
    </message>
    <message>
        <source>Go to the next area</source>
        <translation>Zum nächsten Bereich</translation>
    </message>
    <message>
        <source>Go to the previous area</source>
        <translation>Zum vorigen Bereich</translation>
    </message>
    <message>
        <source>Go to the question box</source>
        <translation>Zum Fragefeld</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>Anleitung</translation>
    </message>
    <message>
        <source>Keyboard shortcuts…</source>
        <translation>Tastenkürzel…</translation>
    </message>
    <message>
        <source>Network…</source>
        <translation>Netzwerk…</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>Neue Unterhaltung</translation>
    </message>
    <message>
        <source>New library…</source>
        <translation>Neue Bibliothek…</translation>
    </message>
    <message>
        <source>Next finding</source>
        <translation>Nächster Befund</translation>
    </message>
    <message>
        <source>Open a backup…</source>
        <translation>Sicherung öffnen…</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Pin or unpin conversation</source>
        <translation>Unterhaltung anheften oder lösen</translation>
    </message>
    <message>
        <source>Previous finding</source>
        <translation>Vorheriger Befund</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Rename conversation</source>
        <translation>Unterhaltung umbenennen</translation>
    </message>
    <message>
        <source>Rename library</source>
        <translation>Bibliothek umbenennen</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Save a copy with highlights…</source>
        <translation>Kopie mit Markierungen speichern…</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Search conversations</source>
        <translation>Unterhaltungen durchsuchen</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Einstellungen…</translation>
    </message>
    <message>
        <source>Short tour</source>
        <translation>Kurze Einführung</translation>
    </message>
    <message>
        <source>Show files</source>
        <translation>Dateien anzeigen</translation>
    </message>
    <message>
        <source>Show library file</source>
        <translation>Bibliotheksdatei anzeigen</translation>
    </message>
    <message>
        <source>Show or hide the libraries</source>
        <translation>Bibliotheken ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Show or hide the page list</source>
        <translation>Seitenliste ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Show or hide the sources</source>
        <translation>Quellen ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Show where the answer uses the source</source>
        <translation>Zeigen, wo die Antwort die Quelle nutzt</translation>
    </message>
    <message>
        <source>Stop adding or building</source>
        <translation>Hinzufügen oder Aufbauen abbrechen</translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation>Antwort abbrechen</translation>
    </message>
    <message>
        <source>Test questions…</source>
        <translation>Testfragen…</translation>
    </message>
    <message>
        <source>This answers it</source>
        <translation>Das beantwortet es</translation>
    </message>
    <message>
        <source>This doesn&apos;t answer it</source>
        <translation>Das beantwortet es nicht</translation>
    </message>
    <message>
        <source>Turn pages right</source>
        <translation>Seiten nach rechts drehen</translation>
    </message>
    <message>
        <source>Verify an evidence pack…</source>
        <translation>Beweispaket prüfen …</translation>
    </message>
    <message>
        <source>Watch answer</source>
        <translation>Antwort beobachten</translation>
    </message>
    <message>
        <source>Watch conversation</source>
        <translation>Unterhaltung beobachten</translation>
    </message>
    <message>
        <source>Watched answers and texts</source>
        <translation>Beobachtete Antworten und Texte</translation>
    </message>
    <message>
        <source>Why this answer?</source>
        <translation>Warum diese Antwort?</translation>
    </message>
    <message>
        <source>Work offline</source>
        <translation>Offline arbeiten</translation>
    </message>
</context>
<context>
    <name>Activity</name>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <translation>
            <numerusform>%Ln wartet</numerusform>
            <numerusform>%Ln warten</numerusform>
        </translation>
    </message>
    <message>
        <source>Changing search model</source>
        <translation>Suchmodell wird geändert</translation>
    </message>
    <message>
        <source>Looking for files</source>
        <translation>Dateien werden gesucht</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Preparing meaning search</source>
        <translation>Bedeutungssuche wird vorbereitet</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Dateien werden gelesen</translation>
    </message>
    <message>
        <source>Waiting for its turn</source>
        <translation>Wartet, bis es an der Reihe ist</translation>
    </message>
    <message>
        <source>Working</source>
        <translation>In Arbeit</translation>
    </message>
    <message>
        <source>{things} a minute</source>
        <translation>{things} pro Minute</translation>
    </message>
    <message>
        <source>{things} a second</source>
        <translation>{things} pro Sekunde</translation>
    </message>
</context>
<context>
    <name>ActivityCard</name>
    <message numerus="yes">
        <source>%Ln left out</source>
        <translation>
            <numerusform>%Ln ausgelassen</numerusform>
            <numerusform>%Ln ausgelassen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln not readable</source>
        <translation>
            <numerusform>%Ln nicht lesbar</numerusform>
            <numerusform>%Ln nicht lesbar</numerusform>
        </translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>AddFolderDialog</name>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation>Ordner hinzufügen</translation>
    </message>
    <message>
        <source>Add to</source>
        <translation>Hinzufügen zu</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Check what will be read</source>
        <translation>Prüfen, was gelesen wird</translation>
    </message>
    <message>
        <source>Choose what to read</source>
        <translation>Auswählen, was gelesen wird</translation>
    </message>
    <message>
        <source>New library “{name}”</source>
        <translation>Neue Bibliothek „{name}“</translation>
    </message>
    <message>
        <source>This is a lot: {size}. Reading it will take a long time. You can pause at any time.</source>
        <translation>Das ist viel: {size}. Das Lesen dauert lange. Es lässt sich jederzeit anhalten.</translation>
    </message>
    <message>
        <source>This is a whole drive or your whole home folder. Add single folders instead.</source>
        <translation>Das ist ein ganzes Laufwerk oder der ganze persönliche Ordner. Besser einzelne Ordner hinzufügen.</translation>
    </message>
</context>
<context>
    <name>AdvancedDialog</name>
    <message>
        <source>Advanced settings</source>
        <translation>Erweiterte Einstellungen</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Apply to this library</source>
        <translation>Auf diese Bibliothek anwenden</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Changes apply to this conversation only. Everything else follows Settings.</source>
        <translation>Änderungen gelten nur für diese Unterhaltung. Alles andere folgt den Einstellungen.</translation>
    </message>
    <message>
        <source>For every conversation of “{name}”</source>
        <translation>Für jede Unterhaltung von „{name}“</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Return to Settings. Nothing changes until you apply it.</source>
        <translation>Zurück zu den Einstellungen. Erst „Anwenden“ ändert etwas.</translation>
    </message>
</context>
<context>
    <name>AllDocumentsPane</name>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Contradictions</source>
        <translation>Widersprüche</translation>
    </message>
    <message>
        <source>Find all</source>
        <translation>Alle finden</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>Bibliotheken</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Register</source>
        <translation>Register</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
</context>
<context>
    <name>AnswerBar</name>
    <message>
        <source>Choose a source or find the page with Search, and select the words that answer it.</source>
        <translation>Eine Quelle wählen oder die Seite mit der Suche finden und die Wörter markieren, die sie beantworten.</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Nicht jetzt</translation>
    </message>
    <message>
        <source>This answers it</source>
        <translation>Das beantwortet es</translation>
    </message>
    <message>
        <source>What answers {question}?</source>
        <translation>Was beantwortet {question}?</translation>
    </message>
</context>
<context>
    <name>AnswerCaveats</name>
    <message>
        <source>No passage in this library matches. Try fewer or different words.</source>
        <translation>Keine Textstelle dieser Bibliothek passt. Weniger oder andere Wörter versuchen.</translation>
    </message>
    <message>
        <source>No support for this answer was found in your files. Check it before you rely on it.</source>
        <translation>In den Dateien wurde kein Beleg für diese Antwort gefunden. Bitte prüfen, bevor sie verwendet wird.</translation>
    </message>
    <message>
        <source>Stopped before the first word.</source>
        <translation>Vor dem ersten Wort abgebrochen.</translation>
    </message>
    <message>
        <source>Stopped. The answer so far was kept.</source>
        <translation>Abgebrochen. Die bisherige Antwort wurde behalten.</translation>
    </message>
    <message>
        <source>The answer was interrupted before the first word.</source>
        <translation>Die Antwort wurde vor dem ersten Wort unterbrochen.</translation>
    </message>
    <message>
        <source>The answer was interrupted. The part received so far was kept.</source>
        <translation>Die Antwort wurde unterbrochen. Der bisher empfangene Teil wurde behalten.</translation>
    </message>
    <message>
        <source>The model gave no answer.</source>
        <translation>Das Modell hat keine Antwort gegeben.</translation>
    </message>
    <message>
        <source>This answer comes from the model alone, not from your files.</source>
        <translation>Diese Antwort stammt allein vom Modell, nicht aus den Dateien.</translation>
    </message>
</context>
<context>
    <name>AnswerFooter</name>
    <message>
        <source>Copy as Markdown</source>
        <translation>Als Markdown kopieren</translation>
    </message>
    <message>
        <source>Copy without references</source>
        <translation>Ohne Belege kopieren</translation>
    </message>
    <message>
        <source>Edit question…</source>
        <translation>Frage bearbeiten…</translation>
    </message>
    <message>
        <source>Export answer…</source>
        <translation>Antwort exportieren…</translation>
    </message>
    <message>
        <source>More for this answer</source>
        <translation>Mehr zu dieser Antwort</translation>
    </message>
    <message>
        <source>New conversation from here</source>
        <translation>Neue Unterhaltung ab hier</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>Neu erstellen</translation>
    </message>
    <message>
        <source>Regenerate with another model…</source>
        <translation>Mit anderem Modell neu erstellen…</translation>
    </message>
    <message>
        <source>Save copies with highlights…</source>
        <translation>Kopien mit Markierungen speichern…</translation>
    </message>
    <message>
        <source>This doesn&apos;t answer it</source>
        <translation>Das beantwortet es nicht</translation>
    </message>
    <message>
        <source>Watch this answer</source>
        <translation>Diese Antwort beobachten</translation>
    </message>
    <message>
        <source>Watched</source>
        <translation>Beobachtet</translation>
    </message>
    <message>
        <source>Why this answer?</source>
        <translation>Warum diese Antwort?</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>Warum?</translation>
    </message>
</context>
<context>
    <name>AnswerJudgements</name>
    <message>
        <source>Ask a question first.</source>
        <translation>Zuerst eine Frage stellen.</translation>
    </message>
    <message>
        <source>Kept as a test question. These words won&apos;t be quoted for it again.</source>
        <translation>Als Testfrage gespeichert. Diese Wörter werden für sie nicht wieder zitiert.</translation>
    </message>
    <message>
        <source>Next time “{file}” comes first for this question.</source>
        <translation>Beim nächsten Mal steht „{file}“ bei dieser Frage zuerst.</translation>
    </message>
    <message>
        <source>Next, show in the sources what answers it.</source>
        <translation>Nun in den Quellen zeigen, was sie beantwortet.</translation>
    </message>
    <message>
        <source>Open the source first.</source>
        <translation>Zuerst die Quelle öffnen.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
</context>
<context>
    <name>AnswerView</name>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
</context>
<context>
    <name>ApiPage</name>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Copy the token now: it is not shown again.</source>
        <translation>Das Token jetzt kopieren: Es wird nicht noch einmal angezeigt.</translation>
    </message>
    <message>
        <source>Make a token</source>
        <translation>Token erstellen</translation>
    </message>
    <message>
        <source>Name of the program</source>
        <translation>Name des Programms</translation>
    </message>
    <message>
        <source>Programs and scripts with a token ask the libraries that you share, and chat programs find each as a model, while this command runs in a terminal.</source>
        <translation>Programme und Skripte mit einem Token fragen die freigegebenen Bibliotheken, und Chatprogramme finden jede als Modell, solange dieser Befehl in einem Terminal läuft.</translation>
    </message>
    <message>
        <source>Programs with a token</source>
        <translation>Programme mit Token</translation>
    </message>
    <message>
        <source>Revoke</source>
        <translation>Widerrufen</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>{program}, since {date}</source>
        <translation>{program}, seit {date}</translation>
    </message>
</context>
<context>
    <name>AskedSources</name>
    <message>
        <source>Attach files to this conversation</source>
        <translation>Dateien an diese Unterhaltung anhängen</translation>
    </message>
</context>
<context>
    <name>BlockCopy</name>
    <message>
        <source>Copy code</source>
        <translation>Code kopieren</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>Tabelle kopieren</translation>
    </message>
</context>
<context>
    <name>Bridge</name>
    <message>
        <source>Something went wrong inside the program.</source>
        <translation>Im Programm ist etwas schiefgegangen.</translation>
    </message>
    <message>
        <source>Try again. The program&apos;s log has the details.</source>
        <translation>Erneut versuchen. Einzelheiten stehen im Protokoll des Programms.</translation>
    </message>
</context>
<context>
    <name>CalendarDialog</name>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Dates</source>
        <translation>Termine</translation>
    </message>
    <message>
        <source>Only the dates that you tick are written. A deadline without a day of its own is not listed.</source>
        <translation>Nur angekreuzte Termine werden geschrieben. Fristen ohne eigenen Tag sind nicht aufgeführt.</translation>
    </message>
    <message>
        <source>Write dates to a calendar</source>
        <translation>Termine in einen Kalender schreiben</translation>
    </message>
    <message>
        <source>Write {count} of {dates}…</source>
        <translation>{count} von {dates} schreiben…</translation>
    </message>
</context>
<context>
    <name>CellTable</name>
    <message>
        <source>Review table</source>
        <translation>Prüftabelle</translation>
    </message>
</context>
<context>
    <name>ChangedFileList</name>
    <message>
        <source>Files that differ</source>
        <translation>Unterschiedliche Dateien</translation>
    </message>
</context>
<context>
    <name>ChatPane</name>
    <message>
        <source>Connect one in Settings. Until then, answers are quotations from your files.</source>
        <translation>Ein Modell lässt sich in den Einstellungen verbinden. Bis dahin sind die Antworten Zitate aus den Dateien.</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>Bibliotheken</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Einstellungen…</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>Quellen</translation>
    </message>
    <message>
        <source>The library “{name}” was deleted.</source>
        <translation>Die Bibliothek „{name}“ wurde gelöscht.</translation>
    </message>
    <message>
        <source>This conversation can still be read and exported.</source>
        <translation>Diese Unterhaltung kann weiterhin gelesen und exportiert werden.</translation>
    </message>
    <message>
        <source>“{name}” needs a model, but none is connected.</source>
        <translation>„{name}“ braucht ein Modell, aber es ist keins verbunden.</translation>
    </message>
</context>
<context>
    <name>CitationCopier</name>
    <message>
        <source>Copy citation</source>
        <translation>Beleg kopieren</translation>
    </message>
    <message>
        <source>Copy citation as BibTeX</source>
        <translation>Beleg als BibTeX kopieren</translation>
    </message>
    <message>
        <source>Copy citation as RIS</source>
        <translation>Beleg als RIS kopieren</translation>
    </message>
</context>
<context>
    <name>ClipboardShortcut</name>
    <message>
        <source>Another program may use the keys. Close it and start again, or switch the shortcut off.</source>
        <translation>Vielleicht verwendet ein anderes Programm die Tasten. Jenes schließen und dieses neu starten, oder das Tastenkürzel ausschalten.</translation>
    </message>
    <message>
        <source>Check clipboard</source>
        <translation>Zwischenablage prüfen</translation>
    </message>
    <message>
        <source>It is off now. You can switch it on again in Settings › Window.</source>
        <translation>Es ist jetzt ausgeschaltet und lässt sich unter Einstellungen › Fenster wieder einschalten.</translation>
    </message>
    <message>
        <source>Not available on macOS.</source>
        <translation>Unter macOS nicht verfügbar.</translation>
    </message>
    <message>
        <source>The desktop did not allow the shortcut for “Check clipboard”.</source>
        <translation>Die Arbeitsumgebung hat das Tastenkürzel für „Zwischenablage prüfen“ nicht zugelassen.</translation>
    </message>
    <message>
        <source>The shortcut for “Check clipboard” is not available.</source>
        <translation>Das Tastenkürzel für „Zwischenablage prüfen“ ist nicht verfügbar.</translation>
    </message>
    <message>
        <source>This desktop has no shortcuts that work in every program.</source>
        <translation>Diese Arbeitsumgebung hat keine Tastenkürzel, die in jedem Programm gelten.</translation>
    </message>
</context>
<context>
    <name>CodeView</name>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
</context>
<context>
    <name>ColumnsDialog</name>
    <message>
        <source>Add a column</source>
        <translation>Spalte hinzufügen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Columns of a table (*.toml)</source>
        <translation>Spalten einer Tabelle (*.toml)</translation>
    </message>
    <message>
        <source>Columns of the table</source>
        <translation>Spalten der Tabelle</translation>
    </message>
    <message>
        <source>Delete table</source>
        <translation>Tabelle löschen</translation>
    </message>
    <message>
        <source>Delete the table “{name}”?</source>
        <translation>Die Tabelle „{name}“ löschen?</translation>
    </message>
    <message>
        <source>For example: Leases</source>
        <translation>Zum Beispiel: Mietverträge</translation>
    </message>
    <message>
        <source>Forget the table and what you set in it by hand. Your files stay as they are.</source>
        <translation>Die Tabelle löschen und was darin von Hand gesetzt wurde. Die Dateien bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Name of the table</source>
        <translation>Name der Tabelle</translation>
    </message>
    <message>
        <source>New table</source>
        <translation>Neue Tabelle</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>Datei öffnen…</translation>
    </message>
    <message>
        <source>Open columns</source>
        <translation>Spalten öffnen</translation>
    </message>
    <message>
        <source>Remove the column</source>
        <translation>Spalte entfernen</translation>
    </message>
    <message>
        <source>Save columns</source>
        <translation>Spalten speichern</translation>
    </message>
    <message>
        <source>Save the columns to a file that others can open.</source>
        <translation>Die Spalten in einer Datei speichern, die andere öffnen können.</translation>
    </message>
    <message>
        <source>Save to a file…</source>
        <translation>In Datei speichern…</translation>
    </message>
    <message>
        <source>Saved to “{name}”.</source>
        <translation>In „{name}“ gespeichert.</translation>
    </message>
    <message>
        <source>Take the columns that somebody saved to a file.</source>
        <translation>Spalten übernehmen, die in einer Datei gespeichert sind.</translation>
    </message>
    <message>
        <source>The table has no name.</source>
        <translation>Die Tabelle hat keinen Namen.</translation>
    </message>
    <message>
        <source>Use these columns</source>
        <translation>Diese Spalten verwenden</translation>
    </message>
    <message>
        <source>Without a name</source>
        <translation>Ohne Namen</translation>
    </message>
</context>
<context>
    <name>Comparison</name>
    <message>
        <source>1 difference</source>
        <translation>1 Unterschied</translation>
    </message>
    <message>
        <source>After: {text}</source>
        <translation>Nachher: {text}</translation>
    </message>
    <message>
        <source>As it is now</source>
        <translation>Wie sie jetzt ist</translation>
    </message>
    <message>
        <source>As it was until {time}</source>
        <translation>Wie bis {time}</translation>
    </message>
    <message>
        <source>Before: {text}</source>
        <translation>Vorher: {text}</translation>
    </message>
    <message>
        <source>Moved and changed</source>
        <translation>Verschoben und geändert</translation>
    </message>
    <message>
        <source>Since a month ago</source>
        <translation>Seit einem Monat</translation>
    </message>
    <message>
        <source>Since a week ago</source>
        <translation>Seit einer Woche</translation>
    </message>
    <message>
        <source>Since a year ago</source>
        <translation>Seit einem Jahr</translation>
    </message>
    <message>
        <source>Since yesterday</source>
        <translation>Seit gestern</translation>
    </message>
    <message>
        <source>What happened before {time} is not known.</source>
        <translation>Was vor {time} geschah, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>same text</source>
        <translation>gleicher Text</translation>
    </message>
    <message>
        <source>{count} differences</source>
        <translation>{count} Unterschiede</translation>
    </message>
</context>
<context>
    <name>ComparisonSection</name>
    <message>
        <source>A file and its earlier state</source>
        <translation>Eine Datei und ihr früherer Stand</translation>
    </message>
    <message>
        <source>A folder then and now</source>
        <translation>Ein Ordner damals und heute</translation>
    </message>
    <message>
        <source>Back to all files</source>
        <translation>Zurück zu allen Dateien</translation>
    </message>
    <message>
        <source>Choose a file first</source>
        <translation>Zuerst eine Datei wählen</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Comparing: {done} of {total} changed files</source>
        <translation>Vergleiche: {done} von {total} geänderten Dateien</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>Wird verglichen…</translation>
    </message>
    <message>
        <source>Earlier states are kept from now on.</source>
        <translation>Frühere Stände werden ab jetzt behalten.</translation>
    </message>
    <message>
        <source>Export the differences</source>
        <translation>Unterschiede exportieren</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Keep them from now on</source>
        <translation>Ab jetzt behalten</translation>
    </message>
    <message>
        <source>It can keep the text of files that change. “Folders and rules…” shows the space that takes.</source>
        <translation>Sie kann den Text von Dateien behalten, die sich ändern. „Ordner und Regeln…“ zeigt den Platz, den das braucht.</translation>
    </message>
    <message>
        <source>It has not changed since {time}, when the library began to keep earlier states.</source>
        <translation>Sie hat sich seit {time} nicht geändert; seitdem behält die Bibliothek frühere Stände.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Summarise</source>
        <translation>Zusammenfassen</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>Swap both files</source>
        <translation>Beide Dateien tauschen</translation>
    </message>
    <message>
        <source>The file</source>
        <translation>Die Datei</translation>
    </message>
    <message>
        <source>The file after</source>
        <translation>Datei nachher</translation>
    </message>
    <message>
        <source>The file before</source>
        <translation>Datei vorher</translation>
    </message>
    <message>
        <source>The files have changed. Compare again</source>
        <translation>Die Dateien haben sich geändert. Erneut vergleichen</translation>
    </message>
    <message>
        <source>The folder</source>
        <translation>Der Ordner</translation>
    </message>
    <message>
        <source>The folder after</source>
        <translation>Der Ordner danach</translation>
    </message>
    <message>
        <source>The folder before</source>
        <translation>Der Ordner davor</translation>
    </message>
    <message>
        <source>The model is summarising…</source>
        <translation>Das Modell fasst zusammen…</translation>
    </message>
    <message>
        <source>The state before</source>
        <translation>Der Stand davor</translation>
    </message>
    <message>
        <source>This library keeps no earlier states of its files.</source>
        <translation>Diese Bibliothek behält keine früheren Stände ihrer Dateien.</translation>
    </message>
    <message>
        <source>Two files</source>
        <translation>Zwei Dateien</translation>
    </message>
    <message>
        <source>Two folders</source>
        <translation>Zwei Ordner</translation>
    </message>
    <message>
        <source>What changed, moved, is new or gone between two files, with both pages. Lines and pages that end elsewhere are no differences.</source>
        <translation>Was zwischen zwei Dateien geändert, verschoben, neu oder weggefallen ist, mit beiden Seiten. Andere Zeilen- und Seitenumbrüche zählen nicht als Unterschied.</translation>
    </message>
    <message>
        <source>What to compare</source>
        <translation>Was verglichen wird</translation>
    </message>
    <message>
        <source>Which files are new, gone, renamed or changed, and how much differs in each.</source>
        <translation>Welche Dateien neu, verschwunden, umbenannt oder geändert sind, und wie viel sich in jeder unterscheidet.</translation>
    </message>
</context>
<context>
    <name>ConnectionRow</name>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Add a connection</source>
        <translation>Verbindung hinzufügen</translation>
    </message>
    <message>
        <source>Another server…</source>
        <translation>Anderer Server…</translation>
    </message>
    <message>
        <source>No model (quotations only)</source>
        <translation>Kein Modell (nur Zitate)</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove this connection</source>
        <translation>Diese Verbindung entfernen</translation>
    </message>
</context>
<context>
    <name>ConnectionTest</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>Test connection</source>
        <translation>Verbindung testen</translation>
    </message>
</context>
<context>
    <name>ContradictionList</name>
    <message>
        <source>Contradictions</source>
        <translation>Widersprüche</translation>
    </message>
</context>
<context>
    <name>ContradictionSection</name>
    <message>
        <source>All kinds</source>
        <translation>Alle Arten</translation>
    </message>
    <message>
        <source>Compare the documents again</source>
        <translation>Dokumente erneut vergleichen</translation>
    </message>
    <message>
        <source>Comparing the documents: {done} of {total}</source>
        <translation>Dokumente werden verglichen: {done} von {total}</translation>
    </message>
    <message>
        <source>Comparing the documents…</source>
        <translation>Dokumente werden verglichen…</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Export the contradictions</source>
        <translation>Widersprüche exportieren</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Figures, dates, parties and negations that disagree between files about the same.</source>
        <translation>Zahlen, Daten, Beteiligte und Verneinungen, die sich zwischen Dateien über dasselbe widersprechen.</translation>
    </message>
    <message>
        <source>Filter by words or file</source>
        <translation>Nach Wörtern oder Datei filtern</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>No contradictions were found. Doubtful cases are left out.</source>
        <translation>Keine Widersprüche gefunden. Zweifelhaftes wird eher weggelassen als gezeigt.</translation>
    </message>
    <message>
        <source>No document says that it changes or replaces another one.</source>
        <translation>Kein Dokument sagt, dass es ein anderes ändert oder ersetzt.</translation>
    </message>
    <message>
        <source>Nothing has these words and is of this kind.</source>
        <translation>Nichts hat diese Wörter und ist von dieser Art.</translation>
    </message>
    <message>
        <source>Nothing was dismissed.</source>
        <translation>Nichts wurde verworfen.</translation>
    </message>
    <message>
        <source>Show again</source>
        <translation>Wieder anzeigen</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>Nebeneinander</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Angehalten.</translation>
    </message>
</context>
<context>
    <name>ContradictionWords</name>
    <message>
        <source>Contradictions</source>
        <translation>Widersprüche</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>Dismissed</source>
        <translation>Verworfen</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>Left out: {files}.</source>
        <translation>Ausgelassen: {files}.</translation>
    </message>
    <message>
        <source>Negation</source>
        <translation>Verneinung</translation>
    </message>
    <message>
        <source>Newer</source>
        <translation>Neuer</translation>
    </message>
    <message>
        <source>Party</source>
        <translation>Beteiligte</translation>
    </message>
    <message>
        <source>{compared} of {files} documents compared.</source>
        <translation>{compared} von {files} Dokumenten verglichen.</translation>
    </message>
    <message>
        <source>{file} says that it is newer: “{words}”</source>
        <translation>{file} sagt, dass es neuer ist: „{words}“</translation>
    </message>
</context>
<context>
    <name>ConversationList</name>
    <message>
        <source>No conversation says “{query}”.</source>
        <translation>In keiner Unterhaltung steht „{query}“.</translation>
    </message>
    <message>
        <source>Search conversations</source>
        <translation>Unterhaltungen durchsuchen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>“{title}” was deleted.</source>
        <translation>„{title}“ wurde gelöscht.</translation>
    </message>
</context>
<context>
    <name>CopiedLine</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
</context>
<context>
    <name>CopyButton</name>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
</context>
<context>
    <name>DataFolderMove</name>
    <message>
        <source>All data is now in {folder}. These old files could not be removed:</source>
        <translation>Alle Daten liegen jetzt in {folder}. Diese alten Dateien ließen sich nicht entfernen:</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation>Ordner wählen…</translation>
    </message>
    <message>
        <source>If it is on another disk, quit, connect that disk and start again. The default folder is used for this start only.</source>
        <translation>Liegt er auf einem anderen Datenträger: beenden, den Datenträger anschließen und neu starten. Der Standardordner gilt nur für diesen Start.</translation>
    </message>
    <message>
        <source>Moving all data to {folder}…</source>
        <translation>Alle Daten werden nach {folder} verschoben…</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Use the default folder</source>
        <translation>Standardordner verwenden</translation>
    </message>
    <message>
        <source>Where is the data folder now?</source>
        <translation>Wo liegt der Datenordner jetzt?</translation>
    </message>
</context>
<context>
    <name>DataFolderRow</name>
    <message>
        <source>Data folder</source>
        <translation>Datenordner</translation>
    </message>
    <message>
        <source>Desktop RAG closes, copies and checks everything, and opens again. The old folder is removed at the end.</source>
        <translation>Desktop RAG schließt sich, kopiert und prüft alles und öffnet sich wieder. Der alte Ordner wird am Ende entfernt.</translation>
    </message>
    <message>
        <source>Libraries, conversations, settings and downloaded models are kept there.</source>
        <translation>Dort liegen Bibliotheken, Unterhaltungen, Einstellungen und heruntergeladene Modelle.</translation>
    </message>
    <message>
        <source>Move all data to “{folder}”?</source>
        <translation>Alle Daten nach „{folder}“ verschieben?</translation>
    </message>
    <message>
        <source>Move and restart</source>
        <translation>Verschieben und neu starten</translation>
    </message>
    <message>
        <source>Move the data folder</source>
        <translation>Datenordner verschieben</translation>
    </message>
    <message>
        <source>Move the data folder to</source>
        <translation>Datenordner verschieben nach</translation>
    </message>
    <message>
        <source>Move the data folder…</source>
        <translation>Datenordner verschieben…</translation>
    </message>
    <message>
        <source>Move…</source>
        <translation>Verschieben…</translation>
    </message>
</context>
<context>
    <name>DateRangeDialog</name>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Changed between</source>
        <translation>Geändert zwischen</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>To</source>
        <translation>An</translation>
    </message>
</context>
<context>
    <name>DifferenceList</name>
    <message>
        <source>Differences</source>
        <translation>Unterschiede</translation>
    </message>
</context>
<context>
    <name>DocumentView</name>
    <message>
        <source>Attachments</source>
        <translation>Anlagen</translation>
    </message>
    <message>
        <source>Cc</source>
        <translation>Cc</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Rows {first} to {last} of {count}</source>
        <translation>Zeilen {first} bis {last} von {count}</translation>
    </message>
    <message>
        <source>Show what comes after</source>
        <translation>Zeigen, was danach kommt</translation>
    </message>
    <message>
        <source>Show what comes before</source>
        <translation>Zeigen, was davor kommt</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>To</source>
        <translation>An</translation>
    </message>
</context>
<context>
    <name>DownloadLine</name>
    <message>
        <source>Download of {model}</source>
        <translation>{model} wird heruntergeladen</translation>
    </message>
    <message>
        <source>about {minutes} min left</source>
        <translation>noch etwa {minutes} min</translation>
    </message>
    <message>
        <source>{done} of {total} GB</source>
        <translation>{done} von {total} GB</translation>
    </message>
</context>
<context>
    <name>DownloadRow</name>
    <message>
        <source>Connecting…</source>
        <translation>Verbinden…</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Delete {model}</source>
        <translation>{model} löschen</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Herunterladen</translation>
    </message>
    <message>
        <source>Needs more memory than is free now.</source>
        <translation>Braucht mehr Speicher, als jetzt frei ist.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Verwenden</translation>
    </message>
    <message>
        <source>needs {memory} GB of memory</source>
        <translation>braucht {memory} GB Speicher</translation>
    </message>
    <message>
        <source>{size} GB</source>
        <translation>{size} GB</translation>
    </message>
</context>
<context>
    <name>DraftPane</name>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>Erneut prüfen</translation>
    </message>
    <message>
        <source>Check the text ({keys})</source>
        <translation>Den Text prüfen ({keys})</translation>
    </message>
    <message>
        <source>Checked text</source>
        <translation>Geprüfter Text</translation>
    </message>
    <message>
        <source>Checking: {done} of {total} sentences</source>
        <translation>Prüfung: {done} von {total} Sätzen</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Prüfung läuft …</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Copy the text that you want to check.</source>
        <translation>Den Text kopieren, der geprüft werden soll.</translation>
    </message>
    <message>
        <source>Draft with comments (*{ending})</source>
        <translation>Entwurf mit Kommentaren (*{ending})</translation>
    </message>
    <message>
        <source>Drop a single file.</source>
        <translation>Eine einzelne Datei ablegen.</translation>
    </message>
    <message>
        <source>Drop to check this text</source>
        <translation>Ablegen, um diesen Text zu prüfen</translation>
    </message>
    <message>
        <source>Evidence pack…</source>
        <translation>Beweispaket …</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>Bibliotheken</translation>
    </message>
    <message>
        <source>Nothing is in this group.</source>
        <translation>Diese Gruppe ist leer.</translation>
    </message>
    <message>
        <source>Nothing to review so far.</source>
        <translation>Bisher ist nichts durchzusehen.</translation>
    </message>
    <message>
        <source>Nothing to review.</source>
        <translation>Nichts durchzusehen.</translation>
    </message>
    <message>
        <source>One file can be checked at a time.</source>
        <translation>Es kann nur eine Datei auf einmal geprüft werden.</translation>
    </message>
    <message>
        <source>Open the text to check</source>
        <translation>Zu prüfenden Text öffnen</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Öffnen …</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Paste a text here, open a file, or drop one. Each sentence is compared with the files of the library.</source>
        <translation>Text hier einfügen, eine Datei öffnen oder ablegen. Jeder Satz wird mit den Dateien der Bibliothek verglichen.</translation>
    </message>
    <message>
        <source>Reading “{file}”…</source>
        <translation>„{file}“ wird gelesen …</translation>
    </message>
    <message>
        <source>Sentences checked</source>
        <translation>Geprüfte Sätze</translation>
    </message>
    <message>
        <source>Sentences that the files contradict, support only in part or don&apos;t mention appear here.</source>
        <translation>Hier erscheinen Sätze, denen die Dateien widersprechen, die sie nur teilweise belegen oder zu denen sie nichts sagen.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stopped after {done} of {total} sentences.</source>
        <translation>Nach {done} von {total} Sätzen angehalten.</translation>
    </message>
    <message>
        <source>Text to check</source>
        <translation>Zu prüfender Text</translation>
    </message>
    <message>
        <source>The clipboard has no text.</source>
        <translation>Die Zwischenablage enthält keinen Text.</translation>
    </message>
    <message>
        <source>The files have changed since.</source>
        <translation>Die Dateien haben sich seitdem geändert.</translation>
    </message>
    <message>
        <source>The previous text was replaced.</source>
        <translation>Der bisherige Text wurde ersetzt.</translation>
    </message>
    <message>
        <source>The text has changed. What you changed is not checked yet.</source>
        <translation>Der Text wurde geändert. Das Geänderte ist noch nicht geprüft.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>With comments, and footnotes for supported sentences…</source>
        <translation>Mit Kommentaren, und Fußnoten zu belegten Sätzen …</translation>
    </message>
    <message>
        <source>With comments…</source>
        <translation>Mit Kommentaren …</translation>
    </message>
    <message>
        <source>Write a file that proves to others what was found</source>
        <translation>Schreibt eine Datei, die anderen belegt, was gefunden wurde</translation>
    </message>
    <message>
        <source>Write evidence pack</source>
        <translation>Beweispaket schreiben</translation>
    </message>
    <message>
        <source>Write reviewed file</source>
        <translation>Geprüfte Datei schreiben</translation>
    </message>
    <message>
        <source>Write reviewed file…</source>
        <translation>Geprüfte Datei schreiben …</translation>
    </message>
    <message>
        <source>{file} (reviewed)</source>
        <translation>{file} (geprüft)</translation>
    </message>
</context>
<context>
    <name>DraftWords</name>
    <message numerus="yes">
        <source>%Ln more could not be read.</source>
        <translation>
            <numerusform>%Ln weitere konnte nicht gelesen werden.</numerusform>
            <numerusform>%Ln weitere konnten nicht gelesen werden.</numerusform>
        </translation>
    </message>
    <message>
        <source>Decided</source>
        <translation>Entschieden</translation>
    </message>
    <message>
        <source>Finding dismissed</source>
        <translation>Befund verworfen</translation>
    </message>
    <message>
        <source>In the text: {words}</source>
        <translation>Im Text: {words}</translation>
    </message>
    <message>
        <source>Inside the text</source>
        <translation>Im Text selbst</translation>
    </message>
    <message>
        <source>Library “{name}”, {files}.</source>
        <translation>Bibliothek „{name}“, {files}.</translation>
    </message>
    <message>
        <source>Sentence accepted</source>
        <translation>Satz angenommen</translation>
    </message>
    <message>
        <source>Text accepted</source>
        <translation>Text angenommen</translation>
    </message>
    <message>
        <source>To review</source>
        <translation>Durchzusehen</translation>
    </message>
    <message>
        <source>{decision}: {note}</source>
        <translation>{decision}: {note}</translation>
    </message>
    <message>
        <source>{verdict} by {file}</source>
        <translation>{verdict} ({file})</translation>
    </message>
</context>
<context>
    <name>DropArea</name>
    <message>
        <source>Choose a folder…</source>
        <translation>Ordner wählen…</translation>
    </message>
    <message>
        <source>Choose files…</source>
        <translation>Dateien wählen…</translation>
    </message>
    <message>
        <source>Drop a folder or files here</source>
        <translation>Ordner oder Dateien hier ablegen</translation>
    </message>
    <message>
        <source>PDF, Word, PowerPoint, Excel, e-books, web pages, mail, scans, text, code</source>
        <translation>PDF, Word, PowerPoint, Excel, E-Books, Webseiten, Mails, Scans, Text, Code</translation>
    </message>
</context>
<context>
    <name>EntryList</name>
    <message>
        <source>What fits</source>
        <translation>Passendes</translation>
    </message>
</context>
<context>
    <name>EvidenceCard</name>
    <message>
        <source>No passage says this.</source>
        <translation>Keine Textstelle sagt das.</translation>
    </message>
    <message>
        <source>Contradicted</source>
        <translation>Widersprochen</translation>
    </message>
    <message>
        <source>Not checked</source>
        <translation>Nicht geprüft</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>Kein Beleg gefunden</translation>
    </message>
    <message>
        <source>Partly supported</source>
        <translation>Teilweise belegt</translation>
    </message>
    <message>
        <source>Show in document</source>
        <translation>Im Dokument zeigen</translation>
    </message>
    <message>
        <source>Supported</source>
        <translation>Belegt</translation>
    </message>
</context>
<context>
    <name>ExportBar</name>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Copy all as text</source>
        <translation>Alles als Text kopieren</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>Als JSON kopieren</translation>
    </message>
</context>
<context>
    <name>ExportCommands</name>
    <message>
        <source>Cited works as BibTeX (*.bib)</source>
        <translation>Zitierte Werke als BibTeX (*.bib)</translation>
    </message>
    <message>
        <source>Cited works as CSL JSON (*.json)</source>
        <translation>Zitierte Werke als CSL-JSON (*.json)</translation>
    </message>
    <message>
        <source>Cited works as RIS (*.ris)</source>
        <translation>Zitierte Werke als RIS (*.ris)</translation>
    </message>
    <message>
        <source>Export answer</source>
        <translation>Antwort exportieren</translation>
    </message>
    <message>
        <source>Export conversation</source>
        <translation>Unterhaltung exportieren</translation>
    </message>
    <message>
        <source>Exported to “{name}”.</source>
        <translation>Nach „{name}“ exportiert.</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner anzeigen</translation>
    </message>
    <message>
        <source>Web page (*.html)</source>
        <translation>Webseite (*.html)</translation>
    </message>
    <message>
        <source>Word document (*.docx)</source>
        <translation>Word-Dokument (*.docx)</translation>
    </message>
</context>
<context>
    <name>FigureCards</name>
    <message>
        <source>Average position (higher is better)</source>
        <translation>Mittlerer Platz (höher ist besser)</translation>
    </message>
    <message>
        <source>Expected source ranked first</source>
        <translation>Erwartete Quelle auf Platz 1</translation>
    </message>
    <message>
        <source>Expected sources in the top five</source>
        <translation>Erwartete Quellen unter den ersten fünf</translation>
    </message>
    <message>
        <source>Ranking of the top ten</source>
        <translation>Rangfolge der ersten zehn</translation>
    </message>
</context>
<context>
    <name>FileActions</name>
    <message numerus="yes">
        <source>%Ln files will be read again.</source>
        <translation>
            <numerusform>%Ln Datei wird erneut gelesen.</numerusform>
            <numerusform>%Ln Dateien werden erneut gelesen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files will be read first.</source>
        <translation>
            <numerusform>%Ln Datei wird zuerst gelesen.</numerusform>
            <numerusform>%Ln Dateien werden zuerst gelesen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Export file list</source>
        <translation>Dateiliste exportieren</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>Auslassen</translation>
    </message>
    <message>
        <source>Leave {files} out of the library?</source>
        <translation>{files} aus der Bibliothek auslassen?</translation>
    </message>
    <message>
        <source>Nothing is deleted from your disk. To undo, change the rules under “Folders”.</source>
        <translation>Auf dem Datenträger wird nichts gelöscht. Rückgängig machen: die Regeln unter „Ordner“ ändern.</translation>
    </message>
    <message numerus="yes">
        <source>Paths copied.</source>
        <translation>
            <numerusform>Pfad kopiert.</numerusform>
            <numerusform>Pfade kopiert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Saved the list of {files} to “{name}”.</source>
        <translation>Die Liste mit {files} wurde in „{name}“ gespeichert.</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>Tabelle (*.csv)</translation>
    </message>
    <message>
        <source>{files} left out. To undo, change the rules under “Folders”.</source>
        <translation>{files} ausgelassen. Rückgängig machen: die Regeln unter „Ordner“ ändern.</translation>
    </message>
</context>
<context>
    <name>FileDrops</name>
    <message>
        <source>Drop to add to “{name}”</source>
        <translation>Ablegen, um zu „{name}“ hinzuzufügen</translation>
    </message>
    <message>
        <source>Drop to attach to this conversation</source>
        <translation>Ablegen, um an diese Unterhaltung anzuhängen</translation>
    </message>
    <message>
        <source>Drop to create the library “{name}”</source>
        <translation>Ablegen, um die Bibliothek „{name}“ anzulegen</translation>
    </message>
    <message>
        <source>Drop to open this as a library</source>
        <translation>Ablegen, um dies als Bibliothek zu öffnen</translation>
    </message>
    <message>
        <source>Drop to verify the evidence pack</source>
        <translation>Zum Prüfen des Beweispakets ablegen</translation>
    </message>
</context>
<context>
    <name>FileFilterBar</name>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>All folders</source>
        <translation>Alle Ordner</translation>
    </message>
    <message>
        <source>Filter by name, folder or reason</source>
        <translation>Nach Name, Ordner oder Grund filtern</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
</context>
<context>
    <name>FilesCommands</name>
    <message>
        <source>Change</source>
        <translation>Ändern</translation>
    </message>
    <message>
        <source>Change search model</source>
        <translation>Suchmodell ändern</translation>
    </message>
    <message>
        <source>Prepare “{name}” again with the search model from Settings?</source>
        <translation>„{name}“ mit dem Suchmodell aus den Einstellungen neu vorbereiten?</translation>
    </message>
    <message>
        <source>You can keep searching meanwhile. If you stop, the library stays as it is.</source>
        <translation>Währenddessen kann weiter gesucht werden. Nach einem Abbruch bleibt die Bibliothek, wie sie ist.</translation>
    </message>
</context>
<context>
    <name>FilesModel</name>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Status</translation>
    </message>
</context>
<context>
    <name>FilesPage</name>
    <message>
        <source>Back to the conversation</source>
        <translation>Zurück zur Unterhaltung</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>Pfad kopieren</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Files in “{name}”</source>
        <translation>Dateien in „{name}“</translation>
    </message>
    <message>
        <source>Folders…</source>
        <translation>Ordner…</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>Auslassen</translation>
    </message>
    <message>
        <source>Make a table of these files</source>
        <translation>Tabelle aus diesen Dateien machen</translation>
    </message>
    <message>
        <source>No files match. Try a broader filter.</source>
        <translation>Keine Datei passt. Den Filter weiter fassen.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Prioritise</source>
        <translation>Zuerst lesen</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>Erneut lesen</translation>
    </message>
    <message>
        <source>Retry unreadable files</source>
        <translation>Nicht lesbare erneut versuchen</translation>
    </message>
    <message>
        <source>Save the filtered list as a table</source>
        <translation>Gefilterte Liste als Tabelle speichern</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner anzeigen</translation>
    </message>
    <message>
        <source>Show only this folder</source>
        <translation>Nur diesen Ordner zeigen</translation>
    </message>
    <message>
        <source>{chosen} of {files} selected</source>
        <translation>{chosen} von {files} ausgewählt</translation>
    </message>
</context>
<context>
    <name>FilesTable</name>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
</context>
<context>
    <name>FilesWords</name>
    <message numerus="yes">
        <source>%Ln files ({size}) will be read</source>
        <translation>
            <numerusform>%Ln Datei ({size}) wird gelesen</numerusform>
            <numerusform>%Ln Dateien ({size}) werden gelesen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln others</source>
        <translation>
            <numerusform>%Ln weitere</numerusform>
            <numerusform>%Ln weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Being read</source>
        <translation>Wird gelesen</translation>
    </message>
    <message>
        <source>Can&apos;t be reached right now. It stays searchable.</source>
        <translation>Zurzeit nicht erreichbar. Bleibt durchsuchbar.</translation>
    </message>
    <message>
        <source>Could not be read. See the reason.</source>
        <translation>Nicht lesbar. Siehe Grund.</translation>
    </message>
    <message>
        <source>Found {files}.</source>
        <translation>{files} gefunden.</translation>
    </message>
    <message>
        <source>Found {files}; {count} left out.</source>
        <translation>{files} gefunden; {count} ausgelassen.</translation>
    </message>
    <message>
        <source>Left out. See the reason.</source>
        <translation>Ausgelassen. Siehe Grund.</translation>
    </message>
    <message>
        <source>Searchable by words and meaning.</source>
        <translation>Nach Wörtern und Bedeutung durchsuchbar.</translation>
    </message>
    <message>
        <source>Searchable by words in about {time}.</source>
        <translation>Nach Wörtern durchsuchbar in etwa {time}.</translation>
    </message>
    <message>
        <source>Searchable by words in less than a minute.</source>
        <translation>Nach Wörtern durchsuchbar in weniger als einer Minute.</translation>
    </message>
    <message>
        <source>Searchable by words only for now.</source>
        <translation>Vorerst nur nach Wörtern durchsuchbar.</translation>
    </message>
    <message>
        <source>This folder contains no files.</source>
        <translation>Dieser Ordner enthält keine Dateien.</translation>
    </message>
    <message>
        <source>Waiting to be read.</source>
        <translation>Wartet auf das Lesen.</translation>
    </message>
    <message>
        <source>in {name}</source>
        <translation>in {name}</translation>
    </message>
    <message>
        <source>without extension</source>
        <translation>ohne Endung</translation>
    </message>
    <message>
        <source>{read}.</source>
        <translation>{read}.</translation>
    </message>
    <message numerus="yes">
        <source>{read}; %Ln are left out.</source>
        <translation>
            <numerusform>{read}; %Ln wird ausgelassen.</numerusform>
            <numerusform>{read}; %Ln werden ausgelassen.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FilterBar</name>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Remove the condition {text}</source>
        <translation>Die Bedingung {text} entfernen</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>{name}: all</source>
        <translation>{name}: alle</translation>
    </message>
</context>
<context>
    <name>FilterMenus</name>
    <message>
        <source>All folders</source>
        <translation>Alle Ordner</translation>
    </message>
    <message>
        <source>All languages</source>
        <translation>Alle Sprachen</translation>
    </message>
    <message>
        <source>All types</source>
        <translation>Alle Typen</translation>
    </message>
    <message>
        <source>From … to …</source>
        <translation>Von … bis …</translation>
    </message>
</context>
<context>
    <name>FilterRow</name>
    <message>
        <source>Condition</source>
        <translation>Bedingung</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>Feld</translation>
    </message>
    <message>
        <source>File name</source>
        <translation>Dateiname</translation>
    </message>
    <message>
        <source>File type</source>
        <translation>Dateityp</translation>
    </message>
    <message>
        <source>Folder and file</source>
        <translation>Ordner und Datei</translation>
    </message>
    <message>
        <source>Heading</source>
        <translation>Überschrift</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Remove this condition</source>
        <translation>Diese Bedingung entfernen</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>above</source>
        <translation>über</translation>
    </message>
    <message>
        <source>at least</source>
        <translation>mindestens</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>höchstens</translation>
    </message>
    <message>
        <source>below</source>
        <translation>unter</translation>
    </message>
    <message>
        <source>contains</source>
        <translation>enthält</translation>
    </message>
    <message>
        <source>does not contain</source>
        <translation>enthält nicht</translation>
    </message>
    <message>
        <source>is</source>
        <translation>ist</translation>
    </message>
    <message>
        <source>is none of</source>
        <translation>ist keins von</translation>
    </message>
    <message>
        <source>is not</source>
        <translation>ist nicht</translation>
    </message>
    <message>
        <source>is one of</source>
        <translation>ist eins von</translation>
    </message>
    <message>
        <source>report.pdf</source>
        <translation>bericht.pdf</translation>
    </message>
</context>
<context>
    <name>FilterRows</name>
    <message>
        <source>Add condition</source>
        <translation>Bedingung hinzufügen</translation>
    </message>
</context>
<context>
    <name>FindAllSection</name>
    <message>
        <source>A word, a name, a number, a date</source>
        <translation>Ein Wort, ein Name, eine Zahl, ein Datum</translation>
    </message>
    <message>
        <source>All mentions…</source>
        <translation>Alle Erwähnungen…</translation>
    </message>
    <message>
        <source>By meaning</source>
        <translation>Nach Bedeutung</translation>
    </message>
    <message>
        <source>Count only the same case, accents, hyphens, and forms of numbers and dates</source>
        <translation>Nur zählen, was in Groß- und Kleinschreibung, Akzenten, Bindestrichen und Form von Zahlen und Daten gleich ist</translation>
    </message>
    <message>
        <source>Every mention in all files, counted by file. Several phrases in quotation marks are counted together.</source>
        <translation>Jede Erwähnung in allen Dateien, nach Dateien gezählt. Mehrere Ausdrücke in Anführungszeichen werden zusammen gezählt.</translation>
    </message>
    <message>
        <source>Exactly as written</source>
        <translation>Genau wie geschrieben</translation>
    </message>
    <message>
        <source>Export all mentions</source>
        <translation>Alle Erwähnungen exportieren</translation>
    </message>
    <message>
        <source>Export what was searched</source>
        <translation>Nachweis exportieren</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Find all</source>
        <translation>Alle finden</translation>
    </message>
    <message>
        <source>Find sentences that are about it, whatever their words; not complete</source>
        <translation>Findet Sätze, die davon handeln, mit welchen Worten auch immer; nicht vollständig</translation>
    </message>
    <message>
        <source>Looking through all files…</source>
        <translation>Alle Dateien werden durchsucht…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>The files have changed. Count again</source>
        <translation>Die Dateien haben sich geändert. Neu zählen</translation>
    </message>
    <message>
        <source>What was searched, as proof…</source>
        <translation>Was durchsucht wurde, als Nachweis…</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>Find in this document</source>
        <translation>In diesem Dokument suchen</translation>
    </message>
    <message>
        <source>Next (Enter)</source>
        <translation>Nächster Treffer (Eingabe)</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>Nicht gefunden</translation>
    </message>
    <message>
        <source>Previous (Shift+Enter)</source>
        <translation>Voriger Treffer (Umschalt+Eingabe)</translation>
    </message>
    <message>
        <source>{place} of {total}</source>
        <translation>{place} von {total}</translation>
    </message>
</context>
<context>
    <name>FindingCard</name>
    <message>
        <source>Accept sentence</source>
        <translation>Satz annehmen</translation>
    </message>
    <message>
        <source>Accept text</source>
        <translation>Text annehmen</translation>
    </message>
    <message>
        <source>Dismiss finding</source>
        <translation>Befund verwerfen</translation>
    </message>
    <message>
        <source>It stays as it is</source>
        <translation>Er bleibt, wie er ist</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Sources that the text names</source>
        <translation>Im Text genannte Quellen</translation>
    </message>
    <message>
        <source>The finding is wrong</source>
        <translation>Der Befund ist falsch</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
</context>
<context>
    <name>FindingList</name>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
</context>
<context>
    <name>FolderAdder</name>
    <message>
        <source>Add files</source>
        <translation>Dateien hinzufügen</translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation>Ordner hinzufügen</translation>
    </message>
    <message>
        <source>My files</source>
        <translation>Meine Dateien</translation>
    </message>
</context>
<context>
    <name>FolderRulesForm</name>
    <message>
        <source> MB</source>
        <translation> MB</translation>
    </message>
    <message>
        <source>Follow .gitignore</source>
        <translation>.gitignore beachten</translation>
    </message>
    <message>
        <source>Leave out (one pattern per line)</source>
        <translation>Auslassen (ein Muster pro Zeile)</translation>
    </message>
    <message>
        <source>Leave out files larger than</source>
        <translation>Größere Dateien auslassen ab</translation>
    </message>
    <message>
        <source>Read hidden files</source>
        <translation>Versteckte Dateien lesen</translation>
    </message>
    <message>
        <source>Recognise text in scans and pictures</source>
        <translation>Text in Scans und Bildern erkennen</translation>
    </message>
    <message>
        <source>“*.bak” matches all files with that extension, “drafts/” a folder anywhere, “/old” only the top level. “!keep.bak” includes a file again.</source>
        <translation>„*.bak“ trifft alle Dateien mit dieser Endung, „drafts/“ einen Ordner an jeder Stelle, „/old“ nur die oberste Ebene. „!keep.bak“ nimmt eine Datei wieder auf.</translation>
    </message>
</context>
<context>
    <name>FoldersDialog</name>
    <message>
        <source>Add folder…</source>
        <translation>Ordner hinzufügen…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Check what will be read</source>
        <translation>Prüfen, was gelesen wird</translation>
    </message>
    <message>
        <source>Earlier states of files</source>
        <translation>Frühere Stände von Dateien</translation>
    </message>
    <message>
        <source>Files are only read, never changed.</source>
        <translation>Dateien werden nur gelesen, nie geändert.</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Folders of “{name}”</source>
        <translation>Ordner von „{name}“</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Vergessen</translation>
    </message>
    <message>
        <source>Forget the earlier states of all files of this library?</source>
        <translation>Die früheren Stände aller Dateien dieser Bibliothek vergessen?</translation>
    </message>
    <message>
        <source>Keep earlier states of files that change</source>
        <translation>Frühere Stände geänderter Dateien behalten</translation>
    </message>
    <message>
        <source>Kept so far: {count}, {size}</source>
        <translation>Bisher behalten: {count}, {size}</translation>
    </message>
    <message>
        <source>Prioritise</source>
        <translation>Zuerst lesen</translation>
    </message>
    <message>
        <source>Programs such as Claude Desktop, Cursor and VS Code may then search this library and read its documents. What they read may go to the servers of their models.</source>
        <translation>Programme wie Claude Desktop, Cursor und VS Code dürfen diese Bibliothek dann durchsuchen und ihre Dokumente lesen. Was sie lesen, kann an die Server ihrer Modelle gehen.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove from library</source>
        <translation>Aus der Bibliothek entfernen</translation>
    </message>
    <message>
        <source>Remove “{name}” with {files} from the library?</source>
        <translation>„{name}“ mit {files} aus der Bibliothek entfernen?</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Share with other programs</source>
        <translation>Für andere Programme freigeben</translation>
    </message>
    <message>
        <source>The files stay where they are. If you add the folder again, they will be read again.</source>
        <translation>Die Dateien bleiben, wo sie sind. Wird der Ordner wieder hinzugefügt, werden sie erneut gelesen.</translation>
    </message>
    <message>
        <source>The library then keeps the text of the last ten states of each file that changes, to compare it with. Backups and copies of the library hold it as well.</source>
        <translation>Die Bibliothek behält dann den Text der letzten zehn Stände jeder geänderten Datei zum Vergleichen. Auch Sicherungen und Kopien der Bibliothek enthalten ihn.</translation>
    </message>
    <message>
        <source>can&apos;t be reached, stays searchable</source>
        <translation>nicht erreichbar, bleibt durchsuchbar</translation>
    </message>
    <message>
        <source>{gone} missing</source>
        <translation>{gone} fehlen</translation>
    </message>
    <message>
        <source>“{name}” will be read first.</source>
        <translation>„{name}“ wird zuerst gelesen.</translation>
    </message>
</context>
<context>
    <name>GridView</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Sheet</source>
        <translation>Tabellenblatt</translation>
    </message>
</context>
<context>
    <name>HighlightCommands</name>
    <message>
        <source>Only PDF files can be highlighted.</source>
        <translation>Nur in PDF-Dateien kann markiert werden.</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Save a copy with highlights</source>
        <translation>Kopie mit Markierungen speichern</translation>
    </message>
    <message>
        <source>Save copies with highlights in</source>
        <translation>Kopien mit Markierungen speichern in</translation>
    </message>
    <message numerus="yes">
        <source>Saved %Ln copies with highlights in “{folder}”.</source>
        <translation>
            <numerusform>%Ln Kopie mit Markierungen in „{folder}“ gespeichert.</numerusform>
            <numerusform>%Ln Kopien mit Markierungen in „{folder}“ gespeichert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Saved “{name}” with %Ln highlights.</source>
        <translation>
            <numerusform>„{name}“ mit %Ln Markierung gespeichert.</numerusform>
            <numerusform>„{name}“ mit %Ln Markierungen gespeichert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
    <message>
        <source>The answer cites no PDF.</source>
        <translation>Die Antwort belegt nichts aus einer PDF-Datei.</translation>
    </message>
    <message>
        <source>{name} – highlights</source>
        <translation>{name} – Markierungen</translation>
    </message>
</context>
<context>
    <name>IndexBuildDialog</name>
    <message>
        <source>Build other indexes of “{name}”</source>
        <translation>Weitere Indexe von „{name}“ aufbauen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>No model is connected.</source>
        <translation>Es ist kein Modell verbunden.</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Einstellungen…</translation>
    </message>
    <message>
        <source>Some ways of searching need their own index. Choose one under Advanced, “Search by”. Building it can take a long time. You can stop, resume later, and ask questions meanwhile.</source>
        <translation>Manche Arten zu suchen brauchen einen eigenen Index. Gewählt wird er unter „Erweitert“, „Suchen mit“. Das Aufbauen kann lange dauern. Es lässt sich abbrechen und später fortsetzen, und Fragen sind währenddessen möglich.</translation>
    </message>
    <message>
        <source>Two of these indexes need one. Connect it in Settings.</source>
        <translation>Zwei dieser Indexe brauchen eins. Es lässt sich in den Einstellungen verbinden.</translation>
    </message>
</context>
<context>
    <name>IndexBuilds</name>
    <message>
        <source>Graph of facts</source>
        <translation>Graph der Fakten</translation>
    </message>
    <message>
        <source>Lists the keywords of every passage, with the model if one is connected. Names and terms are then found at once.</source>
        <translation>Listet die Stichwörter jeder Textstelle auf, mit dem Modell, wenn eins verbunden ist. Namen und Begriffe werden dann sofort gefunden.</translation>
    </message>
    <message>
        <source>Ready: {passages}</source>
        <translation>Bereit: {passages}</translation>
    </message>
    <message>
        <source>Stopped. The part already built was kept.</source>
        <translation>Abgebrochen. Der bereits aufgebaute Teil wurde behalten.</translation>
    </message>
    <message>
        <source>Table of keywords</source>
        <translation>Stichwortverzeichnis</translation>
    </message>
    <message>
        <source>The model records how people and things are connected, for questions that combine several files.</source>
        <translation>Das Modell hält fest, wie Personen und Dinge zusammenhängen, für Fragen über mehrere Dateien hinweg.</translation>
    </message>
    <message>
        <source>The model summarises neighbouring passages, then the summaries. Broad questions then find the right part.</source>
        <translation>Das Modell fasst benachbarte Textstellen zusammen, dann die Zusammenfassungen. Breite Fragen finden so den richtigen Teil.</translation>
    </message>
    <message>
        <source>Tree of summaries</source>
        <translation>Baum aus Zusammenfassungen</translation>
    </message>
    <message>
        <source>Waiting for its turn</source>
        <translation>Wartet, bis es an der Reihe ist</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} von {total}</translation>
    </message>
</context>
<context>
    <name>IndexKindCard</name>
    <message>
        <source>Build</source>
        <translation>Aufbauen</translation>
    </message>
    <message>
        <source>Build: {name}</source>
        <translation>Aufbauen: {name}</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Update</source>
        <translation>Aktualisieren</translation>
    </message>
</context>
<context>
    <name>KeyDialog</name>
    <message>
        <source>API key</source>
        <translation>API-Schlüssel</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Choose one in the settings.</source>
        <translation>In den Einstellungen eins wählen.</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Connect to {service}</source>
        <translation>Mit {service} verbinden</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>Verbinden…</translation>
    </message>
    <message>
        <source>Enter the key first.</source>
        <translation>Zuerst den Schlüssel eingeben.</translation>
    </message>
    <message>
        <source>Get a key</source>
        <translation>Schlüssel besorgen</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>The key is stored in this system&apos;s keychain.</source>
        <translation>Der Schlüssel wird im Schlüsselbund dieses Systems gespeichert.</translation>
    </message>
    <message>
        <source>The service lists no models.</source>
        <translation>Der Dienst listet keine Modelle auf.</translation>
    </message>
    <message>
        <source>This program is portable. Keys and passwords are stored in {file}, in no keychain: whoever gets the folder can read them.</source>
        <translation>Dieses Programm ist portabel. Schlüssel und Passwörter werden in {file} gespeichert, in keinem Schlüsselbund: Wer den Ordner bekommt, kann sie lesen.</translation>
    </message>
    <message>
        <source>This system has no keychain, and {file} cannot be written. A key is forgotten when you close the program.</source>
        <translation>Dieses System hat keinen Schlüsselbund, und {file} kann nicht geschrieben werden. Ein Schlüssel wird beim Schließen des Programms vergessen.</translation>
    </message>
    <message>
        <source>This system has no keychain. Keys and passwords are stored in {file}, which only you can open.</source>
        <translation>Dieses System hat keinen Schlüsselbund. Schlüssel und Passwörter werden in {file} gespeichert, das nur für das eigene Konto lesbar ist.</translation>
    </message>
    <message>
        <source>Your questions, and the passages that belong to them, are sent to {host}.</source>
        <translation>Fragen und die zugehörigen Textstellen werden an {host} gesendet.</translation>
    </message>
</context>
<context>
    <name>LeftOutDialog</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Files left out</source>
        <translation>Ausgelassene Dateien</translation>
    </message>
    <message>
        <source>Filter by name, folder or reason</source>
        <translation>Nach Name, Ordner oder Grund filtern</translation>
    </message>
    <message>
        <source>The first {listed} of {files}</source>
        <translation>Die ersten {listed} von {files}</translation>
    </message>
</context>
<context>
    <name>LeftOutModel</name>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
</context>
<context>
    <name>Libraries</name>
    <message>
        <source>{size} on disk</source>
        <translation>{size} auf dem Datenträger</translation>
    </message>
</context>
<context>
    <name>LibraryCopies</name>
    <message>
        <source>Back up library</source>
        <translation>Bibliothek sichern</translation>
    </message>
    <message>
        <source>Backed up to {file}</source>
        <translation>Gesichert in {file}</translation>
    </message>
    <message>
        <source>Library (*{suffix})</source>
        <translation>Bibliothek (*{suffix})</translation>
    </message>
    <message>
        <source>Open a backup as a library</source>
        <translation>Sicherung als Bibliothek öffnen</translation>
    </message>
    <message>
        <source>{name} copy</source>
        <translation>{name} – Kopie</translation>
    </message>
</context>
<context>
    <name>LibraryDeletion</name>
    <message>
        <source>Conversations: {names}. They stay and can be read, found and exported.</source>
        <translation>Unterhaltungen: {names}. Sie bleiben und lassen sich lesen, finden und exportieren.</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Delete its conversations as well</source>
        <translation>Auch ihre Unterhaltungen löschen</translation>
    </message>
    <message>
        <source>Delete library</source>
        <translation>Bibliothek löschen</translation>
    </message>
    <message>
        <source>Delete the library “{name}”?</source>
        <translation>Die Bibliothek „{name}“ löschen?</translation>
    </message>
    <message>
        <source>The library “{name}” was deleted.</source>
        <translation>Die Bibliothek „{name}“ wurde gelöscht.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Your files stay where they are; {size} become free.</source>
        <translation>Die Dateien bleiben, wo sie sind; {size} werden frei.</translation>
    </message>
    <message>
        <source>{names} and {count} more</source>
        <translation>{names} und {count} weitere</translation>
    </message>
</context>
<context>
    <name>LibraryNotices</name>
    <message>
        <source>Allow it only if these are your folders and belong in this library:</source>
        <translation>Nur erlauben, wenn dies eigene Ordner sind, die in diese Bibliothek gehören:</translation>
    </message>
    <message>
        <source>Don&apos;t read them</source>
        <translation>Nicht einlesen</translation>
    </message>
    <message>
        <source>If you deleted them, remove them here as well. If a drive is disconnected or a sync is running, keep them.</source>
        <translation>Wurden sie gelöscht, können sie auch hier entfernt werden. Ist ein Laufwerk getrennt oder läuft eine Synchronisierung, besser behalten.</translation>
    </message>
    <message>
        <source>Keep them</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Read them</source>
        <translation>Einlesen</translation>
    </message>
    <message>
        <source>Remove them</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>See list</source>
        <translation>Liste zeigen</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>This library comes from elsewhere and lists folders to read. They are not read yet.</source>
        <translation>Diese Bibliothek stammt von anderswo und nennt Ordner zum Einlesen. Sie werden noch nicht gelesen.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>and {count} more</source>
        <translation>und {count} weitere</translation>
    </message>
    <message>
        <source>{gone} of {files} in “{folder}” are gone. They stay searchable.</source>
        <translation>{gone} von {files} in „{folder}“ sind verschwunden. Sie bleiben durchsuchbar.</translation>
    </message>
    <message numerus="yes">
        <source>{names} can&apos;t be reached. Its %Ln files stay searchable.</source>
        <translation>
            <numerusform>{names} ist nicht erreichbar. %Ln Datei darin bleibt durchsuchbar.</numerusform>
            <numerusform>{names} ist nicht erreichbar. %Ln Dateien darin bleiben durchsuchbar.</numerusform>
        </translation>
    </message>
    <message>
        <source>{names} can&apos;t be reached. Its files stay searchable.</source>
        <translation>{names} ist nicht erreichbar. Die Dateien darin bleiben durchsuchbar.</translation>
    </message>
</context>
<context>
    <name>LibraryPane</name>
    <message>
        <source>Conversations</source>
        <translation>Unterhaltungen</translation>
    </message>
    <message>
        <source>Drop files or folders anywhere</source>
        <translation>Dateien oder Ordner irgendwo ablegen</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>Bibliotheken</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>Neue Unterhaltung</translation>
    </message>
    <message>
        <source>New library or files</source>
        <translation>Neue Bibliothek oder Dateien</translation>
    </message>
</context>
<context>
    <name>LinkOpener</name>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open link</source>
        <translation>Link öffnen</translation>
    </message>
    <message>
        <source>Open “{place}”?</source>
        <translation>„{place}“ öffnen?</translation>
    </message>
    <message>
        <source>{address}

The model wrote this link or copied it from a document. The site it leads to sees the whole address. You won&apos;t be asked again about “{place}” until you close the window.</source>
        <translation>{address}

Das Modell hat diesen Link geschrieben oder aus einem Dokument übernommen. Die Website, zu der er führt, sieht die ganze Adresse. Zu „{place}“ wird bis zum Schließen des Fensters nicht mehr gefragt.</translation>
    </message>
</context>
<context>
    <name>LoginRow</name>
    <message>
        <source>On</source>
        <translation>Ein</translation>
    </message>
    <message>
        <source>Start at login</source>
        <translation>Beim Anmelden starten</translation>
    </message>
    <message>
        <source>The window starts minimised, and the folders of your libraries are watched from then on.</source>
        <translation>Das Fenster startet minimiert, und die Ordner der Bibliotheken werden von da an beobachtet.</translation>
    </message>
</context>
<context>
    <name>LongJobs</name>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Building failed.</source>
        <translation>Das Aufbauen ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Herunterladen</translation>
    </message>
    <message>
        <source>Reading stopped. The window says why.</source>
        <translation>Das Lesen wurde angehalten. Das Fenster sagt, warum.</translation>
    </message>
    <message>
        <source>The answer failed.</source>
        <translation>Die Antwort ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>The answer is ready.</source>
        <translation>Die Antwort ist fertig.</translation>
    </message>
    <message>
        <source>The download failed.</source>
        <translation>Der Download ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>The download is complete.</source>
        <translation>Der Download ist abgeschlossen.</translation>
    </message>
    <message>
        <source>The index was built.</source>
        <translation>Der Index wurde aufgebaut.</translation>
    </message>
    <message>
        <source>The library is ready to be asked.</source>
        <translation>Die Bibliothek kann befragt werden.</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Damaged file</source>
        <translation>Beschädigte Datei</translation>
    </message>
</context>
<context>
    <name>McpPage</name>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>Take out again</source>
        <translation>Wieder entfernen</translation>
    </message>
    <message>
        <source>The program then finds the libraries that you share. A copy of its settings is kept beside them.</source>
        <translation>Das Programm findet dann die Bibliotheken, die Sie freigeben. Eine Kopie seiner Einstellungen bleibt daneben liegen.</translation>
    </message>
    <message>
        <source>The settings as they were: {path}</source>
        <translation>Die Einstellungen, wie sie waren: {path}</translation>
    </message>
    <message>
        <source>What changes in the settings of the program</source>
        <translation>Was sich in den Einstellungen des Programms ändert</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>Written.</source>
        <translation>Geschrieben.</translation>
    </message>
    <message>
        <source>{program} is connected.</source>
        <translation>{program} ist verbunden.</translation>
    </message>
</context>
<context>
    <name>MeaningList</name>
    <message>
        <source>Belongs</source>
        <translation>Gehört dazu</translation>
    </message>
    <message>
        <source>Doesn&apos;t belong</source>
        <translation>Gehört nicht dazu</translation>
    </message>
    <message>
        <source>Take the sentence into the result (+); the cut moves</source>
        <translation>Den Satz ins Ergebnis aufnehmen (+); die Grenze verschiebt sich</translation>
    </message>
    <message>
        <source>Take the sentence out of the result (−); the cut moves</source>
        <translation>Den Satz aus dem Ergebnis nehmen (−); die Grenze verschiebt sich</translation>
    </message>
</context>
<context>
    <name>MeaningModel</name>
    <message>
        <source>Cut here. Just below it:</source>
        <translation>Hier abgeschnitten. Knapp darunter:</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>Dokument</translation>
    </message>
    <message>
        <source>Sentence</source>
        <translation>Satz</translation>
    </message>
</context>
<context>
    <name>MentionList</name>
    <message>
        <source>Copy link</source>
        <translation>Link kopieren</translation>
    </message>
    <message>
        <source>Mentions</source>
        <translation>Erwähnungen</translation>
    </message>
</context>
<context>
    <name>Mentions</name>
    <message numerus="yes">
        <source>%Ln mention(s)</source>
        <translation>
            <numerusform>%Ln Erwähnung</numerusform>
            <numerusform>%Ln Erwähnungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Not readable</source>
        <translation>Nicht lesbar</translation>
    </message>
    <message>
        <source>Spelt alike: {words}</source>
        <translation>Ähnlich geschrieben: {words}</translation>
    </message>
    <message>
        <source>Still being read</source>
        <translation>Wird noch gelesen</translation>
    </message>
    <message>
        <source>With mentions</source>
        <translation>Mit Erwähnungen</translation>
    </message>
    <message>
        <source>Without</source>
        <translation>Ohne</translation>
    </message>
    <message>
        <source>Written: {spellings}</source>
        <translation>Geschrieben: {spellings}</translation>
    </message>
</context>
<context>
    <name>Messages</name>
    <message>
        <source>A cell far from all others makes one of its sheets too large to read.</source>
        <translation>Eine Zelle weit weg von allen anderen macht eines der Blätter zu groß zum Lesen.</translation>
    </message>
    <message>
        <source>A connection needs a name.</source>
        <translation>Eine Verbindung braucht einen Namen.</translation>
    </message>
    <message>
        <source>A connection needs a provider.</source>
        <translation>Eine Verbindung braucht einen Anbieter.</translation>
    </message>
    <message>
        <source>A fault in the program interrupted a part of it. That part was started again.</source>
        <translation>Ein Fehler im Programm hat einen Teil davon unterbrochen. Dieser Teil wurde neu gestartet.</translation>
    </message>
    <message>
        <source>A fault in the program interrupted the watching of your folders. They are watched again.</source>
        <translation>Ein Fehler im Programm hat die Beobachtung Ihrer Ordner unterbrochen. Sie werden wieder beobachtet.</translation>
    </message>
    <message>
        <source>A fault in the program interrupted this answer. The part received so far was kept.</source>
        <translation>Ein Fehler im Programm hat diese Antwort unterbrochen. Der bisher empfangene Teil wurde behalten.</translation>
    </message>
    <message>
        <source>A fault in the program interrupted what continues waiting files. It was started again.</source>
        <translation>Ein Fehler im Programm hat unterbrochen, was wartende Dateien weiterliest. Es wurde neu gestartet.</translation>
    </message>
    <message>
        <source>A fault in the program kept this answer from being checked. Check it before you rely on it.</source>
        <translation>Wegen eines Fehlers im Programm wurde diese Antwort nicht geprüft. Prüfen Sie sie, bevor Sie sich darauf verlassen.</translation>
    </message>
    <message>
        <source>A fault in the program kept this answer from being checked. “Documents only” shows none of it.</source>
        <translation>Wegen eines Fehlers im Programm wurde diese Antwort nicht geprüft. „Nur Dokumente“ zeigt nichts davon.</translation>
    </message>
    <message>
        <source>A fault in the program kept this answer from being saved. Copy what you need of it.</source>
        <translation>Wegen eines Fehlers im Programm wurde diese Antwort nicht gespeichert. Kopieren Sie, was Sie davon brauchen.</translation>
    </message>
    <message>
        <source>A library can watch at most {most} things.</source>
        <translation>Eine Bibliothek kann höchstens {most} Dinge beobachten.</translation>
    </message>
    <message>
        <source>A library needs a name of 1 to 120 characters.</source>
        <translation>Eine Bibliothek braucht einen Namen mit 1 bis 120 Zeichen.</translation>
    </message>
    <message>
        <source>A library&apos;s name must be readable text.</source>
        <translation>Der Name einer Bibliothek muss lesbarer Text sein.</translation>
    </message>
    <message>
        <source>A quotation mark is missing in “{line}”.</source>
        <translation>In „{line}“ fehlt ein Anführungszeichen.</translation>
    </message>
    <message>
        <source>A search can have at most {most} conditions like “type:pdf”.</source>
        <translation>Eine Suche kann höchstens {most} Bedingungen wie „type:pdf“ haben.</translation>
    </message>
    <message>
        <source>A text is longer than the model “{model_name}” can read.</source>
        <translation>Ein Text ist länger, als das Modell „{model_name}“ lesen kann.</translation>
    </message>
    <message>
        <source>A title needs at least one letter.</source>
        <translation>Ein Titel braucht mindestens einen Buchstaben.</translation>
    </message>
    <message>
        <source>Add --provider, or --preset with one of: {names}.</source>
        <translation>--provider angeben oder --preset mit einem von: {names}.</translation>
    </message>
    <message>
        <source>Add a spreadsheet or CSV file to the library.</source>
        <translation>Eine Tabellenkalkulation oder CSV-Datei zur Bibliothek hinzufügen.</translation>
    </message>
    <message>
        <source>Add credit at the provider.</source>
        <translation>Beim Anbieter Guthaben aufladen.</translation>
    </message>
    <message>
        <source>Add one first.</source>
        <translation>Zuerst eine hinzufügen.</translation>
    </message>
    <message>
        <source>Add one in the settings, or with “desktop-rag connection add”.</source>
        <translation>In den Einstellungen oder mit „desktop-rag connection add“ eine hinzufügen.</translation>
    </message>
    <message>
        <source>Add spreadsheets, CSV files or documents with tables, or ask the passages instead.</source>
        <translation>Tabellenkalkulationen, CSV-Dateien oder Dokumente mit Tabellen hinzufügen oder stattdessen die Textstellen befragen.</translation>
    </message>
    <message>
        <source>All {files} files were read.</source>
        <translation>Alle {files} Dateien wurden gelesen.</translation>
    </message>
    <message>
        <source>Another file has taken the place of your conversations: {file}.</source>
        <translation>An der Stelle Ihrer Unterhaltungen liegt eine andere Datei: {file}.</translation>
    </message>
    <message>
        <source>Another program changed the data while it was copied.</source>
        <translation>Ein anderes Programm hat die Daten während des Kopierens geändert.</translation>
    </message>
    <message>
        <source>Another program is changing the names of libraries.</source>
        <translation>Ein anderes Programm ändert gerade die Namen von Bibliotheken.</translation>
    </message>
    <message>
        <source>Another program is using {file}.</source>
        <translation>Ein anderes Programm verwendet {file}.</translation>
    </message>
    <message>
        <source>Answers a question from the passages that fit it.</source>
        <translation>Beantwortet eine Frage aus den passenden Textstellen.</translation>
    </message>
    <message>
        <source>Answers are now quotations from your files.</source>
        <translation>Antworten sind jetzt Zitate aus den Dateien.</translation>
    </message>
    <message>
        <source>Any other setting of the model, for example llm.context_window=8192. May be repeated.</source>
        <translation>Jede andere Einstellung des Modells, zum Beispiel llm.context_window=8192. Mehrfach möglich.</translation>
    </message>
    <message>
        <source>Any other setting, for example llm.seed=7; “desktop-rag settings” lists them. May be repeated.</source>
        <translation>Jede andere Einstellung, zum Beispiel llm.seed=7; „desktop-rag settings“ listet sie auf. Mehrfach möglich.</translation>
    </message>
    <message>
        <source>April</source>
        <translation>April</translation>
    </message>
    <message>
        <source>Ask again when no answer uses it.</source>
        <translation>Erneut versuchen, wenn keine Antwort es verwendet.</translation>
    </message>
    <message>
        <source>Ask again, or choose another model.</source>
        <translation>Fragen Sie noch einmal, oder wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>Ask again: it starts anew. If it happens again, choose a smaller model.</source>
        <translation>Erneut fragen: Es startet neu. Passiert es wieder, ein kleineres Modell wählen.</translation>
    </message>
    <message>
        <source>Ask another question.</source>
        <translation>Eine andere Frage stellen.</translation>
    </message>
    <message>
        <source>Attach a picture or a PDF file.</source>
        <translation>Ein Bild oder eine PDF-Datei anhängen.</translation>
    </message>
    <message>
        <source>August</source>
        <translation>August</translation>
    </message>
    <message>
        <source>Available: {names}.</source>
        <translation>Verfügbar: {names}.</translation>
    </message>
    <message>
        <source>By file: {names}.</source>
        <translation>Nach Dateien: {names}.</translation>
    </message>
    <message>
        <source>CAB archives are not read.</source>
        <translation>CAB-Archive werden nicht gelesen.</translation>
    </message>
    <message>
        <source>Cells of the sheet “{name}” refer to texts that are not in the file.</source>
        <translation>Zellen des Blatts „{name}“ verweisen auf Texte, die nicht in der Datei sind.</translation>
    </message>
    <message>
        <source>Change its permissions or choose another --data-dir.</source>
        <translation>Die Berechtigungen ändern oder ein anderes --data-dir wählen.</translation>
    </message>
    <message>
        <source>Change its search model first.</source>
        <translation>Zuerst ihr Suchmodell ändern.</translation>
    </message>
    <message>
        <source>Change the address to {address}.</source>
        <translation>Die Adresse in {address} ändern.</translation>
    </message>
    <message>
        <source>Change the library&apos;s search model.</source>
        <translation>Das Suchmodell der Bibliothek ändern.</translation>
    </message>
    <message>
        <source>Changing to {next}: {done} of {total} passages. Continue with --switch.</source>
        <translation>Wechsel zu {next}: {done} von {total} Textstellen. Mit --switch fortsetzen.</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>Check its address, name and password in this computer&apos;s proxy settings.</source>
        <translation>Adresse, Name und Passwort in den Proxy-Einstellungen dieses Computers prüfen.</translation>
    </message>
    <message>
        <source>Check its name.</source>
        <translation>Den Namen prüfen.</translation>
    </message>
    <message>
        <source>Check its permissions.</source>
        <translation>Die Berechtigungen prüfen.</translation>
    </message>
    <message>
        <source>Check that it exists and that you have permission to change it.</source>
        <translation>Prüfen, ob sie existiert und geändert werden darf.</translation>
    </message>
    <message>
        <source>Check that it exists and that you have permission to read it.</source>
        <translation>Prüfen, ob sie existiert und gelesen werden darf.</translation>
    </message>
    <message>
        <source>Check that you have permission to read the file, or move it elsewhere to start with new settings.</source>
        <translation>Prüfen, ob die Datei gelesen werden darf, oder sie verschieben, um mit neuen Einstellungen zu beginnen.</translation>
    </message>
    <message>
        <source>Check that you have permission to read the file.</source>
        <translation>Prüfen Sie, ob Sie die Datei lesen dürfen.</translation>
    </message>
    <message>
        <source>Check that you have permission to write there and that the disk has space.</source>
        <translation>Prüfen, ob dort geschrieben werden darf und der Datenträger Platz hat.</translation>
    </message>
    <message>
        <source>Check that you may open it.</source>
        <translation>Prüfen, ob sie geöffnet werden darf.</translation>
    </message>
    <message>
        <source>Check the address (http:// for most servers in your own network) and this computer&apos;s date.</source>
        <translation>Die Adresse (http:// bei den meisten Servern im eigenen Netz) und das Datum dieses Computers prüfen.</translation>
    </message>
    <message>
        <source>Check the address and the search model in the settings.</source>
        <translation>Die Adresse und das Suchmodell in den Einstellungen prüfen.</translation>
    </message>
    <message>
        <source>Check the address of the model in the settings.</source>
        <translation>Die Adresse des Modells in den Einstellungen prüfen.</translation>
    </message>
    <message>
        <source>Check the address, or restart the server.</source>
        <translation>Prüfen Sie die Adresse, oder starten Sie den Server neu.</translation>
    </message>
    <message>
        <source>Check the address, or the proxy.</source>
        <translation>Adresse oder Proxy prüfen.</translation>
    </message>
    <message>
        <source>Check the address, the network and the firewall.</source>
        <translation>Adresse, Netzwerk und Firewall prüfen.</translation>
    </message>
    <message>
        <source>Check the address.</source>
        <translation>Die Adresse prüfen.</translation>
    </message>
    <message>
        <source>Check the address. Most servers&apos; addresses end in /v1.</source>
        <translation>Die Adresse prüfen. Bei den meisten Servern endet sie auf /v1.</translation>
    </message>
    <message>
        <source>Check the data folder.</source>
        <translation>Den Datenordner prüfen.</translation>
    </message>
    <message>
        <source>Check the disk, or choose a folder on another one.</source>
        <translation>Den Datenträger prüfen oder einen Ordner auf einem anderen wählen.</translation>
    </message>
    <message>
        <source>Check the disk.</source>
        <translation>Den Datenträger prüfen.</translation>
    </message>
    <message>
        <source>Check the disk. The file will be read again on the next run.</source>
        <translation>Den Datenträger prüfen. Die Datei wird beim nächsten Mal erneut gelesen.</translation>
    </message>
    <message>
        <source>Check the folder and what is left out.</source>
        <translation>Den Ordner prüfen und was ausgelassen wird.</translation>
    </message>
    <message>
        <source>Check the folder {folder}.</source>
        <translation>Prüfen Sie den Ordner {folder}.</translation>
    </message>
    <message>
        <source>Check the key&apos;s rights at the provider, or choose another model.</source>
        <translation>Die Rechte des Schlüssels beim Anbieter prüfen oder ein anderes Modell wählen.</translation>
    </message>
    <message>
        <source>Check the model&apos;s name and options in the settings.</source>
        <translation>Name und Optionen des Modells in den Einstellungen prüfen.</translation>
    </message>
    <message>
        <source>Check the permissions of the data folder.</source>
        <translation>Die Berechtigungen des Datenordners prüfen.</translation>
    </message>
    <message>
        <source>Check the reranker&apos;s address in the settings, or leave it empty.</source>
        <translation>Die Adresse des Rerankers in den Einstellungen prüfen oder leer lassen.</translation>
    </message>
    <message>
        <source>Check the spelling and that the drive is connected.</source>
        <translation>Die Schreibweise prüfen und ob das Laufwerk verbunden ist.</translation>
    </message>
    <message>
        <source>Check the spelling and the internet connection.</source>
        <translation>Schreibweise und Internetverbindung prüfen.</translation>
    </message>
    <message>
        <source>Check the spelling.</source>
        <translation>Die Schreibweise prüfen.</translation>
    </message>
    <message>
        <source>Check the template, and the values that it is given.</source>
        <translation>Prüfen Sie die Vorlage und die Werte, die sie bekommt.</translation>
    </message>
    <message>
        <source>Check this computer&apos;s proxy settings.</source>
        <translation>Die Proxy-Einstellungen dieses Computers prüfen.</translation>
    </message>
    <message>
        <source>Choose a connection to a server.</source>
        <translation>Eine Verbindung zu einem Server wählen.</translation>
    </message>
    <message>
        <source>Choose a file in the GGUF format.</source>
        <translation>Eine Datei im GGUF-Format wählen.</translation>
    </message>
    <message>
        <source>Choose a file that ends in {suffix}.</source>
        <translation>Eine Datei wählen, die auf {suffix} endet.</translation>
    </message>
    <message>
        <source>Choose a file that was written by exporting settings.</source>
        <translation>Eine Datei wählen, die beim Exportieren von Einstellungen entstand.</translation>
    </message>
    <message>
        <source>Choose a folder on a local disk.</source>
        <translation>Einen Ordner auf einem lokalen Datenträger wählen.</translation>
    </message>
    <message>
        <source>Choose a model that can, or another mode.</source>
        <translation>Ein Modell wählen, das es kann, oder einen anderen Modus.</translation>
    </message>
    <message>
        <source>Choose a model with a larger window, or shorten the question.</source>
        <translation>Ein Modell mit größerem Kontextfenster wählen oder die Frage kürzen.</translation>
    </message>
    <message>
        <source>Choose a shorter name.</source>
        <translation>Einen kürzeren Namen wählen.</translation>
    </message>
    <message>
        <source>Choose a smaller model, or close other programs.</source>
        <translation>Ein kleineres Modell wählen oder andere Programme schließen.</translation>
    </message>
    <message>
        <source>Choose a smaller model.</source>
        <translation>Ein kleineres Modell wählen.</translation>
    </message>
    <message>
        <source>Choose an empty or a new folder.</source>
        <translation>Einen leeren oder neuen Ordner wählen.</translation>
    </message>
    <message>
        <source>Choose another --data-dir.</source>
        <translation>Ein anderes --data-dir wählen.</translation>
    </message>
    <message>
        <source>Choose another file in the settings.</source>
        <translation>In den Einstellungen eine andere Datei wählen.</translation>
    </message>
    <message>
        <source>Choose another file.</source>
        <translation>Eine andere Datei wählen.</translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation>Einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>Choose another model in the settings.</source>
        <translation>In den Einstellungen ein anderes Modell wählen.</translation>
    </message>
    <message>
        <source>Choose another model.</source>
        <translation>Ein anderes Modell wählen.</translation>
    </message>
    <message>
        <source>Choose another model; this one may not be for chats.</source>
        <translation>Ein anderes Modell wählen; dieses ist vielleicht nicht für Chats.</translation>
    </message>
    <message>
        <source>Choose another name, or replace it with --force.</source>
        <translation>Einen anderen Namen wählen oder mit --force ersetzen.</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>Einen anderen Namen wählen.</translation>
    </message>
    <message>
        <source>Choose another one.</source>
        <translation>Eine andere wählen.</translation>
    </message>
    <message>
        <source>Choose another place.</source>
        <translation>Einen anderen Ort wählen.</translation>
    </message>
    <message>
        <source>Choose another.</source>
        <translation>Eine andere wählen.</translation>
    </message>
    <message>
        <source>Choose one by its id: {ids}.</source>
        <translation>Eine anhand ihrer Kennung wählen: {ids}.</translation>
    </message>
    <message>
        <source>Choose one in the settings, or with --provider on the command line.</source>
        <translation>In den Einstellungen oder mit --provider auf der Befehlszeile eins wählen.</translation>
    </message>
    <message>
        <source>Choose one in the settings.</source>
        <translation>In den Einstellungen eins wählen.</translation>
    </message>
    <message>
        <source>Choose one of 1 to {most} characters.</source>
        <translation>Einen Namen mit 1 bis {most} Zeichen wählen.</translation>
    </message>
    <message>
        <source>Choose one of {names}.</source>
        <translation>Eins davon wählen: {names}.</translation>
    </message>
    <message>
        <source>Choose one of: {names}.</source>
        <translation>Eins davon wählen: {names}.</translation>
    </message>
    <message>
        <source>Choose one that can; if this one can, switch “Sees images” on in its settings.</source>
        <translation>Eins wählen, das es kann; kann es dieses, in seinen Einstellungen „Sieht Bilder“ einschalten.</translation>
    </message>
    <message>
        <source>Choose one, or remove “{name}”.</source>
        <translation>Eine wählen oder „{name}“ entfernen.</translation>
    </message>
    <message>
        <source>Choose that model in the settings with its server&apos;s address, or change the library&apos;s search model.</source>
        <translation>Wählen Sie dieses Modell in den Einstellungen mit der Adresse seines Servers, oder ändern Sie das Suchmodell der Bibliothek.</translation>
    </message>
    <message>
        <source>Choose the chat mode “react” instead.</source>
        <translation>Stattdessen den Chatmodus „react“ wählen.</translation>
    </message>
    <message>
        <source>Choose the file of a chat model.</source>
        <translation>Die Datei eines Chatmodells wählen.</translation>
    </message>
    <message>
        <source>Choose the folder that was moved.</source>
        <translation>Den verschobenen Ordner wählen.</translation>
    </message>
    <message>
        <source>Choose {minimum} to {maximum}.</source>
        <translation>{minimum} bis {maximum} wählen.</translation>
    </message>
    <message>
        <source>Choose “Read again” in the list of files, or add the file again.</source>
        <translation>In der Dateiliste „Erneut lesen“ wählen oder die Datei neu hinzufügen.</translation>
    </message>
    <message>
        <source>Chroma has no such filter.</source>
        <translation>Chroma hat keinen solchen Filter.</translation>
    </message>
    <message>
        <source>Close other programs and try again.</source>
        <translation>Andere Programme schließen und erneut versuchen.</translation>
    </message>
    <message>
        <source>Close other programs that use it, and check that you have permission to change its folder.</source>
        <translation>Andere Programme schließen, die sie verwenden, und prüfen, ob ihr Ordner geändert werden darf.</translation>
    </message>
    <message>
        <source>Close other programs that use it.</source>
        <translation>Schließen Sie andere Programme, die sie verwenden.</translation>
    </message>
    <message>
        <source>Close other programs, or choose a smaller model.</source>
        <translation>Andere Programme schließen oder ein kleineres Modell wählen.</translation>
    </message>
    <message>
        <source>Close other windows and commands of Desktop RAG and try again.</source>
        <translation>Andere Fenster und Befehle von Desktop RAG beenden und erneut versuchen.</translation>
    </message>
    <message>
        <source>Close the file if another program has it open, or choose another folder.</source>
        <translation>Die Datei schließen, falls ein anderes Programm sie geöffnet hat, oder einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>Close the other window and try again.</source>
        <translation>Das andere Fenster schließen und erneut versuchen.</translation>
    </message>
    <message>
        <source>Close the program, move the folder yourself, and start with the new place.</source>
        <translation>Das Programm schließen, den Ordner selbst verschieben und mit dem neuen Ort starten.</translation>
    </message>
    <message>
        <source>Comments</source>
        <translation>Kommentare</translation>
    </message>
    <message>
        <source>Computes and counts over the tables of spreadsheets, CSV files and documents.</source>
        <translation>Rechnet und zählt über die Tabellen von Tabellenkalkulationen, CSV-Dateien und Dokumenten.</translation>
    </message>
    <message>
        <source>Connect its disk and try again. If the folder has another name now, tell it to “desktop-rag data-folder use”.</source>
        <translation>Den Datenträger anschließen und erneut versuchen. Heißt der Ordner jetzt anders, ihn mit „desktop-rag data-folder use“ angeben.</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Unterhaltung</translation>
    </message>
    <message>
        <source>Copy it again, or ask whoever gave it to you for another copy.</source>
        <translation>Kopieren Sie sie erneut, oder bitten Sie um eine andere Kopie.</translation>
    </message>
    <message>
        <source>Copy it again, or use another backup.</source>
        <translation>Erneut kopieren oder eine andere Sicherung verwenden.</translation>
    </message>
    <message>
        <source>Correct the template: see jinja.palletsprojects.com/templates.</source>
        <translation>Berichtigen Sie die Vorlage: siehe jinja.palletsprojects.com/templates.</translation>
    </message>
    <message>
        <source>Create it first.</source>
        <translation>Zuerst anlegen.</translation>
    </message>
    <message>
        <source>Databases and files of numbers are not read.</source>
        <translation>Datenbanken und Zahlendateien werden nicht gelesen.</translation>
    </message>
    <message>
        <source>Databases cannot be locked in {folder}, as is usual on network drives.</source>
        <translation>In {folder} lassen sich Datenbanken nicht sperren, wie auf vielen Netzlaufwerken.</translation>
    </message>
    <message>
        <source>Deadlines: {found}, in {files} of {count} files.</source>
        <translation>Fristen: {found}, in {files} von {count} Dateien.</translation>
    </message>
    <message>
        <source>December</source>
        <translation>Dezember</translation>
    </message>
    <message>
        <source>Decrypt it with the app that receives it and add that.</source>
        <translation>Mit dem Programm entschlüsseln, das sie empfängt, und das Ergebnis hinzufügen.</translation>
    </message>
    <message>
        <source>Delete the rows and columns beyond the table, save the file and add it again.</source>
        <translation>Die Zeilen und Spalten jenseits der Tabelle löschen, die Datei speichern und neu hinzufügen.</translation>
    </message>
    <message>
        <source>Deleted “{name}”.</source>
        <translation>„{name}“ gelöscht.</translation>
    </message>
    <message>
        <source>Deleted “{name}”. Your files are untouched.</source>
        <translation>„{name}“ gelöscht. Die Dateien sind unberührt.</translation>
    </message>
    <message>
        <source>Desktop RAG is working offline, so nothing was sent to {host}.</source>
        <translation>Desktop RAG arbeitet offline; an {host} wurde nichts gesendet.</translation>
    </message>
    <message>
        <source>Desktop RAG is working offline, so the connection to {host} was closed.</source>
        <translation>Desktop RAG arbeitet offline; die Verbindung zu {host} wurde getrennt.</translation>
    </message>
    <message>
        <source>Diagram</source>
        <translation>Schaubild</translation>
    </message>
    <message>
        <source>Did you mean “{close}”?</source>
        <translation>Gemeint: „{close}“?</translation>
    </message>
    <message>
        <source>Directory {folder} does not exist.</source>
        <translation>Den Ordner {folder} gibt es nicht.</translation>
    </message>
    <message>
        <source>DjVu files are not read.</source>
        <translation>DjVu-Dateien werden nicht gelesen.</translation>
    </message>
    <message>
        <source>Documents of Hangul 3 and older are not read.</source>
        <translation>Dokumente von Hangul 3 und älter werden nicht gelesen.</translation>
    </message>
    <message>
        <source>Download it again to continue where it stopped.</source>
        <translation>Erneut herunterladen, um dort fortzufahren, wo es aufhörte.</translation>
    </message>
    <message>
        <source>Download it again, or choose another model.</source>
        <translation>Erneut herunterladen oder ein anderes Modell wählen.</translation>
    </message>
    <message>
        <source>Download it again, or repair it with the app that created it.</source>
        <translation>Erneut herunterladen oder mit dem Programm reparieren, das es erstellt hat.</translation>
    </message>
    <message>
        <source>Download it again.</source>
        <translation>Erneut herunterladen.</translation>
    </message>
    <message>
        <source>Download it once with “hf download {model_name}”, or give the folder it is in.</source>
        <translation>Einmal mit „hf download {model_name}“ herunterladen oder den Ordner angeben, in dem es liegt.</translation>
    </message>
    <message>
        <source>Download or export the model again.</source>
        <translation>Das Modell neu herunterladen oder exportieren.</translation>
    </message>
    <message>
        <source>Download the model again.</source>
        <translation>Das Modell erneut herunterladen.</translation>
    </message>
    <message>
        <source>Drawings are not read.</source>
        <translation>Zeichnungen werden nicht gelesen.</translation>
    </message>
    <message>
        <source>Each line needs {&quot;id&quot;, &quot;question&quot;, &quot;expected&quot;: [{&quot;file&quot;, &quot;page&quot; and &quot;grade&quot; if there are any}]}.</source>
        <translation>Jede Zeile braucht {&quot;id&quot;, &quot;question&quot;, &quot;expected&quot;: [{&quot;file&quot;, gegebenenfalls &quot;page&quot; und &quot;grade&quot;}]}.</translation>
    </message>
    <message>
        <source>Earlier, the text says {figure}.</source>
        <translation>Weiter oben nennt der Text {figure}.</translation>
    </message>
    <message>
        <source>Enter it in the settings, or remove “rerank” there.</source>
        <translation>In den Einstellungen eingeben oder „rerank“ dort entfernen.</translation>
    </message>
    <message>
        <source>Enter the key again in the settings.</source>
        <translation>Den Schlüssel in den Einstellungen neu eingeben.</translation>
    </message>
    <message>
        <source>Enter the key in the settings.</source>
        <translation>Den Schlüssel in den Einstellungen eingeben.</translation>
    </message>
    <message>
        <source>Enter the name of the model.</source>
        <translation>Den Namen des Modells eingeben.</translation>
    </message>
    <message>
        <source>Example: {example}.</source>
        <translation>Beispiel: {example}.</translation>
    </message>
    <message>
        <source>Export it as HTML, XLSX or CSV.</source>
        <translation>Als HTML, XLSX oder CSV exportieren.</translation>
    </message>
    <message>
        <source>Export it as PDF or DOCX and add that.</source>
        <translation>Als PDF oder DOCX exportieren und das hinzufügen.</translation>
    </message>
    <message>
        <source>Export it with the task “sentence-similarity”, or choose another model.</source>
        <translation>Mit der Aufgabe „sentence-similarity“ exportieren oder ein anderes Modell wählen.</translation>
    </message>
    <message>
        <source>Export it with “optimum-cli export onnx”, or download one that has a folder “onnx”.</source>
        <translation>Mit „optimum-cli export onnx“ exportieren oder eins mit einem Ordner „onnx“ herunterladen.</translation>
    </message>
    <message>
        <source>Exported “{name}” to {file}.</source>
        <translation>„{name}“ nach {file} exportiert.</translation>
    </message>
    <message>
        <source>February</source>
        <translation>Februar</translation>
    </message>
    <message>
        <source>Figure stated differently</source>
        <translation>Zahl anders angegeben</translation>
    </message>
    <message>
        <source>File {path} does not exist.</source>
        <translation>Die Datei {path} gibt es nicht.</translation>
    </message>
    <message>
        <source>Files cannot be sorted by “{name}”.</source>
        <translation>Dateien lassen sich nicht nach „{name}“ sortieren.</translation>
    </message>
    <message>
        <source>Fill the table first, or check the spelling.</source>
        <translation>Die Tabelle zuerst füllen oder die Schreibweise prüfen.</translation>
    </message>
    <message>
        <source>Folders with this name hold files that programs generate.</source>
        <translation>Ordner mit diesem Namen enthalten von Programmen erzeugte Dateien.</translation>
    </message>
    <message>
        <source>Fonts are not read.</source>
        <translation>Schriften werden nicht gelesen.</translation>
    </message>
    <message>
        <source>Footnotes</source>
        <translation>Fußnoten</translation>
    </message>
    <message>
        <source>Forgot the {kind} for {owner}.</source>
        <translation>Vergessen: {kind} für {owner}.</translation>
    </message>
    <message>
        <source>Form entries</source>
        <translation>Formulareinträge</translation>
    </message>
    <message>
        <source>Found:</source>
        <translation>Gefunden:</translation>
    </message>
    <message>
        <source>Free some space and try again.</source>
        <translation>Platz schaffen und erneut versuchen.</translation>
    </message>
    <message>
        <source>Free some space or choose a folder on another disk.</source>
        <translation>Platz schaffen oder einen Ordner auf einem anderen Datenträger wählen.</translation>
    </message>
    <message>
        <source>Give --portable or --data-dir, not both.</source>
        <translation>--portable oder --data-dir angeben, nicht beides.</translation>
    </message>
    <message>
        <source>Give FOLDER or --default.</source>
        <translation>FOLDER oder --default angeben.</translation>
    </message>
    <message>
        <source>Give each its own.</source>
        <translation>Jeder eine eigene geben.</translation>
    </message>
    <message>
        <source>Give either QUERY or --queries FILE.</source>
        <translation>Entweder QUERY oder --queries FILE angeben.</translation>
    </message>
    <message>
        <source>Give it one, as in llm=Ollama(&apos;llama3.2&apos;), or set Settings.llm.</source>
        <translation>Eins angeben, etwa llm=Ollama(&apos;llama3.2&apos;), oder Settings.llm setzen.</translation>
    </message>
    <message>
        <source>Give one of them another name.</source>
        <translation>Einer davon einen anderen Namen geben.</translation>
    </message>
    <message>
        <source>Give only one of --json, --csv, --xlsx, --html and --docx.</source>
        <translation>Nur eines von --json, --csv, --xlsx, --html und --docx angeben.</translation>
    </message>
    <message>
        <source>Header and footer</source>
        <translation>Kopf- und Fußzeile</translation>
    </message>
    <message>
        <source>If it holds tables, save them as CSV and add those.</source>
        <translation>Enthält sie Tabellen, diese als CSV speichern und hinzufügen.</translation>
    </message>
    <message>
        <source>If it holds text, save it as PDF and add that.</source>
        <translation>Enthält sie Text, als PDF speichern und das hinzufügen.</translation>
    </message>
    <message>
        <source>If it shows text, save it as JPEG and add that.</source>
        <translation>Zeigt es Text, als JPEG speichern und das hinzufügen.</translation>
    </message>
    <message>
        <source>If the server is yours, set the environment variable SSL_CERT_FILE to the file of its certificate and start again. Otherwise check the address and this computer&apos;s date.</source>
        <translation>Beim eigenen Server die Umgebungsvariable SSL_CERT_FILE auf die Datei seines Zertifikats setzen und neu starten. Sonst die Adresse und das Datum dieses Computers prüfen.</translation>
    </message>
    <message>
        <source>If there are subtitles or a transcript, add those.</source>
        <translation>Gibt es Untertitel oder eine Abschrift, diese hinzufügen.</translation>
    </message>
    <message>
        <source>If you trust it, split it into smaller files.</source>
        <translation>Ist sie vertrauenswürdig, in kleinere Dateien teilen.</translation>
    </message>
    <message>
        <source>If you trust it, unpack it and add the folder.</source>
        <translation>Ist sie vertrauenswürdig, entpacken und den Ordner hinzufügen.</translation>
    </message>
    <message>
        <source>Import the module that has the class.</source>
        <translation>Importieren Sie das Modul, das die Klasse enthält.</translation>
    </message>
    <message>
        <source>Imported “{name}”: {files}, {passages}.</source>
        <translation>„{name}“ importiert: {files}, {passages}.</translation>
    </message>
    <message>
        <source>Inserted text</source>
        <translation>Eingefügter Text</translation>
    </message>
    <message>
        <source>Install it with “pip install {package}”, or choose another model in the settings.</source>
        <translation>Mit „pip install {package}“ installieren oder in den Einstellungen ein anderes Modell wählen.</translation>
    </message>
    <message>
        <source>Install it, or remove it in Settings.</source>
        <translation>Installieren oder in den Einstellungen entfernen.</translation>
    </message>
    <message>
        <source>Install it: pip install {package}</source>
        <translation>Installieren Sie es: pip install {package}</translation>
    </message>
    <message>
        <source>Install the program again, or Tesseract.</source>
        <translation>Das Programm neu installieren oder Tesseract installieren.</translation>
    </message>
    <message>
        <source>It has no settings.</source>
        <translation>Es hat keine Einstellungen.</translation>
    </message>
    <message>
        <source>It holds more than {limit} MB. The rest was left out.</source>
        <translation>Es enthält mehr als {limit} MB. Der Rest wurde ausgelassen.</translation>
    </message>
    <message>
        <source>It is a link to a folder. Add that folder itself.</source>
        <translation>Es ist eine Verknüpfung zu einem Ordner. Den Ordner selbst hinzufügen.</translation>
    </message>
    <message>
        <source>It is a signature without the signed file.</source>
        <translation>Es ist eine Signatur ohne die signierte Datei.</translation>
    </message>
    <message>
        <source>It is a system file.</source>
        <translation>Es ist eine Systemdatei.</translation>
    </message>
    <message>
        <source>It is damaged. The rest could not be read.</source>
        <translation>Es ist beschädigt. Der Rest war nicht lesbar.</translation>
    </message>
    <message>
        <source>It is hidden.</source>
        <translation>Es ist versteckt.</translation>
    </message>
    <message>
        <source>It is not a document.</source>
        <translation>Es ist kein Dokument.</translation>
    </message>
    <message>
        <source>It is not a document: its content is not text.</source>
        <translation>Es ist kein Dokument: Der Inhalt ist kein Text.</translation>
    </message>
    <message>
        <source>It is not a regular file.</source>
        <translation>Es ist keine gewöhnliche Datei.</translation>
    </message>
    <message>
        <source>It is the same as {twin}.</source>
        <translation>Es ist dasselbe wie {twin}.</translation>
    </message>
    <message>
        <source>It listed the computers that were contacted. The entries that could be read are still listed.</source>
        <translation>Darin waren die kontaktierten Computer aufgelistet. Die lesbaren Einträge sind weiterhin aufgelistet.</translation>
    </message>
    <message>
        <source>It may need more memory than there is. The server&apos;s own messages tell more.</source>
        <translation>Vielleicht braucht es mehr Speicher, als vorhanden ist. Mehr sagen die Meldungen des Servers.</translation>
    </message>
    <message>
        <source>It must be an object; see json-schema.org.</source>
        <translation>Es muss ein Objekt sein; siehe json-schema.org.</translation>
    </message>
    <message>
        <source>It must be {kind}.</source>
        <translation>Erlaubt ist {kind}.</translation>
    </message>
    <message>
        <source>It only introduces what follows.</source>
        <translation>Der Satz leitet nur zum Folgenden über.</translation>
    </message>
    <message>
        <source>It should look like http://localhost:11434.</source>
        <translation>Sie sollte aussehen wie http://localhost:11434.</translation>
    </message>
    <message>
        <source>It stays where it was.</source>
        <translation>Sie bleiben, wo sie waren.</translation>
    </message>
    <message>
        <source>It stored API keys and passwords. Enter them again in the settings.</source>
        <translation>Darin waren API-Schlüssel und Passwörter gespeichert. Sie müssen in den Einstellungen erneut eingegeben werden.</translation>
    </message>
    <message>
        <source>It stored how each model counts tokens. The program learns that again as you ask questions.</source>
        <translation>Darin war gespeichert, wie jedes Modell Tokens zählt. Das Programm lernt es bei weiteren Fragen neu.</translation>
    </message>
    <message>
        <source>It stored how fast files are read on this computer. The program measures that again as it reads.</source>
        <translation>Darin war gespeichert, wie schnell Dateien auf diesem Computer gelesen werden. Das Programm misst es beim Lesen neu.</translation>
    </message>
    <message>
        <source>It stored where your data folder is. From now on the folder you named is used.</source>
        <translation>Darin war gespeichert, wo der Datenordner liegt. Ab jetzt wird der angegebene Ordner verwendet.</translation>
    </message>
    <message>
        <source>It stored which version of the search model is fastest on this computer. The program measures that again.</source>
        <translation>Darin war gespeichert, welche Fassung des Suchmodells auf diesem Computer am schnellsten ist. Das Programm misst es neu.</translation>
    </message>
    <message>
        <source>It unpacks to far more data than it should, as if made to fill the disk. The rest was left out.</source>
        <translation>Es entpackt sich zu weit mehr Daten als erwartet, als sollte es den Datenträger füllen. Der Rest wurde ausgelassen.</translation>
    </message>
    <message>
        <source>Its file lists folders that are not read until you accept them: {command}</source>
        <translation>Ihre Datei nennt Ordner, die erst gelesen werden, wenn Sie sie annehmen: {command}</translation>
    </message>
    <message>
        <source>Its folder cannot be opened. The file stays searchable.</source>
        <translation>Ihr Ordner lässt sich nicht öffnen. Die Datei bleibt durchsuchbar.</translation>
    </message>
    <message>
        <source>Its folder cannot be reached. The file stays searchable.</source>
        <translation>Ihr Ordner ist nicht erreichbar. Die Datei bleibt durchsuchbar.</translation>
    </message>
    <message>
        <source>January</source>
        <translation>Januar</translation>
    </message>
    <message>
        <source>Judged by these files alone. Whether a sentence is true, they don&apos;t tell.</source>
        <translation>Geprüft wurde allein anhand dieser Dateien. Ob ein Satz wahr ist, sagen sie nicht.</translation>
    </message>
    <message>
        <source>July</source>
        <translation>Juli</translation>
    </message>
    <message>
        <source>June</source>
        <translation>Juni</translation>
    </message>
    <message>
        <source>Known: {names}.</source>
        <translation>Bekannt: {names}.</translation>
    </message>
    <message>
        <source>Let its name end in {known}.</source>
        <translation>Der Name muss auf {known} enden.</translation>
    </message>
    <message>
        <source>Libraries ask for their folders again.</source>
        <translation>Bibliotheken fragen erneut nach ihren Ordnern.</translation>
    </message>
    <message>
        <source>Libraries: {others}.</source>
        <translation>Bibliotheken: {others}.</translation>
    </message>
    <message>
        <source>Library: {name}</source>
        <translation>Bibliothek: {name}</translation>
    </message>
    <message>
        <source>Line {line} of the template is no valid Jinja: {reason}.</source>
        <translation>Zeile {line} der Vorlage ist kein gültiges Jinja: {reason}.</translation>
    </message>
    <message>
        <source>Line {number} of {path} has no “id” and “query”.</source>
        <translation>Zeile {number} von {path} hat keine „id“ und „query“.</translation>
    </message>
    <message>
        <source>Line {number} of {path} is not a valid test question.</source>
        <translation>Zeile {number} von {path} ist keine gültige Testfrage.</translation>
    </message>
    <message>
        <source>Line {number} of {path} names no expected source.</source>
        <translation>Zeile {number} von {path} nennt keine erwartete Quelle.</translation>
    </message>
    <message>
        <source>Loading the model took too long.</source>
        <translation>Das Laden des Modells hat zu lange gedauert.</translation>
    </message>
    <message>
        <source>Look again later.</source>
        <translation>Später noch einmal nachsehen.</translation>
    </message>
    <message>
        <source>Look at the server&apos;s own messages, try again later, or choose a smaller model.</source>
        <translation>Die Meldungen des Servers ansehen, später erneut versuchen oder ein kleineres Modell wählen.</translation>
    </message>
    <message>
        <source>Lotus 1-2-3 and Quattro Pro workbooks are not read.</source>
        <translation>Arbeitsmappen von Lotus 1-2-3 und Quattro Pro werden nicht gelesen.</translation>
    </message>
    <message>
        <source>Make a token next: desktop-rag serve allow NAME</source>
        <translation>Als Nächstes ein Token erstellen: desktop-rag serve allow NAME</translation>
    </message>
    <message>
        <source>Make one with SimpleDocumentStore().</source>
        <translation>Mit SimpleDocumentStore() einen anlegen.</translation>
    </message>
    <message>
        <source>March</source>
        <translation>März</translation>
    </message>
    <message>
        <source>May</source>
        <translation>Mai</translation>
    </message>
    <message>
        <source>May be repeated.</source>
        <translation>Mehrfach möglich.</translation>
    </message>
    <message>
        <source>Model: {name}</source>
        <translation>Modell: {name}</translation>
    </message>
    <message>
        <source>Models are sent text and pictures, and this message has a block of {block_type}.</source>
        <translation>An Modelle werden Text und Bilder gesendet; diese Nachricht enthält einen Block der Art {block_type}.</translation>
    </message>
    <message>
        <source>Models that run built in read text only. Choose one of Ollama, of llama.cpp&apos;s server or of an online service.</source>
        <translation>Eingebaute Modelle lesen nur Text. Eines von Ollama, vom Server von llama.cpp oder von einem Onlinedienst wählen.</translation>
    </message>
    <message>
        <source>Models: {names}</source>
        <translation>Modelle: {names}</translation>
    </message>
    <message>
        <source>Must specify `class_name` in reader data.</source>
        <translation>In den Daten des Readers fehlt `class_name`.</translation>
    </message>
    <message>
        <source>Name one in the settings, or choose the built-in one.</source>
        <translation>In den Einstellungen eins angeben oder das eingebaute wählen.</translation>
    </message>
    <message>
        <source>New passages are found by words only for now: {error} The program tries again automatically.</source>
        <translation>Neue Textstellen sind vorerst nur nach Wörtern auffindbar: {error} Das Programm versucht es von selbst erneut.</translation>
    </message>
    <message>
        <source>No conversation says “{words}”.</source>
        <translation>In keiner Unterhaltung steht „{words}“.</translation>
    </message>
    <message>
        <source>No files found in {input_dir}.</source>
        <translation>Keine Dateien in {input_dir} gefunden.</translation>
    </message>
    <message>
        <source>No key was given.</source>
        <translation>Es wurde kein Schlüssel angegeben.</translation>
    </message>
    <message>
        <source>No model is chosen yet.</source>
        <translation>Noch ist kein Modell gewählt.</translation>
    </message>
    <message>
        <source>No model is used: answers are quotations from your files.</source>
        <translation>Es wird kein Modell verwendet: Antworten sind Zitate aus den Dateien.</translation>
    </message>
    <message>
        <source>No passage has this quotation.</source>
        <translation>Keine Textstelle enthält dieses Zitat.</translation>
    </message>
    <message>
        <source>No passage says this.</source>
        <translation>Keine Textstelle sagt das.</translation>
    </message>
    <message>
        <source>No search model is chosen.</source>
        <translation>Es ist kein Suchmodell gewählt.</translation>
    </message>
    <message>
        <source>No server responds at {place}.</source>
        <translation>Unter {place} antwortet kein Server.</translation>
    </message>
    <message>
        <source>No support for this answer was found in your files. Check it before you rely on it.</source>
        <translation>In den Dateien wurde kein Beleg für diese Antwort gefunden. Bitte prüfen, bevor sie verwendet wird.</translation>
    </message>
    <message>
        <source>None of the settings in {file} can be used. Their values are invalid: {names}.</source>
        <translation>Keine der Einstellungen in {file} ist verwendbar. Ihre Werte sind ungültig: {names}.</translation>
    </message>
    <message>
        <source>Not enough disk space to read {names}. Free some space. Reading then continues.</source>
        <translation>Der Platz auf dem Datenträger reicht nicht, um {names} zu lesen. Platz schaffen; dann geht das Lesen weiter.</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Nothing changes.</source>
        <translation>Es ändert sich nichts.</translation>
    </message>
    <message>
        <source>Nothing has left this machine.</source>
        <translation>Nichts hat diesen Computer verlassen.</translation>
    </message>
    <message>
        <source>Nothing in these files seems to be about this.</source>
        <translation>Nichts in diesen Dateien scheint davon zu handeln.</translation>
    </message>
    <message>
        <source>Nothing in this library matches the question. Try different words, or add files that cover it.</source>
        <translation>Nichts in dieser Bibliothek passt zur Frage. Andere Wörter versuchen oder passende Dateien hinzufügen.</translation>
    </message>
    <message>
        <source>Nothing was changed. Correct the file, or choose another one.</source>
        <translation>Es wurde nichts geändert. Die Datei korrigieren oder eine andere wählen.</translation>
    </message>
    <message>
        <source>November</source>
        <translation>November</translation>
    </message>
    <message>
        <source>Number doesn&apos;t fit the list</source>
        <translation>Anzahl passt nicht zur Liste</translation>
    </message>
    <message>
        <source>Number {number} is no longer watched.</source>
        <translation>Nummer {number} wird nicht mehr beobachtet.</translation>
    </message>
    <message>
        <source>October</source>
        <translation>Oktober</translation>
    </message>
    <message>
        <source>Ollama does not have the model “{model}” yet.</source>
        <translation>Ollama hat das Modell „{model}“ noch nicht.</translation>
    </message>
    <message>
        <source>Ollama is not running at {address}.</source>
        <translation>Ollama läuft nicht unter {address}.</translation>
    </message>
    <message>
        <source>Ollama knows no model named “{model}”.</source>
        <translation>Ollama kennt kein Modell namens „{model}“.</translation>
    </message>
    <message>
        <source>On this computer: {listed}.</source>
        <translation>Auf diesem Computer: {listed}.</translation>
    </message>
    <message>
        <source>OneNote notebooks are not read.</source>
        <translation>OneNote-Notizbücher werden nicht gelesen.</translation>
    </message>
    <message>
        <source>Only SELECT is allowed.</source>
        <translation>Nur SELECT ist erlaubt.</translation>
    </message>
    <message>
        <source>Only one SELECT statement is allowed.</source>
        <translation>Nur eine SELECT-Anweisung ist erlaubt.</translation>
    </message>
    <message>
        <source>Only the first {count} pages of it were read.</source>
        <translation>Nur die ersten {count} Seiten davon wurden gelesen.</translation>
    </message>
    <message>
        <source>Reference leads nowhere</source>
        <translation>Verweis ins Leere</translation>
    </message>
    <message>
        <source>The certificate of {place} comes from an authority that this computer does not know, so the connection is not secure.</source>
        <translation>Das Zertifikat von {place} stammt von einer Stelle, die dieser Computer nicht kennt; die Verbindung ist nicht sicher.</translation>
    </message>
    <message>
        <source>The certificate of {place} has expired, so the connection is not secure.</source>
        <translation>Das Zertifikat von {place} ist abgelaufen; die Verbindung ist nicht sicher.</translation>
    </message>
    <message>
        <source>The certificate of {place} is for another name, so the connection is not secure.</source>
        <translation>Das Zertifikat von {place} gilt für einen anderen Namen; die Verbindung ist nicht sicher.</translation>
    </message>
    <message>
        <source>The certificate of {place} is not valid, so the connection is not secure.</source>
        <translation>Das Zertifikat von {place} ist ungültig; die Verbindung ist nicht sicher.</translation>
    </message>
    <message>
        <source>The certificate of {place} is self-signed, so the connection is not secure.</source>
        <translation>Das Zertifikat von {place} ist selbst signiert; die Verbindung ist nicht sicher.</translation>
    </message>
    <message>
        <source>The file has not changed since the library began to keep earlier states.</source>
        <translation>Die Datei hat sich nicht geändert, seit die Bibliothek frühere Stände behält.</translation>
    </message>
    <message>
        <source>The first words came after {seconds} s, after thinking.</source>
        <translation>Die ersten Wörter kamen nach {seconds} s, nach dem Nachdenken.</translation>
    </message>
    <message>
        <source>The first words came after {seconds} s.</source>
        <translation>Die ersten Wörter kamen nach {seconds} s.</translation>
    </message>
    <message>
        <source>The model “{model}” has changed: it returns {count} numbers per text instead of {dimensions}.</source>
        <translation>Das Modell „{model}“ hat sich geändert: Es gibt {count} statt {dimensions} Zahlen je Text zurück.</translation>
    </message>
    <message>
        <source>The names are: {names}.</source>
        <translation>Die Namen sind: {names}.</translation>
    </message>
    <message>
        <source>The picture is damaged.</source>
        <translation>Das Bild ist beschädigt.</translation>
    </message>
    <message>
        <source>The plug-in “{key}” can&apos;t read this file: {reason}.</source>
        <translation>Das Plug-in „{key}“ kann diese Datei nicht lesen: {reason}.</translation>
    </message>
    <message>
        <source>The prompt must contain {variable}.</source>
        <translation>Der Prompt muss {variable} enthalten.</translation>
    </message>
    <message>
        <source>The prompt “{name}” must contain {variable}.</source>
        <translation>Der Prompt „{name}“ muss {variable} enthalten.</translation>
    </message>
    <message>
        <source>The server at {address} does not rerank passages.</source>
        <translation>Der Server unter {address} sortiert keine Textstellen neu.</translation>
    </message>
    <message>
        <source>The source says {words}.</source>
        <translation>Die Quelle sagt {words}.</translation>
    </message>
    <message>
        <source>The spreadsheet is damaged.</source>
        <translation>Die Tabelle ist beschädigt.</translation>
    </message>
    <message>
        <source>There is no prompt named “{name}” here.</source>
        <translation>Einen Prompt namens „{name}“ gibt es hier nicht.</translation>
    </message>
    <message>
        <source>These settings have invalid values in the file and were not imported: {names}.</source>
        <translation>Diese Einstellungen haben in der Datei ungültige Werte und wurden nicht importiert: {names}.</translation>
    </message>
    <message>
        <source>This is too much to be watched.</source>
        <translation>Das ist zu viel, um beobachtet zu werden.</translation>
    </message>
    <message>
        <source>This version does not know {names}.</source>
        <translation>Diese Version kennt {names} nicht.</translation>
    </message>
    <message>
        <source>To get them back, close the program and put a backup in its place. Pictures and attached files are kept for thirty days.</source>
        <translation>Um sie zurückzubekommen, schließen Sie das Programm und legen Sie eine Sicherung an ihre Stelle. Bilder und angehängte Dateien bleiben dreißig Tage erhalten.</translation>
    </message>
    <message>
        <source>To list them, leave out --earlier.</source>
        <translation>Ohne --earlier werden sie aufgelistet.</translation>
    </message>
    <message>
        <source>Total doesn&apos;t add up</source>
        <translation>Summe stimmt nicht</translation>
    </message>
    <message>
        <source>Watch a part of it.</source>
        <translation>Beobachten Sie einen Teil davon.</translation>
    </message>
    <message>
        <source>Watch an answer that cites a document.</source>
        <translation>Beobachten Sie eine Antwort, die ein Dokument zitiert.</translation>
    </message>
    <message>
        <source>Watched: {pins}. Statements looked at again: {looked}. New files: {files}.</source>
        <translation>Beobachtet: {pins}. Erneut angesehene Aussagen: {looked}. Neue Dateien: {files}.</translation>
    </message>
    <message>
        <source>Watched: {title}</source>
        <translation>Beobachtet: {title}</translation>
    </message>
    <message>
        <source>Watching “{title}”, number {number}. Statements: {count}.</source>
        <translation>„{title}“ wird beobachtet, Nummer {number}. Aussagen: {count}.</translation>
    </message>
    <message>
        <source>{file} cannot be compared: {reason}</source>
        <translation>{file} lässt sich nicht vergleichen: {reason}</translation>
    </message>
    <message>
        <source>{file} cannot be opened: that would delete another file.</source>
        <translation>{file} kann nicht geöffnet werden: Dabei würde eine andere Datei gelöscht.</translation>
    </message>
    <message>
        <source>{file} cannot be read: {reason}</source>
        <translation>{file} kann nicht gelesen werden: {reason}</translation>
    </message>
    <message>
        <source>{file} has no page {page}.</source>
        <translation>{file} hat keine Seite {page}.</translation>
    </message>
    <message>
        <source>{file} isn&apos;t in the library “{name}” any more.</source>
        <translation>{file} ist nicht mehr in der Bibliothek „{name}“.</translation>
    </message>
    <message>
        <source>{file}: {reason}</source>
        <translation>{file}: {reason}</translation>
    </message>
    <message>
        <source>{found} of {cells} cells have a value.</source>
        <translation>{found} von {cells} Zellen haben einen Wert.</translation>
    </message>
    <message>
        <source>{found} of {count} files are dated {period}.</source>
        <translation>{found} von {count} Dateien tragen ein Datum in diesem Zeitraum: {period}.</translation>
    </message>
    <message>
        <source>{found} of {count} files state an end in this period: {period}.</source>
        <translation>{found} von {count} Dateien nennen ein Ende in diesem Zeitraum: {period}.</translation>
    </message>
    <message>
        <source>{graph} cannot be loaded: {error}</source>
        <translation>{graph} kann nicht geladen werden: {error}</translation>
    </message>
    <message>
        <source>{holding} of {count} still hold</source>
        <translation>{holding} von {count} gelten noch</translation>
    </message>
    <message>
        <source>{made} cells were filled, {kept} were known.</source>
        <translation>{made} Zellen wurden gefüllt, {kept} waren bekannt.</translation>
    </message>
    <message>
        <source>{model} answered for {answered} of {parts} parts of the texts.</source>
        <translation>{model} hat zu {answered} von {parts} Teilen der Texte geantwortet.</translation>
    </message>
    <message>
        <source>{model} is loaded ({tokens} tokens).</source>
        <translation>{model} ist geladen ({tokens} Tokens).</translation>
    </message>
    <message>
        <source>{model}: about {tokens} tokens.</source>
        <translation>{model}: etwa {tokens} Token.</translation>
    </message>
    <message>
        <source>{number} day</source>
        <translation>{number} Tag</translation>
    </message>
    <message>
        <source>{number} days</source>
        <translation>{number} Tage</translation>
    </message>
    <message>
        <source>{number} hour</source>
        <translation>{number} Stunde</translation>
    </message>
    <message>
        <source>{number} hours</source>
        <translation>{number} Stunden</translation>
    </message>
    <message>
        <source>{number} minute</source>
        <translation>{number} Minute</translation>
    </message>
    <message>
        <source>{number} minutes</source>
        <translation>{number} Minuten</translation>
    </message>
    <message>
        <source>{number} month</source>
        <translation>{number} Monat</translation>
    </message>
    <message>
        <source>{number} months</source>
        <translation>{number} Monate</translation>
    </message>
    <message>
        <source>{number} second</source>
        <translation>{number} Sekunde</translation>
    </message>
    <message>
        <source>{number} seconds</source>
        <translation>{number} Sekunden</translation>
    </message>
    <message>
        <source>{number} week</source>
        <translation>{number} Woche</translation>
    </message>
    <message>
        <source>{number} weeks</source>
        <translation>{number} Wochen</translation>
    </message>
    <message>
        <source>{number} year</source>
        <translation>{number} Jahr</translation>
    </message>
    <message>
        <source>{number} years</source>
        <translation>{number} Jahre</translation>
    </message>
    <message>
        <source>{path} cannot be written: {reason}. You can search and ask; nothing is saved.</source>
        <translation>{path} kann nicht geschrieben werden: {reason}. Suchen und Fragen sind möglich; nichts wird gespeichert.</translation>
    </message>
    <message>
        <source>{path} has changed meanwhile.</source>
        <translation>{path} hat sich inzwischen geändert.</translation>
    </message>
    <message>
        <source>{path} isn&apos;t plain JSON: it may have comments.</source>
        <translation>{path} ist kein reines JSON: Vielleicht enthält die Datei Kommentare.</translation>
    </message>
    <message>
        <source>{read} of {files} documents looked through.</source>
        <translation>{read} von {files} Dokumenten durchgesehen.</translation>
    </message>
    <message>
        <source>{read} of {files} documents looked through. These could not be read:</source>
        <translation>{read} von {files} Dokumenten durchgesehen. Diese waren nicht lesbar:</translation>
    </message>
    <message>
        <source>{read} of {files} documents read.</source>
        <translation>{read} von {files} Dokumenten gelesen.</translation>
    </message>
    <message>
        <source>{read} of {files} documents read. These could not be read:</source>
        <translation>{read} von {files} Dokumenten gelesen. Nicht gelesen werden konnten:</translation>
    </message>
    <message>
        <source>{read} of {files} files were read.</source>
        <translation>{read} von {files} Dateien wurden gelesen.</translation>
    </message>
    <message>
        <source>{same} of {count} sentences or cells that rest on files are unchanged.</source>
        <translation>{same} von {count} Sätzen oder Zellen, die auf Dateien beruhen, sind unverändert.</translation>
    </message>
    <message>
        <source>{total} differences. {same} paragraphs and rows are alike.</source>
        <translation>{total} Unterschiede. {same} Absätze und Zeilen sind gleich.</translation>
    </message>
    <message>
        <source>{total} files differ; unchanged: {same}.</source>
        <translation>{total} Dateien unterscheiden sich; unverändert: {same}.</translation>
    </message>
    <message>
        <source>{written} ({one} or {other})</source>
        <translation>{written} ({one} oder {other})</translation>
    </message>
    <message>
        <source>“desktop-rag link register” lets the system open links.</source>
        <translation>„desktop-rag link register“ lässt das System Links öffnen.</translation>
    </message>
    <message>
        <source>“only_if” of “{column}” needs a column and a value.</source>
        <translation>„only_if“ von „{column}“ braucht eine Spalte (column) und einen Wert (value).</translation>
    </message>
    <message>
        <source>“{column}” depends on “{other}”, which is no column before it.</source>
        <translation>„{column}“ hängt von „{other}“ ab, das keine Spalte davor ist.</translation>
    </message>
    <message>
        <source>“{column}” has an unknown key: {key}.</source>
        <translation>„{column}“ hat einen unbekannten Schlüssel: {key}.</translation>
    </message>
    <message>
        <source>“{column}” has an unknown type. Known types: {types}.</source>
        <translation>„{column}“ hat einen unbekannten Typ. Bekannte Typen: {types}.</translation>
    </message>
    <message>
        <source>“{column}” needs two choices at least, and the type choice.</source>
        <translation>„{column}“ braucht mindestens zwei Auswahlwerte (choices) und den Typ choice.</translation>
    </message>
    <message>
        <source>“{library}” keeps no table “{name}”.</source>
        <translation>„{library}“ hat keine Tabelle „{name}“.</translation>
    </message>
    <message>
        <source>“{name}” can&apos;t use the local API any more.</source>
        <translation>„{name}“ kann die lokale API nicht mehr verwenden.</translation>
    </message>
    <message>
        <source>“{name}” cannot be read: {reason}.</source>
        <translation>„{name}“ kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>“{name}” comes from elsewhere and may not open {file}.</source>
        <translation>„{name}“ stammt von anderswo und darf {file} nicht öffnen.</translation>
    </message>
    <message>
        <source>“{name}” defines no table. {reason}</source>
        <translation>„{name}“ beschreibt keine Tabelle. {reason}</translation>
    </message>
    <message>
        <source>“{name}” has changed since it was checked.</source>
        <translation>„{name}“ wurde seit der Prüfung geändert.</translation>
    </message>
    <message>
        <source>“{name}” has no file {file}.</source>
        <translation>„{name}“ hat keine Datei {file}.</translation>
    </message>
    <message>
        <source>“{name}” is no name for an evidence pack.</source>
        <translation>„{name}“ ist kein Name für ein Beweispaket.</translation>
    </message>
    <message>
        <source>“{name}” is the original, which is never changed.</source>
        <translation>„{name}“ ist das Original, das nie verändert wird.</translation>
    </message>
    <message>
        <source>“{name}” is too long to be kept.</source>
        <translation>„{name}“ ist zu lang, um gespeichert zu werden.</translation>
    </message>
    <message>
        <source>“{name}” isn&apos;t a known way of splitting.</source>
        <translation>„{name}“ ist keine bekannte Art der Aufteilung.</translation>
    </message>
    <message>
        <source>“{name}” keeps earlier states of files that change.</source>
        <translation>„{name}“ behält frühere Stände geänderter Dateien.</translation>
    </message>
    <message>
        <source>“{name}” keeps no earlier states of files.</source>
        <translation>„{name}“ behält keine früheren Stände von Dateien.</translation>
    </message>
    <message>
        <source>“{name}” would be another format than the draft.</source>
        <translation>„{name}“ hätte ein anderes Format als der Entwurf.</translation>
    </message>
    <message>
        <source>“{name}”: {error}</source>
        <translation>„{name}“: {error}</translation>
    </message>
    <message>
        <source>“{one}” and “{other}” may be the same payment.</source>
        <translation>„{one}“ und „{other}“ sind vielleicht dieselbe Zahlung.</translation>
    </message>
    <message>
        <source>“{table}” has no column “{column}”.</source>
        <translation>„{table}“ hat keine Spalte „{column}“.</translation>
    </message>
    <message>
        <source>“{words}” stands in all {count} files.</source>
        <translation>„{words}“ steht in allen {count} Dateien.</translation>
    </message>
    <message>
        <source>“{words}” stands in none of {count} files.</source>
        <translation>„{words}“ steht in keiner von {count} Dateien.</translation>
    </message>
    <message>
        <source>“{words}” stands in {found} of {count} files that are dated {period}.</source>
        <translation>„{words}“ steht in {found} von {count} Dateien mit Datum {period}.</translation>
    </message>
    <message>
        <source>“{words}” stands in {found} of {count} files.</source>
        <translation>„{words}“ steht in {found} von {count} Dateien.</translation>
    </message>
    <message>
        <source>“{words}” stands nowhere in {found} of {count} files.</source>
        <translation>„{words}“ steht in {found} von {count} Dateien nirgends.</translation>
    </message>
    <message>
        <source>⟦ ⟧ enclose words that have no support in the documents.</source>
        <translation>⟦ ⟧ umschließen Wörter, die in den Dokumenten keinen Beleg haben.</translation>
    </message>
    <message>
        <source>Only the question itself was searched for: the model wrote no other.</source>
        <translation>Es wurde nur nach der Frage selbst gesucht: Das Modell hat keine weitere geschrieben.</translation>
    </message>
    <message>
        <source>1 could not be read.</source>
        <translation>1 konnte nicht gelesen werden.</translation>
    </message>
    <message>
        <source>1 difference. {same} paragraphs and rows are alike.</source>
        <translation>1 Unterschied. {same} Absätze und Zeilen sind gleich.</translation>
    </message>
    <message>
        <source>1 earlier state of a file, {size} MB</source>
        <translation>1 früherer Stand einer Datei, {size} MB</translation>
    </message>
    <message>
        <source>1 file differs; unchanged: {same}.</source>
        <translation>1 Datei unterscheidet sich; unverändert: {same}.</translation>
    </message>
    <message>
        <source>1 is still being read.</source>
        <translation>1 wird noch gelesen.</translation>
    </message>
    <message>
        <source>1 mention in 1 of {total} files.</source>
        <translation>1 Erwähnung in 1 von {total} Dateien.</translation>
    </message>
    <message>
        <source>1 of {files} files could not be read.</source>
        <translation>1 von {files} Dateien konnte nicht gelesen werden.</translation>
    </message>
    <message>
        <source>1 of {files} files has changed and is not read again yet.</source>
        <translation>1 von {files} Dateien hat sich geändert und ist noch nicht neu gelesen.</translation>
    </message>
    <message>
        <source>1 of {files} files is found by its words only so far, not by meaning.</source>
        <translation>1 von {files} Dateien wird bisher nur nach Wörtern gefunden, nicht nach Bedeutung.</translation>
    </message>
    <message>
        <source>1 of {files} files is not read yet.</source>
        <translation>1 von {files} Dateien ist noch nicht gelesen.</translation>
    </message>
    <message>
        <source>1 passage is found by words only, because the model cannot read it ({names}).</source>
        <translation>1 Textstelle ist nur nach Wörtern auffindbar, weil das Modell sie nicht lesen kann ({names}).</translation>
    </message>
    <message>
        <source>1 sentence in 1 of {total} files.</source>
        <translation>1 Satz in 1 von {total} Dateien.</translation>
    </message>
    <message>
        <source>A client&apos;s name is 1 to 40 letters, digits and signs.</source>
        <translation>Der Name eines Programms hat 1 bis 40 Buchstaben, Ziffern und Zeichen.</translation>
    </message>
    <message>
        <source>A column has no name.</source>
        <translation>Eine Spalte hat keinen Namen.</translation>
    </message>
    <message>
        <source>A copy with highlights is a PDF.</source>
        <translation>Eine Kopie mit Markierungen ist eine PDF-Datei.</translation>
    </message>
    <message>
        <source>A fault in the program kept this cell from being filled.</source>
        <translation>Ein Fehler im Programm hat verhindert, dass diese Zelle gefüllt wurde.</translation>
    </message>
    <message>
        <source>A file was last read on {date}.</source>
        <translation>Zuletzt wurde am {date} eine Datei gelesen.</translation>
    </message>
    <message>
        <source>A later version of the program made it.</source>
        <translation>Eine spätere Version des Programms hat es erstellt.</translation>
    </message>
    <message>
        <source>A new file says something about this</source>
        <translation>Eine neue Datei sagt etwas dazu</translation>
    </message>
    <message>
        <source>A person set this value.</source>
        <translation>Eine Person hat diesen Wert gesetzt.</translation>
    </message>
    <message>
        <source>A portable program leaves nothing on the computer that it runs on.</source>
        <translation>Ein portables Programm hinterlässt nichts auf dem Computer, auf dem es läuft.</translation>
    </message>
    <message>
        <source>A question about images</source>
        <translation>Eine Frage zu Bildern</translation>
    </message>
    <message>
        <source>A table can be made of {most} chosen files at most.</source>
        <translation>Eine Tabelle kann aus höchstens {most} gewählten Dateien bestehen.</translation>
    </message>
    <message>
        <source>A table is either new columns or one of the library.</source>
        <translation>Eine Tabelle besteht aus neuen Spalten oder ist eine der Bibliothek.</translation>
    </message>
    <message>
        <source>A text of “{column}” is too long.</source>
        <translation>Ein Text von „{column}“ ist zu lang.</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Worüber</translation>
    </message>
    <message>
        <source>Abstract</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>Add files, or choose others.</source>
        <translation>Dateien hinzufügen oder andere wählen.</translation>
    </message>
    <message>
        <source>Add the file, or a folder that it lies in.</source>
        <translation>Die Datei hinzufügen oder einen Ordner, in dem sie liegt.</translation>
    </message>
    <message>
        <source>Add this below “{key}” yourself: {entry}</source>
        <translation>Dies unter „{key}“ selbst einfügen: {entry}</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Nachher</translation>
    </message>
    <message>
        <source>Also checked against: {names}</source>
        <translation>Auch geprüft an: {names}</translation>
    </message>
    <message>
        <source>Amounts and dates: as the register reads them.</source>
        <translation>Beträge und Daten: so, wie das Register sie liest.</translation>
    </message>
    <message>
        <source>An evidence pack holds at most {most} sentences or cells.</source>
        <translation>Ein Beweispaket fasst höchstens {most} Sätze oder Zellen.</translation>
    </message>
    <message>
        <source>Annotation</source>
        <translation>Anmerkung</translation>
    </message>
    <message>
        <source>Another program uses the port {port}.</source>
        <translation>Ein anderes Programm verwendet den Port {port}.</translation>
    </message>
    <message>
        <source>Another version of the program drew this page. Go by the sentences listed here.</source>
        <translation>Eine andere Version des Programms hat diese Seite gezeichnet. Es gelten die hier aufgeführten Sätze.</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Ask a question about the files in this library. It has none that can be read yet.</source>
        <translation>Stelle eine Frage zu den Dateien in dieser Bibliothek. Sie enthält noch keine lesbaren Dateien.</translation>
    </message>
    <message>
        <source>Ask a question about your files, for example: {question}</source>
        <translation>Stelle eine Frage zu deinen Dateien, zum Beispiel: {question}</translation>
    </message>
    <message>
        <source>Ask for a version without this restriction.</source>
        <translation>Um eine Fassung ohne diese Einschränkung bitten.</translation>
    </message>
    <message>
        <source>Asked at {time} (UTC).</source>
        <translation>Gefragt am {time} (UTC).</translation>
    </message>
    <message>
        <source>At the prices in the settings: about {cost}.</source>
        <translation>Zu den Preisen in den Einstellungen: etwa {cost}.</translation>
    </message>
    <message>
        <source>At this rate the rest takes about {minutes} min.</source>
        <translation>In diesem Tempo dauert der Rest etwa {minutes} min.</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <source>Build it with: desktop-rag build NAME {kind}</source>
        <translation>Aufbauen mit: desktop-rag build NAME {kind}</translation>
    </message>
    <message>
        <source>Building this index</source>
        <translation>Der Aufbau dieses Index</translation>
    </message>
    <message>
        <source>Cells not filled yet: {count}. Run the command again for them.</source>
        <translation>Noch nicht gefüllte Zellen: {count}. Den Befehl dafür noch einmal ausführen.</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Check it again.</source>
        <translation>Noch einmal prüfen.</translation>
    </message>
    <message>
        <source>Check it in parts.</source>
        <translation>Den Text in Teilen prüfen.</translation>
    </message>
    <message>
        <source>Check that you have permission to write in your home folder.</source>
        <translation>Prüfen, ob im Benutzerordner geschrieben werden darf.</translation>
    </message>
    <message>
        <source>Check the file and its permissions, then try again.</source>
        <translation>Die Datei und ihre Rechte prüfen und noch einmal versuchen.</translation>
    </message>
    <message>
        <source>Checked against {files} files.</source>
        <translation>Geprüft an {files} Dateien.</translation>
    </message>
    <message>
        <source>Checked text</source>
        <translation>Geprüfter Text</translation>
    </message>
    <message>
        <source>Choose a file with text, or paste some.</source>
        <translation>Eine Datei mit Text wählen oder Text einfügen.</translation>
    </message>
    <message>
        <source>Choose a folder, or make the table of all documents.</source>
        <translation>Einen Ordner wählen oder die Tabelle aus allen Dokumenten machen.</translation>
    </message>
    <message>
        <source>Choose a question that was answered.</source>
        <translation>Eine Frage wählen, die beantwortet wurde.</translation>
    </message>
    <message>
        <source>Choose a size from {least} to {most}.</source>
        <translation>Eine Größe von {least} bis {most} wählen.</translation>
    </message>
    <message>
        <source>Choose an answer with sentences, or a filled table.</source>
        <translation>Eine Antwort mit Sätzen oder eine gefüllte Tabelle wählen.</translation>
    </message>
    <message>
        <source>Choose an overlap from 0 to {most}.</source>
        <translation>Eine Überlappung von 0 bis {most} wählen.</translation>
    </message>
    <message>
        <source>Choose another format.</source>
        <translation>Ein anderes Format wählen.</translation>
    </message>
    <message>
        <source>Choose another name or folder for the copy.</source>
        <translation>Einen anderen Namen oder Ordner für die Kopie wählen.</translation>
    </message>
    <message>
        <source>Choose another port, with --port.</source>
        <translation>Mit --port einen anderen Port wählen.</translation>
    </message>
    <message>
        <source>Clients: {names}.</source>
        <translation>Programme: {names}.</translation>
    </message>
    <message>
        <source>Close other programs and try again. If that does not help, restore it from a backup.</source>
        <translation>Schließen Sie andere Programme und versuchen Sie es erneut. Wenn das nicht hilft, stellen Sie sie aus einer Sicherung wieder her.</translation>
    </message>
    <message>
        <source>Closest:</source>
        <translation>Am nächsten kommt:</translation>
    </message>
    <message>
        <source>Compare it with another.</source>
        <translation>Mit einer anderen vergleichen.</translation>
    </message>
    <message>
        <source>Connect a model, or write SELECT … FROM documents. Its columns: {names}</source>
        <translation>Ein Modell verbinden oder SELECT … FROM documents schreiben. Die Spalten: {names}</translation>
    </message>
    <message>
        <source>Connect one first.</source>
        <translation>Zuerst eines verbinden.</translation>
    </message>
    <message>
        <source>Connected to {model} ({tokens} tokens).</source>
        <translation>Verbunden mit {model} ({tokens} Tokens).</translation>
    </message>
    <message>
        <source>Connection timed out</source>
        <translation>Zeitüberschreitung</translation>
    </message>
    <message>
        <source>Contradicted</source>
        <translation>Widersprochen</translation>
    </message>
    <message>
        <source>Contradicted.</source>
        <translation>Widersprochen.</translation>
    </message>
    <message>
        <source>Copy it now: it is not shown again.</source>
        <translation>Jetzt kopieren: Es wird nicht noch einmal angezeigt.</translation>
    </message>
    <message>
        <source>Copy protection locks these chapters, and they were left out: {names}.</source>
        <translation>Diese Kapitel sind durch einen Kopierschutz gesperrt und wurden ausgelassen: {names}.</translation>
    </message>
    <message>
        <source>Copy the link again where it comes from.</source>
        <translation>Den Link dort, wo er herkommt, noch einmal kopieren.</translation>
    </message>
    <message>
        <source>Correct the file.</source>
        <translation>Die Datei berichtigen.</translation>
    </message>
    <message>
        <source>Could not be read</source>
        <translation>Nicht lesbar</translation>
    </message>
    <message>
        <source>Cut here. Just below it:</source>
        <translation>Hier abgeschnitten. Knapp darunter:</translation>
    </message>
    <message>
        <source>Deadline: {what}</source>
        <translation>Frist: {what}</translation>
    </message>
    <message>
        <source>Desktop RAG has contacted no other computer. Other programs have read shared libraries.</source>
        <translation>Desktop RAG hat keinen anderen Computer kontaktiert. Andere Programme haben freigegebene Bibliotheken gelesen.</translation>
    </message>
    <message>
        <source>Device or resource busy</source>
        <translation>Gerät oder Datei ist belegt</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>Unterschiede</translation>
    </message>
    <message>
        <source>Differs: {words}</source>
        <translation>Weicht ab: {words}</translation>
    </message>
    <message>
        <source>Directory not empty</source>
        <translation>Ordner ist nicht leer</translation>
    </message>
    <message>
        <source>Dismissed:</source>
        <translation>Verworfen:</translation>
    </message>
    <message>
        <source>Dismissed: {about}</source>
        <translation>Verworfen: {about}</translation>
    </message>
    <message>
        <source>Enter what a million tokens cost under “Model” in the settings.</source>
        <translation>In den Einstellungen unter „Modell“ eingeben, was eine Million Tokens kosten.</translation>
    </message>
    <message>
        <source>Every file that was looked at could be read.</source>
        <translation>Alle bisher geprüften Dateien konnten gelesen werden.</translation>
    </message>
    <message>
        <source>Every mention of {words}</source>
        <translation>Jede Erwähnung von {words}</translation>
    </message>
    <message>
        <source>Evidence pack</source>
        <translation>Beweispaket</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>Datei existiert bereits</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>Dateiname ist zu lang</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>Datei ist zu groß</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Files read</source>
        <translation>Gelesene Dateien</translation>
    </message>
    <message>
        <source>Files that are still being read</source>
        <translation>Dateien, die noch gelesen werden</translation>
    </message>
    <message>
        <source>Files that could not be read</source>
        <translation>Nicht lesbare Dateien</translation>
    </message>
    <message>
        <source>Files that were read and have none</source>
        <translation>Gelesene Dateien ohne Erwähnung</translation>
    </message>
    <message>
        <source>Files that were read in part</source>
        <translation>Teilweise gelesene Dateien</translation>
    </message>
    <message>
        <source>Files with mentions</source>
        <translation>Dateien mit Erwähnungen</translation>
    </message>
    <message>
        <source>Flatpak doesn&apos;t let this program write such entries; add it in the desktop&apos;s own settings.</source>
        <translation>Flatpak lässt dieses Programm keine solchen Einträge schreiben; in den Einstellungen des Desktops hinzufügen.</translation>
    </message>
    <message>
        <source>Forget {states}?</source>
        <translation>Vergessen: {states}?</translation>
    </message>
    <message>
        <source>Found in the document: {value}</source>
        <translation>Im Dokument gefunden: {value}</translation>
    </message>
    <message>
        <source>Give --keep or --discard, not both.</source>
        <translation>Entweder --keep oder --discard angeben.</translation>
    </message>
    <message>
        <source>Give its name, or the end of its path.</source>
        <translation>Den Namen oder das Ende des Pfads angeben.</translation>
    </message>
    <message>
        <source>Give one of --columns, --template, --ask and --kept.</source>
        <translation>Eines von --columns, --template, --ask und --kept angeben.</translation>
    </message>
    <message>
        <source>Give one of --conversation, --table and --text.</source>
        <translation>Eines von --conversation, --table und --text angeben.</translation>
    </message>
    <message>
        <source>Give one of them.</source>
        <translation>Eines von beiden angeben.</translation>
    </message>
    <message>
        <source>Give only one of --json and --csv.</source>
        <translation>Nur eines von --json und --csv angeben.</translation>
    </message>
    <message>
        <source>Give only one of --json, --csv and --ics.</source>
        <translation>Nur eines von --json, --csv und --ics angeben.</translation>
    </message>
    <message>
        <source>Give the file of an evidence pack.</source>
        <translation>Die Datei eines Beweispakets angeben.</translation>
    </message>
    <message>
        <source>Give the name of the table to --kept.</source>
        <translation>Den Namen der Tabelle mit --kept angeben.</translation>
    </message>
    <message>
        <source>Give the uri of a result, or a library and a file.</source>
        <translation>Die uri eines Ergebnisses angeben, oder eine Bibliothek und eine Datei.</translation>
    </message>
    <message>
        <source>Give the whole path of the file.</source>
        <translation>Den ganzen Pfad der Datei angeben.</translation>
    </message>
    <message>
        <source>Give the whole path of the folder.</source>
        <translation>Den ganzen Pfad des Ordners angeben.</translation>
    </message>
    <message>
        <source>Give two files or folders, or one with --earlier or --since.</source>
        <translation>Zwei Dateien oder Ordner angeben, oder einen mit --earlier oder --since.</translation>
    </message>
    <message>
        <source>Give two folders, or one with --since.</source>
        <translation>Zwei Ordner angeben, oder einen mit --since.</translation>
    </message>
    <message>
        <source>Gone</source>
        <translation>Weggefallen</translation>
    </message>
    <message>
        <source>Heading</source>
        <translation>Überschrift</translation>
    </message>
    <message>
        <source>Holds again</source>
        <translation>Gilt wieder</translation>
    </message>
    <message>
        <source>Import the library, or add the file to one of yours.</source>
        <translation>Die Bibliothek importieren oder die Datei einer eigenen hinzufügen.</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>Ein-/Ausgabefehler</translation>
    </message>
    <message>
        <source>Install Desktop RAG there, or use “desktop-rag open LINK”.</source>
        <translation>Desktop RAG dort installieren oder „desktop-rag open LINK“ verwenden.</translation>
    </message>
    <message>
        <source>Install it with: pip install &quot;desktop-rag[serve]&quot;</source>
        <translation>Installieren mit: pip install &quot;desktop-rag[serve]&quot;</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>Das ist ein Ordner</translation>
    </message>
    <message>
        <source>It belongs to Zotero itself.</source>
        <translation>Sie gehört zu Zotero selbst.</translation>
    </message>
    <message>
        <source>It has no [[columns]].</source>
        <translation>Sie enthält kein [[columns]].</translation>
    </message>
    <message>
        <source>It has no words.</source>
        <translation>Der Satz enthält keine Wörter.</translation>
    </message>
    <message>
        <source>It has not been read yet.</source>
        <translation>Sie wurde noch nicht gelesen.</translation>
    </message>
    <message>
        <source>It is a courtesy.</source>
        <translation>Das ist eine Höflichkeitsformel.</translation>
    </message>
    <message>
        <source>It is a heading.</source>
        <translation>Das ist eine Überschrift.</translation>
    </message>
    <message>
        <source>It is a question.</source>
        <translation>Das ist eine Frage.</translation>
    </message>
    <message>
        <source>It is a template, a sample or a draft.</source>
        <translation>Das ist eine Vorlage, ein Muster oder ein Entwurf.</translation>
    </message>
    <message>
        <source>It is code, or the head of a table.</source>
        <translation>Das ist Code oder der Kopf einer Tabelle.</translation>
    </message>
    <message>
        <source>It is data, a log or source code.</source>
        <translation>Das sind Daten, ein Protokoll oder Quelltext.</translation>
    </message>
    <message>
        <source>It is not an evidence pack, or its proof was removed.</source>
        <translation>Es ist kein Beweispaket, oder sein Beweis wurde entfernt.</translation>
    </message>
    <message>
        <source>It is not signed, so nothing shows who made it.</source>
        <translation>Es ist nicht signiert; nichts zeigt, wer es erstellt hat.</translation>
    </message>
    <message>
        <source>It is not valid TOML: {error}.</source>
        <translation>Sie ist kein gültiges TOML: {error}.</translation>
    </message>
    <message>
        <source>It is on another computer, which a pack cannot have this program contact.</source>
        <translation>Sie liegt auf einem anderen Computer, den das Programm nicht wegen eines Pakets anspricht.</translation>
    </message>
    <message>
        <source>It is signed with the key {fingerprint}. Ask whoever gave it to you whether the key is theirs.</source>
        <translation>Es ist mit dem Schlüssel {fingerprint} signiert. Wer das Paket gegeben hat, kann sagen, ob das der eigene Schlüssel ist.</translation>
    </message>
    <message>
        <source>It is signed with your key, {fingerprint}.</source>
        <translation>Es ist mit dem eigenen Schlüssel signiert: {fingerprint}.</translation>
    </message>
    <message>
        <source>It is too large for an evidence pack.</source>
        <translation>Es ist zu groß für ein Beweispaket.</translation>
    </message>
    <message>
        <source>It is whole, but not as this program makes evidence packs.</source>
        <translation>Es ist unversehrt, aber nicht so, wie dieses Programm Beweispakete erstellt.</translation>
    </message>
    <message>
        <source>It said: “{said}”</source>
        <translation>Er meldete: „{said}“</translation>
    </message>
    <message>
        <source>It said: “{said}”.</source>
        <translation>Er meldete: „{said}“.</translation>
    </message>
    <message>
        <source>It says that something is not known.</source>
        <translation>Der Satz sagt, dass etwas nicht bekannt ist.</translation>
    </message>
    <message>
        <source>It shows words other than those it proves.</source>
        <translation>Es zeigt andere Worte, als es beweist.</translation>
    </message>
    <message>
        <source>It stands on page {page}, not on page {cited}.</source>
        <translation>Es steht auf Seite {page}, nicht auf Seite {cited}.</translation>
    </message>
    <message>
        <source>It stored how the window was arranged and the questions you had not asked yet. The window starts with defaults.</source>
        <translation>Darin waren die Anordnung des Fensters und noch nicht gestellte Fragen gespeichert. Das Fenster beginnt mit den Standardwerten.</translation>
    </message>
    <message>
        <source>It tells an opinion, a wish or a feeling.</source>
        <translation>Der Satz gibt eine Meinung, einen Wunsch oder ein Gefühl wieder.</translation>
    </message>
    <message>
        <source>It was changed after it was made.</source>
        <translation>Es wurde nach dem Erstellen geändert.</translation>
    </message>
    <message>
        <source>It was still thinking after {seconds} s. Its answers take a while.</source>
        <translation>Nach {seconds} s dachte es noch nach. Seine Antworten dauern eine Weile.</translation>
    </message>
    <message>
        <source>Its files are read without authors, collections and notes. A newer version of this program may read them.</source>
        <translation>Ihre Dateien werden ohne Autoren, Sammlungen und Notizen gelesen. Eine neuere Version dieses Programms kann sie vielleicht lesen.</translation>
    </message>
    <message>
        <source>Its files are read without authors, collections and notes. Open it in Zotero, which can repair it.</source>
        <translation>Ihre Dateien werden ohne Autoren, Sammlungen und Notizen gelesen. In Zotero öffnen; Zotero kann sie reparieren.</translation>
    </message>
    <message>
        <source>Its files were not looked at.</source>
        <translation>Seine Dateien wurden nicht angesehen.</translation>
    </message>
    <message>
        <source>Its pages are 1 to {count}.</source>
        <translation>Die Seiten sind 1 bis {count}.</translation>
    </message>
    <message>
        <source>Its signature is not that of the key that it names.</source>
        <translation>Seine Signatur ist nicht die des Schlüssels, den es nennt.</translation>
    </message>
    <message>
        <source>Its tables: {names}.</source>
        <translation>Ihre Tabellen: {names}.</translation>
    </message>
    <message>
        <source>Kept as a test question. These words won&apos;t be quoted for it again.</source>
        <translation>Als Testfrage gespeichert. Diese Wörter werden für sie nicht wieder zitiert.</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Known tables: {names}.</source>
        <translation>Bekannte Tabellen: {names}.</translation>
    </message>
    <message>
        <source>Left out, as the files do not say it: {count}.</source>
        <translation>Weggelassen, weil es nicht in den Dateien steht: {count}.</translation>
    </message>
    <message>
        <source>Left out, because no sentence says it: {count}.</source>
        <translation>Ausgelassen, weil kein Satz es sagt: {count}.</translation>
    </message>
    <message>
        <source>Let the library read the file again, and ask or search once more.</source>
        <translation>Die Bibliothek die Datei noch einmal lesen lassen und erneut fragen oder suchen.</translation>
    </message>
    <message>
        <source>Let the library read the folder first.</source>
        <translation>Erlauben Sie der Bibliothek zuerst, den Ordner zu lesen.</translation>
    </message>
    <message>
        <source>Let the name of the copy end in .pdf.</source>
        <translation>Den Namen der Kopie auf .pdf enden lassen.</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Links no longer open in this program.</source>
        <translation>Links werden nicht mehr mit diesem Programm geöffnet.</translation>
    </message>
    <message>
        <source>Links now open in this program: {where}</source>
        <translation>Links werden jetzt mit diesem Programm geöffnet: {where}</translation>
    </message>
    <message>
        <source>List item</source>
        <translation>Listenpunkt</translation>
    </message>
    <message>
        <source>Look at the difference again.</source>
        <translation>Den Unterschied noch einmal ansehen.</translation>
    </message>
    <message>
        <source>Look for words instead, or choose the built-in search model for this library.</source>
        <translation>Suchen Sie stattdessen nach Wörtern, oder wählen Sie für diese Bibliothek das eingebaute Suchmodell.</translation>
    </message>
    <message>
        <source>Looked for</source>
        <translation>Gesucht</translation>
    </message>
    <message>
        <source>Made at {time} (UTC) by {program}.</source>
        <translation>Erstellt am {time} (UTC) mit {program}.</translation>
    </message>
    <message>
        <source>Make one for each part.</source>
        <translation>Für jeden Teil eines erstellen.</translation>
    </message>
    <message>
        <source>Meaning: not complete. The {read} nearest of {passages} passages were read.</source>
        <translation>Bedeutung: nicht vollständig. Gelesen wurden die {read} nächsten von {passages} Passagen.</translation>
    </message>
    <message>
        <source>Meaning: not complete. The {read} nearest passages were read.</source>
        <translation>Bedeutung: nicht vollständig. Gelesen wurden die {read} nächsten Passagen.</translation>
    </message>
    <message>
        <source>Mentions of “{words}”: {mentions}, in {found} of {count} files.</source>
        <translation>Erwähnungen von „{words}“: {mentions}, in {found} von {count} Dateien.</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>Verschoben</translation>
    </message>
    <message>
        <source>Neither its library nor its file can be found here.</source>
        <translation>Weder die Bibliothek noch die Datei ist hier zu finden.</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Newer</source>
        <translation>Neuer</translation>
    </message>
    <message>
        <source>Newer, as a document says:</source>
        <translation>Neuer, wie ein Dokument sagt:</translation>
    </message>
    <message>
        <source>Next time “{file}” comes first for this question.</source>
        <translation>Beim nächsten Mal steht „{file}“ bei dieser Frage zuerst.</translation>
    </message>
    <message>
        <source>No PDF mentions it.</source>
        <translation>Keine PDF-Datei erwähnt es.</translation>
    </message>
    <message>
        <source>No differences. {same} paragraphs and rows are alike.</source>
        <translation>Keine Unterschiede. {same} Absätze und Zeilen sind gleich.</translation>
    </message>
    <message>
        <source>No file differs; unchanged: {same}.</source>
        <translation>Keine Datei unterscheidet sich; unverändert: {same}.</translation>
    </message>
    <message>
        <source>No file has been read yet.</source>
        <translation>Es wurde noch keine Datei gelesen.</translation>
    </message>
    <message>
        <source>No library called “{name}” is shared with other programs.</source>
        <translation>Keine Bibliothek namens „{name}“ ist für andere Programme freigegeben.</translation>
    </message>
    <message>
        <source>No library is shared with other programs.</source>
        <translation>Keine Bibliothek ist für andere Programme freigegeben.</translation>
    </message>
    <message>
        <source>No longer holds</source>
        <translation>Gilt nicht mehr</translation>
    </message>
    <message>
        <source>No mentions in {total} files.</source>
        <translation>Keine Erwähnung in {total} Dateien.</translation>
    </message>
    <message>
        <source>No model is connected.</source>
        <translation>Kein Modell ist verbunden.</translation>
    </message>
    <message>
        <source>No program has a token.</source>
        <translation>Kein Programm hat ein Token.</translation>
    </message>
    <message>
        <source>No reason is known.</source>
        <translation>Ein Grund ist nicht bekannt.</translation>
    </message>
    <message>
        <source>No source yet</source>
        <translation>Noch keine Quelle</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>Auf dem Datenträger ist kein Platz mehr</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>Datei oder Ordner nicht gefunden</translation>
    </message>
    <message>
        <source>None of the files has such a place.</source>
        <translation>Keine der Dateien hat eine solche Stelle.</translation>
    </message>
    <message>
        <source>None of the words stand in “{name}” as it is now.</source>
        <translation>Keine der Stellen steht noch in „{name}“, wie die Datei jetzt ist.</translation>
    </message>
    <message>
        <source>None of {count} files is dated {period}.</source>
        <translation>Keine von {count} Dateien trägt ein Datum in diesem Zeitraum: {period}.</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>Das ist kein Ordner</translation>
    </message>
    <message>
        <source>Not checked</source>
        <translation>Nicht geprüft</translation>
    </message>
    <message>
        <source>Not counted, as they depend on something and have no day: {count}.</source>
        <translation>Nicht gezählt, weil sie von etwas abhängen und keinen Tag haben: {count}.</translation>
    </message>
    <message>
        <source>Not readable: {files}.</source>
        <translation>Nicht lesbar: {files}.</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Note: {note}</source>
        <translation>Anmerkung: {note}</translation>
    </message>
    <message>
        <source>Notes on {work}</source>
        <translation>Notizen zu {work}</translation>
    </message>
    <message>
        <source>Nothing differs from the last run.</source>
        <translation>Gegenüber dem letzten Durchlauf hat sich nichts geändert.</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>Kein Beleg gefunden</translation>
    </message>
    <message>
        <source>Nothing found.</source>
        <translation>Kein Beleg gefunden.</translation>
    </message>
    <message>
        <source>Nothing is cited here, so there is no list of works to write.</source>
        <translation>Hier wird nichts zitiert, also gibt es keine Werke aufzulisten.</translation>
    </message>
    <message>
        <source>Nothing was registered.</source>
        <translation>Es war nichts angemeldet.</translation>
    </message>
    <message>
        <source>Nothing was written.</source>
        <translation>Es wurde nichts geschrieben.</translation>
    </message>
    <message>
        <source>Number of documents in the table: {count}.</source>
        <translation>Dokumente in der Tabelle: {count}.</translation>
    </message>
    <message>
        <source>Number of files that were not read: {files}.</source>
        <translation>Anzahl der nicht gelesenen Dateien: {files}.</translation>
    </message>
    <message>
        <source>Number of files: {files}.</source>
        <translation>Anzahl der Dateien: {files}.</translation>
    </message>
    <message>
        <source>Number of files: {files}. Number of pages: {pages}.</source>
        <translation>Anzahl der Dateien: {files}. Anzahl der Seiten: {pages}.</translation>
    </message>
    <message>
        <source>Number of formats: {formats}.</source>
        <translation>Anzahl der Formate: {formats}.</translation>
    </message>
    <message>
        <source>Only PDF files can be highlighted.</source>
        <translation>Nur in PDF-Dateien kann markiert werden.</translation>
    </message>
    <message>
        <source>Only some of the words stand in: {names}.</source>
        <translation>Nur einige der Wörter stehen in: {names}.</translation>
    </message>
    <message>
        <source>Only the built-in search model finds every passage by meaning.</source>
        <translation>Nur das eingebaute Suchmodell findet alle Passagen nach Bedeutung.</translation>
    </message>
    <message>
        <source>Only the first {count} rows are shown.</source>
        <translation>Nur die ersten {count} Zeilen werden gezeigt.</translation>
    </message>
    <message>
        <source>Only these documents: {count} chosen ones</source>
        <translation>Nur diese Dokumente: gewählt {count}</translation>
    </message>
    <message>
        <source>Only these documents: {count} chosen ones, {query}</source>
        <translation>Nur diese Dokumente: gewählt {count}, {query}</translation>
    </message>
    <message>
        <source>Only these documents: {query}</source>
        <translation>Nur diese Dokumente: {query}</translation>
    </message>
    <message>
        <source>Only these files: {names}</source>
        <translation>Nur diese Dateien: {names}</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open it in LibreOffice, save it in its own format and add that.</source>
        <translation>In LibreOffice öffnen, in dessen Format speichern und das hinzufügen.</translation>
    </message>
    <message>
        <source>Open it in Outlook and save it again.</source>
        <translation>In Outlook öffnen und neu speichern.</translation>
    </message>
    <message>
        <source>Open it in Word and save it as DOCX.</source>
        <translation>In Word öffnen und als DOCX speichern.</translation>
    </message>
    <message>
        <source>Open it in another program, save it there, and add that file.</source>
        <translation>Sie in einem anderen Programm öffnen, dort speichern und diese Datei hinzufügen.</translation>
    </message>
    <message>
        <source>Open it in the app that created it and save it again, or download it again.</source>
        <translation>In der App öffnen, die sie erstellt hat, und neu speichern oder erneut herunterladen.</translation>
    </message>
    <message>
        <source>Open it in the app that created it and save it again.</source>
        <translation>In der App öffnen, die sie erstellt hat, und neu speichern.</translation>
    </message>
    <message>
        <source>Open it in the app that created it and save it as PDF.</source>
        <translation>In der App öffnen, die sie erstellt hat, und als PDF speichern.</translation>
    </message>
    <message>
        <source>Open it in the app that created it.</source>
        <translation>In der App öffnen, die sie erstellt hat.</translation>
    </message>
    <message>
        <source>Open it in your mail program and save it again.</source>
        <translation>Im Mailprogramm öffnen und neu speichern.</translation>
    </message>
    <message>
        <source>Open it there, print it as a PDF and add that file.</source>
        <translation>Öffnen Sie es dort, drucken Sie es als PDF und fügen Sie diese Datei hinzu.</translation>
    </message>
    <message>
        <source>Open only links of programs that you trust.</source>
        <translation>Nur Links aus vertrauenswürdigen Programmen öffnen.</translation>
    </message>
    <message>
        <source>Open the file in the app that created it.</source>
        <translation>Die Datei in der App öffnen, die sie erstellt hat.</translation>
    </message>
    <message>
        <source>OpenAI needs an API key.</source>
        <translation>OpenAI braucht einen API-Schlüssel.</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>Vorgang nicht erlaubt</translation>
    </message>
    <message>
        <source>Other path</source>
        <translation>Anderer Pfad</translation>
    </message>
    <message>
        <source>Other programs can&apos;t use “{name}” any more.</source>
        <translation>Andere Programme können „{name}“ nicht mehr nutzen.</translation>
    </message>
    <message>
        <source>Other programs may use “{name}” now.</source>
        <translation>Andere Programme dürfen „{name}“ jetzt nutzen.</translation>
    </message>
    <message>
        <source>Outlook data files are not read.</source>
        <translation>Outlook-Datendateien werden nicht gelesen.</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Page {label}</source>
        <translation>Seite {label}</translation>
    </message>
    <message>
        <source>Page {number} is damaged and was left out.</source>
        <translation>Seite {number} ist beschädigt und wurde ausgelassen.</translation>
    </message>
    <message>
        <source>Paragraph</source>
        <translation>Absatz</translation>
    </message>
    <message>
        <source>Partly supported</source>
        <translation>Teilweise belegt</translation>
    </message>
    <message>
        <source>Partly supported.</source>
        <translation>Teilweise belegt.</translation>
    </message>
    <message>
        <source>Passages of {chosen} tokens are not possible with this way of splitting.</source>
        <translation>Textstellen von {chosen} Tokens sind mit dieser Art der Aufteilung nicht möglich.</translation>
    </message>
    <message>
        <source>Passages of {chosen} tokens cannot overlap by {overlap}.</source>
        <translation>Textstellen von {chosen} Tokens können sich nicht um {overlap} überlappen.</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>Pfad</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>Keine Berechtigung</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Pictures are not read: text recognition (OCR) is switched off.</source>
        <translation>Bilder werden nicht gelesen: Die Texterkennung (OCR) ist ausgeschaltet.</translation>
    </message>
    <message>
        <source>Pictures cannot be read: text recognition (OCR) is not installed.</source>
        <translation>Bilder können nicht gelesen werden: Die Texterkennung (OCR) ist nicht installiert.</translation>
    </message>
    <message>
        <source>Places not found in the file as it is now: {count}.</source>
        <translation>Stellen, die in der Datei, wie sie jetzt ist, nicht gefunden wurden: {count}.</translation>
    </message>
    <message>
        <source>PostScript is not read.</source>
        <translation>PostScript wird nicht gelesen.</translation>
    </message>
    <message>
        <source>Print the file to a PDF and add that.</source>
        <translation>Die Datei als PDF drucken und diese hinzufügen.</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>Programs and disk images are not read.</source>
        <translation>Programme und Datenträgerabbilder werden nicht gelesen.</translation>
    </message>
    <message>
        <source>Project files are not read.</source>
        <translation>Project-Dateien werden nicht gelesen.</translation>
    </message>
    <message>
        <source>Put it back, or remove it from the library.</source>
        <translation>Zurücklegen oder aus der Bibliothek entfernen.</translation>
    </message>
    <message>
        <source>Put {variable} where that text belongs.</source>
        <translation>{variable} dort einsetzen, wo dieser Text hingehört.</translation>
    </message>
    <message>
        <source>Qdrant has no filter “{operator}”.</source>
        <translation>Qdrant hat keinen Filter „{operator}“.</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Quit Claude Desktop completely and start it again.</source>
        <translation>Claude Desktop ganz beenden und neu starten.</translation>
    </message>
    <message>
        <source>Quotation</source>
        <translation>Zitat</translation>
    </message>
    <message>
        <source>Quotation marks come in pairs.</source>
        <translation>Anführungszeichen stehen paarweise.</translation>
    </message>
    <message>
        <source>Quotations from the documents; no model wrote this answer.</source>
        <translation>Zitate aus den Dokumenten; kein Modell hat diese Antwort geschrieben.</translation>
    </message>
    <message>
        <source>Quoted</source>
        <translation>Zitiert</translation>
    </message>
    <message>
        <source>Quoted from {name}</source>
        <translation>Zitiert von {name}</translation>
    </message>
    <message>
        <source>Quoted without a model.</source>
        <translation>Ohne Modell zitiert.</translation>
    </message>
    <message>
        <source>RAR archives are not read.</source>
        <translation>RAR-Archive werden nicht gelesen.</translation>
    </message>
    <message>
        <source>Raise the limit, or ask a narrower question.</source>
        <translation>Die Grenze erhöhen oder eine engere Frage stellen.</translation>
    </message>
    <message>
        <source>Raise “Longest answer”, switch its thinking off, or choose another model.</source>
        <translation>„Längste Antwort“ erhöhen, das Nachdenken ausschalten oder ein anderes Modell wählen.</translation>
    </message>
    <message>
        <source>Raw photographs are not read.</source>
        <translation>Rohdatenfotos werden nicht gelesen.</translation>
    </message>
    <message>
        <source>Read it in the app you bought it for, or add a copy without it.</source>
        <translation>Das Buch in der App lesen, für die es gekauft wurde, oder eine Kopie ohne Kopierschutz hinzufügen.</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>Dateisystem ist schreibgeschützt</translation>
    </message>
    <message>
        <source>Reader class name {name} not found.</source>
        <translation>Es gibt keine Reader-Klasse mit dem Namen {name}.</translation>
    </message>
    <message>
        <source>Reading is paused.</source>
        <translation>Das Lesen ist angehalten.</translation>
    </message>
    <message>
        <source>Reading the file needs too much memory, so it was not read.</source>
        <translation>Das Lesen der Datei braucht zu viel Speicher; sie wurde nicht gelesen.</translation>
    </message>
    <message>
        <source>Reading the file took too long, so it was not read.</source>
        <translation>Das Lesen der Datei hat zu lange gedauert; sie wurde nicht gelesen.</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>References</source>
        <translation>Belege</translation>
    </message>
    <message>
        <source>Remarks can&apos;t be written into “{name}”.</source>
        <translation>In „{name}“ lassen sich keine Anmerkungen schreiben.</translation>
    </message>
    <message>
        <source>Remove it from the folder of libraries, or ask whoever gave it to you for another copy.</source>
        <translation>Entfernen Sie sie aus dem Ordner der Bibliotheken, oder bitten Sie um eine andere Kopie.</translation>
    </message>
    <message>
        <source>Remove it, or add the model files again.</source>
        <translation>Entfernen oder die Modelldateien wieder hinzufügen.</translation>
    </message>
    <message>
        <source>Remove some of them.</source>
        <translation>Einige davon entfernen.</translation>
    </message>
    <message>
        <source>Remove the words with a minus before them.</source>
        <translation>Die Wörter mit einem Minus davor entfernen.</translation>
    </message>
    <message>
        <source>Removed the connection “{name}”.</source>
        <translation>Die Verbindung „{name}“ wurde entfernt.</translation>
    </message>
    <message>
        <source>Renamed or moved</source>
        <translation>Umbenannt oder verschoben</translation>
    </message>
    <message>
        <source>Renumbered</source>
        <translation>Neu nummeriert</translation>
    </message>
    <message>
        <source>Rephrase it with the names of the columns, or choose a larger model.</source>
        <translation>Mit den Namen der Spalten umformulieren oder ein größeres Modell wählen.</translation>
    </message>
    <message>
        <source>Restart its server, or choose another model.</source>
        <translation>Den Server neu starten oder ein anderes Modell wählen.</translation>
    </message>
    <message>
        <source>Restart the program.</source>
        <translation>Das Programm neu starten.</translation>
    </message>
    <message>
        <source>Restore it from a backup or delete it.</source>
        <translation>Aus einer Sicherung wiederherstellen oder löschen.</translation>
    </message>
    <message>
        <source>Restore it from a backup, or try again to start with a new one. Libraries are not affected.</source>
        <translation>Aus einer Sicherung wiederherstellen oder erneut versuchen, um mit einer neuen zu beginnen. Bibliotheken sind nicht betroffen.</translation>
    </message>
    <message>
        <source>Revoke it, or choose another name.</source>
        <translation>Das Token widerrufen oder einen anderen Namen wählen.</translation>
    </message>
    <message>
        <source>Revoke one that is not needed.</source>
        <translation>Ein nicht benötigtes Token widerrufen.</translation>
    </message>
    <message>
        <source>Run text recognition (OCR) on the file and add the result.</source>
        <translation>Texterkennung (OCR) auf die Datei anwenden und das Ergebnis hinzufügen.</translation>
    </message>
    <message>
        <source>Run: desktop-rag pin add {name} …</source>
        <translation>Aufrufen: desktop-rag pin add {name} …</translation>
    </message>
    <message>
        <source>Run: ollama pull {model}</source>
        <translation>Ausführen: ollama pull {model}</translation>
    </message>
    <message>
        <source>SHA-256 of the file</source>
        <translation>SHA-256 der Datei</translation>
    </message>
    <message>
        <source>SHA-256 of the passage</source>
        <translation>SHA-256 der Textstelle</translation>
    </message>
    <message>
        <source>SHA-256 of the picture</source>
        <translation>SHA-256 des Bildes</translation>
    </message>
    <message>
        <source>Save a copy without the password and add that.</source>
        <translation>Eine Kopie ohne Passwort speichern und diese hinzufügen.</translation>
    </message>
    <message>
        <source>Save a smaller copy and add that.</source>
        <translation>Eine kleinere Kopie speichern und diese hinzufügen.</translation>
    </message>
    <message>
        <source>Save it as DOCX and add that.</source>
        <translation>Als DOCX speichern und das hinzufügen.</translation>
    </message>
    <message>
        <source>Save it as HWPX or DOCX and add that.</source>
        <translation>Als HWPX oder DOCX speichern und das hinzufügen.</translation>
    </message>
    <message>
        <source>Save it as PDF and add that.</source>
        <translation>Als PDF speichern und das hinzufügen.</translation>
    </message>
    <message>
        <source>Save it as UTF-8, and check it again.</source>
        <translation>Als UTF-8 speichern und noch einmal prüfen.</translation>
    </message>
    <message>
        <source>Save it as XLSX and add that.</source>
        <translation>Als XLSX speichern und das hinzufügen.</translation>
    </message>
    <message>
        <source>Save it as XLSX or PDF and add that.</source>
        <translation>Als XLSX oder PDF speichern und das hinzufügen.</translation>
    </message>
    <message>
        <source>Save it in one of these formats and check that: {known}.</source>
        <translation>In einem dieser Formate speichern und diese Datei prüfen: {known}.</translation>
    </message>
    <message>
        <source>Save some in the window, or pass a file of them.</source>
        <translation>Im Fenster welche speichern oder eine Datei damit angeben.</translation>
    </message>
    <message>
        <source>Save the messages as MSG or EML and add those.</source>
        <translation>Die Nachrichten als MSG oder EML speichern und diese hinzufügen.</translation>
    </message>
    <message>
        <source>Save the messages inside it by themselves and add those.</source>
        <translation>Die Nachrichten darin einzeln speichern und hinzufügen.</translation>
    </message>
    <message>
        <source>Saved the connection “{name}”.</source>
        <translation>Die Verbindung „{name}“ wurde gespeichert.</translation>
    </message>
    <message>
        <source>Say in a TextBlock what is in it.</source>
        <translation>Sagen Sie in einem TextBlock, was darin ist.</translation>
    </message>
    <message>
        <source>See json-schema.org for the form.</source>
        <translation>Die Form steht auf json-schema.org.</translation>
    </message>
    <message>
        <source>See {place}.</source>
        <translation>Siehe {place}.</translation>
    </message>
    <message>
        <source>Select more of the sentence or row that answers it.</source>
        <translation>Mehr von dem Satz oder der Zeile markieren, die sie beantwortet.</translation>
    </message>
    <message>
        <source>Select the words that answer the question.</source>
        <translation>Die Wörter markieren, die die Frage beantworten.</translation>
    </message>
    <message>
        <source>Select them in the text of the file.</source>
        <translation>Sie im Text der Datei markieren.</translation>
    </message>
    <message>
        <source>Sentence</source>
        <translation>Satz</translation>
    </message>
    <message>
        <source>September</source>
        <translation>September</translation>
    </message>
    <message>
        <source>Serve the original model again, or change the library&apos;s search model.</source>
        <translation>Das ursprüngliche Modell wieder bereitstellen oder das Suchmodell der Bibliothek ändern.</translation>
    </message>
    <message>
        <source>Set “Context window” to {tokens} or less, or close other programs.</source>
        <translation>„Kontextfenster“ auf {tokens} oder weniger setzen oder andere Programme schließen.</translation>
    </message>
    <message>
        <source>Set “{column}” of {file} next: it tells most about how often the column is right.</source>
        <translation>Tragen Sie als Nächstes „{column}“ von {file} ein: Das sagt am meisten darüber, wie oft die Spalte richtigliegt.</translation>
    </message>
    <message>
        <source>Settings begin with: {known}.</source>
        <translation>Einstellungen beginnen mit: {known}.</translation>
    </message>
    <message>
        <source>Several files are called “{file}”: {files}.</source>
        <translation>Mehrere Dateien heißen „{file}“: {files}.</translation>
    </message>
    <message>
        <source>Several files have such a place: {files}. Name the file in your question.</source>
        <translation>Mehrere Dateien haben eine solche Stelle: {files}. Nenne die Datei in deiner Frage.</translation>
    </message>
    <message>
        <source>Several folders are called “{folder}”: {folders}.</source>
        <translation>Mehrere Ordner heißen „{folder}“: {folders}.</translation>
    </message>
    <message>
        <source>Share a library next: desktop-rag mcp share NAME</source>
        <translation>Als Nächstes eine Bibliothek freigeben: desktop-rag mcp share NAME</translation>
    </message>
    <message>
        <source>Share it in Desktop RAG, or search again.</source>
        <translation>In Desktop RAG freigeben, oder noch einmal suchen.</translation>
    </message>
    <message>
        <source>Share one in Desktop RAG, or with “desktop-rag mcp share NAME”.</source>
        <translation>In Desktop RAG oder mit „desktop-rag mcp share NAME“ eine freigeben.</translation>
    </message>
    <message>
        <source>Shared libraries: {names}.</source>
        <translation>Freigegebene Bibliotheken: {names}.</translation>
    </message>
    <message>
        <source>Sheet</source>
        <translation>Tabellenblatt</translation>
    </message>
    <message>
        <source>Shorten it.</source>
        <translation>Kürzen Sie es.</translation>
    </message>
    <message>
        <source>Shown again: {about}</source>
        <translation>Wieder angezeigt: {about}</translation>
    </message>
    <message>
        <source>Signed with the Ed25519 key whose fingerprint is</source>
        <translation>Signiert mit dem Ed25519-Schlüssel, dessen Fingerabdruck ist:</translation>
    </message>
    <message>
        <source>Since the last run: documents that are new {new}, that are gone {gone}, cells that differ {cells}.</source>
        <translation>Seit dem letzten Durchlauf: neue Dokumente {new}, nicht mehr vorhandene {gone}, abweichende Zellen {cells}.</translation>
    </message>
    <message>
        <source>Slide {number} is damaged and was left out.</source>
        <translation>Folie {number} ist beschädigt und wurde ausgelassen.</translation>
    </message>
    <message>
        <source>Some of its parts are nested too deeply to be read.</source>
        <translation>Einige Teile sind zu tief verschachtelt, um gelesen zu werden.</translation>
    </message>
    <message>
        <source>Something beside the text, as comments or charts, is damaged and was left out.</source>
        <translation>Etwas neben dem Text, etwa Kommentare oder Diagramme, ist beschädigt und wurde ausgelassen.</translation>
    </message>
    <message>
        <source>Something needs attention; see the lines marked “wrong”.</source>
        <translation>Etwas braucht Aufmerksamkeit; siehe die mit „wrong“ markierten Zeilen.</translation>
    </message>
    <message>
        <source>Something that this library watches cannot be read.</source>
        <translation>Etwas, das diese Bibliothek beobachtet, kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Sound and video are not read.</source>
        <translation>Ton und Video werden nicht gelesen.</translation>
    </message>
    <message>
        <source>Spellings found</source>
        <translation>Gefundene Schreibweisen</translation>
    </message>
    <message>
        <source>Spelt alike: {words}</source>
        <translation>Ähnlich geschrieben: {words}</translation>
    </message>
    <message>
        <source>Split it into smaller files, or save it as PDF.</source>
        <translation>In kleinere Dateien teilen oder als PDF speichern.</translation>
    </message>
    <message>
        <source>Split it into smaller files.</source>
        <translation>In kleinere Dateien teilen.</translation>
    </message>
    <message>
        <source>StarOffice documents are not read.</source>
        <translation>StarOffice-Dokumente werden nicht gelesen.</translation>
    </message>
    <message>
        <source>Start Claude Code again.</source>
        <translation>Claude Code neu starten.</translation>
    </message>
    <message>
        <source>Start a new one.</source>
        <translation>Eine neue beginnen.</translation>
    </message>
    <message>
        <source>Start it again.</source>
        <translation>Erneut starten.</translation>
    </message>
    <message>
        <source>Start it yourself and try again.</source>
        <translation>Es selbst starten und noch einmal versuchen.</translation>
    </message>
    <message>
        <source>Start it, or check this computer&apos;s proxy settings (HTTPS_PROXY, NO_PROXY).</source>
        <translation>Starten oder die Proxy-Einstellungen dieses Computers prüfen (HTTPS_PROXY, NO_PROXY).</translation>
    </message>
    <message>
        <source>Start its server with a larger batch and context size, or choose another model.</source>
        <translation>Den Server mit größerem Batch und Kontext starten oder ein anderes Modell wählen.</translation>
    </message>
    <message>
        <source>Start llama-server without a model to manage several, or use Ollama.</source>
        <translation>llama-server ohne Modell starten, um mehrere zu verwalten, oder Ollama verwenden.</translation>
    </message>
    <message>
        <source>Start the program that serves the model, or check the address.</source>
        <translation>Das Programm starten, das das Modell bereitstellt, oder die Adresse prüfen.</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Still to be read: {files}.</source>
        <translation>Noch zu lesen: {files}.</translation>
    </message>
    <message>
        <source>Stop the download first.</source>
        <translation>Halten Sie zuerst den Download an.</translation>
    </message>
    <message>
        <source>Stop watching it, and watch it again.</source>
        <translation>Beenden Sie die Beobachtung, und beginnen Sie sie neu.</translation>
    </message>
    <message>
        <source>Stop watching some first.</source>
        <translation>Beenden Sie zuerst einige Beobachtungen.</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Beendet.</translation>
    </message>
    <message>
        <source>Stopped. Work done so far is kept. Run the same command to continue.</source>
        <translation>Abgebrochen. Die bisherige Arbeit bleibt erhalten. Derselbe Befehl setzt sie fort.</translation>
    </message>
    <message>
        <source>Store one there first, or choose another folder.</source>
        <translation>Dort zuerst eine speichern oder einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>Stored the key for {owner} {place}.</source>
        <translation>Der Schlüssel für {owner} wurde gespeichert ({place}).</translation>
    </message>
    <message>
        <source>Such links begin with “{beginning}”.</source>
        <translation>Solche Links beginnen mit „{beginning}“.</translation>
    </message>
    <message>
        <source>Sums up everything there is about a subject.</source>
        <translation>Fasst alles zu einem Thema zusammen.</translation>
    </message>
    <message>
        <source>Supported</source>
        <translation>Belegt</translation>
    </message>
    <message>
        <source>Supported.</source>
        <translation>Belegt.</translation>
    </message>
    <message>
        <source>Switch it on in the folder&apos;s rules.</source>
        <translation>In den Regeln des Ordners einschalten.</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Table cell</source>
        <translation>Tabellenzelle</translation>
    </message>
    <message>
        <source>Table column</source>
        <translation>Tabellenspalte</translation>
    </message>
    <message>
        <source>Table row</source>
        <translation>Tabellenzeile</translation>
    </message>
    <message>
        <source>Take a key from “desktop-rag contradictions {name} --all”.</source>
        <translation>Einen Schlüssel aus „desktop-rag contradictions {name} --all“ nehmen.</translation>
    </message>
    <message>
        <source>Tell “desktop-rag data-folder use” where the folder is.</source>
        <translation>Den Ordner mit „desktop-rag data-folder use“ angeben.</translation>
    </message>
    <message>
        <source>Text boxes</source>
        <translation>Textfelder</translation>
    </message>
    <message>
        <source>The API key is wrong.</source>
        <translation>Der API-Schlüssel ist falsch.</translation>
    </message>
    <message>
        <source>The PDF is too damaged to be written again.</source>
        <translation>Die PDF-Datei ist zu beschädigt, um neu geschrieben zu werden.</translation>
    </message>
    <message>
        <source>The Zotero database is damaged.</source>
        <translation>Die Zotero-Datenbank ist beschädigt.</translation>
    </message>
    <message>
        <source>The Zotero database takes too long to look at, or too much memory.</source>
        <translation>Die Zotero-Datenbank zu lesen dauert zu lange oder braucht zu viel Speicher.</translation>
    </message>
    <message>
        <source>The account for this model has no credit left.</source>
        <translation>Das Konto für dieses Modell hat kein Guthaben mehr.</translation>
    </message>
    <message>
        <source>The address of the model is not valid.</source>
        <translation>Die Adresse des Modells ist ungültig.</translation>
    </message>
    <message>
        <source>The agent did not come to an answer in {steps} steps.</source>
        <translation>Der Agent kam in {steps} Schritten zu keiner Antwort.</translation>
    </message>
    <message>
        <source>The amounts are not added. {reason}</source>
        <translation>Die Beträge werden nicht addiert. {reason}</translation>
    </message>
    <message>
        <source>The answer cites no PDF.</source>
        <translation>Die Antwort belegt nichts aus einer PDF-Datei.</translation>
    </message>
    <message>
        <source>The answer could not be saved.</source>
        <translation>Die Antwort konnte nicht gespeichert werden.</translation>
    </message>
    <message>
        <source>The answer had no end, so it was stopped.</source>
        <translation>Die Antwort nahm kein Ende und wurde deshalb abgebrochen.</translation>
    </message>
    <message>
        <source>The answer rests on {passages} passages of {files} files. The library has {all} files.</source>
        <translation>Die Antwort beruht auf {passages} Textstellen aus {files} Dateien. Die Bibliothek hat {all} Dateien.</translation>
    </message>
    <message>
        <source>The answer was cut off: it reached the limit for one answer. Continue it, or raise “Longest answer”.</source>
        <translation>Die Antwort wurde abgeschnitten: Sie hat die Grenze für eine Antwort erreicht. Fortsetzen oder „Längste Antwort“ erhöhen.</translation>
    </message>
    <message>
        <source>The answer was cut off: the model&apos;s server failed in the middle of it. Continue it, or ask again.</source>
        <translation>Die Antwort bricht ab: Der Server des Modells ist mittendrin ausgefallen. Fortsetzen oder erneut fragen.</translation>
    </message>
    <message>
        <source>The answer was interrupted. This is the part received until then.</source>
        <translation>Die Antwort wurde unterbrochen. Das ist der bis dahin empfangene Teil.</translation>
    </message>
    <message>
        <source>The answer was stopped. This is the part received until then.</source>
        <translation>Die Antwort wurde abgebrochen. Das ist der bis dahin empfangene Teil.</translation>
    </message>
    <message>
        <source>The archive contains nothing readable.</source>
        <translation>Das Archiv enthält nichts Lesbares.</translation>
    </message>
    <message>
        <source>The archive is damaged.</source>
        <translation>Das Archiv ist beschädigt.</translation>
    </message>
    <message>
        <source>The archive is protected by a password.</source>
        <translation>Das Archiv ist mit einem Passwort geschützt.</translation>
    </message>
    <message>
        <source>The attached file “{name}” could not be read.</source>
        <translation>Die angehängte Datei „{name}“ war nicht lesbar.</translation>
    </message>
    <message>
        <source>The attached file “{name}” is no longer there.</source>
        <translation>Die angehängte Datei „{name}“ ist nicht mehr da.</translation>
    </message>
    <message>
        <source>The automatic numbers of lists and clauses are damaged and missing here.</source>
        <translation>Die automatischen Nummern von Listen und Klauseln sind beschädigt und fehlen hier.</translation>
    </message>
    <message>
        <source>The book is locked by copy protection (DRM).</source>
        <translation>Das Buch ist durch einen Kopierschutz (DRM) gesperrt.</translation>
    </message>
    <message>
        <source>The built-in model stopped unexpectedly.</source>
        <translation>Das eingebaute Modell wurde unerwartet beendet.</translation>
    </message>
    <message>
        <source>The built-in model stopped working.</source>
        <translation>Das eingebaute Modell arbeitet nicht mehr.</translation>
    </message>
    <message>
        <source>The calendar cannot be written to “{name}”.</source>
        <translation>Der Kalender kann nicht in „{name}“ geschrieben werden.</translation>
    </message>
    <message>
        <source>The change of search model is waiting, and the library is searched as before: {error} The program tries again automatically.</source>
        <translation>Der Wechsel des Suchmodells wartet, und die Bibliothek wird wie bisher durchsucht: {error} Das Programm versucht es von selbst erneut.</translation>
    </message>
    <message>
        <source>The change of search model was cancelled.</source>
        <translation>Die Änderung des Suchmodells wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The columns of documents: {names}</source>
        <translation>Die Spalten von documents: {names}</translation>
    </message>
    <message>
        <source>The connection to the model was lost.</source>
        <translation>Die Verbindung zum Modell ging verloren.</translation>
    </message>
    <message>
        <source>The connection to {place} could not be secured.</source>
        <translation>Die Verbindung zu {place} konnte nicht gesichert werden.</translation>
    </message>
    <message>
        <source>The conversation is about the library “{name}”.</source>
        <translation>Die Unterhaltung betrifft die Bibliothek „{name}“.</translation>
    </message>
    <message>
        <source>The conversations file was damaged. It is now called {name}.</source>
        <translation>Die Datei der Unterhaltungen war beschädigt. Sie heißt jetzt {name}.</translation>
    </message>
    <message>
        <source>The copy {copy} is damaged.</source>
        <translation>Die Kopie {copy} ist beschädigt.</translation>
    </message>
    <message>
        <source>The data cannot be moved: {reason}.</source>
        <translation>Die Daten lassen sich nicht verschieben: {reason}.</translation>
    </message>
    <message>
        <source>The data folder is being moved by another window or command.</source>
        <translation>Ein anderes Fenster oder ein Befehl verschiebt den Datenordner gerade.</translation>
    </message>
    <message>
        <source>The data folder {folder} is not there.</source>
        <translation>Der Datenordner {folder} ist nicht da.</translation>
    </message>
    <message>
        <source>The data is now in {folder}.</source>
        <translation>Die Daten liegen jetzt in {folder}.</translation>
    </message>
    <message>
        <source>The default settings are used. Set again what you had changed, or import settings that you exported before.</source>
        <translation>Die Standardeinstellungen werden verwendet. Geänderte Einstellungen erneut festlegen oder früher exportierte Einstellungen importieren.</translation>
    </message>
    <message>
        <source>The disk is nearly full, so new and changed files wait. Free some space. Reading then continues.</source>
        <translation>Der Datenträger ist fast voll; neue und geänderte Dateien warten. Platz schaffen; dann geht das Lesen weiter.</translation>
    </message>
    <message>
        <source>The disk that holds {place} is full.</source>
        <translation>Der Datenträger mit {place} ist voll.</translation>
    </message>
    <message>
        <source>The disk that holds {target} has too little room: the data needs {megabytes}.</source>
        <translation>Der Datenträger von {target} hat zu wenig Platz: Die Daten brauchen {megabytes}.</translation>
    </message>
    <message>
        <source>The document is not named.</source>
        <translation>Das Dokument ist nicht genannt.</translation>
    </message>
    <message>
        <source>The document says two things.</source>
        <translation>Das Dokument sagt zweierlei.</translation>
    </message>
    <message>
        <source>The download was interrupted.</source>
        <translation>Der Download wurde unterbrochen.</translation>
    </message>
    <message>
        <source>The draft itself is never written over.</source>
        <translation>Der Entwurf selbst wird nie überschrieben.</translation>
    </message>
    <message>
        <source>The earliest of {count} files is dated {date}.</source>
        <translation>Die früheste von {count} Dateien trägt das Datum {date}.</translation>
    </message>
    <message>
        <source>The encoding of “{name}” can&apos;t be written back without loss.</source>
        <translation>Die Zeichenkodierung von „{name}“ lässt sich nicht verlustfrei zurückschreiben.</translation>
    </message>
    <message>
        <source>The end of a passage did not fit into the model&apos;s window.</source>
        <translation>Das Ende einer Textstelle passte nicht in das Kontextfenster des Modells.</translation>
    </message>
    <message>
        <source>The evidence pack was written to {target}.</source>
        <translation>Das Beweispaket wurde nach {target} geschrieben.</translation>
    </message>
    <message>
        <source>The extra JSON is not a JSON object.</source>
        <translation>Das zusätzliche JSON ist kein JSON-Objekt.</translation>
    </message>
    <message>
        <source>The figures add up to {sum}, not to {total}.</source>
        <translation>Die Zahlen ergeben zusammen {sum}, nicht {total}.</translation>
    </message>
    <message>
        <source>The file as it is now cannot be read.</source>
        <translation>Die Datei in ihrem jetzigen Zustand kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>The file cannot be opened: Permission denied.</source>
        <translation>Die Datei kann nicht geöffnet werden: Zugriff verweigert.</translation>
    </message>
    <message>
        <source>The file cannot be opened: {reason}.</source>
        <translation>Die Datei kann nicht geöffnet werden: {reason}.</translation>
    </message>
    <message>
        <source>The file cannot be read: {reason}.</source>
        <translation>Die Datei kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>The file cannot be unpacked: {reason}.</source>
        <translation>Die Datei kann nicht entpackt werden: {reason}.</translation>
    </message>
    <message>
        <source>The file contains far more text than any document of its size.</source>
        <translation>Die Datei enthält weit mehr Text als jedes Dokument ihrer Größe.</translation>
    </message>
    <message>
        <source>The file contains no text.</source>
        <translation>Die Datei enthält keinen Text.</translation>
    </message>
    <message>
        <source>The file contains only pictures, and no text was recognised in them. If they show text, save the file as PDF.</source>
        <translation>Die Datei enthält nur Bilder, und darin wurde kein Text erkannt. Zeigen sie Text, die Datei als PDF speichern.</translation>
    </message>
    <message>
        <source>The file contains only pictures, and text recognition (OCR) is switched off.</source>
        <translation>Die Datei enthält nur Bilder, und die Texterkennung (OCR) ist ausgeschaltet.</translation>
    </message>
    <message>
        <source>The file contains only white space.</source>
        <translation>Die Datei enthält nur Leerraum.</translation>
    </message>
    <message>
        <source>The file crashed the reader, so it was not opened.</source>
        <translation>Die Datei brachte das Lesen zum Absturz und wurde nicht geöffnet.</translation>
    </message>
    <message>
        <source>The file crashed the reader, so it was not read.</source>
        <translation>Die Datei brachte das Lesen zum Absturz und wurde nicht gelesen.</translation>
    </message>
    <message>
        <source>The file has changed since the library read it.</source>
        <translation>Die Datei hat sich geändert, seit die Bibliothek sie gelesen hat.</translation>
    </message>
    <message>
        <source>The file inside it can&apos;t be found anymore.</source>
        <translation>Die Datei darin ist nicht mehr zu finden.</translation>
    </message>
    <message>
        <source>The file inside it is nested too deeply to be read.</source>
        <translation>Die Datei darin ist zu tief verschachtelt, um gelesen zu werden.</translation>
    </message>
    <message>
        <source>The file is damaged, or its extension is wrong.</source>
        <translation>Die Datei ist beschädigt, oder ihre Endung ist falsch.</translation>
    </message>
    <message>
        <source>The file is damaged, so parts of it may be missing.</source>
        <translation>Die Datei ist beschädigt, deshalb können Teile davon fehlen.</translation>
    </message>
    <message>
        <source>The file is damaged.</source>
        <translation>Die Datei ist beschädigt.</translation>
    </message>
    <message>
        <source>The file is damaged; only what comes before the damage was read.</source>
        <translation>Die Datei ist beschädigt; nur was vor dem Schaden steht, wurde gelesen.</translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <translation>Die Datei ist leer.</translation>
    </message>
    <message>
        <source>The file is encrypted.</source>
        <translation>Die Datei ist verschlüsselt.</translation>
    </message>
    <message>
        <source>The file is larger than {size} MB. Raise the limit in the folder&apos;s rules.</source>
        <translation>Die Datei ist größer als {size} MB. Die Grenze in den Regeln des Ordners erhöhen.</translation>
    </message>
    <message>
        <source>The file is nested too deeply.</source>
        <translation>Die Datei ist zu tief verschachtelt.</translation>
    </message>
    <message>
        <source>The file is not where it was. It stays searchable until you decide.</source>
        <translation>Die Datei ist nicht mehr an ihrem Ort. Sie bleibt durchsuchbar, bis darüber entschieden ist.</translation>
    </message>
    <message>
        <source>The file is not where it was. It stays searchable: put it back, or take it out of the library.</source>
        <translation>Die Datei ist nicht mehr an ihrem Ort. Sie bleibt durchsuchbar: zurücklegen oder aus der Bibliothek nehmen.</translation>
    </message>
    <message>
        <source>The file is not where it was. You chose to keep it searchable.</source>
        <translation>Die Datei ist nicht mehr an ihrem Ort. Sie soll durchsuchbar bleiben.</translation>
    </message>
    <message>
        <source>The file is protected by a password.</source>
        <translation>Die Datei ist mit einem Passwort geschützt.</translation>
    </message>
    <message>
        <source>The file is signed. In the copy, programs show that it was changed after it was signed.</source>
        <translation>Die Datei ist signiert. In der Kopie zeigen Programme, dass sie nach der Signatur geändert wurde.</translation>
    </message>
    <message>
        <source>The file is too large once it is unpacked.</source>
        <translation>Die Datei ist entpackt zu groß.</translation>
    </message>
    <message>
        <source>The file is too large.</source>
        <translation>Die Datei ist zu groß.</translation>
    </message>
    <message>
        <source>The file keeps changing. It will be read once it stops changing.</source>
        <translation>Die Datei ändert sich ständig. Sie wird gelesen, sobald das aufhört.</translation>
    </message>
    <message>
        <source>The file of the library “{name}” cannot be changed: {reason}.</source>
        <translation>Die Datei der Bibliothek „{name}“ kann nicht geändert werden: {reason}.</translation>
    </message>
    <message>
        <source>The file of the link</source>
        <translation>Die Datei des Links</translation>
    </message>
    <message>
        <source>The file reader cannot run.</source>
        <translation>Der Dateileser läuft nicht.</translation>
    </message>
    <message>
        <source>The file was created by a version of Word older than 97.</source>
        <translation>Die Datei stammt von einer älteren Word-Version als 97.</translation>
    </message>
    <message>
        <source>The file with the most pages is “{file}” ({pages}).</source>
        <translation>Die Datei mit den meisten Seiten ist „{file}“ ({pages}).</translation>
    </message>
    <message>
        <source>The file with your conversations is gone: {file}.</source>
        <translation>Die Datei mit Ihren Unterhaltungen ist verschwunden: {file}.</translation>
    </message>
    <message>
        <source>The file with your conversations was emptied: {file}.</source>
        <translation>Die Datei mit Ihren Unterhaltungen wurde geleert: {file}.</translation>
    </message>
    <message>
        <source>The file {file} is damaged, and it cannot be renamed.</source>
        <translation>Die Datei {file} ist beschädigt und kann nicht umbenannt werden.</translation>
    </message>
    <message>
        <source>The file {file} was damaged. It was renamed to {aside}.</source>
        <translation>Die Datei {file} war beschädigt. Sie wurde in {aside} umbenannt.</translation>
    </message>
    <message>
        <source>The file {file}, which names the data folder, cannot be read.</source>
        <translation>Die Datei {file}, die den Datenordner nennt, ist nicht lesbar.</translation>
    </message>
    <message>
        <source>The files of a new folder are still being listed, so there may be more.</source>
        <translation>Die Dateien eines neuen Ordners werden noch aufgelistet. Es können also mehr sein.</translation>
    </message>
    <message>
        <source>The files themselves are read.</source>
        <translation>Die Dateien selbst werden gelesen.</translation>
    </message>
    <message>
        <source>The first {count} are quoted.</source>
        <translation>Die ersten {count} sind zitiert.</translation>
    </message>
    <message>
        <source>The first {files} are listed. The page “Files” shows all of them.</source>
        <translation>Die ersten {files} sind aufgeführt. Die Seite „Dateien“ zeigt alle.</translation>
    </message>
    <message>
        <source>The folder cannot be opened: {reason}.</source>
        <translation>Der Ordner kann nicht geöffnet werden: {reason}.</translation>
    </message>
    <message>
        <source>The form can only be read in Adobe Acrobat Reader.</source>
        <translation>Das Formular lässt sich nur in Adobe Acrobat Reader lesen.</translation>
    </message>
    <message>
        <source>The header “{name}” has no value for {address}.</source>
        <translation>Die Kopfzeile „{name}“ hat keinen Wert für {address}.</translation>
    </message>
    <message>
        <source>The highest of {count} amounts is {amount}.</source>
        <translation>Der höchste von {count} Beträgen ist {amount}.</translation>
    </message>
    <message>
        <source>The key cannot be stored: this system has no keychain, and the file for it cannot be written.</source>
        <translation>Der Schlüssel kann nicht gespeichert werden: Dieses System hat keinen Schlüsselbund, und die Datei dafür kann nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>The largest file is “{file}” ({size}).</source>
        <translation>Die größte Datei ist „{file}“ ({size}).</translation>
    </message>
    <message>
        <source>The last answer of this conversation is complete.</source>
        <translation>Die letzte Antwort dieser Unterhaltung ist vollständig.</translation>
    </message>
    <message>
        <source>The latest of {count} files is dated {date}.</source>
        <translation>Die späteste von {count} Dateien trägt das Datum {date}.</translation>
    </message>
    <message>
        <source>The library cannot be opened.</source>
        <translation>Die Bibliothek kann nicht geöffnet werden.</translation>
    </message>
    <message>
        <source>The library does not have this file, or leaves it out.</source>
        <translation>Die Bibliothek hat diese Datei nicht oder lässt sie aus.</translation>
    </message>
    <message>
        <source>The library does not keep this state of {file} any more.</source>
        <translation>Die Bibliothek behält diesen Stand von {file} nicht mehr.</translation>
    </message>
    <message>
        <source>The library has no file “{file}”.</source>
        <translation>Die Bibliothek hat keine Datei „{file}“.</translation>
    </message>
    <message>
        <source>The library has no files in a folder “{folder}”.</source>
        <translation>Die Bibliothek hat keine Dateien in einem Ordner „{folder}“.</translation>
    </message>
    <message>
        <source>The library has read another state of the file since.</source>
        <translation>Die Bibliothek hat seitdem einen anderen Stand der Datei gelesen.</translation>
    </message>
    <message>
        <source>The library keeps no earlier states of files.</source>
        <translation>Die Bibliothek behält keine früheren Stände von Dateien.</translation>
    </message>
    <message>
        <source>The library keeps no earlier states of the file.</source>
        <translation>Die Bibliothek hat keine früheren Stände der Datei.</translation>
    </message>
    <message>
        <source>The library keeps only {count} earlier states of the file.</source>
        <translation>Die Bibliothek hat nur {count} frühere Stände der Datei.</translation>
    </message>
    <message>
        <source>The library keeps this earlier state of the file; its text alone is left.</source>
        <translation>Die Bibliothek bewahrt diesen früheren Stand der Datei auf; nur sein Text ist erhalten.</translation>
    </message>
    <message>
        <source>The library may not open this file.</source>
        <translation>Die Bibliothek darf diese Datei nicht öffnen.</translation>
    </message>
    <message>
        <source>The library “{name}” is open elsewhere.</source>
        <translation>Die Bibliothek „{name}“ ist anderswo geöffnet.</translation>
    </message>
    <message>
        <source>The library “{name}” isn&apos;t on this computer, and no other has the file.</source>
        <translation>Die Bibliothek „{name}“ ist nicht auf diesem Computer, und keine andere enthält die Datei.</translation>
    </message>
    <message>
        <source>The library “{name}” reads {root}, so the data cannot be moved there.</source>
        <translation>Die Bibliothek „{name}“ liest {root}, daher lassen sich die Daten nicht dorthin verschieben.</translation>
    </message>
    <message>
        <source>The library “{name}” was deleted, so it was not asked.</source>
        <translation>Die Bibliothek „{name}“ wurde gelöscht und daher nicht befragt.</translation>
    </message>
    <message>
        <source>The library&apos;s search model was changed in the meantime.</source>
        <translation>Das Suchmodell der Bibliothek wurde inzwischen geändert.</translation>
    </message>
    <message>
        <source>The link is damaged.</source>
        <translation>Der Link ist beschädigt.</translation>
    </message>
    <message>
        <source>The link is longer than {count} characters.</source>
        <translation>Der Link ist länger als {count} Zeichen.</translation>
    </message>
    <message>
        <source>The link leads out of its library.</source>
        <translation>Der Link führt aus seiner Bibliothek hinaus.</translation>
    </message>
    <message>
        <source>The link leads to a library that is not shared with other programs.</source>
        <translation>Der Link führt zu einer Bibliothek, die nicht für andere Programme freigegeben ist.</translation>
    </message>
    <message>
        <source>The link&apos;s library isn&apos;t on this computer, and no other has the file.</source>
        <translation>Die Bibliothek des Links ist nicht auf diesem Computer, und keine andere enthält die Datei.</translation>
    </message>
    <message>
        <source>The list cannot be deleted: {reason}.</source>
        <translation>Die Liste kann nicht gelöscht werden: {reason}.</translation>
    </message>
    <message>
        <source>The list cannot be written to “{name}”.</source>
        <translation>Die Liste kann nicht in „{name}“ geschrieben werden.</translation>
    </message>
    <message>
        <source>The list names no files.</source>
        <translation>Die Liste nennt keine Dateien.</translation>
    </message>
    <message>
        <source>The list of chapters is damaged: they may be in another order, or some may be missing.</source>
        <translation>Die Liste der Kapitel ist beschädigt: Ihre Reihenfolge kann abweichen, und einige können fehlen.</translation>
    </message>
    <message>
        <source>The list of slides is damaged, so their order may be wrong.</source>
        <translation>Die Liste der Folien ist beschädigt, ihre Reihenfolge kann deshalb falsch sein.</translation>
    </message>
    <message>
        <source>The local API needs {library}, which is not installed.</source>
        <translation>Die lokale API braucht {library}; das ist nicht installiert.</translation>
    </message>
    <message>
        <source>The lowest of {count} amounts is {amount}.</source>
        <translation>Der niedrigste von {count} Beträgen ist {amount}.</translation>
    </message>
    <message>
        <source>The mailbox contains no messages.</source>
        <translation>Das Postfach enthält keine Nachrichten.</translation>
    </message>
    <message>
        <source>The message is damaged.</source>
        <translation>Die Nachricht ist beschädigt.</translation>
    </message>
    <message>
        <source>The message is empty.</source>
        <translation>Die Nachricht ist leer.</translation>
    </message>
    <message>
        <source>The message is encrypted: only its headers were read.</source>
        <translation>Die Nachricht ist verschlüsselt: Nur die Kopfzeilen wurden gelesen.</translation>
    </message>
    <message>
        <source>The message is nested too deeply to be read.</source>
        <translation>Die Nachricht ist zu tief verschachtelt, um gelesen zu werden.</translation>
    </message>
    <message>
        <source>The middle of the question did not fit into the model&apos;s window.</source>
        <translation>Die Mitte der Frage passte nicht in das Kontextfenster des Modells.</translation>
    </message>
    <message>
        <source>The model began to repeat itself, so it was stopped.</source>
        <translation>Das Modell begann, sich zu wiederholen, und wurde deshalb angehalten.</translation>
    </message>
    <message>
        <source>The model did not answer in the required form.</source>
        <translation>Das Modell hat nicht in der verlangten Form geantwortet.</translation>
    </message>
    <message>
        <source>The model did not see everything: its server read only {read} of about {sent} tokens. Start the server with a larger context, or use fewer passages per answer.</source>
        <translation>Das Modell hat nicht alles gesehen: Sein Server las nur {read} von etwa {sent} Tokens. Den Server mit größerem Kontext starten oder weniger Textstellen je Antwort verwenden.</translation>
    </message>
    <message>
        <source>The model does not fit into memory.</source>
        <translation>Das Modell passt nicht in den Speicher.</translation>
    </message>
    <message>
        <source>The model does not fit into memory: it needs about {needed} GB of {available} GB.</source>
        <translation>Das Modell passt nicht in den Speicher: Es braucht etwa {needed} GB von {available} GB.</translation>
    </message>
    <message>
        <source>The model file {name} cannot be loaded.</source>
        <translation>Die Modelldatei {name} kann nicht geladen werden.</translation>
    </message>
    <message>
        <source>The model file {name} has an unknown version ({version}).</source>
        <translation>Die Modelldatei {name} hat eine unbekannte Version ({version}).</translation>
    </message>
    <message>
        <source>The model file {name} is damaged or incomplete.</source>
        <translation>Die Modelldatei {name} ist beschädigt oder unvollständig.</translation>
    </message>
    <message>
        <source>The model file {name} is of a kind that is not known here.</source>
        <translation>Die Modelldatei {name} ist von einer hier unbekannten Art.</translation>
    </message>
    <message>
        <source>The model file {path} cannot be read: {reason}.</source>
        <translation>Die Modelldatei {path} kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>The model found no answer to the question in these passages.</source>
        <translation>Das Modell fand in diesen Textstellen keine Antwort auf die Frage.</translation>
    </message>
    <message>
        <source>The model has not answered for {seconds} s. Ctrl+C stops.</source>
        <translation>Das Modell hat seit {seconds} s nicht geantwortet. Strg+C hält an.</translation>
    </message>
    <message>
        <source>The model is served at another address.</source>
        <translation>Das Modell wird unter einer anderen Adresse bereitgestellt.</translation>
    </message>
    <message>
        <source>The model is still being loaded.</source>
        <translation>Das Modell wird noch geladen.</translation>
    </message>
    <message>
        <source>The model named nothing that the files say.</source>
        <translation>Das Modell hat nichts genannt, was in den Dateien steht.</translation>
    </message>
    <message>
        <source>The model needs {needed} GB of memory, and {available} GB is free.</source>
        <translation>Das Modell braucht {needed} GB Speicher, frei sind {available} GB.</translation>
    </message>
    <message>
        <source>The model refused to answer: “{refusal}”</source>
        <translation>Das Modell hat die Antwort verweigert: „{refusal}“</translation>
    </message>
    <message>
        <source>The model returned no answer. Try again or choose another model. For a reasoning model, raise “Longest answer”.</source>
        <translation>Das Modell gab keine Antwort. Erneut versuchen oder ein anderes Modell wählen. Bei einem Reasoning-Modell „Längste Antwort“ erhöhen.</translation>
    </message>
    <message>
        <source>The model was shown the first {shown} of {total} differences.</source>
        <translation>Das Modell sah die ersten {shown} von {total} Unterschieden.</translation>
    </message>
    <message>
        <source>The model was still not loaded after {minutes} minutes.</source>
        <translation>Das Modell war nach {minutes} Minuten noch nicht geladen.</translation>
    </message>
    <message>
        <source>The model {model_name} cannot call functions.</source>
        <translation>Das Modell {model_name} kann keine Funktionen aufrufen.</translation>
    </message>
    <message>
        <source>The model {model_name} cannot see images.</source>
        <translation>Das Modell {model_name} kann keine Bilder sehen.</translation>
    </message>
    <message>
        <source>The model “{model_name}” returned invalid numbers.</source>
        <translation>Das Modell „{model_name}“ gab ungültige Zahlen zurück.</translation>
    </message>
    <message>
        <source>The model “{model_name}” returned only zeros.</source>
        <translation>Das Modell „{model_name}“ gab nur Nullen zurück.</translation>
    </message>
    <message>
        <source>The model “{model}” cannot use tools.</source>
        <translation>Das Modell „{model}“ kann keine Werkzeuge verwenden.</translation>
    </message>
    <message>
        <source>The model “{model}” could not be downloaded.</source>
        <translation>Das Modell „{model}“ konnte nicht heruntergeladen werden.</translation>
    </message>
    <message>
        <source>The model “{model}” could not be loaded.</source>
        <translation>Das Modell „{model}“ konnte nicht geladen werden.</translation>
    </message>
    <message>
        <source>The model&apos;s answer was cut off.</source>
        <translation>Die Antwort des Modells wurde abgeschnitten.</translation>
    </message>
    <message>
        <source>The model&apos;s server has a problem.</source>
        <translation>Der Server des Modells hat ein Problem.</translation>
    </message>
    <message>
        <source>The model&apos;s server is getting too many requests right now.</source>
        <translation>Der Server des Modells bekommt gerade zu viele Anfragen.</translation>
    </message>
    <message>
        <source>The model&apos;s server rejected the request (code {status}).</source>
        <translation>Der Server des Modells hat die Anfrage abgelehnt (Code {status}).</translation>
    </message>
    <message>
        <source>The model&apos;s server rejected the request.</source>
        <translation>Der Server des Modells hat die Anfrage abgelehnt.</translation>
    </message>
    <message>
        <source>The model&apos;s value “{value}” stands in no sentence.</source>
        <translation>Der Wert „{value}“ des Modells steht in keinem Satz.</translation>
    </message>
    <message>
        <source>The model&apos;s window of {context_window} tokens leaves no room for your documents.</source>
        <translation>Das Kontextfenster des Modells ({context_window} Tokens) lässt keinen Platz für die Dokumente.</translation>
    </message>
    <message>
        <source>The newest file is “{file}”, last changed on {date}.</source>
        <translation>Die neueste Datei ist „{file}“, zuletzt geändert am {date}.</translation>
    </message>
    <message>
        <source>The oldest file is “{file}”, last changed on {date}.</source>
        <translation>Die älteste Datei ist „{file}“, zuletzt geändert am {date}.</translation>
    </message>
    <message>
        <source>The other files are quoted below.</source>
        <translation>Die anderen Dateien sind unten zitiert.</translation>
    </message>
    <message>
        <source>The pack is whole: no byte of it was changed.</source>
        <translation>Das Paket ist unversehrt: Kein Byte wurde geändert.</translation>
    </message>
    <message>
        <source>The page contains no text.</source>
        <translation>Die Seite enthält keinen Text.</translation>
    </message>
    <message>
        <source>The page is damaged and cannot be shown.</source>
        <translation>Die Seite ist beschädigt und kann nicht gezeigt werden.</translation>
    </message>
    <message>
        <source>The page with the printed number {label} is page {page} of the file.</source>
        <translation>Die Seite mit der gedruckten Nummer {label} ist Seite {page} der Datei.</translation>
    </message>
    <message>
        <source>The page “Files” shows the other ones with their reasons.</source>
        <translation>Die Seite „Dateien“ zeigt die übrigen mit ihren Gründen.</translation>
    </message>
    <message>
        <source>The pages are pictures without text.</source>
        <translation>Die Seiten sind Bilder ohne Text.</translation>
    </message>
    <message>
        <source>The pages show no text.</source>
        <translation>Die Seiten zeigen keinen Text.</translation>
    </message>
    <message>
        <source>The part of the program that runs model files is missing.</source>
        <translation>Der Programmteil, der Modelldateien ausführt, fehlt.</translation>
    </message>
    <message>
        <source>The passages are in another language.</source>
        <translation>Die Textstellen sind in einer anderen Sprache.</translation>
    </message>
    <message>
        <source>The passages that fit best:</source>
        <translation>Die am besten passenden Textstellen:</translation>
    </message>
    <message>
        <source>The password cannot be saved: this system has no keychain, and the file for it cannot be written.</source>
        <translation>Das Passwort kann nicht gespeichert werden: Dieses System hat keinen Schlüsselbund, und die Datei dafür kann nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>The picture cannot be saved: {reason}.</source>
        <translation>Das Bild kann nicht gespeichert werden: {reason}.</translation>
    </message>
    <message>
        <source>The picture is too large to read.</source>
        <translation>Das Bild ist zu groß zum Lesen.</translation>
    </message>
    <message>
        <source>The picture is too small to show text.</source>
        <translation>Das Bild ist zu klein, um Text zu zeigen.</translation>
    </message>
    <message>
        <source>The picture shows no text.</source>
        <translation>Das Bild zeigt keinen Text.</translation>
    </message>
    <message>
        <source>The plug-in “{key}” failed and is switched off until the program starts again ({said}).</source>
        <translation>Das Plug-in „{key}“ ist fehlgeschlagen und bis zum nächsten Start des Programms ausgeschaltet ({said}).</translation>
    </message>
    <message>
        <source>The plug-in “{key}” isn&apos;t installed.</source>
        <translation>Das Plug-in „{key}“ ist nicht installiert.</translation>
    </message>
    <message>
        <source>The port {port} cannot be used: {reason}.</source>
        <translation>Der Port {port} kann nicht verwendet werden: {reason}.</translation>
    </message>
    <message>
        <source>The prices of {model} are not known.</source>
        <translation>Die Preise von {model} sind nicht bekannt.</translation>
    </message>
    <message>
        <source>The program cannot start its file reader.</source>
        <translation>Das Programm kann seinen Dateileser nicht starten.</translation>
    </message>
    <message>
        <source>The program is closing.</source>
        <translation>Das Programm wird beendet.</translation>
    </message>
    <message>
        <source>The program&apos;s log has the details.</source>
        <translation>Einzelheiten stehen im Protokoll des Programms.</translation>
    </message>
    <message>
        <source>The provider&apos;s content filter blocked the answer. Ask in other words, or choose another model.</source>
        <translation>Der Inhaltsfilter des Anbieters hat die Antwort blockiert. Mit anderen Worten fragen oder ein anderes Modell wählen.</translation>
    </message>
    <message>
        <source>The provider&apos;s content filter ended this answer.</source>
        <translation>Der Inhaltsfilter des Anbieters hat diese Antwort beendet.</translation>
    </message>
    <message>
        <source>The provider&apos;s filter ended the model&apos;s answer.</source>
        <translation>Der Filter des Anbieters hat die Antwort des Modells beendet.</translation>
    </message>
    <message>
        <source>The proxy at {proxy} does not answer.</source>
        <translation>Der Proxy unter {proxy} antwortet nicht.</translation>
    </message>
    <message>
        <source>The proxy at {proxy} refused the connection.</source>
        <translation>Der Proxy unter {proxy} hat die Verbindung abgelehnt.</translation>
    </message>
    <message>
        <source>The proxy refused the connection.</source>
        <translation>Der Proxy hat die Verbindung abgelehnt.</translation>
    </message>
    <message>
        <source>The query takes too long.</source>
        <translation>Die Abfrage dauert zu lange.</translation>
    </message>
    <message>
        <source>The question with its passages is longer than the model can read at once.</source>
        <translation>Die Frage mit ihren Textstellen ist länger, als das Modell auf einmal lesen kann.</translation>
    </message>
    <message>
        <source>The questions have changed since the saved result, so the averages can&apos;t be compared.</source>
        <translation>Die Fragen haben sich seit dem gespeicherten Ergebnis geändert; die Mittelwerte sind nicht vergleichbar.</translation>
    </message>
    <message>
        <source>The quotation is altered here.</source>
        <translation>Das Zitat ist hier verändert.</translation>
    </message>
    <message>
        <source>The quoted words aren&apos;t in the file any more.</source>
        <translation>Die zitierten Worte stehen nicht mehr in der Datei.</translation>
    </message>
    <message>
        <source>The reranker has a problem.</source>
        <translation>Der Reranker hat ein Problem.</translation>
    </message>
    <message>
        <source>The reranker is getting too many requests right now.</source>
        <translation>Der Reranker bekommt gerade zu viele Anfragen.</translation>
    </message>
    <message>
        <source>The reranker rejected the request (code {status}).</source>
        <translation>Der Reranker hat die Anfrage abgelehnt (Code {status}).</translation>
    </message>
    <message>
        <source>The result is empty.</source>
        <translation>Das Ergebnis ist leer.</translation>
    </message>
    <message>
        <source>The rows were written to {target}.</source>
        <translation>Die Zeilen wurden in {target} geschrieben.</translation>
    </message>
    <message>
        <source>The server at {address} does not serve a language model.</source>
        <translation>Der Server unter {address} stellt kein Sprachmodell bereit.</translation>
    </message>
    <message>
        <source>The server at {address} sent no usable vectors.</source>
        <translation>Der Server unter {address} hat keine brauchbaren Vektoren gesendet.</translation>
    </message>
    <message>
        <source>The server at {address} sent something unreadable in the middle of the answer.</source>
        <translation>Der Server unter {address} hat mitten in der Antwort Unlesbares gesendet.</translation>
    </message>
    <message>
        <source>The server at {place} uses http, not https.</source>
        <translation>Der Server unter {place} verwendet http, nicht https.</translation>
    </message>
    <message>
        <source>The server at {place} uses https, not http.</source>
        <translation>Der Server unter {place} verwendet https, nicht http.</translation>
    </message>
    <message>
        <source>The server does not allow this key to use the model.</source>
        <translation>Der Server erlaubt diesem Schlüssel das Modell nicht.</translation>
    </message>
    <message>
        <source>The server has no model named “{model}”.</source>
        <translation>Der Server hat kein Modell namens „{model}“.</translation>
    </message>
    <message>
        <source>The server has the model {name} now.</source>
        <translation>Der Server hat jetzt das Modell {name}.</translation>
    </message>
    <message>
        <source>The server is still busy with the model “{model}”.</source>
        <translation>Der Server ist noch mit dem Modell „{model}“ beschäftigt.</translation>
    </message>
    <message>
        <source>The server leads from address to address.</source>
        <translation>Der Server leitet von Adresse zu Adresse weiter.</translation>
    </message>
    <message>
        <source>The server leads to an unsafe address.</source>
        <translation>Der Server leitet zu einer unsicheren Adresse.</translation>
    </message>
    <message>
        <source>The settings as they were: {path}.</source>
        <translation>Die Einstellungen, wie sie waren: {path}.</translation>
    </message>
    <message>
        <source>The settings could not be saved: {reason}.</source>
        <translation>Die Einstellungen konnten nicht gespeichert werden: {reason}.</translation>
    </message>
    <message>
        <source>The settings in {path} cannot be read: {reason}.</source>
        <translation>Die Einstellungen in {path} können nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>The settings name {chosen}. Change to it with --switch.</source>
        <translation>Die Einstellungen nennen {chosen}. Mit --switch dahin wechseln.</translation>
    </message>
    <message>
        <source>The sheet “{name}” is damaged and was left out.</source>
        <translation>Das Blatt „{name}“ ist beschädigt und wurde ausgelassen.</translation>
    </message>
    <message>
        <source>The sheet “{name}” is damaged; only what could be read of it is here.</source>
        <translation>Das Blatt „{name}“ ist beschädigt; hier ist nur, was davon gelesen werden konnte.</translation>
    </message>
    <message>
        <source>The sheet “{name}” is missing from the file.</source>
        <translation>Das Blatt „{name}“ fehlt in der Datei.</translation>
    </message>
    <message>
        <source>The signing key cannot be stored: this system has no keychain, and the file for it cannot be written.</source>
        <translation>Der Signaturschlüssel kann nicht gespeichert werden: Dieses System hat keinen Schlüsselbund, und die Datei dafür kann nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>The smallest file is “{file}” ({size}).</source>
        <translation>Die kleinste Datei ist „{file}“ ({size}).</translation>
    </message>
    <message>
        <source>The source does not give this date.</source>
        <translation>Die Quelle nennt dieses Datum nicht.</translation>
    </message>
    <message>
        <source>The source does not give this number here.</source>
        <translation>Die Quelle nennt diese Zahl hier nicht.</translation>
    </message>
    <message>
        <source>The source does not name this.</source>
        <translation>Die Quelle nennt das nicht.</translation>
    </message>
    <message>
        <source>The source does not say this.</source>
        <translation>Die Quelle sagt das nicht.</translation>
    </message>
    <message>
        <source>The source does not say “not” here.</source>
        <translation>Die Quelle sagt hier nicht „nicht“.</translation>
    </message>
    <message>
        <source>The source says otherwise.</source>
        <translation>Die Quelle sagt etwas anderes.</translation>
    </message>
    <message>
        <source>The source says this of something else.</source>
        <translation>Die Quelle sagt das von etwas anderem.</translation>
    </message>
    <message>
        <source>The source says this of “{name}”.</source>
        <translation>Die Quelle sagt das von „{name}“.</translation>
    </message>
    <message>
        <source>The source says “{words}” here.</source>
        <translation>Die Quelle sagt hier „{words}“.</translation>
    </message>
    <message>
        <source>The spreadsheet is empty.</source>
        <translation>Die Tabellenkalkulation ist leer.</translation>
    </message>
    <message>
        <source>The step {name} names no event.</source>
        <translation>Der Schritt {name} nennt kein Ereignis.</translation>
    </message>
    <message>
        <source>The steps and their parameters: {steps}.</source>
        <translation>Die Schritte und ihre Parameter: {steps}.</translation>
    </message>
    <message>
        <source>The system can&apos;t be told to open links with this program: {reason}.</source>
        <translation>Das System lässt sich nicht so einstellen, dass es Links mit diesem Programm öffnet: {reason}.</translation>
    </message>
    <message>
        <source>The system can&apos;t be told whether to start the program at login: {reason}.</source>
        <translation>Dem System kann nicht mitgeteilt werden, ob es das Programm beim Anmelden starten soll: {reason}.</translation>
    </message>
    <message>
        <source>The system lets the program start no more threads: {reason}.</source>
        <translation>Das System lässt das Programm keine weiteren Threads starten: {reason}.</translation>
    </message>
    <message>
        <source>The table could not answer this: {reason}</source>
        <translation>Die Tabelle konnte das nicht beantworten: {reason}</translation>
    </message>
    <message>
        <source>The table has no file {file}, or several.</source>
        <translation>Die Tabelle hat keine Datei {file} oder mehrere.</translation>
    </message>
    <message>
        <source>The table is damaged.</source>
        <translation>Die Tabelle ist beschädigt.</translation>
    </message>
    <message>
        <source>The table “{name}” is forgotten.</source>
        <translation>Die Tabelle „{name}“ ist vergessen.</translation>
    </message>
    <message>
        <source>The tables could not answer this question.</source>
        <translation>Die Tabellen konnten diese Frage nicht beantworten.</translation>
    </message>
    <message>
        <source>The template cannot be filled in: {reason}.</source>
        <translation>Die Vorlage lässt sich nicht ausfüllen: {reason}.</translation>
    </message>
    <message>
        <source>The test question was deleted.</source>
        <translation>Die Testfrage wurde gelöscht.</translation>
    </message>
    <message>
        <source>The text announces {said}, and {counted} follow.</source>
        <translation>Der Text kündigt {said} an, es folgen {counted}.</translation>
    </message>
    <message>
        <source>The text is too long: {count} characters.</source>
        <translation>Der Text ist zu lang: {count} Zeichen.</translation>
    </message>
    <message>
        <source>The text of a large file was lost before it was stored.</source>
        <translation>Der Text einer großen Datei ging vor dem Speichern verloren.</translation>
    </message>
    <message>
        <source>The text of the file cannot be saved: {reason}.</source>
        <translation>Der Text der Datei kann nicht gespeichert werden: {reason}.</translation>
    </message>
    <message>
        <source>The text that it had before was not kept.</source>
        <translation>Der Text davor wurde nicht behalten.</translation>
    </message>
    <message>
        <source>The token cannot be stored: this system has no keychain, and the file for it cannot be written.</source>
        <translation>Das Token kann nicht gespeichert werden: Dieses System hat keinen Schlüsselbund, und die Datei dafür kann nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>The token of “{name}” cannot be deleted.</source>
        <translation>Das Token von „{name}“ kann nicht gelöscht werden.</translation>
    </message>
    <message>
        <source>The window can&apos;t be started: {reason}.</source>
        <translation>Das Fenster lässt sich nicht starten: {reason}.</translation>
    </message>
    <message>
        <source>The words you showed are gone</source>
        <translation>Die gezeigten Wörter gibt es nicht mehr</translation>
    </message>
    <message>
        <source>The {kind} for {owner} cannot be deleted.</source>
        <translation>{kind} für {owner} kann nicht gelöscht werden.</translation>
    </message>
    <message>
        <source>The {n} files inside it are nested too deeply to be read.</source>
        <translation>Die {n} Dateien darin sind zu tief verschachtelt, um gelesen zu werden.</translation>
    </message>
    <message>
        <source>There are no dates to write.</source>
        <translation>Es gibt keine Daten zu schreiben.</translation>
    </message>
    <message>
        <source>There are no such files in what was asked.</source>
        <translation>Darunter sind keine solchen Dateien.</translation>
    </message>
    <message>
        <source>There are no test questions yet.</source>
        <translation>Es gibt noch keine Testfragen.</translation>
    </message>
    <message>
        <source>There are no words to show.</source>
        <translation>Da sind keine Wörter.</translation>
    </message>
    <message>
        <source>There are others: {names}. Give a folder to get a copy of each.</source>
        <translation>Es gibt weitere: {names}. Mit einem Ordner entsteht von jeder eine Kopie.</translation>
    </message>
    <message>
        <source>There are two connections named “{name}”.</source>
        <translation>Es gibt zwei Verbindungen namens „{name}“.</translation>
    </message>
    <message>
        <source>There are {count} clients already.</source>
        <translation>Es gibt schon {count} Programme mit Token.</translation>
    </message>
    <message>
        <source>There is a client “{name}” already.</source>
        <translation>Es gibt schon ein Programm „{name}“.</translation>
    </message>
    <message>
        <source>There is already a file at {file}.</source>
        <translation>Unter {file} gibt es bereits eine Datei.</translation>
    </message>
    <message>
        <source>There is already a library called “{name}”.</source>
        <translation>Es gibt bereits eine Bibliothek namens „{name}“.</translation>
    </message>
    <message>
        <source>There is no answer to this question.</source>
        <translation>Zu dieser Frage gibt es keine Antwort.</translation>
    </message>
    <message>
        <source>There is no client “{name}”.</source>
        <translation>Es gibt kein Programm „{name}“.</translation>
    </message>
    <message>
        <source>There is no connection named “{name}”.</source>
        <translation>Es gibt keine Verbindung namens „{name}“.</translation>
    </message>
    <message>
        <source>There is no conversation {conversation} about “{name}”.</source>
        <translation>Es gibt keine Unterhaltung {conversation} zu „{name}“.</translation>
    </message>
    <message>
        <source>There is no conversation “{name}”.</source>
        <translation>Es gibt keine Unterhaltung „{name}“.</translation>
    </message>
    <message>
        <source>There is no display for the window.</source>
        <translation>Es gibt keinen Bildschirm für das Fenster.</translation>
    </message>
    <message>
        <source>There is no embedding model “{embed_model}”.</source>
        <translation>Es gibt kein Embedding-Modell „{embed_model}“.</translation>
    </message>
    <message>
        <source>There is no file at {source}.</source>
        <translation>Unter {source} gibt es keine Datei.</translation>
    </message>
    <message>
        <source>There is no file or folder at {path}.</source>
        <translation>Unter {path} gibt es weder Datei noch Ordner.</translation>
    </message>
    <message>
        <source>There is no file to check the text against.</source>
        <translation>Es gibt keine Datei, anhand der sich der Text prüfen lässt.</translation>
    </message>
    <message>
        <source>There is no file {path}.</source>
        <translation>Es gibt keine Datei {path}.</translation>
    </message>
    <message>
        <source>There is no known service named “{name}”.</source>
        <translation>Es gibt keinen bekannten Dienst namens „{name}“.</translation>
    </message>
    <message>
        <source>There is no language model at {address}.</source>
        <translation>Unter {address} gibt es kein Sprachmodell.</translation>
    </message>
    <message>
        <source>There is no library at {path}.</source>
        <translation>Unter {path} gibt es keine Bibliothek.</translation>
    </message>
    <message>
        <source>There is no library called “{name}”.</source>
        <translation>Es gibt keine Bibliothek namens „{name}“.</translation>
    </message>
    <message>
        <source>There is no model file {path}.</source>
        <translation>Es gibt keine Modelldatei {path}.</translation>
    </message>
    <message>
        <source>There is no model named “{name}” to download.</source>
        <translation>Es gibt kein Modell namens „{name}“ zum Herunterladen.</translation>
    </message>
    <message>
        <source>There is no model “{model_name}” on this computer, and none is downloaded.</source>
        <translation>Auf diesem Computer gibt es kein Modell „{model_name}“, und es wird keins heruntergeladen.</translation>
    </message>
    <message>
        <source>There is no retriever at {folder}.</source>
        <translation>In {folder} liegt kein Retriever.</translation>
    </message>
    <message>
        <source>There is no server named {place}.</source>
        <translation>Es gibt keinen Server namens {place}.</translation>
    </message>
    <message>
        <source>There is no server whose models could be managed.</source>
        <translation>Es gibt keinen Server, dessen Modelle sich verwalten lassen.</translation>
    </message>
    <message>
        <source>There is no setting named {name}.</source>
        <translation>Es gibt keine Einstellung namens {name}.</translation>
    </message>
    <message>
        <source>There is no source named “{wanted}”; “{name}” was asked.</source>
        <translation>Es gibt keine Quelle namens „{wanted}“; gefragt wurde „{name}“.</translation>
    </message>
    <message>
        <source>There is no table “{name}”.</source>
        <translation>Es gibt keine Tabelle „{name}“.</translation>
    </message>
    <message>
        <source>There is no text at this place of “{file}”.</source>
        <translation>An dieser Stelle von „{file}“ steht kein Text.</translation>
    </message>
    <message>
        <source>There is no text to check.</source>
        <translation>Es gibt keinen Text zum Prüfen.</translation>
    </message>
    <message>
        <source>There is no {kind} for {owner}.</source>
        <translation>{kind} für {owner} ist nicht vorhanden.</translation>
    </message>
    <message>
        <source>There is no “{reference}” in this text.</source>
        <translation>„{reference}“ gibt es in diesem Text nicht.</translation>
    </message>
    <message>
        <source>There is not one contradiction with the key “{key}”.</source>
        <translation>Zu „{key}“ gibt es nicht genau einen Widerspruch.</translation>
    </message>
    <message>
        <source>There is nothing here that rests on files.</source>
        <translation>Hier beruht nichts auf Dateien.</translation>
    </message>
    <message>
        <source>There is nothing here to prove.</source>
        <translation>Hier gibt es nichts zu beweisen.</translation>
    </message>
    <message>
        <source>There is nothing new to tell.</source>
        <translation>Es gibt nichts Neues.</translation>
    </message>
    <message>
        <source>There is nothing to change in {path}.</source>
        <translation>In {path} gibt es nichts zu ändern.</translation>
    </message>
    <message>
        <source>There is nothing to delete.</source>
        <translation>Es gibt nichts zu löschen.</translation>
    </message>
    <message>
        <source>There is nothing to look for.</source>
        <translation>Es gibt nichts zu suchen.</translation>
    </message>
    <message>
        <source>These are quotations from your files instead.</source>
        <translation>Stattdessen stehen hier Zitate aus den Dateien.</translation>
    </message>
    <message>
        <source>These are: {names}.</source>
        <translation>Das sind: {names}.</translation>
    </message>
    <message>
        <source>These chapters are damaged, and some of their text is missing: {names}.</source>
        <translation>Diese Kapitel sind beschädigt, und ein Teil ihres Textes fehlt: {names}.</translation>
    </message>
    <message>
        <source>These chapters are missing in the file: {names}.</source>
        <translation>Diese Kapitel fehlen in der Datei: {names}.</translation>
    </message>
    <message>
        <source>These files do not say clearly what they come to or when: {names}.</source>
        <translation>In diesen Dateien steht nicht eindeutig, welcher Betrag zu zahlen ist oder wann: {names}.</translation>
    </message>
    <message>
        <source>These passages come closest, but no single sentence in them answers the question.</source>
        <translation>Diese Textstellen kommen am nächsten, aber kein einzelner Satz darin beantwortet die Frage.</translation>
    </message>
    <message>
        <source>These passages of your files come closest.</source>
        <translation>Diese Textstellen der Dateien kommen am nächsten.</translation>
    </message>
    <message>
        <source>These state no day on which they end: {names}.</source>
        <translation>Kein Enddatum steht in: {names}.</translation>
    </message>
    <message>
        <source>These were the model’s thoughts. The answer follows.</source>
        <translation>Das waren die Gedanken des Modells. Die Antwort folgt.</translation>
    </message>
    <message>
        <source>These words could not be found on the page.</source>
        <translation>Diese Worte waren auf der Seite nicht zu finden.</translation>
    </message>
    <message>
        <source>These words stand in no passage of “{file}” in this library.</source>
        <translation>Diese Wörter stehen in keiner Textstelle von „{file}“ in dieser Bibliothek.</translation>
    </message>
    <message>
        <source>These words stand there in several places.</source>
        <translation>Diese Wörter stehen dort an mehreren Stellen.</translation>
    </message>
    <message>
        <source>These {count} dates will be written to {target}. Continue?</source>
        <translation>Diese {count} Termine werden in {target} geschrieben. Fortfahren?</translation>
    </message>
    <message>
        <source>They are in different currencies: {currencies}.</source>
        <translation>Sie stehen in verschiedenen Währungen: {currencies}.</translation>
    </message>
    <message>
        <source>This comes from the list of files, not from their text.</source>
        <translation>Das stammt aus der Liste der Dateien, nicht aus ihrem Text.</translation>
    </message>
    <message>
        <source>This conversation was deleted.</source>
        <translation>Diese Unterhaltung wurde gelöscht.</translation>
    </message>
    <message>
        <source>This data folder was named when the program started, so it cannot be moved here.</source>
        <translation>Dieser Datenordner wurde beim Start des Programms angegeben und lässt sich daher nicht von hier aus verschieben.</translation>
    </message>
    <message>
        <source>This docstore has no storage of its own.</source>
        <translation>Dieser Docstore hat keinen eigenen Speicher.</translation>
    </message>
    <message>
        <source>This evidence pack is not whole.</source>
        <translation>Dieses Beweispaket ist nicht unversehrt.</translation>
    </message>
    <message>
        <source>This follows from the source: {computation}.</source>
        <translation>Das folgt aus der Quelle: {computation}.</translation>
    </message>
    <message>
        <source>This is the beginning. Open the source to read on.</source>
        <translation>Das ist der Anfang. Öffne die Quelle, um weiterzulesen.</translation>
    </message>
    <message>
        <source>This is too much for an evidence pack.</source>
        <translation>Das ist zu viel für ein Beweispaket.</translation>
    </message>
    <message>
        <source>This isn&apos;t a Zotero database.</source>
        <translation>Das ist keine Zotero-Datenbank.</translation>
    </message>
    <message>
        <source>This isn&apos;t a link to a place in a library.</source>
        <translation>Das ist kein Link zu einer Stelle in einer Bibliothek.</translation>
    </message>
    <message>
        <source>This isn&apos;t a text file.</source>
        <translation>Das ist keine Textdatei.</translation>
    </message>
    <message>
        <source>This isn&apos;t a valid Outlook message.</source>
        <translation>Das ist keine gültige Outlook-Nachricht.</translation>
    </message>
    <message>
        <source>This isn&apos;t a valid mail message.</source>
        <translation>Das ist keine gültige Mailnachricht.</translation>
    </message>
    <message>
        <source>This library already uses the search model “{shown}”.</source>
        <translation>Diese Bibliothek verwendet bereits das Suchmodell „{shown}“.</translation>
    </message>
    <message>
        <source>This library has no files yet.</source>
        <translation>Diese Bibliothek enthält noch keine Dateien.</translation>
    </message>
    <message>
        <source>This library has no tables to query.</source>
        <translation>Diese Bibliothek hat keine Tabellen zum Abfragen.</translation>
    </message>
    <message>
        <source>This library has no tables.</source>
        <translation>Diese Bibliothek hat keine Tabellen.</translation>
    </message>
    <message>
        <source>This library is searched with another model (“{model}”).</source>
        <translation>Diese Bibliothek wird mit einem anderen Modell durchsucht („{model}“).</translation>
    </message>
    <message>
        <source>This library uses the search model “{model}”, and no server for it is set up here.</source>
        <translation>Diese Bibliothek verwendet das Suchmodell „{model}“, und hier ist kein Server dafür eingerichtet.</translation>
    </message>
    <message>
        <source>This library was created with the search model “{model}”, which is no longer available.</source>
        <translation>Diese Bibliothek wurde mit dem Suchmodell „{model}“ angelegt, das nicht mehr verfügbar ist.</translation>
    </message>
    <message>
        <source>This model cannot see “{names}”, and no text was recognised there.</source>
        <translation>Dieses Modell kann „{names}“ nicht sehen, und dort wurde kein Text erkannt.</translation>
    </message>
    <message>
        <source>This model cannot see “{names}”. Only the text recognised there was used.</source>
        <translation>Dieses Modell kann „{names}“ nicht sehen. Nur der dort erkannte Text wurde verwendet.</translation>
    </message>
    <message>
        <source>This model has a layer after its tokens that the ONNX file lacks.</source>
        <translation>Dieses Modell hat nach seinen Tokens eine Schicht, die in der ONNX-Datei fehlt.</translation>
    </message>
    <message>
        <source>This model joins the vectors of its tokens in a way that is not known here.</source>
        <translation>Dieses Modell verbindet die Vektoren seiner Tokens auf eine hier unbekannte Weise.</translation>
    </message>
    <message>
        <source>This model needs an API key.</source>
        <translation>Dieses Modell braucht einen API-Schlüssel.</translation>
    </message>
    <message>
        <source>This name is too long for a file name.</source>
        <translation>Dieser Name ist zu lang für einen Dateinamen.</translation>
    </message>
    <message>
        <source>This pack is not signed. It reveals damage and careless changes, but not who made it.</source>
        <translation>Dieses Paket ist nicht signiert. Es zeigt Schäden und unbedachte Änderungen, aber nicht, wer es erstellt hat.</translation>
    </message>
    <message>
        <source>This server decides by itself which models are in memory.</source>
        <translation>Dieser Server entscheidet selbst, welche Modelle im Speicher sind.</translation>
    </message>
    <message>
        <source>This source is not among the files.</source>
        <translation>Diese Quelle ist nicht unter den Dateien.</translation>
    </message>
    <message>
        <source>This version of Zotero stores its data differently: {tables} can&apos;t be read.</source>
        <translation>Diese Version von Zotero speichert ihre Daten anders: {tables} lässt sich nicht lesen.</translation>
    </message>
    <message>
        <source>This version reads files better, so it reads the {files} files of this library once more, which takes about {minutes} min. Meanwhile you can search, ask and pause. That needs up to {size} MB of disk space.</source>
        <translation>Diese Version liest Dateien besser und liest deshalb die {files} Dateien dieser Bibliothek noch einmal. Das dauert etwa {minutes} min. Währenddessen können Sie suchen, fragen und pausieren. Das braucht bis zu {size} MB Speicherplatz.</translation>
    </message>
    <message>
        <source>This version reads files better, so it reads the {files} files of this library once more. Meanwhile you can search, ask and pause. That needs up to {size} MB of disk space.</source>
        <translation>Diese Version liest Dateien besser und liest deshalb die {files} Dateien dieser Bibliothek noch einmal. Währenddessen können Sie suchen, fragen und pausieren. Das braucht bis zu {size} MB Speicherplatz.</translation>
    </message>
    <message>
        <source>To check it with Desktop RAG: desktop-rag verify FILE</source>
        <translation>Mit Desktop RAG prüfen: desktop-rag verify FILE</translation>
    </message>
    <message>
        <source>To check it without: python {script} FILE. The script comes with the program and its source code, and needs nothing but Python.</source>
        <translation>Ohne Desktop RAG prüfen: python {script} FILE. Das Skript liegt dem Programm und seinem Quelltext bei und braucht nur Python.</translation>
    </message>
    <message>
        <source>To keep them from now on: {command}</source>
        <translation>Um sie ab jetzt zu behalten: {command}</translation>
    </message>
    <message>
        <source>To look in all {count} documents: {command}</source>
        <translation>In allen {count} Dokumenten nachsehen: {command}</translation>
    </message>
    <message>
        <source>To start a new one, leave out --conversation.</source>
        <translation>Für eine neue --conversation weglassen.</translation>
    </message>
    <message>
        <source>Together: {amount}, from {count} files. Each amount is quoted below.</source>
        <translation>Zusammen: {amount}, aus {count} Dateien. Jeder Betrag ist unten zitiert.</translation>
    </message>
    <message>
        <source>Together: {amount}, from {count} rows of “{file}”. Each row is quoted below.</source>
        <translation>Zusammen: {amount}, aus {count} Zeilen von „{file}“. Jede Zeile ist unten zitiert.</translation>
    </message>
    <message>
        <source>Token budget exceeded: {used} tokens were used, {budget} are allowed.</source>
        <translation>Token-Budget überschritten: {used} Tokens wurden verbraucht, {budget} sind erlaubt.</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>Zu viele offene Dateien</translation>
    </message>
    <message>
        <source>Took over the settings of {file}.</source>
        <translation>Die Einstellungen aus {file} wurden übernommen.</translation>
    </message>
    <message>
        <source>Try a larger model.</source>
        <translation>Versuchen Sie es mit einem größeren Modell.</translation>
    </message>
    <message>
        <source>Try again in a minute. If a drive does not answer, disconnect it first.</source>
        <translation>Versuchen Sie es in einer Minute noch einmal. Wenn ein Laufwerk nicht antwortet, trennen Sie es zuerst.</translation>
    </message>
    <message>
        <source>Try again in a moment, or restart the server.</source>
        <translation>In einem Moment erneut versuchen oder den Server neu starten.</translation>
    </message>
    <message>
        <source>Try again in a moment. If the problem persists, restart the server.</source>
        <translation>Gleich noch einmal versuchen. Bleibt das Problem, den Server neu starten.</translation>
    </message>
    <message>
        <source>Try again later, or choose another model.</source>
        <translation>Später erneut versuchen oder ein anderes Modell wählen.</translation>
    </message>
    <message>
        <source>Try again later.</source>
        <translation>Später erneut versuchen.</translation>
    </message>
    <message>
        <source>Try again what you did last. The program&apos;s log has the details.</source>
        <translation>Versuchen Sie noch einmal, was Sie zuletzt getan haben. Einzelheiten stehen im Protokoll des Programms.</translation>
    </message>
    <message>
        <source>Try again, choose a smaller model, or raise “Time limit” in the settings.</source>
        <translation>Erneut versuchen, ein kleineres Modell wählen oder „Zeitgrenze“ in den Einstellungen erhöhen.</translation>
    </message>
    <message>
        <source>Try again, or choose a larger model in the settings.</source>
        <translation>Erneut versuchen oder in den Einstellungen ein größeres Modell wählen.</translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation>Erneut versuchen.</translation>
    </message>
    <message>
        <source>Turn off “Work offline” in the menu, or run “desktop-rag network online” and leave out --offline.</source>
        <translation>„Offline arbeiten“ im Menü ausschalten oder „desktop-rag network online“ ausführen und --offline weglassen.</translation>
    </message>
    <message>
        <source>Two columns have the same name.</source>
        <translation>Zwei Spalten haben denselben Namen.</translation>
    </message>
    <message>
        <source>Two questions in {path} have the same “id”.</source>
        <translation>Zwei Fragen in {path} haben dieselbe „id“.</translation>
    </message>
    <message>
        <source>Type a word, a name, a number or a date.</source>
        <translation>Ein Wort, einen Namen, eine Zahl oder ein Datum eingeben.</translation>
    </message>
    <message>
        <source>Type it again: one of its characters is incomplete.</source>
        <translation>Neu eingeben: Eines der Zeichen ist unvollständig.</translation>
    </message>
    <message>
        <source>Type its value again under “HTTP headers” in the settings.</source>
        <translation>Den Wert unter „HTTP-Kopfzeilen“ in den Einstellungen neu eingeben.</translation>
    </message>
    <message>
        <source>Type what the passages are to be about.</source>
        <translation>Geben Sie ein, wovon die Passagen handeln sollen.</translation>
    </message>
    <message>
        <source>Underlined words have no support in the documents.</source>
        <translation>Unterstrichene Wörter haben keinen Beleg in den Dokumenten.</translation>
    </message>
    <message>
        <source>Unlock the keychain and try again.</source>
        <translation>Den Schlüsselbund entsperren und erneut versuchen.</translation>
    </message>
    <message>
        <source>Unpack it and add the folder.</source>
        <translation>Entpacken und den Ordner hinzufügen.</translation>
    </message>
    <message>
        <source>Unpack it with 7-Zip and add the folder.</source>
        <translation>Mit 7-Zip entpacken und den Ordner hinzufügen.</translation>
    </message>
    <message>
        <source>Update it, or remove it in Settings.</source>
        <translation>Aktualisieren oder in den Einstellungen entfernen.</translation>
    </message>
    <message>
        <source>Update the plug-in, or remove it in Settings.</source>
        <translation>Das Plug-in aktualisieren oder in den Einstellungen entfernen.</translation>
    </message>
    <message>
        <source>Update the program to open it.</source>
        <translation>Zum Öffnen das Programm aktualisieren.</translation>
    </message>
    <message>
        <source>Use fewer passages per answer, start a new conversation, or choose a model with a larger context window.</source>
        <translation>Weniger Textstellen je Antwort verwenden, eine neue Unterhaltung beginnen oder ein Modell mit größerem Kontextfenster wählen.</translation>
    </message>
    <message>
        <source>Use one of: {names}.</source>
        <translation>Eins davon verwenden: {names}.</translation>
    </message>
    <message>
        <source>Use one of: {names}; and, or.</source>
        <translation>Eins davon verwenden: {names}; and, or.</translation>
    </message>
    <message>
        <source>Use the mode “default”, or as_retriever(mode=&quot;hybrid&quot;) to search by words as well.</source>
        <translation>Den Modus „default“ verwenden oder as_retriever(mode=&quot;hybrid&quot;), um auch nach Wörtern zu suchen.</translation>
    </message>
    <message>
        <source>Use what to_dict of a reader returned.</source>
        <translation>Verwenden Sie, was to_dict eines Readers geliefert hat.</translation>
    </message>
    <message>
        <source>Use “desktop-rag open --print” to read the place here.</source>
        <translation>Mit „desktop-rag open --print“ lässt sich die Stelle hier lesen.</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Values by {model}, {tokens} tokens.</source>
        <translation>Werte von {model}, {tokens} Token.</translation>
    </message>
    <message>
        <source>Values by {model}.</source>
        <translation>Werte von {model}.</translation>
    </message>
    <message>
        <source>Visio drawings and Publisher documents are not read.</source>
        <translation>Visio-Zeichnungen und Publisher-Dokumente werden nicht gelesen.</translation>
    </message>
    <message>
        <source>Wait a moment and try again.</source>
        <translation>Einen Moment warten und erneut versuchen.</translation>
    </message>
    <message>
        <source>Wait until nothing is read or asked in it, close other programs that use it, and try again.</source>
        <translation>Warten, bis darin nichts gelesen oder gefragt wird, andere Programme schließen, die sie verwenden, und erneut versuchen.</translation>
    </message>
    <message>
        <source>Wait until that is done.</source>
        <translation>Warten, bis das erledigt ist.</translation>
    </message>
    <message>
        <source>Wait {days} days and try again.</source>
        <translation>{days} Tage warten und erneut versuchen.</translation>
    </message>
    <message>
        <source>Wait {hours} hours and try again.</source>
        <translation>{hours} Stunden warten und erneut versuchen.</translation>
    </message>
    <message>
        <source>Wait {minutes} minutes and try again.</source>
        <translation>{minutes} Minuten warten und erneut versuchen.</translation>
    </message>
    <message>
        <source>Wait {seconds} seconds and try again.</source>
        <translation>{seconds} Sekunden warten und erneut versuchen.</translation>
    </message>
    <message>
        <source>Watching the folders of {libraries}. Press Ctrl+C to stop.</source>
        <translation>Die Ordner von {libraries} werden beobachtet. Strg+C beendet.</translation>
    </message>
    <message>
        <source>What a PDF shows cannot be compared with its proof. Go by the sentences listed here.</source>
        <translation>Was ein PDF zeigt, lässt sich nicht mit seinem Beweis vergleichen. Es gelten die hier aufgeführten Sätze.</translation>
    </message>
    <message>
        <source>What changed meanwhile is found. The program&apos;s log has the details.</source>
        <translation>Was sich inzwischen geändert hat, wird gefunden. Einzelheiten stehen im Protokoll des Programms.</translation>
    </message>
    <message>
        <source>What could not be checked</source>
        <translation>Was nicht geprüft werden konnte</translation>
    </message>
    <message>
        <source>What does “{file}” say about …?</source>
        <translation>Was steht in „{file}“ über …?</translation>
    </message>
    <message>
        <source>What happened before {day} is not known.</source>
        <translation>Was vor dem {day} geschah, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>What is stored as the signing key is not a key.</source>
        <translation>Was als Signaturschlüssel gespeichert ist, ist kein Schlüssel.</translation>
    </message>
    <message>
        <source>What was downloaded is not the file of {title} that was checked, so it was deleted.</source>
        <translation>Das Heruntergeladene ist nicht die geprüfte Datei von {title}; es wurde gelöscht.</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Zeitpunkt</translation>
    </message>
    <message>
        <source>Where are my files stored?</source>
        <translation>Wo werden meine Dateien gespeichert?</translation>
    </message>
    <message>
        <source>Where does the fox jump?</source>
        <translation>Wohin springt der Fuchs?</translation>
    </message>
    <message>
        <source>Whoever made this PDF does not allow comments in it.</source>
        <translation>Der Ersteller dieser PDF-Datei erlaubt keine Kommentare darin.</translation>
    </message>
    <message>
        <source>Windows help files are not read.</source>
        <translation>Windows-Hilfedateien werden nicht gelesen.</translation>
    </message>
    <message>
        <source>Without a date of their own, or with two readings:</source>
        <translation>Ohne eigenes Datum oder auf zwei Weisen lesbar:</translation>
    </message>
    <message>
        <source>Without a date: {names}.</source>
        <translation>Ohne Datum: {names}.</translation>
    </message>
    <message>
        <source>Without a day of their own, as they depend on something: {count}.</source>
        <translation>Ohne eigenen Tag, weil sie von etwas abhängen: {count}.</translation>
    </message>
    <message>
        <source>Without a language model a table is asked in SQL.</source>
        <translation>Ohne Sprachmodell wird eine Tabelle in SQL gefragt.</translation>
    </message>
    <message>
        <source>Without a model: about {minutes} min.</source>
        <translation>Ohne Modell: etwa {minutes} min.</translation>
    </message>
    <message>
        <source>Without a model: every value is quoted from the sentence that answers best.</source>
        <translation>Ohne Modell: Jeder Wert ist aus dem Satz zitiert, der am besten antwortet.</translation>
    </message>
    <message>
        <source>Without: {names}.</source>
        <translation>Ohne: {names}.</translation>
    </message>
    <message>
        <source>WordPerfect and Works documents are not read.</source>
        <translation>Dokumente von WordPerfect und Works werden nicht gelesen.</translation>
    </message>
    <message>
        <source>Words can&apos;t be excluded when every mention is counted.</source>
        <translation>Wörter lassen sich nicht ausschließen, wenn jede Erwähnung gezählt wird.</translation>
    </message>
    <message>
        <source>Words spelt alike</source>
        <translation>Ähnlich geschriebene Wörter</translation>
    </message>
    <message>
        <source>Words: complete.</source>
        <translation>Wörter: vollständig.</translation>
    </message>
    <message>
        <source>Words: complete. Case and accents don&apos;t count, nor do hyphens, words cut at the end of a line, and what groups the figures of numbers.</source>
        <translation>Wörter: vollständig. Groß- und Kleinschreibung und Akzente zählen nicht, auch nicht Bindestriche, Trennungen am Zeilenende und Trennzeichen in Zahlen.</translation>
    </message>
    <message>
        <source>Words: complete. Only as written: case, accents, hyphens, forms of numbers and dates.</source>
        <translation>Wörter: vollständig. Nur wie geschrieben: Groß- und Kleinschreibung, Akzente, Bindestriche, Formen von Zahlen und Daten.</translation>
    </message>
    <message>
        <source>Workbooks of Excel 4 and older are not read.</source>
        <translation>Arbeitsmappen von Excel 4 und älter werden nicht gelesen.</translation>
    </message>
    <message>
        <source>Working offline: only programs on this computer are contacted.</source>
        <translation>Offline: Nur Programme auf diesem Computer werden kontaktiert.</translation>
    </message>
    <message>
        <source>Worse than before by more than half a point: {names}.</source>
        <translation>Um mehr als einen halben Punkt schlechter als zuvor: {names}.</translation>
    </message>
    <message>
        <source>Write KEY=VALUE with one of: {known}.</source>
        <translation>KEY=VALUE schreiben, mit einem von: {known}.</translation>
    </message>
    <message>
        <source>Write each as Name: value, on a line of its own.</source>
        <translation>Jede als Name: Wert in einer eigenen Zeile schreiben.</translation>
    </message>
    <message>
        <source>Write each line as {&quot;id&quot;: 1, &quot;query&quot;: &quot;notice period&quot;}.</source>
        <translation>Jede Zeile als {&quot;id&quot;: 1, &quot;query&quot;: &quot;notice period&quot;} schreiben.</translation>
    </message>
    <message>
        <source>Write it in quotation marks.</source>
        <translation>In Anführungszeichen schreiben.</translation>
    </message>
    <message>
        <source>Write it like file_name=report.pdf, page_number&lt;=10, author~smith or year in 2023,2024.</source>
        <translation>So schreiben: file_name=report.pdf, page_number&lt;=10, author~smith oder year in 2023,2024.</translation>
    </message>
    <message>
        <source>Write its settings as name=value: {names}.</source>
        <translation>Die Einstellungen als name=value schreiben: {names}.</translation>
    </message>
    <message>
        <source>Write local:FOLDER with the folder of a model, or make one, as in OpenAIEmbedding(&apos;text-embedding-3-small&apos;).</source>
        <translation>Schreiben Sie local:ORDNER mit dem Ordner eines Modells, oder erzeugen Sie eines, wie in OpenAIEmbedding(&apos;text-embedding-3-small&apos;).</translation>
    </message>
    <message>
        <source>Write name=value.</source>
        <translation>name=value schreiben.</translation>
    </message>
    <message>
        <source>Write one of {kinds}, a slash and its name.</source>
        <translation>Eins von {kinds}, einen Schrägstrich und den Namen schreiben.</translation>
    </message>
    <message>
        <source>Write one there first with persist, or choose another folder.</source>
        <translation>Speichern Sie dort zuerst einen mit persist oder wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>Write one with --save.</source>
        <translation>Mit --save eine schreiben.</translation>
    </message>
    <message>
        <source>Write the address as http://{place}.</source>
        <translation>Die Adresse als http://{place} schreiben.</translation>
    </message>
    <message>
        <source>Write the address as https://{place}.</source>
        <translation>Die Adresse als https://{place} schreiben.</translation>
    </message>
    <message>
        <source>Write the path of a file on each line.</source>
        <translation>In jede Zeile den Pfad einer Datei schreiben.</translation>
    </message>
    <message>
        <source>Write this to {path}?</source>
        <translation>Dies in {path} schreiben?</translation>
    </message>
    <message>
        <source>Write {name} {setting}=….</source>
        <translation>{name} {setting}=… schreiben.</translation>
    </message>
    <message>
        <source>Written: {spellings}</source>
        <translation>Geschrieben: {spellings}</translation>
    </message>
    <message>
        <source>Wrote the settings to {file}, without keys and passwords.</source>
        <translation>Die Einstellungen wurden ohne Schlüssel und Passwörter in {file} geschrieben.</translation>
    </message>
    <message>
        <source>Wrote {files} to {target}.</source>
        <translation>{files} in {target} geschrieben.</translation>
    </message>
    <message>
        <source>Wrote {target}.</source>
        <translation>{target} geschrieben.</translation>
    </message>
    <message>
        <source>You can already search “{name}” by {kind}: {passages}.</source>
        <translation>„{name}“ lässt sich bereits mit {kind} durchsuchen: {passages}.</translation>
    </message>
    <message>
        <source>You can now search “{name}” by {kind}: {passages}.</source>
        <translation>„{name}“ lässt sich jetzt mit {kind} durchsuchen: {passages}.</translation>
    </message>
    <message>
        <source>Your files don&apos;t seem to answer this question.</source>
        <translation>Die Dateien scheinen diese Frage nicht zu beantworten.</translation>
    </message>
    <message>
        <source>Your files don&apos;t seem to answer this question. These passages come closest.</source>
        <translation>Die Dateien scheinen diese Frage nicht zu beantworten. Diese Textstellen kommen am nächsten.</translation>
    </message>
    <message>
        <source>Your files support less than half of this answer. Check it before you rely on it.</source>
        <translation>Die Dateien belegen weniger als die Hälfte dieser Antwort. Bitte prüfen, bevor sie verwendet wird.</translation>
    </message>
    <message>
        <source>Your rules leave it out.</source>
        <translation>Die eigenen Regeln lassen es aus.</translation>
    </message>
    <message>
        <source>Your settings are kept: the program that is running still had them.</source>
        <translation>Die Einstellungen bleiben erhalten: Das laufende Programm kannte sie noch.</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>eine ganze Zahl</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>conversation</source>
        <translation>Unterhaltung</translation>
    </message>
    <message>
        <source>conversations file</source>
        <translation>Datei der Unterhaltungen</translation>
    </message>
    <message>
        <source>could not be looked at</source>
        <translation>konnte nicht angesehen werden</translation>
    </message>
    <message>
        <source>could not be read</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>disagrees</source>
        <translation>widersprüchlich</translation>
    </message>
    <message>
        <source>dismissed</source>
        <translation>verworfen</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>figure</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>file changed, still says so</source>
        <translation>Datei geändert, sagt es weiterhin</translation>
    </message>
    <message>
        <source>file gone</source>
        <translation>Datei fehlt</translation>
    </message>
    <message>
        <source>found</source>
        <translation>gefunden</translation>
    </message>
    <message>
        <source>found by the model</source>
        <translation>vom Modell gefunden</translation>
    </message>
    <message>
        <source>is read again</source>
        <translation>wird erneut gelesen</translation>
    </message>
    <message>
        <source>is still being read</source>
        <translation>wird noch gelesen</translation>
    </message>
    <message>
        <source>it is no text in UTF-8</source>
        <translation>sie ist kein Text in UTF-8</translation>
    </message>
    <message>
        <source>library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>locked</source>
        <translation>gesperrt</translation>
    </message>
    <message>
        <source>macOS opens links only with an application in the Applications folder.</source>
        <translation>macOS öffnet Links nur mit einem Programm im Ordner „Programme“.</translation>
    </message>
    <message>
        <source>n.d.</source>
        <translation>o. J.</translation>
    </message>
    <message>
        <source>negation</source>
        <translation>Verneinung</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>no longer supported</source>
        <translation>nicht mehr belegt</translation>
    </message>
    <message>
        <source>not asked</source>
        <translation>nicht gefragt</translation>
    </message>
    <message>
        <source>not filled yet</source>
        <translation>noch nicht gefüllt</translation>
    </message>
    <message>
        <source>not readable</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>not stated</source>
        <translation>nicht angegeben</translation>
    </message>
    <message>
        <source>p. {page}</source>
        <translation>S. {page}</translation>
    </message>
    <message>
        <source>page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>page {label}</source>
        <translation>Seite {label}</translation>
    </message>
    <message>
        <source>party</source>
        <translation>Beteiligte</translation>
    </message>
    <message>
        <source>passage gone</source>
        <translation>Textstelle fehlt</translation>
    </message>
    <message>
        <source>quotation</source>
        <translation>Zitat</translation>
    </message>
    <message>
        <source>read</source>
        <translation>gelesen</translation>
    </message>
    <message>
        <source>read in part</source>
        <translation>teilweise gelesen</translation>
    </message>
    <message>
        <source>rests on no file</source>
        <translation>beruht auf keiner Datei</translation>
    </message>
    <message>
        <source>same</source>
        <translation>unverändert</translation>
    </message>
    <message>
        <source>says it is newer</source>
        <translation>nennt sich neuer</translation>
    </message>
    <message>
        <source>section “{heading}”</source>
        <translation>Abschnitt „{heading}“</translation>
    </message>
    <message>
        <source>set by hand</source>
        <translation>von Hand gesetzt</translation>
    </message>
    <message>
        <source>sheet {label}</source>
        <translation>Blatt {label}</translation>
    </message>
    <message>
        <source>slide {label}</source>
        <translation>Folie {label}</translation>
    </message>
    <message>
        <source>state</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true oder false</translation>
    </message>
    <message>
        <source>with another version of a question</source>
        <translation>mit einer anderen Fassung einer Frage</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>{before} and {after} compared</source>
        <translation>{before} und {after} im Vergleich</translation>
    </message>
    <message>
        <source>{checkable} of {sentences} sentences can be checked; {contradicted} contradicted, {partly} partly supported, {nothing} with nothing found, {supported} supported.</source>
        <translation>{checkable} von {sentences} Sätzen lassen sich prüfen: {contradicted} widersprochen, {partly} teilweise belegt, {nothing} ohne Beleg, {supported} belegt.</translation>
    </message>
    <message>
        <source>{column}: not filled in {count} of {all} documents: {names}</source>
        <translation>{column}: in {count} von {all} Dokumenten nicht gefüllt: {names}</translation>
    </message>
    <message>
        <source>{column}: not stated in {count} of {all} documents: {names}</source>
        <translation>{column}: in {count} von {all} Dokumenten nicht angegeben: {names}</translation>
    </message>
    <message>
        <source>{column}: without a value {count} ({state}).</source>
        <translation>{column}: ohne Wert {count} ({state}).</translation>
    </message>
    <message>
        <source>{column}: {agreed} of {filled} agree with you ({low} to {high}).</source>
        <translation>{column}: {agreed} von {filled} stimmen mit den eigenen Werten überein ({low} bis {high}).</translation>
    </message>
    <message>
        <source>{column}: {agreed} of {filled} agree with you. Five tell a rate.</source>
        <translation>{column}: {agreed} von {filled} stimmen mit den eigenen Werten überein. Ab fünf gibt es eine Quote.</translation>
    </message>
    <message>
        <source>{compared} of {files} documents compared.</source>
        <translation>{compared} von {files} Dokumenten verglichen.</translation>
    </message>
    <message>
        <source>{count} are still being read.</source>
        <translation>{count} werden noch gelesen.</translation>
    </message>
    <message>
        <source>{count} contradictions; {newer} newer, {dismissed} dismissed.</source>
        <translation>{count} Widersprüche; {newer} neuer, {dismissed} verworfen.</translation>
    </message>
    <message>
        <source>{count} could not be read.</source>
        <translation>{count} konnten nicht gelesen werden.</translation>
    </message>
    <message>
        <source>{count} dates were written to {target}.</source>
        <translation>{count} Termine wurden in {target} geschrieben.</translation>
    </message>
    <message>
        <source>{count} earlier messages did not fit into the model&apos;s window.</source>
        <translation>{count} frühere Nachrichten passten nicht in das Kontextfenster des Modells.</translation>
    </message>
    <message>
        <source>{count} earlier states of files, {size} MB</source>
        <translation>{count} frühere Stände von Dateien, {size} MB</translation>
    </message>
    <message>
        <source>{count} mentions in {files} of {total} files.</source>
        <translation>{count} Erwähnungen in {files} von {total} Dateien.</translation>
    </message>
    <message>
        <source>{count} of {read} files are bills or receipts, by their name or title.</source>
        <translation>{count} von {read} Dateien sind nach Name oder Titel Rechnungen oder Belege.</translation>
    </message>
    <message>
        <source>{count} of {read} files count as “{noun}”, by their name or title.</source>
        <translation>{count} von {read} Dateien zählen nach Name oder Titel als „{noun}“.</translation>
    </message>
    <message>
        <source>{count} passages are found by words only, because the model cannot read them ({names}).</source>
        <translation>{count} Textstellen sind nur nach Wörtern auffindbar, weil das Modell sie nicht lesen kann ({names}).</translation>
    </message>
    <message>
        <source>{count} passages did not fit into the model&apos;s window.</source>
        <translation>{count} Textstellen passten nicht in das Kontextfenster des Modells.</translation>
    </message>
    <message>
        <source>{count} private values were kept from the model&apos;s server.</source>
        <translation>{count} private Werte wurden dem Server des Modells nicht gezeigt.</translation>
    </message>
    <message>
        <source>{count} sentences in {files} of {total} files.</source>
        <translation>{count} Sätze in {files} von {total} Dateien.</translation>
    </message>
    <message>
        <source>{documents} documents, {cells} cells to fill, {known} known.</source>
        <translation>{documents} Dokumente, {cells} Zellen zu füllen, {known} bekannt.</translation>
    </message>
    <message>
        <source>{documents} documents, {parts} parts to read; {known} are known already.</source>
        <translation>{documents} Dokumente, {parts} Teile zu lesen; {known} sind schon bekannt.</translation>
    </message>
    <message>
        <source>{files} ({size} MB), {skipped} left out.</source>
        <translation>{files} ({size} MB), {skipped} ausgelassen.</translation>
    </message>
    <message>
        <source>{count} files say something about this, and the question fits each of them. Name one to get its answer.</source>
        <translation>{count} Dateien sagen etwas dazu, und die Frage passt zu jeder. Nennen Sie eine, um ihre Antwort zu erhalten.</translation>
    </message>
    <message>
        <source>{count} of {files} files are found by their words only so far, not by meaning.</source>
        <translation>{count} von {files} Dateien werden bisher nur nach Wörtern gefunden, nicht nach Bedeutung.</translation>
    </message>
    <message>
        <source>{count} of {files} files are not read yet.</source>
        <translation>{count} von {files} Dateien sind noch nicht gelesen.</translation>
    </message>
    <message>
        <source>{count} of {files} files could not be read.</source>
        <translation>{count} von {files} Dateien konnten nicht gelesen werden.</translation>
    </message>
    <message>
        <source>{count} of {files} files have changed and are not read again yet.</source>
        <translation>{count} von {files} Dateien haben sich geändert und sind noch nicht neu gelesen.</translation>
    </message>
    <message>
        <source>{count} sentences were left out because no passage supports them.</source>
        <translation>{count} Sätze wurden weggelassen, weil keine Textstelle sie belegt.</translation>
    </message>
    <message>
        <source>{path} cannot be created: {reason}.</source>
        <translation>{path} kann nicht angelegt werden: {reason}.</translation>
    </message>
    <message>
        <source>{folder} cannot be written.</source>
        <translation>{folder} kann nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>{path} cannot be written: {reason}.</source>
        <translation>{path} kann nicht geschrieben werden: {reason}.</translation>
    </message>
    <message>
        <source>{files} ({states}), {passages}.</source>
        <translation>{files} ({states}), {passages}.</translation>
    </message>
    <message>
        <source>{file} cannot be opened: it is not a file.</source>
        <translation>{file} kann nicht geöffnet werden: Es ist keine Datei.</translation>
    </message>
    <message>
        <source>{path} cannot be read: {reason}.</source>
        <translation>{path} kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>{file} cannot be replaced: {reason}.</source>
        <translation>{file} kann nicht ersetzt werden: {reason}.</translation>
    </message>
    <message>
        <source>{file} does not hold settings.</source>
        <translation>{file} enthält keine Einstellungen.</translation>
    </message>
    <message>
        <source>{file} exists already.</source>
        <translation>{file} existiert bereits.</translation>
    </message>
    <message>
        <source>{file} holds values that cannot be read.</source>
        <translation>{file} enthält Werte, die nicht gelesen werden können.</translation>
    </message>
    <message>
        <source>{file} holds what this program does not put into a library.</source>
        <translation>{file} enthält etwas, das dieses Programm nicht in eine Bibliothek schreibt.</translation>
    </message>
    <message>
        <source>{file} is damaged or not a library.</source>
        <translation>{file} ist beschädigt oder keine Bibliothek.</translation>
    </message>
    <message>
        <source>{file} takes too long to look at, or too much memory.</source>
        <translation>{file} braucht zum Ansehen zu lange oder zu viel Speicher.</translation>
    </message>
    <message>
        <source>{folder} can&apos;t be reached. Its files stay searchable.</source>
        <translation>{folder} ist nicht erreichbar. Die Dateien darin bleiben durchsuchbar.</translation>
    </message>
    <message>
        <source>{folder} holds no complete data of this program.</source>
        <translation>{folder} enthält keine vollständigen Daten dieses Programms.</translation>
    </message>
    <message>
        <source>{host} does not send the file (code {status_code}).</source>
        <translation>{host} sendet die Datei nicht (Code {status_code}).</translation>
    </message>
    <message>
        <source>{count} conversations are called “{name}”.</source>
        <translation>{count} Unterhaltungen heißen „{name}“.</translation>
    </message>
    <message>
        <source>A Word document holds a table of at most {rows} documents and {columns} columns.</source>
        <translation>Ein Word-Dokument fasst eine Tabelle mit höchstens {rows} Dokumenten und {columns} Spalten.</translation>
    </message>
    <message>
        <source>{model} can be reached, but it only thinks and gives no answer.</source>
        <translation>{model} ist erreichbar, denkt aber nur nach und gibt keine Antwort.</translation>
    </message>
    <message>
        <source>{model} can be reached, but it says nothing.</source>
        <translation>{model} ist erreichbar, sagt aber nichts.</translation>
    </message>
    <message>
        <source>{name} cannot be opened for writing.</source>
        <translation>{name} lässt sich nicht zum Schreiben öffnen.</translation>
    </message>
    <message>
        <source>{name} cannot search in the mode “{mode}”.</source>
        <translation>{name} kann nicht im Modus „{mode}“ suchen.</translation>
    </message>
    <message>
        <source>{name} could not be read or written.</source>
        <translation>{name} konnte nicht gelesen oder geschrieben werden.</translation>
    </message>
    <message>
        <source>{name} does not write answers.</source>
        <translation>{name} schreibt keine Antworten.</translation>
    </message>
    <message>
        <source>{name} is damaged or not a {kind}.</source>
        <translation>{name} ist beschädigt oder hat nicht die richtige Art ({kind}).</translation>
    </message>
    <message>
        <source>{name} is in memory.</source>
        <translation>{name} ist im Speicher.</translation>
    </message>
    <message>
        <source>{name} is in use by another program.</source>
        <translation>{name} wird von einem anderen Programm verwendet.</translation>
    </message>
    <message>
        <source>{name} is no longer in memory.</source>
        <translation>{name} ist nicht mehr im Speicher.</translation>
    </message>
    <message>
        <source>{name} is no picture.</source>
        <translation>{name} ist kein Bild.</translation>
    </message>
    <message>
        <source>{name} is not a model file.</source>
        <translation>{name} ist keine Modelldatei.</translation>
    </message>
    <message>
        <source>{name} was moved or deleted.</source>
        <translation>{name} wurde verschoben oder gelöscht.</translation>
    </message>
    <message>
        <source>{name}: The file cannot be read: {reason}.</source>
        <translation>{name}: Die Datei kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>{name}: only the first {rows} rows are used.</source>
        <translation>{name}: Nur die ersten {rows} Zeilen werden verwendet.</translation>
    </message>
    <message>
        <source>{n} file in it is damaged.</source>
        <translation>{n} Datei darin ist beschädigt.</translation>
    </message>
    <message>
        <source>{n} file in it is larger than {mb} MB.</source>
        <translation>{n} Datei darin ist größer als {mb} MB.</translation>
    </message>
    <message>
        <source>{n} file in it is packed in a format this program does not know.</source>
        <translation>{n} Datei darin ist in einem unbekannten Format gepackt.</translation>
    </message>
    <message>
        <source>{n} file in it is protected by a password.</source>
        <translation>{n} Datei darin ist mit einem Passwort geschützt.</translation>
    </message>
    <message>
        <source>{n} file in it was left out because there are too many.</source>
        <translation>{n} Datei darin wurde ausgelassen, weil es zu viele sind.</translation>
    </message>
    <message>
        <source>{n} files in it are damaged.</source>
        <translation>{n} Dateien darin sind beschädigt.</translation>
    </message>
    <message>
        <source>{n} files in it are larger than {mb} MB.</source>
        <translation>{n} Dateien darin sind größer als {mb} MB.</translation>
    </message>
    <message>
        <source>{n} files in it are packed in a format this program does not know.</source>
        <translation>{n} Dateien darin sind in einem unbekannten Format gepackt.</translation>
    </message>
    <message>
        <source>{n} files in it are protected by a password.</source>
        <translation>{n} Dateien darin sind mit einem Passwort geschützt.</translation>
    </message>
    <message>
        <source>{n} files in it were left out because there are too many.</source>
        <translation>{n} Dateien darin wurden ausgelassen, weil es zu viele sind.</translation>
    </message>
    <message>
        <source>{path} cannot be read as text.</source>
        <translation>{path} kann nicht als Text gelesen werden.</translation>
    </message>
    <message>
        <source>{path} contains no questions.</source>
        <translation>{path} enthält keine Fragen.</translation>
    </message>
    <message>
        <source>{path} could not be removed.</source>
        <translation>{path} ließ sich nicht entfernen.</translation>
    </message>
    <message>
        <source>{path} does not contain a JSON schema.</source>
        <translation>{path} enthält kein JSON-Schema.</translation>
    </message>
    <message>
        <source>{path} holds no model in the ONNX format with a tokenizer.json.</source>
        <translation>{path} enthält kein Modell im ONNX-Format mit einer tokenizer.json.</translation>
    </message>
    <message>
        <source>{path} is empty: what it held is lost.</source>
        <translation>{path} ist leer: Der Inhalt ist verloren.</translation>
    </message>
    <message>
        <source>{path} is not JSON: {error}.</source>
        <translation>{path} ist kein JSON: {error}.</translation>
    </message>
    <message>
        <source>{path} is not a file of saved scores.</source>
        <translation>{path} ist keine Datei mit gespeicherten Werten.</translation>
    </message>
    <message>
        <source>{path} is not a {kind} of this program.</source>
        <translation>{path} gehört nicht zu diesem Programm ({kind}).</translation>
    </message>
    <message>
        <source>{path} is not in the library “{name}”.</source>
        <translation>{path} ist nicht in der Bibliothek „{name}“.</translation>
    </message>
    <message>
        <source>{path} is open in another program.</source>
        <translation>{path} ist in einem anderen Programm geöffnet.</translation>
    </message>
    <message>
        <source>{path} was made by a newer version of {program}.</source>
        <translation>{path} stammt von einer neueren Version von {program}.</translation>
    </message>
    <message>
        <source>{place} cannot be made: {reason}.</source>
        <translation>{place} kann nicht angelegt werden: {reason}.</translation>
    </message>
    <message>
        <source>{place} cannot be reached.</source>
        <translation>{place} ist nicht erreichbar.</translation>
    </message>
    <message>
        <source>{place} did not answer in time.</source>
        <translation>{place} hat nicht rechtzeitig geantwortet.</translation>
    </message>
    <message>
        <source>{place} sent an unreadable reply ({name}).</source>
        <translation>{place} hat eine unlesbare Antwort gesendet ({name}).</translation>
    </message>
    <message>
        <source>{place} sent an unreadable reply.</source>
        <translation>{place} hat eine unlesbare Antwort gesendet.</translation>
    </message>
    <message>
        <source>{place} sent far more than it was asked for, so it was cut off.</source>
        <translation>{place} hat weit mehr gesendet als verlangt und wurde deshalb abgebrochen.</translation>
    </message>
    <message>
        <source>{server} has a problem.</source>
        <translation>{server} hat ein Problem.</translation>
    </message>
    <message>
        <source>{server} is getting too many requests right now.</source>
        <translation>{server} bekommt gerade zu viele Anfragen.</translation>
    </message>
    <message>
        <source>{server} rejected the request (code {status}).</source>
        <translation>{server} hat die Anfrage abgelehnt (Code {status}).</translation>
    </message>
    <message>
        <source>{shown_name}: It is not used because there are too many other tables.</source>
        <translation>{shown_name}: Nicht verwendet, weil es zu viele andere Tabellen gibt.</translation>
    </message>
    <message>
        <source>{source} is in use by another window or command.</source>
        <translation>Ein anderes Fenster oder ein Befehl verwendet {source}.</translation>
    </message>
    <message>
        <source>{source} is not a library of this program.</source>
        <translation>{source} ist keine Bibliothek dieses Programms.</translation>
    </message>
    <message>
        <source>{source} leaves it out.</source>
        <translation>{source} lässt es aus.</translation>
    </message>
    <message>
        <source>{target} and the present data folder lie inside each other.</source>
        <translation>{target} und der jetzige Datenordner liegen ineinander.</translation>
    </message>
    <message>
        <source>{target} cannot be deleted: {reason}.</source>
        <translation>{target} kann nicht gelöscht werden: {reason}.</translation>
    </message>
    <message>
        <source>{target} is not an empty folder.</source>
        <translation>{target} ist kein leerer Ordner.</translation>
    </message>
    <message>
        <source>{title} is being downloaded by another program.</source>
        <translation>{title} wird gerade von einem anderen Programm heruntergeladen.</translation>
    </message>
    <message>
        <source>{title} was not downloaded by Desktop RAG.</source>
        <translation>{title} wurde nicht von Desktop RAG heruntergeladen.</translation>
    </message>
    <message>
        <source>{url} was answered with the status {status}.</source>
        <translation>{url} wurde mit dem Status {status} beantwortet.</translation>
    </message>
    <message>
        <source>{user} needs the package “{package}”, which is not installed.</source>
        <translation>{user} braucht das Paket „{package}“, das nicht installiert ist.</translation>
    </message>
    <message>
        <source>{what} needs a language model.</source>
        <translation>{what} braucht ein Sprachmodell.</translation>
    </message>
    <message>
        <source>{year}, {month}</source>
        <translation>{year}, {month}</translation>
    </message>
    <message>
        <source>{year}, {month} {day}</source>
        <translation>{year}, {day}. {month}</translation>
    </message>
    <message>
        <source>“desktop-rag question list NAME” lists them.</source>
        <translation>„desktop-rag question list NAME“ zeigt sie.</translation>
    </message>
    <message>
        <source>“embedding_recency” needs search by meaning.</source>
        <translation>„embedding_recency“ braucht die Bedeutungssuche.</translation>
    </message>
    <message>
        <source>“rerank” needs the address of a reranker.</source>
        <translation>„rerank“ braucht die Adresse eines Rerankers.</translation>
    </message>
    <message>
        <source>“{file}” has no such place. Its number of pages: {pages}.</source>
        <translation>„{file}“ hat keine solche Stelle. Anzahl der Seiten: {pages}.</translation>
    </message>
    <message>
        <source>“{file}” says this, but it is about “{meant}”.</source>
        <translation>Das sagt „{file}“, es geht aber um „{meant}“.</translation>
    </message>
    <message>
        <source>“{file}”: {reason}</source>
        <translation>„{file}“: {reason}</translation>
    </message>
    <message>
        <source>“{key}” doesn&apos;t name a plug-in.</source>
        <translation>„{key}“ nennt kein Plug-in.</translation>
    </message>
    <message>
        <source>“{key}” fails: {said}.</source>
        <translation>„{key}“ schlägt fehl: {said}.</translation>
    </message>
    <message>
        <source>“{label}” cannot be {value}.</source>
        <translation>„{label}“ kann nicht {value} sein.</translation>
    </message>
    <message>
        <source>“{line}” is not a condition.</source>
        <translation>„{line}“ ist keine Bedingung.</translation>
    </message>
    <message>
        <source>“{line}” says nothing to compare with.</source>
        <translation>„{line}“ nennt nichts zum Vergleichen.</translation>
    </message>
    <message>
        <source>“{name}” is now called “{title}”.</source>
        <translation>„{name}“ heißt jetzt „{title}“.</translation>
    </message>
    <message>
        <source>“{name}” cannot be written: {reason}.</source>
        <translation>„{name}“ kann nicht geschrieben werden: {reason}.</translation>
    </message>
    <message>
        <source>“{name}” has no setting “{word}”.</source>
        <translation>„{name}“ hat keine Einstellung „{word}“.</translation>
    </message>
    <message>
        <source>“{name}” has no such test question.</source>
        <translation>„{name}“ hat keine solche Testfrage.</translation>
    </message>
    <message>
        <source>“{name}” has no test questions.</source>
        <translation>„{name}“ hat keine Testfragen.</translation>
    </message>
    <message>
        <source>“{name}” is now asked.</source>
        <translation>Gefragt wird jetzt „{name}“.</translation>
    </message>
    <message>
        <source>“{name}” is still being worked on, and that could not be stopped yet.</source>
        <translation>An „{name}“ wird noch gearbeitet, und das ließ sich noch nicht anhalten.</translation>
    </message>
    <message>
        <source>“{name}” isn&apos;t a known postprocessor.</source>
        <translation>„{name}“ ist kein bekannter Schritt nach der Suche.</translation>
    </message>
    <message>
        <source>“{name}” lists no folders that it may not read.</source>
        <translation>„{name}“ nennt keine Ordner, die nicht gelesen werden dürfen.</translation>
    </message>
    <message>
        <source>“{name}” may read these folders now. To read them: {command}</source>
        <translation>„{name}“ darf diese Ordner jetzt lesen. Zum Einlesen: {command}</translation>
    </message>
    <message>
        <source>“{name}” names no format to export to.</source>
        <translation>„{name}“ nennt kein Exportformat.</translation>
    </message>
    <message>
        <source>“{name}” needs a library.</source>
        <translation>„{name}“ braucht eine Bibliothek.</translation>
    </message>
    <message>
        <source>“{name}” needs the setting “{setting}”.</source>
        <translation>„{name}“ braucht die Einstellung „{setting}“.</translation>
    </message>
    <message>
        <source>“{name}” watches nothing with the number {number}.</source>
        <translation>„{name}“ beobachtet nichts mit der Nummer {number}.</translation>
    </message>
    <message>
        <source>“{name}”: the problem is solved.</source>
        <translation>„{name}“: Das Problem ist behoben.</translation>
    </message>
    <message>
        <source>“{name}”: there is news of what you watch. Run: desktop-rag pin check {name}</source>
        <translation>„{name}“: Zu dem, was Sie beobachten, gibt es Neues. Führen Sie aus: desktop-rag pin check {name}</translation>
    </message>
    <message>
        <source>“{newer}” changes or replaces “{older}”.</source>
        <translation>„{newer}“ ändert oder ersetzt „{older}“.</translation>
    </message>
    <message>
        <source>“{shown}” is not an address.</source>
        <translation>„{shown}“ ist keine Adresse.</translation>
    </message>
    <message>
        <source>“{suffix}” files are not text.</source>
        <translation>„{suffix}“-Dateien sind kein Text.</translation>
    </message>
    <message>
        <source>“{text}”</source>
        <translation>„{text}“</translation>
    </message>
    <message>
        <source>“{name} …” is not a header.</source>
        <translation>„{name} …“ ist keine Kopfzeile.</translation>
    </message>
    <message>
        <source>“{value}” cannot be the {key} of “{name}”.</source>
        <translation>„{value}“ kann nicht {key} von „{name}“ sein.</translation>
    </message>
    <message>
        <source>“{word}” is no setting of a plug-in.</source>
        <translation>„{word}“ ist keine Einstellung eines Plug-ins.</translation>
    </message>
</context>
<context>
    <name>ModePopup</name>
    <message>
        <source>Modes</source>
        <translation>Modi</translation>
    </message>
</context>
<context>
    <name>ModelButton</name>
    <message>
        <source>Choose a model</source>
        <translation>Modell wählen</translation>
    </message>
    <message>
        <source>Model: {name}</source>
        <translation>Modell: {name}</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>Kein Modell</translation>
    </message>
    <message>
        <source>The model that writes the answers</source>
        <translation>Das Modell, das die Antworten schreibt</translation>
    </message>
    <message>
        <source>{model} of {connection}</source>
        <translation>{model} von {connection}</translation>
    </message>
</context>
<context>
    <name>ModelFilesDialog</name>
    <message>
        <source>A model file runs inside this program: no server is needed, and nothing leaves this computer. Larger models answer better and slower.</source>
        <translation>Eine Modelldatei läuft in diesem Programm: Es braucht keinen Server, und nichts verlässt diesen Computer. Größere Modelle antworten besser und langsamer.</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>Datei wählen…</translation>
    </message>
    <message>
        <source>Choose a model file</source>
        <translation>Modelldatei wählen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Delete {model}</source>
        <translation>{model} löschen</translation>
    </message>
    <message>
        <source>Model files</source>
        <translation>Modelldateien</translation>
    </message>
    <message>
        <source>Models (*.gguf)</source>
        <translation>Modelle (*.gguf)</translation>
    </message>
    <message>
        <source>None yet.</source>
        <translation>Noch keine.</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>Auf diesem Computer</translation>
    </message>
    <message>
        <source>To download</source>
        <translation>Zum Herunterladen</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Verwenden</translation>
    </message>
    <message>
        <source>Use {model}</source>
        <translation>{model} verwenden</translation>
    </message>
    <message>
        <source>{size} GB</source>
        <translation>{size} GB</translation>
    </message>
</context>
<context>
    <name>ModelMenu</name>
    <message>
        <source>, frees {size} GB</source>
        <translation>, gibt {size} GB frei</translation>
    </message>
    <message>
        <source>Download a model…</source>
        <translation>Modell herunterladen…</translation>
    </message>
    <message>
        <source>Looking for models…</source>
        <translation>Modelle werden gesucht…</translation>
    </message>
    <message>
        <source>Model files…</source>
        <translation>Modelldateien…</translation>
    </message>
    <message>
        <source>Online service</source>
        <translation>Onlinedienst</translation>
    </message>
    <message>
        <source>Set up…</source>
        <translation>Einrichten…</translation>
    </message>
    <message>
        <source>This server has no models yet</source>
        <translation>Dieser Server hat noch keine Modelle</translation>
    </message>
    <message>
        <source>Unload {model}{freed}</source>
        <translation>{model} entladen{freed}</translation>
    </message>
    <message>
        <source>Without a model (quotations)</source>
        <translation>Ohne Modell (Zitate)</translation>
    </message>
    <message>
        <source>{count} more in Set up…</source>
        <translation>{count} weitere unter „Einrichten“…</translation>
    </message>
    <message>
        <source>{model}  (in memory)</source>
        <translation>{model}  (im Speicher)</translation>
    </message>
    <message>
        <source>{name} (found on this computer)</source>
        <translation>{name} (auf diesem Computer gefunden)</translation>
    </message>
</context>
<context>
    <name>ModelPage</name>
    <message>
        <source>API key</source>
        <translation>API-Schlüssel</translation>
    </message>
    <message>
        <source>Answers are word-for-word quotations from your files; nothing else is needed. For answers in full sentences, press Add: start a program such as Ollama or LM Studio on this computer, or choose an online service.</source>
        <translation>Antworten sind wörtliche Zitate aus den Dateien; mehr ist nicht nötig. Für Antworten in ganzen Sätzen „Hinzufügen“ drücken: ein Programm wie Ollama oder LM Studio auf diesem Computer starten oder einen Onlinedienst wählen.</translation>
    </message>
    <message>
        <source>Find models</source>
        <translation>Modelle suchen</translation>
    </message>
    <message>
        <source>Found on this computer</source>
        <translation>Auf diesem Computer gefunden</translation>
    </message>
    <message>
        <source>Get a key</source>
        <translation>Schlüssel besorgen</translation>
    </message>
    <message>
        <source>Looking for models…</source>
        <translation>Modelle werden gesucht…</translation>
    </message>
    <message>
        <source>Model files…</source>
        <translation>Modelldateien…</translation>
    </message>
    <message>
        <source>My server</source>
        <translation>Mein Server</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Name of the connection</source>
        <translation>Name der Verbindung</translation>
    </message>
    <message>
        <source>Not needed for programs on this computer</source>
        <translation>Für Programme auf diesem Computer nicht nötig</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>Testing the connection…</source>
        <translation>Verbindung wird getestet…</translation>
    </message>
    <message>
        <source>The server responds but has no models yet.</source>
        <translation>Der Server antwortet, hat aber noch keine Modelle.</translation>
    </message>
    <message>
        <source>{models} found.</source>
        <translation>{models} gefunden.</translation>
    </message>
</context>
<context>
    <name>ModelProposal</name>
    <message>
        <source>Answers are quotations from your files. A model would answer in its own words.</source>
        <translation>Antworten sind Zitate aus den Dateien. Ein Modell würde in eigenen Worten antworten.</translation>
    </message>
    <message>
        <source>Choose a model file…</source>
        <translation>Modelldatei wählen…</translation>
    </message>
    <message>
        <source>Download a model with {server}…</source>
        <translation>Modell mit {server} herunterladen…</translation>
    </message>
    <message>
        <source>Download a model…</source>
        <translation>Modell herunterladen…</translation>
    </message>
    <message>
        <source>Online service…</source>
        <translation>Onlinedienst…</translation>
    </message>
    <message>
        <source>Other models</source>
        <translation>Andere Modelle</translation>
    </message>
    <message>
        <source>There are model files on this computer.</source>
        <translation>Auf diesem Computer gibt es Modelldateien.</translation>
    </message>
    <message>
        <source>Use this model</source>
        <translation>Dieses Modell verwenden</translation>
    </message>
    <message>
        <source>Use {model} of {server}</source>
        <translation>{model} von {server} verwenden</translation>
    </message>
    <message>
        <source>{server} is running on this computer, but has no model that answers yet.</source>
        <translation>{server} läuft auf diesem Computer, hat aber noch kein Modell, das antwortet.</translation>
    </message>
    <message>
        <source>{server} is running on this computer.</source>
        <translation>{server} läuft auf diesem Computer.</translation>
    </message>
</context>
<context>
    <name>ModelSetup</name>
    <message>
        <source>Choose a model file</source>
        <translation>Modelldatei wählen</translation>
    </message>
    <message>
        <source>Models (*.gguf)</source>
        <translation>Modelle (*.gguf)</translation>
    </message>
</context>
<context>
    <name>Network</name>
    <message numerus="yes">
        <source>%Ln other computers were contacted since {since}; {sent} were sent.</source>
        <translation>
            <numerusform>Seit {since} wurde %Ln anderer Computer kontaktiert; {sent} wurden gesendet.</numerusform>
            <numerusform>Seit {since} wurden %Ln andere Computer kontaktiert; {sent} wurden gesendet.</numerusform>
        </translation>
    </message>
    <message>
        <source>Account</source>
        <translation>Konto</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Anschrift</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>Betrag</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Asked from this computer</source>
        <translation>Von diesem Computer aus gefragt</translation>
    </message>
    <message>
        <source>Computer</source>
        <translation>Computer</translation>
    </message>
    <message>
        <source>Desktop RAG has contacted no other computer. Other programs have read shared libraries.</source>
        <translation>Desktop RAG hat keinen anderen Computer kontaktiert. Andere Programme haben freigegebene Bibliotheken gelesen.</translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation>Downloads</translation>
    </message>
    <message>
        <source>E-mail</source>
        <translation>E-Mail</translation>
    </message>
    <message>
        <source>First</source>
        <translation>Zuerst</translation>
    </message>
    <message>
        <source>Kept here</source>
        <translation>Blieb hier</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>Zuletzt</translation>
    </message>
    <message>
        <source>Lists of models</source>
        <translation>Listen von Modellen</translation>
    </message>
    <message>
        <source>Meaning search</source>
        <translation>Bedeutungssuche</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Nothing has left this machine.</source>
        <translation>Nichts hat diesen Computer verlassen.</translation>
    </message>
    <message>
        <source>Number of a document</source>
        <translation>Nummer eines Dokuments</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Andere</translation>
    </message>
    <message>
        <source>Received</source>
        <translation>Empfangen</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>Reranking</source>
        <translation>Neuordnung</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>Gesendet</translation>
    </message>
    <message>
        <source>Sent instead</source>
        <translation>Stattdessen gesendet</translation>
    </message>
    <message>
        <source>Telephone</source>
        <translation>Telefon</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Wofür</translation>
    </message>
    <message>
        <source>{host} (this computer)</source>
        <translation>{host} (dieser Computer)</translation>
    </message>
</context>
<context>
    <name>NetworkCommands</name>
    <message>
        <source>{program} (offline)</source>
        <translation>{program} (offline)</translation>
    </message>
</context>
<context>
    <name>NetworkDialog</name>
    <message numerus="yes">
        <source>%Ln private values were kept from servers of models since the start.</source>
        <translation>
            <numerusform>%Ln privater Wert wurde seit dem Start keinem Modellserver gezeigt.</numerusform>
            <numerusform>%Ln private Werte wurden seit dem Start keinem Modellserver gezeigt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Clear list</source>
        <translation>Liste leeren</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Computers that were contacted</source>
        <translation>Kontaktierte Computer</translation>
    </message>
    <message>
        <source>Contact nothing but programs on this computer</source>
        <translation>Nur Programme auf diesem Computer kontaktieren</translation>
    </message>
    <message>
        <source>Every request of Desktop RAG goes through one place, which keeps this list. Sizes include headers. Contents, paths and keys are not kept.</source>
        <translation>Jede Anfrage von Desktop RAG geht durch eine Stelle, die diese Liste führt. Größen enthalten die Kopfzeilen. Inhalte, Pfade und Schlüssel werden nicht aufgezeichnet.</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netzwerk</translation>
    </message>
    <message>
        <source>Values that were kept here</source>
        <translation>Werte, die hier blieben</translation>
    </message>
    <message>
        <source>What no rule recognised was sent as it is. This list is not stored.</source>
        <translation>Was keine Regel erkannt hat, wurde unverändert gesendet. Diese Liste wird nicht gespeichert.</translation>
    </message>
    <message>
        <source>Work offline</source>
        <translation>Offline arbeiten</translation>
    </message>
</context>
<context>
    <name>NewLibraryDialog</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>Anlegen</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>For example: Contracts</source>
        <translation>Zum Beispiel: Verträge</translation>
    </message>
    <message>
        <source>In tokens. A token is about three quarters of an English word. “Overlap” is the text that neighbouring passages share.</source>
        <translation>In Tokens. Ein Token ist etwa drei Viertel eines englischen Wortes. „Überlappung“ ist der Text, den benachbarte Textstellen teilen.</translation>
    </message>
    <message>
        <source>More options</source>
        <translation>Weitere Optionen</translation>
    </message>
    <message>
        <source>Name of the library</source>
        <translation>Name der Bibliothek</translation>
    </message>
    <message>
        <source>New library</source>
        <translation>Neue Bibliothek</translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation>Überlappung</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>This cannot be changed later.</source>
        <translation>Das lässt sich später nicht mehr ändern.</translation>
    </message>
</context>
<context>
    <name>NoResultsPage</name>
    <message>
        <source>&quot;exact words&quot;</source>
        <translation>&quot;genau diese Wörter&quot;</translation>
    </message>
    <message>
        <source>-word</source>
        <translation>-Wort</translation>
    </message>
    <message>
        <source>Add files. You can search them seconds later.</source>
        <translation>Dateien hinzufügen. Sie sind nach Sekunden durchsuchbar.</translation>
    </message>
    <message>
        <source>Is a file missing? Show this library&apos;s files</source>
        <translation>Fehlt eine Datei? Dateien dieser Bibliothek zeigen</translation>
    </message>
    <message>
        <source>Looking for passages with a similar meaning…</source>
        <translation>Textstellen mit ähnlicher Bedeutung werden gesucht…</translation>
    </message>
    <message>
        <source>No library yet</source>
        <translation>Noch keine Bibliothek</translation>
    </message>
    <message>
        <source>No passage contains these words</source>
        <translation>Keine Textstelle enthält diese Wörter</translation>
    </message>
    <message numerus="yes">
        <source>None of the %Ln files contains these words. Try fewer or different words.</source>
        <translation>
            <numerusform>In %Ln Datei stehen diese Wörter nicht. Weniger oder andere Wörter versuchen.</numerusform>
            <numerusform>In keiner der %Ln Dateien stehen diese Wörter. Weniger oder andere Wörter versuchen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>Nichts gefunden</translation>
    </message>
    <message>
        <source>Nothing that matches the filters contains these words.</source>
        <translation>Nichts, was zu den Filtern passt, enthält diese Wörter.</translation>
    </message>
    <message>
        <source>Passages with a similar meaning can be found once meaning search is ready.</source>
        <translation>Textstellen mit ähnlicher Bedeutung lassen sich finden, sobald die Bedeutungssuche bereit ist.</translation>
    </message>
    <message>
        <source>Remove the filters to see results</source>
        <translation>Filter entfernen, um Treffer zu sehen</translation>
    </message>
    <message>
        <source>Results appear as you type. Use the arrow keys to choose one and Enter to see its page.</source>
        <translation>Treffer erscheinen beim Tippen. Mit den Pfeiltasten wählen, mit der Eingabetaste die Seite zeigen.</translation>
    </message>
    <message>
        <source>Search for “{query}” instead</source>
        <translation>Stattdessen nach „{query}“ suchen</translation>
    </message>
    <message>
        <source>Search “{name}”</source>
        <translation>„{name}“ durchsuchen</translation>
    </message>
    <message>
        <source>Some files are still being read.</source>
        <translation>Einige Dateien werden noch gelesen.</translation>
    </message>
    <message>
        <source>by name or language</source>
        <translation>nach Name oder Sprache</translation>
    </message>
    <message>
        <source>by records of Zotero or BibTeX</source>
        <translation>nach Einträgen in Zotero oder BibTeX</translation>
    </message>
    <message>
        <source>exactly these words in this order</source>
        <translation>genau diese Wortfolge</translation>
    </message>
    <message>
        <source>mail by who wrote it to whom</source>
        <translation>Mail danach, wer sie wem schrieb</translation>
    </message>
    <message>
        <source>only files changed in this period</source>
        <translation>nur in dieser Zeit Geändertes</translation>
    </message>
    <message>
        <source>only files in this folder</source>
        <translation>nur Dateien in diesem Ordner</translation>
    </message>
    <message>
        <source>only files of this type</source>
        <translation>nur Dateien dieses Typs</translation>
    </message>
    <message>
        <source>without this word</source>
        <translation>ohne dieses Wort</translation>
    </message>
    <message>
        <source>“{name}” is empty</source>
        <translation>„{name}“ ist leer</translation>
    </message>
</context>
<context>
    <name>Notice</name>
    <message>
        <source>Dismiss</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>Opening</name>
    <message>
        <source>Check whether it was moved or deleted, and whether its drive is connected.</source>
        <translation>Prüfen, ob sie verschoben oder gelöscht wurde und ob das Laufwerk verbunden ist.</translation>
    </message>
    <message>
        <source>Choose “Show in folder” to find it on your disk.</source>
        <translation>„Im Ordner anzeigen“ zeigt sie auf dem Datenträger.</translation>
    </message>
    <message>
        <source>It is inside another file: {path}. Open it only if you trust where it came from.</source>
        <translation>Sie steckt in einer anderen Datei: {path}. Nur öffnen, wenn die Herkunft vertrauenswürdig ist.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open file</source>
        <translation>Datei öffnen</translation>
    </message>
    <message>
        <source>Open “{name}”?</source>
        <translation>„{name}“ öffnen?</translation>
    </message>
    <message>
        <source>“{name}” cannot be reached.</source>
        <translation>„{name}“ ist nicht erreichbar.</translation>
    </message>
    <message>
        <source>“{name}” is a program or a script. Desktop RAG does not run it.</source>
        <translation>„{name}“ ist ein Programm oder Skript. Desktop RAG führt es nicht aus.</translation>
    </message>
</context>
<context>
    <name>OptionForm</name>
    <message>
        <source>On</source>
        <translation>Ein</translation>
    </message>
</context>
<context>
    <name>OptionPage</name>
    <message numerus="yes">
        <source>%Ln changed</source>
        <translation>
            <numerusform>%Ln geändert</numerusform>
            <numerusform>%Ln geändert</numerusform>
        </translation>
    </message>
    <message>
        <source>More options</source>
        <translation>Weitere Optionen</translation>
    </message>
</context>
<context>
    <name>Options</name>
    <message>
        <source>%</source>
        <translation>&#xa0;%</translation>
    </message>
    <message>
        <source>0 gives nearly the same answer each time; higher values vary the wording.</source>
        <translation>0 gibt jedes Mal fast dieselbe Antwort; höhere Werte variieren den Wortlaut.</translation>
    </message>
    <message>
        <source>0: variety only; 1: relevance only.</source>
        <translation>0: nur Vielfalt; 1: nur Relevanz.</translation>
    </message>
    <message>
        <source>0: words only; 1: meaning only.</source>
        <translation>0: nur Wörter; 1: nur Bedeutung.</translation>
    </message>
    <message>
        <source>100 languages</source>
        <translation>100 Sprachen</translation>
    </message>
    <message>
        <source>12 languages, English best</source>
        <translation>12 Sprachen, am besten Englisch</translation>
    </message>
    <message>
        <source>A JSON object. Its fields go into every request as they are.</source>
        <translation>Ein JSON-Objekt. Seine Felder gehen unverändert in jede Anfrage ein.</translation>
    </message>
    <message>
        <source>A model at an OpenAI-compatible address</source>
        <translation>Ein Modell unter einer OpenAI-kompatiblen Adresse</translation>
    </message>
    <message>
        <source>A model file (GGUF) that this program runs by itself; no server is needed.</source>
        <translation>Eine Modelldatei (GGUF), die dieses Programm selbst ausführt; ein Server ist nicht nötig.</translation>
    </message>
    <message>
        <source>A server with /v1/rerank: llama.cpp, vLLM, TEI, Jina, Cohere.</source>
        <translation>Ein Server mit /v1/rerank: llama.cpp, vLLM, TEI, Jina, Cohere.</translation>
    </message>
    <message>
        <source>A small model on this computer reads the question beside the sentences that come nearest. It picks those that answer, and notices when none does. Turn it off if answers take too long.</source>
        <translation>Ein kleines Modell auf diesem Computer liest die Frage neben den Sätzen, die ihr am nächsten kommen. Es wählt die aus, die antworten, und merkt, wenn keiner antwortet. Ausschalten, wenn Antworten zu lange dauern.</translation>
    </message>
    <message>
        <source>API version</source>
        <translation>API-Version</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Adds the passages before or after each one.</source>
        <translation>Fügt die Textstellen vor oder nach jeder hinzu.</translation>
    </message>
    <message>
        <source>After searching</source>
        <translation>Nach der Suche</translation>
    </message>
    <message>
        <source>After the first answer, ask the model for a title of the conversation. This is one more short request.</source>
        <translation>Nach der ersten Antwort das Modell um einen Titel der Unterhaltung bitten. Das ist eine weitere kurze Anfrage.</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Agent that writes its steps (any model)</source>
        <translation>Agent, der seine Schritte aufschreibt (jedes Modell)</translation>
    </message>
    <message>
        <source>Agent with the model&apos;s own tools</source>
        <translation>Agent mit den eigenen Werkzeugen des Modells</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>Immer</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Answer from</source>
        <translation>Antworten aus</translation>
    </message>
    <message>
        <source>Answer from passages</source>
        <translation>Aus Textstellen antworten</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Answers are word-for-word quotations from your files.</source>
        <translation>Antworten sind wörtliche Zitate aus den Dateien.</translation>
    </message>
    <message>
        <source>Answers without thinking first, so it begins soon.</source>
        <translation>Antwortet, ohne erst nachzudenken, und beginnt daher bald.</translation>
    </message>
    <message>
        <source>Answers written by</source>
        <translation>Antworten geschrieben von</translation>
    </message>
    <message>
        <source>Anthropic&apos;s models through their OpenAI-compatible address.</source>
        <translation>Modelle von Anthropic über deren OpenAI-kompatible Adresse.</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Erscheinungsbild</translation>
    </message>
    <message>
        <source>As few calls as possible</source>
        <translation>So wenige Aufrufe wie möglich</translation>
    </message>
    <message>
        <source>As reported by the server</source>
        <translation>Wie vom Server gemeldet</translation>
    </message>
    <message>
        <source>Ask tables</source>
        <translation>Tabellen befragen</translation>
    </message>
    <message>
        <source>Ask the model whether each group of passages answers the question, and skip those that don&apos;t.</source>
        <translation>Das Modell fragen, ob jede Gruppe von Textstellen die Frage beantwortet, und die anderen überspringen.</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Avoids passages that say the same.</source>
        <translation>Vermeidet Textstellen, die dasselbe sagen.</translation>
    </message>
    <message>
        <source>Best first and last</source>
        <translation>Beste zuerst und zuletzt</translation>
    </message>
    <message>
        <source>Best for this model</source>
        <translation>Am besten für dieses Modell</translation>
    </message>
    <message>
        <source>Best score, unscaled</source>
        <translation>Bester Wert, unskaliert</translation>
    </message>
    <message>
        <source>Built in</source>
        <translation>Eingebaut</translation>
    </message>
    <message>
        <source>Built-in judge</source>
        <translation>Eingebauter Prüfer</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Chat about passages</source>
        <translation>Über Textstellen chatten</translation>
    </message>
    <message>
        <source>Chat mode</source>
        <translation>Chatmodus</translation>
    </message>
    <message>
        <source>Choose passages</source>
        <translation>Textstellen wählen</translation>
    </message>
    <message>
        <source>Closeness and variety</source>
        <translation>Nähe und Vielfalt</translation>
    </message>
    <message>
        <source>Closeness in meaning</source>
        <translation>Nähe der Bedeutung</translation>
    </message>
    <message>
        <source>Combine results by</source>
        <translation>Ergebnisse verbinden nach</translation>
    </message>
    <message>
        <source>Comes with the program and runs on this computer.</source>
        <translation>Wird mitgeliefert und läuft auf diesem Computer.</translation>
    </message>
    <message>
        <source>Compare by</source>
        <translation>Vergleichen nach</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>Contact nothing but programs on this computer. Models on other computers cannot be used meanwhile.</source>
        <translation>Nur Programme auf diesem Computer kontaktieren. Modelle auf anderen Computern sind solange nicht nutzbar.</translation>
    </message>
    <message>
        <source>Context window</source>
        <translation>Kontextfenster</translation>
    </message>
    <message>
        <source>Currency</source>
        <translation>Währung</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Detected</source>
        <translation>Erkannt</translation>
    </message>
    <message>
        <source>Deutsch</source>
        <translation>Deutsch</translation>
    </message>
    <message>
        <source>Documents only</source>
        <translation>Nur Dokumente</translation>
    </message>
    <message>
        <source>Drops passages whose score is below the cutoff.</source>
        <translation>Verwirft Textstellen, deren Wert unter der Grenze liegt.</translation>
    </message>
    <message>
        <source>Each section of a Markdown file is a passage.</source>
        <translation>Jeder Abschnitt einer Markdown-Datei ist eine Textstelle.</translation>
    </message>
    <message>
        <source>English</source>
        <translation>English</translation>
    </message>
    <message>
        <source>English, French, Spanish, German, Italian, Portuguese</source>
        <translation>Englisch, Französisch, Spanisch, Deutsch, Italienisch, Portugiesisch</translation>
    </message>
    <message>
        <source>Everything in the library</source>
        <translation>Alles in der Bibliothek</translation>
    </message>
    <message>
        <source>Everything that fits the question</source>
        <translation>Alles, was zur Frage passt</translation>
    </message>
    <message>
        <source>Extra JSON</source>
        <translation>Zusätzliches JSON</translation>
    </message>
    <message>
        <source>Extract facts</source>
        <translation>Fakten entnehmen</translation>
    </message>
    <message>
        <source>Extract keywords</source>
        <translation>Stichwörter entnehmen</translation>
    </message>
    <message>
        <source>Files are split into</source>
        <translation>Dateien werden geteilt in</translation>
    </message>
    <message>
        <source>Finds exact statements; the step “Surrounding text” shows the model the text around them.</source>
        <translation>Findet genaue Aussagen; der Schritt „Umgebender Text“ zeigt dem Modell den Text darum herum.</translation>
    </message>
    <message>
        <source>Finds the facts of a passage for the knowledge graph.</source>
        <translation>Findet die Fakten einer Textstelle für den Wissensgraphen.</translation>
    </message>
    <message>
        <source>Finds the keywords of a passage for the keyword table.</source>
        <translation>Findet die Stichwörter einer Textstelle für das Stichwortverzeichnis.</translation>
    </message>
    <message>
        <source>For folders of source code; other files use the default.</source>
        <translation>Für Ordner mit Quellcode; andere Dateien nutzen den Standard.</translation>
    </message>
    <message>
        <source>For most computers with 8 GB of memory.</source>
        <translation>Für die meisten Computer mit 8 GB Speicher.</translation>
    </message>
    <message>
        <source>From your files only, with sources</source>
        <translation>Nur aus den Dateien, mit Quellen</translation>
    </message>
    <message>
        <source>Good at European languages.</source>
        <translation>Gut in europäischen Sprachen.</translation>
    </message>
    <message>
        <source>Google&apos;s models through their OpenAI-compatible address.</source>
        <translation>Modelle von Google über deren OpenAI-kompatible Adresse.</translation>
    </message>
    <message>
        <source>Graph of facts</source>
        <translation>Graph der Fakten</translation>
    </message>
    <message>
        <source>HTTP headers</source>
        <translation>HTTP-Kopfzeilen</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Hoch</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Hoher Kontrast</translation>
    </message>
    <message>
        <source>Highest</source>
        <translation>Am höchsten</translation>
    </message>
    <message>
        <source>Hold the model to the exact schema of tools and structured answers.</source>
        <translation>Das Modell auf das genaue Schema von Werkzeugen und strukturierten Antworten verpflichten.</translation>
    </message>
    <message>
        <source>How a message and the conversation before it become an answer.</source>
        <translation>Wie aus einer Nachricht und der bisherigen Unterhaltung eine Antwort wird.</translation>
    </message>
    <message>
        <source>How files are split into passages.</source>
        <translation>Wie Dateien in Textstellen geteilt werden.</translation>
    </message>
    <message>
        <source>How long Ollama keeps the model in memory after an answer.</source>
        <translation>Wie lange Ollama das Modell nach einer Antwort im Speicher behält.</translation>
    </message>
    <message>
        <source>How long a reasoning model may think, about. What it thinks beyond that is cut off, and it answers.</source>
        <translation>Wie lange ein Reasoning-Modell ungefähr nachdenken darf. Was darüber hinausgeht, wird abgeschnitten, und es antwortet.</translation>
    </message>
    <message>
        <source>How long a reasoning model thinks before it answers.</source>
        <translation>Wie lange ein Reasoning-Modell nachdenkt, bevor es antwortet.</translation>
    </message>
    <message>
        <source>How long an answer can be, including the thinking of a reasoning model.</source>
        <translation>Wie lang eine Antwort sein darf, einschließlich des Nachdenkens eines Reasoning-Modells.</translation>
    </message>
    <message>
        <source>How long the built-in model stays loaded after its last answer.</source>
        <translation>Wie lange das eingebaute Modell nach seiner letzten Antwort geladen bleibt.</translation>
    </message>
    <message>
        <source>How long to wait for the next words of an answer.</source>
        <translation>Wie lange auf die nächsten Wörter einer Antwort gewartet wird.</translation>
    </message>
    <message>
        <source>How many passages an answer is based on.</source>
        <translation>Auf wie vielen Textstellen eine Antwort beruht.</translation>
    </message>
    <message>
        <source>How many versions of the question are searched for, including the original.</source>
        <translation>Nach wie vielen Fassungen der Frage gesucht wird, das Original mitgezählt.</translation>
    </message>
    <message>
        <source>How much text the model reads at once; longer passages are prepared in parts.</source>
        <translation>Wie viel Text das Modell auf einmal liest; längere Textstellen werden in Teilen vorbereitet.</translation>
    </message>
    <message>
        <source>How much the model reads at once.</source>
        <translation>Wie viel das Modell auf einmal liest.</translation>
    </message>
    <message>
        <source>How often a question is sent again when the server fails or is busy.</source>
        <translation>Wie oft eine Frage erneut gesendet wird, wenn der Server versagt oder ausgelastet ist.</translation>
    </message>
    <message>
        <source>How passages are compared with the question when searching by meaning.</source>
        <translation>Wie Textstellen bei der Bedeutungssuche mit der Frage verglichen werden.</translation>
    </message>
    <message>
        <source>How passages are found.</source>
        <translation>Wie Textstellen gefunden werden.</translation>
    </message>
    <message>
        <source>How passages become an answer.</source>
        <translation>Wie aus Textstellen eine Antwort wird.</translation>
    </message>
    <message>
        <source>How questions are answered.</source>
        <translation>Wie Fragen beantwortet werden.</translation>
    </message>
    <message>
        <source>How several result lists are combined.</source>
        <translation>Wie mehrere Ergebnislisten verbunden werden.</translation>
    </message>
    <message>
        <source>Improve an answer</source>
        <translation>Antwort verbessern</translation>
    </message>
    <message>
        <source>Joins passages that follow one another.</source>
        <translation>Verbindet aufeinanderfolgende Textstellen.</translation>
    </message>
    <message>
        <source>Keep in memory</source>
        <translation>Im Speicher behalten</translation>
    </message>
    <message>
        <source>Keep private values here</source>
        <translation>Private Werte hier behalten</translation>
    </message>
    <message>
        <source>Keeps one of several passages that say the same.</source>
        <translation>Behält eine von mehreren Textstellen, die dasselbe sagen.</translation>
    </message>
    <message>
        <source>Keeps passages with at least one required word and no excluded word.</source>
        <translation>Behält Textstellen mit mindestens einem verlangten und ohne ausgeschlossenes Wort.</translation>
    </message>
    <message>
        <source>Keeps the newest of passages that say nearly the same.</source>
        <translation>Behält von Textstellen, die fast dasselbe sagen, die neueste.</translation>
    </message>
    <message>
        <source>Keeps the newest passages.</source>
        <translation>Behält die neuesten Textstellen.</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Keys that differ from the usual ones, one command on each line.</source>
        <translation>Tasten, die von den üblichen abweichen, ein Befehl pro Zeile.</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Leave out what your files don&apos;t support, and say so when they don&apos;t answer the question. Applies to every mode that writes an answer; not to JSON and not to figures computed from tables.</source>
        <translation>Weglassen, was die Dateien nicht belegen, und sagen, wenn sie die Frage nicht beantworten. Gilt für jeden Modus, der eine Antwort schreibt; nicht für JSON und nicht für aus Tabellen berechnete Zahlen.</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Light or dark as the system is, with stronger colours and lines.</source>
        <translation>Hell oder dunkel wie das System, mit kräftigeren Farben und Linien.</translation>
    </message>
    <message>
        <source>Linear regression</source>
        <translation>Lineare Regression</translation>
    </message>
    <message>
        <source>Logistic regression</source>
        <translation>Logistische Regression</translation>
    </message>
    <message>
        <source>Long conversations</source>
        <translation>Lange Unterhaltungen</translation>
    </message>
    <message>
        <source>Long passages of whole sentences</source>
        <translation>Lange Textstellen aus ganzen Sätzen</translation>
    </message>
    <message>
        <source>Longest answer</source>
        <translation>Längste Antwort</translation>
    </message>
    <message>
        <source>Longest text</source>
        <translation>Längster Text</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>Niedrig</translation>
    </message>
    <message>
        <source>Markdown by its headings</source>
        <translation>Markdown nach Überschriften</translation>
    </message>
    <message>
        <source>Meaning and words, mixed</source>
        <translation>Bedeutung und Wörter, gemischt</translation>
    </message>
    <message>
        <source>Meaning and words, reranked</source>
        <translation>Bedeutung und Wörter, neu geordnet</translation>
    </message>
    <message>
        <source>Meaning only</source>
        <translation>Nur Bedeutung</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Minimal</source>
        <translation>Minimal</translation>
    </message>
    <message>
        <source>Minimum score</source>
        <translation>Mindestwert</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>More of the surrounding text, with less precision.</source>
        <translation>Mehr umgebender Text, weniger genau.</translation>
    </message>
    <message>
        <source>Name conversations</source>
        <translation>Unterhaltungen benennen</translation>
    </message>
    <message>
        <source>Names, addresses, amounts, and numbers of accounts and documents leave as stand-ins, and are put back into the answer. What no rule recognises leaves as it is, and a search model on a server reads whole texts. Pictures aren&apos;t sent.</source>
        <translation>Namen, Anschriften, Beträge sowie Nummern von Konten und Dokumenten werden durch Platzhalter ersetzt und in der Antwort wieder eingesetzt. Was keine Regel erkennt, wird unverändert gesendet, und ein Suchmodell auf einem Server liest die ganzen Texte. Bilder werden nicht gesendet.</translation>
    </message>
    <message>
        <source>Neighbouring passages</source>
        <translation>Benachbarte Textstellen</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netzwerk</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nie</translation>
    </message>
    <message>
        <source>Newest only</source>
        <translation>Nur die neuesten</translation>
    </message>
    <message>
        <source>Newest version only</source>
        <translation>Nur die neueste Fassung</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Nein</translation>
    </message>
    <message>
        <source>No answer, only sources</source>
        <translation>Keine Antwort, nur Quellen</translation>
    </message>
    <message>
        <source>No duplicates</source>
        <translation>Keine Dubletten</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>Keine Grenze</translation>
    </message>
    <message>
        <source>No model (quotations only)</source>
        <translation>Kein Modell (nur Zitate)</translation>
    </message>
    <message>
        <source>No search, only the model</source>
        <translation>Keine Suche, nur das Modell</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Not at all</source>
        <translation>Gar nicht</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>Nicht bekannt</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>Benachrichtigungen</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Ollama</source>
        <translation>Ollama</translation>
    </message>
    <message>
        <source>Ollama&apos;s own API, through which the context window can be set.</source>
        <translation>Die eigene API von Ollama, über die sich das Kontextfenster einstellen lässt.</translation>
    </message>
    <message>
        <source>On</source>
        <translation>Ein</translation>
    </message>
    <message>
        <source>One answer per group of passages</source>
        <translation>Eine Antwort je Gruppe von Textstellen</translation>
    </message>
    <message>
        <source>One answer per passage</source>
        <translation>Eine Antwort je Textstelle</translation>
    </message>
    <message>
        <source>One call, cut to fit</source>
        <translation>Ein Aufruf, passend gekürzt</translation>
    </message>
    <message>
        <source>Only passages that meet all conditions are searched.</source>
        <translation>Nur Textstellen, die alle Bedingungen erfüllen, werden durchsucht.</translation>
    </message>
    <message>
        <source>Only passages with</source>
        <translation>Nur Textstellen mit</translation>
    </message>
    <message>
        <source>OpenAI or compatible</source>
        <translation>OpenAI oder kompatibel</translation>
    </message>
    <message>
        <source>OpenAI, LM Studio, llama.cpp, vLLM and others with the same API.</source>
        <translation>OpenAI, LM Studio, llama.cpp, vLLM und andere mit derselben API.</translation>
    </message>
    <message>
        <source>OpenAI, Ollama, LM Studio, llama.cpp, TEI and others with the same API.</source>
        <translation>OpenAI, Ollama, LM Studio, llama.cpp, TEI und andere mit derselben API.</translation>
    </message>
    <message>
        <source>Passages along headings (recommended)</source>
        <translation>Textstellen entlang der Überschriften (empfohlen)</translation>
    </message>
    <message>
        <source>Passages merged into sections where many match</source>
        <translation>Textstellen, zu Abschnitten verbunden, wo viele passen</translation>
    </message>
    <message>
        <source>Passages only, joined</source>
        <translation>Nur Textstellen, verbunden</translation>
    </message>
    <message>
        <source>Passages per answer</source>
        <translation>Textstellen je Antwort</translation>
    </message>
    <message>
        <source>Passages, without an answer</source>
        <translation>Textstellen, ohne Antwort</translation>
    </message>
    <message>
        <source>Pieces of the same size</source>
        <translation>Stücke gleicher Größe</translation>
    </message>
    <message>
        <source>Plug-ins</source>
        <translation>Plug-ins</translation>
    </message>
    <message>
        <source>Prefer recent passages</source>
        <translation>Neuere Textstellen bevorzugen</translation>
    </message>
    <message>
        <source>Prefers passages that were used or changed recently.</source>
        <translation>Bevorzugt Textstellen, die kürzlich verwendet oder geändert wurden.</translation>
    </message>
    <message>
        <source>Price of tokens received</source>
        <translation>Preis empfangener Tokens</translation>
    </message>
    <message>
        <source>Price of tokens sent</source>
        <translation>Preis gesendeter Tokens</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>Prompts</translation>
    </message>
    <message>
        <source>Put the name of your resource into the address. The model is the name of your deployment. With a dated API version, the address ends in /openai/deployments/YOUR-DEPLOYMENT, and the version goes into “API version” under “More options”.</source>
        <translation>In die Adresse den Namen der eigenen Ressource einsetzen. Das Modell ist der Name der Bereitstellung. Bei einer datierten API-Version endet die Adresse auf /openai/deployments/YOUR-DEPLOYMENT, und die Version kommt in „API-Version“ unter „Weitere Optionen“.</translation>
    </message>
    <message>
        <source>Puts the best passages first and last, where models read most attentively.</source>
        <translation>Setzt die besten Textstellen an Anfang und Ende, wo Modelle am aufmerksamsten lesen.</translation>
    </message>
    <message>
        <source>Query variations</source>
        <translation>Varianten der Frage</translation>
    </message>
    <message>
        <source>Ranks within each list</source>
        <translation>Plätze in jeder Liste</translation>
    </message>
    <message>
        <source>Reasoning effort</source>
        <translation>Denkaufwand</translation>
    </message>
    <message>
        <source>Refine passage by passage</source>
        <translation>Textstelle für Textstelle verfeinern</translation>
    </message>
    <message>
        <source>Relevance or variety</source>
        <translation>Relevanz oder Vielfalt</translation>
    </message>
    <message>
        <source>Remember a conversation</source>
        <translation>Unterhaltung merken</translation>
    </message>
    <message>
        <source>Required and excluded words</source>
        <translation>Verlangte und ausgeschlossene Wörter</translation>
    </message>
    <message>
        <source>Reranker</source>
        <translation>Reranker</translation>
    </message>
    <message>
        <source>Reranker&apos;s address</source>
        <translation>Adresse des Rerankers</translation>
    </message>
    <message>
        <source>Response mode</source>
        <translation>Antwortverfahren</translation>
    </message>
    <message>
        <source>Retries</source>
        <translation>Wiederholungen</translation>
    </message>
    <message>
        <source>Rewrite the message as a question, then answer that</source>
        <translation>Nachricht in eine Frage umschreiben, dann diese beantworten</translation>
    </message>
    <message>
        <source>Rewrite the message, search, then answer it</source>
        <translation>Nachricht umschreiben, suchen, dann beantworten</translation>
    </message>
    <message>
        <source>Running text</source>
        <translation>Fortlaufender Text</translation>
    </message>
    <message>
        <source>Runs a model file inside this program. Press “Model files…” to download one or to choose one of yours.</source>
        <translation>Führt eine Modelldatei in diesem Programm aus. „Modelldateien…“ drücken, um eine herunterzuladen oder eine eigene zu wählen.</translation>
    </message>
    <message>
        <source>Runs on this computer. Start Ollama first.</source>
        <translation>Läuft auf diesem Computer. Zuerst Ollama starten.</translation>
    </message>
    <message>
        <source>Runs on this computer. Start llama-server first.</source>
        <translation>Läuft auf diesem Computer. Zuerst llama-server starten.</translation>
    </message>
    <message>
        <source>Runs on this computer. Start the server in LM Studio&apos;s Developer tab first.</source>
        <translation>Läuft auf diesem Computer. Zuerst in LM Studio auf der Seite „Developer“ den Server starten.</translation>
    </message>
    <message>
        <source>Same as the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Scores, scaled by their spread</source>
        <translation>Werte, nach ihrer Streuung skaliert</translation>
    </message>
    <message>
        <source>Scores, scaled within each list</source>
        <translation>Werte, je Liste skaliert</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Search by</source>
        <translation>Suchen mit</translation>
    </message>
    <message>
        <source>Search by meaning with</source>
        <translation>Bedeutungssuche mit</translation>
    </message>
    <message>
        <source>Search model</source>
        <translation>Suchmodell</translation>
    </message>
    <message>
        <source>Search only</source>
        <translation>Nur suchen</translation>
    </message>
    <message>
        <source>Search with the message as it is</source>
        <translation>Mit der Nachricht suchen, wie sie ist</translation>
    </message>
    <message>
        <source>Searches and reads on its own, step by step</source>
        <translation>Sucht und liest selbstständig, Schritt für Schritt</translation>
    </message>
    <message>
        <source>Sections, parts and passages</source>
        <translation>Abschnitte, Teile und Textstellen</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Sees images</source>
        <translation>Sieht Bilder</translation>
    </message>
    <message>
        <source>Send the best pages found, at most three, as images to a model that sees them.</source>
        <translation>Die besten gefundenen Seiten, höchstens drei, als Bilder an ein Modell senden, das sie sieht.</translation>
    </message>
    <message>
        <source>Sent as api-version with every request; Azure needs it.</source>
        <translation>Wird mit jeder Anfrage als api-version gesendet; Azure braucht das.</translation>
    </message>
    <message>
        <source>Sent with each further part when the passages do not fit into one request.</source>
        <translation>Wird mit jedem weiteren Teil gesendet, wenn die Textstellen nicht in eine Anfrage passen.</translation>
    </message>
    <message>
        <source>Sent with every request, one “Name: value” per line.</source>
        <translation>Wird mit jeder Anfrage gesendet, eine Zeile „Name: Wert“ je Kopfzeile.</translation>
    </message>
    <message>
        <source>Several variations of the question</source>
        <translation>Mehrere Varianten der Frage</translation>
    </message>
    <message>
        <source>Show pages as images</source>
        <translation>Seiten als Bilder zeigen</translation>
    </message>
    <message>
        <source>Shows the model the text around each sentence found.</source>
        <translation>Zeigt dem Modell den Text um jeden gefundenen Satz.</translation>
    </message>
    <message>
        <source>Sign evidence packs</source>
        <translation>Beweispakete signieren</translation>
    </message>
    <message>
        <source>Sign the evidence packs you export with a key of your own, made on first use and kept where API keys are. Anyone who knows its fingerprint can tell that a pack is from you.</source>
        <translation>Exportierte Beweispakete mit einem eigenen Schlüssel signieren. Er entsteht bei der ersten Verwendung und liegt dort, wo API-Schlüssel liegen. Wer seinen Fingerabdruck kennt, sieht, von wem ein Paket stammt.</translation>
    </message>
    <message>
        <source>Single sentences</source>
        <translation>Einzelne Sätze</translation>
    </message>
    <message>
        <source>Skip passages that don&apos;t answer</source>
        <translation>Textstellen überspringen, die nicht antworten</translation>
    </message>
    <message>
        <source>Sort with the model</source>
        <translation>Mit dem Modell sortieren</translation>
    </message>
    <message>
        <source>Sort with the reranker</source>
        <translation>Mit dem Reranker sortieren</translation>
    </message>
    <message>
        <source>Source code by functions and classes</source>
        <translation>Quellcode nach Funktionen und Klassen</translation>
    </message>
    <message>
        <source>Split anywhere, even in mid-sentence; for texts without structure.</source>
        <translation>Teilt überall, auch mitten im Satz; für Texte ohne Struktur.</translation>
    </message>
    <message>
        <source>Start it with “vllm serve MODEL”, here or on a server of yours.</source>
        <translation>Mit „vllm serve MODEL“ starten, hier oder auf einem eigenen Server.</translation>
    </message>
    <message>
        <source>Steps that filter, sort or extend the passages found, in this order.</source>
        <translation>Schritte, die gefundene Textstellen filtern, sortieren oder erweitern, in dieser Reihenfolge.</translation>
    </message>
    <message>
        <source>Stop sequences</source>
        <translation>Stoppsequenzen</translation>
    </message>
    <message>
        <source>Strict tools</source>
        <translation>Strenge Werkzeuge</translation>
    </message>
    <message>
        <source>Suits nearly every file; each passage reads well by itself.</source>
        <translation>Passt für fast jede Datei; jede Textstelle ist für sich gut lesbar.</translation>
    </message>
    <message>
        <source>Summaries of summaries</source>
        <translation>Zusammenfassungen von Zusammenfassungen</translation>
    </message>
    <message>
        <source>Summarise</source>
        <translation>Zusammenfassen</translation>
    </message>
    <message>
        <source>Summarises the beginning of a long conversation.</source>
        <translation>Fasst den Anfang einer langen Unterhaltung zusammen.</translation>
    </message>
    <message>
        <source>Support vectors (SVM)</source>
        <translation>Stützvektoren (SVM)</translation>
    </message>
    <message>
        <source>Surrounding text</source>
        <translation>Umgebender Text</translation>
    </message>
    <message>
        <source>Table of keywords</source>
        <translation>Stichwortverzeichnis</translation>
    </message>
    <message>
        <source>Tell when something that took longer than half a minute ends while the window is not in front.</source>
        <translation>Melden, wenn etwas endet, das länger als eine halbe Minute gedauert hat, während das Fenster nicht vorn ist.</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Textgröße</translation>
    </message>
    <message>
        <source>Texts that end an answer, one per line.</source>
        <translation>Texte, die eine Antwort beenden, einer pro Zeile.</translation>
    </message>
    <message>
        <source>The best choice for computers with 16 GB of memory.</source>
        <translation>Die beste Wahl für Computer mit 16 GB Speicher.</translation>
    </message>
    <message>
        <source>The built-in model</source>
        <translation>Das eingebaute Modell</translation>
    </message>
    <message>
        <source>The built-in model runs on a graphics card or the like where that is faster. Counts from the next start on.</source>
        <translation>Das eingebaute Modell läuft auf einer Grafikkarte oder Ähnlichem, wo das schneller ist. Gilt ab dem nächsten Start.</translation>
    </message>
    <message>
        <source>The colours of the window.</source>
        <translation>Die Farben des Fensters.</translation>
    </message>
    <message>
        <source>The currency of both prices, as it is shown.</source>
        <translation>Die Währung beider Preise, wie sie angezeigt wird.</translation>
    </message>
    <message>
        <source>The first question builds this index, which can take a long time. To build it beforehand, use “Build other indexes” in the library&apos;s menu.</source>
        <translation>Die erste Frage baut diesen Index auf, was lange dauern kann. Vorab geht das mit „Weitere Indexe aufbauen“ im Menü der Bibliothek.</translation>
    </message>
    <message>
        <source>The installed plug-ins to use, one on each line. They run as a part of this program: name only those you trust.</source>
        <translation>Die zu verwendenden installierten Plug-ins, eins pro Zeile. Sie laufen als Teil dieses Programms: nur vertrauenswürdige nennen.</translation>
    </message>
    <message>
        <source>The language model judges the passages; the best are kept.</source>
        <translation>Das Sprachmodell beurteilt die Textstellen; die besten bleiben.</translation>
    </message>
    <message>
        <source>The language of the window. The command line follows LANG and --language.</source>
        <translation>Die Sprache des Fensters. Die Befehlszeile folgt LANG und --language.</translation>
    </message>
    <message>
        <source>The latest messages and a summary of earlier ones</source>
        <translation>Die letzten Nachrichten und eine Zusammenfassung der früheren</translation>
    </message>
    <message>
        <source>The latest messages that fit</source>
        <translation>Die letzten Nachrichten, die hineinpassen</translation>
    </message>
    <message>
        <source>The model chooses how to search</source>
        <translation>Das Modell wählt, wie gesucht wird</translation>
    </message>
    <message>
        <source>The model chooses: passages, a summary or tables</source>
        <translation>Das Modell wählt: Textstellen, Zusammenfassung oder Tabellen</translation>
    </message>
    <message>
        <source>The model that writes the answers.</source>
        <translation>Das Modell, das die Antworten schreibt.</translation>
    </message>
    <message>
        <source>The model&apos;s default</source>
        <translation>Standard des Modells</translation>
    </message>
    <message>
        <source>The model&apos;s name as its server lists it.</source>
        <translation>Der Name des Modells, wie sein Server ihn führt.</translation>
    </message>
    <message>
        <source>The model&apos;s name as its server lists it; of the built-in one, its file or what “model list” calls it.</source>
        <translation>Der Name des Modells, wie sein Server ihn führt; beim eingebauten die Datei oder der Name aus „model list“.</translation>
    </message>
    <message>
        <source>The most able; slow without a graphics processor.</source>
        <translation>Am leistungsfähigsten; ohne Grafikprozessor langsam.</translation>
    </message>
    <message>
        <source>The parts of the question, one by one</source>
        <translation>Die Teile der Frage, einer nach dem anderen</translation>
    </message>
    <message>
        <source>The passages found</source>
        <translation>Die gefundenen Textstellen</translation>
    </message>
    <message>
        <source>The question alone, for the response mode “generation”.</source>
        <translation>Die Frage allein, für das Antwortverfahren „generation“.</translation>
    </message>
    <message>
        <source>The reranker from Settings judges the passages; the best are kept.</source>
        <translation>Der Reranker aus den Einstellungen beurteilt die Textstellen; die besten bleiben.</translation>
    </message>
    <message>
        <source>The reranking model&apos;s name as its server lists it.</source>
        <translation>Der Name des Reranking-Modells, wie sein Server ihn führt.</translation>
    </message>
    <message>
        <source>The same seed and temperature repeat an answer, if the server supports it.</source>
        <translation>Gleicher Startwert und gleiche Temperatur wiederholen eine Antwort, wenn der Server das unterstützt.</translation>
    </message>
    <message>
        <source>The saved connection, by its name, that all settings of the model come from.</source>
        <translation>Die gespeicherte Verbindung mit diesem Namen, aus der alle Einstellungen des Modells stammen.</translation>
    </message>
    <message>
        <source>The search model of new libraries; a library keeps the model it was created with.</source>
        <translation>Das Suchmodell neuer Bibliotheken; eine Bibliothek behält das Modell, mit dem sie angelegt wurde.</translation>
    </message>
    <message>
        <source>The size of all text in the window, on top of the text size of the system.</source>
        <translation>Die Größe allen Textes im Fenster, zusätzlich zur Textgröße des Systems.</translation>
    </message>
    <message>
        <source>The smallest. For computers with little memory; its answers are simple.</source>
        <translation>Das kleinste. Für Computer mit wenig Speicher; die Antworten sind einfach.</translation>
    </message>
    <message>
        <source>The tables of spreadsheets and CSV files</source>
        <translation>Die Tabellen von Tabellenkalkulationen und CSV-Dateien</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>Nachdenken</translation>
    </message>
    <message>
        <source>Thinking budget</source>
        <translation>Denkbudget</translation>
    </message>
    <message>
        <source>Three sizes at once; whole sections are found where many of their parts match.</source>
        <translation>Drei Größen zugleich; ganze Abschnitte werden gefunden, wo viele ihrer Teile passen.</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>Zeitgrenze</translation>
    </message>
    <message>
        <source>Tree of summaries</source>
        <translation>Baum aus Zusammenfassungen</translation>
    </message>
    <message>
        <source>Turns a message into a question that stands alone.</source>
        <translation>Macht aus einer Nachricht eine Frage, die für sich steht.</translation>
    </message>
    <message>
        <source>Understand a follow-up</source>
        <translation>Folgefrage verstehen</translation>
    </message>
    <message>
        <source>Until Ollama ends</source>
        <translation>Bis Ollama beendet wird</translation>
    </message>
    <message>
        <source>Use the processor alone</source>
        <translation>Nur den Prozessor verwenden</translation>
    </message>
    <message>
        <source>Used by the postprocessor “llm_rerank”.</source>
        <translation>Vom Schritt „llm_rerank“ verwendet.</translation>
    </message>
    <message>
        <source>Used in Summarise mode, for each part and for the parts together.</source>
        <translation>Im Modus „Zusammenfassen“ für jeden Teil und für alle Teile zusammen.</translation>
    </message>
    <message>
        <source>Vary a question</source>
        <translation>Frage variieren</translation>
    </message>
    <message>
        <source>What a million tokens of a request cost. With it, a review table tells its cost before, and can be limited.</source>
        <translation>Was eine Million Tokens einer Anfrage kosten. Damit nennt eine Tabelle vorher ihre Kosten und kann begrenzt werden.</translation>
    </message>
    <message>
        <source>What a million tokens of an answer cost.</source>
        <translation>Was eine Million Tokens einer Antwort kosten.</translation>
    </message>
    <message>
        <source>What an agent that writes its steps is told.</source>
        <translation>Was einem Agenten gesagt wird, der seine Schritte aufschreibt.</translation>
    </message>
    <message>
        <source>What the model is told before the passages in Answer mode.</source>
        <translation>Was dem Modell im Modus „Antwort“ vor den Textstellen gesagt wird.</translation>
    </message>
    <message>
        <source>What the model is told before the passages in Chat mode.</source>
        <translation>Was dem Modell im Modus „Chat“ vor den Textstellen gesagt wird.</translation>
    </message>
    <message>
        <source>What the model sees of a conversation that no longer fits.</source>
        <translation>Was das Modell von einer Unterhaltung sieht, die nicht mehr hineinpasst.</translation>
    </message>
    <message>
        <source>When a question asks for a figure or picture</source>
        <translation>Wenn eine Frage nach einer Abbildung oder einem Bild fragt</translation>
    </message>
    <message>
        <source>Where answers come from.</source>
        <translation>Woher Antworten kommen.</translation>
    </message>
    <message>
        <source>Where the model is served. Empty: OpenAI&apos;s address.</source>
        <translation>Wo das Modell bereitgestellt wird. Leer: die Adresse von OpenAI.</translation>
    </message>
    <message>
        <source>Where the model is served. Empty: the provider&apos;s usual address.</source>
        <translation>Wo das Modell bereitgestellt wird. Leer: die übliche Adresse des Anbieters.</translation>
    </message>
    <message>
        <source>Whether a reasoning model thinks before it answers.</source>
        <translation>Ob ein Reasoning-Modell vor der Antwort nachdenkt.</translation>
    </message>
    <message>
        <source>Whether the model can be shown pages and pictures.</source>
        <translation>Ob dem Modell Seiten und Bilder gezeigt werden können.</translation>
    </message>
    <message>
        <source>While another program is in front, Ctrl+Alt+Shift+V brings this window to the front and checks the text on the clipboard. Only these keys are registered with the system; no others are read. On Linux the desktop asks first and may choose other keys.</source>
        <translation>Während ein anderes Programm im Vordergrund ist, holt Strg+Alt+Umschalt+V dieses Fenster nach vorn und prüft den Text der Zwischenablage. Nur diese Tasten werden beim System angemeldet; andere werden nicht gelesen. Unter Linux fragt die Arbeitsumgebung vorher und kann andere Tasten wählen.</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>Without passages</source>
        <translation>Ohne Textstellen</translation>
    </message>
    <message>
        <source>Without the passages</source>
        <translation>Ohne die Textstellen</translation>
    </message>
    <message>
        <source>Words and meaning</source>
        <translation>Wörter und Bedeutung</translation>
    </message>
    <message>
        <source>Words only</source>
        <translation>Nur Wörter</translation>
    </message>
    <message>
        <source>Words or meaning</source>
        <translation>Wörter oder Bedeutung</translation>
    </message>
    <message>
        <source>Words, as text search</source>
        <translation>Wörter, als Textsuche</translation>
    </message>
    <message>
        <source>Words, weighted</source>
        <translation>Wörter, gewichtet</translation>
    </message>
    <message>
        <source>Work offline</source>
        <translation>Offline arbeiten</translation>
    </message>
    <message>
        <source>Writes the SQL for a question about tables.</source>
        <translation>Schreibt das SQL für eine Frage zu Tabellen.</translation>
    </message>
    <message>
        <source>Writes the variations of a question for the retriever “query_fusion”.</source>
        <translation>Schreibt die Varianten einer Frage für den Retriever „query_fusion“.</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>Ja</translation>
    </message>
    <message>
        <source>Your files and what the model knows</source>
        <translation>Die Dateien und was das Modell weiß</translation>
    </message>
    <message>
        <source>minutes</source>
        <translation>Minuten</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>“Check clipboard” everywhere</source>
        <translation>„Zwischenablage prüfen“ überall</translation>
    </message>
    <message>
        <source>日本語</source>
        <translation>日本語</translation>
    </message>
    <message>
        <source>简体中文</source>
        <translation>简体中文</translation>
    </message>
</context>
<context>
    <name>PackCommands</name>
    <message>
        <source>Evidence packs (*.html *.pdf)</source>
        <translation>Beweispakete (*.html *.pdf)</translation>
    </message>
    <message>
        <source>Verify an evidence pack</source>
        <translation>Beweispaket prüfen</translation>
    </message>
</context>
<context>
    <name>PackDialog</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Evidence pack</source>
        <translation>Beweispaket</translation>
    </message>
    <message>
        <source>Sentence</source>
        <translation>Satz</translation>
    </message>
    <message>
        <source>Sentences of the pack</source>
        <translation>Sätze des Pakets</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
</context>
<context>
    <name>Packs</name>
    <message>
        <source>Evidence pack (HTML) (*.pack.html)</source>
        <translation>Beweispaket (HTML) (*.pack.html)</translation>
    </message>
    <message>
        <source>Evidence pack (PDF) (*.pack.pdf)</source>
        <translation>Beweispaket (PDF) (*.pack.pdf)</translation>
    </message>
</context>
<context>
    <name>PageBar</name>
    <message>
        <source>Actual size	1</source>
        <translation>Originalgröße	1</translation>
    </message>
    <message>
        <source>Dark pages	Ctrl+Shift+D</source>
        <translation>Dunkle Seiten	Ctrl+Shift+D</translation>
    </message>
    <message>
        <source>Fit page	9</source>
        <translation>Ganze Seite	9</translation>
    </message>
    <message>
        <source>Fit width	0</source>
        <translation>Seitenbreite	0</translation>
    </message>
    <message>
        <source>Fit width (0)</source>
        <translation>Seitenbreite (0)</translation>
    </message>
    <message>
        <source>Larger	+</source>
        <translation>Größer	+</translation>
    </message>
    <message>
        <source>Larger (+)</source>
        <translation>Größer (+)</translation>
    </message>
    <message>
        <source>More for pages</source>
        <translation>Mehr zu Seiten</translation>
    </message>
    <message>
        <source>Next page (→)</source>
        <translation>Nächste Seite (→)</translation>
    </message>
    <message>
        <source>Page list	F4</source>
        <translation>Seitenliste	F4</translation>
    </message>
    <message>
        <source>Page {page} of {pages}</source>
        <translation>Seite {page} von {pages}</translation>
    </message>
    <message>
        <source>Previous page (←)</source>
        <translation>Vorige Seite (←)</translation>
    </message>
    <message>
        <source>Smaller	−</source>
        <translation>Kleiner	−</translation>
    </message>
    <message>
        <source>Smaller (−)</source>
        <translation>Kleiner (−)</translation>
    </message>
    <message>
        <source>Turn left</source>
        <translation>Nach links drehen</translation>
    </message>
    <message>
        <source>Turn right	Ctrl+R</source>
        <translation>Nach rechts drehen	Ctrl+R</translation>
    </message>
    <message>
        <source>of {pages}</source>
        <translation>von {pages}</translation>
    </message>
    <message>
        <source>{percent}%</source>
        <translation>{percent} %</translation>
    </message>
</context>
<context>
    <name>PageBox</name>
    <message>
        <source>Go to page (Ctrl+G)</source>
        <translation>Gehe zu Seite (Strg+G)</translation>
    </message>
    <message>
        <source>Page number</source>
        <translation>Seitenzahl</translation>
    </message>
</context>
<context>
    <name>PageBrowser</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Select all of this page</source>
        <translation>Alles auf dieser Seite auswählen</translation>
    </message>
    <message>
        <source>Turn left</source>
        <translation>Nach links drehen</translation>
    </message>
    <message>
        <source>Turn right</source>
        <translation>Nach rechts drehen</translation>
    </message>
</context>
<context>
    <name>PageCommands</name>
    <message>
        <source>No sentence of the answer uses this passage.</source>
        <translation>Kein Satz der Antwort nutzt diese Textstelle.</translation>
    </message>
    <message>
        <source>Saved as test question: {file}</source>
        <translation>Als Testfrage gespeichert: {file}</translation>
    </message>
    <message>
        <source>Sentence {number} of {count}</source>
        <translation>Satz {number} von {count}</translation>
    </message>
</context>
<context>
    <name>PageSwitch</name>
    <message>
        <source>All documents</source>
        <translation>Alle Dokumente</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Page: {name}</source>
        <translation>Seite: {name}</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
</context>
<context>
    <name>PageTools</name>
    <message>
        <source>Copy citation</source>
        <translation>Beleg kopieren</translation>
    </message>
    <message>
        <source>Find (Ctrl+F)</source>
        <translation>Suchen (Strg+F)</translation>
    </message>
    <message>
        <source>Open file</source>
        <translation>Datei öffnen</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner anzeigen</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
</context>
<context>
    <name>PageView</name>
    <message>
        <source>Opening the page…</source>
        <translation>Seite wird geöffnet…</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
</context>
<context>
    <name>PaletteCommands</name>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
</context>
<context>
    <name>PalettePopup</name>
    <message>
        <source>Command palette</source>
        <translation>Befehlspalette</translation>
    </message>
    <message>
        <source>Enter: choose · Esc: close</source>
        <translation>Eingabe: wählen · Esc: schließen</translation>
    </message>
    <message>
        <source>Enter: open · Ctrl+Enter: ask only this file</source>
        <translation>Eingabe: öffnen · Strg+Eingabe: nur diese Datei fragen</translation>
    </message>
    <message>
        <source>Find a command, library, conversation or file</source>
        <translation>Befehl, Bibliothek, Unterhaltung oder Datei finden</translation>
    </message>
    <message>
        <source>Nothing fits “{query}”.</source>
        <translation>Nichts passt zu „{query}“.</translation>
    </message>
</context>
<context>
    <name>PassageQuote</name>
    <message>
        <source>Show in document</source>
        <translation>Im Dokument zeigen</translation>
    </message>
</context>
<context>
    <name>PassageTable</name>
    <message>
        <source>#</source>
        <translation>Nr.</translation>
    </message>
    <message>
        <source>In the answer</source>
        <translation>In der Antwort</translation>
    </message>
    <message>
        <source>Passage</source>
        <translation>Textstelle</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Then</source>
        <translation>Danach</translation>
    </message>
</context>
<context>
    <name>PassageViewer</name>
    <message>
        <source>Copy link</source>
        <translation>Link kopieren</translation>
    </message>
    <message>
        <source>Save a copy with highlights…</source>
        <translation>Kopie mit Markierungen speichern…</translation>
    </message>
    <message>
        <source>The file that this note is about isn&apos;t in this library.</source>
        <translation>Die Datei, um die es in dieser Notiz geht, ist nicht in dieser Bibliothek.</translation>
    </message>
</context>
<context>
    <name>PassagesPage</name>
    <message>
        <source>Bold passages are sources of the answer. Click one to see its page.</source>
        <translation>Fette Textstellen sind Quellen der Antwort. Ein Klick zeigt die Seite.</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>Textstellen</translation>
    </message>
    <message>
        <source>This passage is not among the answer&apos;s sources, so it cannot be opened here.</source>
        <translation>Diese Textstelle gehört nicht zu den Quellen der Antwort und lässt sich hier nicht öffnen.</translation>
    </message>
</context>
<context>
    <name>PostprocessorCard</name>
    <message>
        <source>Move up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
</context>
<context>
    <name>PostprocessorList</name>
    <message>
        <source>Add a step</source>
        <translation>Schritt hinzufügen</translation>
    </message>
</context>
<context>
    <name>PreviewLine</name>
    <message>
        <source>Counting the files…</source>
        <translation>Dateien werden gezählt…</translation>
    </message>
    <message>
        <source>Show what is left out</source>
        <translation>Zeigen, was ausgelassen wird</translation>
    </message>
</context>
<context>
    <name>ProgramsDialog</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Connect a program</source>
        <translation>Ein Programm verbinden</translation>
    </message>
    <message>
        <source>Local API</source>
        <translation>Lokale API</translation>
    </message>
    <message>
        <source>MCP</source>
        <translation>MCP</translation>
    </message>
    <message>
        <source>Shared libraries</source>
        <translation>Freigegebene Bibliotheken</translation>
    </message>
</context>
<context>
    <name>ProgramsRow</name>
    <message>
        <source>Connect a program…</source>
        <translation>Ein Programm verbinden…</translation>
    </message>
    <message>
        <source>MCP, the local API, and the libraries that other programs of this computer may ask.</source>
        <translation>MCP, die lokale API und die Bibliotheken, die andere Programme dieses Computers fragen dürfen.</translation>
    </message>
    <message>
        <source>Other programs</source>
        <translation>Andere Programme</translation>
    </message>
</context>
<context>
    <name>PromptModel</name>
    <message>
        <source>Cannot be used</source>
        <translation>Nicht verwendbar</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Standard</translation>
    </message>
</context>
<context>
    <name>PromptsPage</name>
    <message>
        <source>Prompts</source>
        <translation>Prompts</translation>
    </message>
    <message>
        <source>Reset to default</source>
        <translation>Auf Standard zurücksetzen</translation>
    </message>
    <message>
        <source>Variables are filled in when the prompt is sent. Click one to insert it.</source>
        <translation>Variablen werden beim Senden des Prompts ausgefüllt. Ein Klick fügt eine ein.</translation>
    </message>
</context>
<context>
    <name>PullDialog</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>Verbinden…</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Herunterladen</translation>
    </message>
    <message>
        <source>Download a model for {connection}</source>
        <translation>Modell für {connection} herunterladen</translation>
    </message>
    <message>
        <source>Enter the name of a model.</source>
        <translation>Den Namen eines Modells eingeben.</translation>
    </message>
    <message>
        <source>Find names</source>
        <translation>Namen finden</translation>
    </message>
    <message>
        <source>Name of the model</source>
        <translation>Name des Modells</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Stopped. The server continues here the next time.</source>
        <translation>Abgebrochen. Beim nächsten Mal macht der Server hier weiter.</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Verwenden</translation>
    </message>
    <message>
        <source>{connection} downloads the model and keeps it. A “4b” model takes about 2.5 GB.</source>
        <translation>{connection} lädt das Modell herunter und behält es. Ein „4b“-Modell braucht etwa 2,5 GB.</translation>
    </message>
    <message>
        <source>{model} is there.</source>
        <translation>{model} ist da.</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>&amp;Look in:</source>
        <translation>&amp;Suchen in:</translation>
    </message>
    <message>
        <source>Files of &amp;type:</source>
        <translation>Dateien des &amp;Typs:</translation>
    </message>
</context>
<context>
    <name>QuestionBox</name>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Ask (Enter)</source>
        <translation>Fragen (Eingabe)</translation>
    </message>
    <message>
        <source>Ask your files…</source>
        <translation>Die Dateien befragen…</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>Dateien anhängen</translation>
    </message>
    <message>
        <source>Describe a task…</source>
        <translation>Aufgabe beschreiben…</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Find passages…</source>
        <translation>Textstellen suchen…</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Stop (Esc). The answer so far is kept.</source>
        <translation>Abbrechen (Esc). Die bisherige Antwort bleibt erhalten.</translation>
    </message>
    <message>
        <source>Summarise</source>
        <translation>Zusammenfassen</translation>
    </message>
    <message>
        <source>What should be summarised?</source>
        <translation>Was soll zusammengefasst werden?</translation>
    </message>
    <message>
        <source>Write a message…</source>
        <translation>Nachricht schreiben…</translation>
    </message>
</context>
<context>
    <name>QuestionDialog</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Expected sources</source>
        <translation>Erwartete Quellen</translation>
    </message>
    <message>
        <source>One file per line, by name or full path. Add “, page 12” if only that page counts.</source>
        <translation>Eine Datei pro Zeile, mit Namen oder ganzem Pfad. „, page 12“ anhängen, wenn nur diese Seite zählt.</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Test question</source>
        <translation>Testfrage</translation>
    </message>
    <message>
        <source>report.pdf, page 12</source>
        <translation>bericht.pdf, page 12</translation>
    </message>
</context>
<context>
    <name>QuestionSetDialog</name>
    <message>
        <source>Add…</source>
        <translation>Hinzufügen…</translation>
    </message>
    <message>
        <source>Ask all</source>
        <translation>Alle stellen</translation>
    </message>
    <message>
        <source>Asking {count}…</source>
        <translation>{count} wird gestellt…</translation>
    </message>
    <message>
        <source>Asking…</source>
        <translation>Fragen werden gestellt…</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>Bearbeiten…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importieren…</translation>
    </message>
    <message>
        <source>Keep as “before”</source>
        <translation>Als „Vorher“ merken</translation>
    </message>
    <message>
        <source>Questions for which you know the right source. Ask them before and after you change settings. The best score is 1.</source>
        <translation>Fragen, deren richtige Quelle bekannt ist. Vor und nach dem Ändern von Einstellungen stellen. Der beste Wert ist 1.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Saved.</source>
        <translation>Gespeichert.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Test questions</source>
        <translation>Testfragen</translation>
    </message>
    <message>
        <source>Test questions of “{name}”</source>
        <translation>Testfragen von „{name}“</translation>
    </message>
</context>
<context>
    <name>QuestionSetFiles</name>
    <message>
        <source>Export questions</source>
        <translation>Fragen exportieren</translation>
    </message>
    <message>
        <source>Import questions</source>
        <translation>Fragen importieren</translation>
    </message>
</context>
<context>
    <name>QuestionTools</name>
    <message>
        <source>Advanced</source>
        <translation>Erweitert</translation>
    </message>
    <message>
        <source>Advanced settings in use</source>
        <translation>Erweiterte Einstellungen in Gebrauch</translation>
    </message>
    <message>
        <source>Changed for this conversation: {what}</source>
        <translation>Für diese Unterhaltung geändert: {what}</translation>
    </message>
    <message>
        <source>Libraries asked: {names}</source>
        <translation>Befragte Bibliotheken: {names}</translation>
    </message>
    <message>
        <source>Mode: {name}</source>
        <translation>Modus: {name}</translation>
    </message>
    <message>
        <source>Search and answer settings (Ctrl+Shift+A)</source>
        <translation>Einstellungen für Suche und Antwort (Strg+Umschalt+A)</translation>
    </message>
    <message>
        <source>{name} + {count}</source>
        <translation>{name} + {count}</translation>
    </message>
</context>
<context>
    <name>RecordPlaces</name>
    <message>
        <source>Open in Zotero</source>
        <translation>In Zotero öffnen</translation>
    </message>
    <message>
        <source>Show the page that this note is about</source>
        <translation>Die Seite zeigen, um die es in der Notiz geht</translation>
    </message>
</context>
<context>
    <name>RegisterModel</name>
    <message>
        <source>About</source>
        <translation>Worum es geht</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Sentence</source>
        <translation>Satz</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
</context>
<context>
    <name>RegisterSection</name>
    <message>
        <source>About {tokens} tokens of {model}.</source>
        <translation>Etwa {tokens} Tokens von {model}.</translation>
    </message>
    <message>
        <source>All kinds</source>
        <translation>Alle Arten</translation>
    </message>
    <message>
        <source>Ask the model</source>
        <translation>Modell fragen</translation>
    </message>
    <message>
        <source>Ask the model too</source>
        <translation>Auch das Modell fragen</translation>
    </message>
    <message>
        <source>At the prices in the settings they cost about {cost}.</source>
        <translation>Zu den Preisen in den Einstellungen kosten sie etwa {cost}.</translation>
    </message>
    <message>
        <source>Export the register</source>
        <translation>Register exportieren</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Filter by words, file or sentence</source>
        <translation>Nach Wörtern, Datei oder Satz filtern</translation>
    </message>
    <message>
        <source>It depends on something else, and is not computed.</source>
        <translation>Sie hängt von etwas anderem ab und wird nicht berechnet.</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Look through the documents again</source>
        <translation>Dokumente noch einmal durchsehen</translation>
    </message>
    <message>
        <source>Looking through the documents: {done} of {total}</source>
        <translation>Dokumente werden durchgesehen: {done} von {total}</translation>
    </message>
    <message>
        <source>Looking through the documents…</source>
        <translation>Dokumente werden durchgesehen…</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Nicht jetzt</translation>
    </message>
    <message>
        <source>Only what has a date, in order</source>
        <translation>Nur was ein Datum hat, der Reihe nach</translation>
    </message>
    <message>
        <source>Parts of texts for the model to read: {parts}, in {documents} documents.</source>
        <translation>Teile von Texten, die das Modell liest: {parts}, in {documents} Dokumenten.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>The document does not say which of two days this is.</source>
        <translation>Das Dokument sagt nicht, welcher von zwei Tagen gemeint ist.</translation>
    </message>
    <message>
        <source>The model found it; its words stand in this sentence.</source>
        <translation>Das Modell hat es gefunden; seine Worte stehen in diesem Satz.</translation>
    </message>
    <message>
        <source>The model looks for what the rules miss. Only what stands in a sentence is listed.</source>
        <translation>Das Modell sucht, was den Regeln entgeht. Aufgeführt wird nur, was in einem Satz steht.</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>To calendar…</source>
        <translation>In Kalender…</translation>
    </message>
    <message>
        <source>Write a calendar</source>
        <translation>Kalender schreiben</translation>
    </message>
    <message>
        <source>{shown} of {rows} rows</source>
        <translation>{shown} von {rows} Zeilen</translation>
    </message>
</context>
<context>
    <name>RegisterWords</name>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>Betrag</translation>
    </message>
    <message>
        <source>Could not be read: {files}.</source>
        <translation>Nicht lesbar: {files}.</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>Deadline</source>
        <translation>Frist</translation>
    </message>
    <message>
        <source>Left out, because no sentence says it: {count}.</source>
        <translation>Ausgelassen, weil kein Satz es sagt: {count}.</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Nummer</translation>
    </message>
    <message>
        <source>Party</source>
        <translation>Partei</translation>
    </message>
    <message>
        <source>The model read {answered} of {parts} parts.</source>
        <translation>Das Modell hat {answered} von {parts} Teilen gelesen.</translation>
    </message>
    <message>
        <source>{file}, page {label}</source>
        <translation>{file}, Seite {label}</translation>
    </message>
    <message>
        <source>{file}, slide {label}</source>
        <translation>{file}, Folie {label}</translation>
    </message>
    <message>
        <source>{kind} (model)</source>
        <translation>{kind} (Modell)</translation>
    </message>
    <message>
        <source>{one} or {other}</source>
        <translation>{one} oder {other}</translation>
    </message>
    <message>
        <source>{read} of {files} documents looked through.</source>
        <translation>{read} von {files} Dokumenten durchgesehen.</translation>
    </message>
</context>
<context>
    <name>ResultList</name>
    <message>
        <source>Results</source>
        <translation>Treffer</translation>
    </message>
</context>
<context>
    <name>ResultMenus</name>
    <message>
        <source>Ask about the selected files</source>
        <translation>Zu den ausgewählten Dateien fragen</translation>
    </message>
    <message>
        <source>Ask about this file</source>
        <translation>Zu dieser Datei fragen</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>Link kopieren</translation>
    </message>
    <message>
        <source>Make a table of these files</source>
        <translation>Tabelle aus diesen Dateien machen</translation>
    </message>
    <message>
        <source>Make a table of this file</source>
        <translation>Tabelle aus dieser Datei machen</translation>
    </message>
    <message>
        <source>Open file</source>
        <translation>Datei öffnen</translation>
    </message>
    <message>
        <source>Save as test question: page {page} is right</source>
        <translation>Als Testfrage speichern: Seite {page} ist richtig</translation>
    </message>
    <message>
        <source>Save as test question: this file is right</source>
        <translation>Als Testfrage speichern: diese Datei ist richtig</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner anzeigen</translation>
    </message>
    <message>
        <source>Show page</source>
        <translation>Seite zeigen</translation>
    </message>
</context>
<context>
    <name>SaveDialog</name>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Replace “{file}”?</source>
        <translation>„{file}“ ersetzen?</translation>
    </message>
    <message>
        <source>There is a file of this name in the folder.</source>
        <translation>Im Ordner gibt es eine Datei mit diesem Namen.</translation>
    </message>
</context>
<context>
    <name>Scope</name>
    <message>
        <source>Last year</source>
        <translation>Letztes Jahr</translation>
    </message>
    <message>
        <source>This month</source>
        <translation>Diesen Monat</translation>
    </message>
    <message>
        <source>This week</source>
        <translation>Diese Woche</translation>
    </message>
    <message>
        <source>This year</source>
        <translation>Dieses Jahr</translation>
    </message>
    <message>
        <source>last changed then</source>
        <translation>in dieser Zeit zuletzt geändert</translation>
    </message>
    <message>
        <source>since {day}</source>
        <translation>seit {day}</translation>
    </message>
    <message>
        <source>{type} files</source>
        <translation>{type}-Dateien</translation>
    </message>
</context>
<context>
    <name>ScopeChips</name>
    <message>
        <source>Asking only {what}. Press to remove.</source>
        <translation>Gefragt wird nur {what}. Drücken, um das aufzuheben.</translation>
    </message>
    <message>
        <source>Click to remove</source>
        <translation>Klicken zum Entfernen</translation>
    </message>
    <message>
        <source>Only in</source>
        <translation>Nur in</translation>
    </message>
    <message>
        <source>What is asked</source>
        <translation>Was gefragt wird</translation>
    </message>
</context>
<context>
    <name>Search</name>
    <message numerus="yes">
        <source>%Ln more in this file</source>
        <translation>
            <numerusform>%Ln weitere in dieser Datei</numerusform>
            <numerusform>%Ln weitere in dieser Datei</numerusform>
        </translation>
    </message>
    <message>
        <source>Any time</source>
        <translation>Beliebige Zeit</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>Archiv</translation>
    </message>
    <message>
        <source>Book</source>
        <translation>Buch</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>Letzte 7 Tage</translation>
    </message>
    <message>
        <source>Last month</source>
        <translation>Letzter Monat</translation>
    </message>
    <message>
        <source>Last year</source>
        <translation>Letztes Jahr</translation>
    </message>
    <message>
        <source>Mail</source>
        <translation>Mail</translation>
    </message>
    <message>
        <source>No passage contains these words · {files} close in meaning</source>
        <translation>Wörter nicht gefunden · {files} mit ähnlicher Bedeutung</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Andere</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Presentation</source>
        <translation>Präsentation</translation>
    </message>
    <message>
        <source>Show more files</source>
        <translation>Weitere Dateien zeigen</translation>
    </message>
    <message>
        <source>Spreadsheet</source>
        <translation>Tabellenkalkulation</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Web page</source>
        <translation>Webseite</translation>
    </message>
    <message>
        <source>Word</source>
        <translation>Word</translation>
    </message>
    <message numerus="yes">
        <source>also in %Ln other files</source>
        <translation>
            <numerusform>auch in %Ln anderen Datei</numerusform>
            <numerusform>auch in %Ln anderen Dateien</numerusform>
        </translation>
    </message>
    <message>
        <source>file name</source>
        <translation>Dateiname</translation>
    </message>
</context>
<context>
    <name>SearchBox</name>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
</context>
<context>
    <name>SearchEdit</name>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Search in these files</source>
        <translation>In diesen Dateien suchen</translation>
    </message>
</context>
<context>
    <name>SearchPane</name>
    <message>
        <source>Ask about the {count} selected files</source>
        <translation>Zu den {count} ausgewählten Dateien fragen</translation>
    </message>
    <message>
        <source>Ask about these results</source>
        <translation>Zu diesen Treffern fragen</translation>
    </message>
    <message>
        <source>Ask each of these files the questions of a review table</source>
        <translation>Jeder dieser Dateien die Fragen einer Tabelle stellen</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>Bibliotheken</translation>
    </message>
    <message>
        <source>Make a table</source>
        <translation>Tabelle machen</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>by words only: {reason}</source>
        <translation>nur nach Wörtern: {reason}</translation>
    </message>
    <message>
        <source>did you mean “{query}”?</source>
        <translation>gemeint: „{query}“?</translation>
    </message>
</context>
<context>
    <name>Section</name>
    <message>
        <source>Calendar (*.ics)</source>
        <translation>Kalender (*.ics)</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Saved to “{name}”.</source>
        <translation>In „{name}“ gespeichert.</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>Tabelle (*.csv)</translation>
    </message>
    <message>
        <source>Web page (*.html)</source>
        <translation>Webseite (*.html)</translation>
    </message>
    <message>
        <source>Word document (*.docx)</source>
        <translation>Word-Dokument (*.docx)</translation>
    </message>
    <message>
        <source>Workbook (*.xlsx)</source>
        <translation>Arbeitsmappe (*.xlsx)</translation>
    </message>
</context>
<context>
    <name>SettingEntries</name>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>answer length maximum tokens</source>
        <translation>Antwortlänge maximale Token</translation>
    </message>
    <message>
        <source>chunk size chunks tokens</source>
        <translation>Chunk-Größe Chunkgröße Chunks Abschnittslänge Token</translation>
    </message>
    <message>
        <source>context length tokens num_ctx</source>
        <translation>Kontextlänge Token num_ctx</translation>
    </message>
    <message>
        <source>font size zoom scale larger smaller</source>
        <translation>Schriftgröße Zoom vergrößern verkleinern Skalierung</translation>
    </message>
    <message>
        <source>hotkeys key bindings</source>
        <translation>Tastenkürzel Hotkeys Tastenbelegung</translation>
    </message>
    <message>
        <source>llm language model</source>
        <translation>LLM Sprachmodell</translation>
    </message>
    <message>
        <source>proxy internet connection privacy network</source>
        <translation>Proxy Internet Verbindung Datenschutz Netzwerk</translation>
    </message>
    <message>
        <source>reranking filters cutoff score</source>
        <translation>Reranking Filter Schwelle Punktzahl</translation>
    </message>
    <message>
        <source>retriever hybrid keyword vector semantic</source>
        <translation>Retriever hybrid Stichwort Vektor semantisch</translation>
    </message>
    <message>
        <source>theme dark mode light mode contrast colours</source>
        <translation>Theme Design dunkel hell Dunkelmodus Kontrast Farben</translation>
    </message>
    <message>
        <source>timeout wait seconds</source>
        <translation>Timeout Zeitüberschreitung warten Sekunden</translation>
    </message>
    <message>
        <source>top k chunks number of sources results</source>
        <translation>Top k Chunks Anzahl der Quellen Treffer</translation>
    </message>
    <message>
        <source>translation locale English Deutsch 日本語 中文</source>
        <translation>Übersetzung language English Deutsch 日本語 中文</translation>
    </message>
    <message>
        <source>url server endpoint host port api proxy</source>
        <translation>URL Server Endpunkt Host Port API Proxy</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Export or import</source>
        <translation>Exportieren oder importieren</translation>
    </message>
    <message>
        <source>Export settings without keys and passwords</source>
        <translation>Einstellungen ohne Schlüssel und Passwörter exportieren</translation>
    </message>
    <message>
        <source>Export settings…</source>
        <translation>Einstellungen exportieren…</translation>
    </message>
    <message>
        <source>Import settings</source>
        <translation>Einstellungen importieren</translation>
    </message>
    <message>
        <source>Import settings…</source>
        <translation>Einstellungen importieren…</translation>
    </message>
    <message>
        <source>Keys and passwords stay as they are.</source>
        <translation>Schlüssel und Passwörter bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Replace all settings with those of “{file}”?</source>
        <translation>Alle Einstellungen durch die aus „{file}“ ersetzen?</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>The other settings are imported.</source>
        <translation>Die anderen Einstellungen sind importiert.</translation>
    </message>
</context>
<context>
    <name>SharedPage</name>
    <message>
        <source>Other programs find only the libraries that are ticked here. What they read may go to the servers of their models.</source>
        <translation>Andere Programme finden nur die Bibliotheken, die hier einen Haken haben. Was sie lesen, kann an die Server ihrer Modelle gehen.</translation>
    </message>
    <message>
        <source>There is no library yet.</source>
        <translation>Es gibt noch keine Bibliothek.</translation>
    </message>
</context>
<context>
    <name>ShortcutRow</name>
    <message>
        <source>Also used by {commands}.</source>
        <translation>Auch verwendet von {commands}.</translation>
    </message>
    <message>
        <source>Keys for “{command}”</source>
        <translation>Tasten für „{command}“</translation>
    </message>
    <message>
        <source>Usual keys for “{command}”</source>
        <translation>Übliche Tasten für „{command}“</translation>
    </message>
</context>
<context>
    <name>ShortcutSheet</name>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Boxes, lists and answers</source>
        <translation>Felder, Listen und Antworten</translation>
    </message>
    <message>
        <source>Change shortcuts…</source>
        <translation>Tastenkürzel ändern…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Commands and their keys</source>
        <translation>Befehle und ihre Tasten</translation>
    </message>
    <message>
        <source>Document larger, smaller</source>
        <translation>Dokument größer, kleiner</translation>
    </message>
    <message>
        <source>Document: fit width, fit page, actual size</source>
        <translation>Dokument: Seitenbreite, ganze Seite, Originalgröße</translation>
    </message>
    <message>
        <source>Find a command or key</source>
        <translation>Befehl oder Taste finden</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Menu of the chosen row</source>
        <translation>Menü der gewählten Zeile</translation>
    </message>
    <message>
        <source>New line in the question</source>
        <translation>Neue Zeile in der Frage</translation>
    </message>
    <message>
        <source>Next or previous number in an answer</source>
        <translation>Nächste oder vorige Zahl in einer Antwort</translation>
    </message>
    <message>
        <source>No command fits.</source>
        <translation>Kein Befehl passt.</translation>
    </message>
    <message>
        <source>Open the document of a number</source>
        <translation>Das Dokument einer Zahl öffnen</translation>
    </message>
    <message>
        <source>Open the guide</source>
        <translation>Die Anleitung öffnen</translation>
    </message>
    <message>
        <source>Rename the chosen library or conversation</source>
        <translation>Gewählte Bibliothek oder Unterhaltung umbenennen</translation>
    </message>
</context>
<context>
    <name>Shortcuts</name>
    <message>
        <source> or </source>
        <translation> oder </translation>
    </message>
    <message>
        <source>Give one of them other keys.</source>
        <translation>Einem davon andere Tasten geben.</translation>
    </message>
    <message>
        <source>“{first}” and “{second}” have the same keys.</source>
        <translation>„{first}“ und „{second}“ haben dieselben Tasten.</translation>
    </message>
</context>
<context>
    <name>ShortcutsEditor</name>
    <message>
        <source>Reset all</source>
        <translation>Alle zurücksetzen</translation>
    </message>
</context>
<context>
    <name>SideBySide</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Show again</source>
        <translation>Wieder anzeigen</translation>
    </message>
</context>
<context>
    <name>SourceChips</name>
    <message>
        <source>Click to remove</source>
        <translation>Klicken zum Entfernen</translation>
    </message>
    <message>
        <source>What is asked as well</source>
        <translation>Was außerdem befragt wird</translation>
    </message>
    <message>
        <source>{name} (deleted)</source>
        <translation>{name} (gelöscht)</translation>
    </message>
    <message>
        <source>{what} is asked too. Press to remove.</source>
        <translation>{what} wird auch befragt. Zum Entfernen drücken.</translation>
    </message>
    <message>
        <source>{what} is attached. Press to remove.</source>
        <translation>{what} ist angehängt. Zum Entfernen drücken.</translation>
    </message>
</context>
<context>
    <name>SourceList</name>
    <message>
        <source>Copy link</source>
        <translation>Link kopieren</translation>
    </message>
    <message>
        <source>Open in Zotero</source>
        <translation>In Zotero öffnen</translation>
    </message>
    <message>
        <source>Save as test question: page {page} is right</source>
        <translation>Als Testfrage speichern: Seite {page} ist richtig</translation>
    </message>
    <message>
        <source>Save as test question: this file is right</source>
        <translation>Als Testfrage speichern: diese Datei ist richtig</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>Quellen</translation>
    </message>
    <message>
        <source>This answers it</source>
        <translation>Das beantwortet es</translation>
    </message>
</context>
<context>
    <name>SourceModel</name>
    <message>
        <source>Folded</source>
        <translation>Zugeklappt</translation>
    </message>
    <message>
        <source>Found but not used · {count}</source>
        <translation>Gefunden, aber nicht verwendet · {count}</translation>
    </message>
    <message>
        <source>Unfolded</source>
        <translation>Aufgeklappt</translation>
    </message>
</context>
<context>
    <name>SourceNotice</name>
    <message>
        <source>Read again</source>
        <translation>Erneut lesen</translation>
    </message>
    <message>
        <source>The file is being read again. Its new text appears here.</source>
        <translation>Die Datei wird erneut gelesen. Ihr neuer Text erscheint hier.</translation>
    </message>
    <message>
        <source>This is the text as it was read.</source>
        <translation>Das ist der Text, wie er gelesen wurde.</translation>
    </message>
    <message>
        <source>This is “{name}” as it was until {time}, in words only.</source>
        <translation>Das ist „{name}“, wie es bis {time} war, nur als Text.</translation>
    </message>
    <message>
        <source>“{name}” can&apos;t be reached: it was moved or deleted, or its drive is not connected.</source>
        <translation>„{name}“ ist nicht erreichbar: verschoben, gelöscht, oder das Laufwerk ist nicht verbunden.</translation>
    </message>
    <message>
        <source>“{name}” has changed since it was read.</source>
        <translation>„{name}“ wurde seit dem Lesen geändert.</translation>
    </message>
</context>
<context>
    <name>SourcePane</name>
    <message>
        <source>Choose a result to see its page, with the passage marked.</source>
        <translation>Einen Treffer wählen, um die Seite mit markierter Textstelle zu sehen.</translation>
    </message>
    <message>
        <source>Citation copied</source>
        <translation>Beleg kopiert</translation>
    </message>
    <message>
        <source>Click a number in an answer to see its page, with the passage marked.</source>
        <translation>Eine Zahl in einer Antwort anklicken, um die Seite mit markierter Textstelle zu sehen.</translation>
    </message>
    <message>
        <source>Hide sources</source>
        <translation>Quellen ausblenden</translation>
    </message>
    <message>
        <source>Link copied</source>
        <translation>Link kopiert</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Show where the answer uses the source</source>
        <translation>Zeigen, wo die Antwort die Quelle nutzt</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>Quellen</translation>
    </message>
    <message>
        <source>Sources appear here</source>
        <translation>Hier erscheinen Quellen</translation>
    </message>
    <message>
        <source>The page appears here</source>
        <translation>Hier erscheint die Seite</translation>
    </message>
</context>
<context>
    <name>StageModel</name>
    <message>
        <source>Summary</source>
        <translation>Übersicht</translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>Add the files you want to ask. They stay where they are.</source>
        <translation>Dateien hinzufügen, die befragt werden sollen. Sie bleiben, wo sie sind.</translation>
    </message>
    <message>
        <source>Answers come from {files}. Each statement shows where it was found.</source>
        <translation>Antworten kommen aus {files}. Jede Aussage zeigt, wo sie steht.</translation>
    </message>
    <message>
        <source>Ask questions of your own files</source>
        <translation>Die eigenen Dateien befragen</translation>
    </message>
    <message>
        <source>Ask “{name}”</source>
        <translation>„{name}“ befragen</translation>
    </message>
    <message>
        <source>Reading “{name}”</source>
        <translation>„{name}“ wird gelesen</translation>
    </message>
    <message>
        <source>There is no library, but your conversations can still be read.</source>
        <translation>Es gibt keine Bibliothek, aber die Unterhaltungen können weiterhin gelesen werden.</translation>
    </message>
    <message>
        <source>You can ask as soon as the first files have been read.</source>
        <translation>Fragen ist möglich, sobald die ersten Dateien gelesen sind.</translation>
    </message>
    <message>
        <source>“{name}” is empty</source>
        <translation>„{name}“ ist leer</translation>
    </message>
</context>
<context>
    <name>Steps</name>
    <message>
        <source>Looked through the list of files</source>
        <translation>Dateiliste durchgesehen</translation>
    </message>
    <message>
        <source>Read {file}</source>
        <translation>{file} gelesen</translation>
    </message>
    <message>
        <source>Read {file}, page {page}</source>
        <translation>{file} gelesen, Seite {page}</translation>
    </message>
    <message>
        <source>Read {file}, pages {first}–{last}</source>
        <translation>{file} gelesen, Seiten {first}–{last}</translation>
    </message>
    <message>
        <source>Searched for “{query}”</source>
        <translation>Nach „{query}“ gesucht</translation>
    </message>
    <message>
        <source>Summarised</source>
        <translation>Zusammengefasst</translation>
    </message>
    <message>
        <source>Summarised {what}</source>
        <translation>{what} zusammengefasst</translation>
    </message>
    <message>
        <source>Thought about the next step</source>
        <translation>Über den nächsten Schritt nachgedacht</translation>
    </message>
    <message>
        <source>Used {tool}</source>
        <translation>{tool} verwendet</translation>
    </message>
</context>
<context>
    <name>StepsView</name>
    <message numerus="yes">
        <source>%Ln steps</source>
        <translation>
            <numerusform>%Ln Schritt</numerusform>
            <numerusform>%Ln Schritte</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StoredText</name>
    <message>
        <source>Larger</source>
        <translation>Größer</translation>
    </message>
    <message>
        <source>Opening the text…</source>
        <translation>Text wird geöffnet…</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>Kleiner</translation>
    </message>
    <message>
        <source>Usual size</source>
        <translation>Normale Größe</translation>
    </message>
</context>
<context>
    <name>SummaryPage</name>
    <message>
        <source>After searching</source>
        <translation>Nach der Suche</translation>
    </message>
    <message>
        <source>Ask again to see how the answer comes about.</source>
        <translation>Erneut fragen, um zu sehen, wie die Antwort entsteht.</translation>
    </message>
    <message>
        <source>Context window</source>
        <translation>Kontextfenster</translation>
    </message>
    <message>
        <source>Everything else</source>
        <translation>Alles andere</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>No details were recorded for this answer.</source>
        <translation>Zu dieser Antwort wurden keine Einzelheiten festgehalten.</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>Textstellen</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Searched for</source>
        <translation>Gesucht nach</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Time: {time}</source>
        <translation>Zeit: {time}</translation>
    </message>
    <message>
        <source>and {count} more</source>
        <translation>und {count} weitere</translation>
    </message>
    <message>
        <source>{found} found, {read} in the answer&apos;s sources, {cited} cited</source>
        <translation>{found} gefunden, {read} in den Quellen der Antwort, {cited} zitiert</translation>
    </message>
</context>
<context>
    <name>TableModel</name>
    <message>
        <source>Document</source>
        <translation>Dokument</translation>
    </message>
    <message>
        <source>Locked: later runs leave it as it is.</source>
        <translation>Gesperrt: Spätere Durchläufe lassen sie, wie sie ist.</translation>
    </message>
</context>
<context>
    <name>TableSection</name>
    <message>
        <source>About {time} without a model.</source>
        <translation>Etwa {time} ohne Modell.</translation>
    </message>
    <message>
        <source>About {tokens} tokens of {model}.</source>
        <translation>Etwa {tokens} Tokens von {model}.</translation>
    </message>
    <message>
        <source>All cells are filled; of these failed: {count}.</source>
        <translation>Alle Zellen sind gefüllt; davon fehlgeschlagen: {count}.</translation>
    </message>
    <message>
        <source>Answered from the rows of {count} documents.</source>
        <translation>Beantwortet aus den Zeilen von {count} Dokumenten.</translation>
    </message>
    <message>
        <source>Asking the documents: {done} of {total}</source>
        <translation>Dokumente werden gefragt: {done} von {total}</translation>
    </message>
    <message>
        <source>At the prices in the settings they cost about {cost}.</source>
        <translation>Zu den Preisen in den Einstellungen kosten sie etwa {cost}.</translation>
    </message>
    <message>
        <source>At this rate the rest takes about {time}.</source>
        <translation>In diesem Tempo dauert der Rest etwa {time}.</translation>
    </message>
    <message>
        <source>By “{column}”</source>
        <translation>Nach „{column}“</translation>
    </message>
    <message>
        <source>Cells not filled yet: {count}.</source>
        <translation>Noch nicht gefüllte Zellen: {count}.</translation>
    </message>
    <message>
        <source>Cells to fill: {cells}, in {documents} documents.</source>
        <translation>Zu füllende Zellen: {cells}, in {documents} Dokumenten.</translation>
    </message>
    <message>
        <source>Change what the table asks, or share its columns as a file.</source>
        <translation>Ändern, was die Tabelle fragt, oder ihre Spalten als Datei weitergeben.</translation>
    </message>
    <message>
        <source>Check a cell</source>
        <translation>Zelle prüfen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Export the table</source>
        <translation>Tabelle exportieren</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Fill</source>
        <translation>Füllen</translation>
    </message>
    <message>
        <source>Fill all</source>
        <translation>Alle füllen</translation>
    </message>
    <message>
        <source>Fill the rest</source>
        <translation>Rest füllen</translation>
    </message>
    <message>
        <source>Group by</source>
        <translation>Gruppieren nach</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>Sperren</translation>
    </message>
    <message>
        <source>Look at the rows that are filled before the rest is.</source>
        <translation>Sehen Sie sich die gefüllten Zeilen an, bevor der Rest gefüllt wird.</translation>
    </message>
    <message>
        <source>Most cost</source>
        <translation>Höchste Kosten</translation>
    </message>
    <message>
        <source>No groups</source>
        <translation>Ohne Gruppen</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>Keine Grenze</translation>
    </message>
    <message>
        <source>No row fits.</source>
        <translation>Keine Zeile passt.</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Jetzt nicht</translation>
    </message>
    <message>
        <source>Not stated</source>
        <translation>Nicht angegeben</translation>
    </message>
    <message>
        <source>Only the first {count} rows are shown.</source>
        <translation>Nur die ersten {count} Zeilen werden gezeigt.</translation>
    </message>
    <message>
        <source>Columns…</source>
        <translation>Spalten…</translation>
    </message>
    <message>
        <source>Ask the table…</source>
        <translation>Die Tabelle fragen…</translation>
    </message>
    <message>
        <source>By file, value or state.</source>
        <translation>Nach Datei, Wert oder Zustand.</translation>
    </message>
    <message>
        <source>Filter rows</source>
        <translation>Zeilen filtern</translation>
    </message>
    <message>
        <source>In words, or as SELECT … FROM documents.</source>
        <translation>In Worten oder als SELECT … FROM documents.</translation>
    </message>
    <message>
        <source>New table…</source>
        <translation>Neue Tabelle…</translation>
    </message>
    <message>
        <source>Open the passage</source>
        <translation>Stelle öffnen</translation>
    </message>
    <message>
        <source>Question to the table</source>
        <translation>Frage an die Tabelle</translation>
    </message>
    <message>
        <source>Set by hand. Found: {value}</source>
        <translation>Von Hand eingetragen. Gefunden: {value}</translation>
    </message>
    <message>
        <source>Set five cells of a column yourself: the table then tells how often it is right.</source>
        <translation>Füllen Sie fünf Zellen einer Spalte selbst aus: Dann zeigt die Tabelle, wie oft sie richtigliegt.</translation>
    </message>
    <message>
        <source>Set the value…</source>
        <translation>Wert eintragen…</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alle zeigen</translation>
    </message>
    <message>
        <source>Show only these</source>
        <translation>Nur diese zeigen</translation>
    </message>
    <message>
        <source>Since the last run: documents that are new {new}, that are gone {gone}, cells that differ {cells}.</source>
        <translation>Seit dem letzten Durchlauf: neue Dokumente {new}, nicht mehr vorhandene {gone}, abweichende Zellen {cells}.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stop at</source>
        <translation>Anhalten bei</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>The limit is reached. Cells not filled yet: {count}.</source>
        <translation>Die Grenze ist erreicht. Noch nicht gefüllte Zellen: {count}.</translation>
    </message>
    <message>
        <source>The model is asked until it cost so much; then you can continue.</source>
        <translation>Das Modell wird gefragt, bis es so viel gekostet hat; danach lässt sich fortfahren.</translation>
    </message>
    <message>
        <source>This run cost about {cost}.</source>
        <translation>Dieser Lauf hat etwa {cost} gekostet.</translation>
    </message>
    <message>
        <source>Try these again</source>
        <translation>Diese erneut versuchen</translation>
    </message>
    <message>
        <source>Try {count} documents</source>
        <translation>{count} Dokumente probieren</translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>Entsperren</translation>
    </message>
    <message>
        <source>Use what was found</source>
        <translation>Gefundenes verwenden</translation>
    </message>
    <message>
        <source>Values are quoted, without a model.</source>
        <translation>Die Werte sind zitiert, ohne Modell.</translation>
    </message>
    <message>
        <source>{column}: without a value {count} ({state}).</source>
        <translation>{column}: ohne Wert {count} ({state}).</translation>
    </message>
    <message>
        <source>{column}: {agreed} of {filled} agree with you ({low} to {high}).</source>
        <translation>{column}: {agreed} von {filled} stimmen mit Ihnen überein ({low} bis {high}).</translation>
    </message>
    <message>
        <source>{column}: {agreed} of {filled} agree with you. Five tell a rate.</source>
        <translation>{column}: {agreed} von {filled} stimmen mit Ihnen überein. Ab fünf wird ein Anteil angegeben.</translation>
    </message>
    <message>
        <source>{read} of {files} documents read.</source>
        <translation>{read} von {files} Dokumenten gelesen.</translation>
    </message>
</context>
<context>
    <name>TableWords</name>
    <message>
        <source>Amount of money</source>
        <translation>Geldbetrag</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>Number with unit</source>
        <translation>Zahl mit Einheit</translation>
    </message>
    <message>
        <source>One of several choices</source>
        <translation>Eine von mehreren Möglichkeiten</translation>
    </message>
    <message>
        <source>Person or company</source>
        <translation>Person oder Firma</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Yes or no</source>
        <translation>Ja oder nein</translation>
    </message>
    <message>
        <source>disagrees</source>
        <translation>widersprüchlich</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>found</source>
        <translation>gefunden</translation>
    </message>
    <message>
        <source>not asked</source>
        <translation>nicht gefragt</translation>
    </message>
    <message>
        <source>not filled yet</source>
        <translation>noch nicht gefüllt</translation>
    </message>
    <message>
        <source>not readable</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>not stated</source>
        <translation>nicht angegeben</translation>
    </message>
    <message>
        <source>set by hand</source>
        <translation>von Hand gesetzt</translation>
    </message>
</context>
<context>
    <name>TestQuestions</name>
    <message>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <source>Better</source>
        <translation>Besser</translation>
    </message>
    <message>
        <source>Expected source</source>
        <translation>Erwartete Quelle</translation>
    </message>
    <message>
        <source>Later runs are compared with this one.</source>
        <translation>Spätere Durchläufe werden mit diesem verglichen.</translation>
    </message>
    <message>
        <source>No source yet</source>
        <translation>Noch keine Quelle</translation>
    </message>
    <message>
        <source>No test questions yet. Choose “Save as test question” from the menu of a source or a search result, or add one here.</source>
        <translation>Noch keine Testfragen. „Als Testfrage speichern“ im Menü einer Quelle oder eines Treffers wählen oder hier eine hinzufügen.</translation>
    </message>
    <message>
        <source>Not asked yet.</source>
        <translation>Noch nicht gestellt.</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>The questions have changed since the saved result, so the scores can&apos;t be compared.</source>
        <translation>Die Fragen haben sich seit dem gespeicherten Ergebnis geändert; die Werte sind nicht vergleichbar.</translation>
    </message>
    <message>
        <source>Worse</source>
        <translation>Schlechter</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>nicht gefunden</translation>
    </message>
    <message>
        <source>rank {rank}</source>
        <translation>Platz {rank}</translation>
    </message>
    <message>
        <source>{file}, page {page}</source>
        <translation>{file}, Seite {page}</translation>
    </message>
    <message>
        <source>{places} (the words you showed are gone)</source>
        <translation>{places} (die gezeigten Wörter gibt es nicht mehr)</translation>
    </message>
</context>
<context>
    <name>TextPage</name>
    <message>
        <source>Nothing.</source>
        <translation>Nichts.</translation>
    </message>
    <message>
        <source>Received</source>
        <translation>Empfangen</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>Gesendet</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
</context>
<context>
    <name>ThoughtsView</name>
    <message>
        <source>Thinking…</source>
        <translation>Nachdenken…</translation>
    </message>
    <message>
        <source>Thought for {time}</source>
        <translation>{time} nachgedacht</translation>
    </message>
    <message>
        <source>Thoughts</source>
        <translation>Gedanken</translation>
    </message>
    <message>
        <source>What the model thought</source>
        <translation>Was das Modell gedacht hat</translation>
    </message>
</context>
<context>
    <name>ThreadRow</name>
    <message numerus="yes">
        <source>%Ln messages of this thread</source>
        <translation>
            <numerusform>%Ln Nachricht dieses Verlaufs</numerusform>
            <numerusform>%Ln Nachrichten dieses Verlaufs</numerusform>
        </translation>
    </message>
    <message>
        <source>Ask about these messages</source>
        <translation>Zu diesen Nachrichten fragen</translation>
    </message>
</context>
<context>
    <name>ThumbnailList</name>
    <message>
        <source>Page list</source>
        <translation>Seitenliste</translation>
    </message>
</context>
<context>
    <name>Tour</name>
    <message>
        <source>Add folders here, or drop them anywhere. Your files stay where they are and are never changed.</source>
        <translation>Ordner hier hinzufügen oder irgendwo ablegen. Die Dateien bleiben, wo sie sind, und werden nie geändert.</translation>
    </message>
    <message>
        <source>Ask here in your own words. With @ you ask only some files or folders.</source>
        <translation>Hier mit eigenen Worten fragen. Mit @ werden nur bestimmte Dateien oder Ordner befragt.</translation>
    </message>
    <message>
        <source>Click a number in an answer to see its page here, with the passage marked.</source>
        <translation>Eine Zahl in einer Antwort anklicken, um hier die Seite mit markierter Textstelle zu sehen.</translation>
    </message>
    <message>
        <source>{palette} finds every command, library, conversation and file; {keys} shows all keys.</source>
        <translation>{palette} findet Befehle, Bibliotheken, Unterhaltungen und Dateien; {keys} zeigt alle Tasten.</translation>
    </message>
</context>
<context>
    <name>TourCard</name>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>Überspringen</translation>
    </message>
    <message>
        <source>{number} of {count}</source>
        <translation>{number} von {count}</translation>
    </message>
</context>
<context>
    <name>TurnList</name>
    <message>
        <source>Conversation</source>
        <translation>Unterhaltung</translation>
    </message>
    <message>
        <source>Show earlier questions</source>
        <translation>Frühere Fragen zeigen</translation>
    </message>
</context>
<context>
    <name>TurnView</name>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>For answers in full sentences,</source>
        <translation>Für Antworten in ganzen Sätzen</translation>
    </message>
    <message>
        <source>Look in all {count} documents</source>
        <translation>In allen {count} Dokumenten nachsehen</translation>
    </message>
    <message>
        <source>Quotations from your files</source>
        <translation>Zitate aus den Dateien</translation>
    </message>
    <message>
        <source>Sentences without support have a dotted line, words without support a dashed one.</source>
        <translation>Sätze ohne Beleg sind gepunktet, Wörter ohne Beleg gestrichelt unterstrichen.</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Einstellungen…</translation>
    </message>
    <message>
        <source>Show what was left out</source>
        <translation>Zeigen, was weggelassen wurde</translation>
    </message>
    <message>
        <source>The model has not answered for {seconds} s. Esc stops.</source>
        <translation>Das Modell hat seit {seconds} s nicht geantwortet. Esc hält an.</translation>
    </message>
    <message>
        <source>The page “All documents” lists and exports everything that was found.</source>
        <translation>Die Seite „Alle Dokumente“ listet alles Gefundene auf und exportiert es.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>You asked about all documents. The answer above rests on the passages that fit best.</source>
        <translation>Die Frage betrifft alle Dokumente. Die Antwort oben beruht nur auf den am besten passenden Textstellen.</translation>
    </message>
    <message>
        <source>connect a model</source>
        <translation>ein Modell verbinden</translation>
    </message>
</context>
<context>
    <name>VersionBar</name>
    <message>
        <source>Next version</source>
        <translation>Nächste Fassung</translation>
    </message>
    <message>
        <source>Previous version</source>
        <translation>Vorige Fassung</translation>
    </message>
    <message>
        <source>{number} of {count}</source>
        <translation>{number} von {count}</translation>
    </message>
</context>
<context>
    <name>WatchButton</name>
    <message>
        <source>Be told once when a file no longer says what stands here</source>
        <translation>Einmal erfahren, wenn eine Datei nicht mehr sagt, was hier steht</translation>
    </message>
    <message>
        <source>Press to stop watching</source>
        <translation>Drücken, um die Beobachtung zu beenden</translation>
    </message>
    <message>
        <source>Watch</source>
        <translation>Beobachten</translation>
    </message>
    <message>
        <source>Watched</source>
        <translation>Beobachtet</translation>
    </message>
</context>
<context>
    <name>WatchCommands</name>
    <message>
        <source>It is no longer watched.</source>
        <translation>Die Beobachtung ist beendet.</translation>
    </message>
    <message>
        <source>Show all watched</source>
        <translation>Alles Beobachtete anzeigen</translation>
    </message>
    <message>
        <source>The conversation was deleted.</source>
        <translation>Die Unterhaltung wurde gelöscht.</translation>
    </message>
    <message>
        <source>{library}: {news}</source>
        <translation>{library}: {news}</translation>
    </message>
</context>
<context>
    <name>Watched</name>
    <message numerus="yes">
        <source>%Ln statements are watched.</source>
        <translation>
            <numerusform>%Ln Aussage wird beobachtet.</numerusform>
            <numerusform>%Ln Aussagen werden beobachtet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln statements hold again.</source>
        <translation>
            <numerusform>%Ln Aussage gilt wieder.</numerusform>
            <numerusform>%Ln Aussagen gelten wieder.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln statements no longer hold.</source>
        <translation>
            <numerusform>%Ln Aussage gilt nicht mehr.</numerusform>
            <numerusform>%Ln Aussagen gelten nicht mehr.</numerusform>
        </translation>
    </message>
    <message>
        <source>A new file says otherwise</source>
        <translation>Eine neue Datei sagt etwas anderes</translation>
    </message>
    <message>
        <source>A new file says so, too</source>
        <translation>Eine neue Datei sagt das auch</translation>
    </message>
    <message>
        <source>All hold: {count}</source>
        <translation>Alle gelten: {count}</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Before: {place}</source>
        <translation>Vorher: {place}</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Unterhaltung</translation>
    </message>
    <message>
        <source>Holds again</source>
        <translation>Gilt wieder</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message numerus="yes">
        <source>New files say something about %Ln statements.</source>
        <translation>
            <numerusform>Eine neue Datei sagt etwas zu %Ln Aussage.</numerusform>
            <numerusform>Neue Dateien sagen etwas zu %Ln Aussagen.</numerusform>
        </translation>
    </message>
    <message>
        <source>No longer hold: {count} of {all}</source>
        <translation>Gelten nicht mehr: {count} von {all}</translation>
    </message>
    <message>
        <source>No longer holds: {verdict}</source>
        <translation>Gilt nicht mehr: {verdict}</translation>
    </message>
    <message>
        <source>Nothing stands in their place.</source>
        <translation>An ihrer Stelle steht nichts.</translation>
    </message>
    <message>
        <source>Now: {place}</source>
        <translation>Jetzt: {place}</translation>
    </message>
    <message>
        <source>Review table</source>
        <translation>Prüftabelle</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>The file is gone</source>
        <translation>Die Datei ist weg</translation>
    </message>
    <message>
        <source>The file is no longer in the library.</source>
        <translation>Die Datei ist nicht mehr in der Bibliothek.</translation>
    </message>
    <message>
        <source>The words are gone</source>
        <translation>Der Wortlaut ist weg</translation>
    </message>
    <message>
        <source>You are told once when a file no longer says so, or a new file says something about them.</source>
        <translation>Sie erfahren einmal, wenn eine Datei das nicht mehr sagt oder eine neue Datei etwas dazu sagt.</translation>
    </message>
    <message>
        <source>file gone: {count}</source>
        <translation>Datei weg: {count}</translation>
    </message>
    <message>
        <source>in new files: {count}</source>
        <translation>in neuen Dateien: {count}</translation>
    </message>
    <message>
        <source>watched since {day}</source>
        <translation>beobachtet seit dem {day}</translation>
    </message>
</context>
<context>
    <name>WatchedLine</name>
    <message>
        <source>Watched answers and texts</source>
        <translation>Beobachtete Antworten und Texte</translation>
    </message>
</context>
<context>
    <name>WatchedList</name>
    <message>
        <source>Watched answers and texts</source>
        <translation>Beobachtete Antworten und Texte</translation>
    </message>
</context>
<context>
    <name>WatchedPane</name>
    <message>
        <source>Checked again whenever a file changes.</source>
        <translation>Wird bei jeder Änderung einer Datei erneut geprüft.</translation>
    </message>
    <message>
        <source>It stays as it is. You are no longer told when its files change.</source>
        <translation>Der Inhalt bleibt, wie er ist. Sie erfahren nicht mehr, wenn sich seine Dateien ändern.</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>Bibliotheken</translation>
    </message>
    <message>
        <source>Nothing is watched in this library yet. Choose “Watch this answer” in the menu ⋯ below an answer: when a file no longer says so, you are told here, with the old and the new words.</source>
        <translation>In dieser Bibliothek wird noch nichts beobachtet. Wählen Sie „Diese Antwort beobachten“ im Menü ⋯ unter einer Antwort: Sagt eine Datei das nicht mehr, erfahren Sie es hier, mit dem alten und dem neuen Wortlaut.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Stop watching</source>
        <translation>Nicht mehr beobachten</translation>
    </message>
    <message>
        <source>Stop watching “{title}”?</source>
        <translation>„{title}“ nicht mehr beobachten?</translation>
    </message>
    <message>
        <source>The file is no longer in the library.</source>
        <translation>Die Datei ist nicht mehr in der Bibliothek.</translation>
    </message>
    <message>
        <source>Watched</source>
        <translation>Beobachtet</translation>
    </message>
    <message>
        <source>Watched in {library}</source>
        <translation>Beobachtet in {library}</translation>
    </message>
</context>
<context>
    <name>WelcomePage</name>
    <message>
        <source>Ask questions of your own files</source>
        <translation>Die eigenen Dateien befragen</translation>
    </message>
    <message>
        <source>Every answer shows the passage it came from.
Your files stay where they are, on this computer.</source>
        <translation>Jede Antwort zeigt die Textstelle, aus der sie stammt.
Die Dateien bleiben, wo sie sind: auf diesem Computer.</translation>
    </message>
    <message>
        <source>Try it with the guide</source>
        <translation>Mit der Anleitung ausprobieren</translation>
    </message>
</context>
<context>
    <name>Why</name>
    <message>
        <source>A passage</source>
        <translation>Eine Textstelle</translation>
    </message>
    <message>
        <source>Answered a question</source>
        <translation>Eine Frage beantwortet</translation>
    </message>
    <message>
        <source>Answered by</source>
        <translation>Beantwortet von</translation>
    </message>
    <message>
        <source>Surroundings of the best passages</source>
        <translation>Umgebung der besten Textstellen</translation>
    </message>
    <message>
        <source>Chose how to search</source>
        <translation>Art der Suche gewählt</translation>
    </message>
    <message>
        <source>Combined the results</source>
        <translation>Ergebnisse verbunden</translation>
    </message>
    <message>
        <source>Followed references</source>
        <translation>Verweisen gefolgt</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>Anweisungen</translation>
    </message>
    <message>
        <source>Merged passages into sections</source>
        <translation>Textstellen zu Abschnitten verbunden</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Model call {number}</source>
        <translation>Modellaufruf {number}</translation>
    </message>
    <message>
        <source>Prepared the question for meaning search</source>
        <translation>Frage für die Bedeutungssuche vorbereitet</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Read everything</source>
        <translation>Alles gelesen</translation>
    </message>
    <message>
        <source>Response mode</source>
        <translation>Antwortverfahren</translation>
    </message>
    <message>
        <source>Searched by meaning</source>
        <translation>Nach Bedeutung gesucht</translation>
    </message>
    <message>
        <source>Searched by words</source>
        <translation>Nach Wörtern gesucht</translation>
    </message>
    <message>
        <source>Searched by words and meaning</source>
        <translation>Nach Wörtern und Bedeutung gesucht</translation>
    </message>
    <message>
        <source>Searched the graph of facts</source>
        <translation>Graph der Fakten durchsucht</translation>
    </message>
    <message>
        <source>Searched the table of keywords</source>
        <translation>Stichwortverzeichnis durchsucht</translation>
    </message>
    <message>
        <source>Searched the tree of summaries</source>
        <translation>Baum aus Zusammenfassungen durchsucht</translation>
    </message>
    <message>
        <source>Searched: {what}</source>
        <translation>Gesucht: {what}</translation>
    </message>
    <message>
        <source>Passages from several files</source>
        <translation>Textstellen aus mehreren Dateien</translation>
    </message>
    <message>
        <source>Summarised</source>
        <translation>Zusammengefasst</translation>
    </message>
    <message>
        <source>The agent reasoned</source>
        <translation>Der Agent hat überlegt</translation>
    </message>
    <message>
        <source>This step ended with an error: {error}</source>
        <translation>Dieser Schritt endete mit einem Fehler: {error}</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>Used a tool</source>
        <translation>Ein Werkzeug verwendet</translation>
    </message>
    <message>
        <source>Used the tool {name}</source>
        <translation>Werkzeug {name} verwendet</translation>
    </message>
    <message>
        <source>Whole pages and files compared</source>
        <translation>Ganze Seiten und Dateien verglichen</translation>
    </message>
    <message>
        <source>Wrote query variations</source>
        <translation>Varianten der Frage geschrieben</translation>
    </message>
    <message>
        <source>Wrote the answer</source>
        <translation>Antwort geschrieben</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Ich</translation>
    </message>
    <message>
        <source>You said that an earlier answer was wrong</source>
        <translation>Eine frühere Antwort wurde als falsch gemeldet</translation>
    </message>
    <message>
        <source>You said that this answers it</source>
        <translation>Als Antwort auf diese Frage gezeigt</translation>
    </message>
    <message>
        <source>a step</source>
        <translation>ein Schritt</translation>
    </message>
    <message>
        <source>added</source>
        <translation>hinzugefügt</translation>
    </message>
    <message>
        <source>down by {count}</source>
        <translation>um {count} nach unten</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>behalten</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>ausgelassen</translation>
    </message>
    <message>
        <source>the model reads {window} tokens at once</source>
        <translation>das Modell liest {window} Tokens auf einmal</translation>
    </message>
    <message>
        <source>up by {count}</source>
        <translation>um {count} nach oben</translation>
    </message>
    <message>
        <source>{after} of {before} kept</source>
        <translation>{after} von {before} behalten</translation>
    </message>
    <message>
        <source>{answer} reserved for the answer</source>
        <translation>{answer} für die Antwort reserviert</translation>
    </message>
    <message>
        <source>{count} ms</source>
        <translation>{count} ms</translation>
    </message>
    <message>
        <source>{count} s</source>
        <translation>{count} s</translation>
    </message>
    <message>
        <source>{file} · page {page}</source>
        <translation>{file} · Seite {page}</translation>
    </message>
    <message>
        <source>{left} left</source>
        <translation>{left} übrig</translation>
    </message>
    <message>
        <source>{number} · cited</source>
        <translation>{number} · zitiert</translation>
    </message>
    <message>
        <source>{number} · read</source>
        <translation>{number} · gelesen</translation>
    </message>
    <message>
        <source>{prompt} of {window} tokens sent</source>
        <translation>{prompt} von {window} Tokens gesendet</translation>
    </message>
    <message>
        <source>{prompt} tokens were sent</source>
        <translation>{prompt} Tokens gesendet</translation>
    </message>
    <message>
        <source>{read} tokens read</source>
        <translation>{read} Tokens gelesen</translation>
    </message>
    <message>
        <source>{read} tokens read ({cached} of them remembered), {written} written</source>
        <translation>{read} Tokens gelesen ({cached} davon gemerkt), {written} geschrieben</translation>
    </message>
    <message>
        <source>{read} tokens read, {written} written</source>
        <translation>{read} Tokens gelesen, {written} geschrieben</translation>
    </message>
    <message>
        <source>{size} numbers represent the meaning of the question. Passages with similar numbers match.</source>
        <translation>{size} Zahlen stellen die Bedeutung der Frage dar. Textstellen mit ähnlichen Zahlen passen.</translation>
    </message>
</context>
<context>
    <name>WhyDialog</name>
    <message numerus="yes">
        <source>%Ln model calls</source>
        <translation>
            <numerusform>%Ln Modellaufruf</numerusform>
            <numerusform>%Ln Modellaufrufe</numerusform>
        </translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Was geschah</translation>
    </message>
    <message>
        <source>Why this answer?</source>
        <translation>Warum diese Antwort?</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message numerus="yes">
        <source>%Ln files</source>
        <translation>
            <numerusform>%Ln Datei</numerusform>
            <numerusform>%Ln Dateien</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files are gone</source>
        <translation>
            <numerusform>%Ln Datei ist verschwunden</numerusform>
            <numerusform>%Ln Dateien sind verschwunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files need attention</source>
        <translation>
            <numerusform>%Ln Datei braucht Aufmerksamkeit</numerusform>
            <numerusform>%Ln Dateien brauchen Aufmerksamkeit</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln models</source>
        <translation>
            <numerusform>%Ln Modell</numerusform>
            <numerusform>%Ln Modelle</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln passages</source>
        <translation>
            <numerusform>%Ln Textstelle</numerusform>
            <numerusform>%Ln Textstellen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <translation>
            <numerusform>%Ln wartet</numerusform>
            <numerusform>%Ln warten</numerusform>
        </translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>Building the index for this way of searching…</source>
        <translation>Der Index für diese Suche wird aufgebaut…</translation>
    </message>
    <message>
        <source>Building · {done} of {total}</source>
        <translation>Aufbau · {done} von {total}</translation>
    </message>
    <message>
        <source>Building…</source>
        <translation>Aufbau…</translation>
    </message>
    <message>
        <source>Changing search model, {percent}%</source>
        <translation>Suchmodell wird geändert: {percent} %</translation>
    </message>
    <message>
        <source>Connecting to the model…</source>
        <translation>Verbindung zum Modell…</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>Letzte 30 Tage</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>Letzte 7 Tage</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Ausgelassen</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>Modell wird geladen…</translation>
    </message>
    <message>
        <source>Looking for files…</source>
        <translation>Dateien werden gesucht…</translation>
    </message>
    <message>
        <source>Meaning search {percent}% ready</source>
        <translation>Bedeutungssuche zu {percent} % bereit</translation>
    </message>
    <message>
        <source>No files yet</source>
        <translation>Noch keine Dateien</translation>
    </message>
    <message>
        <source>Not readable</source>
        <translation>Nicht lesbar</translation>
    </message>
    <message>
        <source>Notes on {work}</source>
        <translation>Notizen zu {work}</translation>
    </message>
    <message>
        <source>Offline</source>
        <translation>Offline</translation>
    </message>
    <message>
        <source>Offline · still searchable</source>
        <translation>Offline · weiterhin durchsuchbar</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Paused · {waiting}</source>
        <translation>Angehalten · {waiting}</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Angeheftet</translation>
    </message>
    <message>
        <source>Reading the passages…</source>
        <translation>Textstellen werden gelesen…</translation>
    </message>
    <message>
        <source>Reading {done} of {total}</source>
        <translation>{done} von {total} gelesen</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Searchable by words; meaning search {percent}% ready</source>
        <translation>Nach Wörtern durchsuchbar; Bedeutungssuche zu {percent} % bereit</translation>
    </message>
    <message>
        <source>Searchable · changing search model, {percent}%</source>
        <translation>Durchsuchbar · Suchmodell wird geändert, {percent} %</translation>
    </message>
    <message>
        <source>Searching your files…</source>
        <translation>Dateien werden durchsucht…</translation>
    </message>
    <message>
        <source>The model is thinking…</source>
        <translation>Das Modell denkt nach…</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Waiting for its turn</source>
        <translation>Wartet, bis es an der Reihe ist</translation>
    </message>
    <message>
        <source>Words only</source>
        <translation>Nur Wörter</translation>
    </message>
    <message>
        <source>Working…</source>
        <translation>In Arbeit…</translation>
    </message>
    <message>
        <source>Writing the answer…</source>
        <translation>Antwort wird geschrieben…</translation>
    </message>
    <message>
        <source>Writing variations of the question…</source>
        <translation>Varianten der Frage werden geschrieben…</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Gestern</translation>
    </message>
    <message>
        <source>You said that this answers it</source>
        <translation>Als Antwort auf diese Frage gezeigt</translation>
    </message>
    <message>
        <source>attached</source>
        <translation>angehängt</translation>
    </message>
    <message>
        <source>found by meaning</source>
        <translation>nach Bedeutung gefunden</translation>
    </message>
    <message>
        <source>found by words</source>
        <translation>nach Wörtern gefunden</translation>
    </message>
    <message>
        <source>found by words and meaning</source>
        <translation>nach Wörtern und Bedeutung gefunden</translation>
    </message>
    <message>
        <source>meaning</source>
        <translation>Bedeutung</translation>
    </message>
    <message>
        <source>page {number} · {time}</source>
        <translation>Seite {number} · {time}</translation>
    </message>
    <message>
        <source>page {page}</source>
        <translation>Seite {page}</translation>
    </message>
    <message>
        <source>shown by you</source>
        <translation>als Antwort gezeigt</translation>
    </message>
    <message>
        <source>slide {page}</source>
        <translation>Folie {page}</translation>
    </message>
    <message>
        <source>words</source>
        <translation>Wörter</translation>
    </message>
    <message>
        <source>words and meaning</source>
        <translation>beides</translation>
    </message>
    <message numerus="yes">
        <source>{files} · %Ln need attention</source>
        <translation>
            <numerusform>{files} · %Ln zu prüfen</numerusform>
            <numerusform>{files} · %Ln zu prüfen</numerusform>
        </translation>
    </message>
    <message>
        <source>“{text}”</source>
        <translation>„{text}“</translation>
    </message>
    <message>
        <source>{count} h</source>
        <translation>{count} h</translation>
    </message>
    <message>
        <source>{count} min</source>
        <translation>{count} min</translation>
    </message>
    <message>
        <source>{count} s</source>
        <translation>{count} s</translation>
    </message>
    <message>
        <source>{files} · meaning search {percent}% ready</source>
        <translation>{files} · Bedeutungssuche zu {percent} % bereit</translation>
    </message>
    <message>
        <source>{files} · ready</source>
        <translation>{files} · bereit</translation>
    </message>
    <message>
        <source>{files} · waiting for its turn</source>
        <translation>{files} · wartet, bis sie an der Reihe ist</translation>
    </message>
    <message>
        <source>{files} · {waiting}</source>
        <translation>{files} · {waiting}</translation>
    </message>
    <message>
        <source>{time} left</source>
        <translation>noch {time}</translation>
    </message>
    <message>
        <source>{time} s</source>
        <translation>{time} s</translation>
    </message>
    <message>
        <source>{used} of {all} passages used</source>
        <translation>{used} von {all} Textstellen verwendet</translation>
    </message>
</context>
<context>
    <name>_ColumnForm</name>
    <message>
        <source>Always</source>
        <translation>Immer</translation>
    </message>
    <message>
        <source>Ask only if</source>
        <translation>Nur fragen, wenn</translation>
    </message>
    <message>
        <source>Choices</source>
        <translation>Möglichkeiten</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>For example: How long is the notice period?</source>
        <translation>Zum Beispiel: Wie lang ist die Kündigungsfrist?</translation>
    </message>
    <message>
        <source>For example: months</source>
        <translation>Zum Beispiel: Monate</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>Anweisungen</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>One on each line, two or more.</source>
        <translation>Je eine in einer Zeile, mindestens zwei.</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>Value of the other column</source>
        <translation>Wert der anderen Spalte</translation>
    </message>
    <message>
        <source>Values as they should look, one on each line.</source>
        <translation>Werte, wie sie aussehen sollen, je einer in einer Zeile.</translation>
    </message>
    <message>
        <source>What you would tell a person who fills in this column. Only a model reads it.</source>
        <translation>Was man jemandem sagen würde, der diese Spalte ausfüllt. Nur ein Modell liest es.</translation>
    </message>
    <message>
        <source>Without one, the name is asked.</source>
        <translation>Ohne Frage wird nach dem Namen gefragt.</translation>
    </message>
    <message>
        <source>is</source>
        <translation>ist</translation>
    </message>
    <message>
        <source>“{column}”</source>
        <translation>„{column}“</translation>
    </message>
</context>
<context>
    <name>_HitTable</name>
    <message>
        <source>Sentences found by meaning</source>
        <translation>Nach Bedeutung gefundene Sätze</translation>
    </message>
</context>
<context>
    <name>_ListView</name>
    <message>
        <source>Conversations</source>
        <translation>Unterhaltungen</translation>
    </message>
</context>
<context>
    <name>_PageNumbers</name>
    <message>
        <source>Page {page}</source>
        <translation>Seite {page}</translation>
    </message>
</context>
<context>
    <name>_RegisterTable</name>
    <message>
        <source>Register</source>
        <translation>Register</translation>
    </message>
</context>
<context>
    <name>_ScopeRow</name>
    <message>
        <source>All documents, or only type:pdf folder:contracts</source>
        <translation>Alle Dokumente, oder nur type:pdf folder:Verträge</translation>
    </message>
    <message>
        <source>Asking only {what}. Press to remove.</source>
        <translation>Gefragt wird nur {what}. Drücken, um das aufzuheben.</translation>
    </message>
    <message>
        <source>Click to remove</source>
        <translation>Klicken zum Entfernen</translation>
    </message>
    <message>
        <source>Documents that are asked</source>
        <translation>Dokumente, die gefragt werden</translation>
    </message>
    <message>
        <source>Only {files}</source>
        <translation>Nur {files}</translation>
    </message>
</context>
</TS>
