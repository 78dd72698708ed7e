; The installer for Windows: for one person, without an administrator. Run by windows.py, which defines
;   VERSION  as 0.2.0      PROGRAM  the folder that PyInstaller made      TARGET  the file to write
;   ICON     an .ico file  LICENCE  a text file  ASKED  which files Explorer offers to ask
Unicode true
ManifestDPIAware true
SetCompressor /SOLID lzma
SetCompressorDictSize 64
RequestExecutionLevel user

!include "MUI2.nsh"
!include "FileFunc.nsh"

!define NAME "Desktop RAG"
!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\DesktopRAG"
!define CLASSES "Software\Classes"

Name "${NAME}"
OutFile "${TARGET}"
InstallDir "$LOCALAPPDATA\Programs\${NAME}"
InstallDirRegKey HKCU "${KEY}" "InstallLocation"
BrandingText "${NAME} ${VERSION}"

VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "${NAME}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "${NAME} Setup"
VIAddVersionKey "CompanyName" "The Desktop RAG developers"
VIAddVersionKey "LegalCopyright" "AGPL-3.0-or-later"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\desktop-rag-gui.exe"
!insertmacro MUI_PAGE_LICENSE "${LICENCE}"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"
!insertmacro MUI_LANGUAGE "Japanese"
!insertmacro MUI_LANGUAGE "SimpChinese"

LangString AskAbout ${LANG_ENGLISH} "Ask ${NAME}"
LangString AskAbout ${LANG_GERMAN} "${NAME} fragen"
LangString AskAbout ${LANG_JAPANESE} "${NAME} に質問"
LangString AskAbout ${LANG_SIMPCHINESE} "用 ${NAME} 提问"
LangString Running ${LANG_ENGLISH} "${NAME} is running. Close it, and try again."
LangString Running ${LANG_GERMAN} "${NAME} läuft. Schließen Sie es, und versuchen Sie es erneut."
LangString Running ${LANG_JAPANESE} "${NAME} が実行中です。終了してから、もう一度お試しください。"
LangString Running ${LANG_SIMPCHINESE} "${NAME} 正在运行。请先关闭，然后重试。"
LangString Newer ${LANG_ENGLISH} "A newer version is installed. Remove it first if you want this one. Your libraries stay."
LangString Newer ${LANG_GERMAN} "Eine neuere Version ist installiert. Entfernen Sie sie zuerst, wenn Sie diese möchten. Ihre Bibliotheken bleiben."
LangString Newer ${LANG_JAPANESE} "新しいバージョンがインストールされています。このバージョンを使うには、先にそれを削除してください。ライブラリは残ります。"
LangString Newer ${LANG_SIMPCHINESE} "已安装更新的版本。如需此版本，请先将其删除。您的资料库会保留。"

!include "WordFunc.nsh"

; A program that runs holds its own file: it cannot be opened for writing.
!macro RefuseWhileRunning PREFIX
Function ${PREFIX}RefuseWhileRunning
  IfFileExists "$INSTDIR\desktop-rag-gui.exe" 0 done
  again:
  ClearErrors
  FileOpen $0 "$INSTDIR\desktop-rag-gui.exe" a
  IfErrors 0 closed
    IfSilent 0 +3
      SetErrorLevel 2
      Abort
    MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(Running)" IDRETRY again
    Abort
  closed:
  FileClose $0
  done:
FunctionEnd
!macroend
!insertmacro RefuseWhileRunning ""
!insertmacro RefuseWhileRunning "un."

; Empty the program's own folders. What a person may have put beside the program stays.
!macro RemoveProgram
  RMDir /r "$INSTDIR\_internal"
  RMDir /r "$INSTDIR\licences"
  Delete "$INSTDIR\desktop-rag.exe"
  Delete "$INSTDIR\desktop-rag-gui.exe"
  Delete "$INSTDIR\desktop-rag.pkg"
  Delete "$INSTDIR\desktop-rag-gui.pkg"
!macroend

Function .onInit
  ReadRegStr $0 HKCU "${KEY}" "DisplayVersion"
  StrCmp $0 "" done
  ${VersionCompare} "$0" "${VERSION}" $1
  StrCmp $1 "1" 0 done
    IfSilent +2
      MessageBox MB_OK|MB_ICONSTOP "$(Newer)"
    SetErrorLevel 3
    Abort
  done:
FunctionEnd

