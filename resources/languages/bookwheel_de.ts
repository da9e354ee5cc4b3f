<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name></name>
    <message numerus="yes">
        <source>%Ln document(s) ready</source>
        <translation>
            <numerusform>%Ln Dokument bereit</numerusform>
            <numerusform>%Ln Dokumente bereit</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln problem(s)</source>
        <translation>
            <numerusform>%Ln Problem</numerusform>
            <numerusform>%Ln Probleme</numerusform>
        </translation>
    </message>
    <message>
        <source>Agents: {names}</source>
        <translation>Agenten: {names}</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>Verbindung wird hergestellt</translation>
    </message>
    <message>
        <source>Everything understood</source>
        <translation>Alles verstanden</translation>
    </message>
    <message>
        <source>Font of pages; empty for Bookwheel Serif.</source>
        <translation>Schrift der Seiten; leer für Bookwheel Serif.</translation>
    </message>
    <message>
        <source>Font of the window; empty for Inter.</source>
        <translation>Schrift des Fensters; leer für Inter.</translation>
    </message>
    <message>
        <source>It is not whole TOML ({error}).</source>
        <translation>Das ist kein vollständiges TOML ({error}).</translation>
    </message>
    <message>
        <source>Language of the window, from its next start.</source>
        <translation>Sprache des Fensters, ab dem nächsten Start.</translation>
    </message>
    <message>
        <source>Light, dark, or as the system says.</source>
        <translation>Hell, dunkel oder wie das System.</translation>
    </message>
    <message>
        <source>Looking through folders</source>
        <translation>Ordner werden durchsucht</translation>
    </message>
    <message>
        <source>Meaning stopped at {share}</source>
        <translation>Bedeutung bei {share} angehalten</translation>
    </message>
    <message>
        <source>Meaning {share}</source>
        <translation>Bedeutung {share}</translation>
    </message>
    <message>
        <source>No agents connected</source>
        <translation>Keine Agenten verbunden</translation>
    </message>
    <message>
        <source>No gliding and fading: pages jump, menus appear at once.</source>
        <translation>Kein Gleiten und Blenden: Seiten springen, Menüs erscheinen sofort.</translation>
    </message>
    <message>
        <source>Open the tabs of last time when the window starts.</source>
        <translation>Beim Start des Fensters die Tabs vom letzten Mal öffnen.</translation>
    </message>
    <message>
        <source>Opens the health of the library</source>
        <translation>Öffnet den Zustand der Bibliothek</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Reading is paused</source>
        <translation>Einlesen ist angehalten</translation>
    </message>
    <message>
        <source>Reading {share}</source>
        <translation>Einlesen {share}</translation>
    </message>
    <message>
        <source>Reconnecting</source>
        <translation>Verbindung wird neu aufgebaut</translation>
    </message>
    <message>
        <source>Revision {number}</source>
        <translation>Revision {number}</translation>
    </message>
    <message>
        <source>Size of a page&apos;s letters, in pixels.</source>
        <translation>Schriftgröße der Seiten in Pixeln.</translation>
    </message>
    <message>
        <source>Size of the window&apos;s letters, in pixels.</source>
        <translation>Schriftgröße des Fensters in Pixeln.</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>The background service is starting.</source>
        <translation>Der Hintergrunddienst startet.</translation>
    </message>
    <message>
        <source>The defaults are in force.</source>
        <translation>Es gelten die Voreinstellungen.</translation>
    </message>
    <message>
        <source>The keys of {name} must be a list of texts.</source>
        <translation>Die Tasten von {name} müssen eine Liste von Texten sein.</translation>
    </message>
    <message>
        <source>The window has no setting {name}.</source>
        <translation>Das Fenster hat keine Einstellung {name}.</translation>
    </message>
    <message>
        <source>The window&apos;s settings could not be read in full; the file is kept as {file}.</source>
        <translation>Die Einstellungen des Fensters konnten nicht vollständig gelesen werden; die Datei bleibt als {file} erhalten.</translation>
    </message>
    <message>
        <source>The window&apos;s settings could not be read.</source>
        <translation>Die Einstellungen des Fensters konnten nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Width of a page&apos;s lines, in characters.</source>
        <translation>Zeilenbreite der Seiten in Zeichen.</translation>
    </message>
    <message>
        <source>a moment left</source>
        <translation>noch einen Moment</translation>
    </message>
    <message>
        <source>keys must be a table of actions.</source>
        <translation>keys muss eine Tabelle von Aktionen sein.</translation>
    </message>
    <message>
        <source>{agents} (paused)</source>
        <translation>{agents} (angehalten)</translation>
    </message>
    <message>
        <source>{count} min left</source>
        <translation>noch {count} min</translation>
    </message>
    <message>
        <source>{count} s left</source>
        <translation>noch {count} s</translation>
    </message>
    <message>
        <source>{file} cannot be read.</source>
        <translation>{file} kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>{file} cannot be written: {reason}.</source>
        <translation>{file} kann nicht geschrieben werden: {reason}.</translation>
    </message>
    <message>
        <source>{name} is one of {choices}; not {text}.</source>
        <translation>{name} ist eines von {choices}, nicht {text}.</translation>
    </message>
    <message>
        <source>{name} must be a whole number, not {text}.</source>
        <translation>{name} muss eine ganze Zahl sein, nicht {text}.</translation>
    </message>
    <message>
        <source>{name} must be the plain name of a font.</source>
        <translation>{name} muss der schlichte Name einer Schrift sein.</translation>
    </message>
    <message>
        <source>{name} must be true or false, not {text}.</source>
        <translation>{name} muss true oder false sein, nicht {text}.</translation>
    </message>
    <message>
        <source>{name} must lie between {least} and {most}, not {text}.</source>
        <translation>{name} muss zwischen {least} und {most} liegen, nicht {text}.</translation>
    </message>
    <message>
        <source>{number}%</source>
        <translation>{number} %</translation>
    </message>
</context>
</TS>
