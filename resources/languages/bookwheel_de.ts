<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name></name>
    <message numerus="yes">
        <source>%Ln connection(s)</source>
        <translation>
            <numerusform>%Ln Verbindung</numerusform>
            <numerusform>%Ln Verbindungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln day(s) ago</source>
        <translation>
            <numerusform>vor %Ln Tag</numerusform>
            <numerusform>vor %Ln Tagen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s)</source>
        <translation>
            <numerusform>%Ln Dokument</numerusform>
            <numerusform>%Ln Dokumente</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) are finding their places.</source>
        <translation>
            <numerusform>%Ln Dokument findet seinen Platz.</numerusform>
            <numerusform>%Ln Dokumente finden ihren Platz.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) ready</source>
        <translation>
            <numerusform>%Ln Dokument bereit</numerusform>
            <numerusform>%Ln Dokumente bereit</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) a second</source>
        <translation>
            <numerusform>%Ln Datei je Sekunde</numerusform>
            <numerusform>%Ln Dateien je Sekunde</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) are still being read.</source>
        <translation>
            <numerusform>%Ln Datei wird noch eingelesen.</numerusform>
            <numerusform>%Ln Dateien werden noch eingelesen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) left out or read in part; the reasons stand below.</source>
        <translation>
            <numerusform>%Ln Datei wurde ausgelassen oder nur teilweise gelesen; der Grund steht unten.</numerusform>
            <numerusform>%Ln Dateien wurden ausgelassen oder nur teilweise gelesen; die Gründe stehen unten.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln finding(s)</source>
        <translation>
            <numerusform>%Ln Befund</numerusform>
            <numerusform>%Ln Befunde</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln found</source>
        <translation>
            <numerusform>%Ln gefunden</numerusform>
            <numerusform>%Ln gefunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln hit(s)</source>
        <translation>
            <numerusform>%Ln Treffer</numerusform>
            <numerusform>%Ln Treffer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln language(s)</source>
        <translation>
            <numerusform>%Ln Sprache</numerusform>
            <numerusform>%Ln Sprachen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln link(s)</source>
        <translation>
            <numerusform>%Ln Link</numerusform>
            <numerusform>%Ln Links</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln memory(ies)</source>
        <translation>
            <numerusform>%Ln Eintrag</numerusform>
            <numerusform>%Ln Einträge</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln memory(ies) deleted.</source>
        <translation>
            <numerusform>%Ln Eintrag gelöscht.</numerusform>
            <numerusform>%Ln Einträge gelöscht.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln memory(ies) written to {file}.</source>
        <translation>
            <numerusform>%Ln Eintrag in {file} geschrieben.</numerusform>
            <numerusform>%Ln Einträge in {file} geschrieben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln month(s) ago</source>
        <translation>
            <numerusform>vor %Ln Monat</numerusform>
            <numerusform>vor %Ln Monaten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more are in the graph.</source>
        <translation>
            <numerusform>%Ln weiterer ist im Graphen.</numerusform>
            <numerusform>%Ln weitere sind im Graphen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more do not fit.</source>
        <translation>
            <numerusform>%Ln weiterer passt nicht hinein.</numerusform>
            <numerusform>%Ln weitere passen nicht hinein.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more properties</source>
        <translation>
            <numerusform>%Ln weitere Eigenschaft</numerusform>
            <numerusform>%Ln weitere Eigenschaften</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln node(s)</source>
        <translation>
            <numerusform>%Ln Knoten</numerusform>
            <numerusform>%Ln Knoten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln on this page</source>
        <translation>
            <numerusform>%Ln auf dieser Seite</numerusform>
            <numerusform>%Ln auf dieser Seite</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln passage(s)</source>
        <translation>
            <numerusform>%Ln Textstelle</numerusform>
            <numerusform>%Ln Textstellen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln passage(s) a minute</source>
        <translation>
            <numerusform>%Ln Textstelle je Minute</numerusform>
            <numerusform>%Ln Textstellen je Minute</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln passage(s) a second</source>
        <translation>
            <numerusform>%Ln Textstelle je Sekunde</numerusform>
            <numerusform>%Ln Textstellen je Sekunde</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln passage(s) pinned for agents</source>
        <translation>
            <numerusform>%Ln Textstelle für Agenten angeheftet</numerusform>
            <numerusform>%Ln Textstellen für Agenten angeheftet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln problem(s)</source>
        <translation>
            <numerusform>%Ln Problem</numerusform>
            <numerusform>%Ln Probleme</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln properties</source>
        <translation>
            <numerusform>%Ln Eigenschaft</numerusform>
            <numerusform>%Ln Eigenschaften</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln query(ies)</source>
        <translation>
            <numerusform>%Ln Anfrage</numerusform>
            <numerusform>%Ln Anfragen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s)</source>
        <translation>
            <numerusform>%Ln Zeile</numerusform>
            <numerusform>%Ln Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln section(s)</source>
        <translation>
            <numerusform>%Ln Abschnitt</numerusform>
            <numerusform>%Ln Abschnitte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln Token</numerusform>
            <numerusform>%Ln Token</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln week(s) ago</source>
        <translation>
            <numerusform>vor %Ln Woche</numerusform>
            <numerusform>vor %Ln Wochen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln with changes that are not saved</source>
        <translation>
            <numerusform>%Ln mit Änderungen, die nicht gespeichert sind</numerusform>
            <numerusform>%Ln mit Änderungen, die nicht gespeichert sind</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln year(s) ago</source>
        <translation>
            <numerusform>vor %Ln Jahr</numerusform>
            <numerusform>vor %Ln Jahren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>(and %Ln more)</source>
        <translation>
            <numerusform>(und %Ln weiterer)</numerusform>
            <numerusform>(und %Ln weitere)</numerusform>
        </translation>
    </message>
    <message>
        <source>A citation of this section is on the clipboard.</source>
        <translation>Eine Quellenangabe dieses Abschnitts ist in der Zwischenablage.</translation>
    </message>
    <message>
        <source>A client&apos;s name is up to 64 letters, digits, dots, dashes and underscores.</source>
        <translation>Der Name eines Clients besteht aus bis zu 64 Buchstaben, Ziffern, Punkten, Strichen und Unterstrichen.</translation>
    </message>
    <message>
        <source>A collection needs a name.</source>
        <translation>Eine Sammlung braucht einen Namen.</translation>
    </message>
    <message>
        <source>A document has changed since; read it again from the start.</source>
        <translation>Ein Dokument hat sich seither geändert; es ist von vorn zu lesen.</translation>
    </message>
    <message>
        <source>A filter is written field=value, field=one|other or field!=value.</source>
        <translation>Ein Filter schreibt sich Feld=Wert, Feld=einer|anderer oder Feld!=Wert.</translation>
    </message>
    <message>
        <source>A link joins two different things.</source>
        <translation>Ein Link verbindet zwei verschiedene Dinge.</translation>
    </message>
    <message>
        <source>A link needs a subject, a relation and an object.</source>
        <translation>Ein Link braucht ein Subjekt, eine Beziehung und ein Objekt.</translation>
    </message>
    <message>
        <source>A memory has {most} characters at most, and this one {count}; shorten it.</source>
        <translation>Ein Eintrag hat höchstens {most} Zeichen, dieser hat {count}; bitte kürzen.</translation>
    </message>
    <message>
        <source>A memory has {most} tags at most.</source>
        <translation>Ein Eintrag hat höchstens {most} Tags.</translation>
    </message>
    <message>
        <source>A name in &lt;&gt; must be whole, with its scheme; put spaces around &lt; where it compares.</source>
        <translation>Ein Name in &lt;&gt; muss ganz sein, mit seinem Schema; wo &lt; vergleicht, gehören Leerzeichen darum.</translation>
    </message>
    <message>
        <source>A path begins here: choose where it ends, then press Space or the button.</source>
        <translation>Hier beginnt ein Pfad: sein Ende wählen, dann Leertaste oder Knopf drücken.</translation>
    </message>
    <message>
        <source>A relation has {most} characters at most; a note may say more.</source>
        <translation>Eine Beziehung hat höchstens {most} Zeichen; eine Notiz kann mehr sagen.</translation>
    </message>
    <message>
        <source>A relation holds no control characters.</source>
        <translation>Eine Beziehung enthält keine Steuerzeichen.</translation>
    </message>
    <message>
        <source>A relation is a word or a short phrase, as contradicts or is an example of.</source>
        <translation>Eine Beziehung ist ein Wort oder eine kurze Wendung, etwa „widerspricht“ oder „ist ein Beispiel für“.</translation>
    </message>
    <message>
        <source>A summary stands for the memories of one agent alone.</source>
        <translation>Eine Zusammenfassung steht für die Einträge nur eines Agenten.</translation>
    </message>
    <message>
        <source>A tag has {most} characters at most.</source>
        <translation>Ein Tag hat höchstens {most} Zeichen.</translation>
    </message>
    <message>
        <source>A way to a node also needs the node where it begins.</source>
        <translation>Ein Weg zu einem Knoten braucht auch den Knoten, an dem er beginnt.</translation>
    </message>
    <message>
        <source>A weight lies between 0 and 10, not {text}.</source>
        <translation>Ein Gewicht liegt zwischen 0 und 10, nicht bei {text}.</translation>
    </message>
    <message>
        <source>AS names a variable that the pattern already has.</source>
        <translation>AS nennt eine Variable, die das Muster schon hat.</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>Aktivität</translation>
    </message>
    <message>
        <source>Activity of agents</source>
        <translation>Aktivität der Agenten</translation>
    </message>
    <message>
        <source>Actual size</source>
        <translation>Originalgröße</translation>
    </message>
    <message>
        <source>Add a folder</source>
        <translation>Ordner hinzufügen</translation>
    </message>
    <message>
        <source>Add a folder (Ctrl+O)</source>
        <translation>Ordner hinzufügen (Strg+O)</translation>
    </message>
    <message>
        <source>Add a folder of Markdown or text, and read and search it here.</source>
        <translation>Einen Ordner mit Markdown oder Text hinzufügen und hier lesen und durchsuchen.</translation>
    </message>
    <message>
        <source>Add a folder to begin.</source>
        <translation>Zum Anfangen einen Ordner hinzufügen.</translation>
    </message>
    <message>
        <source>Add a folder, and every document of it will have its place here.</source>
        <translation>Nach dem Hinzufügen eines Ordners hat jedes seiner Dokumente hier seinen Platz.</translation>
    </message>
    <message>
        <source>Add a folder.</source>
        <translation>Einen Ordner hinzufügen.</translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>Ordner hinzufügen …</translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation>Ordner hinzufügen</translation>
    </message>
    <message numerus="yes">
        <source>Add the folder “{folder}” to open %Ln file(s)?</source>
        <translation>
            <numerusform>Den Ordner „{folder}“ hinzufügen, um %Ln Datei zu öffnen?</numerusform>
            <numerusform>Den Ordner „{folder}“ hinzufügen, um %Ln Dateien zu öffnen?</numerusform>
        </translation>
    </message>
    <message>
        <source>Add the folder “{folder}” to open “{file}”?</source>
        <translation>Den Ordner „{folder}“ hinzufügen, um „{file}“ zu öffnen?</translation>
    </message>
    <message>
        <source>Added: {parts}.</source>
        <translation>Dazu: {parts}.</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Agents</source>
        <translation>Agenten</translation>
    </message>
    <message>
        <source>Agents are answered.</source>
        <translation>Agenten erhalten Antwort.</translation>
    </message>
    <message>
        <source>Agents that may connect</source>
        <translation>Agenten, die sich verbinden dürfen</translation>
    </message>
    <message>
        <source>Agents: {names}</source>
        <translation>Agenten: {names}</translation>
    </message>
    <message>
        <source>Agents…</source>
        <translation>Agenten …</translation>
    </message>
    <message>
        <source>All agents</source>
        <translation>Alle Agenten</translation>
    </message>
    <message>
        <source>All agents are paused.</source>
        <translation>Alle Agenten sind angehalten.</translation>
    </message>
    <message>
        <source>All agents are paused: their calls are refused until you press Resume.</source>
        <translation>Alle Agenten sind angehalten: Ihre Aufrufe werden abgewiesen, bis „Fortsetzen“ gedrückt wird.</translation>
    </message>
    <message>
        <source>All collections</source>
        <translation>Alle Sammlungen</translation>
    </message>
    <message>
        <source>All levels</source>
        <translation>Alle Ebenen</translation>
    </message>
    <message>
        <source>All relations</source>
        <translation>Alle Beziehungen</translation>
    </message>
    <message>
        <source>All sessions</source>
        <translation>Alle Sitzungen</translation>
    </message>
    <message>
        <source>Also in</source>
        <translation>Auch auf</translation>
    </message>
    <message>
        <source>And where</source>
        <translation>Und wo</translation>
    </message>
    <message>
        <source>Another collection is called {name} already.</source>
        <translation>Eine andere Sammlung heißt schon {name}.</translation>
    </message>
    <message>
        <source>Another process holds the library but does not answer; end it first.</source>
        <translation>Ein anderer Prozess hält die Bibliothek, antwortet aber nicht; er muss erst beendet werden.</translation>
    </message>
    <message>
        <source>Another program holds a file of the library. Close it; Bookwheel tries again by itself.</source>
        <translation>Ein anderes Programm hält eine Datei der Bibliothek. Nach dem Beenden des Programms versucht Bookwheel es von selbst erneut.</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Answer the question from the passages below alone, and name the sources that you use by their numbers.</source>
        <translation>Beantworte die Frage allein aus den Textstellen unten und nenne die benutzten Quellen mit ihren Nummern.</translation>
    </message>
    <message>
        <source>As a graph</source>
        <translation>Als Graph</translation>
    </message>
    <message>
        <source>As a table</source>
        <translation>Als Tabelle</translation>
    </message>
    <message>
        <source>As it comes</source>
        <translation>Wie mitgeliefert</translation>
    </message>
    <message>
        <source>As it is kept, without what was typed</source>
        <translation>So, wie es gespeichert ist, ohne das Getippte</translation>
    </message>
    <message>
        <source>As the documents lie in their folders</source>
        <translation>Wie die Dokumente in ihren Ordnern liegen</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Ask something, and press Return: here stand the passages, facts and sources of your library that bear on it, ready to be copied into any chat. No model is called, and nothing leaves your computer.</source>
        <translation>Frage eingeben und Eingabetaste drücken: Hier stehen dann die Textstellen, Fakten und Quellen der Bibliothek dazu, bereit zum Kopieren in jeden Chat. Kein Modell wird aufgerufen, und nichts verlässt diesen Rechner.</translation>
    </message>
    <message>
        <source>Ask something.</source>
        <translation>Bitte etwas fragen.</translation>
    </message>
    <message>
        <source>Ask the graph</source>
        <translation>Den Graphen fragen</translation>
    </message>
    <message>
        <source>Ask what documents state: links, sections, labels, people. Ctrl+Return asks.</source>
        <translation>Fragen, was Dokumente aussagen: Links, Abschnitte, Bezeichnungen, Personen. Strg+Eingabe fragt.</translation>
    </message>
    <message>
        <source>Ask your library</source>
        <translation>Die Bibliothek fragen</translation>
    </message>
    <message>
        <source>Asking…</source>
        <translation>Frage läuft …</translation>
    </message>
    <message>
        <source>At the top</source>
        <translation>Ganz oben</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>BASE is not understood here: write every name in full or with a prefix.</source>
        <translation>BASE wird hier nicht verstanden: Schreiben Sie jeden Namen ganz oder mit einem Präfix.</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Back</source>
        <comment>in the tour</comment>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Back to the default</source>
        <translation>Zurück zur Voreinstellung</translation>
    </message>
    <message>
        <source>Back to the default: {about}</source>
        <translation>Zurück zur Voreinstellung: {about}</translation>
    </message>
    <message>
        <source>Back to the usual keys</source>
        <translation>Zurück zu den üblichen Tasten</translation>
    </message>
    <message>
        <source>Back to the usual keys: {action}</source>
        <translation>Zurück zu den üblichen Tasten: {action}</translation>
    </message>
    <message>
        <source>Background service</source>
        <translation>Hintergrunddienst</translation>
    </message>
    <message>
        <source>Best first</source>
        <translation>Beste zuerst</translation>
    </message>
    <message>
        <source>Bring back the defaults of “{section}”?</source>
        <translation>Die Voreinstellungen von „{section}“ wiederherstellen?</translation>
    </message>
    <message>
        <source>Bring the folder back, or forget it with: bookwheel remove {name}</source>
        <translation>Bringen Sie den Ordner zurück, oder vergessen Sie ihn mit: bookwheel remove {name}</translation>
    </message>
    <message>
        <source>Broken links</source>
        <translation>Tote Links</translation>
    </message>
    <message>
        <source>By</source>
        <translation>Wer</translation>
    </message>
    <message>
        <source>By collection</source>
        <translation>Nach Sammlung</translation>
    </message>
    <message>
        <source>By folder</source>
        <translation>Nach Ordner</translation>
    </message>
    <message>
        <source>By graph</source>
        <translation>Nach Graph</translation>
    </message>
    <message>
        <source>By its address, without a program between</source>
        <translation>Über die Adresse, ohne ein Programm dazwischen</translation>
    </message>
    <message>
        <source>By meaning</source>
        <translation>Nach Bedeutung</translation>
    </message>
    <message>
        <source>By place</source>
        <translation>Nach Ort</translation>
    </message>
    <message>
        <source>By region</source>
        <translation>Nach Gebiet</translation>
    </message>
    <message>
        <source>By tag</source>
        <translation>Nach Schlagwort</translation>
    </message>
    <message>
        <source>By the alphabet</source>
        <translation>Nach dem Alphabet</translation>
    </message>
    <message>
        <source>By the date in the document, else of its file</source>
        <translation>Nach dem Datum im Dokument, sonst dem der Datei</translation>
    </message>
    <message>
        <source>By title</source>
        <translation>Nach Titel</translation>
    </message>
    <message>
        <source>By type</source>
        <translation>Nach Typ</translation>
    </message>
    <message>
        <source>By words</source>
        <translation>Nach Wörtern</translation>
    </message>
    <message>
        <source>Calls a second.</source>
        <translation>Aufrufe je Sekunde.</translation>
    </message>
    <message>
        <source>Calls at the same time.</source>
        <translation>Aufrufe zur gleichen Zeit.</translation>
    </message>
    <message>
        <source>Categories</source>
        <translation>Kategorien</translation>
    </message>
    <message>
        <source>Change keys</source>
        <translation>Tasten ändern</translation>
    </message>
    <message>
        <source>Changes in {folder} cannot be watched ({reason}). Bookwheel looks for them every few seconds. On Linux, raise fs.inotify.max_user_watches and max_user_instances.</source>
        <translation>Änderungen in {folder} können nicht überwacht werden ({reason}). Bookwheel sucht alle paar Sekunden nach ihnen. Unter Linux hilft es, fs.inotify.max_user_watches und max_user_instances zu erhöhen.</translation>
    </message>
    <message>
        <source>Characters of one memory at most.</source>
        <translation>Zeichen eines Eintrags höchstens.</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Check everything</source>
        <translation>Alles prüfen</translation>
    </message>
    <message>
        <source>Choose a document and be told why it is not among the hits</source>
        <translation>Ein Dokument wählen und erfahren, warum es nicht unter den Treffern ist</translation>
    </message>
    <message>
        <source>Choose a document on the left, or press Ctrl+K to search.</source>
        <translation>Links ein Dokument wählen oder mit Strg+K suchen.</translation>
    </message>
    <message>
        <source>Choose another folder</source>
        <translation>Anderen Ordner wählen</translation>
    </message>
    <message>
        <source>Choose another model in the settings.</source>
        <translation>Ein anderes Modell in den Einstellungen wählen.</translation>
    </message>
    <message>
        <source>Choose its end</source>
        <translation>Ende wählen</translation>
    </message>
    <message>
        <source>Choose what to connect: the change to its configuration is shown first.</source>
        <translation>Wählen, was verbunden werden soll: Die Änderung an seiner Konfiguration wird zuerst gezeigt.</translation>
    </message>
    <message>
        <source>Chroma has {count} vectors too many and lacks {lacking}.</source>
        <translation>Chroma hat {count} Vektoren zu viel, und {lacking} fehlen.</translation>
    </message>
    <message>
        <source>Chroma&apos;s folder is gone.</source>
        <translation>Der Ordner von Chroma ist nicht mehr da.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>Tab schließen</translation>
    </message>
    <message>
        <source>Collection</source>
        <translation>Sammlung</translation>
    </message>
    <message>
        <source>Collection: {name}</source>
        <translation>Sammlung: {name}</translation>
    </message>
    <message>
        <source>Collections</source>
        <translation>Sammlungen</translation>
    </message>
    <message>
        <source>Collections that the agent sees</source>
        <translation>Sammlungen, die der Agent sieht</translation>
    </message>
    <message>
        <source>Coloured by</source>
        <translation>Farben nach</translation>
    </message>
    <message>
        <source>Coming</source>
        <translation>In Arbeit</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Connect another…</source>
        <translation>Einen anderen verbinden …</translation>
    </message>
    <message>
        <source>Connect or revoke an agent</source>
        <translation>Agenten verbinden oder sperren</translation>
    </message>
    <message>
        <source>Connect your agents again.</source>
        <translation>Die Agenten neu verbinden.</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>Verbindung wird hergestellt</translation>
    </message>
    <message>
        <source>Connect…</source>
        <translation>Verbinden …</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>Als Markdown kopieren</translation>
    </message>
    <message>
        <source>Copy citation</source>
        <translation>Quellenangabe kopieren</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>Code kopieren</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>Befehl kopieren</translation>
    </message>
    <message>
        <source>Copy deep link</source>
        <translation>Link zum Abschnitt kopieren</translation>
    </message>
    <message>
        <source>Copy for a chat</source>
        <translation>Für Chat kopieren</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>Link kopieren</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>Pfad kopieren</translation>
    </message>
    <message>
        <source>Copy sources</source>
        <translation>Quellen kopieren</translation>
    </message>
    <message>
        <source>Copy this code</source>
        <translation>Diesen Code kopieren</translation>
    </message>
    <message>
        <source>Cosine below which meaning alone finds nothing close.</source>
        <translation>Kosinus, unter dem Bedeutung allein nichts Nahes findet.</translation>
    </message>
    <message>
        <source>Counting files</source>
        <translation>Dateien werden gezählt</translation>
    </message>
    <message>
        <source>Ctrl+Return asks as well</source>
        <translation>Strg+Eingabe fragt ebenfalls</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Days the activity list is kept.</source>
        <translation>Tage, die die Aktivitätsliste behalten wird.</translation>
    </message>
    <message>
        <source>Dead ends</source>
        <translation>Sackgassen</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>Entscheidung</translation>
    </message>
    <message numerus="yes">
        <source>Delete %Ln memory(ies)</source>
        <translation>
            <numerusform>%Ln Eintrag löschen</numerusform>
            <numerusform>%Ln Einträge löschen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete all %Ln memory(ies) of {agent} in “{session}”?</source>
        <translation>
            <numerusform>Den einen Eintrag von {agent} in „{session}“ löschen?</numerusform>
            <numerusform>Alle %Ln Einträge von {agent} in „{session}“ löschen?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete all %Ln memory(ies) of {agent}?</source>
        <translation>
            <numerusform>Den einen Eintrag von {agent} löschen?</numerusform>
            <numerusform>Alle %Ln Einträge von {agent} löschen?</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete all of these…</source>
        <translation>Alle diese löschen …</translation>
    </message>
    <message>
        <source>Delete this memory?</source>
        <translation>Diesen Eintrag löschen?</translation>
    </message>
    <message numerus="yes">
        <source>Delete this summary of %Ln memory(ies)?</source>
        <translation>
            <numerusform>Diese Zusammenfassung von %Ln Eintrag löschen?</numerusform>
            <numerusform>Diese Zusammenfassung von %Ln Einträgen löschen?</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Löschen …</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>Tiefe</translation>
    </message>
    <message>
        <source>Depth {number}</source>
        <translation>Tiefe {number}</translation>
    </message>
    <message>
        <source>Did you mean {names}?</source>
        <translation>Gemeint war vielleicht {names}?</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>Richtung</translation>
    </message>
    <message>
        <source>Disconnect…</source>
        <translation>Trennen …</translation>
    </message>
    <message>
        <source>Do something</source>
        <translation>Etwas tun</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>Dokument</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
    <message>
        <source>Documents can be searched as soon as they come in.</source>
        <translation>Dokumente lassen sich durchsuchen, sobald sie eintreffen.</translation>
    </message>
    <message>
        <source>Documents that fit</source>
        <translation>Passende Dokumente</translation>
    </message>
    <message>
        <source>Documents that link to no other document.</source>
        <translation>Dokumente, die auf kein anderes Dokument verlinken.</translation>
    </message>
    <message>
        <source>Documents that no other document links to: a reader comes to them by search or by the tree alone.</source>
        <translation>Dokumente, auf die kein anderes Dokument verlinkt: Zu ihnen führt nur die Suche oder der Baum.</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Draw the links of documents that are linked to from everywhere</source>
        <translation>Die Links von Dokumenten zeichnen, auf die von überall verlinkt wird</translation>
    </message>
    <message>
        <source>Drawing (SVG)</source>
        <translation>Zeichnung (SVG)</translation>
    </message>
    <message>
        <source>Duplicate tab</source>
        <translation>Tab verdoppeln</translation>
    </message>
    <message>
        <source>Each in the order of its source, read where it lies and never changed. Drop more anywhere.</source>
        <translation>Jeder in der Ordnung seiner Quelle, gelesen, wo er liegt, und nie geändert. Weitere irgendwo hineinziehen.</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>Früher</translation>
    </message>
    <message>
        <source>Earlier tabs</source>
        <translation>Frühere Tabs</translation>
    </message>
    <message>
        <source>Embedding model: a folder or a name on the hub; empty for the bundled one.</source>
        <translation>Einbettungsmodell: ein Ordner oder ein Name auf dem Hub; leer für das mitgelieferte.</translation>
    </message>
    <message>
        <source>Empty the tray of agents</source>
        <translation>Ablage der Agenten leeren</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>Every Markdown and text file was read in full; 1 file of another kind was not read.</source>
        <translation>Alle Markdown- und Textdateien wurden vollständig eingelesen; eine Datei anderer Art wurde nicht gelesen.</translation>
    </message>
    <message>
        <source>Every Markdown and text file was read in full; other kinds of files are left out.</source>
        <translation>Jede Markdown- und Textdatei wurde ganz eingelesen; Dateien anderer Art bleiben außen vor.</translation>
    </message>
    <message>
        <source>Every Markdown and text file was read in full; {count} files of other kinds were not read.</source>
        <translation>Alle Markdown- und Textdateien wurden vollständig eingelesen; {count} Dateien anderer Arten wurden nicht gelesen.</translation>
    </message>
    <message>
        <source>Every collection, also those that are added later</source>
        <translation>Alle Sammlungen, auch später hinzugefügte</translation>
    </message>
    <message>
        <source>Every document is linked from another.</source>
        <translation>Auf jedes Dokument verlinkt ein anderes.</translation>
    </message>
    <message>
        <source>Every document links to another.</source>
        <translation>Jedes Dokument verlinkt auf ein anderes.</translation>
    </message>
    <message>
        <source>Every file is read anew.</source>
        <translation>Jede Datei wird neu eingelesen.</translation>
    </message>
    <message>
        <source>Every link leads somewhere.</source>
        <translation>Kein Link ist tot.</translation>
    </message>
    <message numerus="yes">
        <source>Every query of agents found something in the last %Ln day(s).</source>
        <translation>
            <numerusform>Jede Anfrage von Agenten hat am letzten Tag etwas gefunden.</numerusform>
            <numerusform>Jede Anfrage von Agenten hat in den letzten %Ln Tagen etwas gefunden.</numerusform>
        </translation>
    </message>
    <message>
        <source>Every store is sound.</source>
        <translation>Alle Speicher sind in Ordnung.</translation>
    </message>
    <message>
        <source>Every tool</source>
        <translation>Alle Tools</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>Everything can be read and searched meanwhile. Your files stay as they are.</source>
        <translation>Währenddessen lässt sich alles lesen und durchsuchen. Die Dateien bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>Everything else</source>
        <translation>Alles andere</translation>
    </message>
    <message>
        <source>Everything understood</source>
        <translation>Alles verstanden</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Beleg</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Export</translation>
    </message>
    <message>
        <source>Export memories</source>
        <translation>Einträge exportieren</translation>
    </message>
    <message>
        <source>Export the map</source>
        <translation>Karte exportieren</translation>
    </message>
    <message>
        <source>Export the window&apos;s settings</source>
        <translation>Einstellungen des Fensters exportieren</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>FROM is not allowed: a query reads the whole library; GRAPH names one document&apos;s statements.</source>
        <translation>FROM ist nicht erlaubt: Eine Anfrage liest die ganze Bibliothek; GRAPH nennt die Aussagen eines Dokuments.</translation>
    </message>
    <message>
        <source>Fact</source>
        <translation>Tatsache</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>Fakten</translation>
    </message>
    <message>
        <source>Fewer</source>
        <translation>Weniger</translation>
    </message>
    <message>
        <source>Fewer filters</source>
        <translation>Weniger Filter</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Files above this size (MB) are left out.</source>
        <translation>Dateien über dieser Größe (MB) werden ausgelassen.</translation>
    </message>
    <message>
        <source>Files are still being counted; more documents may follow.</source>
        <translation>Die Dateien werden noch gezählt; weitere Dokumente können folgen.</translation>
    </message>
    <message>
        <source>Files are still to be read; those before them were read in full.</source>
        <translation>Es sind noch Dateien einzulesen; die bisherigen wurden ganz eingelesen.</translation>
    </message>
    <message>
        <source>Files published together at most.</source>
        <translation>Wie viele Dateien höchstens zusammen veröffentlicht werden.</translation>
    </message>
    <message>
        <source>Files with problems</source>
        <translation>Dateien mit Problemen</translation>
    </message>
    <message>
        <source>Filter documents</source>
        <translation>Dokumente filtern</translation>
    </message>
    <message>
        <source>Filter headings</source>
        <translation>Überschriften filtern</translation>
    </message>
    <message>
        <source>Filters</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Finden</translation>
    </message>
    <message>
        <source>Find a label</source>
        <translation>Bezeichnung suchen</translation>
    </message>
    <message>
        <source>Find by words or meaning</source>
        <translation>Nach Worten oder Bedeutung suchen</translation>
    </message>
    <message>
        <source>Find in page</source>
        <translation>Auf der Seite suchen</translation>
    </message>
    <message>
        <source>Find memories</source>
        <translation>Einträge suchen</translation>
    </message>
    <message>
        <source>Find on the map</source>
        <translation>Auf der Karte suchen</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Follow changes on disk.</source>
        <translation>Änderungen auf dem Datenträger verfolgen.</translation>
    </message>
    <message>
        <source>Follow the reader again</source>
        <translation>Wieder dem Lesen folgen</translation>
    </message>
    <message>
        <source>Font of pages; as it comes, it is Bookwheel Serif.</source>
        <translation>Schrift der Seiten; mitgeliefert ist Bookwheel Serif.</translation>
    </message>
    <message>
        <source>Font of the window; as it comes, it is Inter.</source>
        <translation>Schrift des Fensters; mitgeliefert ist Inter.</translation>
    </message>
    <message>
        <source>Forget earlier searches</source>
        <translation>Frühere Suchen vergessen</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vor</translation>
    </message>
    <message>
        <source>Freeze: keep everything where it is</source>
        <translation>Festhalten: alles bleibt, wo es ist</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>Vollbild</translation>
    </message>
    <message>
        <source>Gathering…</source>
        <translation>Wird gesammelt …</translation>
    </message>
    <message>
        <source>Give this command to any program that speaks the Model Context Protocol.</source>
        <translation>Diesen Befehl kann jedes Programm benutzen, das das Model Context Protocol spricht.</translation>
    </message>
    <message>
        <source>Go to a document</source>
        <translation>Zu einem Dokument gehen</translation>
    </message>
    <message>
        <source>Go to a heading</source>
        <translation>Zu einer Überschrift gehen</translation>
    </message>
    <message>
        <source>Go to a link with Tab first; its preview is shown here.</source>
        <translation>Zuerst mit Tab zu einem Link gehen; hier erscheint seine Vorschau.</translation>
    </message>
    <message>
        <source>Go to a pane of a side bar first: F6 leads from pane to pane.</source>
        <translation>Zuerst in einen Bereich einer Seitenleiste gehen: F6 führt von Bereich zu Bereich.</translation>
    </message>
    <message>
        <source>Go to a region</source>
        <translation>Zu einem Gebiet gehen</translation>
    </message>
    <message>
        <source>Go to heading</source>
        <translation>Zu Überschrift gehen</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>Graph (GraphML)</source>
        <translation>Graph (GraphML)</translation>
    </message>
    <message>
        <source>Graph as a table</source>
        <translation>Graph als Tabelle</translation>
    </message>
    <message>
        <source>Groups shown</source>
        <translation>Gezeigte Gruppen</translation>
    </message>
    <message>
        <source>Headings in the graph</source>
        <translation>Überschriften im Graphen</translation>
    </message>
    <message>
        <source>Health of the library</source>
        <translation>Zustand der Bibliothek</translation>
    </message>
    <message>
        <source>Hide this pane</source>
        <translation>Diesen Bereich ausblenden</translation>
    </message>
    <message>
        <source>Hold every agent&apos;s calls</source>
        <translation>Die Aufrufe aller Agenten anhalten</translation>
    </message>
    <message>
        <source>How does it belong to “{title}”?</source>
        <translation>Wie gehört sie zu „{title}“?</translation>
    </message>
    <message>
        <source>How folders are taken in and followed.</source>
        <translation>Wie Ordner aufgenommen und verfolgt werden.</translation>
    </message>
    <message>
        <source>How it writes Markdown; auto finds out. A change reads it anew.</source>
        <translation>Wie sie Markdown schreibt; automatisch findet es heraus. Eine Änderung liest sie neu ein.</translation>
    </message>
    <message>
        <source>How long and how much a SPARQL query may take.</source>
        <translation>Wie lange und wie viel eine SPARQL-Anfrage brauchen darf.</translation>
    </message>
    <message>
        <source>How long it stays when nobody needs it.</source>
        <translation>Wie lange er bleibt, wenn niemand ihn braucht.</translation>
    </message>
    <message>
        <source>How many levels are shown</source>
        <translation>Wie viele Ebenen gezeigt werden</translation>
    </message>
    <message>
        <source>How much a word counts, by where it stands.</source>
        <translation>Wie viel ein Wort zählt, je nachdem, wo es steht.</translation>
    </message>
    <message>
        <source>How much long sections are held back (BM25 b).</source>
        <translation>Wie sehr lange Abschnitte zurückgehalten werden (b von BM25).</translation>
    </message>
    <message>
        <source>How much, in tokens</source>
        <translation>Wie viel, in Token</translation>
    </message>
    <message>
        <source>How soon repeated words stop counting (BM25 k1).</source>
        <translation>Wie bald wiederholte Wörter nicht mehr zählen (k1 von BM25).</translation>
    </message>
    <message>
        <source>How to search</source>
        <translation>Wie gesucht wird</translation>
    </message>
    <message>
        <source>How words, meaning and graph become one list.</source>
        <translation>Wie Wörter, Bedeutung und Graph zu einer Liste werden.</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>Id</translation>
    </message>
    <message>
        <source>Import the window&apos;s settings</source>
        <translation>Einstellungen des Fensters importieren</translation>
    </message>
    <message>
        <source>Imported.</source>
        <translation>Importiert.</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importieren …</translation>
    </message>
    <message>
        <source>In a folder</source>
        <translation>In einem Ordner</translation>
    </message>
    <message>
        <source>In the order of their source</source>
        <translation>In der Ordnung ihrer Quelle</translation>
    </message>
    <message>
        <source>Indexing stopped by the disk</source>
        <translation>Indexieren vom Datenträger angehalten</translation>
    </message>
    <message>
        <source>Install Bookwheel again.</source>
        <translation>Installieren Sie Bookwheel neu.</translation>
    </message>
    <message>
        <source>Is a document missing?</source>
        <translation>Fehlt ein Dokument?</translation>
    </message>
    <message>
        <source>Is like</source>
        <translation>Ähnelt</translation>
    </message>
    <message>
        <source>It has none.</source>
        <translation>Es hat keinen Wert.</translation>
    </message>
    <message>
        <source>It holds the words, but in sections of their own; no single section answers.</source>
        <translation>Es enthält die Wörter, aber in verschiedenen Abschnitten; kein einzelner antwortet.</translation>
    </message>
    <message>
        <source>It holds {words}, which the query excludes.</source>
        <translation>Es enthält {words}, was die Anfrage ausschließt.</translation>
    </message>
    <message>
        <source>It holds {words}.</source>
        <translation>Es enthält {words}.</translation>
    </message>
    <message>
        <source>It is connected already; nothing would change.</source>
        <translation>Er ist schon verbunden; nichts würde sich ändern.</translation>
    </message>
    <message>
        <source>It is not connected; nothing would change.</source>
        <translation>Er ist nicht verbunden; nichts würde sich ändern.</translation>
    </message>
    <message>
        <source>It is not in the index: {reason}</source>
        <translation>Es ist nicht im Index: {reason}</translation>
    </message>
    <message>
        <source>It is not whole TOML ({error}).</source>
        <translation>Das ist kein vollständiges TOML ({error}).</translation>
    </message>
    <message>
        <source>It is paused.</source>
        <translation>Angehalten.</translation>
    </message>
    <message>
        <source>It is there: place {place} of the hits.</source>
        <translation>Es ist da: Platz {place} der Treffer.</translation>
    </message>
    <message>
        <source>It lacks {words}.</source>
        <translation>Ihm fehlt {words}.</translation>
    </message>
    <message>
        <source>It runs    {command}

