"""What macOS reads of the application, its signature and the disk image it comes on.

Signing and notarising need an Apple developer's certificate in the keychain, and these variables:

  DESKTOP_RAG_SIGN_AS   the name of the certificate, "Developer ID Application: …"
  DESKTOP_RAG_NOTARY    the name under which ``xcrun notarytool store-credentials`` keeps the account

Without the first the application is signed for this machine alone, as Apple silicon demands, and others warn of it.
"""

import os
import plistlib
import shutil
import subprocess
import tempfile
from pathlib import Path

import file_managers
import linux

NAME = "Desktop RAG"
IDENTIFIER = "org.desktop-rag.DesktopRAG"
OLDEST = "14.0"  # the oldest macOS that the locked Qt and ONNX Runtime run on (WHEELS.md)
# Of what the hardened runtime forbids the program needs: memory that it writes and runs (models and regular expressions
# compile to it), and libraries that others have signed (those of Python's wheels).
ENTITLEMENTS = {
    "com.apple.security.cs.allow-unsigned-executable-memory": True,
    "com.apple.security.cs.allow-jit": True,
    "com.apple.security.cs.disable-library-validation": True,
}


def properties(version: str, scheme: str) -> dict[str, object]:
    """Return Info.plist: what the application opens, and what it says when macOS asks for access to folders."""
    library = {
        "UTTypeIdentifier": f"{IDENTIFIER}.library",
        "UTTypeDescription": f"{NAME} library",
        "UTTypeConformsTo": ["public.database", "public.data"],
        "UTTypeTagSpecification": {"public.filename-extension": ["ragindex"]},
    }
    why = "Desktop RAG reads the files you add to a library. They are never changed, and nothing is sent anywhere."
    return {
        "CFBundleShortVersionString": version,
        "CFBundleVersion": version,
        "CFBundleURLTypes": [
            {"CFBundleURLName": NAME, "CFBundleURLSchemes": [scheme], "CFBundleTypeRole": "Viewer"},
        ],
        "CFBundleDocumentTypes": [
            {
                "CFBundleTypeName": f"{NAME} library",
                "CFBundleTypeRole": "Editor",
                "LSHandlerRank": "Owner",
                "LSItemContentTypes": [f"{IDENTIFIER}.library"],
            },
            {
                "CFBundleTypeName": "Folder",
                "CFBundleTypeRole": "Viewer",
                "LSHandlerRank": "Alternate",
                "LSItemContentTypes": ["public.folder"],
            },
        ],
        "UTExportedTypeDeclarations": [library],
        "LSMinimumSystemVersion": OLDEST,
        "LSApplicationCategoryType": "public.app-category.productivity",
        "NSHighResolutionCapable": True,
        "NSHumanReadableCopyright": "AGPL-3.0-or-later",
        "NSDesktopFolderUsageDescription": why,
        "NSDocumentsFolderUsageDescription": why,
        "NSDownloadsFolderUsageDescription": why,
        "NSNetworkVolumesUsageDescription": why,
        "NSRemovableVolumesUsageDescription": why,
        "CFBundleLocalizations": ["en", "de", "ja", "zh_CN"],
    }


def sign(application: Path) -> None:
    """Sign the application, each library in it before it, with the hardened runtime."""
    identity = os.environ.get("DESKTOP_RAG_SIGN_AS") or "-"
    with tempfile.TemporaryDirectory() as folder:
        entitlements = Path(folder) / "entitlements.plist"
        entitlements.write_bytes(plistlib.dumps(ENTITLEMENTS))
        options = ["--force", "--timestamp" if identity != "-" else "--timestamp=none", "--options", "runtime"]
        options += ["--entitlements", str(entitlements), "--sign", identity]
        inner = [path for path in application.rglob("*") if path.suffix in {".so", ".dylib"} and not path.is_symlink()]
        for path in (*inner, application):
            subprocess.run(["codesign", *options, path], check=True)
    subprocess.run(["codesign", "--verify", "--deep", "--strict", application], check=True)