Section
  Call RefuseWhileRunning
  ; files of an earlier version that this one no longer has would be loaded by it
  !insertmacro RemoveProgram
  SetOutPath "$INSTDIR"
  File /r "${PROGRAM}/*"
  WriteUninstaller "$INSTDIR\uninstall.exe"

  CreateShortcut "$SMPROGRAMS\${NAME}.lnk" "$INSTDIR\desktop-rag-gui.exe"
  WriteRegStr HKCU "Software\Microsoft\Windows\CurrentVersion\App Paths\desktop-rag.exe" "" "$INSTDIR\desktop-rag.exe"

  WriteRegStr HKCU "${KEY}" "DisplayName" "${NAME}"
  WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${KEY}" "DisplayIcon" "$INSTDIR\desktop-rag-gui.exe"
  WriteRegStr HKCU "${KEY}" "Publisher" "The Desktop RAG developers"
  WriteRegStr HKCU "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${KEY}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  IntFmt $0 "0x%08X" $0
  WriteRegDWORD HKCU "${KEY}" "EstimatedSize" "$0"

  ; libraries
  WriteRegStr HKCU "${CLASSES}\.ragindex" "" "DesktopRAG.Library"
  WriteRegStr HKCU "${CLASSES}\DesktopRAG.Library" "" "${NAME} library"
  WriteRegStr HKCU "${CLASSES}\DesktopRAG.Library\DefaultIcon" "" "$INSTDIR\desktop-rag-gui.exe,0"
  WriteRegStr HKCU "${CLASSES}\DesktopRAG.Library\shell\open\command" "" '"$INSTDIR\desktop-rag-gui.exe" -- "%1"'
  ; links
  WriteRegStr HKCU "${CLASSES}\desktop-rag" "" "URL:${NAME}"
  WriteRegStr HKCU "${CLASSES}\desktop-rag" "URL Protocol" ""
  WriteRegStr HKCU "${CLASSES}\desktop-rag\shell\open\command" "" '"$INSTDIR\desktop-rag-gui.exe" -- "%1"'
  ; folders, and the background of an open one
  WriteRegStr HKCU "${CLASSES}\Directory\shell\DesktopRAG" "" "$(AskAbout)"
  WriteRegStr HKCU "${CLASSES}\Directory\shell\DesktopRAG" "Icon" "$INSTDIR\desktop-rag-gui.exe,0"
  WriteRegStr HKCU "${CLASSES}\Directory\shell\DesktopRAG\command" "" '"$INSTDIR\desktop-rag-gui.exe" -- "%V"'
  WriteRegStr HKCU "${CLASSES}\Directory\Background\shell\DesktopRAG" "" "$(AskAbout)"
  WriteRegStr HKCU "${CLASSES}\Directory\Background\shell\DesktopRAG" "Icon" "$INSTDIR\desktop-rag-gui.exe,0"
  WriteRegStr HKCU "${CLASSES}\Directory\Background\shell\DesktopRAG\command" "" '"$INSTDIR\desktop-rag-gui.exe" -- "%V"'
  ; files of the kinds that are read
  WriteRegStr HKCU "${CLASSES}\*\shell\DesktopRAG" "" "$(AskAbout)"
  WriteRegStr HKCU "${CLASSES}\*\shell\DesktopRAG" "Icon" "$INSTDIR\desktop-rag-gui.exe,0"
  WriteRegStr HKCU "${CLASSES}\*\shell\DesktopRAG" "AppliesTo" "${ASKED}"
  WriteRegStr HKCU "${CLASSES}\*\shell\DesktopRAG\command" "" '"$INSTDIR\desktop-rag-gui.exe" -- "%1"'
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd

Section "Uninstall"
  Call un.RefuseWhileRunning
  !insertmacro RemoveProgram
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"  ; only when nothing of the person is in it
  Delete "$SMPROGRAMS\${NAME}.lnk"
  DeleteRegKey HKCU "Software\Microsoft\Windows\CurrentVersion\App Paths\desktop-rag.exe"
  DeleteRegKey HKCU "${CLASSES}\.ragindex"
  DeleteRegKey HKCU "${CLASSES}\DesktopRAG.Library"
  DeleteRegKey HKCU "${CLASSES}\desktop-rag"
  DeleteRegKey HKCU "${CLASSES}\Directory\shell\DesktopRAG"
  DeleteRegKey HKCU "${CLASSES}\Directory\Background\shell\DesktopRAG"
  DeleteRegKey HKCU "${CLASSES}\*\shell\DesktopRAG"
  DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "${NAME}"  ; start at login, from the settings
  DeleteRegKey HKCU "${KEY}"
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd
