; The installer for Windows: ISCC.exe /DVersion=0.1.0 build\windows\magdagdon.iss
; It takes the frozen program from dist\magdagdon and makes dist\magdagdon-VERSION-windows-x64-setup.exe.
; A player needs no administrator; games and scores are kept when the program is removed.

#ifndef Version
  #error Say which version: /DVersion=0.1.0
#endif
#define Name "MAGDAGDON"
#define Program "magdagdon.exe"

[Setup]
AppId={{6F0B7D5E-9C1B-4E53-8C0D-6D4147444147}
AppName={#Name}
AppVersion={#Version}
AppVerName={#Name} {#Version}
AppPublisher=The MAGDAGDON authors
AppPublisherURL=https://magdagdon.example.org/
VersionInfoVersion={#Version}
DefaultDirName={autopf}\{#Name}
DefaultGroupName={#Name}
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0
LicenseFile=..\..\LICENSE
SetupIconFile=..\..\assets\icons\magdagdon.ico
UninstallDisplayIcon={app}\{#Program}
UninstallDisplayName={#Name}
OutputDir=..\..\dist
OutputBaseFilename=magdagdon-{#Version}-windows-x64-setup
Compression=lzma2/max
SolidCompression=yes
WizardStyle=modern
CloseApplications=yes
ChangesEnvironment=yes

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "lt"; MessagesFile: "compiler:Languages\Lithuanian.isl"

[CustomMessages]
en.OnPath=Let a terminal find the command line (magdagdon-cli)
lt.OnPath=Kad terminalas rastų komandinę eilutę (magdagdon-cli)

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; GroupDescription: "{cm:AdditionalIcons}"
Name: "path"; Description: "{cm:OnPath}"; Flags: unchecked

[InstallDelete]
; What an older version had and this one has not would be found first.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "..\..\dist\magdagdon\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs

[Icons]
Name: "{group}\{#Name}"; Filename: "{app}\{#Program}"
Name: "{autodesktop}\{#Name}"; Filename: "{app}\{#Program}"; Tasks: desktopicon

[Registry]
Root: HKA; Subkey: "{code:EnvironmentKey}"; ValueType: expandsz; ValueName: "Path"; \
    ValueData: "{olddata};{app}"; Tasks: path; Check: IsNotOnPath

[Run]
Filename: "{app}\{#Program}"; Description: "{cm:LaunchProgram,{#Name}}"; Flags: nowait postinstall skipifsilent

[Code]
function EnvironmentKey(Unused: string): string;
begin
  if IsAdminInstallMode then
    Result := 'SYSTEM\CurrentControlSet\Control\Session Manager\Environment'
  else
    Result := 'Environment';
end;

function IsNotOnPath: Boolean;
var
  Path: string;
begin
  if not RegQueryStringValue(HKA, EnvironmentKey(''), 'Path', Path) then
    Path := '';
  Result := Pos(';' + Uppercase(ExpandConstant('{app}')) + ';', ';' + Uppercase(Path) + ';') = 0;
end;

procedure CurUninstallStepChanged(Step: TUninstallStep);
var
  Path, Folder: string;
  At: Integer;
begin
  if (Step = usPostUninstall) and RegQueryStringValue(HKA, EnvironmentKey(''), 'Path', Path) then
  begin
    Folder := ';' + ExpandConstant('{app}');
    At := Pos(Uppercase(Folder) + ';', Uppercase(Path) + ';');
    if At > 0 then
    begin
      Delete(Path, At, Length(Folder));
      RegWriteExpandStringValue(HKA, EnvironmentKey(''), 'Path', Path);
    end;
  end;
end;