or asks    {url}
with the token that `{other}` prints</source>
        <translation>Er startet    {command}

oder fragt    {url}
mit dem Token, den `{other}` ausgibt</translation>
    </message>
    <message>
        <source>It waits for a quiet moment.</source>
        <translation>Wartet auf einen ruhigen Moment.</translation>
    </message>
    <message>
        <source>Its documents are indexed in place; nothing is copied or changed.</source>
        <translation>Seine Dokumente werden dort erschlossen, wo sie liegen; nichts wird kopiert oder geändert.</translation>
    </message>
    <message>
        <source>Its index is deleted. The folder and its files stay as they are.</source>
        <translation>Ihr Index wird gelöscht. Der Ordner und seine Dateien bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>Its language as a code (en, de, zh); empty lets each document tell. A change reads it anew.</source>
        <translation>Ihre Sprache als Kürzel (en, de, zh); leer entscheidet jedes Dokument selbst. Eine Änderung liest sie neu ein.</translation>
    </message>
    <message>
        <source>Its own is {value}.</source>
        <translation>Sein eigener Wert ist {value}.</translation>
    </message>
    <message>
        <source>Its token ends at once. Its own configuration stays as it is.</source>
        <translation>Sein Token gilt sofort nicht mehr. Seine eigene Konfiguration bleibt, wie sie ist.</translation>
    </message>
    <message>
        <source>Its token will stand in this file, readable by you alone.</source>
        <translation>Sein Token wird in dieser Datei stehen, die für andere nicht lesbar ist.</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>Gemerkt am</translation>
    </message>
    <message>
        <source>Kept in a file of your own, for every library.</source>
        <translation>In einer eigenen Datei, für alle Bibliotheken.</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Keys of {action}: {keys}</source>
        <translation>Tasten für {action}: {keys}</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Kinds shown</source>
        <translation>Gezeigte Arten</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>Bezeichnungen</translation>
    </message>
    <message>
        <source>Language of the window, from its next start.</source>
        <translation>Sprache des Fensters, ab dem nächsten Start.</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>Größer</translation>
    </message>
    <message>
        <source>Last asked</source>
        <translation>Zuletzt gefragt</translation>
    </message>
    <message>
        <source>Last read</source>
        <translation>Zuletzt gelesen</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>Später</translation>
    </message>
    <message>
        <source>Later tabs</source>
        <translation>Spätere Tabs</translation>
    </message>
    <message>
        <source>Leads to</source>
        <translation>Führt zu</translation>
    </message>
    <message>
        <source>Left side bar</source>
        <translation>Linke Seitenleiste</translation>
    </message>
    <message>
        <source>Let the map follow again</source>
        <translation>Die Karte wieder folgen lassen</translation>
    </message>
    <message>
        <source>Let them go on in the window&apos;s activity list.</source>
        <translation>In der Aktivitätsliste des Fensters lassen sie sich fortsetzen.</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Light or dark</source>
        <translation>Hell oder dunkel</translation>
    </message>
    <message>
        <source>Light, dark, or as the system says.</source>
        <translation>Hell, dunkel oder wie das System.</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Lines are read from one document at a time.</source>
        <translation>Zeilen werden aus nur einem Dokument auf einmal gelesen.</translation>
    </message>
    <message>
        <source>Lines count from 1, and the last may not come before the first.</source>
        <translation>Zeilen zählen von 1 an, und die letzte darf nicht vor der ersten stehen.</translation>
    </message>
    <message>
        <source>Link this page</source>
        <translation>Diese Seite verlinken</translation>
    </message>
    <message>
        <source>Link this page to…</source>
        <translation>Diese Seite verlinken mit …</translation>
    </message>
    <message>
        <source>Linked by hand</source>
        <translation>Von Hand verlinkt</translation>
    </message>
    <message>
        <source>Linked by hand; Links beside the page shows it.</source>
        <translation>Von Hand verlinkt; das steht neben der Seite unter „Links“.</translation>
    </message>
    <message>
        <source>Linked from</source>
        <translation>Verlinkt von</translation>
    </message>
    <message>
        <source>Linked from nowhere</source>
        <translation>Von nirgends verlinkt</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Links and graph</source>
        <translation>Links und Graph</translation>
    </message>
    <message>
        <source>Links made by hand</source>
        <translation>Von Hand gemachte Links</translation>
    </message>
    <message>
        <source>Links of hubs</source>
        <translation>Links der Knotenpunkte</translation>
    </message>
    <message>
        <source>Links of one agent at most.</source>
        <translation>Wie viele Links ein Agent höchstens anlegen darf.</translation>
    </message>
    <message>
        <source>Links that lead nowhere. Open one to stand in the line that has it.</source>
        <translation>Links, die nirgendwohin führen. Geöffnet, zeigt jeder die Zeile, in der er steht.</translation>
    </message>
    <message>
        <source>Links to mend</source>
        <translation>Links reparieren</translation>
    </message>
    <message>
        <source>Links to others</source>
        <translation>Verlinkt auf andere</translation>
    </message>
    <message>
        <source>Listening streams at the same time.</source>
        <translation>Lauschende Verbindungen zur gleichen Zeit.</translation>
    </message>
    <message>
        <source>Look in</source>
        <translation>Suchen in</translation>
    </message>
    <message>
        <source>Look into every store and mend what can be mended</source>
        <translation>In jeden Speicher sehen und beheben, was sich beheben lässt</translation>
    </message>
    <message>
        <source>Look into every store, without changing anything</source>
        <translation>In jeden Speicher sehen, ohne etwas zu ändern</translation>
    </message>
    <message>
        <source>Look through all folders again, the files with problems included</source>
        <translation>Alle Ordner noch einmal durchsehen, auch die Dateien mit Problemen</translation>
    </message>
    <message>
        <source>Looking into every store…</source>
        <translation>Alle Speicher werden geprüft …</translation>
    </message>
    <message>
        <source>Looking through all folders again.</source>
        <translation>Alle Ordner werden noch einmal durchgesehen.</translation>
    </message>
    <message>
        <source>Looking …</source>
        <translation>Wird gesucht …</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Wird gesucht …</translation>
    </message>
    <message>
        <source>MB that calls may send in a minute.</source>
        <translation>MB, die Aufrufe in einer Minute senden dürfen.</translation>
    </message>
    <message>
        <source>Make room on the disk that holds the library.</source>
        <translation>Schaffen Sie Platz auf dem Datenträger mit der Bibliothek.</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Map as a table</source>
        <translation>Karte als Tabelle</translation>
    </message>
    <message>
        <source>May connect: {names}.</source>
        <translation>Verbinden dürfen sich: {names}.</translation>
    </message>
    <message>
        <source>May keep memories</source>
        <translation>Darf sich etwas merken</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>Bedeutung</translation>
    </message>
    <message>
        <source>Meaning covers {share} of the library; the rest was ranked by words and graph.</source>
        <translation>Bedeutung deckt {share} der Bibliothek ab; der Rest wurde nach Wörtern und Graph geordnet.</translation>
    </message>
    <message>
        <source>Meaning is not ready yet; words ranked this answer.</source>
        <translation>Bedeutung ist noch nicht bereit; Wörter haben diese Antwort geordnet.</translation>
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
        <source>Memories</source>
        <translation>Einträge</translation>
    </message>
    <message>
        <source>Memories cannot be kept here.</source>
        <translation>Einträge können hier nicht behalten werden.</translation>
    </message>
    <message>
        <source>Memories of agents</source>
        <translation>Gedächtnis der Agenten</translation>
    </message>
    <message>
        <source>Memories of one agent at most.</source>
        <translation>Wie viel sich ein Agent höchstens merken darf, in Einträgen.</translation>
    </message>
    <message>
        <source>Memories of one agent in MB at most.</source>
        <translation>Wie viel sich ein Agent höchstens merken darf, in MB.</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Eintrag</translation>
    </message>
    <message>
        <source>Memory (MB) that SPARQL queries may take, where the system can bound it.</source>
        <translation>Speicher (MB), den SPARQL-Anfragen brauchen dürfen, wo das System ihn begrenzen kann.</translation>
    </message>
    <message>
        <source>Memory (MB) that parsing a file may take.</source>
        <translation>Speicher (MB), den das Einlesen einer Datei brauchen darf.</translation>
    </message>
    <message>
        <source>Mend</source>
        <translation>Beheben</translation>
    </message>
    <message>
        <source>Mend the file, then: {command}</source>
        <translation>Die Datei in Ordnung bringen, dann: {command}</translation>
    </message>
    <message>
        <source>Mend them, then Try again.</source>
        <translation>Erst beheben, dann „Noch einmal“ drücken.</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menü</translation>
    </message>
    <message>
        <source>Minutes without a client after which the service ends itself.</source>
        <translation>Minuten ohne Verbindung, nach denen der Dienst sich beendet.</translation>
    </message>
    <message>
        <source>Minutes without work after which the indexer rests.</source>
        <translation>Minuten ohne Arbeit, nach denen das Einlesen ruht.</translation>
    </message>
    <message>
        <source>Models of single collections, as collection=model; collection=model.</source>
        <translation>Modelle einzelner Sammlungen, als Sammlung=Modell; Sammlung=Modell.</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>More filters</source>
        <translation>Mehr Filter</translation>
    </message>
    <message>
        <source>Move tab to a new window</source>
        <translation>Tab in ein neues Fenster verschieben</translation>
    </message>
    <message>
        <source>Move this pane to the other side</source>
        <translation>Diesen Bereich auf die andere Seite setzen</translation>
    </message>
    <message>
        <source>Name 1 to {most} documents or sections to read.</source>
        <translation>Zu lesen sind 1 bis {most} Dokumente oder Abschnitte; sie sind zu nennen.</translation>
    </message>
    <message>
        <source>Name a collection: you see a part of the library.</source>
        <translation>Eine Sammlung ist zu nennen: Sichtbar ist nur ein Teil der Bibliothek.</translation>
    </message>
    <message>
        <source>Name a folder or a file to add.</source>
        <translation>Ein Ordner oder eine Datei zum Hinzufügen ist zu nennen.</translation>
    </message>
    <message>
        <source>Name another model with bookwheel settings set meaning.model, or switch meaning off.</source>
        <translation>Nennen Sie mit „bookwheel settings set meaning.model“ ein anderes Modell, oder schalten Sie den Sinn ab.</translation>
    </message>
    <message>
        <source>Named without a link</source>
        <translation>Genannt ohne Link</translation>
    </message>
    <message>
        <source>Narrow by words</source>
        <translation>Mit Wörtern eingrenzen</translation>
    </message>
    <message>
        <source>Nearly the same</source>
        <translation>Fast gleich</translation>
    </message>
    <message>
        <source>Needs you</source>
        <translation>Braucht Hilfe</translation>
    </message>
    <message>
        <source>New tab</source>
        <translation>Neuer Tab</translation>
    </message>
    <message>
        <source>New window</source>
        <translation>Neues Fenster</translation>
    </message>
    <message>
        <source>Newest first</source>
        <translation>Neueste zuerst</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Next</source>
        <comment>in the tour</comment>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Next (F3)</source>
        <translation>Weiter (F3)</translation>
    </message>
    <message>
        <source>Next hit (n)</source>
        <translation>Nächster Treffer (n)</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Nächste Fundstelle</translation>
    </message>
    <message>
        <source>Next page</source>
        <translation>Nächste Seite</translation>
    </message>
    <message>
        <source>Next pane</source>
        <translation>Nächster Bereich</translation>
    </message>
    <message>
        <source>Next tab</source>
        <translation>Nächster Tab</translation>
    </message>
    <message>
        <source>No agent has a token yet.</source>
        <translation>Noch hat kein Agent ein Token.</translation>
    </message>
    <message>
        <source>No agent has called yet. What they ask and read shows up here.</source>
        <translation>Noch hat kein Agent etwas gefragt. Was Agenten fragen und lesen, erscheint hier.</translation>
    </message>
    <message>
        <source>No agent has read anything lately.</source>
        <translation>Kein Agent hat in letzter Zeit etwas gelesen.</translation>
    </message>
    <message>
        <source>No agent is connected</source>
        <translation>Kein Agent ist verbunden</translation>
    </message>
    <message>
        <source>No agent may connect yet.</source>
        <translation>Noch darf sich kein Agent verbinden.</translation>
    </message>
    <message>
        <source>No agents connected</source>
        <translation>Keine Agenten verbunden</translation>
    </message>
    <message>
        <source>No call is of this kind.</source>
        <translation>Kein Aufruf ist von dieser Art.</translation>
    </message>
    <message>
        <source>No document has a tag, a category or a type yet.</source>
        <translation>Noch hat kein Dokument ein Schlagwort, eine Kategorie oder einen Typ.</translation>
    </message>
    <message>
        <source>No document has that name.</source>
        <translation>Kein Dokument heißt so.</translation>
    </message>
    <message>
        <source>No document has that name. A part of a path finds files that could not be read: press Return.</source>
        <translation>Kein Dokument heißt so. Ein Teil eines Pfades findet Dateien, die nicht gelesen werden konnten: Eingabetaste drücken.</translation>
    </message>
    <message>
        <source>No drive is mounted at {folder}; its documents are kept.</source>
        <translation>Bei {folder} ist kein Laufwerk eingehängt; die Dokumente bleiben erhalten.</translation>
    </message>
    <message>
        <source>No embedding model is loaded, so words alone ranked this answer.</source>
        <translation>Kein Embedding-Modell ist geladen; diese Antwort ist nur nach Wörtern geordnet.</translation>
    </message>
    <message>
        <source>No gliding and fading: pages jump, menus appear at once.</source>
        <translation>Kein Gleiten und Blenden: Seiten springen, Menüs erscheinen sofort.</translation>
    </message>
    <message>
        <source>No heading holds that.</source>
        <translation>Keine Überschrift enthält das.</translation>
    </message>
    <message>
        <source>No longer keep</source>
        <translation>Nicht mehr behalten</translation>
    </message>
    <message>
        <source>No memory fits.</source>
        <translation>Kein Eintrag passt.</translation>
    </message>
    <message>
        <source>No other document links here.</source>
        <translation>Kein anderes Dokument verlinkt hierher.</translation>
    </message>
    <message>
        <source>No region</source>
        <translation>Ohne Gebiet</translation>
    </message>
    <message>
        <source>No search is kept yet: one is remembered when you open a hit, and saved by “Save this search”.</source>
        <translation>Noch ist keine Suche da: Sie wird gemerkt, wenn ein Treffer geöffnet wird, und mit „Diese Suche speichern“ gespeichert.</translation>
    </message>
    <message>
        <source>No section holds this passage word for word; these come nearest.</source>
        <translation>Kein Abschnitt enthält diese Textstelle Wort für Wort; diese kommen ihr am nächsten.</translation>
    </message>
    <message>
        <source>No service runs for this library; start it with: bookwheel serve --detach</source>
        <translation>Für diese Bibliothek läuft kein Dienst; er startet mit: bookwheel serve --detach</translation>
    </message>
    <message>
        <source>No service runs; the first agent or window starts it.</source>
        <translation>Kein Dienst läuft; der erste Agent oder das erste Fenster startet ihn.</translation>
    </message>
    <message>
        <source>No setting and no key is about “{words}”.</source>
        <translation>Keine Einstellung und keine Taste betrifft „{words}“.</translation>
    </message>
    <message>
        <source>No such command.</source>
        <translation>Kein solcher Befehl.</translation>
    </message>
    <message>
        <source>No such heading.</source>
        <translation>Keine solche Überschrift.</translation>
    </message>
    <message>
        <source>No tag</source>
        <translation>Ohne Schlagwort</translation>
    </message>
    <message>
        <source>No title and no path holds that.</source>
        <translation>Kein Titel und kein Pfad enthält das.</translation>
    </message>
    <message>
        <source>No two documents are nearly the same.</source>
        <translation>Keine zwei Dokumente sind fast gleich.</translation>
    </message>
    <message>
        <source>No type</source>
        <translation>Ohne Typ</translation>
    </message>
    <message>
        <source>No way leads from {way}.</source>
        <translation>Kein Weg führt von {way}.</translation>
    </message>
    <message>
        <source>Not UTF-8; read as {encoding} by a guess.</source>
        <translation>Kein UTF-8; vermutlich {encoding}, so gelesen.</translation>
    </message>
    <message>
        <source>Not here</source>
        <translation>Nicht hier</translation>
    </message>
    <message>
        <source>Not right: {fault}</source>
        <translation>Nicht richtig: {fault}</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Nothing answers at {url}.</source>
        <translation>Unter {url} antwortet nichts.</translation>
    </message>
    <message>
        <source>Nothing fits.</source>
        <translation>Nichts passt.</translation>
    </message>
    <message>
        <source>Nothing in it is near enough in meaning.</source>
        <translation>Nichts darin ist der Bedeutung nach nah genug.</translation>
    </message>
    <message>
        <source>Nothing in your library bears on “{question}”.</source>
        <translation>Nichts in der Bibliothek betrifft „{question}“.</translation>
    </message>
    <message>
        <source>Nothing is close in meaning; these are the nearest.</source>
        <translation>Dem Sinn nach ist nichts nahe; dies sind die nächsten.</translation>
    </message>
    <message>
        <source>Nothing is connected with this document yet.</source>
        <translation>Mit diesem Dokument ist noch nichts verbunden.</translation>
    </message>
    <message>
        <source>Nothing is linked by hand yet: “Link this page to…” does that.</source>
        <translation>Noch ist nichts von Hand verlinkt: „Diese Seite verlinken mit …“ tut das.</translation>
    </message>
    <message>
        <source>Nothing is open</source>
        <translation>Nichts ist geöffnet</translation>
    </message>
    <message>
        <source>Nothing is remembered yet: an agent keeps notes here from one conversation to the next, once “May keep memories” is ticked for it under Agents, “What it sees…”.</source>
        <translation>Noch ist nichts gemerkt: Ein Agent behält hier Notizen von einem Gespräch zum nächsten, sobald bei ihm unter Agenten, „Was er sieht …“, „Darf sich etwas merken“ angekreuzt ist.</translation>
    </message>
    <message>
        <source>Nothing is there that could be linked.</source>
        <translation>Es ist nichts da, was verlinkt werden könnte.</translation>
    </message>
    <message>
        <source>Nothing matches within these filters.</source>
        <translation>Nichts passt innerhalb dieser Filter.</translation>
    </message>
    <message>
        <source>Nothing matches “{words}” here; try without the filters.</source>
        <translation>Nichts passt hier zu „{words}“; vielleicht ohne die Filter.</translation>
    </message>
    <message>
        <source>Nothing matches “{words}” in your library.</source>
        <translation>Nichts in der Bibliothek passt zu „{words}“.</translation>
    </message>
    <message>
        <source>Nothing matches “{words}” yet.</source>
        <translation>Noch passt nichts zu „{words}“.</translation>
    </message>
    <message>
        <source>Nothing matches “{words}”; {others} stood in for it.</source>
        <translation>Nichts passt zu „{words}“; dafür wurde {others} gesucht.</translation>
    </message>
    <message>
        <source>Nothing related was found yet.</source>
        <translation>Noch wurde nichts Verwandtes gefunden.</translation>
    </message>
    <message>
        <source>Nothing waits to be understood.</source>
        <translation>Nichts wartet darauf, verstanden zu werden.</translation>
    </message>
    <message>
        <source>Nothing was changed. {reason}</source>
        <translation>Nichts wurde geändert. {reason}</translation>
    </message>
    <message>
        <source>Nothing was found.</source>
        <translation>Nichts wurde gefunden.</translation>
    </message>
    <message>
        <source>Nothing was found. Try: {words}.</source>
        <translation>Nichts wurde gefunden. Stattdessen: {words}.</translation>
    </message>
    <message>
        <source>Notice</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Now: {file}.</source>
        <translation>Jetzt: {file}.</translation>
    </message>
    <message>
        <source>Of a type</source>
        <translation>Von einem Typ</translation>
    </message>
    <message>
        <source>Of these only:</source>
        <translation>Von diesen nur:</translation>
    </message>
    <message>
        <source>One level</source>
        <translation>Eine Ebene</translation>
    </message>
    <message>
        <source>Only SELECT, ASK, CONSTRUCT and DESCRIBE are answered: nothing can be changed.</source>
        <translation>Nur SELECT, ASK, CONSTRUCT und DESCRIBE werden beantwortet: Ändern lässt sich nichts.</translation>
    </message>
    <message>
        <source>Only a desktop on Linux can be told; elsewhere, give a link to Bookwheel as its argument.</source>
        <translation>Nur ein Desktop unter Linux lässt sich das sagen; sonst wird ein Link Bookwheel als Argument übergeben.</translation>
    </message>
    <message>
        <source>Only an agent has memories of its own.</source>
        <translation>Nur ein Agent hat eigene Einträge.</translation>
    </message>
    <message>
        <source>Only calls that were refused or failed</source>
        <translation>Nur Aufrufe, die abgewiesen wurden oder scheiterten</translation>
    </message>
    <message>
        <source>Only the first {count} documents were compared; choose a collection.</source>
        <translation>Nur die ersten {count} Dokumente wurden verglichen; wählen Sie eine Sammlung.</translation>
    </message>
    <message>
        <source>Only this entry is taken out.</source>
        <translation>Nur dieser Eintrag wird herausgenommen.</translation>
    </message>
    <message>
        <source>Only this entry is written.</source>
        <translation>Nur dieser Eintrag wird geschrieben.</translation>
    </message>
    <message>
        <source>Only you can read {file}.</source>
        <translation>Nur Sie können {file} lesen.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open a document first; the search then looks where it lies.</source>
        <translation>Zuerst ein Dokument öffnen; die Suche sucht dann dort, wo es liegt.</translation>
    </message>
    <message>
        <source>Open a document first; then it can be linked to another.</source>
        <translation>Zuerst ein Dokument öffnen; dann kann es mit einem anderen verlinkt werden.</translation>
    </message>
    <message>
        <source>Open a document to see its sections.</source>
        <translation>Ein Dokument öffnen, um seine Abschnitte zu sehen.</translation>
    </message>
    <message>
        <source>Open a document to see what it is connected with.</source>
        <translation>Ein Dokument öffnen, um zu sehen, womit es verbunden ist.</translation>
    </message>
    <message>
        <source>Open a document to see what links to it.</source>
        <translation>Ein Dokument öffnen, um zu sehen, was darauf verlinkt.</translation>
    </message>
    <message>
        <source>Open bookwheel:// links here</source>
        <translation>bookwheel://-Links hier öffnen</translation>
    </message>
    <message>
        <source>Open in a new tab</source>
        <translation>In neuem Tab öffnen</translation>
    </message>
    <message>
        <source>Open in editor</source>
        <translation>Im Editor öffnen</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open the tabs of last time when the window starts.</source>
        <translation>Beim Start des Fensters die Tabs vom letzten Mal öffnen.</translation>
    </message>
    <message>
        <source>Open this link in your browser?</source>
        <translation>Diesen Link im Browser öffnen?</translation>
    </message>
    <message>
        <source>Opens the agents that may connect</source>
        <translation>Öffnet die Agenten, die sich verbinden dürfen</translation>
    </message>
    <message>
        <source>Opens the health of the library</source>
        <translation>Öffnet den Zustand der Bibliothek</translation>
    </message>
    <message>
        <source>Or those of every section, keys and collections included.</source>
        <translation>Oder die aller Bereiche, Tasten und Sammlungen eingeschlossen.</translation>
    </message>
    <message>
        <source>Order of documents</source>
        <translation>Ordnung der Dokumente</translation>
    </message>
    <message>
        <source>Order of documents: as their source has it (book), by title, newest first.</source>
        <translation>Ordnung der Dokumente: wie ihre Quelle, nach Titel, neueste zuerst.</translation>
    </message>
    <message>
        <source>Order of hits: {words}</source>
        <translation>Ordnung der Treffer: {words}</translation>
    </message>
    <message>
        <source>Other end</source>
        <translation>Anderes Ende</translation>
    </message>
    <message>
        <source>Other languages</source>
        <translation>Andere Sprachen</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>Übrige</translation>
    </message>
    <message>
        <source>Others can read the agents&apos; tokens.</source>
        <translation>Andere können die Tokens der Agenten lesen.</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>Gliederung</translation>
    </message>
    <message>
        <source>Outline: all levels</source>
        <translation>Gliederung: alle Ebenen</translation>
    </message>
    <message>
        <source>Outline: one level</source>
        <translation>Gliederung: eine Ebene</translation>
    </message>
    <message>
        <source>Outline: three levels</source>
        <translation>Gliederung: drei Ebenen</translation>
    </message>
    <message>
        <source>Outline: two levels</source>
        <translation>Gliederung: zwei Ebenen</translation>
    </message>
    <message>
        <source>PREFIX is written PREFIX name: &lt;iri&gt;.</source>
        <translation>PREFIX schreibt sich PREFIX name: &lt;iri&gt;.</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Pairs of documents that have most of their lines in common.</source>
        <translation>Paare von Dokumenten, die die meisten Zeilen gemeinsam haben.</translation>
    </message>
    <message>
        <source>Parsing the file took more than {seconds} s and was stopped. Shorten the file, or raise indexing.seconds_per_file.</source>
        <translation>Das Einlesen der Datei dauerte länger als {seconds} s und wurde abgebrochen. Die Datei kürzen oder indexing.seconds_per_file erhöhen.</translation>
    </message>
    <message>
        <source>Parsing the file took more than {size} MB of memory and was stopped. Shorten the file, or raise indexing.memory_mb.</source>
        <translation>Das Einlesen der Datei brauchte mehr als {size} MB Speicher und wurde abgebrochen. Die Datei kürzen oder indexing.memory_mb erhöhen.</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>Textstellen</translation>
    </message>
    <message>
        <source>Passages, facts and sources</source>
        <translation>Textstellen, Fakten und Quellen</translation>
    </message>
    <message>
        <source>Path from here</source>
        <translation>Pfad von hier</translation>
    </message>
    <message>
        <source>Path to here</source>
        <translation>Pfad hierher</translation>
    </message>
    <message>
        <source>Patterns that can match nothing are skipped: {patterns}.</source>
        <translation>Muster, die auf nichts passen können, werden übergangen: {patterns}.</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Pause agents</source>
        <translation>Agenten anhalten</translation>
    </message>
    <message>
        <source>Pause reading</source>
        <translation>Einlesen anhalten</translation>
    </message>
    <message>
        <source>People</source>
        <translation>Personen</translation>
    </message>
    <message>
        <source>Picture (PNG)</source>
        <translation>Bild (PNG)</translation>
    </message>
    <message>
        <source>Pin for agents</source>
        <translation>Für Agenten anheften</translation>
    </message>
    <message>
        <source>Pin: stay with this document</source>
        <translation>Anheften: bei diesem Dokument bleiben</translation>
    </message>
    <message>
        <source>Pinned for agents</source>
        <translation>Für Agenten angeheftet</translation>
    </message>
    <message>
        <source>Preference</source>
        <translation>Vorliebe</translation>
    </message>
    <message>
        <source>Press Resume.</source>
        <translation>„Fortsetzen“ drücken.</translation>
    </message>
    <message>
        <source>Press a button, then the new keys. Backspace takes keys away, Escape leaves them.</source>
        <translation>Einen Knopf drücken, dann die neuen Tasten. Die Rücktaste nimmt Tasten weg, Esc lässt sie, wie sie sind.</translation>
    </message>
    <message>
        <source>Press keys…</source>
        <translation>Tasten drücken …</translation>
    </message>
    <message>
        <source>Press the new keys of {action}</source>
        <translation>Neue Tasten für {action} drücken</translation>
    </message>
    <message>
        <source>Preview link</source>
        <translation>Vorschau des Links</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Previous (Shift+F3)</source>
        <translation>Zurück (Umschalt+F3)</translation>
    </message>
    <message>
        <source>Previous and next</source>
        <translation>Vorige und nächste Seite</translation>
    </message>
    <message>
        <source>Previous hit (Shift+N)</source>
        <translation>Voriger Treffer (Umschalt+N)</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>Vorige Fundstelle</translation>
    </message>
    <message>
        <source>Previous page</source>
        <translation>Vorige Seite</translation>
    </message>
    <message>
        <source>Previous pane</source>
        <translation>Voriger Bereich</translation>
    </message>
    <message>
        <source>Previous tab</source>
        <translation>Voriger Tab</translation>
    </message>
    <message>
        <source>Print…</source>
        <translation>Drucken …</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Process {number} does not answer: {reason}</source>
        <translation>Prozess {number} antwortet nicht: {reason}</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Properties</source>
        <translation>Eigenschaften</translation>
    </message>
    <message>
        <source>Put back</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Queries cannot be answered here.</source>
        <translation>Abfragen können hier nicht beantwortet werden.</translation>
    </message>
    <message>
        <source>Queries cannot be answered now; the library&apos;s log has the details.</source>
        <translation>Abfragen können gerade nicht beantwortet werden; Näheres steht im Protokoll der Bibliothek.</translation>
    </message>
    <message>
        <source>Queries read the whole library, and you see a part of it.</source>
        <translation>Abfragen lesen die ganze Bibliothek, und sichtbar ist nur ein Teil.</translation>
    </message>
    <message>
        <source>Queries that found nothing</source>
        <translation>Anfragen ohne Treffer</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Question in SPARQL</source>
        <translation>Frage in SPARQL</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Questions to the graph</source>
        <translation>Anfragen an den Graphen</translation>
    </message>
    <message>
        <source>Quick open</source>
        <translation>Schnell öffnen</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Ranking</source>
        <translation>Rangfolge</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Read as {encoding} without a mark.</source>
        <translation>Ohne Kennung als {encoding} gelesen.</translation>
    </message>
    <message>
        <source>Read every file of the library anew?</source>
        <translation>Jede Datei der Bibliothek neu einlesen?</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Einlesen</translation>
    </message>
    <message>
        <source>Reading files</source>
        <translation>Dateien einlesen</translation>
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
        <source>Rebuild</source>
        <translation>Neu aufbauen</translation>
    </message>
    <message>
        <source>Rebuild…</source>
        <translation>Neu aufbauen …</translation>
    </message>
    <message>
        <source>Reconnecting</source>
        <translation>Verbindung wird neu aufgebaut</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>Abgewiesen</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>Gebiet</translation>
    </message>
    <message>
        <source>Related</source>
        <translation>Verwandt</translation>
    </message>
    <message>
        <source>Related documents are asked of a document or a section.</source>
        <translation>Verwandte Dokumente gibt es zu einem Dokument oder einem Abschnitt.</translation>
    </message>
    <message>
        <source>Relation</source>
        <translation>Beziehung</translation>
    </message>
    <message>
        <source>Relations shown</source>
        <translation>Gezeigte Beziehungen</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>Neu laden</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove from the library…</source>
        <translation>Aus der Bibliothek entfernen …</translation>
    </message>
    <message>
        <source>Remove “{name}” from the library?</source>
        <translation>„{name}“ aus der Bibliothek entfernen?</translation>
    </message>
    <message>
        <source>Reopen closed tab</source>
        <translation>Geschlossenen Tab wieder öffnen</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Reset every section</source>
        <translation>Alle Bereiche zurücksetzen</translation>
    </message>
    <message>
        <source>Reset this section</source>
        <translation>Diesen Bereich zurücksetzen</translation>
    </message>
    <message>
        <source>Rest the pointer on a link to see what it leads to. Ctrl+P opens a document by its name.</source>
        <translation>Ruht der Zeiger auf einem Link, zeigt sich, wohin er führt. Strg+P öffnet ein Dokument nach seinem Namen.</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Resume agents</source>
        <translation>Agenten fortsetzen</translation>
    </message>
    <message>
        <source>Resume reading</source>
        <translation>Einlesen fortsetzen</translation>
    </message>
    <message>
        <source>Resume them in the activity list.</source>
        <translation>In der Aktivitätsliste fortsetzen.</translation>
    </message>
    <message>
        <source>Return opens, Delete takes out, Alt with an arrow moves</source>
        <translation>Eingabetaste öffnet, Entf nimmt heraus, Alt mit einem Pfeil verschiebt</translation>
    </message>
    <message>
        <source>Reveal in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
    <message>
        <source>Revision {number}</source>
        <translation>Revision {number}</translation>
    </message>
    <message>
        <source>Revoke</source>
        <translation>Sperren</translation>
    </message>
    <message>
        <source>Revoke…</source>
        <translation>Sperren …</translation>
    </message>
    <message>
        <source>Right side bar</source>
        <translation>Rechte Seitenleiste</translation>
    </message>
    <message>
        <source>SELECT * does not go with GROUP BY: name the variables.</source>
        <translation>SELECT * verträgt sich nicht mit GROUP BY: Nennen Sie die Variablen.</translation>
    </message>
    <message>
        <source>SELECT names a variable that is neither grouped nor aggregated.</source>
        <translation>SELECT nennt eine Variable, die weder gruppiert noch zusammengefasst ist.</translation>
    </message>
    <message>
        <source>SELECT names a variable twice.</source>
        <translation>SELECT nennt eine Variable zweimal.</translation>
    </message>
    <message>
        <source>SERVICE is not allowed: the library is asked alone.</source>
        <translation>SERVICE ist nicht erlaubt: Gefragt wird die Bibliothek allein.</translation>
    </message>
    <message>
        <source>Same lines</source>
        <translation>Gleiche Zeilen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save as PDF</source>
        <translation>Als PDF speichern</translation>
    </message>
    <message>
        <source>Save as PDF…</source>
        <translation>Als PDF speichern …</translation>
    </message>
    <message>
        <source>Save this search</source>
        <translation>Diese Suche speichern</translation>
    </message>
    <message>
        <source>Saved and earlier searches</source>
        <translation>Gespeicherte und frühere Suchen</translation>
    </message>
    <message>
        <source>Saved searches</source>
        <translation>Gespeicherte Suchen</translation>
    </message>
    <message>
        <source>Say what to forget: id, session, agent or before.</source>
        <translation>Anzugeben ist, was vergessen werden soll: id, session, agent oder before.</translation>
    </message>
    <message>
        <source>Say which links: id, session, agent or before.</source>
        <translation>Anzugeben ist, welche Links: id, session, agent oder before.</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Search again</source>
        <translation>Noch einmal suchen</translation>
    </message>
    <message>
        <source>Search by meaning</source>
        <translation>Suche nach Bedeutung</translation>
    </message>
    <message>
        <source>Search by meaning besides words and links.</source>
        <translation>Außer nach Wörtern und Links auch nach Bedeutung suchen.</translation>
    </message>
    <message>
        <source>Search by meaning is switched off.</source>
        <translation>Die Suche nach dem Sinn ist abgeschaltet.</translation>
    </message>
    <message>
        <source>Search by meaning is switched off; words and links answer.</source>
        <translation>Die Suche nach Bedeutung ist ausgeschaltet; Wörter und Links antworten.</translation>
    </message>
    <message>
        <source>Search by words</source>
        <translation>Suche nach Wörtern</translation>
    </message>
    <message>
        <source>Search by: {words}</source>
        <translation>Suche nach: {words}</translation>
    </message>
    <message>
        <source>Search for something first.</source>
        <translation>Zuerst etwas suchen.</translation>
    </message>
    <message>
        <source>Search for something first; then a document that is missing can be looked for.</source>
        <translation>Zuerst etwas suchen; dann lässt sich nach einem fehlenden Dokument sehen.</translation>
    </message>
    <message>
        <source>Search for something first; then it can be saved.</source>
        <translation>Zuerst etwas suchen; dann lässt es sich speichern.</translation>
    </message>
    <message>
        <source>Search for this</source>
        <translation>Danach suchen</translation>
    </message>
    <message>
        <source>Search for “{words}”</source>
        <translation>Nach „{words}“ suchen</translation>
    </message>
    <message>
        <source>Search in here</source>
        <translation>Hierin suchen</translation>
    </message>
    <message>
        <source>Search in this collection</source>
        <translation>In dieser Sammlung suchen</translation>
    </message>
    <message>
        <source>Search in this folder</source>
        <translation>In diesem Ordner suchen</translation>
    </message>
    <message>
        <source>Search panel</source>
        <translation>Suchbereich</translation>
    </message>
    <message>
        <source>Search settings and keys</source>
        <translation>Einstellungen und Tasten suchen</translation>
    </message>
    <message>
        <source>Search your library</source>
        <translation>Bibliothek durchsuchen</translation>
    </message>
    <message>
        <source>Searches</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Seconds after which a SPARQL query is stopped.</source>
        <translation>Sekunden, nach denen eine SPARQL-Anfrage abgebrochen wird.</translation>
    </message>
    <message>
        <source>Seconds after which a batch is published.</source>
        <translation>Sekunden, nach denen ein Stapel veröffentlicht wird.</translation>
    </message>
    <message>
        <source>Seconds after which a call is given up.</source>
        <translation>Sekunden, nach denen ein Aufruf aufgegeben wird.</translation>
    </message>
    <message>
        <source>Seconds of a processor after which parsing a file stops.</source>
        <translation>Sekunden Rechenzeit, nach denen das Einlesen einer Datei abgebrochen wird.</translation>
    </message>
    <message>
        <source>Sections</source>
        <translation>Abschnitte</translation>
    </message>
    <message>
        <source>Sections near what the words name</source>
        <translation>Abschnitte in der Nähe dessen, was die Wörter nennen</translation>
    </message>
    <message>
        <source>Sections of the settings</source>
        <translation>Bereiche der Einstellungen</translation>
    </message>
    <message>
        <source>Sections that hold the words</source>
        <translation>Abschnitte, in denen die Wörter stehen</translation>
    </message>
    <message>
        <source>Sections that say something near</source>
        <translation>Abschnitte, die Ähnliches sagen</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>Sitzung</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Settings ({pattern})</source>
        <translation>Einstellungen ({pattern})</translation>
    </message>
    <message>
        <source>Share of a document&apos;s next best section added to its best one.</source>
        <translation>Anteil des nächstbesten Abschnitts eines Dokuments, der zum besten zählt.</translation>
    </message>
    <message numerus="yes">
        <source>Show %Ln more</source>
        <translation>
            <numerusform>%Ln weiteren zeigen</numerusform>
            <numerusform>%Ln weitere zeigen</numerusform>
        </translation>
    </message>
    <message>
        <source>Show Bookwheel</source>
        <translation>Bookwheel zeigen</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alle zeigen</translation>
    </message>
    <message>
        <source>Show as a table</source>
        <translation>Als Tabelle zeigen</translation>
    </message>
    <message>
        <source>Show everything (0)</source>
        <translation>Alles zeigen (0)</translation>
    </message>
    <message>
        <source>Show me around</source>
        <translation>Rundgang zeigen</translation>
    </message>
    <message>
        <source>Show more</source>
        <translation>Mehr zeigen</translation>
    </message>
    <message>
        <source>Show or hide: {group}</source>
        <translation>Zeigen oder verbergen: {group}</translation>
    </message>
    <message>
        <source>Show this document&apos;s headings</source>
        <translation>Überschriften dieses Dokuments zeigen</translation>
    </message>
    <message>
        <source>Show what a link leads to while the pointer rests on it.</source>
        <translation>Zeigen, wohin ein Link führt, während der Zeiger auf ihm ruht.</translation>
    </message>
    <message>
        <source>Show what agents read lately</source>
        <translation>Zeigen, was Agenten zuletzt lasen</translation>
    </message>
    <message>
        <source>Shown</source>
        <translation>Gezeigt</translation>
    </message>
    <message>
        <source>Shut {agent} out?</source>
        <translation>{agent} sperren?</translation>
    </message>
    <message>
        <source>Side bars as they were at first</source>
        <translation>Seitenleisten wie am Anfang</translation>
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
        <source>Skip</source>
        <translation>Überspringen</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>Kleiner</translation>
    </message>
    <message>
        <source>Something needs mending; press Mend.</source>
        <translation>Etwas muss behoben werden; „Beheben“ drücken.</translation>
    </message>
    <message>
        <source>Something went wrong in the window; its log has the details.</source>
        <translation>Im Fenster ging etwas schief; Näheres steht in seinem Protokoll.</translation>
    </message>
    <message>
        <source>Something went wrong inside Bookwheel; its log has the details.</source>
        <translation>In Bookwheel ging etwas schief; Näheres steht im Protokoll.</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelltext</translation>
    </message>
    <message>
        <source>Source of {path}</source>
        <translation>Quelltext von {path}</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>Quellen</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Startet</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Stay in the system&apos;s tray, where there is one, when the last window is closed.</source>
        <translation>Im Infobereich des Systems bleiben, wo es einen gibt, wenn das letzte Fenster geschlossen wird.</translation>
    </message>
    <message>
        <source>Stop the service and start it again; it restores the state from its backup.</source>
        <translation>Beenden Sie den Dienst und starten Sie ihn wieder; er stellt den Zustand aus seiner Sicherung her.</translation>
    </message>
    <message>
        <source>Stop the service and start it again; it restores the tokens from their backup.</source>
        <translation>Den Dienst beenden und neu starten; er stellt die Token aus ihrer Sicherung wieder her.</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>Summary of {count}</source>
        <translation>Zusammenfassung von {count}</translation>
    </message>
    <message>
        <source>Tabs</source>
        <translation>Tabs</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>Schlagwort</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Schlagwörter</translation>
    </message>
    <message>
        <source>Take out of the tray</source>
        <translation>Aus der Ablage nehmen</translation>
    </message>
    <message>
        <source>Take the window&apos;s settings and keys from a file</source>
        <translation>Einstellungen und Tasten des Fensters aus einer Datei nehmen</translation>
    </message>
    <message>
        <source>Take this link away</source>
        <translation>Diesen Link entfernen</translation>
    </message>
    <message>
        <source>Taken out of {file}. Its token is still good; Revoke ends it.</source>
        <translation>Aus {file} genommen. Sein Token gilt noch; „Sperren“ beendet ihn.</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>That is the library&apos;s own folder; choose one with documents.</source>
        <translation>Das ist der Ordner der Bibliothek selbst; einen mit Dokumenten wählen.</translation>
    </message>
    <message>
        <source>The agents&apos; tokens are sound.</source>
        <translation>Die Token der Agenten sind in Ordnung.</translation>
    </message>
    <message>
        <source>The background service did not start; its log says why.</source>
        <translation>Der Hintergrunddienst ist nicht gestartet; sein Protokoll sagt, warum.</translation>
    </message>
    <message>
        <source>The background service is away; the window looks for it.</source>
        <translation>Der Hintergrunddienst ist nicht erreichbar; das Fenster sucht ihn.</translation>
    </message>
    <message>
        <source>The background service is starting.</source>
        <translation>Der Hintergrunddienst startet.</translation>
    </message>
    <message>
        <source>The background service is stopping.</source>
        <translation>Der Hintergrunddienst wird beendet.</translation>
    </message>
    <message>
        <source>The bridge answers in {time} ms, and a first call after {whole} ms.</source>
        <translation>Die Brücke antwortet in {time} ms, ein erster Aufruf nach {whole} ms.</translation>
    </message>
    <message>
        <source>The bridge does not answer: {reason}</source>
        <translation>Die Brücke antwortet nicht: {reason}</translation>
    </message>
    <message>
        <source>The bundled embedding model is damaged ({reason}), so search by meaning is off; install Bookwheel again.</source>
        <translation>Das mitgelieferte Embedding-Modell ist beschädigt ({reason}), daher ist die Suche nach Bedeutung aus; Bookwheel bitte neu installieren.</translation>
    </message>
    <message>
        <source>The caller went away.</source>
        <translation>Der Aufrufer ist nicht mehr da.</translation>
    </message>
    <message>
        <source>The catalogue could not be read ({reason}).</source>
        <translation>Der Katalog ließ sich nicht lesen ({reason}).</translation>
    </message>
    <message>
        <source>The catalogue is damaged ({reason}).</source>
        <translation>Der Katalog ist beschädigt ({reason}).</translation>
    </message>
    <message>
        <source>The catalogue is damaged ({reason}); it is rebuilt from the files.</source>
        <translation>Der Katalog ist beschädigt ({reason}); er wird aus den Dateien neu aufgebaut.</translation>
    </message>
    <message>
        <source>The catalogue is not open.</source>
        <translation>Der Katalog ist nicht geöffnet.</translation>
    </message>
    <message>
        <source>The catalogue is of another version; it is rebuilt from the files.</source>
        <translation>Der Katalog stammt von einer anderen Version; er wird aus den Dateien neu aufgebaut.</translation>
    </message>
    <message>
        <source>The change is kept.</source>
        <translation>Die Änderung ist gespeichert.</translation>
    </message>
    <message>
        <source>The change is undone.</source>
        <translation>Die Änderung ist zurückgenommen.</translation>
    </message>
    <message>
        <source>The client {name} was revoked; `bookwheel connect` lets it in again.</source>
        <translation>Der Client {name} wurde gesperrt; `bookwheel connect` lässt ihn wieder ein.</translation>
    </message>
    <message>
        <source>The code is on the clipboard.</source>
        <translation>Der Code ist in der Zwischenablage.</translation>
    </message>
    <message>
        <source>The command is on the clipboard.</source>
        <translation>Der Befehl ist in der Zwischenablage.</translation>
    </message>
    <message>
        <source>The cursor is none of an export.</source>
        <translation>Dieser Cursor gehört zu keinem Export.</translation>
    </message>
    <message>
        <source>The date {date} is no calendar date.</source>
        <translation>Das Datum {date} steht in keinem Kalender.</translation>
    </message>
    <message>
        <source>The defaults are in force.</source>
        <translation>Es gelten die Voreinstellungen.</translation>
    </message>
    <message>
        <source>The disk that holds the library is full. Free some space on it; Bookwheel goes on by itself.</source>
        <translation>Der Datenträger der Bibliothek ist voll. Sobald wieder Platz frei ist, fährt Bookwheel von selbst fort.</translation>
    </message>
    <message>
        <source>The disk that holds the library reports an error. Check the disk; Bookwheel tries again by itself.</source>
        <translation>Der Datenträger der Bibliothek meldet einen Fehler. Bitte den Datenträger prüfen; Bookwheel versucht es von selbst erneut.</translation>
    </message>
    <message>
        <source>The document is on the clipboard as Markdown.</source>
        <translation>Das Dokument ist als Markdown in der Zwischenablage.</translation>
    </message>
    <message>
        <source>The documents were read by another version of Bookwheel; they are read anew.</source>
        <translation>Die Dokumente wurden von einer anderen Version von Bookwheel eingelesen; sie werden neu eingelesen.</translation>
    </message>
    <message>
        <source>The earlier searches are forgotten; the saved ones stay.</source>
        <translation>Die früheren Suchen sind vergessen; die gespeicherten bleiben.</translation>
    </message>
    <message>
        <source>The embedder ended again and again; the library&apos;s log has the details.</source>
        <translation>Der Einbetter endete immer wieder; Näheres steht im Protokoll der Bibliothek.</translation>
    </message>
    <message>
        <source>The embedding model does not read this query&apos;s language; words ranked this answer.</source>
        <translation>Das Einbettungsmodell liest die Sprache dieser Anfrage nicht; Wörter haben diese Antwort geordnet.</translation>
    </message>
    <message>
        <source>The embedding model {model} could not be fetched or loaded: {reason}</source>
        <translation>Das Embedding-Modell {model} konnte nicht geholt oder geladen werden: {reason}</translation>
    </message>
    <message>
        <source>The embedding model {model} has no tokenizer.json, which Bookwheel needs.</source>
        <translation>Dem Embedding-Modell {model} fehlt tokenizer.json, das Bookwheel braucht.</translation>
    </message>
    <message>
        <source>The embedding model {model} needs the extra bookwheel[models], which is not in this bundle; install Bookwheel with pip install &apos;bookwheel[models]&apos;, or use the bundled model.</source>
        <translation>Das Embedding-Modell {model} braucht das Extra bookwheel[models], das in diesem Paket fehlt; Bookwheel mit pip install &apos;bookwheel[models]&apos; installieren oder das mitgelieferte Modell verwenden.</translation>
    </message>
    <message>
        <source>The embedding model {model} needs the extra bookwheel[models], which is not installed here; install it with pip install &apos;bookwheel[models]&apos;, or use the bundled model.</source>
        <translation>Das Embedding-Modell {model} braucht das Extra bookwheel[models], das hier nicht installiert ist; es mit pip install &apos;bookwheel[models]&apos; installieren oder das mitgelieferte Modell verwenden.</translation>
    </message>
    <message>
        <source>The endpoint refuses the call (HTTP {status}).</source>
        <translation>Der Zugang lehnt den Aufruf ab (HTTP {status}).</translation>
    </message>
    <message>
        <source>The endpoint refuses the token: it was revoked, or belongs to another library.</source>
        <translation>Der Zugang lehnt das Token ab: Es wurde widerrufen oder gehört zu einer anderen Bibliothek.</translation>
    </message>
    <message>
        <source>The fast parser failed on this file; its links are known by block only.</source>
        <translation>Der schnelle Parser scheiterte an dieser Datei; ihre Links sind nur blockweise bekannt.</translation>
    </message>
    <message>
        <source>The file as it is now is kept as {file}.</source>
        <translation>Die jetzige Datei bleibt als {file} erhalten.</translation>
    </message>
    <message>
        <source>The file could not be looked at: {reason}.</source>
        <translation>Die Datei konnte nicht angesehen werden: {reason}.</translation>
    </message>
    <message>
        <source>The file could not be parsed ({reason}).</source>
        <translation>Die Datei konnte nicht zerlegt werden ({reason}).</translation>
    </message>
    <message>
        <source>The file could not be read: {reason}.</source>
        <translation>Die Datei konnte nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>The file could not be taken in ({reason}).</source>
        <translation>Die Datei konnte nicht aufgenommen werden ({reason}).</translation>
    </message>
    <message>
        <source>The file could not be written: {reason}.</source>
        <translation>Die Datei konnte nicht geschrieben werden: {reason}.</translation>
    </message>
    <message>
        <source>The file is larger than {size} MB, as much as is taken in (indexing.largest_file_mb).</source>
        <translation>Die Datei ist größer als {size} MB; mehr wird nicht aufgenommen (indexing.largest_file_mb).</translation>
    </message>
    <message>
        <source>The file of agents&apos; tokens</source>
        <translation>Die Datei der Agenten-Token</translation>
    </message>
    <message>
        <source>The file of agents&apos; tokens is torn or cannot be read.</source>
        <translation>Die Datei mit den Tokens der Agenten ist beschädigt oder lässt sich nicht lesen.</translation>
    </message>
    <message>
        <source>The files of the library in {folder} were deleted or replaced, so its service has ended.</source>
        <translation>Die Dateien der Bibliothek in {folder} wurden gelöscht oder ersetzt; ihr Dienst hat sich beendet.</translation>
    </message>
    <message>
        <source>The filter {filter} leaves it out.</source>
        <translation>Der Filter {filter} lässt es aus.</translation>
    </message>
    <message>
        <source>The filters hide everything.</source>
        <translation>Die Filter verbergen alles.</translation>
    </message>
    <message>
        <source>The first {count} lines are shown; the rest is read in an editor.</source>
        <translation>Die ersten {count} Zeilen werden gezeigt; der Rest liest sich in einem Editor.</translation>
    </message>
    <message>
        <source>The first {shown} of {all}</source>
        <translation>Die ersten {shown} von {all}</translation>
    </message>
    <message>
        <source>The folder could not be read: {reason}.</source>
        <translation>Der Ordner konnte nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>The folder {folder} holds no embedding model that can be loaded: {reason}</source>
        <translation>Der Ordner {folder} enthält kein Embedding-Modell, das sich laden lässt: {reason}</translation>
    </message>
    <message>
        <source>The folder {folder} is missing or cannot be read: {reason}.</source>
        <translation>Der Ordner {folder} fehlt oder kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>The folder {folder} is missing; its documents are kept.</source>
        <translation>Der Ordner {folder} fehlt; seine Dokumente bleiben.</translation>
    </message>
    <message>
        <source>The format is one of {choices}.</source>
        <translation>Das Format ist eines von {choices}.</translation>
    </message>
    <message>
        <source>The front matter has no closing line; it was read as text.</source>
        <translation>Die Metadaten am Anfang haben keine Schlusszeile; sie wurden als Text gelesen.</translation>
    </message>
    <message>
        <source>The front matter is not valid TOML ({reason}).</source>
        <translation>Die Metadaten am Anfang sind kein gültiges TOML ({reason}).</translation>
    </message>
    <message>
        <source>The front matter is not valid YAML ({reason}).</source>
        <translation>Die Metadaten am Anfang sind kein gültiges YAML ({reason}).</translation>
    </message>
    <message>
        <source>The front matter is too large or refers to itself; part of it was left out.</source>
        <translation>Die Kopfdaten sind zu groß oder verweisen auf sich selbst; ein Teil wurde weggelassen.</translation>
    </message>
    <message>
        <source>The graph could not be read; it is being built anew.</source>
        <translation>Der Graph konnte nicht gelesen werden; er wird neu aufgebaut.</translation>
    </message>
    <message>
        <source>The graph could not be used; it is being built anew.</source>
        <translation>Der Graph war nicht brauchbar; er wird neu aufgebaut.</translation>
    </message>
    <message>
        <source>The graph did not fit the documents; it is being built anew.</source>
        <translation>Der Graph passte nicht zu den Dokumenten; er wird neu aufgebaut.</translation>
    </message>
    <message>
        <source>The graph has no node {name} yet, and is still taking in the latest changes.</source>
        <translation>Der Graph hat noch keinen Knoten {name} und nimmt die letzten Änderungen noch auf.</translation>
    </message>
    <message>
        <source>The graph is not ready yet; it has no part in this answer.</source>
        <translation>Der Graph ist noch nicht bereit; er hat an dieser Antwort keinen Teil.</translation>
    </message>
    <message>
        <source>The graph is still being built; ask again in a moment.</source>
        <translation>Der Graph entsteht noch; gleich noch einmal fragen.</translation>
    </message>
    <message>
        <source>The graph is still being built; facts are missing.</source>
        <translation>Der Graph entsteht noch; Fakten fehlen.</translation>
    </message>
    <message>
        <source>The graph is still taking in the latest changes; ask again in a moment.</source>
        <translation>Der Graph nimmt die letzten Änderungen noch auf; gleich noch einmal fragen.</translation>
    </message>
    <message>
        <source>The graph was made by another version of Bookwheel; it is being built anew.</source>
        <translation>Der Graph stammt von einer anderen Version von Bookwheel; er wird neu aufgebaut.</translation>
    </message>
    <message>
        <source>The graph was missing; it is being built anew.</source>
        <translation>Der Graph fehlte; er wird neu aufgebaut.</translation>
    </message>
    <message>
        <source>The home folder is too wide for a collection; choose a folder inside it.</source>
        <translation>Der persönliche Ordner ist zu weit für eine Sammlung; einen Ordner darin wählen.</translation>
    </message>
    <message>
        <source>The index of nearest vectors cannot be made ({reason}).</source>
        <translation>Der Index der nächsten Vektoren lässt sich nicht anlegen ({reason}).</translation>
    </message>
    <message>
        <source>The index of nearest vectors could not be used ({reason}).</source>
        <translation>Der Index der nächsten Vektoren ließ sich nicht verwenden ({reason}).</translation>
    </message>
    <message>
        <source>The index of nearest vectors was damaged or of another version; it is made anew in the background.</source>
        <translation>Der Index der nächsten Vektoren war beschädigt oder von einer anderen Version; er wird im Hintergrund neu angelegt.</translation>
    </message>
    <message>
        <source>The index of nearest vectors was missing; it is made anew in the background.</source>
        <translation>Der Index der nächsten Vektoren fehlte; er wird im Hintergrund neu aufgebaut.</translation>
    </message>
    <message>
        <source>The index of words was missing or behind; it has been rebuilt.</source>
        <translation>Der Wortindex fehlte oder lag zurück; er wurde neu aufgebaut.</translation>
    </message>
    <message>
        <source>The indexer crashed twice over this file, so it is left out until the service starts again.</source>
        <translation>Das Einlesen brach an dieser Datei zweimal ab; bis zum nächsten Start des Dienstes bleibt sie weg.</translation>
    </message>
    <message>
        <source>The indexer ended again and again; the library&apos;s log has the details.</source>
        <translation>Der Indexer endete immer wieder; Näheres steht im Protokoll der Bibliothek.</translation>
    </message>
    <message>
        <source>The indexer ends again and again, so changes to files may not be seen.</source>
        <translation>Der Indexer endet immer wieder; Änderungen an Dateien bleiben vielleicht unbemerkt.</translation>
    </message>
    <message>
        <source>The indexer runs whenever there is work for it.</source>
        <translation>Der Indexer läuft, sobald es Arbeit für ihn gibt.</translation>
    </message>
    <message>
        <source>The keys of {name} must be a list of texts.</source>
        <translation>Die Tasten von {name} müssen eine Liste von Texten sein.</translation>
    </message>
    <message>
        <source>The keyword index cannot be read ({reason}); it has to be built again.</source>
        <translation>Der Wortindex lässt sich nicht lesen ({reason}); er muss neu aufgebaut werden.</translation>
    </message>
    <message>
        <source>The keyword index has {count} sections too many and lacks {lacking}.</source>
        <translation>Der Wortindex hat {count} Abschnitte zu viel, und {lacking} fehlen ihm.</translation>
    </message>
    <message>
        <source>The keyword index is at revision {theirs}, behind {ours}.</source>
        <translation>Der Wortindex steht bei {theirs}, hinter {ours}.</translation>
    </message>
    <message>
        <source>The keyword index is behind the documents; until it has caught up, words are found only in part.</source>
        <translation>Der Wortindex liegt hinter den Dokumenten zurück; bis er sie eingeholt hat, werden Wörter nur zum Teil gefunden.</translation>
    </message>
    <message>
        <source>The keyword index is written faster than it can be opened.</source>
        <translation>Der Wortindex wird schneller geschrieben, als er sich öffnen lässt.</translation>
    </message>
    <message>
        <source>The keyword index was made by another version of Bookwheel; it has to be built again.</source>
        <translation>Der Wortindex stammt von einer anderen Version von Bookwheel; er muss neu aufgebaut werden.</translation>
    </message>
    <message>
        <source>The library could not be loaded; its log has the details.</source>
        <translation>Die Bibliothek ließ sich nicht laden; Näheres steht in ihrem Protokoll.</translation>
    </message>
    <message>
        <source>The library could not be opened; its log has the details.</source>
        <translation>Die Bibliothek konnte nicht geöffnet werden; Näheres steht in ihrem Protokoll.</translation>
    </message>
    <message numerus="yes">
        <source>The library has changed %Ln time(s); what agents are told names this number.</source>
        <translation>
            <numerusform>Die Bibliothek hat sich %Ln Mal geändert; was Agenten gesagt wird, nennt diese Zahl.</numerusform>
            <numerusform>Die Bibliothek hat sich %Ln Mal geändert; was Agenten gesagt wird, nennt diese Zahl.</numerusform>
        </translation>
    </message>
    <message>
        <source>The library is empty.</source>
        <translation>Die Bibliothek ist leer.</translation>
    </message>
    <message>
        <source>The library is not connected.</source>
        <translation>Die Bibliothek ist nicht verbunden.</translation>
    </message>
    <message>
        <source>The library is still opening; try again in a moment.</source>
        <translation>Die Bibliothek wird noch geöffnet; gleich noch einmal versuchen.</translation>
    </message>
    <message>
        <source>The library opens.</source>
        <translation>Die Bibliothek wird geöffnet.</translation>
    </message>
    <message>
        <source>The library&apos;s admin token cannot be read ({reason}).</source>
        <translation>Das Verwaltungs-Token der Bibliothek lässt sich nicht lesen ({reason}).</translation>
    </message>
    <message>
        <source>The library&apos;s admin token is torn; the service writes it anew within a second.</source>
        <translation>Das Verwaltungs-Token der Bibliothek ist beschädigt; der Dienst schreibt es binnen einer Sekunde neu.</translation>
    </message>
    <message>
        <source>The library&apos;s folder cannot be written. Make it writable; Bookwheel goes on by itself.</source>
        <translation>In den Ordner der Bibliothek lässt sich nicht schreiben. Sobald er beschreibbar ist, fährt Bookwheel von selbst fort.</translation>
    </message>
    <message>
        <source>The library&apos;s folder {folder} was deleted or moved away, so its service has ended.</source>
        <translation>Der Ordner der Bibliothek {folder} wurde gelöscht oder verschoben; ihr Dienst hat sich beendet.</translation>
    </message>
    <message>
        <source>The library&apos;s folder {folder} was deleted or moved away; bring it back or start Bookwheel again.</source>
        <translation>Der Ordner der Bibliothek {folder} wurde gelöscht oder verschoben; ihn zurückbringen oder Bookwheel neu starten.</translation>
    </message>
    <message>
        <source>The library&apos;s folder {folder} was replaced by another one, so its service has ended.</source>
        <translation>Der Ordner der Bibliothek {folder} wurde durch einen anderen ersetzt; ihr Dienst hat sich beendet.</translation>
    </message>
    <message>
        <source>The library&apos;s state was damaged and no backup could be read; please add your folders again.</source>
        <translation>Der Zustand der Bibliothek war beschädigt, und keine Sicherung war lesbar; bitte fügen Sie Ihre Ordner neu hinzu.</translation>
    </message>
    <message>
        <source>The library&apos;s state was lost or damaged and has been restored from its backup.</source>
        <translation>Der Stand der Bibliothek war verloren oder beschädigt und wurde aus seiner Sicherung wiederhergestellt.</translation>
    </message>
    <message>
        <source>The link to this section is on the clipboard.</source>
        <translation>Der Link zu diesem Abschnitt ist in der Zwischenablage.</translation>
    </message>
    <message>
        <source>The link was taken away.</source>
        <translation>Der Link wurde entfernt.</translation>
    </message>
    <message>
        <source>The links of this document are not read yet.</source>
        <translation>Die Links dieses Dokuments sind noch nicht gelesen.</translation>
    </message>
    <message>
        <source>The list of calls is damaged: {reason}.</source>
        <translation>Die Liste der Aufrufe ist beschädigt: {reason}.</translation>
    </message>
    <message>
        <source>The list of calls is of another version.</source>
        <translation>Die Liste der Aufrufe stammt von einer anderen Version.</translation>
    </message>
    <message>
        <source>The list of calls is sound.</source>
        <translation>Die Liste der Aufrufe ist in Ordnung.</translation>
    </message>
    <message>
        <source>The list of calls was cut short.</source>
        <translation>Die Liste der Aufrufe wurde abgeschnitten.</translation>
    </message>
    <message>
        <source>The list of calls was damaged, so an empty one was begun. The damaged file is now {file}.</source>
        <translation>Die Liste der Aufrufe war beschädigt, darum wurde eine leere begonnen. Die beschädigte Datei heißt jetzt {file}.</translation>
    </message>
    <message>
        <source>The list of calls was damaged; an empty one was begun.</source>
        <translation>Die Liste der Aufrufe war beschädigt; eine leere wurde begonnen.</translation>
    </message>
    <message>
        <source>The list of documents could not be read; it is rebuilt from the files.</source>
        <translation>Das Verzeichnis der Dokumente konnte nicht gelesen werden; es wird aus den Dateien neu aufgebaut.</translation>
    </message>
    <message>
        <source>The list of documents was damaged; it is rebuilt from the files.</source>
        <translation>Das Verzeichnis der Dokumente war beschädigt; es wird aus den Dateien neu aufgebaut.</translation>
    </message>
    <message>
        <source>The list of documents was missing; it is rebuilt from the files.</source>
        <translation>Das Verzeichnis der Dokumente fehlte; es wird aus den Dateien neu aufgebaut.</translation>
    </message>
    <message>
        <source>The map changes too fast to be shown; try again in a moment.</source>
        <translation>Die Karte ändert sich zu schnell, um gezeigt zu werden; gleich noch einmal versuchen.</translation>
    </message>
    <message>
        <source>The map could not be written: {reason}.</source>
        <translation>Die Karte konnte nicht geschrieben werden: {reason}.</translation>
    </message>
    <message>
        <source>The map is in {file}.</source>
        <translation>Die Karte liegt in {file}.</translation>
    </message>
    <message>
        <source>The map shows whole collections, and you see parts.</source>
        <translation>Die Karte zeigt ganze Sammlungen, und sichtbar sind nur Teile.</translation>
    </message>
    <message>
        <source>The map will be drawn as soon as the documents have been looked through.</source>
        <translation>Die Karte wird gezeichnet, sobald die Dokumente durchgesehen sind.</translation>
    </message>
    <message>
        <source>The message does not fit {name}: {reason}.</source>
        <translation>Die Nachricht passt nicht zu {name}: {reason}.</translation>
    </message>
    <message>
        <source>The model is loading.</source>
        <translation>Das Modell wird geladen.</translation>
    </message>
    <message>
        <source>The name is not valid text on this system.</source>
        <translation>Der Name ist auf diesem System kein gültiger Text.</translation>
    </message>
    <message>
        <source>The ontology cannot be read ({reason}); ask again.</source>
        <translation>Die Ontologie ist nicht lesbar ({reason}); fragen Sie noch einmal.</translation>
    </message>
    <message>
        <source>The ontology cannot be written, so the graph stays as it was; the log has the details.</source>
        <translation>Die Ontologie lässt sich nicht schreiben, darum bleibt der Graph, wie er war; Näheres steht im Protokoll.</translation>
    </message>
    <message>
        <source>The ontology has not been built yet; its vocabulary alone answered.</source>
        <translation>Die Ontologie ist noch nicht aufgebaut; nur ihr Vokabular hat geantwortet.</translation>
    </message>
    <message>
        <source>The ontology has {count} documents too many and lacks {lacking}.</source>
        <translation>Die Ontologie hat {count} Dokumente zu viel, und {lacking} fehlen ihr.</translation>
    </message>
    <message>
        <source>The ontology is at revision {theirs}, the catalogue at {ours}.</source>
        <translation>Die Ontologie steht bei {theirs}, der Katalog bei {ours}.</translation>
    </message>
    <message>
        <source>The ontology is missing.</source>
        <translation>Die Ontologie fehlt.</translation>
    </message>
    <message>
        <source>The ontology&apos;s store is closed.</source>
        <translation>Der Speicher der Ontologie ist geschlossen.</translation>
    </message>
    <message>
        <source>The outline follows you, links lead back. Ctrl+Shift+L draws what is near, Ctrl+Shift+M all.</source>
        <translation>Die Gliederung folgt dem Lesen, Links führen zurück. Strg+Umschalt+L zeichnet, was nahe ist, Strg+Umschalt+M alles.</translation>
    </message>
    <message>
        <source>The page could not be printed.</source>
        <translation>Die Seite konnte nicht gedruckt werden.</translation>
    </message>
    <message>
        <source>The passage goes on.</source>
        <translation>Die Textstelle geht weiter.</translation>
    </message>
    <message>
        <source>The path must be absolute, not {path}.</source>
        <translation>Der Pfad muss absolut sein, nicht {path}.</translation>
    </message>
    <message>
        <source>The pattern {pattern} can match nothing: {reason}.</source>
        <translation>Das Muster {pattern} kann auf nichts passen: {reason}.</translation>
    </message>
    <message>
        <source>The patterns in this file are not used: {reason}.</source>
        <translation>Die Muster in dieser Datei werden nicht verwendet: {reason}.</translation>
    </message>
    <message>
        <source>The prefix {name}: is not known (line {line}, column {column}).</source>
        <translation>Das Präfix {name}: ist nicht bekannt (Zeile {line}, Spalte {column}).</translation>
    </message>
    <message>
        <source>The program&apos;s own files are all there.</source>
        <translation>Die eigenen Dateien des Programms sind alle da.</translation>
    </message>
    <message>
        <source>The query brought no answer.</source>
        <translation>Die Abfrage brachte keine Antwort.</translation>
    </message>
    <message>
        <source>The query cannot be read at line {line}, column {column}: {reason}.</source>
        <translation>Die Anfrage ist in Zeile {line}, Spalte {column} nicht zu lesen: {reason}.</translation>
    </message>
    <message>
        <source>The query cannot be read at line {line}, column {column}: “{word}” does not fit there.</source>
        <translation>Die Anfrage ist in Zeile {line}, Spalte {column} nicht zu lesen: „{word}“ passt dort nicht.</translation>
    </message>
    <message>
        <source>The query cannot be read at {place}: “{word}” is no word of it.</source>
        <translation>Die Anfrage ist nicht zu lesen ({place}): „{word}“ ist kein Wort von SPARQL.</translation>
    </message>
    <message>
        <source>The query could not be asked; the library&apos;s log has the details.</source>
        <translation>Die Anfrage konnte nicht gestellt werden; Näheres steht im Protokoll der Bibliothek.</translation>
    </message>
    <message>
        <source>The query ends too early or too late: something is missing, or a bracket is left open.</source>
        <translation>Die Anfrage endet zu früh oder zu spät: Etwas fehlt, oder eine Klammer ist offen.</translation>
    </message>
    <message>
        <source>The query failed; the library&apos;s log has the details.</source>
        <translation>Die Anfrage ist gescheitert; Näheres steht im Protokoll der Bibliothek.</translation>
    </message>
    <message>
        <source>The query has many words; its first {count} were used.</source>
        <translation>Die Anfrage hat viele Wörter; ihre ersten {count} wurden benutzt.</translation>
    </message>
    <message>
        <source>The query is empty: write SELECT, ASK, CONSTRUCT or DESCRIBE.</source>
        <translation>Die Abfrage ist leer: Sie beginnt mit SELECT, ASK, CONSTRUCT oder DESCRIBE.</translation>
    </message>
    <message>
        <source>The query is longer than {count} characters.</source>
        <translation>Die Anfrage hat mehr als {count} Zeichen.</translation>
    </message>
    <message>
        <source>The query is very long; its first {count} characters were used.</source>
        <translation>Die Anfrage ist sehr lang; ihre ersten {count} Zeichen wurden benutzt.</translation>
    </message>
    <message>
        <source>The query names nothing that stands in the graph.</source>
        <translation>Die Anfrage nennt nichts, was im Graphen steht.</translation>
    </message>
    <message>
        <source>The query needs more memory than it may have, or is nested too deeply; ask for less.</source>
        <translation>Die Anfrage braucht mehr Speicher, als sie haben darf, oder ist zu tief verschachtelt; fragen Sie nach weniger.</translation>
    </message>
    <message>
        <source>The query needs more memory than it may have; ask for less.</source>
        <translation>Die Anfrage braucht mehr Speicher, als sie haben darf; fragen Sie nach weniger.</translation>
    </message>
    <message>
        <source>The query took longer than {time} s and was stopped.</source>
        <translation>Die Anfrage dauerte länger als {time} s und wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The question with its passages is on the clipboard; paste it into any chat.</source>
        <translation>Die Frage mit ihren Textstellen ist in der Zwischenablage, zum Einfügen in jeden Chat.</translation>
    </message>
    <message>
        <source>The question, passages, facts and sources as Markdown</source>
        <translation>Frage, Textstellen, Fakten und Quellen als Markdown</translation>
    </message>
    <message>
        <source>The rows are in {file}.</source>
        <translation>Die Zeilen liegen in {file}.</translation>
    </message>
    <message>
        <source>The search looks in {folder}; the chip above the hits ends that.</source>
        <translation>Gesucht wird in {folder}; der Knopf über den Treffern beendet das.</translation>
    </message>
    <message>
        <source>The service (process {number}) answers at {url} in {time} ms.</source>
        <translation>Der Dienst (Prozess {number}) antwortet unter {url} in {time} ms.</translation>
    </message>
    <message>
        <source>The service (process {number}) answers at {url}.</source>
        <translation>Der Dienst (Prozess {number}) antwortet unter {url}.</translation>
    </message>
    <message>
        <source>The service answered with status {status}.</source>
        <translation>Der Dienst antwortete mit dem Status {status}.</translation>
    </message>
    <message>
        <source>The service cannot start because the disk that holds the library is full. Free some space on it and try again.</source>
        <translation>Der Hintergrunddienst kann nicht starten, weil der Datenträger der Bibliothek voll ist. Bitte Platz schaffen und erneut versuchen.</translation>
    </message>
    <message>
        <source>The service did not start in {time} s; its log is in {folder}.</source>
        <translation>Der Dienst ist in {time} s nicht gestartet; sein Protokoll liegt in {folder}.</translation>
    </message>
    <message>
        <source>The service does not answer ({reason}).</source>
        <translation>Der Dienst antwortet nicht ({reason}).</translation>
    </message>
    <message>
        <source>The service is ending; ask again in a moment.</source>
        <translation>Der Dienst wird gerade beendet; bitte gleich noch einmal fragen.</translation>
    </message>
    <message>
        <source>The service is of a newer Bookwheel ({version}); update this program, or end the service there.</source>
        <translation>Der Dienst gehört zu einem neueren Bookwheel ({version}); dieses Programm aktualisieren oder den Dienst dort beenden.</translation>
    </message>
    <message>
        <source>The settings are sound.</source>
        <translation>Die Einstellungen sind in Ordnung.</translation>
    </message>
    <message>
        <source>The settings are sound; edited by hand: {names}.</source>
        <translation>Die Einstellungen sind in Ordnung; von Hand geändert: {names}.</translation>
    </message>
    <message>
        <source>The settings file</source>
        <translation>Die Einstellungsdatei</translation>
    </message>
    <message>
        <source>The settings file could not be read ({reason}); the defaults are in force.</source>
        <translation>Die Datei der Einstellungen war nicht lesbar ({reason}); es gelten die Vorgaben.</translation>
    </message>
    <message>
        <source>The settings file is not valid TOML ({reason}); the settings of the last start are in force. Fix the file and start Bookwheel again.</source>
        <translation>Die Einstellungsdatei ist kein gültiges TOML ({reason}); es gelten die Einstellungen des letzten Starts. Die Datei berichtigen und Bookwheel neu starten.</translation>
    </message>
    <message>
        <source>The sources are on the clipboard.</source>
        <translation>Die Quellen sind in der Zwischenablage.</translation>
    </message>
    <message>
        <source>The state could not be backed up. {reason}</source>
        <translation>Der Zustand ließ sich nicht sichern. {reason}</translation>
    </message>
    <message>
        <source>The state file is damaged.</source>
        <translation>Die Zustandsdatei ist beschädigt.</translation>
    </message>
    <message>
        <source>The state file is damaged: {reason}.</source>
        <translation>Die Datei des Zustands ist beschädigt: {reason}.</translation>
    </message>
    <message>
        <source>The state file is gone.</source>
        <translation>Die Zustandsdatei ist nicht mehr da.</translation>
    </message>
    <message>
        <source>The state has no backup.</source>
        <translation>Der Zustand hat keine Sicherung.</translation>
    </message>
    <message>
        <source>The state is sound and has a backup.</source>
        <translation>Der Zustand ist in Ordnung und gesichert.</translation>
    </message>
    <message>
        <source>The state is sound; its missing backup was made.</source>
        <translation>Der Zustand ist in Ordnung; seine fehlende Sicherung wurde angelegt.</translation>
    </message>
    <message>
        <source>The state was written by a newer Bookwheel (schema {theirs}); this one knows {ours}. Update it.</source>
        <translation>Der Zustand wurde von einem neueren Bookwheel geschrieben (Schema {theirs}); dieses kennt {ours}. Bitte aktualisieren.</translation>
    </message>
    <message>
        <source>The system has no more file handles for Bookwheel. Close other programs; Bookwheel tries again by itself.</source>
        <translation>Das System hat keine Dateihandles mehr für Bookwheel. Bitte andere Programme schließen; Bookwheel versucht es von selbst erneut.</translation>
    </message>
    <message>
        <source>The system has no more memory for Bookwheel. Close other programs; Bookwheel tries again by itself.</source>
        <translation>Das System hat keinen Speicher mehr für Bookwheel. Bitte andere Programme schließen; Bookwheel versucht es von selbst erneut.</translation>
    </message>
    <message>
        <source>The text between the rules at the start holds no fields; it was read as text.</source>
        <translation>Der Text zwischen den Linien am Anfang enthält keine Felder; er wurde als Text gelesen.</translation>
    </message>
    <message>
        <source>The text starts like JSON front matter but is not; it was read as text.</source>
        <translation>Der Text beginnt wie Kopfdaten in JSON, ist aber keine; er wurde als Text gelesen.</translation>
    </message>
    <message>
        <source>The tray holds {most} passages; take some out first.</source>
        <translation>Die Ablage fasst {most} Passagen; bitte erst einige herausnehmen.</translation>
    </message>
    <message>
        <source>The vectors are damaged ({reason}).</source>
        <translation>Die Vektoren sind beschädigt ({reason}).</translation>
    </message>
    <message>
        <source>The vectors are gone.</source>
        <translation>Die Vektoren sind nicht mehr da.</translation>
    </message>
    <message>
        <source>The vectors are not open.</source>
        <translation>Die Vektoren sind nicht geöffnet.</translation>
    </message>
    <message>
        <source>The vectors are of another version; they are made anew.</source>
        <translation>Die Vektoren stammen von einer anderen Version; sie werden neu berechnet.</translation>
    </message>
    <message>
        <source>The vectors are sound and cover {share} of the sections ({state}).</source>
        <translation>Die Vektoren sind in Ordnung und decken {share} der Abschnitte ab ({state}).</translation>
    </message>
    <message>
        <source>The vectors could not be read ({reason}).</source>
        <translation>Die Vektoren ließen sich nicht lesen ({reason}).</translation>
    </message>
    <message>
        <source>The vectors cover only {share} of the sections.</source>
        <translation>Die Vektoren decken nur {share} der Abschnitte ab.</translation>
    </message>
    <message>
        <source>The vectors were damaged or of another version; they are made anew in the background.</source>
        <translation>Die Vektoren waren beschädigt oder von einer anderen Version; sie werden im Hintergrund neu angelegt.</translation>
    </message>
    <message>
        <source>The vectors were missing; they are made anew in the background.</source>
        <translation>Die Vektoren fehlten; sie werden im Hintergrund neu berechnet.</translation>
    </message>
    <message>
        <source>The vocabulary has no term bw:{name}.</source>
        <translation>Das Vokabular kennt keinen Begriff bw:{name}.</translation>
    </message>
    <message>
        <source>The vocabulary has no term bw:{name}; did you mean {names}?</source>
        <translation>Das Vokabular kennt keinen Begriff bw:{name}; gemeint sein könnte: {names}.</translation>
    </message>
    <message>
        <source>The watcher ended again and again, so changes to files may not be seen; the log has details.</source>
        <translation>Die Überwachung endete immer wieder; Änderungen an Dateien bleiben vielleicht unbemerkt. Einzelheiten stehen im Protokoll.</translation>
    </message>
    <message>
        <source>The whole library</source>
        <translation>Die ganze Bibliothek</translation>
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
        <source>The words to a link have {most} characters at most, and these {count}.</source>
        <translation>Die Worte zu einem Link haben höchstens {most} Zeichen, diese hier {count}.</translation>
    </message>
    <message>
        <source>The {store} is sound and at revision {revision}.</source>
        <translation>{store}: in Ordnung, Stand {revision}.</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Erscheinungsbild</translation>
    </message>
    <message>
        <source>Theme: as the system</source>
        <translation>Erscheinungsbild: wie das System</translation>
    </message>
    <message>
        <source>Theme: dark</source>
        <translation>Erscheinungsbild: dunkel</translation>
    </message>
    <message>
        <source>Theme: light</source>
        <translation>Erscheinungsbild: hell</translation>
    </message>
    <message>
        <source>There are more rows than these {count}.</source>
        <translation>Es gibt mehr Zeilen als diese {count}.</translation>
    </message>
    <message>
        <source>There are more than {count} brackets within each other.</source>
        <translation>Mehr als {count} Klammern stehen ineinander.</translation>
    </message>
    <message>
        <source>There are {count} links already, and no more are allowed.</source>
        <translation>Es gibt schon {count} Links, und mehr sind nicht erlaubt.</translation>
    </message>
    <message>
        <source>There is no client {name}.</source>
        <translation>Einen Client {name} gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no code in sight.</source>
        <translation>Hier ist kein Code zu sehen.</translation>
    </message>
    <message>
        <source>There is no collection {name}.</source>
        <translation>Eine Sammlung {name} gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no document {name}.</source>
        <translation>Ein Dokument {name} gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no folder {folder} with an embedding model.</source>
        <translation>Einen Ordner {folder} mit einem Embedding-Modell gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no link {name}.</source>
        <translation>Den Link {name} gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no memory {name}.</source>
        <translation>Einen Eintrag {name} gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no method {name}.</source>
        <translation>Eine Methode {name} gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no node {name}.</source>
        <translation>Einen Knoten {name} gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no relation {name}.</source>
        <translation>Eine Beziehung {name} gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no setting {name}.</source>
        <translation>Eine Einstellung {name} gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no such escape.</source>
        <translation>Eine solche Umschreibung gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no such function; of the prefixes, only xsd: has functions.</source>
        <translation>Diese Funktion gibt es nicht; von den Präfixen hat nur xsd: Funktionen.</translation>
    </message>
    <message>
        <source>There is nothing that the summary could stand for.</source>
        <translation>Es gibt nichts, wofür die Zusammenfassung stehen könnte.</translation>
    </message>
    <message>
        <source>There is nothing to read yet.</source>
        <translation>Noch gibt es nichts zu lesen.</translation>
    </message>
    <message>
        <source>There is nothing to remember in an empty content.</source>
        <translation>Ein leerer Inhalt hat nichts zu merken.</translation>
    </message>
    <message>
        <source>They can read the same library. Connect them in this menu, and watch here what they ask and read.</source>
        <translation>Sie können dieselbe Bibliothek lesen. In diesem Menü verbinden und hier sehen, was sie fragen und lesen.</translation>
    </message>
    <message>
        <source>They catch up with what was read last.</source>
        <translation>Sie holen nach, was zuletzt gelesen wurde.</translation>
    </message>
    <message>
        <source>They know everything that was read.</source>
        <translation>Sie kennen alles, was gelesen wurde.</translation>
    </message>
    <message>
        <source>This client is closed.</source>
        <translation>Diese Verbindung ist geschlossen.</translation>
    </message>
    <message>
        <source>This cursor belongs to another question; give the same arguments as before.</source>
        <translation>Dieser Cursor gehört zu einer anderen Anfrage; die Argumente müssen dieselben sein wie zuvor.</translation>
    </message>
    <message>
        <source>This is a binary file, not text.</source>
        <translation>Das ist eine Binärdatei, kein Text.</translation>
    </message>
    <message>
        <source>This is not a cursor of this service; ask again without one.</source>
        <translation>Das ist kein Cursor dieses Dienstes; die Anfrage ohne ihn wiederholen.</translation>
    </message>
    <message>
        <source>This is {kind}, not text.</source>
        <translation>Das ist {kind}, kein Text.</translation>
    </message>
    <message>
        <source>This list is gone; ask again from the start.</source>
        <translation>Diese Liste gibt es nicht mehr; bitte von vorn fragen.</translation>
    </message>
    <message>
        <source>This menu holds it all; Ctrl+Shift+P finds any command, and F1 shows the keys.</source>
        <translation>Dieses Menü enthält es; Strg+Umschalt+P findet jeden Befehl, und F1 zeigt die Tasten.</translation>
    </message>
    <message>
        <source>This page is too costly to render; it is shown as plain text.</source>
        <translation>Diese Seite ist zu aufwendig zu setzen; sie wird als einfacher Text gezeigt.</translation>
    </message>
    <message>
        <source>This page is too large or too deeply nested to be set; here is its source.</source>
        <translation>Diese Seite ist zu groß oder zu tief verschachtelt, um gesetzt zu werden; hier ist ihre Quelle.</translation>
    </message>
    <message>
        <source>This passage is not in the tray.</source>
        <translation>Diese Passage liegt nicht in der Ablage.</translation>
    </message>
    <message>
        <source>This processor computes the embedding model wrong (a test text came out at {cosine} of 1), so search by meaning is off; keyword and graph answers go on. meaning.model can name another model.</source>
        <translation>Dieser Prozessor rechnet das Embedding-Modell falsch (ein Testtext ergab {cosine} von 1), daher ist die Suche nach Bedeutung aus; Wörter und Graph antworten weiter. meaning.model kann ein anderes Modell nennen.</translation>
    </message>
    <message>
        <source>This section is on the clipboard as Markdown.</source>
        <translation>Dieser Abschnitt ist als Markdown in der Zwischenablage.</translation>
    </message>
    <message>
        <source>This service speaks protocol {ours}, the caller {theirs}; update the older of the two.</source>
        <translation>Dieser Dienst spricht Protokoll {ours}, der Aufrufer {theirs}; das ältere von beiden ist zu aktualisieren.</translation>
    </message>
    <message>
        <source>This window</source>
        <translation>Dieses Fenster</translation>
    </message>
    <message>
        <source>Those are no keys that can be used.</source>
        <translation>Diese Tasten lassen sich nicht benutzen.</translation>
    </message>
    <message>
        <source>Threads that make vectors in the background.</source>
        <translation>Threads, die im Hintergrund Vektoren berechnen.</translation>
    </message>
    <message>
        <source>Three levels</source>
        <translation>Drei Ebenen</translation>
    </message>
    <message>
        <source>Time for embedding hits without vectors while a query waits.</source>
        <translation>Zeit, um Treffer ohne Vektoren zu berechnen, während eine Anfrage wartet.</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Titles in</source>
        <translation>Titel auf</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Zu</translation>
    </message>
    <message>
        <source>Tokens that answers may hold in a minute.</source>
        <translation>Token, die Antworten in einer Minute enthalten dürfen.</translation>
    </message>
    <message>
        <source>Too many queries are waiting; ask again in a moment.</source>
        <translation>Zu viele Anfragen warten; fragen Sie gleich noch einmal.</translation>
    </message>
    <message>
        <source>Tour of the window</source>
        <translation>Rundgang durch das Fenster</translation>
    </message>
    <message>
        <source>Tree by title</source>
        <translation>Baum nach Titel</translation>
    </message>
    <message>
        <source>Tree in the order of its source</source>
        <translation>Baum in der Ordnung der Quelle</translation>
    </message>
    <message>
        <source>Tree with the newest first</source>
        <translation>Baum mit den neuesten zuerst</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Try the sample</source>
        <translation>Beispiel ausprobieren</translation>
    </message>
    <message>
        <source>Two levels</source>
        <translation>Zwei Ebenen</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Type a few words, or ask in your own: hits come as you type. Ctrl+K leads here from anywhere.</source>
        <translation>Ein paar Wörter tippen oder mit eigenen fragen: Treffer kommen beim Tippen. Strg+K führt von überall hierher.</translation>
    </message>
    <message>
        <source>Types</source>
        <translation>Typen</translation>
    </message>
    <message>
        <source>Undo the change</source>
        <translation>Änderung zurücknehmen</translation>
    </message>
    <message>
        <source>Unknown setting {name} was ignored.</source>
        <translation>Die unbekannte Einstellung {name} wurde übergangen.</translation>
    </message>
    <message numerus="yes">
        <source>Up to %Ln step(s) away</source>
        <translation>
            <numerusform>Bis zu %Ln Schritt entfernt</numerusform>
            <numerusform>Bis zu %Ln Schritte entfernt</numerusform>
        </translation>
    </message>
    <message>
        <source>Update this program, or end the service with the newer one.</source>
        <translation>Dieses Programm aktualisieren oder den Dienst mit dem neueren beenden.</translation>
    </message>
    <message>
        <source>Weight of its scores against other folders&apos;.</source>
        <translation>Gewicht ihrer Werte gegenüber anderen Sammlungen.</translation>
    </message>
    <message>
        <source>Weight of meaning.</source>
        <translation>Gewicht der Bedeutung.</translation>
    </message>
    <message>
        <source>Weight of the graph, in hybrid mode.</source>
        <translation>Gewicht des Graphen, wenn alles zusammen gesucht wird.</translation>
    </message>
    <message>
        <source>Weight of words found by their beginning.</source>
        <translation>Gewicht von Wörtern, die an ihrem Anfang gefunden werden.</translation>
    </message>
    <message>
        <source>Weight of words in a document&apos;s title.</source>
        <translation>Gewicht von Wörtern im Titel eines Dokuments.</translation>
    </message>
    <message>
        <source>Weight of words in a section&apos;s headings.</source>
        <translation>Gewicht von Wörtern in den Überschriften eines Abschnitts.</translation>
    </message>
    <message>
        <source>Weight of words in a section&apos;s text.</source>
        <translation>Gewicht von Wörtern im Text eines Abschnitts.</translation>
    </message>
    <message>
        <source>Weight of words in code.</source>
        <translation>Gewicht von Wörtern in Code.</translation>
    </message>
    <message>
        <source>Weight of words in tags, categories and keywords.</source>
        <translation>Gewicht von Wörtern in Schlagwörtern, Kategorien und Stichwörtern.</translation>
    </message>
    <message>
        <source>Weight of words.</source>
        <translation>Gewicht der Wörter.</translation>
    </message>
    <message>
        <source>Weights by name: balanced, keyword or graph; empty for the three below.</source>
        <translation>Gewichte nach Namen: ausgewogen, Wörter oder Graph; keine für die drei darunter.</translation>
    </message>
    <message>
        <source>Well</source>
        <translation>Gut</translation>
    </message>
    <message>
        <source>What agents looked for in vain: a gap in the documents, or words not used there. A click searches.</source>
        <translation>Was Agenten vergeblich gesucht haben: eine Lücke in den Dokumenten oder Worte, die dort nicht vorkommen. Ein Klick sucht danach.</translation>
    </message>
    <message>
        <source>What agents read, on the map</source>
        <translation>Was Agenten lesen, auf der Karte</translation>
    </message>
    <message>
        <source>What agents remember</source>
        <translation>Was sich Agenten merken</translation>
    </message>
    <message>
        <source>What an agent sees is written as field:value and -field:value, such as path:guide/ -tag:draft -private:true; a value of several words in quotation marks.</source>
        <translation>Was ein Agent sieht, wird als Feld:Wert und -Feld:Wert geschrieben, etwa path:guide/ -tag:draft -private:true; ein Wert aus mehreren Wörtern in Anführungszeichen.</translation>
    </message>
    <message>
        <source>What answered does not speak the Model Context Protocol.</source>
        <translation>Was geantwortet hat, spricht nicht das Model Context Protocol.</translation>
    </message>
    <message>
        <source>What can be typed besides words</source>
        <translation>Was sich außer Wörtern eingeben lässt</translation>
    </message>
    <message>
        <source>What carries which tag?</source>
        <translation>Was trägt welches Tag?</translation>
    </message>
    <message>
        <source>What each connected agent may ask of this computer.</source>
        <translation>Was jeder verbundene Agent diesem Rechner abverlangen darf.</translation>
    </message>
    <message>
        <source>What fits best stands first</source>
        <translation>Was am besten passt, steht vorn</translation>
    </message>
    <message>
        <source>What fits the words typed</source>
        <translation>Was zu den getippten Wörtern passt</translation>
    </message>
    <message>
        <source>What is deleted cannot be brought back; export it first to keep a copy.</source>
        <translation>Gelöschtes kommt nicht zurück; wer eine Kopie behalten will, exportiert vorher.</translation>
    </message>
    <message>
        <source>What is remembered</source>
        <translation>Was gemerkt ist</translation>
    </message>
    <message>
        <source>What is summed: scores, or ranks (reciprocal rank fusion).</source>
        <translation>Was zusammengezählt wird: Werte oder Ränge (reciprocal rank fusion).</translation>
    </message>
    <message>
        <source>What it is called.</source>
        <translation>Wie sie heißt.</translation>
    </message>
    <message>
        <source>What it sees…</source>
        <translation>Was er sieht …</translation>
    </message>
    <message>
        <source>What of these the agent sees</source>
        <translation>Was der Agent davon sieht</translation>
    </message>
    <message>
        <source>What stands around it</source>
        <translation>Was dazugehört</translation>
    </message>
    <message>
        <source>What to leave out: one .gitignore pattern a line.</source>
        <translation>Was ausgelassen wird: ein .gitignore-Muster je Zeile.</translation>
    </message>
    <message>
        <source>What to take in besides Markdown and text, or although a .gitignore leaves it out.</source>
        <translation>Was außer Markdown und Text aufgenommen wird, oder obwohl eine .gitignore es auslässt.</translation>
    </message>
    <message>
        <source>What would be written</source>
        <translation>Was geschrieben würde</translation>
    </message>
    <message>
        <source>What you and agents linked. Links of a page that is gone are kept, and hold again when it is back.</source>
        <translation>Was hier und von Agenten verlinkt wurde. Links einer Seite, die fehlt, bleiben und gelten wieder, sobald sie zurück ist.</translation>
    </message>
    <message>
        <source>What {agent} sees</source>
        <translation>Was {agent} sieht</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Where you are</source>
        <translation>Ort in der Bibliothek</translation>
    </message>
    <message>
        <source>Which agent</source>
        <translation>Welcher Agent</translation>
    </message>
    <message>
        <source>Which document did you expect?</source>
        <translation>Welches Dokument wurde erwartet?</translation>
    </message>
    <message>
        <source>Which document shall it be linked to?</source>
        <translation>Mit welchem Dokument soll sie verlinkt werden?</translation>
    </message>
    <message>
        <source>Which documents are linked to most?</source>
        <translation>Auf welche Dokumente wird am meisten verlinkt?</translation>
    </message>
    <message>
        <source>Which documents link to each other?</source>
        <translation>Welche Dokumente verlinken einander?</translation>
    </message>
    <message>
        <source>Which links lead nowhere, and where do they stand?</source>
        <translation>Welche Links führen nirgendwohin, und wo stehen sie?</translation>
    </message>
    <message>
        <source>Which model reads the library, and how busy it may be.</source>
        <translation>Welches Modell die Bibliothek liest und wie viel es arbeiten darf.</translation>
    </message>
    <message>
        <source>Which session</source>
        <translation>Welche Sitzung</translation>
    </message>
    <message>
        <source>Which tool</source>
        <translation>Welches Tool</translation>
    </message>
    <message>
        <source>Who may read this library</source>
        <translation>Wer diese Bibliothek lesen darf</translation>
    </message>
    <message>
        <source>Whole collections are exported, and you see parts.</source>
        <translation>Exportiert werden ganze Sammlungen, und sichtbar sind nur Teile.</translation>
    </message>
    <message>
        <source>Whole library</source>
        <translation>Ganze Bibliothek</translation>
    </message>
    <message>
        <source>Why a document is missing</source>
        <translation>Warum ein Dokument fehlt</translation>
    </message>
    <message>
        <source>Why this hit ranks</source>
        <translation>Warum dieser Treffer hier steht</translation>
    </message>
    <message>
        <source>Why “{title}” ranks</source>
        <translation>Warum „{title}“ hier steht</translation>
    </message>
    <message>
        <source>Width of a page&apos;s lines, in characters.</source>
        <translation>Zeilenbreite der Seiten in Zeichen.</translation>
    </message>
    <message>
        <source>With a tag</source>
        <translation>Mit einem Schlagwort</translation>
    </message>
    <message>
        <source>Without a session</source>
        <translation>Ohne Sitzung</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Wörter</translation>
    </message>
    <message>
        <source>Words of the link</source>
        <translation>Wörter des Links</translation>
    </message>
    <message>
        <source>Words, meaning and graph together</source>
        <translation>Wörter, Bedeutung und Graph zusammen</translation>
    </message>
    <message>
        <source>Write as CSV</source>
        <translation>Als CSV schreiben</translation>
    </message>
    <message>
        <source>Write as CSV…</source>
        <translation>Als CSV schreiben …</translation>
    </message>
    <message>
        <source>Write it</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>Write the calls shown</source>
        <translation>Gezeigte Aufrufe schreiben</translation>
    </message>
    <message>
        <source>Write the window&apos;s settings and keys to a file</source>
        <translation>Einstellungen und Tasten des Fensters in eine Datei schreiben</translation>
    </message>
    <message>
        <source>Write these calls to a file</source>
        <translation>Diese Aufrufe in eine Datei schreiben</translation>
    </message>
    <message>
        <source>Written to {file} and tried: it answers in {time} ms. Start {agent} anew.</source>
        <translation>In {file} geschrieben und ausprobiert: Antwort in {time} ms. {agent} neu starten.</translation>
    </message>
    <message>
        <source>Written to {file}, but it does not answer yet: {fault}</source>
        <translation>In {file} geschrieben, aber noch kommt keine Antwort: {fault}</translation>
    </message>
    <message>
        <source>Written to {file}.</source>
        <translation>In {file} geschrieben.</translation>
    </message>
    <message>
        <source>You may read this library but not remember.</source>
        <translation>Diese Bibliothek darf gelesen, aber nichts darin gemerkt werden.</translation>
    </message>
    <message>
        <source>Your agents</source>
        <translation>Agenten</translation>
    </message>
    <message>
        <source>Your documents, on one wheel</source>
        <translation>Alle Dokumente auf einem Rad</translation>
    </message>
    <message>
        <source>Your folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Your memory is full: {count} memories, and no more are allowed.</source>
        <translation>Das Gedächtnis ist voll: {count} Einträge, und mehr sind nicht erlaubt.</translation>
    </message>
    <message>
        <source>Your memory is full: {size} MB, and no more are allowed.</source>
        <translation>Das Gedächtnis ist voll: {size} MB, und mehr sind nicht erlaubt.</translation>
    </message>
    <message>
        <source>a bracket is not closed</source>
        <translation>eine Klammer ist nicht geschlossen</translation>
    </message>
    <message>
        <source>a moment left</source>
        <translation>noch einen Moment</translation>
    </message>
    <message>
        <source>activity</source>
        <translation>Aktivität</translation>
    </message>
    <message>
        <source>among the files that were not read</source>
        <translation>unter den Dateien, die nicht gelesen wurden</translation>
    </message>
    <message>
        <source>and {count} more</source>
        <translation>und {count} weitere</translation>
    </message>
    <message>
        <source>another version</source>
        <translation>eine andere Version</translation>
    </message>
    <message>
        <source>as in the source</source>
        <translation>wie in der Quelle</translation>
    </message>
    <message>
        <source>as the system</source>
        <translation>wie das System</translation>
    </message>
    <message>
        <source>author of</source>
        <translation>Autor von</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>balanced</source>
        <translation>ausgewogen</translation>
    </message>
    <message>
        <source>before must be an ISO date or time, as 2026-03-01.</source>
        <translation>before muss ein Datum oder eine Zeit nach ISO sein, etwa 2026-03-01.</translation>
    </message>
    <message>
        <source>before this day: before:2024-12</source>
        <translation>vor diesem Tag: before:2024-12</translation>
    </message>
    <message>
        <source>belongs to</source>
        <translation>gehört zu</translation>
    </message>
    <message>
        <source>body</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>bookwheel stop, or end that process; it is started again when it is needed.</source>
        <translation>bookwheel stop, oder jenen Prozess beenden; er startet wieder, wenn er gebraucht wird.</translation>
    </message>
    <message>
        <source>bookwheel:// links open here from now on, as {file} says.</source>
        <translation>bookwheel://-Links öffnen sich von jetzt an hier, wie {file} besagt.</translation>
    </message>
    <message>
        <source>both link to {names}</source>
        <translation>beide verlinken auf {names}</translation>
    </message>
    <message>
        <source>both must be there: bread AND cake</source>
        <translation>beides muss da sein: Brot AND Kuchen</translation>
    </message>
    <message>
        <source>bridge</source>
        <translation>Brücke</translation>
    </message>
    <message>
        <source>broader than</source>
        <translation>weiter als</translation>
    </message>
    <message>
        <source>broken link</source>
        <translation>toter Link</translation>
    </message>
    <message>
        <source>broken link from</source>
        <translation>toter Link von</translation>
    </message>
    <message>
        <source>broken link to</source>
        <translation>toter Link auf</translation>
    </message>
    <message>
        <source>browse the library</source>
        <translation>Blick in die Bibliothek</translation>
    </message>
    <message>
        <source>browse {what}</source>
        <translation>Blick in {what}</translation>
    </message>
    <message>
        <source>budget must lie between {least} and {most} tokens.</source>
        <translation>budget muss zwischen {least} und {most} Token liegen.</translation>
    </message>
    <message>
        <source>budget_tokens must be at least 1.</source>
        <translation>budget_tokens muss mindestens 1 sein.</translation>
    </message>
    <message>
        <source>by title</source>
        <translation>nach Titel</translation>
    </message>
    <message numerus="yes">
        <source>calls of the last %Ln day(s)</source>
        <translation>
            <numerusform>Aufrufe des letzten Tages</numerusform>
            <numerusform>Aufrufe der letzten %Ln Tage</numerusform>
        </translation>
    </message>
    <message>
        <source>catalogue</source>
        <translation>Katalog</translation>
    </message>
    <message>
        <source>category</source>
        <translation>Kategorie</translation>
    </message>
    <message>
        <source>category of</source>
        <translation>Kategorie von</translation>
    </message>
    <message>
        <source>category: {value}</source>
        <translation>Kategorie: {value}</translation>
    </message>
    <message>
        <source>changed {when}</source>
        <translation>geändert {when}</translation>
    </message>
    <message>
        <source>choose a collection to see the rest</source>
        <translation>für den Rest eine Sammlung wählen</translation>
    </message>
    <message>
        <source>code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>collection</source>
        <translation>Sammlung</translation>
    </message>
    <message>
        <source>collection weight</source>
        <translation>Gewicht der Sammlung</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>verbunden</translation>
    </message>
    <message>
        <source>contains</source>
        <translation>enthält</translation>
    </message>
    <message>
        <source>context {what}</source>
        <translation>Kontext zu {what}</translation>
    </message>
    <message>
        <source>continues</source>
        <translation>führt fort</translation>
    </message>
    <message>
        <source>contradicts</source>
        <translation>widerspricht</translation>
    </message>
    <message>
        <source>counting files</source>
        <translation>Dateien werden gezählt</translation>
    </message>
    <message>
        <source>dark</source>
        <translation>dunkel</translation>
    </message>
    <message>
        <source>default {value}</source>
        <translation>Voreinstellung {value}</translation>
    </message>
    <message>
        <source>depends on</source>
        <translation>hängt ab von</translation>
    </message>
    <message>
        <source>depth counts levels from 1; 0 gives all.</source>
        <translation>depth zählt Ebenen von 1 an; 0 gibt alle.</translation>
    </message>
    <message>
        <source>disk</source>
        <translation>Datenträger</translation>
    </message>
    <message>
        <source>document</source>
        <translation>Dokument</translation>
    </message>
    <message>
        <source>edited {time}</source>
        <translation>geändert {time}</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>rechnet</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>every collection</source>
        <translation>alle Sammlungen</translation>
    </message>
    <message>
        <source>everything, private pages too</source>
        <translation>alles, auch private Seiten</translation>
    </message>
    <message>
        <source>exact heading</source>
        <translation>genaue Überschrift</translation>
    </message>
    <message>
        <source>exact passage</source>
        <translation>genaue Textstelle</translation>
    </message>
    <message>
        <source>exact title</source>
        <translation>genauer Titel</translation>
    </message>
    <message>
        <source>explore {what}</source>
        <translation>Umgebung von {what}</translation>
    </message>
    <message>
        <source>files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>finding their places, {share}</source>
        <translation>finden ihren Platz, {share}</translation>
    </message>
    <message>
        <source>folder is missing</source>
        <translation>Ordner fehlt</translation>
    </message>
    <message>
        <source>folder {name}</source>
        <translation>Ordner {name}</translation>
    </message>
    <message>
        <source>forget {what}</source>
        <translation>vergisst {what}</translation>
    </message>
    <message>
        <source>from this day on: after:2025-03-31, after:2025</source>
        <translation>von diesem Tag an: after:2025-03-31, after:2025</translation>
    </message>
    <message>
        <source>fusion.method is one of {choices}; not {text}.</source>
        <translation>fusion.method ist eines von {choices}, nicht {text}.</translation>
    </message>
    <message>
        <source>fusion.preset is one of {choices}, or empty; not {text}.</source>
        <translation>fusion.preset ist eines von {choices} oder leer, nicht {text}.</translation>
    </message>
    <message>
        <source>graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>has tag</source>
        <translation>mit Schlagwort</translation>
    </message>
    <message>
        <source>headings</source>
        <translation>Überschriften</translation>
    </message>
    <message>
        <source>held: agents are paused</source>
        <translation>zurückgehalten: Agenten sind angehalten</translation>
    </message>
    <message>
        <source>holds</source>
        <translation>enthält</translation>
    </message>
    <message>
        <source>in</source>
        <translation>her</translation>
    </message>
    <message>
        <source>in a folder or a file of this name: path:guide/ or path:*.txt</source>
        <translation>in einem Ordner oder einer Datei dieses Namens: path:guide/ oder path:*.txt</translation>
    </message>
    <message>
        <source>in category</source>
        <translation>in Kategorie</translation>
    </message>
    <message>
        <source>in collection</source>
        <translation>in Sammlung</translation>
    </message>
    <message>
        <source>in this category: category:news/2025</source>
        <translation>in dieser Kategorie: category:news/2025</translation>
    </message>
    <message>
        <source>in this collection alone</source>
        <translation>in dieser Sammlung allein</translation>
    </message>
    <message>
        <source>in this language: language:de</source>
        <translation>in dieser Sprache: language:de</translation>
    </message>
    <message>
        <source>in {folder}</source>
        <translation>in {folder}</translation>
    </message>
    <message>
        <source>indexer</source>
        <translation>Indexer</translation>
    </message>
    <message>
        <source>is a</source>
        <translation>vom Typ</translation>
    </message>
    <message>
        <source>is an example of</source>
        <translation>ist ein Beispiel für</translation>
    </message>
    <message>
        <source>it asks {url}, and the service listens at {other}/mcp.</source>
        <translation>Gefragt wird {url}, der Dienst hört aber auf {other}/mcp.</translation>
    </message>
    <message>
        <source>it ends in a backslash</source>
        <translation>es endet mit einem Backslash</translation>
    </message>
    <message>
        <source>it is a symbolic link</source>
        <translation>sie ist ein symbolischer Link</translation>
    </message>
    <message>
        <source>it is larger than {size} MB</source>
        <translation>sie ist größer als {size} MB</translation>
    </message>
    <message>
        <source>it is longer than any path</source>
        <translation>es ist länger als jeder Pfad</translation>
    </message>
    <message>
        <source>it is not a regular file</source>
        <translation>sie ist keine gewöhnliche Datei</translation>
    </message>
    <message>
        <source>it is read-only</source>
        <translation>er ist schreibgeschützt</translation>
    </message>
    <message>
        <source>it lies outside the folder</source>
        <translation>sie liegt außerhalb des Ordners</translation>
    </message>
    <message>
        <source>it names nothing</source>
        <translation>es nennt nichts</translation>
    </message>
    <message>
        <source>its brackets match no letter</source>
        <translation>seine Klammern passen auf keinen Buchstaben</translation>
    </message>
    <message>
        <source>its library {folder} is not there any more.</source>
        <translation>Die Bibliothek {folder} ist nicht mehr da.</translation>
    </message>
    <message>
        <source>its token was revoked, or belongs to another library.</source>
        <translation>Das Token wurde gesperrt oder gehört zu einer anderen Bibliothek.</translation>
    </message>
    <message>
        <source>kept {time}</source>
        <translation>gemerkt {time}</translation>
    </message>
    <message>
        <source>keys must be a table of actions.</source>
        <translation>keys muss eine Tabelle von Aktionen sein.</translation>
    </message>
    <message>
        <source>keyword index</source>
        <translation>Wortindex</translation>
    </message>
    <message>
        <source>language: {value}</source>
        <translation>Sprache: {value}</translation>
    </message>
    <message>
        <source>last call {time}</source>
        <translation>letzter Aufruf {time}</translation>
    </message>
    <message>
        <source>last read {time}</source>
        <translation>zuletzt gelesen {time}</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>ausgelassen</translation>
    </message>
    <message>
        <source>level must be data or schema.</source>
        <translation>level muss data oder schema sein.</translation>
    </message>
    <message>
        <source>level needs a number from 0 to 6, not {text}.</source>
        <translation>level braucht eine Zahl von 0 bis 6, nicht {text}.</translation>
    </message>
    <message>
        <source>light</source>
        <translation>hell</translation>
    </message>
    <message>
        <source>line {line} ({pattern}): {reason}</source>
        <translation>Zeile {line} ({pattern}): {reason}</translation>
    </message>
    <message>
        <source>line {line}, column {column}</source>
        <translation>Zeile {line}, Spalte {column}</translation>
    </message>
    <message>
        <source>line {number}</source>
        <translation>Zeile {number}</translation>
    </message>
    <message>
        <source>lines {first}–{last}</source>
        <translation>Zeilen {first}–{last}</translation>
    </message>
    <message>
        <source>linked both ways</source>
        <translation>gegenseitig verlinkt</translation>
    </message>
    <message>
        <source>linked by hand from</source>
        <translation>von Hand verlinkt von</translation>
    </message>
    <message>
        <source>linked by hand to</source>
        <translation>von Hand verlinkt mit</translation>
    </message>
    <message>
        <source>linked by hand: {names}</source>
        <translation>von Hand verlinkt: {names}</translation>
    </message>
    <message>
        <source>linked by you</source>
        <translation>selbst verlinkt</translation>
    </message>
    <message>
        <source>linked by {agent}</source>
        <translation>verlinkt von {agent}</translation>
    </message>
    <message>
        <source>linked from</source>
        <translation>verlinkt von</translation>
    </message>
    <message numerus="yes">
        <source>linked from %Ln</source>
        <translation>
            <numerusform>verlinkt von %Ln</numerusform>
            <numerusform>verlinkt von %Ln</numerusform>
        </translation>
    </message>
    <message>
        <source>linked from here</source>
        <translation>von hier verlinkt</translation>
    </message>
    <message>
        <source>links here</source>
        <translation>verlinkt hierher</translation>
    </message>
    <message>
        <source>links to</source>
        <translation>verlinkt auf</translation>
    </message>
    <message numerus="yes">
        <source>links to %Ln</source>
        <translation>
            <numerusform>verlinkt auf %Ln</numerusform>
            <numerusform>verlinkt auf %Ln</numerusform>
        </translation>
    </message>
    <message>
        <source>loading</source>
        <translation>lädt</translation>
    </message>
    <message>
        <source>meaning</source>
        <translation>Bedeutung</translation>
    </message>
    <message>
        <source>meaning.models must be like notes=~/models/one; rfcs=owner/name, not {text}.</source>
        <translation>meaning.models muss aussehen wie notes=~/models/one; rfcs=owner/name, nicht {text}.</translation>
    </message>
    <message>
        <source>narrower than</source>
        <translation>enger als</translation>
    </message>
    <message>
        <source>nearest vectors</source>
        <translation>nächste Vektoren</translation>
    </message>
    <message>
        <source>needed by</source>
        <translation>benötigt von</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>never read</source>
        <translation>nie gelesen</translation>
    </message>
    <message>
        <source>newest first</source>
        <translation>neueste zuerst</translation>
    </message>
    <message>
        <source>no call yet</source>
        <translation>noch kein Aufruf</translation>
    </message>
    <message>
        <source>no choice</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>no keys</source>
        <translation>keine Tasten</translation>
    </message>
    <message>
        <source>no links</source>
        <translation>keine Links</translation>
    </message>
    <message>
        <source>no longer there</source>
        <translation>nicht mehr da</translation>
    </message>
    <message>
        <source>no such document or section</source>
        <translation>kein solches Dokument oder solcher Abschnitt</translation>
    </message>
    <message>
        <source>none</source>
        <translation>nichts gefunden</translation>
    </message>
    <message>
        <source>none</source>
        <comment>keys</comment>
        <translation>keine</translation>
    </message>
    <message>
        <source>not allowed</source>
        <translation>nicht erlaubt</translation>
    </message>
    <message>
        <source>not read</source>
        <translation>nicht gelesen</translation>
    </message>
    <message>
        <source>not understood</source>
        <translation>nicht verstanden</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>of this type: type:guide</source>
        <translation>von diesem Typ: type:guide</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
    <message>
        <source>one or the other: bread OR cake</source>
        <translation>eines von beiden: Brot OR Kuchen</translation>
    </message>
    <message>
        <source>ontology</source>
        <translation>Ontologie</translation>
    </message>
    <message>
        <source>or drop one anywhere in this window</source>
        <translation>oder einen irgendwo in dieses Fenster ziehen</translation>
    </message>
    <message>
        <source>other sections</source>
        <translation>weitere Abschnitte</translation>
    </message>
    <message>
        <source>others can read its token in {file}.</source>
        <translation>Andere können das Token in {file} lesen.</translation>
    </message>
    <message>
        <source>out</source>
        <translation>hin</translation>
    </message>
    <message>
        <source>outline {what}</source>
        <translation>Gliederung von {what}</translation>
    </message>
    <message>
        <source>owned by</source>
        <translation>gehört</translation>
    </message>
    <message>
        <source>owner of</source>
        <translation>besitzt</translation>
    </message>
    <message>
        <source>part of</source>
        <translation>Teil von</translation>
    </message>
    <message>
        <source>parted by commas</source>
        <translation>durch Kommas getrennt</translation>
    </message>
    <message>
        <source>path:guide/ shows a folder, -tag:draft hides a tag, -private:true hides what its front matter says.</source>
        <translation>path:guide/ zeigt einen Ordner, -tag:draft verbirgt ein Schlagwort, -private:true verbirgt, was in den Metadaten so heißt.</translation>
    </message>
    <message>
        <source>pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>person</source>
        <translation>Person</translation>
    </message>
    <message>
        <source>query {what}</source>
        <translation>Anfrage {what}</translation>
    </message>
    <message>
        <source>ranks</source>
        <translation>Ränge</translation>
    </message>
    <message>
        <source>read in part</source>
        <translation>teilweise gelesen</translation>
    </message>
    <message>
        <source>read {what}</source>
        <translation>liest {what}</translation>
    </message>
    <message>
        <source>reading files</source>
        <translation>wird eingelesen</translation>
    </message>
    <message>
        <source>reading paused</source>
        <translation>Einlesen angehalten</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>recall {what}</source>
        <translation>schlägt nach: {what}</translation>
    </message>
    <message>
        <source>referred to by</source>
        <translation>genannt von</translation>
    </message>
    <message>
        <source>refers to</source>
        <translation>nennt</translation>
    </message>
    <message>
        <source>related to</source>
        <translation>verwandt mit</translation>
    </message>
    <message>
        <source>remember {what}</source>
        <translation>merkt sich etwas: {what}</translation>
    </message>
    <message>
        <source>resources</source>
        <translation>Programmdateien</translation>
    </message>
    <message>
        <source>reviewed by</source>
        <translation>geprüft von</translation>
    </message>
    <message>
        <source>reviewer of</source>
        <translation>hat geprüft</translation>
    </message>
    <message>
        <source>said by a tool</source>
        <translation>von einem Werkzeug gesagt</translation>
    </message>
    <message>
        <source>said by the agent</source>
        <translation>vom Agenten gesagt</translation>
    </message>
    <message>
        <source>said by the person</source>
        <translation>vom Menschen gesagt</translation>
    </message>
    <message>
        <source>said by the system</source>
        <translation>vom System gesagt</translation>
    </message>
    <message>
        <source>same author: {names}</source>
        <translation>gleicher Autor: {names}</translation>
    </message>
    <message>
        <source>same category: {names}</source>
        <translation>gleiche Kategorie: {names}</translation>
    </message>
    <message>
        <source>same owner: {names}</source>
        <translation>gleiche Zuständigkeit: {names}</translation>
    </message>
    <message>
        <source>same reviewer: {names}</source>
        <translation>gleiche Prüfung: {names}</translation>
    </message>
    <message>
        <source>same tag: {names}</source>
        <translation>gleiches Schlagwort: {names}</translation>
    </message>
    <message>
        <source>scores</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>search “{words}”</source>
        <translation>sucht „{words}“</translation>
    </message>
    <message>
        <source>section</source>
        <translation>Abschnitt</translation>
    </message>
    <message>
        <source>sees {collections}; {seen}</source>
        <translation>sieht {collections}; {seen}</translation>
    </message>
    <message>
        <source>service</source>
        <translation>Dienst</translation>
    </message>
    <message>
        <source>session {name}</source>
        <translation>Sitzung {name}</translation>
    </message>
    <message>
        <source>settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>state</source>
        <translation>Zustand</translation>
    </message>
    <message numerus="yes">
        <source>summary of %Ln memory(ies), from {time} on</source>
        <translation>
            <numerusform>Zusammenfassung von %Ln Eintrag, ab {time}</numerusform>
            <numerusform>Zusammenfassung von %Ln Einträgen, ab {time}</numerusform>
        </translation>
    </message>
    <message>
        <source>superseded by</source>
        <translation>ersetzt durch</translation>
    </message>
    <message>
        <source>supersedes</source>
        <translation>ersetzt</translation>
    </message>
    <message>
        <source>tag</source>
        <translation>Schlagwort</translation>
    </message>
    <message>
        <source>tag of</source>
        <translation>Schlagwort von</translation>
    </message>
    <message>
        <source>tag {value}</source>
        <translation>Schlagwort {value}</translation>
    </message>
    <message>
        <source>tags</source>
        <translation>Schlagwörter</translation>
    </message>
    <message>
        <source>the client {name} was shut out.</source>
        <translation>Der Client {name} wurde ausgesperrt.</translation>
    </message>
    <message>
        <source>the picture could not be written</source>
        <translation>das Bild ließ sich nicht schreiben</translation>
    </message>
    <message>
        <source>there are more</source>
        <translation>es gibt mehr</translation>
    </message>
    <message>
        <source>there is no class [:{name}:]</source>
        <translation>die Zeichenklasse [:{name}:] gibt es nicht</translation>
    </message>
    <message>
        <source>these words together, in this order: &quot;bread and butter&quot;</source>
        <translation>diese Wörter zusammen, in dieser Folge: &quot;Brot und Butter&quot;</translation>
    </message>
    <message>
        <source>this text is not closed</source>
        <translation>dieser Text ist nicht geschlossen</translation>
    </message>
    <message>
        <source>this word must be there</source>
        <translation>dieses Wort muss da sein</translation>
    </message>
    <message>
        <source>title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>today</source>
        <translation>heute</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>too many calls at once</source>
        <translation>zu viele Aufrufe zugleich</translation>
    </message>
    <message>
        <source>took too long</source>
        <translation>dauerte zu lange</translation>
    </message>
    <message>
        <source>topics</source>
        <translation>Themen</translation>
    </message>
    <message>
        <source>tray</source>
        <translation>Ablage</translation>
    </message>
    <message>
        <source>type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>type of</source>
        <translation>Typ von</translation>
    </message>
    <message>
        <source>type {value}</source>
        <translation>Typ {value}</translation>
    </message>
    <message>
        <source>type: {value}</source>
        <translation>Typ: {value}</translation>
    </message>
    <message>
        <source>under headings of this level: level:2</source>
        <translation>unter Überschriften dieser Ebene: level:2</translation>
    </message>
    <message numerus="yes">
        <source>up to %Ln token(s)</source>
        <translation>
            <numerusform>bis zu %Ln Token</numerusform>
            <numerusform>bis zu %Ln Token</numerusform>
        </translation>
    </message>
    <message>
        <source>vectors</source>
        <translation>Vektoren</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>with this tag, or one below it: tag:tools; several with commas</source>
        <translation>mit diesem Schlagwort oder einem darunter: tag:tools; mehrere mit Kommas</translation>
    </message>
    <message>
        <source>without this word, phrase or value: -draft, -tag:old</source>
        <translation>ohne dieses Wort, diese Wendung oder diesen Wert: -Entwurf, -tag:alt</translation>
    </message>
    <message>
        <source>words</source>
        <translation>Wörter</translation>
    </message>
    <message>
        <source>words that are written nearly so: ~buter</source>
        <translation>Wörter, die fast so geschrieben sind: ~buter</translation>
    </message>
    <message>
        <source>words that begin so: bak*</source>
        <translation>Wörter, die so beginnen: bac*</translation>
    </message>
    <message>
        <source>written by</source>
        <translation>geschrieben von</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>gestern</translation>
    </message>
    <message>
        <source>you</source>
        <translation>selbst</translation>
    </message>
    <message>
        <source>{agents} (paused)</source>
        <translation>{agents} (angehalten)</translation>
    </message>
    <message>
        <source>{agent} (not here)</source>
        <translation>{agent} (nicht hier)</translation>
    </message>
    <message>
        <source>{agent} asks {url} with its token.</source>
        <translation>{agent} fragt {url} mit seinem Token.</translation>
    </message>
    <message>
        <source>{agent} can no longer read this library.</source>
        <translation>{agent} kann diese Bibliothek nicht mehr lesen.</translation>
    </message>
    <message>
        <source>{agent} has an entry bookwheel that is not ours, in {file}.</source>
        <translation>{agent} hat einen fremden Eintrag bookwheel, in {file}.</translation>
    </message>
    <message>
        <source>{agent} is installed and not connected.</source>
        <translation>{agent} ist installiert und nicht verbunden.</translation>
    </message>
    <message>
        <source>{agent} starts the bridge, {program}.</source>
        <translation>{agent} startet die Brücke, {program}.</translation>
    </message>
    <message>
        <source>{agent}, this folder</source>
        <translation>{agent}, dieser Ordner</translation>
    </message>
    <message>
        <source>{agent}: {reason}</source>
        <translation>{agent}: {reason}</translation>
    </message>
    <message>
        <source>{at} of {total}</source>
        <translation>{at} von {total}</translation>
    </message>
    <message numerus="yes">
        <source>{call} and %Ln more</source>
        <translation>
            <numerusform>{call} und %Ln weitere</numerusform>
            <numerusform>{call} und %Ln weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>{count} broken characters were replaced.</source>
        <translation>{count} kaputte Zeichen wurden ersetzt.</translation>
    </message>
    <message>
        <source>{count} chunks have lost their vectors.</source>
        <translation>{count} Textstücke haben ihre Vektoren verloren.</translation>
    </message>
    <message>
        <source>{count} documents are called so; also {others}.</source>
        <translation>{count} Dokumente heißen so; auch {others}.</translation>
    </message>
    <message>
        <source>{count} documents wait to be taken into the ontology, and none is.</source>
        <translation>{count} Dokumente warten darauf, in die Ontologie aufgenommen zu werden, und keines kommt hinein.</translation>
    </message>
    <message>
        <source>{count} files were left out or read only in part; bookwheel problems lists them.</source>
        <translation>{count} Dateien wurden ausgelassen oder nur zum Teil gelesen; „bookwheel problems“ nennt sie.</translation>
    </message>
    <message>
        <source>{count} min</source>
        <translation>{count} min</translation>
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
        <source>{count} sections could not be embedded and are found by their words alone; {reason}.</source>
        <translation>{count} Abschnitte ließen sich nicht einbetten und werden nur über ihre Wörter gefunden; {reason}.</translation>
    </message>
    <message>
        <source>{count} sections have vectors and are not in the library any more.</source>
        <translation>{count} Abschnitte haben Vektoren und sind nicht mehr in der Bibliothek.</translation>
    </message>
    <message>
        <source>{count} vectors belong to no section any more.</source>
        <translation>{count} Vektoren gehören zu keinem Abschnitt mehr.</translation>
    </message>
    <message>
        <source>{documents}, and {count} with a label below it</source>
        <translation>{documents}, und {count} mit einer Bezeichnung darunter</translation>
    </message>
    <message>
        <source>{documents}, {sections} can be read and searched</source>
        <translation>{documents}, {sections} lassen sich lesen und durchsuchen</translation>
    </message>
    <message>
        <source>{document} has moved to {place}.</source>
        <translation>{document} liegt jetzt in {place}.</translation>
    </message>
    <message>
        <source>{document} has no part {number}.</source>
        <translation>{document} hat keinen Teil {number}.</translation>
    </message>
    <message>
        <source>{document} has no section {name}.</source>
        <translation>{document} hat keinen Abschnitt {name}.</translation>
    </message>
    <message>
        <source>{document} has {count} lines.</source>
        <translation>{document} hat {count} Zeilen.</translation>
    </message>
    <message>
        <source>{document} shows no such file.</source>
        <translation>{document} zeigt keine solche Datei.</translation>
    </message>
    <message numerus="yes">
        <source>{done} of %Ln file(s)</source>
        <translation>
            <numerusform>{done} von %Ln Datei</numerusform>
            <numerusform>{done} von %Ln Dateien</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{done} of %Ln section(s) can be found by meaning</source>
        <translation>
            <numerusform>{done} von %Ln Abschnitt lässt sich nach Bedeutung finden</numerusform>
            <numerusform>{done} von %Ln Abschnitten lassen sich nach Bedeutung finden</numerusform>
        </translation>
    </message>
    <message>
        <source>{file} can be read by others (mode {mode}).</source>
        <translation>{file} ist für andere lesbar (Rechte {mode}).</translation>
    </message>
    <message>
        <source>{file} cannot be read as UTF-8 text.</source>
        <translation>{file} lässt sich nicht als UTF-8-Text lesen.</translation>
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
        <source>{file} could be read by others (mode {mode}); now only by you.</source>
        <translation>{file} war für andere lesbar (Rechte {mode}); jetzt nur noch für Sie.</translation>
    </message>
    <message>
        <source>{file} could not be written.</source>
        <translation>{file} konnte nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>{file} could not be written: {reason}.</source>
        <translation>{file} konnte nicht geschrieben werden: {reason}.</translation>
    </message>
    <message>
        <source>{file} has an entry {name} that Bookwheel did not write; it was left alone.</source>
        <translation>{file} hat einen Eintrag {name}, den Bookwheel nicht geschrieben hat; er blieb, wie er war.</translation>
    </message>
    <message>
        <source>{file} is a link that leads in a circle; it was left alone.</source>
        <translation>{file} ist ein Link, der im Kreis führt; er blieb, wie er war.</translation>
    </message>
    <message>
        <source>{file} is larger than {size} MB, too large to show.</source>
        <translation>{file} ist größer als {size} MB, zu groß zum Zeigen.</translation>
    </message>
    <message>
        <source>{file} is larger than {size} MiB; it was left alone.</source>
        <translation>{file} ist größer als {size} MiB; sie blieb, wie sie war.</translation>
    </message>
    <message>
        <source>{file} is neither Markdown nor plain text, or is left out of its folder.</source>
        <translation>{file} ist weder Markdown noch reiner Text oder wird in seinem Ordner ausgelassen.</translation>
    </message>
    <message>
        <source>{file} is no file; it was left alone.</source>
        <translation>{file} ist keine Datei; es blieb, wie es war.</translation>
    </message>
    <message>
        <source>{file} is not whole {kind}: {reason}. It was left alone; mend it and try again.</source>
        <translation>{file} ist kein vollständiges {kind}: {reason}. Die Datei blieb, wie sie war; bitte berichtigen und noch einmal versuchen.</translation>
    </message>
    <message>
        <source>{file} is read-only; it was left alone.</source>
        <translation>{file} ist schreibgeschützt; sie blieb, wie sie war.</translation>
    </message>
    <message>
        <source>{file} is written, but xdg-mime did not take it.</source>
        <translation>{file} ist geschrieben, aber xdg-mime hat es nicht angenommen.</translation>
    </message>
    <message>
        <source>{file} is written, but xdg-mime is missing; install xdg-utils.</source>
        <translation>{file} ist geschrieben, aber xdg-mime fehlt; xdg-utils installieren.</translation>
    </message>
    <message>
        <source>{file} was changed by someone else just now; run the command again.</source>
        <translation>{file} wurde gerade anderswo geändert; bitte noch einmal versuchen.</translation>
    </message>
    <message>
        <source>{folder} can be read.</source>
        <translation>{folder} ist lesbar.</translation>
    </message>
    <message>
        <source>{folder} cannot hold a library ({reason}); choose another folder with --library.</source>
        <translation>{folder} kann keine Bibliothek aufnehmen ({reason}); mit --library einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>{folder} has the details; stop the service and start it again.</source>
        <translation>Einzelheiten stehen in {folder}; den Dienst beenden und neu starten.</translation>
    </message>
    <message>
        <source>{folder} holds the library&apos;s own folder; choose one with documents.</source>
        <translation>{folder} enthält den Ordner der Bibliothek selbst; einen mit Dokumenten wählen.</translation>
    </message>
    <message>
        <source>{folder} is a folder of the system, too wide for a collection; choose one inside it.</source>
        <translation>{folder} ist ein Ordner des Systems, zu weit für eine Sammlung; einen darin wählen.</translation>
    </message>
    <message>
        <source>{folder} is missing or cannot be read.</source>
        <translation>{folder} fehlt oder ist nicht lesbar.</translation>
    </message>
    <message>
        <source>{folder} is missing; what was read of it is kept.</source>
        <translation>{folder} fehlt; was daraus gelesen wurde, bleibt erhalten.</translation>
    </message>
    <message>
        <source>{folder} lacks {names}.</source>
        <translation>In {folder} fehlen {names}.</translation>
    </message>
    <message>
        <source>{folder} lies on a network file system ({type}) that does not report every change; Bookwheel looks for changes every few seconds.</source>
        <translation>{folder} liegt auf einem Netzlaufwerk ({type}), das nicht jede Änderung meldet; Bookwheel sucht alle paar Sekunden nach Änderungen.</translation>
    </message>
    <message>
        <source>{hits} · {took} ms</source>
        <translation>{hits} · {took} ms</translation>
    </message>
    <message>
        <source>{keys} alone would be typed; hold Ctrl or Alt with it.</source>
        <translation>{keys} allein würde getippt; Strg oder Alt dazu halten.</translation>
    </message>
    <message>
        <source>{keys} belongs to whatever is typed or marked; choose others.</source>
        <translation>{keys} gehört zum Tippen und Markieren; andere wählen.</translation>
    </message>
    <message>
        <source>{keys} is needed to move about and to type; hold Ctrl or Alt with it.</source>
        <translation>{keys} wird zum Bewegen und Tippen gebraucht; Strg oder Alt dazu halten.</translation>
    </message>
    <message>
        <source>{keys} is “{action}” already; give that other keys first.</source>
        <translation>{keys} ist schon „{action}“; dieser Aktion zuerst andere Tasten geben.</translation>
    </message>
    <message>
        <source>{least} to {most}</source>
        <translation>{least} bis {most}</translation>
    </message>
    <message>
        <source>{leg}: rank {rank}, score {score}</source>
        <translation>{leg}: Rang {rank}, Wert {score}</translation>
    </message>
    <message>
        <source>{link} names no document; a link looks like {example}.</source>
        <translation>{link} nennt kein Dokument; ein Link sieht aus wie {example}.</translation>
    </message>
    <message numerus="yes">
        <source>{names} and %Ln more</source>
        <translation>
            <numerusform>{names} und ein weiteres</numerusform>
            <numerusform>{names} und %Ln weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>{names} connected</source>
        <translation>{names} verbunden</translation>
    </message>
    <message>
        <source>{name} is longer than {most} characters.</source>
        <translation>{name} ist länger als {most} Zeichen.</translation>
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
        <source>{name} must be one of {choices}.</source>
        <translation>{name} muss eines von {choices} sein.</translation>
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
        <source>{name} must be {kind}, not {text}.</source>
        <translation>{name} muss {kind} sein, nicht {text}.</translation>
    </message>
    <message>
        <source>{name} must lie between {least} and {most}, not {text}.</source>
        <translation>{name} muss zwischen {least} und {most} liegen, nicht {text}.</translation>
    </message>
    <message>
        <source>{name} must lie between {least} and {most}.</source>
        <translation>{name} muss zwischen {least} und {most} liegen.</translation>
    </message>
    <message>
        <source>{name} needs a date such as 2025-03-31, not {text}.</source>
        <translation>{name} braucht ein Datum wie 2025-03-31, nicht {text}.</translation>
    </message>
    <message>
        <source>{name}: needs {value}; it was left out.</source>
        <translation>{name}: braucht {value}; es wurde weggelassen.</translation>
    </message>
    <message>
        <source>{number}%</source>
        <translation>{number} %</translation>
    </message>
    <message>
        <source>{path} cannot be read ({reason}); check its permissions.</source>
        <translation>{path} kann nicht gelesen werden ({reason}); die Berechtigungen prüfen.</translation>
    </message>
    <message>
        <source>{path} does not exist; check the path.</source>
        <translation>{path} gibt es nicht; den Pfad prüfen.</translation>
    </message>
    <message>
        <source>{place} of {total}</source>
        <translation>{place} von {total}</translation>
    </message>
    <message>
        <source>{program} cannot be started: {reason}.</source>
        <translation>{program} lässt sich nicht starten: {reason}.</translation>
    </message>
    <message>
        <source>{program} is not there any more, or cannot be started.</source>
        <translation>{program} ist nicht mehr da oder lässt sich nicht starten.</translation>
    </message>
    <message>
        <source>{program} started and ended without an answer, or took longer than {time} s.</source>
        <translation>{program} wurde gestartet und endete ohne Antwort oder brauchte länger als {time} s.</translation>
    </message>
    <message>
        <source>{ready}. Files are being counted.</source>
        <translation>{ready}. Die Dateien werden gezählt.</translation>
    </message>
    <message>
        <source>{ready}. Nothing waits.</source>
        <translation>{ready}. Nichts wartet.</translation>
    </message>
    <message>
        <source>{ready}. Reading is paused.</source>
        <translation>{ready}. Das Einlesen ist angehalten.</translation>
    </message>
    <message>
        <source>{reason} (line {line}, column {column})</source>
        <translation>{reason} (Zeile {line}, Spalte {column})</translation>
    </message>
    <message>
        <source>{reason} ({advice})</source>
        <translation>{reason} ({advice})</translation>
    </message>
    <message>
        <source>{reason} It is being built anew from the {source}.</source>
        <translation>{reason} Es wird neu aufgebaut (Quelle: {source}).</translation>
    </message>
    <message>
        <source>{reason} It is written again as the service knows it.</source>
        <translation>{reason} Sie wird neu geschrieben, wie der Dienst sie kennt.</translation>
    </message>
    <message>
        <source>{reason} They are being built anew.</source>
        <translation>{reason} Sie werden neu aufgebaut.</translation>
    </message>
    <message>
        <source>{reason} They are being mended in the background.</source>
        <translation>{reason} Sie werden im Hintergrund ausgebessert.</translation>
    </message>
    <message>
        <source>{scope}, may remember</source>
        <translation>{scope}, darf sich etwas merken</translation>
    </message>
    <message>
        <source>{shown} of {total}</source>
        <translation>{shown} von {total}</translation>
    </message>
    <message>
        <source>{shown} of {whole} documents.</source>
        <translation>{shown} von {whole} Dokumenten.</translation>
    </message>
    <message>
        <source>{size} GB are free where the library lies.</source>
        <translation>Wo die Bibliothek liegt, sind {size} GB frei.</translation>
    </message>
    <message numerus="yes">
        <source>{some} of %Ln document(s)</source>
        <translation>
            <numerusform>{some} von %Ln Dokument</numerusform>
            <numerusform>{some} von %Ln Dokumenten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{some} of %Ln relation(s)</source>
        <translation>
            <numerusform>{some} von %Ln Beziehung</numerusform>
            <numerusform>{some} von %Ln Beziehungen</numerusform>
        </translation>
    </message>
    <message>
        <source>{store} has no sound backup.</source>
        <translation>{store} hat keine brauchbare Sicherung.</translation>
    </message>
    <message>
        <source>{store} is not what the service has written or read.</source>
        <translation>{store} ist nicht so, wie der Dienst sie geschrieben oder gelesen hat.</translation>
    </message>
    <message>
        <source>{store} was changed or damaged from outside; it is kept as {file}.</source>
        <translation>{store} wurde von außen geändert oder beschädigt; sie heißt jetzt {file}.</translation>
    </message>
    <message>
        <source>{store} was damaged and has been restored from its backup. The damaged file is now {file}.</source>
        <translation>{store} war beschädigt und wurde aus ihrer Sicherung wiederhergestellt. Die beschädigte Datei heißt jetzt {file}.</translation>
    </message>
    <message>
        <source>{store} was damaged and no backup could be read. {reason} The damaged file is now {file}.</source>
        <translation>{store} war beschädigt, und keine Sicherung war lesbar. {reason} Die beschädigte Datei heißt jetzt {file}.</translation>
    </message>
    <message>
        <source>{store} was missing and has been restored from its backup.</source>
        <translation>{store} fehlte und wurde aus ihrer Sicherung wiederhergestellt.</translation>
    </message>
    <message>
        <source>{store} was missing and no backup could be read. {reason}</source>
        <translation>{store} fehlte, und keine Sicherung war lesbar. {reason}</translation>
    </message>
    <message>
        <source>{time} ms</source>
        <translation>{time} ms</translation>
    </message>
    <message>
        <source>{title} (no longer there)</source>
        <translation>{title} (nicht mehr da)</translation>
    </message>
    <message>
        <source>{words}. All are paused.</source>
        <translation>{words}. Alle sind angehalten.</translation>
    </message>
    <message>
        <source>{words}: “{text}”</source>
        <translation>{words}: „{text}“</translation>
    </message>
    <message>
        <source>“{heading}”, in: {title}</source>
        <translation>„{heading}“, in: {title}</translation>
    </message>
    <message>
        <source>“{name}” is in the library already.</source>
        <translation>„{name}“ ist schon in der Bibliothek.</translation>
    </message>
    <message>
        <source>“{name}” stands in too many places to be taken for this document.</source>
        <translation>„{name}“ steht an zu vielen Stellen, um dieses Dokument zu meinen.</translation>
    </message>
    <message>
        <source>“{one}” {relation} “{other}”</source>
        <translation>„{one}“ {relation} „{other}“</translation>
    </message>
    <message>
        <source>“{sign}” has no meaning there</source>
        <translation>„{sign}“ bedeutet dort nichts</translation>
    </message>
    <message>
        <source>“{title}” has no section “{name}” any more; it is shown from its beginning.</source>
        <translation>„{title}“ hat keinen Abschnitt „{name}“ mehr; es wird von vorn gezeigt.</translation>
    </message>
    <message>
        <source>“{title}” is pinned for agents.</source>
        <translation>„{title}“ ist für Agenten angeheftet.</translation>
    </message>
    <message>
        <source>“{title}”: {reasons}</source>
        <translation>„{title}“: {reasons}</translation>
    </message>
    <message>
        <source>“{words}”</source>
        <translation>„{words}“</translation>
    </message>
    <message>
        <source>“{words}” is no longer saved.</source>
        <translation>„{words}“ ist nicht mehr gespeichert.</translation>
    </message>
    <message>
        <source>“{words}” is saved.</source>
        <translation>„{words}“ ist gespeichert.</translation>
    </message>
</context>
</TS>