def write_quick_action(folder: Path) -> Path:
    """Write the quick action “Ask Desktop RAG” of Finder; opened, macOS asks whether to install it. Return its path.

    An application cannot bring one along: a service of its own would have to be written in Objective-C.
    """
    contents = folder / f"{file_managers.WORDS['']}.workflow" / "Contents"
    service = {
        "NSMenuItem": {"default": file_managers.WORDS[""]},
        "NSMessage": "runWorkflowAsService",
        "NSRequiredContext": {"NSApplicationIdentifier": "com.apple.finder"},
        "NSSendFileTypes": ["public.item"],
    }
    about = {
        "CFBundleIdentifier": f"{IDENTIFIER}.ask",
        "CFBundleName": file_managers.WORDS[""],
        "CFBundleDevelopmentRegion": "en",
        "NSServices": [service],
    }
    linux.write(contents / "Info.plist", plistlib.dumps(about).decode())
    for code, words in file_managers.WORDS.items():
        if code:
            name = {"zh_CN": "zh-Hans"}.get(code, code)
            text = f'"{file_managers.WORDS[""]}" = "{words}";\n'
            linux.write(contents / "Resources" / f"{name}.lproj" / "ServicesMenu.strings", text)
    run_script = {
        "AMAccepts": {"Container": "List", "Optional": True, "Types": ["com.apple.cocoa.string"]},
        "AMActionVersion": "2.0.3",
        "AMApplication": ["Automator"],
        "AMProvides": {"Container": "List", "Types": ["com.apple.cocoa.string"]},
        "ActionBundlePath": "/System/Library/Automator/Run Shell Script.action",
        "ActionName": "Run Shell Script",
        "ActionParameters": {
            "COMMAND_STRING": f'open -b {IDENTIFIER} "$@"',
            "CheckedForUserDefaultShell": True,
            "inputMethod": 1,  # the files are arguments
            "shell": "/bin/sh",
            "source": "",
        },
        "BundleIdentifier": "com.apple.RunShellScript",
        "CFBundleVersion": "2.0.3",
        "Class Name": "RunShellScriptAction",
    }
    workflow = {
        "AMApplicationVersion": "2.10",
        "AMDocumentVersion": "2",
        "actions": [{"action": run_script}],
        "connectors": {},
        "workflowMetaData": {
            "serviceInputTypeIdentifier": "com.apple.Automator.fileSystemObject",
            "serviceOutputTypeIdentifier": "com.apple.Automator.nothing",
            "serviceProcessesInput": 0,
            "workflowTypeIdentifier": "com.apple.Automator.servicesMenu",
        },
    }
    linux.write(contents / "document.wflow", plistlib.dumps(workflow).decode())
    return contents.parent


def disk_image(application: Path, root: Path, version: str, architecture: str) -> Path:
    """Write dist/Desktop-RAG-VERSION-ARCHITECTURE.dmg, notarised where an account is named; return its path."""
    target = root / "dist" / f"Desktop-RAG-{version}-{architecture}.dmg"
    target.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(application, Path(folder) / application.name, symlinks=True)
        (Path(folder) / "Applications").symlink_to("/Applications")  # where a person drags it
        write_quick_action(Path(folder))
        command: list[str | Path] = [
            "hdiutil", "create", "-volname", NAME, "-srcfolder", folder, "-format", "ULMO", "-ov", target
        ]  # fmt: skip
        subprocess.run(command, check=True)
    if account := os.environ.get("DESKTOP_RAG_NOTARY"):
        submit: list[str | Path] = ["xcrun", "notarytool", "submit", target, "--keychain-profile", account, "--wait"]
        subprocess.run(submit, check=True)
        subprocess.run(["xcrun", "stapler", "staple", target], check=True)
    return target
