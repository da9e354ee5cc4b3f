<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>&quot;{given}&quot; cannot be a type; use at least one letter or digit.</source>
        <translation>„{given}“ kann kein Typ sein; mindestens ein Buchstabe oder eine Ziffer ist nötig.</translation>
    </message>
    <message>
        <source>&quot;{given}&quot; is not known here. Did you mean &quot;{near}&quot;?</source>
        <translation>„{given}“ ist hier nicht bekannt. Meinten Sie „{near}“?</translation>
    </message>
    <message>
        <source>&quot;{given}&quot; is not known here. Use: {names}.</source>
        <translation>„{given}“ ist hier nicht bekannt. Möglich sind: {names}.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln changed</source>
        <translation>
            <numerusform>%Ln geändert</numerusform>
            <numerusform>%Ln geändert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln chunk(s) per minute</source>
        <translation>
            <numerusform>%Ln Textstück pro Minute</numerusform>
            <numerusform>%Ln Textstücke pro Minute</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln chunk(s) per second</source>
        <translation>
            <numerusform>%Ln Textstück pro Sekunde</numerusform>
            <numerusform>%Ln Textstücke pro Sekunde</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln collection(s)</source>
        <translation>
            <numerusform>%Ln Sammlung</numerusform>
            <numerusform>%Ln Sammlungen</numerusform>
        </translation>
    </message>
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
        <source>%Ln dismissed</source>
        <translation>
            <numerusform>%Ln verworfen</numerusform>
            <numerusform>%Ln verworfen</numerusform>
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
        <source>%Ln document(s) held back: private, or not matched by the filter</source>
        <translation>
            <numerusform>%Ln Dokument zurückgehalten: privat oder nicht vom Filter erfasst</numerusform>
            <numerusform>%Ln Dokumente zurückgehalten: privat oder nicht vom Filter erfasst</numerusform>
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
        <source>%Ln failed</source>
        <translation>
            <numerusform>%Ln misslungen</numerusform>
            <numerusform>%Ln misslungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) are still being indexed.</source>
        <translation>
            <numerusform>%Ln Datei wird noch indexiert.</numerusform>
            <numerusform>%Ln Dateien werden noch indexiert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) per second</source>
        <translation>
            <numerusform>%Ln Datei pro Sekunde</numerusform>
            <numerusform>%Ln Dateien pro Sekunde</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) skipped or only partly read; see the reasons below.</source>
        <translation>
            <numerusform>%Ln Datei wurde übersprungen oder nur teilweise gelesen; der Grund steht unten.</numerusform>
            <numerusform>%Ln Dateien wurden übersprungen oder nur teilweise gelesen; die Gründe stehen unten.</numerusform>
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
        <source>%Ln image(s) in the cache, {size} MB</source>
        <translation>
            <numerusform>%Ln Bild im Cache, {size} MB</numerusform>
            <numerusform>%Ln Bilder im Cache, {size} MB</numerusform>
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
            <numerusform>%Ln Erinnerung</numerusform>
            <numerusform>%Ln Erinnerungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln memory(ies) deleted.</source>
        <translation>
            <numerusform>%Ln Erinnerung gelöscht.</numerusform>
            <numerusform>%Ln Erinnerungen gelöscht.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln memory(ies) exported to {file}.</source>
        <translation>
            <numerusform>%Ln Erinnerung nach {file} exportiert.</numerusform>
            <numerusform>%Ln Erinnerungen nach {file} exportiert.</numerusform>
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
        <source>%Ln more connection(s) are not shown.</source>
        <translation>
            <numerusform>%Ln weitere Verbindung wird nicht gezeigt.</numerusform>
            <numerusform>%Ln weitere Verbindungen werden nicht gezeigt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more in the graph.</source>
        <translation>
            <numerusform>%Ln weiterer im Graphen.</numerusform>
            <numerusform>%Ln weitere im Graphen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more not shown.</source>
        <translation>
            <numerusform>%Ln weiterer nicht gezeigt.</numerusform>
            <numerusform>%Ln weitere nicht gezeigt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more passage(s)</source>
        <translation>
            <numerusform>%Ln weitere Stelle</numerusform>
            <numerusform>%Ln weitere Stellen</numerusform>
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
        <source>%Ln more section(s)</source>
        <translation>
            <numerusform>%Ln weiterer Abschnitt</numerusform>
            <numerusform>%Ln weitere Abschnitte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more. Filter to see them.</source>
        <translation>
            <numerusform>%Ln weitere. Filtern zeigt sie.</numerusform>
            <numerusform>%Ln weitere. Filtern zeigt sie.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln near-identical copy(s)</source>
        <translation>
            <numerusform>%Ln nahezu gleiche Kopie</numerusform>
            <numerusform>%Ln nahezu gleiche Kopien</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln new</source>
        <translation>
            <numerusform>%Ln neu</numerusform>
            <numerusform>%Ln neu</numerusform>
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
        <source>%Ln only in the first</source>
        <translation>
            <numerusform>%Ln nur im ersten</numerusform>
            <numerusform>%Ln nur im ersten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln only in the second</source>
        <translation>
            <numerusform>%Ln nur im zweiten</numerusform>
            <numerusform>%Ln nur im zweiten</numerusform>
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
        <source>%Ln proposal(s)</source>
        <translation>
            <numerusform>%Ln Vorschlag</numerusform>
            <numerusform>%Ln Vorschläge</numerusform>
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
        <source>%Ln record(s) over the limit for one file</source>
        <translation>
            <numerusform>%Ln Datensatz zu viel für eine Datei</numerusform>
            <numerusform>%Ln Datensätze zu viel für eine Datei</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln record(s) without a key</source>
        <translation>
            <numerusform>%Ln Datensatz ohne Schlüssel</numerusform>
            <numerusform>%Ln Datensätze ohne Schlüssel</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln relation(s)</source>
        <translation>
            <numerusform>%Ln Beziehung</numerusform>
            <numerusform>%Ln Beziehungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln removed</source>
        <translation>
            <numerusform>%Ln entfernt</numerusform>
            <numerusform>%Ln entfernt</numerusform>
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
        <source>%Ln rule(s)</source>
        <translation>
            <numerusform>%Ln Regel</numerusform>
            <numerusform>%Ln Regeln</numerusform>
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
        <source>%Ln section(s) changed</source>
        <translation>
            <numerusform>%Ln Abschnitt geändert</numerusform>
            <numerusform>%Ln Abschnitte geändert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln split(s)</source>
        <translation>
            <numerusform>%Ln Teilansicht</numerusform>
            <numerusform>%Ln Teilansichten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln step(s)</source>
        <translation>
            <numerusform>%Ln Schritt</numerusform>
            <numerusform>%Ln Schritte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln tab(s)</source>
        <translation>
            <numerusform>%Ln Tab</numerusform>
            <numerusform>%Ln Tabs</numerusform>
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
        <source>%Ln topic(s) that agents propose</source>
        <translation>
            <numerusform>%Ln Thema, das Agenten vorschlagen</numerusform>
            <numerusform>%Ln Themen, die Agenten vorschlagen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln unchanged</source>
        <translation>
            <numerusform>%Ln unverändert</numerusform>
            <numerusform>%Ln unverändert</numerusform>
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
        <source>%Ln with unsaved changes</source>
        <translation>
            <numerusform>%Ln mit ungespeicherten Änderungen</numerusform>
            <numerusform>%Ln mit ungespeicherten Änderungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln year(s) ago</source>
        <translation>
            <numerusform>vor %Ln Jahr</numerusform>
            <numerusform>vor %Ln Jahren</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>&amp;Gehe zu</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Tools</source>
        <translation>&amp;Extras</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Window</source>
        <translation>&amp;Fenster</translation>
    </message>
    <message>
        <source>(a block of another page)</source>
        <translation>(ein Block einer anderen Seite)</translation>
    </message>
    <message numerus="yes">
        <source>(and %Ln more)</source>
        <translation>
            <numerusform>(und %Ln weiterer)</numerusform>
            <numerusform>(und %Ln weitere)</numerusform>
        </translation>
    </message>
    <message>
        <source>({at} of {total})</source>
        <translation>({at} von {total})</translation>
    </message>
    <message>
        <source>1 line</source>
        <translation>1 Zeile</translation>
    </message>
    <message>
        <source>52 languages, and code</source>
        <translation>52 Sprachen und Code</translation>
    </message>
    <message>
        <source>94 languages</source>
        <translation>94 Sprachen</translation>
    </message>
    <message>
        <source>A batch has {most} items at most. Send several.</source>
        <translation>Eine Lieferung hat höchstens {most} Einträge. Senden Sie mehrere.</translation>
    </message>
    <message>
        <source>A batch has {size} MB at most. Send several.</source>
        <translation>Eine Lieferung hat höchstens {size} MB. Senden Sie mehrere.</translation>
    </message>
    <message>
        <source>A client name can have up to 64 letters, digits, dots, dashes and underscores.</source>
        <translation>Ein Client-Name kann bis zu 64 Buchstaben, Ziffern, Punkte, Bindestriche und Unterstriche haben.</translation>
    </message>
    <message>
        <source>A collection cannot be published into its own folder, which Bookwheel never changes, or above it. Choose another folder.</source>
        <translation>Eine Sammlung kann nicht in ihren eigenen Ordner veröffentlicht werden, den Bookwheel nie ändert, und nicht in einen darüber. Wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>A collection cannot be published into the library&apos;s own folder, or above it. Choose another folder.</source>
        <translation>Eine Sammlung kann nicht in den Ordner der Bibliothek oder darüber veröffentlicht werden. Wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>A collection needs a name.</source>
        <translation>Eine Sammlung braucht einen Namen.</translation>
    </message>
    <message>
        <source>A datasource needs a name.</source>
        <translation>Eine Datenquelle braucht einen Namen.</translation>
    </message>
    <message>
        <source>A field of metadata has no name.</source>
        <translation>Ein Feld der Metadaten hat keinen Namen.</translation>
    </message>
    <message>
        <source>A function such as (x) =&gt; x is missing here.</source>
        <translation>Hier fehlt eine Funktion wie (x) =&gt; x.</translation>
    </message>
    <message>
        <source>A key has another length. Use keys of {size} bytes.</source>
        <translation>Ein Schlüssel hat eine andere Länge. Schlüssel mit {size} Bytes verwenden.</translation>
    </message>
    <message>
        <source>A key is given twice in one change. Give each key once.</source>
        <translation>Ein Schlüssel steht in einer Änderung zweimal. Jeden Schlüssel einmal angeben.</translation>
    </message>
    <message>
        <source>A key or a revision is out of range. Use numbers from 1 to 2^63 - 1.</source>
        <translation>Ein Schlüssel oder eine Revision liegt außerhalb des Bereichs. Zahlen von 1 bis 2^63 - 1 verwenden.</translation>
    </message>
    <message>
        <source>A line is one JSON object.</source>
        <translation>Eine Zeile ist ein JSON-Objekt.</translation>
    </message>
    <message>
        <source>A link filled in these fields. Add the collection only if you trust its publisher.</source>
        <translation>Ein Link hat diese Felder ausgefüllt. Fügen Sie die Sammlung nur hinzu, wenn Sie ihrem Herausgeber vertrauen.</translation>
    </message>
    <message>
        <source>A link must connect two different things.</source>
        <translation>Ein Link muss zwei verschiedene Dinge verbinden.</translation>
    </message>
    <message>
        <source>A link needs a subject, a relation and an object.</source>
        <translation>Ein Link braucht ein Subjekt, eine Beziehung und ein Objekt.</translation>
    </message>
    <message>
        <source>A login is one line, such as “Cookie: session=…” or “Authorization: Bearer …”.</source>
        <translation>Eine Anmeldung ist eine Zeile wie „Cookie: session=…“ oder „Authorization: Bearer …“.</translation>
    </message>
    <message>
        <source>A mapping file has {size} KB at most.</source>
        <translation>Eine Zuordnungsdatei hat höchstens {size} KB.</translation>
    </message>
    <message>
        <source>A memory can have at most {most} tags.</source>
        <translation>Eine Erinnerung kann höchstens {most} Schlagwörter haben.</translation>
    </message>
    <message>
        <source>A message has too many parts, or they are nested too deeply; not all were read.</source>
        <translation>Eine Nachricht hat zu viele oder zu tief verschachtelte Teile; nicht alle wurden gelesen.</translation>
    </message>
    <message>
        <source>A message is not a template with its values.</source>
        <translation>Eine Nachricht ist keine Vorlage mit ihren Werten.</translation>
    </message>
    <message>
        <source>A missing page cannot be linked.</source>
        <translation>Eine fehlende Seite lässt sich nicht verlinken.</translation>
    </message>
    <message>
        <source>A model&apos;s name on the hub is like owner/name, not {name}.</source>
        <translation>Der Name eines Modells beim Hub sieht aus wie owner/name, nicht {name}.</translation>
    </message>
    <message>
        <source>A name cannot contain invisible control characters.</source>
        <translation>Ein Name darf keine unsichtbaren Steuerzeichen enthalten.</translation>
    </message>
    <message>
        <source>A name cannot contain {letters}.</source>
        <translation>Ein Name darf {letters} nicht enthalten.</translation>
    </message>
    <message>
        <source>A name cannot end with a dot.</source>
        <translation>Ein Name darf nicht mit einem Punkt enden.</translation>
    </message>
    <message>
        <source>A name cannot start with a dot; the file would be hidden.</source>
        <translation>Ein Name darf nicht mit einem Punkt beginnen: Die Datei wäre versteckt.</translation>
    </message>
    <message>
        <source>A name in &lt;&gt; must be a complete IRI, with its scheme. For a comparison, put spaces around &lt;.</source>
        <translation>Ein Name in &lt;&gt; muss eine vollständige IRI mit Schema sein. Für einen Vergleich Leerzeichen um &lt; setzen.</translation>
    </message>
    <message>
        <source>A name or pattern has more than {most} characters.</source>
        <translation>Ein Name oder Muster hat mehr als {most} Zeichen.</translation>
    </message>
    <message>
        <source>A newer version of Bookwheel published this collection. Update Bookwheel.</source>
        <translation>Eine neuere Version von Bookwheel hat diese Sammlung veröffentlicht. Aktualisieren Sie Bookwheel.</translation>
    </message>
    <message>
        <source>A note can have at most {most} characters, not {count}.</source>
        <translation>Eine Notiz kann höchstens {most} Zeichen haben, nicht {count}.</translation>
    </message>
    <message>
        <source>A note can have at most {most} characters.</source>
        <translation>Eine Notiz darf höchstens {most} Zeichen haben.</translation>
    </message>
    <message>
        <source>A note needs text.</source>
        <translation>Eine Notiz braucht Text.</translation>
    </message>
    <message>
        <source>A page may have at most {count} remote images.</source>
        <translation>Eine Seite darf höchstens {count} entfernte Bilder haben.</translation>
    </message>
    <message>
        <source>A page of the PDF is too large to show.</source>
        <translation>Eine Seite des PDFs ist zu groß, um gezeichnet zu werden.</translation>
    </message>
    <message>
        <source>A part has no name of its own. Use up to 100 letters without spaces, each name once.</source>
        <translation>Ein Teil hat keinen eigenen Namen. Bis zu 100 Zeichen ohne Leerzeichen verwenden, jeden Namen einmal.</translation>
    </message>
    <message>
        <source>A part is not what its publisher signed.</source>
        <translation>Ein Teil ist nicht das, was der Herausgeber signiert hat.</translation>
    </message>
    <message>
        <source>A part of the collection is too large to publish ({size} MB). Leave large files out with a filter.</source>
        <translation>Ein Teil der Sammlung ist zu groß zum Veröffentlichen ({size} MB). Lassen Sie große Dateien mit einem Filter weg.</translation>
    </message>
    <message>
        <source>A path also needs the node where it starts.</source>
        <translation>Ein Pfad braucht auch den Knoten, an dem er beginnt.</translation>
    </message>
    <message>
        <source>A path has no view: leave out {name}, or leave out the view.</source>
        <translation>Ein Pfad hat keine Ansicht: Lassen Sie {name} oder die Ansicht weg.</translation>
    </message>
    <message>
        <source>A program wrote this file, so its outline was left out.</source>
        <translation>Ein Programm hat diese Datei geschrieben, darum fehlt ihre Gliederung.</translation>
    </message>
    <message>
        <source>A relation can have at most {most} characters. Use a note for more.</source>
        <translation>Eine Beziehung kann höchstens {most} Zeichen haben. Mehr passt in eine Notiz.</translation>
    </message>
    <message>
        <source>A relation cannot contain control characters.</source>
        <translation>Eine Beziehung kann keine Steuerzeichen enthalten.</translation>
    </message>
    <message>
        <source>A relation is a word or a short phrase, such as “contradicts” or “is an example of”.</source>
        <translation>Eine Beziehung ist ein Wort oder eine kurze Wendung, etwa „widerspricht“ oder „ist ein Beispiel für“.</translation>
    </message>
    <message>
        <source>A rule begins with [[rule]], in two brackets.</source>
        <translation>Eine Regel beginnt mit [[rule]], in zwei Klammern.</translation>
    </message>
    <message>
        <source>A segment of the publication is not what its manifest names: it is torn or was changed.</source>
        <translation>Ein Segment der Veröffentlichung ist nicht das, was ihr Manifest nennt: Es ist unvollständig oder wurde geändert.</translation>
    </message>
    <message>
        <source>A segment of the publication is too large.</source>
        <translation>Ein Segment der Veröffentlichung ist zu groß.</translation>
    </message>
    <message>
        <source>A statement about a statement cannot be stored. Leave it out.</source>
        <translation>Eine Aussage über eine Aussage lässt sich nicht speichern. Sie weglassen.</translation>
    </message>
    <message>
        <source>A summary can replace memories of only one agent.</source>
        <translation>Eine Zusammenfassung kann nur Erinnerungen eines einzigen Agenten ersetzen.</translation>
    </message>
    <message>
        <source>A tag can have at most {most} characters.</source>
        <translation>Ein Schlagwort kann höchstens {most} Zeichen haben.</translation>
    </message>
    <message>
        <source>A text is too long for the pattern “{pattern}”.</source>
        <translation>Ein Text ist zu lang für das Muster „{pattern}“.</translation>
    </message>
    <message>
        <source>A topic cannot be merged into itself or a narrower topic.</source>
        <translation>Ein Thema kann nicht mit sich selbst oder einem engeren Thema zusammengeführt werden.</translation>
    </message>
    <message>
        <source>A topic needs a name of 1 to {most} characters.</source>
        <translation>Ein Thema braucht einen Namen mit 1 bis {most} Zeichen.</translation>
    </message>
    <message>
        <source>A topic&apos;s name cannot contain control characters.</source>
        <translation>Der Name eines Themas darf keine Steuerzeichen enthalten.</translation>
    </message>
    <message>
        <source>A variable AWS_… of the environment has a value that cannot be used. Unset those that you do not need.</source>
        <translation>Eine Variable AWS_… der Umgebung hat einen Wert, der nicht benutzt werden kann. Löschen Sie die, die Sie nicht brauchen.</translation>
    </message>
    <message>
        <source>A vector has no direction. Give one that is not all zeros.</source>
        <translation>Ein Vektor hat keine Richtung. Einen angeben, der nicht nur aus Nullen besteht.</translation>
    </message>
    <message>
        <source>A vector holds numbers that are not finite. Give finite numbers.</source>
        <translation>Ein Vektor enthält Zahlen, die nicht endlich sind. Endliche Zahlen angeben.</translation>
    </message>
    <message>
        <source>A weight is a number from 0 to 10, not {text}.</source>
        <translation>Ein Gewicht ist eine Zahl von 0 bis 10, nicht {text}.</translation>
    </message>
    <message>
        <source>A {kind} has no field {name}.</source>
        <translation>{kind} hat kein Feld {name}.</translation>
    </message>
    <message>
        <source>AS uses a variable that the pattern already defines.</source>
        <translation>AS benutzt eine Variable, die das Muster schon definiert.</translation>
    </message>
    <message>
        <source>AWS_ENDPOINT_URL begins with http://: what is sent could be read and changed on its way. Use https://, or set AWS_ALLOW_HTTP=true.</source>
        <translation>AWS_ENDPOINT_URL beginnt mit http://: Unterwegs könnte gelesen und verändert werden, was gesendet wird. Benutzen Sie https:// oder setzen Sie AWS_ALLOW_HTTP=true.</translation>
    </message>
    <message>
        <source>AWS_ENDPOINT_URL is not the address of a store, such as https://s3.example.org.</source>
        <translation>AWS_ENDPOINT_URL ist nicht die Adresse eines Speichers wie https://s3.example.org.</translation>
    </message>
    <message>
        <source>AWS_REGION is not the name of a region, such as eu-central-1.</source>
        <translation>AWS_REGION ist nicht der Name einer Region wie eu-central-1.</translation>
    </message>
    <message>
        <source>AWS_{name} holds characters that no key has. Copy the key again.</source>
        <translation>AWS_{name} enthält Zeichen, die kein Schlüssel hat. Kopieren Sie den Schlüssel noch einmal.</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>Annehmen</translation>
    </message>
    <message>
        <source>Accept all</source>
        <translation>Alle annehmen</translation>
    </message>
    <message>
        <source>Access for client {name} was revoked. Run `bookwheel connect` to allow it again.</source>
        <translation>Der Zugriff des Clients {name} wurde widerrufen. `bookwheel connect` erlaubt ihn wieder.</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>Aktivität</translation>
    </message>
    <message>
        <source>Actual size</source>
        <translation>Originalgröße</translation>
    </message>
    <message>
        <source>Add a folder first. Notes are created in your own folders.</source>
        <translation>Zuerst einen Ordner hinzufügen. Notizen entstehen in den eigenen Ordnern.</translation>
    </message>
    <message>
        <source>Add a folder of documents to read and search them here.</source>
        <translation>Einen Ordner mit Dokumenten hinzufügen, um sie hier zu lesen und zu durchsuchen.</translation>
    </message>
    <message>
        <source>Add a folder to begin.</source>
        <translation>Zum Anfangen einen Ordner hinzufügen.</translation>
    </message>
    <message>
        <source>Add a folder to see its documents on the map.</source>
        <translation>Einen Ordner hinzufügen, um seine Dokumente auf der Karte zu sehen.</translation>
    </message>
    <message>
        <source>Add a folder.</source>
        <translation>Einen Ordner hinzufügen.</translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation>Ordner hinzufügen</translation>
    </message>
    <message>
        <source>Add folder (Ctrl+O)</source>
        <translation>Ordner hinzufügen (Strg+O)</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>Ordner hinzufügen …</translation>
    </message>
    <message>
        <source>Add manual link</source>
        <translation>Manuellen Link hinzufügen</translation>
    </message>
    <message>
        <source>Add manual link…</source>
        <translation>Manuellen Link hinzufügen …</translation>
    </message>
    <message>
        <source>Add note</source>
        <translation>Notiz hinzufügen</translation>
    </message>
    <message>
        <source>Add note…</source>
        <translation>Notiz hinzufügen…</translation>
    </message>
    <message>
        <source>Add shared collection</source>
        <translation>Geteilte Sammlung hinzufügen</translation>
    </message>
    <message>
        <source>Add shared collection…</source>
        <translation>Geteilte Sammlung hinzufügen…</translation>
    </message>
    <message>
        <source>Add site</source>
        <translation>Website hinzufügen</translation>
    </message>
    <message>
        <source>Add site…</source>
        <translation>Website hinzufügen…</translation>
    </message>
    <message>
        <source>Add the folder “{folder}” to your library?</source>
        <translation>Den Ordner „{folder}“ zur Bibliothek hinzufügen?</translation>
    </message>
    <message>
        <source>Add to reading list</source>
        <translation>Auf die Leseliste setzen</translation>
    </message>
    <message>
        <source>Added to the reading list.</source>
        <translation>Auf die Leseliste gesetzt.</translation>
    </message>
    <message>
        <source>Added to the score: {parts}.</source>
        <translation>Zur Punktzahl addiert: {parts}.</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Addresses with a user name or password are not fetched.</source>
        <translation>Eine Adresse mit Benutzername oder Passwort wird nicht aufgerufen.</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Agent activity</source>
        <translation>Agentenaktivität</translation>
    </message>
    <message>
        <source>Agent memory</source>
        <translation>Gedächtnis der Agenten</translation>
    </message>
    <message>
        <source>Agent searches without hits: topics missing from your documents, or words that your documents do not use. Click one to search for it.</source>
        <translation>Suchanfragen von Agenten, die keine Treffer brachten: Themen, die in den Dokumenten fehlen, oder Wörter, die dort nicht vorkommen. Ein Klick sucht danach.</translation>
    </message>
    <message>
        <source>Agents</source>
        <translation>Agenten</translation>
    </message>
    <message>
        <source>Agents can connect.</source>
        <translation>Agenten können sich verbinden.</translation>
    </message>
    <message>
        <source>Agents can read the same library. This button shows what they search and read.</source>
        <translation>Agenten können dieselbe Bibliothek lesen. Diese Schaltfläche zeigt, was sie suchen und lesen.</translation>
    </message>
    <message>
        <source>Agents propose these topics. A document gets one only once you accept it.</source>
        <translation>Agenten schlagen diese Themen vor. Ein Dokument bekommt eines erst, wenn es angenommen ist.</translation>
    </message>
    <message>
        <source>Agents with access</source>
        <translation>Agenten mit Zugriff</translation>
    </message>
    <message>
        <source>Agents with access to this library</source>
        <translation>Agenten mit Zugriff auf diese Bibliothek</translation>
    </message>
    <message>
        <source>Agents with access: {names}.</source>
        <translation>Agenten mit Zugriff: {names}.</translation>
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
        <source>All agents are paused; their calls are refused until you press Resume.</source>
        <translation>Alle Agenten sind angehalten; ihre Aufrufe werden abgewiesen, bis „Fortsetzen“ gedrückt wird.</translation>
    </message>
    <message>
        <source>All collections</source>
        <translation>Alle Sammlungen</translation>
    </message>
    <message>
        <source>All collections, including those added later</source>
        <translation>Alle Sammlungen, auch später hinzugefügte</translation>
    </message>
    <message>
        <source>All documents that are not private</source>
        <translation>Alle Dokumente, die nicht privat sind</translation>
    </message>
    <message>
        <source>All files were read in full.</source>
        <translation>Alle Dateien wurden vollständig gelesen.</translation>
    </message>
    <message>
        <source>All folders</source>
        <translation>Alle Ordner</translation>
    </message>
    <message>
        <source>All levels</source>
        <translation>Alle Ebenen</translation>
    </message>
    <message>
        <source>All other files were read in full. Skipped because of their type: {types}.</source>
        <translation>Alle anderen Dateien wurden vollständig gelesen. Wegen ihres Typs übersprungen: {types}.</translation>
    </message>
    <message>
        <source>All pages below the address</source>
        <translation>Alle Seiten unterhalb der Adresse</translation>
    </message>
    <message>
        <source>All program files are present.</source>
        <translation>Alle Programmdateien sind vorhanden.</translation>
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
        <source>All tags</source>
        <translation>Alle Schlagwörter</translation>
    </message>
    <message>
        <source>All tasks</source>
        <translation>Alle Aufgaben</translation>
    </message>
    <message>
        <source>All tools</source>
        <translation>Alle Tools</translation>
    </message>
    <message>
        <source>All topics hidden</source>
        <translation>Alle sind ausgeblendet</translation>
    </message>
    <message>
        <source>All words</source>
        <translation>Alle Wörter</translation>
    </message>
    <message>
        <source>Allow addresses of this computer and its network</source>
        <translation>Adressen dieses Computers und seines Netzes erlauben</translation>
    </message>
    <message>
        <source>Alphabetically</source>
        <translation>Alphabetisch</translation>
    </message>
    <message>
        <source>Also called {names}</source>
        <translation>Auch {names} genannt</translation>
    </message>
    <message>
        <source>Also in</source>
        <translation>Auch auf</translation>
    </message>
    <message>
        <source>Also in {languages}</source>
        <translation>Auch auf {languages}</translation>
    </message>
    <message>
        <source>Always from {host}</source>
        <translation>Immer von {host}</translation>
    </message>
    <message>
        <source>Always in {collection}</source>
        <translation>Immer in {collection}</translation>
    </message>
    <message>
        <source>Always open links to {host}</source>
        <translation>Links zu {host} immer öffnen</translation>
    </message>
    <message>
        <source>Always open web links</source>
        <translation>Weblinks immer öffnen</translation>
    </message>
    <message>
        <source>Always open {kind} files</source>
        <translation>{kind}-Dateien immer öffnen</translation>
    </message>
    <message>
        <source>Always open {scheme} links</source>
        <translation>{scheme}-Links immer öffnen</translation>
    </message>
    <message>
        <source>Ambiguous names</source>
        <translation>Mehrdeutige Namen</translation>
    </message>
    <message>
        <source>An address may not hold a user name or password. Use bookwheel sources login.</source>
        <translation>Eine Adresse darf weder Benutzernamen noch Passwort enthalten. Dafür gibt es bookwheel sources login.</translation>
    </message>
    <message>
        <source>An annotated passage can have at most {most} characters. Select less.</source>
        <translation>Eine angemerkte Stelle darf höchstens {most} Zeichen haben. Wählen Sie weniger aus.</translation>
    </message>
    <message>
        <source>An item has {size} MB at most.</source>
        <translation>Ein Eintrag hat höchstens {size} MB.</translation>
    </message>
    <message>
        <source>And {count} more.</source>
        <translation>Und {count} weitere.</translation>
    </message>
    <message>
        <source>Annotate selection</source>
        <translation>Auswahl anmerken</translation>
    </message>
    <message>
        <source>Annotation removed.</source>
        <translation>Anmerkung entfernt.</translation>
    </message>
    <message>
        <source>Annotations</source>
        <translation>Anmerkungen</translation>
    </message>
    <message>
        <source>Another collection is published at this address now. Remove this one and subscribe again.</source>
        <translation>Unter dieser Adresse ist jetzt eine andere Sammlung veröffentlicht. Entfernen Sie diese und abonnieren Sie neu.</translation>
    </message>
    <message>
        <source>Another key ({key}) signed what is published at this target. Choose another target, or publish with that key.</source>
        <translation>Was an diesem Ziel veröffentlicht ist, hat ein anderer Schlüssel signiert ({key}). Wählen Sie ein anderes Ziel oder veröffentlichen Sie mit jenem Schlüssel.</translation>
    </message>
    <message>
        <source>Another model on the hub: owner/name</source>
        <translation>Anderes Modell beim Hub: owner/name</translation>
    </message>
    <message>
        <source>Another process is using the library but does not answer. End it first.</source>
        <translation>Ein anderer Prozess benutzt die Bibliothek, antwortet aber nicht. Er muss zuerst beendet werden.</translation>
    </message>
    <message>
        <source>Another program is using a file of the library. Close it; Bookwheel then retries automatically.</source>
        <translation>Ein anderes Programm benutzt eine Datei der Bibliothek. Nach dem Schließen versucht Bookwheel es automatisch erneut.</translation>
    </message>
    <message>
        <source>Another publisher is still writing to {address}.</source>
        <translation>Jemand anderes schreibt noch nach {address}.</translation>
    </message>
    <message>
        <source>Another publisher is still writing to {folder}.</source>
        <translation>Jemand anderes veröffentlicht gerade noch nach {folder}.</translation>
    </message>
    <message>
        <source>Another publisher was faster. Publish again.</source>
        <translation>Jemand anderes war schneller. Veröffentlichen Sie noch einmal.</translation>
    </message>
    <message>
        <source>Another team is called {name} already. Choose another name.</source>
        <translation>Ein anderes Team heißt bereits {name}. Bitte einen anderen Namen wählen.</translation>
    </message>
    <message>
        <source>Another topic is called {name}.</source>
        <translation>Ein anderes Thema heißt schon {name}.</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Answer the question using only the passages below, and cite the sources that you use by their numbers.</source>
        <translation>Beantworte die Frage nur mit den Textstellen unten und gib die benutzten Quellen mit ihren Nummern an.</translation>
    </message>
    <message>
        <source>Any colour</source>
        <translation>Jede Farbe</translation>
    </message>
    <message>
        <source>Any date</source>
        <translation>Alle Daten</translation>
    </message>
    <message>
        <source>As in the source</source>
        <translation>Wie in der Quelle</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Ask for documents of one team at a time.</source>
        <translation>Dokumente lassen sich nur von einem Team zugleich abfragen.</translation>
    </message>
    <message>
        <source>Ask the publisher for it. Without it, Bookwheel trusts the key of the first download.</source>
        <translation>Der Herausgeber nennt ihn. Ohne ihn vertraut Bookwheel dem Schlüssel des ersten Abrufs.</translation>
    </message>
    <message>
        <source>Ask the team&apos;s administrator which collections you may see.</source>
        <translation>Bei der Verwaltung des Teams nachfragen, welche Sammlungen sichtbar sein sollen.</translation>
    </message>
    <message>
        <source>Ask your library</source>
        <translation>Die Bibliothek fragen</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Away</source>
        <translation>Offline</translation>
    </message>
    <message>
        <source>BASE is not supported. Write every name in full or with a prefix.</source>
        <translation>BASE wird nicht unterstützt. Jeden Namen ganz oder mit einem Präfix schreiben.</translation>
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
        <source>Back to search</source>
        <translation>Zurück zur Suche</translation>
    </message>
    <message>
        <source>Background service</source>
        <translation>Hintergrunddienst</translation>
    </message>
    <message>
        <source>Backlinks</source>
        <translation>Backlinks</translation>
    </message>
    <message>
        <source>Best match first</source>
        <translation>Bester Treffer zuerst</translation>
    </message>
    <message>
        <source>Blocks are nested too deeply. The file is shown as plain text.</source>
        <translation>Blöcke sind zu tief verschachtelt. Die Datei wird als reiner Text gezeigt.</translation>
    </message>
    <message>
        <source>Blocks of raw HTML or LaTeX were left out: {count}.</source>
        <translation>Ausgelassene Blöcke mit rohem HTML oder LaTeX: {count}.</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Bookmark</source>
        <translation>Lesezeichen</translation>
    </message>
    <message>
        <source>Bookmarked: “{title}”.</source>
        <translation>Lesezeichen gesetzt: „{title}“.</translation>
    </message>
    <message>
        <source>Bookmarks</source>
        <translation>Lesezeichen</translation>
    </message>
    <message>
        <source>Bookwheel can open only PDF files with a password.</source>
        <translation>Bookwheel kann nur PDF-Dateien mit einem Passwort öffnen.</translation>
    </message>
    <message>
        <source>Bookwheel cannot watch {folder} for changes ({reason}), so it looks for them every few seconds. On Linux, raise fs.inotify.max_user_watches and max_user_instances.</source>
        <translation>Bookwheel kann {folder} nicht überwachen ({reason}) und sucht darum alle paar Sekunden nach Änderungen. Unter Linux hilft es, fs.inotify.max_user_watches und max_user_instances zu erhöhen.</translation>
    </message>
    <message>
        <source>Bookwheel deletes its copy of the documents. What the publisher shares stays as it is, and you can subscribe again at any time.</source>
        <translation>Bookwheel löscht seine Kopie der Dokumente. Was der Herausgeber teilt, bleibt, wie es ist, und Sie können es jederzeit wieder abonnieren.</translation>
    </message>
    <message>
        <source>Bookwheel deletes its index. The folder and its files stay as they are.</source>
        <translation>Bookwheel löscht ihren Index. Der Ordner und seine Dateien bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>Bookwheel deletes what it fetched. You can add the address again at any time.</source>
        <translation>Bookwheel löscht, was es geholt hat. Sie können die Adresse jederzeit wieder hinzufügen.</translation>
    </message>
    <message>
        <source>Bookwheel deletes what programs sent. You cannot undo this.</source>
        <translation>Bookwheel löscht, was Programme gesendet haben. Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>Bookwheel does not follow links like this: their address could run a script.</source>
        <translation>Bookwheel folgt solchen Links nicht: Ihre Adresse könnte ein Skript ausführen.</translation>
    </message>
    <message>
        <source>Bookwheel does not open links like this: {address}</source>
        <translation>Bookwheel öffnet solche Links nicht: {address}</translation>
    </message>
    <message>
        <source>Bookwheel downloads a published collection, checks that its publisher signed it, and keeps it up to date. You can search and read it, but not change it.</source>
        <translation>Bookwheel ruft eine veröffentlichte Sammlung ab, prüft, dass ihr Herausgeber sie signiert hat, und hält sie aktuell. Sie können sie durchsuchen und lesen, aber nicht ändern.</translation>
    </message>
    <message>
        <source>Bookwheel ended before the collection was published. Publish it again.</source>
        <translation>Bookwheel wurde beendet, bevor die Sammlung veröffentlicht war. Veröffentlichen Sie sie noch einmal.</translation>
    </message>
    <message>
        <source>Bookwheel fetches the pages below this address, follows robots.txt, and shows them like a folder. Feeds and git repositories can be added the same way.</source>
        <translation>Bookwheel holt die Seiten unterhalb dieser Adresse, beachtet robots.txt und zeigt sie wie einen Ordner. Feeds und Git-Repositorys lassen sich ebenso hinzufügen.</translation>
    </message>
    <message>
        <source>Bookwheel is finding the topics of {collections}.</source>
        <translation>Bookwheel ermittelt die Themen von {collections}.</translation>
    </message>
    <message>
        <source>Bookwheel keeps the password in your system&apos;s keyring; without one, until its background service stops. Agents never see it. The text of the document is stored in the index unencrypted.</source>
        <translation>Bookwheel bewahrt das Passwort im Schlüsselbund Ihres Systems auf; ohne einen, bis sein Hintergrunddienst endet. Agenten sehen es nie. Der Text des Dokuments liegt unverschlüsselt im Index.</translation>
    </message>
    <message>
        <source>Bookwheel manual</source>
        <translation>Bookwheel-Handbuch</translation>
    </message>
    <message>
        <source>Bookwheel now opens bookwheel:// links (set in {file}).</source>
        <translation>Bookwheel öffnet jetzt bookwheel://-Links (festgelegt in {file}).</translation>
    </message>
    <message>
        <source>Bookwheel reads your folders in place and never changes them. Drop more anywhere in the window.</source>
        <translation>Bookwheel liest die Ordner dort, wo sie liegen, und ändert sie nie. Weitere irgendwo ins Fenster ziehen.</translation>
    </message>
    <message>
        <source>Bookwheel sends a login to this host.</source>
        <translation>Bookwheel sendet eine Anmeldung an diesen Host.</translation>
    </message>
    <message>
        <source>Bookwheel writes the documents with their index to a folder or bucket and signs them with your key. Any web server can share them from there. Your files stay where they are.</source>
        <translation>Bookwheel schreibt die Dokumente mit ihrem Index in einen Ordner oder Bucket und signiert sie mit Ihrem Schlüssel. Jeder Webserver kann sie von dort teilen. Ihre Dateien bleiben, wo sie sind.</translation>
    </message>
    <message>
        <source>Both have the same sections.</source>
        <translation>Beide haben dieselben Abschnitte.</translation>
    </message>
    <message>
        <source>Both names refer to {name}. Use the ids of two different things.</source>
        <translation>Beide Namen meinen {name}. Verwenden Sie die Ids zweier Dinge.</translation>
    </message>
    <message>
        <source>Brackets are nested more than {count} deep.</source>
        <translation>Klammern sind mehr als {count} Ebenen tief verschachtelt.</translation>
    </message>
    <message>
        <source>Branches</source>
        <translation>Branches</translation>
    </message>
    <message>
        <source>Breadcrumbs</source>
        <translation>Navigationspfad</translation>
    </message>
    <message>
        <source>Broken links</source>
        <translation>Tote Links</translation>
    </message>
    <message>
        <source>Browse ontology</source>
        <translation>Ontologie durchsehen</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>Durchsuchen…</translation>
    </message>
    <message>
        <source>By collection</source>
        <translation>Nach Sammlung</translation>
    </message>
    <message>
        <source>By document date, or by file date if there is none</source>
        <translation>Nach dem Datum im Dokument, sonst nach dem der Datei</translation>
    </message>
    <message>
        <source>By folder</source>
        <translation>Nach Ordner</translation>
    </message>
    <message>
        <source>By path</source>
        <translation>Nach Pfad</translation>
    </message>
    <message>
        <source>By region</source>
        <translation>Nach Gebiet</translation>
    </message>
    <message>
        <source>By relevance</source>
        <translation>Nach Relevanz</translation>
    </message>
    <message>
        <source>By tag</source>
        <translation>Nach Schlagwort</translation>
    </message>
    <message>
        <source>By title</source>
        <translation>Nach Titel</translation>
    </message>
    <message>
        <source>By topic</source>
        <translation>Nach Thema</translation>
    </message>
    <message>
        <source>By type</source>
        <translation>Nach Typ</translation>
    </message>
    <message>
        <source>CALENDAR is not shown here.</source>
        <translation>CALENDAR wird hier nicht angezeigt.</translation>
    </message>
    <message>
        <source>CPU time limit in seconds for parsing a file.</source>
        <translation>Grenze der Rechenzeit in Sekunden für das Einlesen einer Datei.</translation>
    </message>
    <message>
        <source>Can add documents and entities to:</source>
        <translation>Kann Dokumente und Entitäten hinzufügen zu:</translation>
    </message>
    <message>
        <source>Can read your annotations and reading list</source>
        <translation>Darf Ihre Anmerkungen und Ihre Leseliste lesen</translation>
    </message>
    <message>
        <source>Can save memories</source>
        <translation>Darf Erinnerungen speichern</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel publishing</source>
        <translation>Veröffentlichen abbrechen</translation>
    </message>
    <message>
        <source>Canvas: {name}</source>
        <translation>Canvas: {name}</translation>
    </message>
    <message>
        <source>Catching up with recent changes.</source>
        <translation>Letzte Änderungen werden nachgeholt.</translation>
    </message>
    <message>
        <source>Categories</source>
        <translation>Kategorien</translation>
    </message>
    <message>
        <source>Central sections</source>
        <translation>Zentrale Abschnitte</translation>
    </message>
    <message>
        <source>Certificate file (optional)</source>
        <translation>Zertifikatsdatei (optional)</translation>
    </message>
    <message>
        <source>Change saved.</source>
        <translation>Änderung gespeichert.</translation>
    </message>
    <message>
        <source>Change undone.</source>
        <translation>Änderung rückgängig gemacht.</translation>
    </message>
    <message>
        <source>Changed since {when}</source>
        <translation>Geändert seit {when}</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Check library</source>
        <translation>Bibliothek prüfen</translation>
    </message>
    <message>
        <source>Check the whole library and repair what can be repaired</source>
        <translation>Die ganze Bibliothek prüfen und reparieren, was sich reparieren lässt</translation>
    </message>
    <message>
        <source>Check the whole library without changing anything</source>
        <translation>Die ganze Bibliothek prüfen, ohne etwas zu ändern</translation>
    </message>
    <message>
        <source>Checking library…</source>
        <translation>Bibliothek wird geprüft …</translation>
    </message>
    <message>
        <source>Checking links…</source>
        <translation>Links werden geprüft …</translation>
    </message>
    <message>
        <source>Checking password…</source>
        <translation>Passwort wird geprüft…</translation>
    </message>
    <message>
        <source>Checking what would be published…</source>
        <translation>Es wird ermittelt, was veröffentlicht würde…</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Wird geprüft …</translation>
    </message>
    <message>
        <source>Choose a document on the left, or press Ctrl+K to search.</source>
        <translation>Links ein Dokument wählen oder mit Strg+K suchen.</translation>
    </message>
    <message>
        <source>Choose a document to see why it is not among the hits</source>
        <translation>Ein Dokument wählen und sehen, warum es nicht unter den Treffern ist</translation>
    </message>
    <message>
        <source>Choose an agent to connect. Bookwheel shows the change to its configuration before saving it.</source>
        <translation>Einen Agenten zum Verbinden wählen. Bookwheel zeigt die Änderung an seiner Konfiguration vor dem Speichern.</translation>
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
        <source>Choose another model with bookwheel settings set meaning.model, or turn semantic search off.</source>
        <translation>Mit „bookwheel settings set meaning.model“ ein anderes Modell wählen oder die semantische Suche ausschalten.</translation>
    </message>
    <message>
        <source>Choose certificate file</source>
        <translation>Zertifikatsdatei wählen</translation>
    </message>
    <message>
        <source>Choose editor</source>
        <translation>Editor wählen</translation>
    </message>
    <message>
        <source>Choose editor…</source>
        <translation>Editor wählen …</translation>
    </message>
    <message>
        <source>Choose files to index</source>
        <translation>Dateien zum Indexieren wählen</translation>
    </message>
    <message>
        <source>Choose path end</source>
        <translation>Pfadende wählen</translation>
    </message>
    <message>
        <source>Choose published folder</source>
        <translation>Veröffentlichten Ordner wählen</translation>
    </message>
    <message>
        <source>Choose target folder</source>
        <translation>Zielordner wählen</translation>
    </message>
    <message>
        <source>Chooses the mode that suits the query</source>
        <translation>Wählt den Modus, der zur Anfrage passt</translation>
    </message>
    <message>
        <source>Chroma&apos;s server did not do what was asked ({reason}). Check its address and its log.</source>
        <translation>Chromas Server hat den Auftrag nicht ausgeführt ({reason}). Seine Adresse und sein Protokoll prüfen.</translation>
    </message>
    <message>
        <source>Citation copied.</source>
        <translation>Quellenangabe kopiert.</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>Klassen</translation>
    </message>
    <message>
        <source>Clear cache</source>
        <translation>Cache leeren</translation>
    </message>
    <message>
        <source>Clear recent searches</source>
        <translation>Letzte Suchen löschen</translation>
    </message>
    <message>
        <source>Click a shortcut, then press the new keys. Backspace removes the shortcut, Escape cancels.</source>
        <translation>Auf ein Tastenkürzel klicken, dann die neuen Tasten drücken. Die Rücktaste entfernt das Kürzel, Esc bricht ab.</translation>
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
        <source>Close split</source>
        <translation>Teilansicht schließen</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>Tab schließen</translation>
    </message>
    <message>
        <source>Close {pane}</source>
        <translation>{pane} schließen</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Code copied.</source>
        <translation>Code kopiert.</translation>
    </message>
    <message>
        <source>Code from {files}</source>
        <translation>Code aus {files}</translation>
    </message>
    <message>
        <source>Code, tables, images, links, tasks</source>
        <translation>Code, Tabellen, Bilder, Links, Aufgaben</translation>
    </message>
    <message>
        <source>Collecting passages…</source>
        <translation>Textstellen werden gesammelt …</translation>
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
        <source>Collections that the agent can read</source>
        <translation>Sammlungen, die der Agent lesen kann</translation>
    </message>
    <message>
        <source>Collections that the agent can write to</source>
        <translation>Sammlungen, in die der Agent schreiben kann</translation>
    </message>
    <message>
        <source>Collections whose images are shown without asking, by their short names, one per line.</source>
        <translation>Sammlungen, deren Bilder ohne Frage gezeigt werden, mit ihrem Kurznamen, eine pro Zeile.</translation>
    </message>
    <message>
        <source>Collections: {names}</source>
        <translation>Sammlungen: {names}</translation>
    </message>
    <message>
        <source>Colour by</source>
        <translation>Einfärben nach</translation>
    </message>
    <message>
        <source>Colour of highlights</source>
        <translation>Farbe der Markierungen</translation>
    </message>
    <message>
        <source>Column {column}: {reason}</source>
        <translation>Spalte {column}: {reason}</translation>
    </message>
    <message>
        <source>Command    {command}

or address    {url}
with the token that `{other}` prints</source>
        <translation>Befehl    {command}

oder Adresse    {url}
mit dem Token, das `{other}` ausgibt</translation>
    </message>
    <message>
        <source>Command copied.</source>
        <translation>Befehl kopiert.</translation>
    </message>
    <message>
        <source>Command of an editor of your own, such as gvim +{line} {file}.</source>
        <translation>Befehl eines eigenen Editors, etwa gvim +{line} {file}.</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>Befehlspalette</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Commit: {commit}</source>
        <translation>Commit: {commit}</translation>
    </message>
    <message>
        <source>Commits</source>
        <translation>Commits</translation>
    </message>
    <message>
        <source>Compare documents</source>
        <translation>Dokumente vergleichen</translation>
    </message>
    <message>
        <source>Compare with…</source>
        <translation>Vergleichen mit …</translation>
    </message>
    <message>
        <source>Compare “{title}” with which document?</source>
        <translation>Mit welchem Dokument soll „{title}“ verglichen werden?</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Compute embeddings also while the computer runs on battery.</source>
        <translation>Einbettungen auch berechnen, während der Rechner mit Akku läuft.</translation>
    </message>
    <message>
        <source>Configuration change</source>
        <translation>Änderung der Konfiguration</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Connect other agent…</source>
        <translation>Anderen Agenten verbinden …</translation>
    </message>
    <message>
        <source>Connect over HTTP</source>
        <translation>Über HTTP verbinden</translation>
    </message>
    <message>
        <source>Connect to team</source>
        <translation>Mit Team verbinden</translation>
    </message>
    <message>
        <source>Connect to team…</source>
        <translation>Mit Team verbinden …</translation>
    </message>
    <message>
        <source>Connect your agents again.</source>
        <translation>Die Agenten neu verbinden.</translation>
    </message>
    <message>
        <source>Connected</source>
        <translation>Verbunden</translation>
    </message>
    <message>
        <source>Connected to</source>
        <translation>Verbunden mit</translation>
    </message>
    <message>
        <source>Connected to {team}: {collections}</source>
        <translation>Verbunden mit {team}: {collections}</translation>
    </message>
    <message>
        <source>Connected with</source>
        <translation>Verbunden mit</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>Verbindung wird hergestellt</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>Verbindung wird hergestellt …</translation>
    </message>
    <message>
        <source>Connect…</source>
        <translation>Verbinden …</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Continue reading</source>
        <translation>Weiterlesen</translation>
    </message>
    <message>
        <source>Continued where you left off, at {percent}.</source>
        <translation>Weiter, wo Sie aufgehört haben, bei {percent}.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>Adresse kopieren</translation>
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
        <source>Copy fingerprint</source>
        <translation>Fingerabdruck kopieren</translation>
    </message>
    <message>
        <source>Copy for chat</source>
        <translation>Für Chat kopieren</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>Link kopieren</translation>
    </message>
    <message>
        <source>Copy link to section</source>
        <translation>Link zum Abschnitt kopieren</translation>
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
        <source>Cosine similarity below which semantic hits do not count as close.</source>
        <translation>Kosinus-Ähnlichkeit, unter der semantische Treffer nicht als nahe gelten.</translation>
    </message>
    <message>
        <source>Could not fetch “{name}”: {reason}</source>
        <translation>„{name}“ ließ sich nicht holen: {reason}</translation>
    </message>
    <message>
        <source>Could not publish: {reason}</source>
        <translation>Konnte nicht veröffentlichen: {reason}</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Count hits by a field</source>
        <translation>Treffer nach einem Feld zählen</translation>
    </message>
    <message>
        <source>Counting files</source>
        <translation>Dateien werden gezählt</translation>
    </message>
    <message>
        <source>Create note</source>
        <translation>Notiz anlegen</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>Erstellt</translation>
    </message>
    <message>
        <source>Created by</source>
        <translation>Erstellt von</translation>
    </message>
    <message>
        <source>Creates {file} in “{name}”.</source>
        <translation>Legt {file} in „{name}“ an.</translation>
    </message>
    <message>
        <source>Currently: {file}.</source>
        <translation>Derzeit: {file}.</translation>
    </message>
    <message>
        <source>Custom command…</source>
        <translation>Anderer Befehl …</translation>
    </message>
    <message>
        <source>Daily</source>
        <translation>Täglich</translation>
    </message>
    <message>
        <source>Damaged files were removed from the cache for remote images.</source>
        <translation>Beschädigte Dateien wurden aus dem Cache für entfernte Bilder entfernt.</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Dark pages</source>
        <translation>Dunkle Seiten</translation>
    </message>
    <message>
        <source>Datasource</source>
        <translation>Datenquelle</translation>
    </message>
    <message>
        <source>DataviewJS is a program and never run here.</source>
        <translation>DataviewJS ist ein Programm und wird hier nie ausgeführt.</translation>
    </message>
    <message>
        <source>Dates in front matter (review_by, expires, due …) that have passed. Left: the date; right: a link to it.</source>
        <translation>Vergangene Daten der Metadaten (review_by, expires, due …). Linke Spalte: das Datum; rechte Spalte: ein Link auf das Dokument.</translation>
    </message>
    <message>
        <source>Days to keep the activity log.</source>
        <translation>Anzahl der Tage, die das Aktivitätsprotokoll aufbewahrt wird.</translation>
    </message>
    <message>
        <source>Dead ends</source>
        <translation>Sackgassen</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>Entscheidung</translation>
    </message>
    <message>
        <source>Decision undone.</source>
        <translation>Entscheidung zurückgenommen.</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>Default app of the system</source>
        <translation>Standardprogramm des Systems</translation>
    </message>
    <message>
        <source>Default size</source>
        <translation>Übliche Größe</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message numerus="yes">
        <source>Delete %Ln memory(ies)</source>
        <translation>
            <numerusform>%Ln Erinnerung löschen</numerusform>
            <numerusform>%Ln Erinnerungen löschen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete all %Ln memory(ies) of {agent} in “{session}”?</source>
        <translation>
            <numerusform>Die eine Erinnerung von {agent} in „{session}“ löschen?</numerusform>
            <numerusform>Alle %Ln Erinnerungen von {agent} in „{session}“ löschen?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete all %Ln memory(ies) of {agent}?</source>
        <translation>
            <numerusform>Die eine Erinnerung von {agent} löschen?</numerusform>
            <numerusform>Alle %Ln Erinnerungen von {agent} löschen?</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete all…</source>
        <translation>Alle löschen …</translation>
    </message>
    <message>
        <source>Delete layout</source>
        <translation>Anordnung löschen</translation>
    </message>
    <message>
        <source>Delete layout…</source>
        <translation>Anordnung löschen …</translation>
    </message>
    <message>
        <source>Delete link</source>
        <translation>Link löschen</translation>
    </message>
    <message>
        <source>Delete saved query</source>
        <translation>Gespeicherte Anfrage löschen</translation>
    </message>
    <message>
        <source>Delete this memory?</source>
        <translation>Diese Erinnerung löschen?</translation>
    </message>
    <message numerus="yes">
        <source>Delete this summary of %Ln memory(ies)?</source>
        <translation>
            <numerusform>Diese Zusammenfassung von %Ln Erinnerung löschen?</numerusform>
            <numerusform>Diese Zusammenfassung von %Ln Erinnerungen löschen?</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete {name} from this computer?</source>
        <translation>{name} von diesem Computer löschen?</translation>
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
        <source>Discard changes</source>
        <translation>Änderungen verwerfen</translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation>Trennen</translation>
    </message>
    <message>
        <source>Disconnect from “{team}”?</source>
        <translation>Verbindung mit „{team}“ trennen?</translation>
    </message>
    <message>
        <source>Disconnect…</source>
        <translation>Trennen …</translation>
    </message>
    <message>
        <source>Dismiss finding</source>
        <translation>Befund verwerfen</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>Dokument</translation>
    </message>
    <message>
        <source>Document copied as Markdown.</source>
        <translation>Dokument als Markdown kopiert.</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
    <message>
        <source>Documents and things with this name</source>
        <translation>Dokumente und Dinge mit diesem Namen</translation>
    </message>
    <message>
        <source>Documents now open in this editor: {editor}.</source>
        <translation>Dokumente öffnen sich jetzt in diesem Editor: {editor}.</translation>
    </message>
    <message>
        <source>Documents that are named in a text which does not link to them. Open one to go to its line.</source>
        <translation>Dokumente, die ein Text nennt, ohne auf sie zu verlinken. Öffnen führt zur Zeile.</translation>
    </message>
    <message>
        <source>Documents that link to no other document.</source>
        <translation>Dokumente, die auf kein anderes Dokument verlinken.</translation>
    </message>
    <message>
        <source>Documents that no other document links to. They are found only by search or in the tree.</source>
        <translation>Dokumente, auf die kein anderes Dokument verlinkt. Zu ihnen führt nur die Suche oder der Baum.</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Done tasks</source>
        <translation>Erledigte Aufgaben</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Herunterladen</translation>
    </message>
    <message>
        <source>Download of {name}</source>
        <translation>Download von {name}</translation>
    </message>
    <message>
        <source>Download {name} from {host}?</source>
        <translation>{name} von {host} herunterladen?</translation>
    </message>
    <message>
        <source>Download…</source>
        <translation>Herunterladen…</translation>
    </message>
    <message>
        <source>Drawing: {name}</source>
        <translation>Zeichnung: {name}</translation>
    </message>
    <message>
        <source>Drop folders to add them, files and links to open them</source>
        <translation>Ordner ablegen, um sie hinzuzufügen, Dateien und Links, um sie zu öffnen</translation>
    </message>
    <message>
        <source>Due date</source>
        <translation>Fälligkeit</translation>
    </message>
    <message>
        <source>Due today</source>
        <translation>Heute fällig</translation>
    </message>
    <message>
        <source>Duplicate tab</source>
        <translation>Tab duplizieren</translation>
    </message>
    <message>
        <source>Edit annotation</source>
        <translation>Anmerkung bearbeiten</translation>
    </message>
    <message>
        <source>Edit keyboard shortcuts</source>
        <translation>Tastenkürzel bearbeiten</translation>
    </message>
    <message>
        <source>Edit source</source>
        <translation>Quelle bearbeiten</translation>
    </message>
    <message>
        <source>Editor for “Open in editor”.</source>
        <translation>Editor für „Im Editor öffnen“.</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>Bearbeiten…</translation>
    </message>
    <message>
        <source>Embedding model, and how much of the computer it may use.</source>
        <translation>Einbettungsmodell und wie viel vom Rechner es benutzen darf.</translation>
    </message>
    <message>
        <source>Embedding model: a folder, an ONNX file or the name of a fetched model; empty for the bundled model.</source>
        <translation>Einbettungsmodell: ein Ordner, eine ONNX-Datei oder der Name eines heruntergeladenen Modells; leer für das mitgelieferte.</translation>
    </message>
    <message>
        <source>Embedding models</source>
        <translation>Einbettungsmodelle</translation>
    </message>
    <message>
        <source>End path here</source>
        <translation>Pfad hier beenden</translation>
    </message>
    <message>
        <source>Endings of files that links open without asking, one per line.</source>
        <translation>Endungen von Dateien, die Links ohne Nachfrage öffnen, eine pro Zeile.</translation>
    </message>
    <message>
        <source>English</source>
        <translation>Englisch</translation>
    </message>
    <message>
        <source>English; reranker</source>
        <translation>Englisch; Reranker</translation>
    </message>
    <message>
        <source>Enter a name for the note.</source>
        <translation>Einen Namen für die Notiz eingeben.</translation>
    </message>
    <message>
        <source>Enter a password of 1 to {most} characters.</source>
        <translation>Geben Sie ein Passwort mit 1 bis {most} Zeichen ein.</translation>
    </message>
    <message>
        <source>Enter a question.</source>
        <translation>Bitte eine Frage eingeben.</translation>
    </message>
    <message>
        <source>Enter opens the document, Delete removes it, Alt with an arrow key or a drag moves it</source>
        <translation>Die Eingabetaste öffnet das Dokument, Entf entfernt es, Alt mit einer Pfeiltaste oder Ziehen verschiebt es</translation>
    </message>
    <message>
        <source>Enter opens the passage, Delete unpins it, Alt with an arrow key moves it</source>
        <translation>Eingabetaste öffnet die Textstelle, Entf löst sie, Alt mit Pfeiltaste verschiebt sie</translation>
    </message>
    <message>
        <source>Enter opens the passage, F2 edits it, Delete removes it</source>
        <translation>Die Eingabetaste öffnet die Stelle, F2 bearbeitet sie, Entf entfernt sie</translation>
    </message>
    <message>
        <source>Enter password</source>
        <translation>Passwort eingeben</translation>
    </message>
    <message>
        <source>Enter password…</source>
        <translation>Passwort eingeben…</translation>
    </message>
    <message>
        <source>Entities</source>
        <translation>Entitäten</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>Everything else</source>
        <translation>Alles andere</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Beleg</translation>
    </message>
    <message>
        <source>Exact text</source>
        <translation>Genauer Text</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Explain missing document</source>
        <translation>Fehlendes Dokument erklären</translation>
    </message>
    <message>
        <source>Explain ranking</source>
        <translation>Rangfolge erklären</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Export</translation>
    </message>
    <message>
        <source>Export annotations</source>
        <translation>Anmerkungen exportieren</translation>
    </message>
    <message>
        <source>Export annotations…</source>
        <translation>Anmerkungen exportieren…</translation>
    </message>
    <message>
        <source>Export as CSV</source>
        <translation>Als CSV exportieren</translation>
    </message>
    <message>
        <source>Export as CSV…</source>
        <translation>Als CSV exportieren …</translation>
    </message>
    <message>
        <source>Export calls</source>
        <translation>Aufrufe exportieren</translation>
    </message>
    <message>
        <source>Export calls…</source>
        <translation>Aufrufe exportieren …</translation>
    </message>
    <message>
        <source>Export map</source>
        <translation>Karte exportieren</translation>
    </message>
    <message>
        <source>Export memories</source>
        <translation>Erinnerungen exportieren</translation>
    </message>
    <message>
        <source>Export window settings</source>
        <translation>Fenstereinstellungen exportieren</translation>
    </message>
    <message>
        <source>Export window settings and shortcuts to a file</source>
        <translation>Einstellungen und Tastenkürzel des Fensters in eine Datei exportieren</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>FROM is not supported: a query covers the whole library. Use GRAPH for the statements of one document.</source>
        <translation>FROM wird nicht unterstützt: Eine Anfrage umfasst die ganze Bibliothek. GRAPH beschränkt auf die Aussagen eines Dokuments.</translation>
    </message>
    <message>
        <source>Fact</source>
        <translation>Fakt</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>Fakten</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Misslungen</translation>
    </message>
    <message>
        <source>Feed</source>
        <translation>Feed</translation>
    </message>
    <message>
        <source>Fetch images</source>
        <translation>Bilder holen</translation>
    </message>
    <message>
        <source>Fetched “{name}”: {counts}.</source>
        <translation>„{name}“ geholt: {counts}.</translation>
    </message>
    <message>
        <source>Fetching “{name}”…</source>
        <translation>„{name}“ wird geholt…</translation>
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
        <source>File ({count})</source>
        <translation>Datei ({count})</translation>
    </message>
    <message>
        <source>File: {file}</source>
        <translation>Datei: {file}</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Files are missing in {folder}: {names}.</source>
        <translation>In {folder} fehlen Dateien: {names}.</translation>
    </message>
    <message>
        <source>Files are still being counted; more documents may follow.</source>
        <translation>Die Dateien werden noch gezählt; weitere Dokumente können folgen.</translation>
    </message>
    <message>
        <source>Files of this type are not read.</source>
        <translation>Dateien dieses Typs werden nicht gelesen.</translation>
    </message>
    <message>
        <source>Files to index whatever their format, even if a .gitignore excludes them.</source>
        <translation>Dateien, die unabhängig von ihrem Format indexiert werden, auch wenn eine .gitignore sie ausschließt.</translation>
    </message>
    <message>
        <source>Files to skip: one .gitignore pattern per line.</source>
        <translation>Dateien, die übersprungen werden: ein .gitignore-Muster pro Zeile.</translation>
    </message>
    <message>
        <source>Files with problems</source>
        <translation>Dateien mit Problemen</translation>
    </message>
    <message>
        <source>Film: {name}</source>
        <translation>Film: {name}</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filtern</translation>
    </message>
    <message>
        <source>Filter (optional)</source>
        <translation>Filter (optional)</translation>
    </message>
    <message>
        <source>Filter annotations</source>
        <translation>Anmerkungen filtern</translation>
    </message>
    <message>
        <source>Filter documents</source>
        <translation>Dokumente filtern</translation>
    </message>
    <message>
        <source>Filter for what the agent can read</source>
        <translation>Filter für das, was der Agent lesen kann</translation>
    </message>
    <message>
        <source>Filter headings</source>
        <translation>Überschriften filtern</translation>
    </message>
    <message>
        <source>Filter labels</source>
        <translation>Labels filtern</translation>
    </message>
    <message>
        <source>Filter rows</source>
        <translation>Zeilen filtern</translation>
    </message>
    <message>
        <source>Filter tasks</source>
        <translation>Aufgaben filtern</translation>
    </message>
    <message>
        <source>Filters</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Find in page</source>
        <translation>Auf der Seite suchen</translation>
    </message>
    <message>
        <source>Find on map</source>
        <translation>Auf der Karte suchen</translation>
    </message>
    <message>
        <source>Find path</source>
        <translation>Weg finden</translation>
    </message>
    <message>
        <source>Find people, organizations and places in English text.</source>
        <translation>Personen, Organisationen und Orte in englischen Texten finden.</translation>
    </message>
    <message>
        <source>Finding topics…</source>
        <translation>Werden ermittelt …</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>Fingerprint copied.</source>
        <translation>Fingerabdruck kopiert.</translation>
    </message>
    <message>
        <source>First document or thing</source>
        <translation>Erstes Dokument oder Ding</translation>
    </message>
    <message>
        <source>First documents</source>
        <translation>Erste Dokumente</translation>
    </message>
    <message>
        <source>First passage</source>
        <translation>Erste Textstelle</translation>
    </message>
    <message>
        <source>Fit page</source>
        <translation>Seite einpassen</translation>
    </message>
    <message>
        <source>Fit width</source>
        <translation>Breite einpassen</translation>
    </message>
    <message>
        <source>Fix the file, then run: {command}</source>
        <translation>Die Datei korrigieren, dann ausführen: {command}</translation>
    </message>
    <message>
        <source>Fix them, then press “Rescan folders”.</source>
        <translation>Erst beheben, dann „Ordner neu einlesen“ drücken.</translation>
    </message>
    <message>
        <source>Fold</source>
        <translation>Einklappen</translation>
    </message>
    <message>
        <source>Fold all</source>
        <translation>Alles einklappen</translation>
    </message>
    <message>
        <source>Fold to level {level}</source>
        <translation>Bis Ebene {level} einklappen</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Folder or s3://bucket/prefix</source>
        <translation>Ordner oder s3://bucket/prefix</translation>
    </message>
    <message>
        <source>Formats to switch on or off, to read as plain text, or with the words in pictures, one per line: code=on, rst=text, pdf=ocr.</source>
        <translation>Formate, die ein- oder ausgeschaltet, als reiner Text oder mit den Wörtern in Bildern gelesen werden, je eines pro Zeile: code=on, rst=text, pdf=ocr.</translation>
    </message>
    <message>
        <source>Formats turned off: {names}</source>
        <translation>Formate, die hier ausgeschaltet sind: {names}</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vor</translation>
    </message>
    <message>
        <source>Frameworks</source>
        <translation>Frameworks</translation>
    </message>
    <message>
        <source>Free some space on the library&apos;s disk.</source>
        <translation>Auf dem Datenträger der Bibliothek Platz schaffen.</translation>
    </message>
    <message>
        <source>Freeze map</source>
        <translation>Karte fixieren</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>From the address</source>
        <translation>Aus der Adresse</translation>
    </message>
    <message>
        <source>From the publisher</source>
        <translation>Vom Herausgeber</translation>
    </message>
    <message>
        <source>From the team</source>
        <translation>Vom Team</translation>
    </message>
    <message>
        <source>Front matter does not follow {file}. Findings: {count}.</source>
        <translation>Front Matter folgt nicht {file}. Funde: {count}.</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>Vollbild</translation>
    </message>
    <message>
        <source>Fusion method: scores, or ranks (reciprocal rank fusion).</source>
        <translation>Fusionsmethode: Punktzahlen oder Ränge (reciprocal rank fusion).</translation>
    </message>
    <message>
        <source>GRAPH with a variable looks through up to {most} graphs, and you see {count}. Name the document.</source>
        <translation>GRAPH mit einer Variablen durchsucht bis zu {most} Graphen, sichtbar sind {count}. Das Dokument nennen.</translation>
    </message>
    <message>
        <source>Git cannot read the history of this folder ({reason}).</source>
        <translation>Git kann den Verlauf dieses Ordners nicht lesen ({reason}).</translation>
    </message>
    <message>
        <source>Git could not fetch the repository: {reason}</source>
        <translation>Git konnte das Repository nicht holen: {reason}</translation>
    </message>
    <message>
        <source>Git could not read the repository: {reason}</source>
        <translation>Git konnte das Repository nicht lesen: {reason}</translation>
    </message>
    <message>
        <source>Git is not installed, so the history of this folder is not read.</source>
        <translation>Git ist nicht installiert, deshalb wird der Verlauf dieses Ordners nicht gelesen.</translation>
    </message>
    <message>
        <source>Git is not installed. Install it to fetch {address}.</source>
        <translation>Git ist nicht installiert. Installieren Sie es, um {address} zu holen.</translation>
    </message>
    <message>
        <source>Git is too old to fetch from the internet safely. Install git 2.37 or newer.</source>
        <translation>Git ist zu alt, um sicher aus dem Internet zu holen. Installieren Sie Git 2.37 oder neuer.</translation>
    </message>
    <message>
        <source>Git repository</source>
        <translation>Git-Repository</translation>
    </message>
    <message>
        <source>Git&apos;s files cannot be read ({reason}).</source>
        <translation>Die Dateien von Git können nicht gelesen werden ({reason}).</translation>
    </message>
    <message>
        <source>Give meaning less weight for names and other short queries.</source>
        <translation>Der Bedeutung bei Namen und anderen kurzen Anfragen weniger Gewicht geben.</translation>
    </message>
    <message>
        <source>Give the team&apos;s address, which begins with https://.</source>
        <translation>Bitte die Adresse des Teams angeben, die mit https:// beginnt.</translation>
    </message>
    <message>
        <source>Go to heading</source>
        <translation>Zu Überschrift gehen</translation>
    </message>
    <message>
        <source>Go to page</source>
        <translation>Zu Seite gehen</translation>
    </message>
    <message>
        <source>Go to page…</source>
        <translation>Zu Seite gehen …</translation>
    </message>
    <message>
        <source>Go to region</source>
        <translation>Zu Gebiet gehen</translation>
    </message>
    <message>
        <source>Go to section</source>
        <translation>Zum Abschnitt gehen</translation>
    </message>
    <message>
        <source>Go to split</source>
        <translation>Zu Teilansicht gehen</translation>
    </message>
    <message>
        <source>Go to split 1</source>
        <translation>Zu Teilansicht 1 gehen</translation>
    </message>
    <message>
        <source>Go to split 2</source>
        <translation>Zu Teilansicht 2 gehen</translation>
    </message>
    <message>
        <source>Go to split 3</source>
        <translation>Zu Teilansicht 3 gehen</translation>
    </message>
    <message>
        <source>Go to split 4</source>
        <translation>Zu Teilansicht 4 gehen</translation>
    </message>
    <message>
        <source>Go to top</source>
        <translation>Zum Anfang</translation>
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
        <source>Graph as table</source>
        <translation>Graph als Tabelle</translation>
    </message>
    <message>
        <source>Group ({count})</source>
        <translation>Gruppe ({count})</translation>
    </message>
    <message>
        <source>Group hits by document</source>
        <translation>Treffer nach Dokument gruppieren</translation>
    </message>
    <message>
        <source>Group hits by document.</source>
        <translation>Treffer nach Dokument gruppieren.</translation>
    </message>
    <message>
        <source>Groups shown</source>
        <translation>Gezeigte Gruppen</translation>
    </message>
    <message>
        <source>Heading level</source>
        <translation>Überschriftenebene</translation>
    </message>
    <message>
        <source>Headings of this page</source>
        <translation>Überschriften dieser Seite</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>Hide pane</source>
        <translation>Bereich ausblenden</translation>
    </message>
    <message>
        <source>Highlight</source>
        <translation>Markierung</translation>
    </message>
    <message>
        <source>Highlight selection</source>
        <translation>Auswahl markieren</translation>
    </message>
    <message>
        <source>Highlight: {colour}</source>
        <translation>Markieren: {colour}</translation>
    </message>
    <message>
        <source>Highlights</source>
        <translation>Markierungen</translation>
    </message>
    <message>
        <source>Hosts whose images are shown without asking, one per line.</source>
        <translation>Hosts, deren Bilder ohne Frage gezeigt werden, einer pro Zeile.</translation>
    </message>
    <message>
        <source>Hosts whose links open without asking, one per line; * for all.</source>
        <translation>Hosts, deren Links ohne Nachfrage aufgehen, einer pro Zeile; * für alle.</translation>
    </message>
    <message>
        <source>Hover over a link to preview it. Ctrl+P opens a document by name.</source>
        <translation>Ruht der Zeiger auf einem Link, erscheint eine Vorschau. Strg+P öffnet ein Dokument nach seinem Namen.</translation>
    </message>
    <message>
        <source>How are these connected?</source>
        <translation>Wie hängen diese zusammen?</translation>
    </message>
    <message>
        <source>How folders are indexed and watched.</source>
        <translation>Wie Ordner indexiert und überwacht werden.</translation>
    </message>
    <message>
        <source>How keyword, semantic and graph search are combined.</source>
        <translation>Wie Stichwortsuche, semantische Suche und Graphsuche kombiniert werden.</translation>
    </message>
    <message>
        <source>How long the background service keeps running when idle.</source>
        <translation>Wie lange der Hintergrunddienst unbenutzt weiterläuft.</translation>
    </message>
    <message>
        <source>How much a word counts, depending on where it occurs.</source>
        <translation>Wie stark ein Wort zählt, je nachdem, wo es steht.</translation>
    </message>
    <message>
        <source>How soon repeated words stop counting (BM25 k1).</source>
        <translation>Wie bald wiederholte Wörter nicht mehr zählen (k1 von BM25).</translation>
    </message>
    <message>
        <source>Hub links</source>
        <translation>Links viel verlinkter Dokumente</translation>
    </message>
    <message>
        <source>Hybrid</source>
        <translation>Hybrid</translation>
    </message>
    <message>
        <source>ID</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>Idle minutes before the indexer stops.</source>
        <translation>Minuten ohne Arbeit, nach denen der Indexer endet.</translation>
    </message>
    <message>
        <source>Image (PNG)</source>
        <translation>Bild (PNG)</translation>
    </message>
    <message>
        <source>Images on other computers are fetched only when you ask, or from hosts and collections listed here.</source>
        <translation>Bilder auf anderen Rechnern werden nur auf Wunsch geladen, oder von den hier genannten Hosts und Sammlungen.</translation>
    </message>
    <message>
        <source>Import window settings</source>
        <translation>Fenstereinstellungen importieren</translation>
    </message>
    <message>
        <source>Import window settings and shortcuts from a file</source>
        <translation>Einstellungen und Tastenkürzel des Fensters aus einer Datei importieren</translation>
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
        <source>In folder order</source>
        <translation>In der Reihenfolge der Ordner</translation>
    </message>
    <message>
        <source>In progress</source>
        <translation>In Arbeit</translation>
    </message>
    <message>
        <source>Include it in searches of the whole library; if off, only searches in it find its documents.</source>
        <translation>In Suchen in der ganzen Bibliothek einbeziehen; wenn aus, finden nur Suchen in dieser Sammlung ihre Dokumente.</translation>
    </message>
    <message>
        <source>Include pictures and other files that pages embed</source>
        <translation>Bilder und andere Dateien einschließen, die Seiten einbetten</translation>
    </message>
    <message>
        <source>Included files were not read: {names}.</source>
        <translation>Eingebundene Dateien wurden nicht gelesen: {names}.</translation>
    </message>
    <message>
        <source>Index them</source>
        <translation>Indexieren</translation>
    </message>
    <message>
        <source>Indexing</source>
        <translation>Indexierung</translation>
    </message>
    <message>
        <source>Indexing has not finished; all files so far were read in full.</source>
        <translation>Die Indexierung ist nicht abgeschlossen; alle bisherigen Dateien wurden vollständig gelesen.</translation>
    </message>
    <message>
        <source>Indexing paused</source>
        <translation>Indexierung angehalten</translation>
    </message>
    <message>
        <source>Indexing stopped: disk problem</source>
        <translation>Indexierung gestoppt: Problem mit dem Datenträger</translation>
    </message>
    <message>
        <source>Indexing {share}</source>
        <translation>Indexierung {share}</translation>
    </message>
    <message>
        <source>Install LibreOffice to read files of this type.</source>
        <translation>Für Dateien dieses Typs LibreOffice installieren.</translation>
    </message>
    <message>
        <source>Install Tesseract to recognise the words in its pictures.</source>
        <translation>Damit die Wörter in ihren Bildern erkannt werden, Tesseract installieren.</translation>
    </message>
    <message>
        <source>Install {program} to read {types} files, then rescan.</source>
        <translation>Für {types}-Dateien {program} installieren, dann die Ordner neu einlesen.</translation>
    </message>
    <message>
        <source>Interface font (default: Inter).</source>
        <translation>Schrift der Oberfläche (Standard: Inter).</translation>
    </message>
    <message>
        <source>Interface font size in pixels.</source>
        <translation>Schriftgröße der Oberfläche in Pixeln.</translation>
    </message>
    <message>
        <source>Interface language (after a restart).</source>
        <translation>Sprache der Oberfläche (nach einem Neustart).</translation>
    </message>
    <message>
        <source>Invalid blocks are shown as plain text: {count}.</source>
        <translation>Ungültige Blöcke werden als reiner Text gezeigt: {count}.</translation>
    </message>
    <message>
        <source>Is a document missing?</source>
        <translation>Fehlt ein Dokument?</translation>
    </message>
    <message>
        <source>It contains the words, but in different sections; no single section has them all.</source>
        <translation>Es enthält die Wörter, aber in verschiedenen Abschnitten; kein einzelner hat sie alle.</translation>
    </message>
    <message>
        <source>It contains this text as it is written.</source>
        <translation>Es enthält diesen Text so, wie er geschrieben ist.</translation>
    </message>
    <message>
        <source>It contains {words}, which the query excludes.</source>
        <translation>Es enthält {words}, was die Anfrage ausschließt.</translation>
    </message>
    <message>
        <source>It contains {words}.</source>
        <translation>Es enthält {words}.</translation>
    </message>
    <message>
        <source>It does not contain this text.</source>
        <translation>Es enthält diesen Text nicht.</translation>
    </message>
    <message>
        <source>It does not contain {words}.</source>
        <translation>Es enthält nicht {words}.</translation>
    </message>
    <message>
        <source>It has no ONNX file.</source>
        <translation>Es hat keine ONNX-Datei.</translation>
    </message>
    <message>
        <source>It has no tokenizer.json.</source>
        <translation>Es hat keine tokenizer.json.</translation>
    </message>
    <message>
        <source>It has no value.</source>
        <translation>Es hat keinen Wert.</translation>
    </message>
    <message>
        <source>It has {size} GB; at most {most} GB are fetched.</source>
        <translation>Es hat {size} GB; höchstens {most} GB werden heruntergeladen.</translation>
    </message>
    <message>
        <source>It is among the hits, at position {place}.</source>
        <translation>Es ist unter den Treffern, auf Platz {place}.</translation>
    </message>
    <message>
        <source>It is not in the index: {reason}</source>
        <translation>Es ist nicht im Index: {reason}</translation>
    </message>
    <message>
        <source>It leads to {address}. Add that address instead.</source>
        <translation>Sie führt zu {address}. Fügen Sie stattdessen diese Adresse hinzu.</translation>
    </message>
    <message>
        <source>It shows you no collections.</source>
        <translation>Es zeigt keine Sammlungen.</translation>
    </message>
    <message>
        <source>It was published again and again during the refresh. Refresh again later.</source>
        <translation>Während des Abrufs wurde immer wieder neu veröffentlicht. Rufen Sie später noch einmal ab.</translation>
    </message>
    <message>
        <source>Its collection is left out of searches of the whole library; add collection:{slug} to the query.</source>
        <translation>Seine Sammlung ist von Suchen in der ganzen Bibliothek ausgenommen; collection:{slug} in der Anfrage bezieht sie ein.</translation>
    </message>
    <message>
        <source>Its collections leave the tree, and Bookwheel forgets your sign-in. You can connect again at any time.</source>
        <translation>Seine Sammlungen verlassen den Baum, und Bookwheel vergisst die Anmeldung. Eine neue Verbindung ist jederzeit möglich.</translation>
    </message>
    <message>
        <source>Its documents are indexed in place; nothing is copied or changed.</source>
        <translation>Seine Dokumente werden an Ort und Stelle indexiert; nichts wird kopiert oder geändert.</translation>
    </message>
    <message>
        <source>Its makers give it to people who are signed in alone; put it into a folder yourself.</source>
        <translation>Der Anbieter gibt es nur an angemeldete Personen; legen Sie es selbst in einen Ordner.</translation>
    </message>
    <message>
        <source>Its sections are not close enough in meaning.</source>
        <translation>Keiner seiner Abschnitte hat eine ausreichend ähnliche Bedeutung.</translation>
    </message>
    <message>
        <source>Its token is saved in this file, which only you can read.</source>
        <translation>Sein Token wird in dieser Datei gespeichert, die für andere nicht lesbar ist.</translation>
    </message>
    <message>
        <source>Its token stops working at once. Its configuration file is not changed.</source>
        <translation>Sein Token gilt sofort nicht mehr. Seine Konfigurationsdatei wird nicht geändert.</translation>
    </message>
    <message>
        <source>Its value is {value}.</source>
        <translation>Sein Wert ist {value}.</translation>
    </message>
    <message>
        <source>Join all splits</source>
        <translation>Alle Teilansichten vereinen</translation>
    </message>
    <message>
        <source>Keep running in the system tray, if there is one, when the last window is closed.</source>
        <translation>Im Infobereich des Systems weiterlaufen, wenn es einen gibt und das letzte Fenster geschlossen wird.</translation>
    </message>
    <message>
        <source>Key or fingerprint</source>
        <translation>Schlüssel oder Fingerabdruck</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Keyword</source>
        <translation>Stichwort</translation>
    </message>
    <message>
        <source>Keyword search</source>
        <translation>Stichwortsuche</translation>
    </message>
    <message>
        <source>Keyword, semantic and graph search together</source>
        <translation>Stichwortsuche, semantische Suche und Graphsuche zusammen</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Kind of annotation</source>
        <translation>Art der Anmerkung</translation>
    </message>
    <message>
        <source>Kinds shown</source>
        <translation>Gezeigte Arten</translation>
    </message>
    <message>
        <source>LIMIT needs a number.</source>
        <translation>LIMIT braucht eine Zahl.</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>Labels</translation>
    </message>
    <message>
        <source>LanceDB cannot be used ({reason}). Check its folder or store.</source>
        <translation>LanceDB kann nicht verwendet werden ({reason}). Den Ordner oder Speicher prüfen.</translation>
    </message>
    <message>
        <source>LanceDB&apos;s package is missing. Install bookwheel[team].</source>
        <translation>Das Paket von LanceDB fehlt. bookwheel[team] installieren.</translation>
    </message>
    <message>
        <source>Language code (en, de, zh); if empty, Bookwheel detects the language of each document. A change rebuilds the collection.</source>
        <translation>Sprachkürzel (en, de, zh); ist es leer, erkennt Bookwheel die Sprache jedes Dokuments. Eine Änderung baut die Sammlung neu auf.</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>Sprachen</translation>
    </message>
    <message>
        <source>Last changed on {day}. Of the {count} documents that link to it, half were changed on {other} or later.</source>
        <translation>Zuletzt geändert am {day}. Von den {count} Dokumenten, die darauf verlinken, wurde die Hälfte am {other} oder später geändert.</translation>
    </message>
    <message>
        <source>Last read</source>
        <translation>Zuletzt gelesen</translation>
    </message>
    <message>
        <source>Last refresh</source>
        <translation>Zuletzt aktualisiert</translation>
    </message>
    <message>
        <source>Last searched</source>
        <translation>Zuletzt gesucht</translation>
    </message>
    <message>
        <source>Last topic change undone.</source>
        <translation>Die letzte Änderung an den Themen wurde rückgängig gemacht.</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>Später</translation>
    </message>
    <message>
        <source>Layout “{name}” deleted.</source>
        <translation>Anordnung „{name}“ gelöscht.</translation>
    </message>
    <message>
        <source>Layout “{name}” opened.</source>
        <translation>Anordnung „{name}“ geöffnet.</translation>
    </message>
    <message>
        <source>Layout “{name}” saved.</source>
        <translation>Anordnung „{name}“ gespeichert.</translation>
    </message>
    <message>
        <source>Layouts</source>
        <translation>Anordnungen</translation>
    </message>
    <message>
        <source>Let “New note here…” create files; Bookwheel writes nothing else into your folders.</source>
        <translation>„Neue Notiz hier …“ Dateien anlegen lassen; sonst schreibt Bookwheel nichts in die eigenen Ordner.</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Library health</source>
        <translation>Zustand der Bibliothek</translation>
    </message>
    <message>
        <source>Licence: {licence}</source>
        <translation>Lizenz: {licence}</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Limits for each connected agent.</source>
        <translation>Grenzen für jeden verbundenen Agenten.</translation>
    </message>
    <message>
        <source>Line numbers start at 1, and the last line cannot come before the first.</source>
        <translation>Zeilennummern beginnen bei 1, und die letzte Zeile kann nicht vor der ersten stehen.</translation>
    </message>
    <message>
        <source>Line width of pages in characters.</source>
        <translation>Zeilenbreite der Seiten in Zeichen.</translation>
    </message>
    <message>
        <source>Line {line}</source>
        <translation>Zeile {line}</translation>
    </message>
    <message>
        <source>Line {line} is not a table row: {reason}.</source>
        <translation>Zeile {line} ist keine Tabellenzeile: {reason}.</translation>
    </message>
    <message>
        <source>Line {line} of {file} cannot be used: {reason}.</source>
        <translation>Zeile {line} von {file} ist nicht verwendbar: {reason}.</translation>
    </message>
    <message>
        <source>Line {line}: {reason}</source>
        <translation>Zeile {line}: {reason}</translation>
    </message>
    <message>
        <source>Lines can be read from only one document at a time.</source>
        <translation>Zeilen lassen sich nur aus einem Dokument auf einmal lesen.</translation>
    </message>
    <message>
        <source>Link deleted.</source>
        <translation>Link gelöscht.</translation>
    </message>
    <message>
        <source>Link names of things in the text to their pages.</source>
        <translation>Namen von Dingen im Text mit ihren Seiten verlinken.</translation>
    </message>
    <message>
        <source>Link previews are not available in PDFs. Click a link to follow it.</source>
        <translation>In PDFs gibt es keine Link-Vorschau. Klicken Sie einen Link an, um ihm zu folgen.</translation>
    </message>
    <message>
        <source>Link report</source>
        <translation>Linkbericht</translation>
    </message>
    <message>
        <source>Link text</source>
        <translation>Linktext</translation>
    </message>
    <message>
        <source>Link to this section copied.</source>
        <translation>Link zu diesem Abschnitt kopiert.</translation>
    </message>
    <message>
        <source>Link to which document?</source>
        <translation>Mit welchem Dokument verlinken?</translation>
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
        <source>Links lead to documents in your library. Add the folder of this file first.</source>
        <translation>Links führen zu Dokumenten der Bibliothek. Zuerst den Ordner dieser Datei hinzufügen.</translation>
    </message>
    <message>
        <source>Links that you and agents added. Links to a missing page are kept and work again when it is back.</source>
        <translation>Links, die hier und von Agenten hinzugefügt wurden. Links zu einer fehlenden Seite bleiben und gelten wieder, sobald sie zurück ist.</translation>
    </message>
    <message>
        <source>Links to documents that others have replaced. Left: the link; right: what says so.</source>
        <translation>Links auf Dokumente, die durch andere ersetzt wurden. Linke Spalte: der Link; rechte Spalte: die Stelle, die das sagt.</translation>
    </message>
    <message>
        <source>Links whose target is missing. Open one to go to its line.</source>
        <translation>Links, deren Ziel fehlt. Beim Öffnen erscheint die Zeile, in der der Link steht.</translation>
    </message>
    <message>
        <source>List with SPARQL</source>
        <translation>Mit SPARQL auflisten</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Wird geladen …</translation>
    </message>
    <message>
        <source>Location</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Manage agents</source>
        <translation>Agenten verwalten</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>Manual link added. The Links pane shows it.</source>
        <translation>Manueller Link hinzugefügt. Er steht im Bereich „Links“.</translation>
    </message>
    <message>
        <source>Manual links</source>
        <translation>Manuelle Links</translation>
    </message>
    <message>
        <source>Manually</source>
        <translation>Von Hand</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Map and graph</source>
        <translation>Karte und Graph</translation>
    </message>
    <message>
        <source>Map as table</source>
        <translation>Karte als Tabelle</translation>
    </message>
    <message>
        <source>Map exported to {file}.</source>
        <translation>Karte nach {file} exportiert.</translation>
    </message>
    <message>
        <source>Map filter</source>
        <translation>Kartenfilter</translation>
    </message>
    <message>
        <source>Mapping rules</source>
        <translation>Zuordnungsregeln</translation>
    </message>
    <message>
        <source>Mark as different from…</source>
        <translation>Nicht dasselbe wie…</translation>
    </message>
    <message>
        <source>Mark as read</source>
        <translation>Als gelesen kennzeichnen</translation>
    </message>
    <message>
        <source>Mark as same as…</source>
        <translation>Dasselbe wie…</translation>
    </message>
    <message>
        <source>Mark as unread</source>
        <translation>Als ungelesen kennzeichnen</translation>
    </message>
    <message>
        <source>Markdown dialect; “automatic” detects it. A change rebuilds the collection.</source>
        <translation>Markdown-Dialekt; „automatisch“ erkennt ihn. Eine Änderung baut die Sammlung neu auf.</translation>
    </message>
    <message>
        <source>Marked as read.</source>
        <translation>Als gelesen gekennzeichnet.</translation>
    </message>
    <message>
        <source>Marked as unread.</source>
        <translation>Als ungelesen gekennzeichnet.</translation>
    </message>
    <message>
        <source>Matching documents</source>
        <translation>Passende Dokumente</translation>
    </message>
    <message>
        <source>Maximum MB that calls may send per minute.</source>
        <translation>Höchstmenge in MB, die Aufrufe pro Minute senden dürfen.</translation>
    </message>
    <message>
        <source>Maximum calls at the same time.</source>
        <translation>Höchstzahl gleichzeitiger Aufrufe.</translation>
    </message>
    <message>
        <source>Maximum calls per second.</source>
        <translation>Höchstzahl der Aufrufe pro Sekunde.</translation>
    </message>
    <message>
        <source>Maximum characters per memory.</source>
        <translation>Höchstzahl der Zeichen pro Erinnerung.</translation>
    </message>
    <message>
        <source>Maximum event streams at the same time.</source>
        <translation>Höchstzahl gleichzeitiger Ereignisströme.</translation>
    </message>
    <message>
        <source>Maximum file size in MB; larger files are skipped.</source>
        <translation>Höchstgröße einer Datei in MB; größere werden übersprungen.</translation>
    </message>
    <message>
        <source>Maximum files per batch.</source>
        <translation>Höchstzahl der Dateien pro Stapel.</translation>
    </message>
    <message>
        <source>Maximum links per agent.</source>
        <translation>Höchstzahl der Links pro Agent.</translation>
    </message>
    <message>
        <source>Maximum memories per agent.</source>
        <translation>Höchstzahl der Erinnerungen pro Agent.</translation>
    </message>
    <message>
        <source>Maximum seconds per batch.</source>
        <translation>Höchstdauer eines Stapels in Sekunden.</translation>
    </message>
    <message>
        <source>Maximum size of an agent&apos;s memories in MB.</source>
        <translation>Höchstgröße der Erinnerungen eines Agenten in MB.</translation>
    </message>
    <message>
        <source>Maximum size of the cache for remote images in MB.</source>
        <translation>Höchstgröße des Cache für entfernte Bilder in MB.</translation>
    </message>
    <message>
        <source>Maximum tokens in answers per minute.</source>
        <translation>Höchstzahl der Token in Antworten pro Minute.</translation>
    </message>
    <message>
        <source>Memories</source>
        <translation>Erinnerungen</translation>
    </message>
    <message>
        <source>Memories are not available here.</source>
        <translation>Erinnerungen sind hier nicht verfügbar.</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Erinnerung</translation>
    </message>
    <message>
        <source>Memory limit in MB for parsing a file.</source>
        <translation>Speichergrenze in MB für das Einlesen einer Datei.</translation>
    </message>
    <message>
        <source>Memory limit of SPARQL queries in MB, where the system supports one.</source>
        <translation>Speichergrenze von SPARQL-Anfragen in MB, wo das System eine unterstützt.</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menü</translation>
    </message>
    <message>
        <source>Menu bar</source>
        <translation>Menüleiste</translation>
    </message>
    <message>
        <source>Merge into…</source>
        <translation>Zusammenführen mit …</translation>
    </message>
    <message>
        <source>Merge topics</source>
        <translation>Themen zusammenführen</translation>
    </message>
    <message>
        <source>Merge “{topic}” into which topic?</source>
        <translation>„{topic}“ mit welchem Thema zusammenführen?</translation>
    </message>
    <message>
        <source>Milliseconds that a query may spend on embedding hits without vectors.</source>
        <translation>Millisekunden, die eine Anfrage auf das Einbetten von Treffern ohne Vektoren verwenden darf.</translation>
    </message>
    <message>
        <source>Minutes without a client before the service stops.</source>
        <translation>Minuten ohne Verbindung, nach denen der Dienst endet.</translation>
    </message>
    <message>
        <source>Models for individual collections: collection=model; collection=model.</source>
        <translation>Modelle einzelner Sammlungen: Sammlung=Modell; Sammlung=Modell.</translation>
    </message>
    <message>
        <source>Models for semantic search. Nothing is downloaded before you agree.</source>
        <translation>Modelle für die semantische Suche. Nichts wird heruntergeladen, bevor Sie zustimmen.</translation>
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
        <source>More like this</source>
        <translation>Ähnliches suchen</translation>
    </message>
    <message>
        <source>More like this works in the modes {modes}.</source>
        <translation>Ähnliches sucht man in den Modi {modes}.</translation>
    </message>
    <message>
        <source>Move document here…</source>
        <translation>Dokument hierher verschieben …</translation>
    </message>
    <message>
        <source>Move document to topic</source>
        <translation>Dokument in ein Thema verschieben</translation>
    </message>
    <message>
        <source>Move document to topic…</source>
        <translation>Dokument in ein Thema verschieben …</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Move pane to other side</source>
        <translation>Bereich auf die andere Seite setzen</translation>
    </message>
    <message>
        <source>Move tab to new window</source>
        <translation>Tab in neues Fenster verschieben</translation>
    </message>
    <message>
        <source>Move tab to next split</source>
        <translation>Tab in die nächste Teilansicht verschieben</translation>
    </message>
    <message>
        <source>Move tab to previous split</source>
        <translation>Tab in die vorige Teilansicht verschieben</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Move which document to “{topic}”?</source>
        <translation>Welches Dokument nach „{topic}“ verschieben?</translation>
    </message>
    <message>
        <source>Move “{document}” to which topic?</source>
        <translation>„{document}“ in welches Thema verschieben?</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Name (optional)</source>
        <translation>Name (optional)</translation>
    </message>
    <message>
        <source>Name a collection with 1 to {most} characters.</source>
        <translation>Eine Sammlung mit 1 bis {most} Zeichen benennen.</translation>
    </message>
    <message>
        <source>Name at least one document.</source>
        <translation>Nennen Sie mindestens ein Dokument.</translation>
    </message>
    <message>
        <source>Name in the settings file: {name}</source>
        <translation>Name in der Einstellungsdatei: {name}</translation>
    </message>
    <message>
        <source>Name of the collection.</source>
        <translation>Name der Sammlung.</translation>
    </message>
    <message>
        <source>Name of the layout</source>
        <translation>Name der Anordnung</translation>
    </message>
    <message>
        <source>Name the folder or the bucket to publish to.</source>
        <translation>Nennen Sie den Ordner oder den Bucket, in den veröffentlicht werden soll.</translation>
    </message>
    <message>
        <source>Name two things.</source>
        <translation>Nennen Sie zwei Dinge.</translation>
    </message>
    <message>
        <source>Name what to delete: ids, a job or a datasource.</source>
        <translation>Nennen Sie, was gelöscht werden soll: IDs, einen Auftrag oder eine Datenquelle.</translation>
    </message>
    <message>
        <source>Named document</source>
        <translation>Genanntes Dokument</translation>
    </message>
    <message>
        <source>Named in</source>
        <translation>Genannt in</translation>
    </message>
    <message numerus="yes">
        <source>Named in %Ln document(s)</source>
        <translation>
            <numerusform>In %Ln Dokument genannt</numerusform>
            <numerusform>In %Ln Dokumenten genannt</numerusform>
        </translation>
    </message>
    <message>
        <source>Names that several documents of a collection, or several things, have.</source>
        <translation>Namen, die mehrere Dokumente einer Sammlung oder mehrere Dinge haben.</translation>
    </message>
    <message>
        <source>Narrower than {topic}</source>
        <translation>Enger als {topic}</translation>
    </message>
    <message>
        <source>Narrower topics</source>
        <translation>Engere Themen</translation>
    </message>
    <message>
        <source>Near duplicates</source>
        <translation>Fast gleiche Dokumente</translation>
    </message>
    <message>
        <source>Needs attention</source>
        <translation>Handlungsbedarf</translation>
    </message>
    <message>
        <source>New name for “{topic}”</source>
        <translation>Neuer Name für „{topic}“</translation>
    </message>
    <message>
        <source>New note</source>
        <translation>Neue Notiz</translation>
    </message>
    <message>
        <source>New note here…</source>
        <translation>Neue Notiz hier …</translation>
    </message>
    <message>
        <source>New notes</source>
        <translation>Neue Notizen</translation>
    </message>
    <message>
        <source>New note…</source>
        <translation>Neue Notiz …</translation>
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
        <source>Next 7 days</source>
        <translation>Nächste 7 Tage</translation>
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
        <source>Next refresh</source>
        <translation>Nächste Aktualisierung</translation>
    </message>
    <message>
        <source>Next split</source>
        <translation>Nächste Teilansicht</translation>
    </message>
    <message>
        <source>Next tab</source>
        <translation>Nächster Tab</translation>
    </message>
    <message>
        <source>Next tabs</source>
        <translation>Nächste Tabs</translation>
    </message>
    <message>
        <source>No agent has a token yet.</source>
        <translation>Noch hat kein Agent ein Token.</translation>
    </message>
    <message>
        <source>No agent has access yet.</source>
        <translation>Noch hat kein Agent Zugriff.</translation>
    </message>
    <message>
        <source>No agent has called yet. Agent searches and reads appear here.</source>
        <translation>Noch hat kein Agent etwas aufgerufen. Was Agenten suchen und lesen, erscheint hier.</translation>
    </message>
    <message>
        <source>No agent has read anything recently.</source>
        <translation>Kein Agent hat in letzter Zeit etwas gelesen.</translation>
    </message>
    <message>
        <source>No agents connected</source>
        <translation>Keine Agenten verbunden</translation>
    </message>
    <message>
        <source>No ambiguous names.</source>
        <translation>Keine mehrdeutigen Namen.</translation>
    </message>
    <message>
        <source>No broken links.</source>
        <translation>Keine toten Links.</translation>
    </message>
    <message>
        <source>No close matches in meaning. Nearest results:</source>
        <translation>Nichts ist inhaltlich nah. Am nächsten:</translation>
    </message>
    <message>
        <source>No code block is visible.</source>
        <translation>Kein Codeblock ist sichtbar.</translation>
    </message>
    <message>
        <source>No collection has a file {file} with rules in its folder.</source>
        <translation>Keine Sammlung hat eine Datei {file} mit Regeln in ihrem Ordner.</translation>
    </message>
    <message>
        <source>No collections yet.</source>
        <translation>Noch keine Sammlungen.</translation>
    </message>
    <message>
        <source>No comparison is open. Choose “Compare with…” first.</source>
        <translation>Kein Vergleich ist geöffnet. Wählen Sie zuerst „Vergleichen mit …“.</translation>
    </message>
    <message>
        <source>No data file matches this pattern.</source>
        <translation>Keine Datendatei heißt so.</translation>
    </message>
    <message>
        <source>No dates have passed.</source>
        <translation>Keine vergangenen Daten.</translation>
    </message>
    <message>
        <source>No dead ends: every document links to another.</source>
        <translation>Keine Sackgassen: Jedes Dokument verlinkt auf ein anderes.</translation>
    </message>
    <message>
        <source>No differences.</source>
        <translation>Keine Unterschiede.</translation>
    </message>
    <message>
        <source>No document has a tag, a category or a type yet.</source>
        <translation>Noch hat kein Dokument ein Schlagwort, eine Kategorie oder einen Typ.</translation>
    </message>
    <message>
        <source>No document has {name} “{value}”.</source>
        <translation>Kein Dokument hat {name} „{value}“.</translation>
    </message>
    <message>
        <source>No document has {name} “{value}”. Values: {values}.</source>
        <translation>Kein Dokument hat {name} „{value}“. Werte: {values}.</translation>
    </message>
    <message>
        <source>No document has {name} “{value}”; did you mean {values}?</source>
        <translation>Kein Dokument hat {name} „{value}“; war {values} gemeint?</translation>
    </message>
    <message>
        <source>No document has {name} “{value}”; {values} was used.</source>
        <translation>Kein Dokument hat {name} „{value}“; verwendet wurde {values}.</translation>
    </message>
    <message>
        <source>No document is open. Open one to search in its folder or collection.</source>
        <translation>Kein Dokument ist geöffnet. Eines öffnen, um in seinem Ordner oder seiner Sammlung zu suchen.</translation>
    </message>
    <message>
        <source>No document is open. Open one, then add a manual link.</source>
        <translation>Kein Dokument ist geöffnet. Eines öffnen, dann einen manuellen Link hinzufügen.</translation>
    </message>
    <message>
        <source>No document is open. Open one, then compare it with another.</source>
        <translation>Kein Dokument ist geöffnet. Öffnen Sie eines und vergleichen Sie es dann mit einem anderen.</translation>
    </message>
    <message>
        <source>No document is open. Open one, then move it to a topic.</source>
        <translation>Es ist kein Dokument geöffnet. Zuerst eines öffnen, dann in ein Thema verschieben.</translation>
    </message>
    <message>
        <source>No document names this yet.</source>
        <translation>Noch kein Dokument nennt dies.</translation>
    </message>
    <message>
        <source>No document would be published. Change the filter.</source>
        <translation>Es würde kein Dokument veröffentlicht. Ändern Sie den Filter.</translation>
    </message>
    <message>
        <source>No drive is mounted at {folder}; its documents stay in the index.</source>
        <translation>Bei {folder} ist kein Laufwerk eingehängt; die Dokumente bleiben im Index.</translation>
    </message>
    <message>
        <source>No due date</source>
        <translation>Ohne Fälligkeit</translation>
    </message>
    <message>
        <source>No embedding model is loaded, so this answer uses keyword search.</source>
        <translation>Es ist kein Einbettungsmodell geladen; diese Antwort benutzt die Stichwortsuche.</translation>
    </message>
    <message>
        <source>No engine has this address. Write chroma+http://host:port, lancedb:/folder, lancedb+s3://bucket/prefix or postgresql://host/database.</source>
        <translation>Keine Engine hat diese Adresse. chroma+http://host:port, lancedb:/folder, lancedb+s3://bucket/prefix oder postgresql://host/database schreiben.</translation>
    </message>
    <message>
        <source>No layouts are saved. Choose “Save layout…” to save one.</source>
        <translation>Keine Anordnung ist gespeichert. „Anordnung speichern …“ speichert eine.</translation>
    </message>
    <message>
        <source>No library answers.</source>
        <translation>Keine Bibliothek antwortet.</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>Unbegrenzt</translation>
    </message>
    <message>
        <source>No link is focused. Press Tab to go to a link, then try again.</source>
        <translation>Kein Link hat den Fokus. Mit Tab zu einem Link gehen und noch einmal versuchen.</translation>
    </message>
    <message>
        <source>No links to replaced documents.</source>
        <translation>Keine Links auf ersetzte Dokumente.</translation>
    </message>
    <message>
        <source>No manual links yet. Use “Add manual link…” to create one.</source>
        <translation>Noch keine manuellen Links. „Manuellen Link hinzufügen …“ legt einen an.</translation>
    </message>
    <message>
        <source>No matches.</source>
        <translation>Keine Treffer.</translation>
    </message>
    <message>
        <source>No matching annotations.</source>
        <translation>Keine passenden Anmerkungen.</translation>
    </message>
    <message>
        <source>No matching calls.</source>
        <translation>Keine passenden Aufrufe.</translation>
    </message>
    <message>
        <source>No matching commands.</source>
        <translation>Keine passenden Befehle.</translation>
    </message>
    <message>
        <source>No matching documents.</source>
        <translation>Keine passenden Dokumente.</translation>
    </message>
    <message>
        <source>No matching documents. To check a file that could not be read, type part of its path and press Enter.</source>
        <translation>Keine passenden Dokumente. Für eine Datei, die nicht gelesen werden konnte, einen Teil ihres Pfades eingeben und Eingabetaste drücken.</translation>
    </message>
    <message>
        <source>No matching headings.</source>
        <translation>Keine passenden Überschriften.</translation>
    </message>
    <message>
        <source>No matching layouts.</source>
        <translation>Keine passenden Anordnungen.</translation>
    </message>
    <message>
        <source>No matching memories.</source>
        <translation>Keine passenden Erinnerungen.</translation>
    </message>
    <message>
        <source>No matching settings.</source>
        <translation>Keine passenden Einstellungen.</translation>
    </message>
    <message>
        <source>No matching tags.</source>
        <translation>Keine passenden Schlagwörter.</translation>
    </message>
    <message>
        <source>No memories yet. To let an agent save notes between conversations, choose Agents, “Permissions…” and tick “Can save memories”.</source>
        <translation>Noch keine Erinnerungen. Damit ein Agent Notizen von einem Gespräch zum nächsten speichern kann, unter Agenten, „Berechtigungen …“ das Feld „Darf Erinnerungen speichern“ ankreuzen.</translation>
    </message>
    <message>
        <source>No model answers clearly better than {model}, the one in use.</source>
        <translation>Kein Modell antwortet deutlich besser als das benutzte, {model}.</translation>
    </message>
    <message>
        <source>No near duplicates.</source>
        <translation>Keine fast gleichen Dokumente.</translation>
    </message>
    <message>
        <source>No open tasks. A task is a line such as “- [ ] words”.</source>
        <translation>Keine offenen Aufgaben. Eine Aufgabe ist eine Zeile wie „- [ ] Wörter“.</translation>
    </message>
    <message>
        <source>No orphans: every document has backlinks.</source>
        <translation>Nichts verwaist: Jedes Dokument hat Backlinks.</translation>
    </message>
    <message>
        <source>No other document links here.</source>
        <translation>Kein anderes Dokument verlinkt hierher.</translation>
    </message>
    <message>
        <source>No other topic fits.</source>
        <translation>Kein anderes Thema passt.</translation>
    </message>
    <message>
        <source>No page is much older than the documents that link to it.</source>
        <translation>Keine Seite ist viel älter als die Dokumente, die auf sie verlinken.</translation>
    </message>
    <message>
        <source>No passages found for “{question}”.</source>
        <translation>Keine Textstellen zu „{question}“ gefunden.</translation>
    </message>
    <message>
        <source>No problems found.</source>
        <translation>Keine Probleme gefunden.</translation>
    </message>
    <message>
        <source>No program could be found that opens {address}.</source>
        <translation>Kein Programm gefunden, das {address} öffnet.</translation>
    </message>
    <message>
        <source>No proposed topics.</source>
        <translation>Agenten schlagen zurzeit keine Themen vor.</translation>
    </message>
    <message>
        <source>No query of {file} has a judgement.</source>
        <translation>Keine Anfrage in {file} hat eine Bewertung.</translation>
    </message>
    <message>
        <source>No readable files were found.</source>
        <translation>Es wurden keine lesbaren Dateien gefunden.</translation>
    </message>
    <message>
        <source>No readable files were found. Skipped because of their type: {types}.</source>
        <translation>Es wurden keine lesbaren Dateien gefunden. Wegen ihres Typs übersprungen: {types}.</translation>
    </message>
    <message>
        <source>No region</source>
        <translation>Ohne Gebiet</translation>
    </message>
    <message>
        <source>No related documents found yet.</source>
        <translation>Noch keine verwandten Dokumente gefunden.</translation>
    </message>
    <message>
        <source>No searches yet. Bookwheel remembers a search when you open one of its hits; “Save search” keeps it.</source>
        <translation>Noch keine Suchen. Bookwheel merkt sich eine Suche, wenn ein Treffer geöffnet wird; „Suche speichern“ behält sie.</translation>
    </message>
    <message>
        <source>No section contains this exact passage. Nearest results:</source>
        <translation>Kein Abschnitt enthält genau diese Stelle. Am nächsten:</translation>
    </message>
    <message>
        <source>No service runs for this library; start it with: bookwheel serve --detach</source>
        <translation>Für diese Bibliothek läuft kein Dienst; er startet mit: bookwheel serve --detach</translation>
    </message>
    <message>
        <source>No session</source>
        <translation>Ohne Sitzung</translation>
    </message>
    <message>
        <source>No settings or shortcuts match “{words}”.</source>
        <translation>Keine Einstellungen oder Tastenkürzel passen zu „{words}“.</translation>
    </message>
    <message>
        <source>No sidebar pane is focused. Press F6 to go to one, then try again.</source>
        <translation>Kein Bereich einer Seitenleiste hat den Fokus. Mit F6 zu einem gehen und noch einmal versuchen.</translation>
    </message>
    <message>
        <source>No similar sections found.</source>
        <translation>Keine ähnlichen Abschnitte gefunden.</translation>
    </message>
    <message>
        <source>No store of words has this address. Write postgresql://user@host/database.</source>
        <translation>Kein Speicher für Wörter hat diese Adresse. postgresql://user@host/database schreiben.</translation>
    </message>
    <message>
        <source>No tag</source>
        <translation>Ohne Schlagwort</translation>
    </message>
    <message>
        <source>No task matches these filters.</source>
        <translation>Keine Aufgabe passt zu diesen Filtern.</translation>
    </message>
    <message>
        <source>No team&apos;s library answers at {address}.</source>
        <translation>Unter {address} antwortet keine Bibliothek eines Teams.</translation>
    </message>
    <message>
        <source>No text was found in the file.</source>
        <translation>In der Datei wurde kein Text gefunden.</translation>
    </message>
    <message>
        <source>No topic</source>
        <translation>Kein Thema</translation>
    </message>
    <message numerus="yes">
        <source>No topics yet: a collection has topics once it has %Ln document(s).</source>
        <translation>
            <numerusform>Noch keine Themen: Eine Sammlung hat Themen, sobald sie %Ln Dokument hat.</numerusform>
            <numerusform>Noch keine Themen: Eine Sammlung hat Themen, sobald sie %Ln Dokumente hat.</numerusform>
        </translation>
    </message>
    <message>
        <source>No two documents are on the same subject without a link.</source>
        <translation>Keine zwei Dokumente behandeln dasselbe Thema, ohne verlinkt zu sein.</translation>
    </message>
    <message>
        <source>No type</source>
        <translation>Ohne Typ</translation>
    </message>
    <message numerus="yes">
        <source>No unanswered agent queries in the last %Ln day(s).</source>
        <translation>
            <numerusform>Keine unbeantworteten Anfragen von Agenten am letzten Tag.</numerusform>
            <numerusform>Keine unbeantworteten Anfragen von Agenten in den letzten %Ln Tagen.</numerusform>
        </translation>
    </message>
    <message>
        <source>No unlinked mentions.</source>
        <translation>Keine unverlinkten Erwähnungen.</translation>
    </message>
    <message>
        <source>No web browser could be opened. Open the address above yourself, and enter the code.</source>
        <translation>Kein Webbrowser konnte geöffnet werden. Die Adresse oben selbst öffnen und den Code eingeben.</translation>
    </message>
    <message>
        <source>None of the documents that are judged is there, such as {name}.</source>
        <translation>Keines der bewerteten Dokumente ist da, etwa {name}.</translation>
    </message>
    <message>
        <source>Not UTF-8; read as {encoding} (guessed).</source>
        <translation>Kein UTF-8; als {encoding} gelesen (vermutet).</translation>
    </message>
    <message>
        <source>Not downloaded yet. The first download shows who publishes it.</source>
        <translation>Noch nicht abgerufen. Der erste Abruf zeigt, wer die Sammlung veröffentlicht.</translation>
    </message>
    <message>
        <source>Not read as data: {files}</source>
        <translation>Nicht als Daten lesbar: {files}</translation>
    </message>
    <message>
        <source>Not read in {name}: {parts}.</source>
        <translation>In {name} nicht gelesen: {parts}.</translation>
    </message>
    <message>
        <source>Not read: {parts}.</source>
        <translation>Nicht gelesen: {parts}.</translation>
    </message>
    <message>
        <source>Not the same as {names}</source>
        <translation>Nicht dasselbe wie {names}</translation>
    </message>
    <message>
        <source>Not worth a look</source>
        <translation>Keinen Blick wert</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Notes can&apos;t be searched with these permissions.</source>
        <translation>Notizen lassen sich mit diesen Berechtigungen nicht durchsuchen.</translation>
    </message>
    <message>
        <source>Nothing answers at {url}.</source>
        <translation>Unter {url} antwortet nichts.</translation>
    </message>
    <message>
        <source>Nothing in the query matches a node of the graph.</source>
        <translation>Nichts in der Anfrage passt zu einem Knoten des Graphen.</translation>
    </message>
    <message>
        <source>Nothing in this collection matches “{name}”.</source>
        <translation>Nichts in dieser Sammlung passt zu „{name}“.</translation>
    </message>
    <message>
        <source>Nothing in this collection matches “{target}”.</source>
        <translation>Nichts in dieser Sammlung passt zu „{target}“.</translation>
    </message>
    <message>
        <source>Nothing is annotated yet. Select words on a page and press H to highlight them, or Ctrl+D to bookmark.</source>
        <translation>Noch nichts ist angemerkt. Wählen Sie Wörter auf einer Seite aus und drücken Sie H zum Markieren oder Strg+D für ein Lesezeichen.</translation>
    </message>
    <message>
        <source>Nothing is left to publish: there are no documents, or the filter leaves none.</source>
        <translation>Es bleibt nichts zu veröffentlichen: Es gibt keine Dokumente, oder der Filter lässt keines übrig.</translation>
    </message>
    <message>
        <source>Nothing is named {name}. Names that contain it:</source>
        <translation>Nichts heißt {name}. Namen, die es enthalten:</translation>
    </message>
    <message>
        <source>Nothing is published at this target. Check the address.</source>
        <translation>An diesem Ziel ist nichts veröffentlicht. Prüfen Sie die Adresse.</translation>
    </message>
    <message>
        <source>Nothing matches with these filters.</source>
        <translation>Mit diesen Filtern passt nichts.</translation>
    </message>
    <message>
        <source>Nothing matches “{words}” in your library.</source>
        <translation>Nichts in der Bibliothek passt zu „{words}“.</translation>
    </message>
    <message>
        <source>Nothing matches “{words}” with these filters. Remove a filter and try again.</source>
        <translation>Mit diesen Filtern passt nichts zu „{words}“. Einen Filter entfernen und noch einmal versuchen.</translation>
    </message>
    <message>
        <source>Nothing matches “{words}” yet.</source>
        <translation>Noch passt nichts zu „{words}“.</translation>
    </message>
    <message>
        <source>Nothing matches “{words}”; searched for {others} instead.</source>
        <translation>Nichts passt zu „{words}“; stattdessen wurde {others} gesucht.</translation>
    </message>
    <message>
        <source>Nothing to index yet.</source>
        <translation>Noch nichts zu indexieren.</translation>
    </message>
    <message>
        <source>Nothing to index.</source>
        <translation>Nichts zu indexieren.</translation>
    </message>
    <message>
        <source>Nothing to read yet. “Add to reading list” is in the menu of every document.</source>
        <translation>Noch nichts zu lesen. „Auf die Leseliste setzen“ steht im Menü jedes Dokuments.</translation>
    </message>
    <message>
        <source>Nothing was applied, because {count} items are not valid.</source>
        <translation>Nichts wurde übernommen, weil {count} Einträge ungültig sind.</translation>
    </message>
    <message>
        <source>Nothing was changed. {reason}</source>
        <translation>Nichts wurde geändert. {reason}</translation>
    </message>
    <message>
        <source>Nothing was fetched from {address}: {reason}</source>
        <translation>Von {address} wurde nichts geholt: {reason}</translation>
    </message>
    <message>
        <source>Nothing was fetched: the robots.txt of {host} asks programs to leave {address} alone. Open it in your browser.</source>
        <translation>Nichts wurde geholt: Die robots.txt von {host} bittet Programme, {address} in Ruhe zu lassen. Öffnen Sie die Seite im Browser.</translation>
    </message>
    <message>
        <source>Nothing was fetched: there is no page {address}. Check the address.</source>
        <translation>Nichts wurde geholt: Die Seite {address} gibt es nicht. Prüfen Sie die Adresse.</translation>
    </message>
    <message>
        <source>Nothing was fetched: {address} has no page that can be read.</source>
        <translation>Nichts wurde geholt: {address} hat keine lesbare Seite.</translation>
    </message>
    <message>
        <source>Nothing was fetched: {address} leads outside the pages to fetch. Add the address that your browser shows.</source>
        <translation>Nichts wurde geholt: {address} führt aus den zu holenden Seiten hinaus. Fügen Sie die Adresse hinzu, die Ihr Browser zeigt.</translation>
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
        <source>Nothing was replaced: another worker publishes this collection now, or the queue does not answer.</source>
        <translation>Nichts wurde ersetzt: Ein anderer Arbeiter veröffentlicht diese Sammlung jetzt, oder die Warteschlange antwortet nicht.</translation>
    </message>
    <message>
        <source>Notice</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>Of a type</source>
        <translation>Von einem Typ</translation>
    </message>
    <message>
        <source>Of each document the first {count} matches count.</source>
        <translation>Je Dokument zählen die ersten {count} Fundstellen.</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Old pages</source>
        <translation>Alte Seiten</translation>
    </message>
    <message>
        <source>On</source>
        <translation>Ein</translation>
    </message>
    <message>
        <source>On another device, open {address} and enter the code.</source>
        <translation>Auf einem anderen Gerät {address} öffnen und den Code eingeben.</translation>
    </message>
    <message>
        <source>One level</source>
        <translation>Eine Ebene</translation>
    </message>
    <message>
        <source>Only PDFs can be shown as pages.</source>
        <translation>Nur PDFs lassen sich als Seiten zeigen.</translation>
    </message>
    <message>
        <source>Only SELECT, ASK, CONSTRUCT and DESCRIBE are supported; the graph is read-only.</source>
        <translation>Nur SELECT, ASK, CONSTRUCT und DESCRIBE werden unterstützt; der Graph lässt sich nicht ändern.</translation>
    </message>
    <message>
        <source>Only a publication has a key.</source>
        <translation>Nur eine Veröffentlichung hat einen Schlüssel.</translation>
    </message>
    <message>
        <source>Only agents can save memories.</source>
        <translation>Nur Agenten können Erinnerungen speichern.</translation>
    </message>
    <message>
        <source>Only documents that match:</source>
        <translation>Nur passende Dokumente:</translation>
    </message>
    <message>
        <source>Only if your team has its own certificates</source>
        <translation>Nur bei eigenen Zertifikaten</translation>
    </message>
    <message>
        <source>Only the first {count} cards were read.</source>
        <translation>Nur die ersten {count} Karten wurden gelesen.</translation>
    </message>
    <message>
        <source>Only the first {count} documents were compared. Choose a collection to compare its documents.</source>
        <translation>Nur die ersten {count} Dokumente wurden verglichen. Eine Sammlung wählen, um deren Dokumente zu vergleichen.</translation>
    </message>
    <message>
        <source>Only the first {count} entries were read; {more} more were left out.</source>
        <translation>Nur die ersten {count} Einträge wurden gelesen; {more} weitere wurden ausgelassen.</translation>
    </message>
    <message>
        <source>Only the first {count} lines are shown. Open the file in an editor to read the rest.</source>
        <translation>Nur die ersten {count} Zeilen werden gezeigt. Die Datei in einem Editor öffnen, um den Rest zu lesen.</translation>
    </message>
    <message>
        <source>Only the first {count} rows are shown.</source>
        <translation>Nur die ersten {count} Zeilen werden gezeigt.</translation>
    </message>
    <message>
        <source>Only the first {count} statements were read.</source>
        <translation>Nur die ersten {count} Aussagen wurden gelesen.</translation>
    </message>
    <message>
        <source>Only the first {count} views were read.</source>
        <translation>Nur die ersten {count} Ansichten wurden gelesen.</translation>
    </message>
    <message>
        <source>Only the first {most} of {count} columns of {sheet} were read.</source>
        <translation>Nur die ersten {most} von {count} Spalten von {sheet} wurden gelesen.</translation>
    </message>
    <message>
        <source>Only the first {most} of {count} pages were read.</source>
        <translation>Nur die ersten {most} von {count} Seiten wurden gelesen.</translation>
    </message>
    <message>
        <source>Only the first {most} of {count} rows of {sheet} were read.</source>
        <translation>Nur die ersten {most} von {count} Zeilen von {sheet} wurden gelesen.</translation>
    </message>
    <message>
        <source>Only the first {most} rows were read; {count} more lines follow.</source>
        <translation>Nur die ersten {most} Zeilen wurden gelesen; {count} weitere folgen.</translation>
    </message>
    <message>
        <source>Only the first {most} rules are used.</source>
        <translation>Nur die ersten {most} Regeln werden verwendet.</translation>
    </message>
    <message>
        <source>Only the first {most} sheets were read.</source>
        <translation>Nur die ersten {most} Blätter wurden gelesen.</translation>
    </message>
    <message>
        <source>Only the newest {count} commits of the git history were read.</source>
        <translation>Nur die neuesten {count} Commits des Git-Verlaufs wurden gelesen.</translation>
    </message>
    <message>
        <source>Only the {count} most recent messages were read; {more} older ones were left out.</source>
        <translation>Nur die {count} neuesten Nachrichten wurden gelesen; {more} ältere wurden ausgelassen.</translation>
    </message>
    <message>
        <source>Only these paths (one pattern per line)</source>
        <translation>Nur diese Pfade (ein Muster je Zeile)</translation>
    </message>
    <message>
        <source>Only this entry is removed.</source>
        <translation>Nur dieser Eintrag wird entfernt.</translation>
    </message>
    <message>
        <source>Only this entry is saved.</source>
        <translation>Nur dieser Eintrag wird gespeichert.</translation>
    </message>
    <message>
        <source>Only topics of the same collection can be merged.</source>
        <translation>Nur Themen derselben Sammlung können zusammengeführt werden.</translation>
    </message>
    <message>
        <source>Only whole collections can be exported, and you have access to only part of them.</source>
        <translation>Nur ganze Sammlungen lassen sich exportieren, und der Zugriff umfasst nur einen Teil davon.</translation>
    </message>
    <message>
        <source>Only you can read {file}.</source>
        <translation>{file} ist für andere nicht lesbar.</translation>
    </message>
    <message>
        <source>Only {choices} can hold reifiers.</source>
        <translation>Nur {choices} können Reifier enthalten.</translation>
    </message>
    <message>
        <source>Only {count} queries can be made of these documents; a trial needs {least}.</source>
        <translation>Aus diesen Dokumenten lassen sich nur {count} Anfragen machen; ein Versuch braucht {least}.</translation>
    </message>
    <message>
        <source>Ontology</source>
        <translation>Ontologie</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open PDF</source>
        <translation>PDF öffnen</translation>
    </message>
    <message>
        <source>Open a PDF to use this command.</source>
        <translation>Öffnen Sie ein PDF, um diesen Befehl zu verwenden.</translation>
    </message>
    <message>
        <source>Open a document first, then save the layout.</source>
        <translation>Zuerst ein Dokument öffnen, dann die Anordnung speichern.</translation>
    </message>
    <message>
        <source>Open a document first, then split the view.</source>
        <translation>Zuerst ein Dokument öffnen, dann die Ansicht teilen.</translation>
    </message>
    <message>
        <source>Open a document first.</source>
        <translation>Öffnen Sie zuerst ein Dokument.</translation>
    </message>
    <message>
        <source>Open a document to see its graph.</source>
        <translation>Öffnen Sie ein Dokument, um seinen Graphen zu sehen.</translation>
    </message>
    <message>
        <source>Open a document to see its links.</source>
        <translation>Öffnen Sie ein Dokument, um seine Links zu sehen.</translation>
    </message>
    <message>
        <source>Open a document to see its sections.</source>
        <translation>Ein Dokument öffnen, um seine Abschnitte zu sehen.</translation>
    </message>
    <message>
        <source>Open copy</source>
        <translation>Kopie öffnen</translation>
    </message>
    <message>
        <source>Open document</source>
        <translation>Dokument öffnen</translation>
    </message>
    <message>
        <source>Open documents where you left them.</source>
        <translation>Dokumente dort öffnen, wo Sie sie verlassen haben.</translation>
    </message>
    <message>
        <source>Open in browser</source>
        <translation>Im Browser öffnen</translation>
    </message>
    <message>
        <source>Open in default app</source>
        <translation>Mit Standardprogramm öffnen</translation>
    </message>
    <message>
        <source>Open in editor</source>
        <translation>Im Editor öffnen</translation>
    </message>
    <message>
        <source>Open in language</source>
        <translation>In anderer Sprache öffnen</translation>
    </message>
    <message>
        <source>Open in new tab</source>
        <translation>In neuem Tab öffnen</translation>
    </message>
    <message>
        <source>Open in other split</source>
        <translation>In anderer Teilansicht öffnen</translation>
    </message>
    <message>
        <source>Open in terminal</source>
        <translation>Im Terminal öffnen</translation>
    </message>
    <message>
        <source>Open layout</source>
        <translation>Anordnung öffnen</translation>
    </message>
    <message>
        <source>Open layout…</source>
        <translation>Anordnung öffnen …</translation>
    </message>
    <message>
        <source>Open link from clipboard</source>
        <translation>Link aus der Zwischenablage öffnen</translation>
    </message>
    <message>
        <source>Open manual</source>
        <translation>Handbuch öffnen</translation>
    </message>
    <message>
        <source>Open sign-in page</source>
        <translation>Anmeldeseite öffnen</translation>
    </message>
    <message>
        <source>Open tasks</source>
        <translation>Offene Aufgaben</translation>
    </message>
    <message>
        <source>Open the page of a person, a term or an entity first.</source>
        <translation>Öffnen Sie zuerst die Seite einer Person, eines Begriffs oder einer Entität.</translation>
    </message>
    <message>
        <source>Open the sign-in page and confirm that it shows this code:</source>
        <translation>Die Anmeldeseite öffnen und bestätigen, dass sie diesen Code zeigt:</translation>
    </message>
    <message>
        <source>Open this file in its default app?</source>
        <translation>Diese Datei im Standardprogramm öffnen?</translation>
    </message>
    <message>
        <source>Open this link in your browser?</source>
        <translation>Diesen Link im Browser öffnen?</translation>
    </message>
    <message>
        <source>Open this {scheme} link in another program?</source>
        <translation>Diesen {scheme}-Link in einem anderen Programm öffnen?</translation>
    </message>
    <message>
        <source>Opening library.</source>
        <translation>Die Bibliothek wird geöffnet.</translation>
    </message>
    <message>
        <source>Opens agent access</source>
        <translation>Öffnet die Zugriffe der Agenten</translation>
    </message>
    <message>
        <source>Opens library health</source>
        <translation>Öffnet den Zustand der Bibliothek</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>Orange</translation>
    </message>
    <message>
        <source>Orphans</source>
        <translation>Verwaiste Dokumente</translation>
    </message>
    <message>
        <source>Other languages</source>
        <translation>Andere Sprachen</translation>
    </message>
    <message>
        <source>Other location</source>
        <translation>Anderer Ort</translation>
    </message>
    <message>
        <source>Other types: {types}</source>
        <translation>Andere Typen: {types}</translation>
    </message>
    <message>
        <source>Other users of this computer can read the key file {path}. Run: chmod 600 {path}</source>
        <translation>Andere Benutzer dieses Computers können die Schlüsseldatei {path} lesen. Abhilfe: chmod 600 {path}</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>Übrige</translation>
    </message>
    <message>
        <source>Others can read the agent tokens.</source>
        <translation>Andere können die Token der Agenten lesen.</translation>
    </message>
    <message>
        <source>Others with this name: {names}</source>
        <translation>Andere mit diesem Namen: {names}</translation>
    </message>
    <message>
        <source>Outgoing links</source>
        <translation>Ausgehende Links</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>Gliederung</translation>
    </message>
    <message>
        <source>Outline levels</source>
        <translation>Ebenen der Gliederung</translation>
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
        <source>Overdue</source>
        <translation>Überfällig</translation>
    </message>
    <message>
        <source>PDF: {name}</source>
        <translation>PDF: {name}</translation>
    </message>
    <message>
        <source>PDFs are printed by the app that opens them.</source>
        <translation>PDFs druckt das Programm, das sie öffnet.</translation>
    </message>
    <message>
        <source>PDFs will be dark in the dark theme.</source>
        <translation>PDFs werden im dunklen Design dunkel sein.</translation>
    </message>
    <message>
        <source>PDFs will be light in the dark theme.</source>
        <translation>PDFs werden im dunklen Design hell sein.</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Page font (default: Bookwheel Serif).</source>
        <translation>Schrift der Seiten (Standard: Bookwheel Serif).</translation>
    </message>
    <message>
        <source>Page font size in pixels.</source>
        <translation>Schriftgröße der Seiten in Pixeln.</translation>
    </message>
    <message>
        <source>Page limit</source>
        <translation>Höchstzahl der Seiten</translation>
    </message>
    <message>
        <source>Page not available</source>
        <translation>Seite nicht verfügbar</translation>
    </message>
    <message>
        <source>Page number or label</source>
        <translation>Seitenzahl oder Seitenname</translation>
    </message>
    <message>
        <source>Page or item</source>
        <translation>Seite oder Eintrag</translation>
    </message>
    <message>
        <source>Page size</source>
        <translation>Größe der Seiten</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Pages of the PDF</source>
        <translation>Seiten des PDFs</translation>
    </message>
    <message>
        <source>Pages of this picture were left out; only the first {most} were read.</source>
        <translation>Seiten dieses Bildes wurden ausgelassen; nur die ersten {most} wurden gelesen.</translation>
    </message>
    <message>
        <source>Pages two years older than most documents that link to them. Left: the page; right: the newest link.</source>
        <translation>Seiten, die zwei Jahre älter sind als die meisten Dokumente, die auf sie verlinken. Linke Spalte: die Seite; rechte Spalte: der neueste Link.</translation>
    </message>
    <message>
        <source>Pairs of documents about the same subject that do not link to each other.</source>
        <translation>Paare von Dokumenten zum selben Thema, die nicht aufeinander verweisen.</translation>
    </message>
    <message>
        <source>Pairs of documents that share most of their lines.</source>
        <translation>Paare von Dokumenten, die die meisten Zeilen gemeinsam haben.</translation>
    </message>
    <message>
        <source>Parsing the code took too long, so the graph does not include its definitions.</source>
        <translation>Den Code zu lesen dauerte zu lange, daher fehlen seine Definitionen im Graphen.</translation>
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
        <source>Passed dates</source>
        <translation>Vergangene Daten</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>Passwort</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>Pfad</translation>
    </message>
    <message>
        <source>Path {number} of {count}: {through}</source>
        <translation>Pfad {number} von {count}: {through}</translation>
    </message>
    <message>
        <source>Patterns that cannot match anything are ignored: {patterns}.</source>
        <translation>Muster, die auf nichts passen können, werden ignoriert: {patterns}.</translation>
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
        <source>Pause indexing</source>
        <translation>Indexierung anhalten</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Paused until the computer is plugged in.</source>
        <translation>Angehalten, bis der Rechner am Netz hängt.</translation>
    </message>
    <message>
        <source>Paused.</source>
        <translation>Angehalten.</translation>
    </message>
    <message>
        <source>Penalty for long sections (BM25 b).</source>
        <translation>Abzug für lange Abschnitte (b von BM25).</translation>
    </message>
    <message>
        <source>People</source>
        <translation>Personen</translation>
    </message>
    <message>
        <source>Permissions of {agent}</source>
        <translation>Berechtigungen von {agent}</translation>
    </message>
    <message>
        <source>Permissions…</source>
        <translation>Berechtigungen …</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Pin for agents</source>
        <translation>Für Agenten anheften</translation>
    </message>
    <message>
        <source>Pin graph: stay with this document</source>
        <translation>Graph anheften: bei diesem Dokument bleiben</translation>
    </message>
    <message>
        <source>Pinned for agents</source>
        <translation>Für Agenten angeheftet</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Stelle</translation>
    </message>
    <message numerus="yes">
        <source>Placing %Ln document(s) on the map.</source>
        <translation>
            <numerusform>%Ln Dokument wird auf der Karte platziert.</numerusform>
            <numerusform>%Ln Dokumente werden auf der Karte platziert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Port {port} is not allowed.</source>
        <translation>Port {port} ist kein Port des Webs.</translation>
    </message>
    <message>
        <source>PostgreSQL cannot be used ({reason}). Check its address and its log.</source>
        <translation>PostgreSQL kann nicht verwendet werden ({reason}). Adresse und Protokoll prüfen.</translation>
    </message>
    <message>
        <source>PostgreSQL did not answer a moment ago. Try again in {seconds} seconds.</source>
        <translation>PostgreSQL hat eben nicht geantwortet. In {seconds} Sekunden noch einmal versuchen.</translation>
    </message>
    <message>
        <source>PostgreSQL is older than version 14. Use a newer one.</source>
        <translation>PostgreSQL ist älter als Version 14. Eine neuere verwenden.</translation>
    </message>
    <message>
        <source>PostgreSQL&apos;s package is missing. Install bookwheel[team].</source>
        <translation>Das Paket für PostgreSQL fehlt. bookwheel[team] installieren.</translation>
    </message>
    <message>
        <source>Preference</source>
        <translation>Vorliebe</translation>
    </message>
    <message>
        <source>Preset weights: balanced, keyword or graph; empty to use the three weights below.</source>
        <translation>Voreingestellte Gewichte: ausgewogen, Stichwort oder Graph; leer gelten die drei Gewichte darunter.</translation>
    </message>
    <message>
        <source>Press keys…</source>
        <translation>Tasten drücken …</translation>
    </message>
    <message>
        <source>Press the new shortcut for {action}</source>
        <translation>Neues Tastenkürzel für {action} drücken</translation>
    </message>
    <message>
        <source>Press “Resume indexing”.</source>
        <translation>„Indexierung fortsetzen“ drücken.</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Preview link</source>
        <translation>Vorschau des Links</translation>
    </message>
    <message>
        <source>Preview mapping rules</source>
        <translation>Vorschau der Zuordnungsregeln</translation>
    </message>
    <message>
        <source>Previewing rules…</source>
        <translation>Die Regeln werden ausprobiert …</translation>
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
        <source>Previous and next page</source>
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
        <source>Previous split</source>
        <translation>Vorige Teilansicht</translation>
    </message>
    <message>
        <source>Previous tab</source>
        <translation>Voriger Tab</translation>
    </message>
    <message>
        <source>Previous tabs</source>
        <translation>Vorige Tabs</translation>
    </message>
    <message>
        <source>Print…</source>
        <translation>Drucken …</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>Problem</translation>
    </message>
    <message>
        <source>Problem: {fault}</source>
        <translation>Problem: {fault}</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Problems found. Press “Repair” to fix them.</source>
        <translation>Probleme gefunden. „Reparieren“ drücken, um sie zu beheben.</translation>
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
        <source>Progress of publishing</source>
        <translation>Fortschritt des Veröffentlichens</translation>
    </message>
    <message>
        <source>Projects</source>
        <translation>Projekte</translation>
    </message>
    <message>
        <source>Properties</source>
        <translation>Eigenschaften</translation>
    </message>
    <message>
        <source>Proposals accepted: {count}.</source>
        <translation>Angenommene Vorschläge: {count}.</translation>
    </message>
    <message>
        <source>Proposals refused: {count}.</source>
        <translation>Abgelehnte Vorschläge: {count}.</translation>
    </message>
    <message>
        <source>Propose one to {most} topics for a document.</source>
        <translation>Schlagen Sie ein bis {most} Themen für ein Dokument vor.</translation>
    </message>
    <message>
        <source>Proposed</source>
        <translation>Vorgeschlagen</translation>
    </message>
    <message>
        <source>Proposed by</source>
        <translation>Vorgeschlagen von</translation>
    </message>
    <message>
        <source>Proposed topic</source>
        <translation>Vorgeschlagenes Thema</translation>
    </message>
    <message>
        <source>Proposed topics</source>
        <translation>Vorgeschlagene Themen</translation>
    </message>
    <message>
        <source>Publish</source>
        <translation>Veröffentlichen</translation>
    </message>
    <message>
        <source>Publish collection</source>
        <translation>Sammlung veröffentlichen</translation>
    </message>
    <message>
        <source>Publish collection…</source>
        <translation>Sammlung veröffentlichen…</translation>
    </message>
    <message>
        <source>Publish to</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Publish to an absolute folder or to s3://bucket/prefix, not {target}.</source>
        <translation>Veröffentlichen Sie in einen absoluten Ordner oder nach s3://bucket/prefix, nicht nach {target}.</translation>
    </message>
    <message>
        <source>Published by {name}</source>
        <translation>Veröffentlicht von {name}</translation>
    </message>
    <message>
        <source>Published {when}</source>
        <translation>Veröffentlicht {when}</translation>
    </message>
    <message>
        <source>Published {when} by {name}</source>
        <translation>Veröffentlicht {when} von {name}</translation>
    </message>
    <message>
        <source>Published “{name}” to {target}: {documents}, {new} new.</source>
        <translation>„{name}“ nach {target} veröffentlicht: {documents}, {new} neu.</translation>
    </message>
    <message>
        <source>Publisher&apos;s key (optional)</source>
        <translation>Schlüssel des Herausgebers (optional)</translation>
    </message>
    <message>
        <source>Publisher&apos;s key: {key}</source>
        <translation>Schlüssel des Herausgebers: {key}</translation>
    </message>
    <message>
        <source>Publisher&apos;s name</source>
        <translation>Name des Herausgebers</translation>
    </message>
    <message>
        <source>Publishing failed. See the log.</source>
        <translation>Das Veröffentlichen ist fehlgeschlagen. Das Protokoll sagt mehr.</translation>
    </message>
    <message>
        <source>Publishing stopped unexpectedly. Publish again; the log has the details.</source>
        <translation>Das Veröffentlichen endete unerwartet. Veröffentlichen Sie noch einmal; Näheres steht im Protokoll.</translation>
    </message>
    <message>
        <source>Publishing was cancelled. Subscribers keep what was published before.</source>
        <translation>Das Veröffentlichen wurde abgebrochen. Abonnenten behalten, was vorher veröffentlicht war.</translation>
    </message>
    <message>
        <source>Publishing: {done} of {total}</source>
        <translation>Veröffentlichen: {done} von {total}</translation>
    </message>
    <message>
        <source>Publishing…</source>
        <translation>Veröffentlichen…</translation>
    </message>
    <message>
        <source>Purple</source>
        <translation>Violett</translation>
    </message>
    <message>
        <source>Queries</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>Queries are not available here.</source>
        <translation>Anfragen sind hier nicht verfügbar.</translation>
    </message>
    <message>
        <source>Queries are not available now. See the library&apos;s log for details.</source>
        <translation>Anfragen sind zurzeit nicht verfügbar. Einzelheiten stehen im Protokoll der Bibliothek.</translation>
    </message>
    <message>
        <source>Queries over a part of the library cover up to {count} statements, and your part has more.</source>
        <translation>Anfragen über einen Teil der Bibliothek umfassen bis zu {count} Aussagen, und Ihr Teil hat mehr.</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Query graph with SPARQL</source>
        <translation>Graph mit SPARQL abfragen</translation>
    </message>
    <message>
        <source>Query what documents state: links, sections, labels, people. Press Ctrl+Enter to run.</source>
        <translation>Abfragen, was Dokumente aussagen: Links, Abschnitte, Labels, Personen. Strg+Eingabe führt aus.</translation>
    </message>
    <message>
        <source>Query:</source>
        <translation>Abfrage:</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Question and passages copied. Paste them into any chat.</source>
        <translation>Frage und Textstellen kopiert. Sie lassen sich in jeden Chat einfügen.</translation>
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
        <source>Ranking of “{title}”</source>
        <translation>Rangfolge von „{title}“</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Read as {encoding}; the file has no byte order mark.</source>
        <translation>Als {encoding} gelesen; die Datei hat keine Byte-Reihenfolge-Marke.</translation>
    </message>
    <message>
        <source>Read the git history of folders: who changed which document, and when.</source>
        <translation>Den Git-Verlauf von Ordnern lesen: wer welches Dokument wann geändert hat.</translation>
    </message>
    <message>
        <source>Reading and writing {address} needs an extra of Bookwheel. Install it with: pip install &apos;bookwheel[s3]&apos;</source>
        <translation>Zum Lesen und Schreiben von {address} braucht Bookwheel ein Extra. Installieren Sie es mit: pip install &apos;bookwheel[s3]&apos;</translation>
    </message>
    <message>
        <source>Reading list</source>
        <translation>Leseliste</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Rebuild</source>
        <translation>Neu aufbauen</translation>
    </message>
    <message>
        <source>Rebuild the whole index?</source>
        <translation>Den ganzen Index neu aufbauen?</translation>
    </message>
    <message>
        <source>Rebuild topics</source>
        <translation>Themen neu ermitteln</translation>
    </message>
    <message>
        <source>Rebuilding the index from all files.</source>
        <translation>Der Index wird aus allen Dateien neu aufgebaut.</translation>
    </message>
    <message>
        <source>Rebuilding topics…</source>
        <translation>Themen werden neu gebildet…</translation>
    </message>
    <message>
        <source>Rebuild…</source>
        <translation>Neu aufbauen …</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>Zuletzt gelesen</translation>
    </message>
    <message>
        <source>Recent searches cleared. Saved searches are kept.</source>
        <translation>Letzte Suchen gelöscht. Gespeicherte Suchen bleiben.</translation>
    </message>
    <message>
        <source>Reconnecting</source>
        <translation>Verbindung wird neu aufgebaut</translation>
    </message>
    <message>
        <source>Reconnecting to the background service…</source>
        <translation>Verbindung zum Hintergrunddienst wird wiederhergestellt …</translation>
    </message>
    <message>
        <source>Reduce motion: pages jump, menus appear at once.</source>
        <translation>Bewegung reduzieren: Seiten springen, Menüs erscheinen sofort.</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>Aktualisieren</translation>
    </message>
    <message>
        <source>Refresh now</source>
        <translation>Jetzt aktualisieren</translation>
    </message>
    <message>
        <source>Refresh sources by timetable over a metered connection.</source>
        <translation>Quellen nach Zeitplan auch über eine getaktete Verbindung aktualisieren.</translation>
    </message>
    <message>
        <source>Refresh sources by timetable while the computer runs on battery.</source>
        <translation>Quellen nach Zeitplan auch im Akkubetrieb aktualisieren.</translation>
    </message>
    <message>
        <source>Refreshing “{name}”…</source>
        <translation>„{name}“ wird aktualisiert…</translation>
    </message>
    <message>
        <source>Refreshing: {done}</source>
        <translation>Wird aktualisiert: {done}</translation>
    </message>
    <message>
        <source>Refreshing: {done} of {total}</source>
        <translation>Wird aktualisiert: {done} von {total}</translation>
    </message>
    <message>
        <source>Refreshing…</source>
        <translation>Wird aktualisiert…</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>Ablehnen</translation>
    </message>
    <message>
        <source>Refuse the calls of all agents until you resume them</source>
        <translation>Die Aufrufe aller Agenten abweisen, bis sie fortgesetzt werden</translation>
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
        <source>Reinstall Bookwheel.</source>
        <translation>Bookwheel neu installieren.</translation>
    </message>
    <message>
        <source>Related</source>
        <translation>Verwandt</translation>
    </message>
    <message>
        <source>Related documents are available only for a document or section.</source>
        <translation>Verwandte Dokumente gibt es nur zu einem Dokument oder Abschnitt.</translation>
    </message>
    <message>
        <source>Related documents cannot be filtered by relation or kind. Leave out relation and kinds.</source>
        <translation>Verwandte Dokumente lassen sich nicht nach Beziehung oder Art filtern. Lassen Sie relation und kinds weg.</translation>
    </message>
    <message>
        <source>Relation</source>
        <translation>Beziehung</translation>
    </message>
    <message>
        <source>Relation to “{title}”</source>
        <translation>Beziehung zu „{title}“</translation>
    </message>
    <message>
        <source>Relations</source>
        <translation>Beziehungen</translation>
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
        <source>Remote images</source>
        <translation>Entfernte Bilder</translation>
    </message>
    <message>
        <source>Remote images are not fetched for the documents of a team.</source>
        <translation>Entfernte Bilder werden für Dokumente eines Teams nicht abgerufen.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove from library…</source>
        <translation>Aus der Bibliothek entfernen …</translation>
    </message>
    <message>
        <source>Remove from reading list</source>
        <translation>Von der Leseliste nehmen</translation>
    </message>
    <message>
        <source>Remove “{name}” from the library?</source>
        <translation>„{name}“ aus der Bibliothek entfernen?</translation>
    </message>
    <message>
        <source>Removed from the reading list.</source>
        <translation>Von der Leseliste genommen.</translation>
    </message>
    <message>
        <source>Removed from {file}. Its token still works; press “Revoke…” to revoke it.</source>
        <translation>Aus {file} entfernt. Sein Token gilt noch; „Widerrufen …“ macht es ungültig.</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Entfernen…</translation>
    </message>
    <message>
        <source>Rename to “{name}”</source>
        <translation>Umbenennen in „{name}“</translation>
    </message>
    <message>
        <source>Rename topic</source>
        <translation>Thema umbenennen</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen …</translation>
    </message>
    <message>
        <source>Reopen closed tab</source>
        <translation>Geschlossenen Tab wieder öffnen</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>Reparieren</translation>
    </message>
    <message>
        <source>Replace “{name}”</source>
        <translation>„{name}“ ersetzen</translation>
    </message>
    <message>
        <source>Replaced by</source>
        <translation>Ersetzt durch</translation>
    </message>
    <message>
        <source>Replaced document</source>
        <translation>Ersetztes Dokument</translation>
    </message>
    <message>
        <source>Replaced documents</source>
        <translation>Ersetzte Dokumente</translation>
    </message>
    <message>
        <source>Repositories</source>
        <translation>Repositorys</translation>
    </message>
    <message>
        <source>Reranker for the first hits: a folder, an ONNX file or the name of a fetched model; empty for none.</source>
        <translation>Reranker für die ersten Treffer: ein Ordner, eine ONNX-Datei oder der Name eines geladenen Modells; leer für keinen.</translation>
    </message>
    <message>
        <source>Rescan folders</source>
        <translation>Ordner neu einlesen</translation>
    </message>
    <message>
        <source>Rescanning all folders.</source>
        <translation>Alle Ordner werden neu eingelesen.</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Reset all sections</source>
        <translation>Alle Bereiche zurücksetzen</translation>
    </message>
    <message>
        <source>Reset layout</source>
        <translation>Layout zurücksetzen</translation>
    </message>
    <message>
        <source>Reset section</source>
        <translation>Bereich zurücksetzen</translation>
    </message>
    <message>
        <source>Reset shortcut</source>
        <translation>Tastenkürzel zurücksetzen</translation>
    </message>
    <message>
        <source>Reset shortcut: {action}</source>
        <translation>Tastenkürzel zurücksetzen: {action}</translation>
    </message>
    <message>
        <source>Reset split sizes</source>
        <translation>Größen der Teilansichten zurücksetzen</translation>
    </message>
    <message>
        <source>Reset to default</source>
        <translation>Auf Standard zurücksetzen</translation>
    </message>
    <message>
        <source>Reset to default: {about}</source>
        <translation>Auf Standard zurücksetzen: {about}</translation>
    </message>
    <message>
        <source>Reset zoom</source>
        <translation>Zoom zurücksetzen</translation>
    </message>
    <message>
        <source>Reset “{section}” to its defaults?</source>
        <translation>„{section}“ auf die Standardwerte zurücksetzen?</translation>
    </message>
    <message>
        <source>Restart the service; it restores the library state from its backup.</source>
        <translation>Den Dienst neu starten; er stellt den Zustand der Bibliothek aus der Sicherung wieder her.</translation>
    </message>
    <message>
        <source>Restart the service; it restores the tokens from their backup.</source>
        <translation>Den Dienst neu starten; er stellt die Token aus der Sicherung wieder her.</translation>
    </message>
    <message>
        <source>Restore finding</source>
        <translation>Befund wiederherstellen</translation>
    </message>
    <message>
        <source>Restore tabs on startup.</source>
        <translation>Tabs beim Start wiederherstellen.</translation>
    </message>
    <message>
        <source>Restore the folder, or remove it from the library with: bookwheel remove {name}</source>
        <translation>Den Ordner wiederherstellen oder aus der Bibliothek entfernen mit: bookwheel remove {name}</translation>
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
        <source>Resume indexing</source>
        <translation>Indexierung fortsetzen</translation>
    </message>
    <message>
        <source>Resume them in the Activity pane of the window.</source>
        <translation>Im Bereich „Aktivität“ des Fensters fortsetzen.</translation>
    </message>
    <message>
        <source>Resume them in the Activity pane.</source>
        <translation>Im Bereich „Aktivität“ fortsetzen.</translation>
    </message>
    <message>
        <source>Return to the saved version</source>
        <translation>Zur gespeicherten Fassung zurückkehren</translation>
    </message>
    <message>
        <source>Reveal in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
    <message>
        <source>Revision</source>
        <translation>Revision</translation>
    </message>
    <message>
        <source>Revoke</source>
        <translation>Widerrufen</translation>
    </message>
    <message>
        <source>Revoke access for {agent}?</source>
        <translation>Zugriff für {agent} widerrufen?</translation>
    </message>
    <message>
        <source>Revoke…</source>
        <translation>Widerrufen …</translation>
    </message>
    <message>
        <source>Rows exported to {file}.</source>
        <translation>Zeilen nach {file} exportiert.</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>Run query</source>
        <translation>Anfrage ausführen</translation>
    </message>
    <message>
        <source>Run query (Ctrl+Enter)</source>
        <translation>Anfrage ausführen (Strg+Eingabe)</translation>
    </message>
    <message>
        <source>Running query…</source>
        <translation>Anfrage läuft …</translation>
    </message>
    <message>
        <source>SELECT * cannot be used with GROUP BY. Name the variables.</source>
        <translation>SELECT * geht nicht zusammen mit GROUP BY. Die Variablen nennen.</translation>
    </message>
    <message>
        <source>SELECT names a variable twice.</source>
        <translation>SELECT nennt eine Variable zweimal.</translation>
    </message>
    <message>
        <source>SELECT uses a variable that is neither grouped nor aggregated.</source>
        <translation>SELECT benutzt eine Variable, die weder gruppiert noch zusammengefasst ist.</translation>
    </message>
    <message>
        <source>SERVICE is not supported: a query covers this library only.</source>
        <translation>SERVICE wird nicht unterstützt: Eine Anfrage umfasst nur diese Bibliothek.</translation>
    </message>
    <message>
        <source>SPARQL queries</source>
        <translation>SPARQL-Anfragen</translation>
    </message>
    <message>
        <source>SPARQL query</source>
        <translation>SPARQL-Anfrage</translation>
    </message>
    <message>
        <source>Same subject</source>
        <translation>Gleiches Thema</translation>
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
        <source>Save as “{name}”</source>
        <translation>Als „{name}“ speichern</translation>
    </message>
    <message>
        <source>Save change</source>
        <translation>Änderung speichern</translation>
    </message>
    <message>
        <source>Save changes</source>
        <translation>Änderungen speichern</translation>
    </message>
    <message>
        <source>Save layout</source>
        <translation>Anordnung speichern</translation>
    </message>
    <message>
        <source>Save layout…</source>
        <translation>Anordnung speichern …</translation>
    </message>
    <message>
        <source>Save search</source>
        <translation>Suche speichern</translation>
    </message>
    <message>
        <source>Saved and recent searches</source>
        <translation>Gespeicherte und letzte Suchen</translation>
    </message>
    <message>
        <source>Saved in your user settings, for all libraries.</source>
        <translation>In den Benutzereinstellungen gespeichert, für alle Bibliotheken.</translation>
    </message>
    <message>
        <source>Saved searches</source>
        <translation>Gespeicherte Suchen</translation>
    </message>
    <message>
        <source>Saved to {file} and tested: it answers in {time} ms. Restart {agent}.</source>
        <translation>In {file} gespeichert und getestet: Antwort in {time} ms. {agent} neu starten.</translation>
    </message>
    <message>
        <source>Saved to {file}, but the connection does not work yet: {fault}</source>
        <translation>In {file} gespeichert, aber die Verbindung funktioniert noch nicht: {fault}</translation>
    </message>
    <message>
        <source>Saved to {file}.</source>
        <translation>In {file} gespeichert.</translation>
    </message>
    <message>
        <source>Scan all folders again, including files with problems</source>
        <translation>Alle Ordner neu einlesen, auch Dateien mit Problemen</translation>
    </message>
    <message>
        <source>Schemes whose links open without asking, one per line.</source>
        <translation>Schemata, deren Links ohne Nachfrage aufgehen, eins pro Zeile.</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Punktzahl</translation>
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
        <source>Search documents by name, or type ? for more</source>
        <translation>Dokumente nach Namen suchen, oder ? für mehr</translation>
    </message>
    <message>
        <source>Search for something first.</source>
        <translation>Zuerst etwas suchen.</translation>
    </message>
    <message>
        <source>Search for something first. Then you can check why a document is missing.</source>
        <translation>Zuerst etwas suchen. Dann lässt sich prüfen, warum ein Dokument fehlt.</translation>
    </message>
    <message>
        <source>Search for something first. Then you can save the search.</source>
        <translation>Zuerst etwas suchen. Dann lässt sich die Suche speichern.</translation>
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
        <source>Search headings</source>
        <translation>Überschriften suchen</translation>
    </message>
    <message>
        <source>Search here</source>
        <translation>Hier suchen</translation>
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
        <source>Search layouts</source>
        <translation>Anordnungen suchen</translation>
    </message>
    <message>
        <source>Search memories</source>
        <translation>Erinnerungen suchen</translation>
    </message>
    <message>
        <source>Search mode: {words}</source>
        <translation>Suchmodus: {words}</translation>
    </message>
    <message>
        <source>Search operators</source>
        <translation>Suchoperatoren</translation>
    </message>
    <message>
        <source>Search settings and shortcuts</source>
        <translation>Einstellungen und Tastenkürzel suchen</translation>
    </message>
    <message>
        <source>Search syntax</source>
        <translation>Suchsyntax</translation>
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
        <source>Searching in {folder}. Remove the filter above the hits to search everywhere.</source>
        <translation>Gesucht wird in {folder}. Den Filter über den Treffern entfernen, um überall zu suchen.</translation>
    </message>
    <message>
        <source>Second document or thing</source>
        <translation>Zweites Dokument oder Ding</translation>
    </message>
    <message>
        <source>Second passage</source>
        <translation>Zweite Textstelle</translation>
    </message>
    <message>
        <source>Section copied as Markdown.</source>
        <translation>Abschnitt als Markdown kopiert.</translation>
    </message>
    <message>
        <source>Sections</source>
        <translation>Abschnitte</translation>
    </message>
    <message>
        <source>Sections connected in the graph to what the query mentions</source>
        <translation>Abschnitte, die im Graphen mit dem verbunden sind, was die Anfrage nennt</translation>
    </message>
    <message>
        <source>Sections that contain the words</source>
        <translation>Abschnitte, in denen die Wörter stehen</translation>
    </message>
    <message>
        <source>Sections with a similar meaning</source>
        <translation>Abschnitte mit ähnlicher Bedeutung</translation>
    </message>
    <message>
        <source>See {folder} for details, then restart the service.</source>
        <translation>Näheres steht in {folder}; danach den Dienst neu starten.</translation>
    </message>
    <message>
        <source>Segments were deleted again and again. Look at who deletes them.</source>
        <translation>Segmente wurden immer wieder gelöscht. Nachsehen, wer sie löscht.</translation>
    </message>
    <message>
        <source>Select the words to highlight first.</source>
        <translation>Wählen Sie zuerst die Wörter aus, die markiert werden sollen.</translation>
    </message>
    <message>
        <source>Semantic</source>
        <translation>Semantisch</translation>
    </message>
    <message>
        <source>Semantic index</source>
        <translation>Semantischer Index</translation>
    </message>
    <message>
        <source>Semantic index stopped at {share}</source>
        <translation>Semantischer Index bei {share} gestoppt</translation>
    </message>
    <message>
        <source>Semantic index up to date</source>
        <translation>Semantischer Index aktuell</translation>
    </message>
    <message>
        <source>Semantic index {share}</source>
        <translation>Semantischer Index {share}</translation>
    </message>
    <message>
        <source>Semantic search</source>
        <translation>Semantische Suche</translation>
    </message>
    <message>
        <source>Semantic search is off.</source>
        <translation>Die semantische Suche ist aus.</translation>
    </message>
    <message>
        <source>Semantic search is off; keyword and graph search still work.</source>
        <translation>Die semantische Suche ist aus; Stichwort- und Graphsuche funktionieren weiterhin.</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>Sitzung</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>Sitzungen</translation>
    </message>
    <message>
        <source>Set as default for bookwheel:// links</source>
        <translation>Als Standard für bookwheel://-Links festlegen</translation>
    </message>
    <message>
        <source>Set both AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or neither to read a public bucket.</source>
        <translation>Setzen Sie AWS_ACCESS_KEY_ID und AWS_SECRET_ACCESS_KEY, oder keines von beiden, um einen öffentlichen Bucket zu lesen.</translation>
    </message>
    <message>
        <source>Set either type, or type_field with the field that contains the type.</source>
        <translation>Setzen Sie entweder type oder type_field mit dem Feld, das den Typ enthält.</translation>
    </message>
    <message>
        <source>Set it in the settings</source>
        <translation>In den Einstellungen festlegen</translation>
    </message>
    <message>
        <source>Set what {field} refers to, for example {field} = &quot;company&quot;</source>
        <translation>Geben Sie an, worauf {field} verweist, zum Beispiel {field} = &quot;company&quot;</translation>
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
        <source>Settings imported.</source>
        <translation>Einstellungen importiert.</translation>
    </message>
    <message>
        <source>Settings sections</source>
        <translation>Bereiche der Einstellungen</translation>
    </message>
    <message>
        <source>Several topics are called {name}.</source>
        <translation>Mehrere Themen heißen {name}.</translation>
    </message>
    <message>
        <source>Share of the second-best section&apos;s score that is added to a document&apos;s score.</source>
        <translation>Anteil an der Punktzahl des zweitbesten Abschnitts, der zur Punktzahl des Dokuments addiert wird.</translation>
    </message>
    <message>
        <source>Shared by {name}</source>
        <translation>Geteilt von {name}</translation>
    </message>
    <message>
        <source>Shared by {name}, withdrawn</source>
        <translation>Geteilt von {name}, zurückgezogen</translation>
    </message>
    <message>
        <source>Shared by {name}, {when}</source>
        <translation>Geteilt von {name}, {when}</translation>
    </message>
    <message>
        <source>Shared collection</source>
        <translation>Geteilte Sammlung</translation>
    </message>
    <message>
        <source>Shared collection, published {when}</source>
        <translation>Geteilte Sammlung, veröffentlicht {when}</translation>
    </message>
    <message>
        <source>Shared lines</source>
        <translation>Gleiche Zeilen</translation>
    </message>
    <message>
        <source>Shortcut for {action}: {keys}</source>
        <translation>Tastenkürzel für {action}: {keys}</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Anzeigen</translation>
    </message>
    <message numerus="yes">
        <source>Show %Ln more</source>
        <translation>
            <numerusform>%Ln weiteren zeigen</numerusform>
            <numerusform>%Ln weitere zeigen</numerusform>
        </translation>
    </message>
    <message>
        <source>Show 1 remote image</source>
        <translation>1 entferntes Bild zeigen</translation>
    </message>
    <message>
        <source>Show Bookwheel</source>
        <translation>Bookwheel zeigen</translation>
    </message>
    <message>
        <source>Show a preview while the pointer is over a link.</source>
        <translation>Vorschau zeigen, solange der Zeiger auf einem Link ist.</translation>
    </message>
    <message>
        <source>Show again</source>
        <translation>Wieder einblenden</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alle zeigen</translation>
    </message>
    <message>
        <source>Show as graph</source>
        <translation>Als Graph zeigen</translation>
    </message>
    <message>
        <source>Show as table</source>
        <translation>Als Tabelle zeigen</translation>
    </message>
    <message>
        <source>Show dismissed</source>
        <translation>Verworfene anzeigen</translation>
    </message>
    <message>
        <source>Show files not read</source>
        <translation>Nicht gelesene Dateien zeigen</translation>
    </message>
    <message>
        <source>Show headings in graph</source>
        <translation>Überschriften im Graphen zeigen</translation>
    </message>
    <message>
        <source>Show headings of this document</source>
        <translation>Überschriften dieses Dokuments zeigen</translation>
    </message>
    <message>
        <source>Show hidden topics</source>
        <translation>Ausgeblendete Themen zeigen</translation>
    </message>
    <message>
        <source>Show image</source>
        <translation>Bild zeigen</translation>
    </message>
    <message>
        <source>Show in Labels</source>
        <translation>In Labels zeigen</translation>
    </message>
    <message>
        <source>Show less</source>
        <translation>Weniger zeigen</translation>
    </message>
    <message>
        <source>Show more</source>
        <translation>Mehr zeigen</translation>
    </message>
    <message>
        <source>Show only calls that were refused or failed</source>
        <translation>Nur Aufrufe zeigen, die abgewiesen wurden oder scheiterten</translation>
    </message>
    <message>
        <source>Show only: {group}. Ctrl+click: show or hide it</source>
        <translation>Nur zeigen: {group}. Strg+Klick: zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Show or hide: {group}</source>
        <translation>Zeigen oder verbergen: {group}</translation>
    </message>
    <message>
        <source>Show pages</source>
        <translation>Seiten zeigen</translation>
    </message>
    <message>
        <source>Show recent agent reads on map</source>
        <translation>Zuletzt von Agenten Gelesenes auf der Karte zeigen</translation>
    </message>
    <message>
        <source>Show remote images</source>
        <translation>Entfernte Bilder zeigen</translation>
    </message>
    <message>
        <source>Show search results</source>
        <translation>Suchergebnisse zeigen</translation>
    </message>
    <message>
        <source>Show source</source>
        <translation>Quelltext zeigen</translation>
    </message>
    <message>
        <source>Show sources</source>
        <translation>Quellen zeigen</translation>
    </message>
    <message>
        <source>Show text</source>
        <translation>Text zeigen</translation>
    </message>
    <message>
        <source>Show the links of documents that very many others link to</source>
        <translation>Die Links von Dokumenten zeigen, auf die sehr viele andere verlinken</translation>
    </message>
    <message>
        <source>Show the menu bar; when it is hidden, Alt shows it.</source>
        <translation>Menüleiste anzeigen; ist sie ausgeblendet, zeigt Alt sie an.</translation>
    </message>
    <message>
        <source>Show the pages of PDFs dark in the dark theme.</source>
        <translation>Seiten von PDFs im dunklen Design dunkel zeigen.</translation>
    </message>
    <message>
        <source>Show titles in</source>
        <translation>Titel zeigen auf</translation>
    </message>
    <message>
        <source>Show what agents read recently</source>
        <translation>Zeigen, was Agenten zuletzt gelesen haben</translation>
    </message>
    <message>
        <source>Show which files were not read, and why</source>
        <translation>Zeigt, welche Dateien nicht gelesen wurden und warum</translation>
    </message>
    <message>
        <source>Show {count} remote images</source>
        <translation>{count} entfernte Bilder zeigen</translation>
    </message>
    <message>
        <source>Shown by {team}. You can read it, but not change it.</source>
        <translation>Gezeigt von {team}. Nur lesbar.</translation>
    </message>
    <message>
        <source>Shown to subscribers</source>
        <translation>Wird Abonnenten gezeigt</translation>
    </message>
    <message>
        <source>Sign in again…</source>
        <translation>Erneut anmelden …</translation>
    </message>
    <message>
        <source>Sign in to {team}</source>
        <translation>Bei {team} anmelden</translation>
    </message>
    <message>
        <source>Sign-in code: {code}</source>
        <translation>Anmeldecode: {code}</translation>
    </message>
    <message>
        <source>Sign-in expired</source>
        <translation>Anmeldung abgelaufen</translation>
    </message>
    <message>
        <source>Similar document</source>
        <translation>Ähnliches Dokument</translation>
    </message>
    <message>
        <source>Similar names</source>
        <translation>Ähnliche Namen</translation>
    </message>
    <message>
        <source>Similar to “{name}”</source>
        <translation>Ähnlich wie „{name}“</translation>
    </message>
    <message>
        <source>Similarity</source>
        <translation>Ähnlichkeit</translation>
    </message>
    <message>
        <source>Site</source>
        <translation>Website</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>Überspringen</translation>
    </message>
    <message>
        <source>Skip these paths (one pattern per line)</source>
        <translation>Diese Pfade überspringen (ein Muster je Zeile)</translation>
    </message>
    <message>
        <source>Skipped because of their type: {types}.</source>
        <translation>Wegen ihres Typs übersprungen: {types}.</translation>
    </message>
    <message>
        <source>Some window settings could not be read. The file was kept as {file}.</source>
        <translation>Einige Fenstereinstellungen konnten nicht gelesen werden. Die Datei bleibt als {file} erhalten.</translation>
    </message>
    <message>
        <source>Some words</source>
        <translation>Einige Wörter</translation>
    </message>
    <message>
        <source>Something went wrong in Bookwheel. See its log for details.</source>
        <translation>In Bookwheel ist etwas schiefgegangen. Näheres steht im Protokoll.</translation>
    </message>
    <message>
        <source>Something went wrong in the window. See its log for details.</source>
        <translation>Im Fenster ist etwas schiefgegangen. Näheres steht in seinem Protokoll.</translation>
    </message>
    <message>
        <source>Something went wrong. See the log for details.</source>
        <translation>Etwas ist schiefgegangen. Näheres steht im Protokoll.</translation>
    </message>
    <message>
        <source>Sort by this column</source>
        <translation>Nach dieser Spalte sortieren</translation>
    </message>
    <message>
        <source>Sort documents</source>
        <translation>Dokumente sortieren</translation>
    </message>
    <message>
        <source>Sort hits: {words}</source>
        <translation>Treffer sortieren: {words}</translation>
    </message>
    <message>
        <source>Sort order of the tree: as in the source (book), by title or newest first.</source>
        <translation>Sortierung des Baums: wie in der Quelle, nach Titel oder neueste zuerst.</translation>
    </message>
    <message>
        <source>Sort tree</source>
        <translation>Baum sortieren</translation>
    </message>
    <message>
        <source>Sort tree: as in the source</source>
        <translation>Baum sortieren: wie in der Quelle</translation>
    </message>
    <message>
        <source>Sort tree: by title</source>
        <translation>Baum sortieren: nach Titel</translation>
    </message>
    <message>
        <source>Sort tree: newest first</source>
        <translation>Baum sortieren: neueste zuerst</translation>
    </message>
    <message>
        <source>Sound: {name}</source>
        <translation>Ton: {name}</translation>
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
        <source>Sources copied.</source>
        <translation>Quellen kopiert.</translation>
    </message>
    <message>
        <source>Sources…</source>
        <translation>Quellen…</translation>
    </message>
    <message>
        <source>Specify 1 to {most} documents or sections to read.</source>
        <translation>1 bis {most} Dokumente oder Abschnitte zum Lesen angeben.</translation>
    </message>
    <message>
        <source>Specify a collection: you have access to only part of the library.</source>
        <translation>Eine Sammlung angeben: Der Zugriff umfasst nur einen Teil der Bibliothek.</translation>
    </message>
    <message>
        <source>Specify a folder or a file to add.</source>
        <translation>Einen Ordner oder eine Datei zum Hinzufügen angeben.</translation>
    </message>
    <message>
        <source>Specify which links: id, session, agent or before.</source>
        <translation>Angeben, welche Links gemeint sind: id, session, agent oder before.</translation>
    </message>
    <message>
        <source>Specify which memories to forget: id, session, agent or before.</source>
        <translation>Angeben, welche Erinnerungen vergessen werden sollen: id, session, agent oder before.</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>Teilen</translation>
    </message>
    <message>
        <source>Split down</source>
        <translation>Unten teilen</translation>
    </message>
    <message>
        <source>Split right</source>
        <translation>Rechts teilen</translation>
    </message>
    <message>
        <source>Start page</source>
        <translation>Startseite</translation>
    </message>
    <message>
        <source>Start path here</source>
        <translation>Pfad hier beginnen</translation>
    </message>
    <message>
        <source>Start tour</source>
        <translation>Rundgang starten</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Startet</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Stand</translation>
    </message>
    <message>
        <source>Statement</source>
        <translation>Aussage</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Steps of the path</source>
        <translation>Schritte des Wegs</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Beenden</translation>
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
        <source>Swap compared documents</source>
        <translation>Verglichene Dokumente tauschen</translation>
    </message>
    <message>
        <source>Syntax error at {place}: “{word}” is not a SPARQL keyword.</source>
        <translation>Syntaxfehler ({place}): „{word}“ ist kein SPARQL-Schlüsselwort.</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>Tabs</source>
        <translation>Tabs</translation>
    </message>
    <message>
        <source>Tabs of split {number}</source>
        <translation>Tabs der Teilansicht {number}</translation>
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
        <source>Target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>Aufgaben</translation>
    </message>
    <message>
        <source>Teams</source>
        <translation>Teams</translation>
    </message>
    <message>
        <source>Teams…</source>
        <translation>Teams…</translation>
    </message>
    <message>
        <source>Tell subscribers the fingerprint of your key. With it they check who published:</source>
        <translation>Nennen Sie Abonnenten den Fingerabdruck Ihres Schlüssels. Damit prüfen sie, wer veröffentlicht hat:</translation>
    </message>
    <message>
        <source>Terms</source>
        <translation>Begriffe</translation>
    </message>
    <message>
        <source>Terms: {terms}</source>
        <translation>Begriffe: {terms}</translation>
    </message>
    <message>
        <source>Tesseract found no words in the pictures.</source>
        <translation>Tesseract hat in den Bildern keine Wörter gefunden.</translation>
    </message>
    <message>
        <source>Tesseract has no language {languages}; the words were read as {others}.</source>
        <translation>Tesseract hat die Sprache {languages} nicht; die Wörter wurden als {others} gelesen.</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Text recognition stopped after {count} pages; {left} more pages are pictures (scans).</source>
        <translation>Die Texterkennung endete nach {count} Seiten; {left} weitere Seiten sind Bilder (Scans).</translation>
    </message>
    <message>
        <source>The JSON front matter is not valid; it was read as text.</source>
        <translation>Die JSON-Metadaten am Anfang sind ungültig; sie wurden als Text gelesen.</translation>
    </message>
    <message>
        <source>The JSON in this file is nested too deeply to read.</source>
        <translation>Das JSON in dieser Datei ist zu tief verschachtelt, um es zu lesen.</translation>
    </message>
    <message>
        <source>The PDF is damaged and cannot be opened.</source>
        <translation>Das PDF ist beschädigt und lässt sich nicht öffnen.</translation>
    </message>
    <message>
        <source>The PDF is protected by a certificate or by rights management.</source>
        <translation>Das PDF ist durch ein Zertifikat oder eine Rechteverwaltung geschützt.</translation>
    </message>
    <message>
        <source>The PDF is protected by a password. Enter the password to have it read.</source>
        <translation>Das PDF ist durch ein Passwort geschützt. Geben Sie das Passwort ein, damit es gelesen wird.</translation>
    </message>
    <message>
        <source>The PDF opens without a password.</source>
        <translation>Das PDF lässt sich ohne Passwort öffnen.</translation>
    </message>
    <message>
        <source>The SPARQL server lists more graphs than can be read. Use a server of your own.</source>
        <translation>Der SPARQL-Server listet mehr Graphen, als gelesen werden können. Einen eigenen Server verwenden.</translation>
    </message>
    <message>
        <source>The activity log is OK.</source>
        <translation>Das Aktivitätsprotokoll ist in Ordnung.</translation>
    </message>
    <message>
        <source>The activity log is damaged: {reason}.</source>
        <translation>Das Aktivitätsprotokoll ist beschädigt: {reason}.</translation>
    </message>
    <message>
        <source>The activity log is from another version.</source>
        <translation>Das Aktivitätsprotokoll stammt aus einer anderen Version.</translation>
    </message>
    <message>
        <source>The activity log was cut short.</source>
        <translation>Das Aktivitätsprotokoll ist abgeschnitten.</translation>
    </message>
    <message>
        <source>The activity log was damaged, so an empty one was started. The damaged file is now {file}.</source>
        <translation>Das Aktivitätsprotokoll war beschädigt, darum wurde ein leeres begonnen. Die beschädigte Datei heißt jetzt {file}.</translation>
    </message>
    <message>
        <source>The activity log was damaged; an empty one was started.</source>
        <translation>Das Aktivitätsprotokoll war beschädigt; ein leeres wurde begonnen.</translation>
    </message>
    <message>
        <source>The address of the bucket is too long. Use a shorter prefix.</source>
        <translation>Die Adresse des Buckets ist zu lang. Benutzen Sie ein kürzeres Präfix.</translation>
    </message>
    <message>
        <source>The address of the service begins with http://, not {url}.</source>
        <translation>Die Adresse des Dienstes beginnt mit http://, nicht mit {url}.</translation>
    </message>
    <message>
        <source>The agent token file</source>
        <translation>Die Datei der Agenten-Token</translation>
    </message>
    <message>
        <source>The agent token file is damaged or cannot be read.</source>
        <translation>Die Datei der Agenten-Token ist beschädigt oder lässt sich nicht lesen.</translation>
    </message>
    <message>
        <source>The agent tokens are OK.</source>
        <translation>Die Token der Agenten sind in Ordnung.</translation>
    </message>
    <message>
        <source>The archive contains no readable documents.</source>
        <translation>Das Archiv enthält keine lesbaren Dokumente.</translation>
    </message>
    <message>
        <source>The archive is large; {count} files in it were left out.</source>
        <translation>Das Archiv ist groß; {count} Dateien darin wurden ausgelassen.</translation>
    </message>
    <message>
        <source>The arguments of “{name}” are not understood.</source>
        <translation>Die Argumente von „{name}“ werden nicht verstanden.</translation>
    </message>
    <message>
        <source>The background service did not start. See its log for the reason.</source>
        <translation>Der Hintergrunddienst ist nicht gestartet. Der Grund steht in seinem Protokoll.</translation>
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
        <source>The batch could not be applied: the ingester ended. See the library&apos;s log for details.</source>
        <translation>Die Lieferung konnte nicht übernommen werden, weil der Prozess dafür endete. Näheres steht im Protokoll der Bibliothek.</translation>
    </message>
    <message>
        <source>The batch has no items.</source>
        <translation>Die Lieferung hat keine Einträge.</translation>
    </message>
    <message>
        <source>The batch is lost. Send it again.</source>
        <translation>Die Lieferung ist verloren. Senden Sie sie noch einmal.</translation>
    </message>
    <message>
        <source>The block at the start has no front matter fields; it was read as text.</source>
        <translation>Der Block am Anfang enthält keine Metadaten-Felder; er wurde als Text gelesen.</translation>
    </message>
    <message>
        <source>The book has no chapters.</source>
        <translation>Das Buch hat keine Kapitel.</translation>
    </message>
    <message>
        <source>The book is protected against copying and cannot be read.</source>
        <translation>Das Buch ist kopiergeschützt und kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>The bounds of the source are met; further files were not mirrored.</source>
        <translation>Die Grenzen der Quelle sind erreicht; weitere Dateien wurden nicht gespiegelt.</translation>
    </message>
    <message>
        <source>The bridge answers in {time} ms; the first call takes {whole} ms.</source>
        <translation>Die Brücke antwortet in {time} ms; der erste Aufruf dauert {whole} ms.</translation>
    </message>
    <message>
        <source>The bridge does not answer: {reason}</source>
        <translation>Die Brücke antwortet nicht: {reason}</translation>
    </message>
    <message>
        <source>The bundled embedding model is damaged ({reason}), so semantic search is off. Reinstall Bookwheel.</source>
        <translation>Das mitgelieferte Einbettungsmodell ist beschädigt ({reason}), daher ist die semantische Suche aus. Bookwheel neu installieren.</translation>
    </message>
    <message>
        <source>The cache for remote images holds damaged files: {count}.</source>
        <translation>Im Cache für entfernte Bilder liegen beschädigte Dateien: {count}.</translation>
    </message>
    <message>
        <source>The cache holds {count} remote images ({size} MB).</source>
        <translation>Der Cache enthält {count} entfernte Bilder ({size} MB).</translation>
    </message>
    <message>
        <source>The catalogue could not be read ({reason}).</source>
        <translation>Der Katalog ließ sich nicht lesen ({reason}).</translation>
    </message>
    <message>
        <source>The catalogue could not be read; it is rebuilt from the files.</source>
        <translation>Der Katalog konnte nicht gelesen werden; er wird aus den Dateien neu aufgebaut.</translation>
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
        <source>The catalogue is from another version; it is rebuilt from the files.</source>
        <translation>Der Katalog stammt aus einer anderen Version; er wird aus den Dateien neu aufgebaut.</translation>
    </message>
    <message>
        <source>The catalogue is not open.</source>
        <translation>Der Katalog ist nicht geöffnet.</translation>
    </message>
    <message>
        <source>The catalogue was damaged; it is rebuilt from the files.</source>
        <translation>Der Katalog war beschädigt; er wird aus den Dateien neu aufgebaut.</translation>
    </message>
    <message>
        <source>The catalogue was missing; it is rebuilt from the files.</source>
        <translation>Der Katalog fehlte; er wird aus den Dateien neu aufgebaut.</translation>
    </message>
    <message>
        <source>The certificate of {host} is not valid.</source>
        <translation>Das Zertifikat von {host} ist nicht gültig.</translation>
    </message>
    <message>
        <source>The certificate of {team} is not trusted ({reason}). Ask its administrator for a certificate file.</source>
        <translation>Dem Zertifikat von {team} wird nicht vertraut ({reason}). Bei der Verwaltung des Teams nach einer Zertifikatsdatei fragen.</translation>
    </message>
    <message>
        <source>The certificate {file} cannot be read.</source>
        <translation>Das Zertifikat {file} lässt sich nicht lesen.</translation>
    </message>
    <message>
        <source>The check took longer than {time} s and was stopped.</source>
        <translation>Die Prüfung dauerte länger als {time} s und wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The client disconnected.</source>
        <translation>Der Client hat die Verbindung getrennt.</translation>
    </message>
    <message>
        <source>The clipboard holds no link and no file.</source>
        <translation>Die Zwischenablage enthält weder Link noch Datei.</translation>
    </message>
    <message>
        <source>The code has expired. Sign in again.</source>
        <translation>Der Code ist abgelaufen. Melden Sie sich noch einmal an.</translation>
    </message>
    <message>
        <source>The command of your editor was not found. Correct it in the settings, or choose another editor.</source>
        <translation>Der Befehl des Editors wurde nicht gefunden. Er lässt sich in den Einstellungen berichtigen, oder es wird ein anderer Editor gewählt.</translation>
    </message>
    <message>
        <source>The connection broke off.</source>
        <translation>Die Verbindung brach ab.</translation>
    </message>
    <message>
        <source>The connection broke off; what came is kept. Fetch again to go on.</source>
        <translation>Die Verbindung brach ab; was da ist, bleibt. Ein neuer Download geht dort weiter.</translation>
    </message>
    <message>
        <source>The content of a memory cannot be empty.</source>
        <translation>Der Inhalt einer Erinnerung darf nicht leer sein.</translation>
    </message>
    <message>
        <source>The context at {url} was not fetched, so its terms are read by their own names.</source>
        <translation>Der Kontext unter {url} wurde nicht abgerufen, darum gelten seine Begriffe unter ihrem eigenen Namen.</translation>
    </message>
    <message>
        <source>The current file is backed up as {file}.</source>
        <translation>Die jetzige Datei wird als {file} gesichert.</translation>
    </message>
    <message>
        <source>The cursor belongs to another search. Search again.</source>
        <translation>Der Cursor gehört zu einer anderen Suche. Bitte erneut suchen.</translation>
    </message>
    <message>
        <source>The cursor does not belong to an export.</source>
        <translation>Der Cursor gehört zu keinem Export.</translation>
    </message>
    <message>
        <source>The date {date} is not valid.</source>
        <translation>Das Datum {date} ist ungültig.</translation>
    </message>
    <message>
        <source>The default settings are used.</source>
        <translation>Die Standardeinstellungen werden benutzt.</translation>
    </message>
    <message>
        <source>The disk has {free} GB free; the model needs {size} GB, and some must stay free.</source>
        <translation>Auf dem Datenträger sind {free} GB frei; das Modell braucht {size} GB, und etwas muss frei bleiben.</translation>
    </message>
    <message>
        <source>The disk takes no more ({reason}); what came is kept. Free some space and fetch again.</source>
        <translation>Der Datenträger nimmt nichts mehr auf ({reason}); was da ist, bleibt. Schaffen Sie Platz, und laden Sie erneut herunter.</translation>
    </message>
    <message>
        <source>The disk takes no more ({reason}); what came is kept. Free some space and refresh again.</source>
        <translation>Der Datenträger nimmt nichts mehr auf ({reason}); was ankam, bleibt. Schaffen Sie Platz und rufen Sie noch einmal ab.</translation>
    </message>
    <message>
        <source>The disk that holds the library is full. Free some space and refresh again; the fetch goes on where it stopped.</source>
        <translation>Der Datenträger mit der Bibliothek ist voll. Schaffen Sie Platz, und rufen Sie noch einmal ab; der Abruf fährt dort fort, wo er stand.</translation>
    </message>
    <message>
        <source>The disk that holds the library is full. Free some space; Bookwheel then continues automatically.</source>
        <translation>Der Datenträger der Bibliothek ist voll. Sobald wieder Platz frei ist, fährt Bookwheel automatisch fort.</translation>
    </message>
    <message>
        <source>The disk that holds the library reports an error. Check the disk; Bookwheel retries automatically.</source>
        <translation>Der Datenträger der Bibliothek meldet einen Fehler. Den Datenträger prüfen; Bookwheel versucht es automatisch erneut.</translation>
    </message>
    <message>
        <source>The document contains macros; they are not run.</source>
        <translation>Das Dokument enthält Makros; sie werden nicht ausgeführt.</translation>
    </message>
    <message>
        <source>The document has changed. Read it again from the start.</source>
        <translation>Das Dokument hat sich geändert. Von vorn lesen.</translation>
    </message>
    <message>
        <source>The document is protected by a password, or in Word&apos;s old format. Save it as .docx.</source>
        <translation>Das Dokument ist durch ein Passwort geschützt oder in Words altem Format. Speichern Sie es neu als .docx.</translation>
    </message>
    <message>
        <source>The document now belongs to {name}.</source>
        <translation>Das Dokument gehört jetzt zu {name}.</translation>
    </message>
    <message>
        <source>The document was left out. {reason}</source>
        <translation>Das Dokument wurde ausgelassen. {reason}</translation>
    </message>
    <message>
        <source>The documents of layout “{name}” are no longer in the library.</source>
        <translation>Die Dokumente der Anordnung „{name}“ sind nicht mehr in der Bibliothek.</translation>
    </message>
    <message>
        <source>The documents were indexed by another version of Bookwheel; they are being indexed again.</source>
        <translation>Die Dokumente wurden von einer anderen Version von Bookwheel indexiert; sie werden neu indexiert.</translation>
    </message>
    <message>
        <source>The download was cancelled.</source>
        <translation>Der Download wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The drawing in this file is damaged.</source>
        <translation>Die Zeichnung in dieser Datei ist beschädigt.</translation>
    </message>
    <message>
        <source>The drawing in this file is too large.</source>
        <translation>Die Zeichnung in dieser Datei ist zu groß.</translation>
    </message>
    <message>
        <source>The embedding model does not support the language of this query; this answer uses keyword search.</source>
        <translation>Das Einbettungsmodell unterstützt die Sprache dieser Anfrage nicht; diese Antwort benutzt die Stichwortsuche.</translation>
    </message>
    <message>
        <source>The embedding model {file} cannot be used: {reason}.</source>
        <translation>Das Einbettungsmodell {file} ist nicht verwendbar: {reason}.</translation>
    </message>
    <message>
        <source>The embedding model {file} changed while it was opened; it is not used.</source>
        <translation>Das Einbettungsmodell {file} änderte sich, während es geöffnet wurde; es wird nicht benutzt.</translation>
    </message>
    <message>
        <source>The embedding model {file} has no tokenizer.json beside it.</source>
        <translation>Neben dem Einbettungsmodell {file} liegt keine tokenizer.json.</translation>
    </message>
    <message>
        <source>The embedding model {file} has {size} GB, more than this computer&apos;s memory holds ({memory} GB).</source>
        <translation>Das Einbettungsmodell {file} hat {size} GB, mehr als der Arbeitsspeicher dieses Computers fasst ({memory} GB).</translation>
    </message>
    <message>
        <source>The embedding model {model} cannot be used: {reason}</source>
        <translation>Das Einbettungsmodell {model} ist nicht verwendbar: {reason}</translation>
    </message>
    <message>
        <source>The embedding model {model} gives no usable vectors.</source>
        <translation>Das Einbettungsmodell {model} gibt keine brauchbaren Vektoren.</translation>
    </message>
    <message>
        <source>The embedding model {model} has no tokenizer.json, which Bookwheel needs.</source>
        <translation>Dem Einbettungsmodell {model} fehlt tokenizer.json, das Bookwheel braucht.</translation>
    </message>
    <message>
        <source>The embedding model {model} has {most} dimensions and cannot be cut to {count}.</source>
        <translation>Das Einbettungsmodell {model} hat {most} Dimensionen und lässt sich nicht auf {count} kürzen.</translation>
    </message>
    <message>
        <source>The embedding model {model} is not on this computer as an ONNX file. Fetch it, or use the bundled model.</source>
        <translation>Das Einbettungsmodell {model} liegt auf diesem Computer nicht als ONNX-Datei vor. Laden Sie es herunter, oder benutzen Sie das mitgelieferte.</translation>
    </message>
    <message>
        <source>The embedding model {model} is not on this computer as an ONNX file. Fetch it; or install the extra with pip install &apos;bookwheel[models]&apos;, which runs others; or use the bundled model.</source>
        <translation>Das Einbettungsmodell {model} liegt auf diesem Computer nicht als ONNX-Datei vor. Laden Sie es herunter; oder installieren Sie mit pip install &apos;bookwheel[models]&apos; das Extra, das andere ausführt; oder benutzen Sie das mitgelieferte.</translation>
    </message>
    <message>
        <source>The embedding model {model} is not on this computer, or cannot be loaded: {reason}</source>
        <translation>Das Einbettungsmodell {model} liegt nicht auf diesem Computer oder lässt sich nicht laden: {reason}</translation>
    </message>
    <message>
        <source>The embedding process keeps stopping. See the library&apos;s log for details.</source>
        <translation>Der Einbettungsprozess beendet sich immer wieder. Näheres steht im Protokoll der Bibliothek.</translation>
    </message>
    <message>
        <source>The endpoint refuses the call (HTTP {status}).</source>
        <translation>Der Endpunkt weist den Aufruf ab (HTTP {status}).</translation>
    </message>
    <message>
        <source>The endpoint refuses the token: it was revoked, or belongs to another library.</source>
        <translation>Der Endpunkt weist das Token ab: Es wurde widerrufen oder gehört zu einer anderen Bibliothek.</translation>
    </message>
    <message>
        <source>The engine for search by meaning does not answer; this answer uses keyword search.</source>
        <translation>Die Engine für die semantische Suche antwortet nicht; diese Antwort nutzt die Stichwortsuche.</translation>
    </message>
    <message>
        <source>The engine lacks {count} vectors.</source>
        <translation>Der Engine fehlen {count} Vektoren.</translation>
    </message>
    <message>
        <source>The evaluation failed: {reason}</source>
        <translation>Die Messung ist fehlgeschlagen: {reason}</translation>
    </message>
    <message>
        <source>The fast parser failed on this file, so the positions of its links are only approximate.</source>
        <translation>Der schnelle Parser ist an dieser Datei gescheitert; die Positionen ihrer Links sind nur ungefähr.</translation>
    </message>
    <message>
        <source>The fetch stopped unexpectedly. Refresh again to go on; the log has the details.</source>
        <translation>Das Holen brach unerwartet ab. Eine neue Aktualisierung macht dort weiter; Näheres steht im Protokoll.</translation>
    </message>
    <message>
        <source>The file cannot be read ({reason}).</source>
        <translation>Die Datei ist nicht lesbar ({reason}).</translation>
    </message>
    <message>
        <source>The file contains no OpenDocument text or slides.</source>
        <translation>Die Datei enthält weder OpenDocument-Text noch Folien.</translation>
    </message>
    <message>
        <source>The file could not be accessed: {reason}.</source>
        <translation>Auf die Datei konnte nicht zugegriffen werden: {reason}.</translation>
    </message>
    <message>
        <source>The file could not be indexed ({reason}).</source>
        <translation>Die Datei konnte nicht indexiert werden ({reason}).</translation>
    </message>
    <message>
        <source>The file could not be parsed ({reason}).</source>
        <translation>Die Datei konnte nicht eingelesen werden ({reason}).</translation>
    </message>
    <message>
        <source>The file could not be read: {reason}.</source>
        <translation>Die Datei konnte nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>The file could not be written: {reason}.</source>
        <translation>Die Datei konnte nicht geschrieben werden: {reason}.</translation>
    </message>
    <message>
        <source>The file ends early; it was read as far as it goes.</source>
        <translation>Die Datei endet zu früh; sie wurde gelesen, so weit sie geht.</translation>
    </message>
    <message>
        <source>The file has more than {most} parts.</source>
        <translation>Die Datei hat mehr als {most} Teile.</translation>
    </message>
    <message>
        <source>The file has too many or too deeply nested values, so the graph does not include its records.</source>
        <translation>Die Datei hat zu viele oder zu tief verschachtelte Werte, daher fehlen ihre Datensätze im Graphen.</translation>
    </message>
    <message>
        <source>The file has very long lines; the first part of them is wrapped and indented here. Numbers are lines of the file.</source>
        <translation>Die Datei hat sehr lange Zeilen; ihr erster Teil ist hier umbrochen und eingerückt. Die Nummern sind Zeilen der Datei.</translation>
    </message>
    <message>
        <source>The file has very long lines; they are wrapped and indented here. Numbers are lines of the file.</source>
        <translation>Die Datei hat sehr lange Zeilen; hier sind sie umbrochen und eingerückt. Die Nummern sind Zeilen der Datei.</translation>
    </message>
    <message>
        <source>The file is damaged, or not a workbook.</source>
        <translation>Die Datei ist beschädigt oder keine Arbeitsmappe.</translation>
    </message>
    <message>
        <source>The file is damaged: its parts cannot be unpacked.</source>
        <translation>Die Datei ist beschädigt: Ihre Teile lassen sich nicht entpacken.</translation>
    </message>
    <message>
        <source>The file is larger than the hub said.</source>
        <translation>Die Datei ist größer, als der Hub sagte.</translation>
    </message>
    <message>
        <source>The file is larger than {most} MB, so the graph does not include its records.</source>
        <translation>Die Datei ist größer als {most} MB, daher hat der Graph keinen ihrer Datensätze.</translation>
    </message>
    <message>
        <source>The file is larger than {size} MB, the limit set by indexing.largest_file_mb.</source>
        <translation>Die Datei ist größer als {size} MB, die Grenze aus indexing.largest_file_mb.</translation>
    </message>
    <message>
        <source>The file is larger than {size} MB.</source>
        <translation>Die Datei ist größer als {size} MB.</translation>
    </message>
    <message>
        <source>The file is not a PDF.</source>
        <translation>Die Datei ist kein PDF.</translation>
    </message>
    <message>
        <source>The file is not a PNG, JPEG, GIF, WebP or AVIF image.</source>
        <translation>Die Datei ist kein Bild in PNG, JPEG, GIF, WebP oder AVIF.</translation>
    </message>
    <message>
        <source>The file is not a Word document.</source>
        <translation>Die Datei ist kein Word-Dokument.</translation>
    </message>
    <message>
        <source>The file is not a presentation.</source>
        <translation>Die Datei ist keine Präsentation.</translation>
    </message>
    <message>
        <source>The file is not a readable picture.</source>
        <translation>Die Datei ist kein lesbares Bild.</translation>
    </message>
    <message>
        <source>The file is not a saved web page.</source>
        <translation>Die Datei ist keine gespeicherte Webseite.</translation>
    </message>
    <message>
        <source>The file is not an RTF document.</source>
        <translation>Die Datei ist kein RTF-Dokument.</translation>
    </message>
    <message>
        <source>The file is not an archive that can be opened.</source>
        <translation>Die Datei ist kein Archiv, das geöffnet werden kann.</translation>
    </message>
    <message>
        <source>The file is not an e-book.</source>
        <translation>Die Datei ist kein E-Book.</translation>
    </message>
    <message>
        <source>The file is not valid TOML.</source>
        <translation>Die Datei ist kein gültiges TOML.</translation>
    </message>
    <message>
        <source>The file is not valid {format} ({reason}); it was read up to there.</source>
        <translation>Die Datei ist kein gültiges {format} ({reason}); sie wurde bis dorthin gelesen.</translation>
    </message>
    <message>
        <source>The file is protected by a password.</source>
        <translation>Die Datei ist durch ein Passwort geschützt.</translation>
    </message>
    <message>
        <source>The file is too large for an outline; it is cut into parts of equal length.</source>
        <translation>Die Datei ist zu groß für eine Gliederung; sie ist in gleich lange Teile geschnitten.</translation>
    </message>
    <message>
        <source>The file name does not match the content; it was read as {format}.</source>
        <translation>Der Dateiname passt nicht zum Inhalt; sie wurde als {format} gelesen.</translation>
    </message>
    <message>
        <source>The file was left out, since others of its part are large as well.</source>
        <translation>Die Datei wurde ausgelassen, da andere ihres Teils ebenfalls groß sind.</translation>
    </message>
    <message>
        <source>The file was left out: {reason}.</source>
        <translation>Die Datei wurde ausgelassen: {reason}.</translation>
    </message>
    <message>
        <source>The file watcher keeps stopping, so changes to files may be missed. See the log for details.</source>
        <translation>Die Überwachung beendet sich immer wieder; Änderungen an Dateien bleiben vielleicht unbemerkt. Näheres steht im Protokoll.</translation>
    </message>
    <message>
        <source>The files in the archive are protected by a password.</source>
        <translation>Die Dateien im Archiv sind durch ein Passwort geschützt.</translation>
    </message>
    <message>
        <source>The files of the library in {folder} were deleted or replaced, so its service has stopped.</source>
        <translation>Die Dateien der Bibliothek in {folder} wurden gelöscht oder ersetzt; ihr Dienst wurde beendet.</translation>
    </message>
    <message>
        <source>The filter {filter} excludes it.</source>
        <translation>Der Filter {filter} schließt es aus.</translation>
    </message>
    <message>
        <source>The filters hide everything.</source>
        <translation>Die Filter verbergen alles.</translation>
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
        <source>The folder of {name} cannot be found. Connect its drive or restore it, then publish.</source>
        <translation>Der Ordner von {name} ist nicht zu finden. Schließen Sie sein Laufwerk an oder stellen Sie ihn wieder her, und veröffentlichen Sie dann.</translation>
    </message>
    <message>
        <source>The folder {folder} cannot be read ({reason}).</source>
        <translation>Der Ordner {folder} lässt sich nicht lesen ({reason}).</translation>
    </message>
    <message>
        <source>The folder {folder} cannot be used: {reason}.</source>
        <translation>Der Ordner {folder} ist nicht verwendbar: {reason}.</translation>
    </message>
    <message>
        <source>The folder {folder} contains no embedding model that can be loaded: {reason}</source>
        <translation>Der Ordner {folder} enthält kein Einbettungsmodell, das sich laden lässt: {reason}</translation>
    </message>
    <message>
        <source>The folder {folder} does not exist.</source>
        <translation>Den Ordner {folder} gibt es nicht.</translation>
    </message>
    <message>
        <source>The folder {folder} has no ONNX file, which a reranker needs.</source>
        <translation>Im Ordner {folder} liegt keine ONNX-Datei, die ein Reranker braucht.</translation>
    </message>
    <message>
        <source>The folder {folder} has no {file}, which holds the queries.</source>
        <translation>Im Ordner {folder} fehlt {file} mit den Anfragen.</translation>
    </message>
    <message>
        <source>The folder {folder} has no {file}.</source>
        <translation>Im Ordner {folder} fehlt {file}.</translation>
    </message>
    <message>
        <source>The folder {folder} has several ONNX files ({names}): name one.</source>
        <translation>Der Ordner {folder} hat mehrere ONNX-Dateien ({names}): Nennen Sie eine davon.</translation>
    </message>
    <message>
        <source>The folder {folder} has several judgements: name one with --split ({choices}).</source>
        <translation>Der Ordner {folder} hat mehrere Bewertungen: Nennen Sie eine davon mit --split ({choices}).</translation>
    </message>
    <message>
        <source>The folder {folder} is missing or cannot be read.</source>
        <translation>Der Ordner {folder} fehlt oder ist nicht lesbar.</translation>
    </message>
    <message>
        <source>The folder {folder} is missing or cannot be read: {reason}.</source>
        <translation>Der Ordner {folder} fehlt oder kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>The folder {folder} is missing; its documents stay in the index.</source>
        <translation>Der Ordner {folder} fehlt; seine Dokumente bleiben im Index.</translation>
    </message>
    <message>
        <source>The folder {folder} with an embedding model does not exist.</source>
        <translation>Der Ordner {folder} mit einem Einbettungsmodell existiert nicht.</translation>
    </message>
    <message>
        <source>The format must be one of {choices}.</source>
        <translation>Das Format muss eines von {choices} sein.</translation>
    </message>
    <message>
        <source>The formula “{name}” needs itself.</source>
        <translation>Die Formel „{name}“ braucht sich selbst.</translation>
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
        <source>The front matter is too large or refers to itself; part of it was ignored.</source>
        <translation>Die Metadaten am Anfang sind zu groß oder verweisen auf sich selbst; ein Teil wurde ignoriert.</translation>
    </message>
    <message>
        <source>The git history is too large: only the newest {count} commits were read.</source>
        <translation>Der Git-Verlauf ist zu groß: Nur die neuesten {count} Commits wurden gelesen.</translation>
    </message>
    <message>
        <source>The git repository is damaged or incomplete ({reason}): only the newest {count} commits were read.</source>
        <translation>Das Git-Repository ist beschädigt oder unvollständig ({reason}): Nur die neuesten {count} Commits wurden gelesen.</translation>
    </message>
    <message>
        <source>The git repository is damaged: files are missing.</source>
        <translation>Das Git-Repository ist beschädigt: Es fehlen Dateien.</translation>
    </message>
    <message>
        <source>The git repository is damaged: its .git file points to a missing folder.</source>
        <translation>Das Git-Repository ist beschädigt: Seine .git-Datei verweist auf einen fehlenden Ordner.</translation>
    </message>
    <message>
        <source>The git repository is damaged: its HEAD cannot be read.</source>
        <translation>Das Git-Repository ist beschädigt: Sein HEAD kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>The git repository stores its branches in a way that is not supported.</source>
        <translation>Das Git-Repository speichert seine Branches auf eine Weise, die nicht unterstützt wird.</translation>
    </message>
    <message>
        <source>The git repository uses objects of another one, so its history is not read.</source>
        <translation>Das Git-Repository verwendet Objekte eines anderen, deshalb wird sein Verlauf nicht gelesen.</translation>
    </message>
    <message>
        <source>The graph changed while it was exported. Export it again.</source>
        <translation>Der Graph hat sich während des Exports geändert. Exportieren Sie ihn noch einmal.</translation>
    </message>
    <message>
        <source>The graph could not be read; it is being rebuilt.</source>
        <translation>Der Graph konnte nicht gelesen werden; er wird neu aufgebaut.</translation>
    </message>
    <message>
        <source>The graph could not be used; it is being rebuilt.</source>
        <translation>Der Graph war nicht brauchbar; er wird neu aufgebaut.</translation>
    </message>
    <message>
        <source>The graph did not match the documents; it is being rebuilt.</source>
        <translation>Der Graph passte nicht zu den Dokumenten; er wird neu aufgebaut.</translation>
    </message>
    <message>
        <source>The graph has no node {name} yet; it is still being updated.</source>
        <translation>Der Graph hat noch keinen Knoten {name}; er wird noch aktualisiert.</translation>
    </message>
    <message>
        <source>The graph has the first {most} records of the file; {count} were left out.</source>
        <translation>Der Graph hat die ersten {most} Datensätze der Datei; {count} wurden ausgelassen.</translation>
    </message>
    <message>
        <source>The graph is not ready yet; this answer does not use it.</source>
        <translation>Der Graph ist noch nicht bereit; diese Antwort benutzt ihn nicht.</translation>
    </message>
    <message>
        <source>The graph is still being built. Try again in a moment.</source>
        <translation>Der Graph wird noch aufgebaut. Gleich noch einmal versuchen.</translation>
    </message>
    <message>
        <source>The graph is still being built; some facts are missing.</source>
        <translation>Der Graph wird noch aufgebaut; einige Fakten fehlen.</translation>
    </message>
    <message>
        <source>The graph is still being updated. Try again in a moment.</source>
        <translation>Der Graph wird noch aktualisiert. Gleich noch einmal versuchen.</translation>
    </message>
    <message>
        <source>The graph is still empty.</source>
        <translation>Der Graph ist noch leer.</translation>
    </message>
    <message>
        <source>The graph was built by another version of Bookwheel; it is being rebuilt.</source>
        <translation>Der Graph stammt von einer anderen Version von Bookwheel; er wird neu aufgebaut.</translation>
    </message>
    <message>
        <source>The graph was missing; it is being rebuilt.</source>
        <translation>Der Graph fehlte; er wird neu aufgebaut.</translation>
    </message>
    <message>
        <source>The home folder is too broad for a collection. Choose a folder inside it.</source>
        <translation>Der persönliche Ordner ist zu groß für eine Sammlung. Einen Ordner darin wählen.</translation>
    </message>
    <message>
        <source>The hub does not say what its files are.</source>
        <translation>Der Hub sagt nicht, was seine Dateien sind.</translation>
    </message>
    <message>
        <source>The hub leads to {host}, which models are not fetched from.</source>
        <translation>Der Hub leitet zu {host} weiter; von dort werden keine Modelle heruntergeladen.</translation>
    </message>
    <message>
        <source>The hub&apos;s answer cannot be read.</source>
        <translation>Die Antwort des Hubs ist nicht lesbar.</translation>
    </message>
    <message>
        <source>The identity provider answers with something that is not a JSON object.</source>
        <translation>Der Identitätsanbieter antwortet mit etwas, das kein JSON-Objekt ist.</translation>
    </message>
    <message>
        <source>The identity provider answers {status}.</source>
        <translation>Der Identitätsanbieter antwortet {status}.</translation>
    </message>
    <message>
        <source>The identity provider calls itself by another name than {issuer}.</source>
        <translation>Der Identitätsanbieter nennt sich anders als {issuer}.</translation>
    </message>
    <message>
        <source>The identity provider can&apos;t be reached ({reason}).</source>
        <translation>Der Identitätsanbieter ist nicht erreichbar ({reason}).</translation>
    </message>
    <message>
        <source>The identity provider does not offer to sign in by a code ({name}).</source>
        <translation>Der Identitätsanbieter bietet keine Anmeldung mit einem Code an ({name}).</translation>
    </message>
    <message>
        <source>The identity provider gives a token of a kind that is not supported.</source>
        <translation>Der Identitätsanbieter gibt ein Token einer Art, die nicht unterstützt wird.</translation>
    </message>
    <message>
        <source>The identity provider gives no access token.</source>
        <translation>Der Identitätsanbieter gibt kein Zugriffstoken.</translation>
    </message>
    <message>
        <source>The identity provider gives no code and address for signing in.</source>
        <translation>Der Identitätsanbieter gibt keinen Code und keine Adresse zum Anmelden.</translation>
    </message>
    <message>
        <source>The identity provider has no https address.</source>
        <translation>Der Identitätsanbieter hat keine https-Adresse.</translation>
    </message>
    <message>
        <source>The identity provider leads to another address.</source>
        <translation>Der Identitätsanbieter führt zu einer anderen Adresse.</translation>
    </message>
    <message>
        <source>The identity provider refuses the sign-in ({reason}).</source>
        <translation>Der Identitätsanbieter lehnt die Anmeldung ab ({reason}).</translation>
    </message>
    <message>
        <source>The identity provider sends more than {size} MB.</source>
        <translation>Der Identitätsanbieter sendet mehr als {size} MB.</translation>
    </message>
    <message>
        <source>The identity provider took too long to answer.</source>
        <translation>Der Identitätsanbieter brauchte zu lange für eine Antwort.</translation>
    </message>
    <message>
        <source>The image could not be saved: {reason}.</source>
        <translation>Das Bild konnte nicht gespeichert werden: {reason}.</translation>
    </message>
    <message>
        <source>The image is damaged.</source>
        <translation>Das Bild ist beschädigt.</translation>
    </message>
    <message>
        <source>The image is larger than the cache for remote images; its size is a setting.</source>
        <translation>Das Bild ist größer als der Cache für entfernte Bilder; dessen Größe ist eine Einstellung.</translation>
    </message>
    <message>
        <source>The image is too large: {width} × {height} pixels.</source>
        <translation>Das Bild ist zu groß: {width} × {height} Pixel.</translation>
    </message>
    <message>
        <source>The indexer crashed repeatedly on this file, so it is skipped until the service restarts.</source>
        <translation>Der Indexer stürzte bei dieser Datei mehrmals ab; bis zum nächsten Start des Dienstes wird sie übersprungen.</translation>
    </message>
    <message>
        <source>The indexer keeps stopping, so changes to files may be missed.</source>
        <translation>Der Indexer beendet sich immer wieder; Änderungen an Dateien bleiben vielleicht unbemerkt.</translation>
    </message>
    <message>
        <source>The indexer keeps stopping. See the library&apos;s log for details.</source>
        <translation>Der Indexer beendet sich immer wieder. Näheres steht im Protokoll der Bibliothek.</translation>
    </message>
    <message>
        <source>The indexer starts when there is work.</source>
        <translation>Der Indexer startet, sobald es Arbeit gibt.</translation>
    </message>
    <message>
        <source>The key file {path} cannot be read ({reason}).</source>
        <translation>Die Schlüsseldatei {path} ist nicht lesbar ({reason}).</translation>
    </message>
    <message>
        <source>The key file {path} cannot be written ({reason}). Check its folder&apos;s permissions and the free space.</source>
        <translation>Die Schlüsseldatei {path} kann nicht geschrieben werden ({reason}). Prüfen Sie die Rechte ihres Ordners und den freien Platz.</translation>
    </message>
    <message>
        <source>The keys do not go with the terms. Give a key for each section.</source>
        <translation>Die Schlüssel passen nicht zu den Begriffen. Für jeden Abschnitt einen Schlüssel angeben.</translation>
    </message>
    <message>
        <source>The keyword index cannot be read ({reason}); it must be rebuilt.</source>
        <translation>Der Stichwortindex ist nicht lesbar ({reason}); er muss neu aufgebaut werden.</translation>
    </message>
    <message>
        <source>The keyword index changed while it was being opened. Try again.</source>
        <translation>Der Stichwortindex hat sich beim Öffnen geändert. Noch einmal versuchen.</translation>
    </message>
    <message>
        <source>The keyword index has {count} extra sections and is missing {lacking}.</source>
        <translation>Der Stichwortindex hat {count} Abschnitte zu viel, und {lacking} fehlen ihm.</translation>
    </message>
    <message>
        <source>The keyword index is at revision {theirs}, the library at {ours}.</source>
        <translation>Der Stichwortindex steht bei Revision {theirs}, die Bibliothek bei {ours}.</translation>
    </message>
    <message>
        <source>The keyword index is not up to date yet; some words may not be found.</source>
        <translation>Der Stichwortindex ist noch nicht aktuell; manche Wörter werden vielleicht nicht gefunden.</translation>
    </message>
    <message>
        <source>The keyword index was built by another version of Bookwheel; it must be rebuilt.</source>
        <translation>Der Stichwortindex stammt aus einer anderen Version von Bookwheel; er muss neu aufgebaut werden.</translation>
    </message>
    <message>
        <source>The keyword index was missing or out of date; it has been rebuilt.</source>
        <translation>Der Stichwortindex fehlte oder war veraltet; er wurde neu aufgebaut.</translation>
    </message>
    <message>
        <source>The library could not be loaded. See its log for details.</source>
        <translation>Die Bibliothek konnte nicht geladen werden. Einzelheiten stehen in ihrem Protokoll.</translation>
    </message>
    <message>
        <source>The library could not be opened. See its log for details.</source>
        <translation>Die Bibliothek konnte nicht geöffnet werden. Näheres steht in ihrem Protokoll.</translation>
    </message>
    <message numerus="yes">
        <source>The library has changed %Ln time(s). Answers to agents include this number.</source>
        <translation>
            <numerusform>Die Bibliothek hat sich %Ln Mal geändert. Antworten an Agenten enthalten diese Zahl.</numerusform>
            <numerusform>Die Bibliothek hat sich %Ln Mal geändert. Antworten an Agenten enthalten diese Zahl.</numerusform>
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
        <source>The library state could not be backed up. {reason}</source>
        <translation>Der Zustand der Bibliothek ließ sich nicht sichern. {reason}</translation>
    </message>
    <message>
        <source>The library state file is damaged.</source>
        <translation>Die Zustandsdatei der Bibliothek ist beschädigt.</translation>
    </message>
    <message>
        <source>The library state file is damaged: {reason}.</source>
        <translation>Die Zustandsdatei der Bibliothek ist beschädigt: {reason}.</translation>
    </message>
    <message>
        <source>The library state file is missing.</source>
        <translation>Die Zustandsdatei der Bibliothek fehlt.</translation>
    </message>
    <message>
        <source>The library state has no backup.</source>
        <translation>Der Zustand der Bibliothek hat keine Sicherung.</translation>
    </message>
    <message>
        <source>The library state is OK and has a backup.</source>
        <translation>Der Zustand der Bibliothek ist in Ordnung und gesichert.</translation>
    </message>
    <message>
        <source>The library state is OK; its missing backup was created.</source>
        <translation>Der Zustand der Bibliothek ist in Ordnung; die fehlende Sicherung wurde angelegt.</translation>
    </message>
    <message>
        <source>The library state was damaged and no backup could be read. Add your folders again.</source>
        <translation>Der Zustand der Bibliothek war beschädigt, und keine Sicherung war lesbar. Die Ordner bitte neu hinzufügen.</translation>
    </message>
    <message>
        <source>The library state was lost or damaged and has been restored from its backup.</source>
        <translation>Der Zustand der Bibliothek war verloren oder beschädigt und wurde aus der Sicherung wiederhergestellt.</translation>
    </message>
    <message>
        <source>The library state was written by a newer Bookwheel (schema {theirs}; this one supports {ours}). Update Bookwheel.</source>
        <translation>Der Zustand der Bibliothek stammt von einem neueren Bookwheel (Schema {theirs}; dieses unterstützt {ours}). Bookwheel aktualisieren.</translation>
    </message>
    <message>
        <source>The library&apos;s admin token cannot be read ({reason}).</source>
        <translation>Das Verwaltungs-Token der Bibliothek lässt sich nicht lesen ({reason}).</translation>
    </message>
    <message>
        <source>The library&apos;s admin token is damaged; the service rewrites it within a second.</source>
        <translation>Das Verwaltungs-Token der Bibliothek ist beschädigt; der Dienst schreibt es binnen einer Sekunde neu.</translation>
    </message>
    <message>
        <source>The library&apos;s folder is not writable. Make it writable; Bookwheel then continues automatically.</source>
        <translation>Der Ordner der Bibliothek ist nicht beschreibbar. Sobald er beschreibbar ist, fährt Bookwheel automatisch fort.</translation>
    </message>
    <message>
        <source>The library&apos;s folder {folder} was deleted or moved, so its service has stopped.</source>
        <translation>Der Ordner der Bibliothek {folder} wurde gelöscht oder verschoben; ihr Dienst wurde beendet.</translation>
    </message>
    <message>
        <source>The library&apos;s folder {folder} was deleted or moved. Restore it or restart Bookwheel.</source>
        <translation>Der Ordner der Bibliothek {folder} wurde gelöscht oder verschoben. Ihn wiederherstellen oder Bookwheel neu starten.</translation>
    </message>
    <message>
        <source>The library&apos;s folder {folder} was replaced by another one, so its service has stopped.</source>
        <translation>Der Ordner der Bibliothek {folder} wurde durch einen anderen ersetzt; ihr Dienst wurde beendet.</translation>
    </message>
    <message>
        <source>The limit of {count} links is reached.</source>
        <translation>Die Höchstzahl von {count} Links ist erreicht.</translation>
    </message>
    <message>
        <source>The limit of {count} pages is reached; the rest was not fetched.</source>
        <translation>Die Höchstzahl von {count} Seiten ist erreicht; der Rest wurde nicht geholt.</translation>
    </message>
    <message>
        <source>The limit of {count} proposals is reached.</source>
        <translation>Die Grenze von {count} Vorschlägen ist erreicht.</translation>
    </message>
    <message>
        <source>The limit of {most} annotations is reached. Remove some first.</source>
        <translation>Die Grenze von {most} Anmerkungen ist erreicht. Entfernen Sie zuerst einige.</translation>
    </message>
    <message>
        <source>The limit of {most} dismissed findings is reached. Restore some first.</source>
        <translation>Die Grenze von {most} verworfenen Befunden ist erreicht. Erst einige wiederherstellen.</translation>
    </message>
    <message>
        <source>The limit of {most} documents in the reading list is reached. Remove some first.</source>
        <translation>Die Grenze von {most} Dokumenten auf der Leseliste ist erreicht. Entfernen Sie zuerst einige.</translation>
    </message>
    <message>
        <source>The limit of {most} pinned passages is reached. Unpin some first.</source>
        <translation>Mehr als {most} Textstellen lassen sich nicht anheften. Erst einige lösen.</translation>
    </message>
    <message>
        <source>The limit of {size} MB is reached; the rest was not fetched.</source>
        <translation>Die Grenze von {size} MB ist erreicht; der Rest wurde nicht geholt.</translation>
    </message>
    <message>
        <source>The line is nested too deeply.</source>
        <translation>Die Zeile ist zu tief verschachtelt.</translation>
    </message>
    <message>
        <source>The line is not valid JSON ({reason}). Correct it and send it again.</source>
        <translation>Die Zeile ist kein gültiges JSON ({reason}). Berichtigen Sie sie, und senden Sie sie noch einmal.</translation>
    </message>
    <message>
        <source>The links of this document are not indexed yet.</source>
        <translation>Die Links dieses Dokuments sind noch nicht indexiert.</translation>
    </message>
    <message>
        <source>The list of teams is damaged. Delete {file}, and connect to your teams again.</source>
        <translation>Die Liste der Teams ist beschädigt. Bitte {file} löschen und die Teams neu verbinden.</translation>
    </message>
    <message>
        <source>The list of this source&apos;s pages cannot be read ({reason}).</source>
        <translation>Die Seitenliste dieser Quelle ist nicht lesbar ({reason}).</translation>
    </message>
    <message>
        <source>The list of what programs brought is damaged. Remove the collection and ingest again.</source>
        <translation>Die Liste dessen, was Programme gebracht haben, ist beschädigt. Entfernen Sie die Sammlung und senden Sie alles noch einmal.</translation>
    </message>
    <message>
        <source>The map appears once the documents are indexed.</source>
        <translation>Die Karte erscheint, sobald die Dokumente indexiert sind.</translation>
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
        <source>The map shows whole collections, but you have access to only part of them.</source>
        <translation>Die Karte zeigt ganze Sammlungen, der Zugriff umfasst aber nur einen Teil davon.</translation>
    </message>
    <message>
        <source>The menu bar has all commands. Ctrl+Shift+P opens the command palette, F1 the manual.</source>
        <translation>Die Menüleiste enthält alle Befehle. Strg+Umschalt+P öffnet die Befehlspalette, F1 das Handbuch.</translation>
    </message>
    <message>
        <source>The message does not fit {name}: {reason}.</source>
        <translation>Die Nachricht passt nicht zu {name}: {reason}.</translation>
    </message>
    <message>
        <source>The mirror cannot be written ({reason}). Free some space and refresh again.</source>
        <translation>Der Spiegel kann nicht geschrieben werden ({reason}). Schaffen Sie Platz und aktualisieren Sie noch einmal.</translation>
    </message>
    <message>
        <source>The mirror of this source was written by a newer version of Bookwheel.</source>
        <translation>Der Spiegel dieser Quelle stammt von einer neueren Version von Bookwheel.</translation>
    </message>
    <message>
        <source>The model could not be saved: {reason}.</source>
        <translation>Das Modell konnte nicht gespeichert werden: {reason}.</translation>
    </message>
    <message>
        <source>The model in use was not tried, so nothing is recommended.</source>
        <translation>Das benutzte Modell wurde nicht ausprobiert; deshalb wird nichts empfohlen.</translation>
    </message>
    <message>
        <source>The model in {folder} has a step that Bookwheel does not know: {name}.</source>
        <translation>Das Modell in {folder} hat einen Schritt, den Bookwheel nicht kennt: {name}.</translation>
    </message>
    <message>
        <source>The model in {folder} needs program code of its own, which Bookwheel does not run.</source>
        <translation>Das Modell in {folder} braucht eigenen Programmcode, den Bookwheel nicht ausführt.</translation>
    </message>
    <message>
        <source>The model is loading.</source>
        <translation>Das Modell wird geladen.</translation>
    </message>
    <message>
        <source>The model needs {file}, which is not there; pickles are not read.</source>
        <translation>Das Modell braucht {file}; die Datei fehlt, und Pickle-Dateien werden nicht gelesen.</translation>
    </message>
    <message>
        <source>The name in this link is too long. Ask the publisher for another one.</source>
        <translation>Der Name in diesem Link ist zu lang. Bitten Sie den Herausgeber um einen anderen Link.</translation>
    </message>
    <message>
        <source>The name is not valid text on this system.</source>
        <translation>Der Name ist auf diesem System kein gültiger Text.</translation>
    </message>
    <message>
        <source>The name is too long.</source>
        <translation>Der Name ist zu lang.</translation>
    </message>
    <message>
        <source>The note could not be created: {reason}.</source>
        <translation>Die Notiz konnte nicht angelegt werden: {reason}.</translation>
    </message>
    <message>
        <source>The ontology cannot be read ({reason}). Try again.</source>
        <translation>Die Ontologie ist nicht lesbar ({reason}). Noch einmal versuchen.</translation>
    </message>
    <message>
        <source>The ontology cannot be written, so the graph is not updated. See the log for details.</source>
        <translation>Die Ontologie lässt sich nicht schreiben, darum wird der Graph nicht aktualisiert. Näheres steht im Protokoll.</translation>
    </message>
    <message>
        <source>The ontology has not been built yet; only its vocabulary was queried.</source>
        <translation>Die Ontologie ist noch nicht aufgebaut; nur ihr Vokabular wurde abgefragt.</translation>
    </message>
    <message>
        <source>The ontology has {count} documents too many and is missing {lacking}.</source>
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
        <source>The outline follows as you read; Links shows backlinks. Ctrl+Shift+L opens the graph, Ctrl+Shift+M the map.</source>
        <translation>Die Gliederung folgt dem Lesen, „Links“ zeigt Backlinks. Strg+Umschalt+L öffnet den Graphen, Strg+Umschalt+M die Karte.</translation>
    </message>
    <message>
        <source>The outline was left out: the file has {count} definitions, and {most} are shown at most.</source>
        <translation>Die Gliederung fehlt: Die Datei hat {count} Definitionen, höchstens {most} werden gezeigt.</translation>
    </message>
    <message>
        <source>The package {package} is missing. Install bookwheel[team].</source>
        <translation>Das Paket {package} fehlt. bookwheel[team] installieren.</translation>
    </message>
    <message>
        <source>The page could not be printed.</source>
        <translation>Die Seite konnte nicht gedruckt werden.</translation>
    </message>
    <message>
        <source>The page is gone. Its document stays until {date}.</source>
        <translation>Die Seite gibt es nicht mehr. Ihr Dokument bleibt bis {date}.</translation>
    </message>
    <message>
        <source>The page is not text.</source>
        <translation>Die Seite ist kein Text.</translation>
    </message>
    <message>
        <source>The pages of “{name}” were fetched and have no files of your own.</source>
        <translation>Die Seiten von „{name}“ wurden geholt und haben keine eigenen Dateien.</translation>
    </message>
    <message>
        <source>The part {name} is missing in the file.</source>
        <translation>Der Teil {name} fehlt in der Datei.</translation>
    </message>
    <message>
        <source>The part {name} of the file is damaged.</source>
        <translation>Der Teil {name} der Datei ist beschädigt.</translation>
    </message>
    <message>
        <source>The part {name} of the file is too large.</source>
        <translation>Der Teil {name} der Datei ist zu groß.</translation>
    </message>
    <message>
        <source>The parts of a message are damaged or nested too deeply; only its headers were read.</source>
        <translation>Die Teile einer Nachricht sind beschädigt oder zu tief verschachtelt; nur ihre Kopfzeilen wurden gelesen.</translation>
    </message>
    <message>
        <source>The passage continues.</source>
        <translation>Die Textstelle geht weiter.</translation>
    </message>
    <message>
        <source>The password does not open {document}. Check it and try again.</source>
        <translation>Das Passwort öffnet {document} nicht. Prüfen Sie es und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The password is kept in the system&apos;s keyring ({name}).</source>
        <translation>Das Passwort liegt im Schlüsselbund des Systems ({name}).</translation>
    </message>
    <message>
        <source>The path must be absolute, not {path}.</source>
        <translation>Der Pfad muss absolut sein, nicht {path}.</translation>
    </message>
    <message>
        <source>The path starts here. Choose its end, then press Space or the button.</source>
        <translation>Der Pfad beginnt hier. Das Ende wählen, dann Leertaste oder Knopf drücken.</translation>
    </message>
    <message>
        <source>The pattern {pattern} cannot match anything: {reason}.</source>
        <translation>Das Muster {pattern} kann auf nichts passen: {reason}.</translation>
    </message>
    <message>
        <source>The pattern “{pattern}” is not valid ({reason}).</source>
        <translation>Das Muster „{pattern}“ ist ungültig ({reason}).</translation>
    </message>
    <message>
        <source>The pattern “{pattern}” is too complex.</source>
        <translation>Das Muster „{pattern}“ ist zu komplex.</translation>
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
        <source>The presentation is protected by a password, or in PowerPoint&apos;s old format. Save it as .pptx.</source>
        <translation>Die Präsentation ist durch ein Passwort geschützt oder im alten PowerPoint-Format. Speichern Sie sie neu als .pptx.</translation>
    </message>
    <message>
        <source>The preview took longer than {time} s and was stopped.</source>
        <translation>Die Vorschau dauerte länger als {time} s und wurde beendet.</translation>
    </message>
    <message>
        <source>The process of the vector index ended.</source>
        <translation>Der Prozess des Vektorindex wurde beendet.</translation>
    </message>
    <message>
        <source>The process of the vector index is busy.</source>
        <translation>Der Prozess des Vektorindex ist beschäftigt.</translation>
    </message>
    <message>
        <source>The process that builds the vector index keeps stopping. Searches work without it. See the library&apos;s log for details.</source>
        <translation>Der Prozess, der den Vektorindex aufbaut, beendet sich immer wieder. Suchen funktionieren ohne ihn. Näheres steht im Protokoll der Bibliothek.</translation>
    </message>
    <message>
        <source>The publication did not come whole: {reason} What came is kept; refresh again to go on.</source>
        <translation>Die Veröffentlichung kam nicht vollständig an: {reason} Was ankam, bleibt; rufen Sie noch einmal ab, um fortzufahren.</translation>
    </message>
    <message>
        <source>The publication has {size} MB, more than the {most} MB that this source may take. Allow more: bookwheel sources set --megabytes</source>
        <translation>Die Veröffentlichung hat {size} MB, mehr als die {most} MB, die diese Quelle haben darf. Mehr erlauben: bookwheel sources set --megabytes</translation>
    </message>
    <message>
        <source>The publication holds a document in the wrong place. Tell its publisher.</source>
        <translation>Die Veröffentlichung enthält ein Dokument an der falschen Stelle. Sagen Sie es ihrem Herausgeber.</translation>
    </message>
    <message>
        <source>The publication holds a document that cannot be used ({reason}): {path}.</source>
        <translation>Die Veröffentlichung enthält ein Dokument, das nicht verwendet werden kann ({reason}): {path}.</translation>
    </message>
    <message>
        <source>The publication holds a file of git&apos;s own folder. Tell its publisher.</source>
        <translation>Die Veröffentlichung enthält eine Datei aus dem Ordner von git. Sagen Sie es ihrem Herausgeber.</translation>
    </message>
    <message>
        <source>The publication holds a file where another one is. Tell its publisher.</source>
        <translation>Die Veröffentlichung enthält eine Datei, wo schon eine andere ist. Sagen Sie es ihrem Herausgeber.</translation>
    </message>
    <message>
        <source>The publication holds a file with a path that is not allowed. Tell its publisher to rename the file.</source>
        <translation>Die Veröffentlichung enthält eine Datei mit einem unzulässigen Pfad. Bitten Sie ihren Herausgeber, die Datei umzubenennen.</translation>
    </message>
    <message>
        <source>The publication is older than what was fetched before. The server may be stale.</source>
        <translation>Die Veröffentlichung ist älter als das, was früher abgerufen wurde. Der Server ist vielleicht veraltet.</translation>
    </message>
    <message>
        <source>The publication is signed by another key ({key}) than the one you trust. Ask the publisher before you go on.</source>
        <translation>Die Veröffentlichung ist mit einem anderen Schlüssel ({key}) signiert als dem, dem Sie vertrauen. Fragen Sie den Herausgeber, bevor Sie fortfahren.</translation>
    </message>
    <message>
        <source>The publication names a key that is none.</source>
        <translation>Die Veröffentlichung nennt einen Schlüssel, der keiner ist.</translation>
    </message>
    <message>
        <source>The publication was changed without a new number. Ask the publisher.</source>
        <translation>Die Veröffentlichung wurde ohne neue Nummer geändert. Fragen Sie den Herausgeber.</translation>
    </message>
    <message>
        <source>The publication&apos;s manifest contradicts itself ({reason}). Tell its publisher.</source>
        <translation>Das Manifest der Veröffentlichung widerspricht sich ({reason}). Sagen Sie es ihrem Herausgeber.</translation>
    </message>
    <message>
        <source>The publication&apos;s manifest is too large.</source>
        <translation>Das Manifest der Veröffentlichung ist zu groß.</translation>
    </message>
    <message>
        <source>The publication&apos;s signature is not valid: it was changed or is incomplete.</source>
        <translation>Die Signatur der Veröffentlichung ist ungültig: Sie wurde geändert oder ist unvollständig.</translation>
    </message>
    <message>
        <source>The publisher withdrew this key. Ask the publisher for a new one, then subscribe again.</source>
        <translation>Der Herausgeber hat diesen Schlüssel zurückgezogen. Bitten Sie ihn um einen neuen und abonnieren Sie dann noch einmal.</translation>
    </message>
    <message>
        <source>The publisher withdrew this publication. Remove it, and subscribe again if you trust it.</source>
        <translation>Der Herausgeber hat diese Veröffentlichung zurückgezogen. Entfernen Sie sie, und abonnieren Sie sie neu, wenn Sie ihr vertrauen.</translation>
    </message>
    <message>
        <source>The publisher&apos;s change of keys is not valid. Ask the publisher.</source>
        <translation>Der Schlüsselwechsel des Herausgebers ist ungültig. Fragen Sie den Herausgeber.</translation>
    </message>
    <message>
        <source>The publisher&apos;s key in this link is not valid. Ask the publisher for another link.</source>
        <translation>Der Schlüssel des Herausgebers in diesem Link ist ungültig. Bitten Sie den Herausgeber um einen anderen Link.</translation>
    </message>
    <message>
        <source>The publisher&apos;s name is longer than {most} letters.</source>
        <translation>Der Name des Herausgebers ist länger als {most} Buchstaben.</translation>
    </message>
    <message>
        <source>The queries of this page take more than {seconds} seconds.</source>
        <translation>Die Abfragen dieser Seite dauern länger als {seconds} Sekunden.</translation>
    </message>
    <message>
        <source>The query could not be run. See the library&apos;s log for details.</source>
        <translation>Die Anfrage konnte nicht ausgeführt werden. Näheres steht im Protokoll der Bibliothek.</translation>
    </message>
    <message>
        <source>The query exceeds its memory limit or is nested too deeply. Simplify it.</source>
        <translation>Die Anfrage überschreitet ihre Speichergrenze oder ist zu tief verschachtelt. Bitte vereinfachen.</translation>
    </message>
    <message>
        <source>The query exceeds its memory limit. Simplify it.</source>
        <translation>Die Anfrage überschreitet ihre Speichergrenze. Bitte vereinfachen.</translation>
    </message>
    <message>
        <source>The query failed. See the library&apos;s log for details.</source>
        <translation>Die Anfrage ist gescheitert. Näheres steht im Protokoll der Bibliothek.</translation>
    </message>
    <message>
        <source>The query has a syntax error in line {line}, column {column}: {reason}.</source>
        <translation>Die Anfrage hat einen Syntaxfehler in Zeile {line}, Spalte {column}: {reason}.</translation>
    </message>
    <message>
        <source>The query has a syntax error in line {line}, column {column}: “{word}” is not allowed here.</source>
        <translation>Die Anfrage hat einen Syntaxfehler in Zeile {line}, Spalte {column}: „{word}“ wird hier nicht erwartet.</translation>
    </message>
    <message>
        <source>The query has too many words; only the first {count} were used.</source>
        <translation>Die Anfrage hat zu viele Wörter; nur die ersten {count} wurden benutzt.</translation>
    </message>
    <message>
        <source>The query is empty: write SELECT, ASK, CONSTRUCT or DESCRIBE.</source>
        <translation>Die Anfrage ist leer: Sie beginnt mit SELECT, ASK, CONSTRUCT oder DESCRIBE.</translation>
    </message>
    <message>
        <source>The query is incomplete, or a bracket is not closed.</source>
        <translation>Die Anfrage ist unvollständig, oder eine Klammer ist nicht geschlossen.</translation>
    </message>
    <message>
        <source>The query is longer than {count} characters.</source>
        <translation>Die Anfrage hat mehr als {count} Zeichen.</translation>
    </message>
    <message>
        <source>The query is too long; only its first {count} characters were used.</source>
        <translation>Die Anfrage ist zu lang; nur ihre ersten {count} Zeichen wurden benutzt.</translation>
    </message>
    <message>
        <source>The query returned no answer.</source>
        <translation>Die Anfrage ergab keine Antwort.</translation>
    </message>
    <message>
        <source>The query took longer than {time} s and was stopped.</source>
        <translation>Die Anfrage dauerte länger als {time} s und wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The question, passages, facts and sources as Markdown</source>
        <translation>Frage, Textstellen, Fakten und Quellen als Markdown</translation>
    </message>
    <message>
        <source>The refresh failed. See the log.</source>
        <translation>Die Aktualisierung schlug fehl. Näheres steht im Protokoll.</translation>
    </message>
    <message>
        <source>The regular expression has a fault at character {place}: {reason}.</source>
        <translation>Der reguläre Ausdruck hat einen Fehler bei Zeichen {place}: {reason}.</translation>
    </message>
    <message>
        <source>The repository is larger than {size} MB.</source>
        <translation>Das Repository ist größer als {size} MB.</translation>
    </message>
    <message>
        <source>The reranker {model} cannot be used; this answer is in the order without it.</source>
        <translation>Der Reranker {model} ist nicht verwendbar; diese Antwort steht in der Reihenfolge ohne ihn.</translation>
    </message>
    <message>
        <source>The reranker {model} gives no usable scores.</source>
        <translation>Der Reranker {model} gibt keine brauchbaren Punktzahlen.</translation>
    </message>
    <message>
        <source>The reranker {model} is not on this computer. Fetch it, or name its folder.</source>
        <translation>Der Reranker {model} ist nicht auf diesem Computer. Laden Sie ihn herunter, oder nennen Sie seinen Ordner.</translation>
    </message>
    <message>
        <source>The reranker {model} took too long; this answer is in the order without it.</source>
        <translation>Der Reranker {model} brauchte zu lange; diese Antwort steht in der Reihenfolge ohne ihn.</translation>
    </message>
    <message>
        <source>The revision before is not there. Begin again with all sections.</source>
        <translation>Die Revision davor ist nicht vorhanden. Mit allen Abschnitten neu beginnen.</translation>
    </message>
    <message>
        <source>The rows are not grouped. {reason}</source>
        <translation>Die Zeilen sind nicht gruppiert. {reason}</translation>
    </message>
    <message>
        <source>The rows are not sorted. {reason}</source>
        <translation>Die Zeilen sind nicht sortiert. {reason}</translation>
    </message>
    <message>
        <source>The rule names no files. Add for example: files = &quot;people/*.csv&quot;</source>
        <translation>Die Regel nennt keine Dateien. Ergänzen Sie zum Beispiel: files = &quot;people/*.csv&quot;</translation>
    </message>
    <message>
        <source>The rules could not be tried. See the library&apos;s log for details.</source>
        <translation>Die Regeln ließen sich nicht ausprobieren. Einzelheiten stehen im Protokoll der Bibliothek.</translation>
    </message>
    <message>
        <source>The rules in this file are not used: {reason}.</source>
        <translation>Die Regeln in dieser Datei werden nicht verwendet: {reason}.</translation>
    </message>
    <message>
        <source>The same as {names}</source>
        <translation>Dasselbe wie {names}</translation>
    </message>
    <message>
        <source>The schema has kinds of nodes, not {name}.</source>
        <translation>Das Schema kennt Arten von Knoten, nicht {name}.</translation>
    </message>
    <message>
        <source>The schema takes a kind of node alone.</source>
        <translation>Das Schema nimmt nur eine Art von Knoten.</translation>
    </message>
    <message>
        <source>The semantic index covers {share} of the library; the rest is ranked by keywords and graph.</source>
        <translation>Der semantische Index deckt {share} der Bibliothek ab; der Rest ist nach Stichwörtern und Graph geordnet.</translation>
    </message>
    <message>
        <source>The semantic index has no vectors for these documents, so they were not compared by meaning.</source>
        <translation>Der semantische Index hat keine Vektoren für diese Dokumente; ihre Bedeutung wurde nicht verglichen.</translation>
    </message>
    <message>
        <source>The semantic index is not ready yet; this answer uses keyword search.</source>
        <translation>Der semantische Index ist noch nicht bereit; diese Antwort benutzt die Stichwortsuche.</translation>
    </message>
    <message>
        <source>The semantic index is not ready yet; this answer uses the rarest words of the passage.</source>
        <translation>Der semantische Index ist noch nicht bereit; diese Antwort nutzt die seltensten Wörter der Stelle.</translation>
    </message>
    <message>
        <source>The server answers {status} for robots.txt, so its pages are not asked for. Refresh again later.</source>
        <translation>Der Server antwortet auf robots.txt mit {status}, daher werden seine Seiten nicht geholt. Aktualisieren Sie später noch einmal.</translation>
    </message>
    <message>
        <source>The server answers {status} for the feed {address}.</source>
        <translation>Der Server antwortet auf den Feed {address} mit {status}.</translation>
    </message>
    <message>
        <source>The server answers {status}.</source>
        <translation>Der Server antwortet mit {status}.</translation>
    </message>
    <message>
        <source>The server answers {status}. Refresh again later.</source>
        <translation>Der Server antwortet mit {status}. Versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
        <source>The server did not answer within {time} s.</source>
        <translation>Der Server hat nicht innerhalb von {time} s geantwortet.</translation>
    </message>
    <message>
        <source>The server does not support the Model Context Protocol.</source>
        <translation>Der Server unterstützt das Model Context Protocol nicht.</translation>
    </message>
    <message>
        <source>The server redirects in a circle.</source>
        <translation>Der Server leitet im Kreis weiter.</translation>
    </message>
    <message>
        <source>The server redirects more than {count} times.</source>
        <translation>Der Server leitet mehr als {count}-mal weiter.</translation>
    </message>
    <message>
        <source>The server redirects to {host}, which you have not allowed.</source>
        <translation>Der Server leitet zu {host} weiter, den Sie nicht erlaubt haben.</translation>
    </message>
    <message>
        <source>The server sends a compressed answer that was not asked for.</source>
        <translation>Der Server sendet ungefragt eine komprimierte Antwort.</translation>
    </message>
    <message>
        <source>The server sends an answer that cannot be unpacked.</source>
        <translation>Der Server sendet eine Antwort, die sich nicht entpacken lässt.</translation>
    </message>
    <message>
        <source>The server sends another part of the file than was asked for.</source>
        <translation>Der Server sendet einen anderen Teil der Datei als verlangt.</translation>
    </message>
    <message>
        <source>The server sends no picture ({status}).</source>
        <translation>Der Server sendet kein Bild ({status}).</translation>
    </message>
    <message>
        <source>The server took too long to answer.</source>
        <translation>Der Server hat zu lange für die Antwort gebraucht.</translation>
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
        <source>The service belongs to a newer Bookwheel ({version}). Update this program, or stop that service.</source>
        <translation>Der Dienst gehört zu einem neueren Bookwheel ({version}). Dieses Programm aktualisieren oder den Dienst dort beenden.</translation>
    </message>
    <message>
        <source>The service cannot start because the disk that holds the library is full. Free some space on it and try again.</source>
        <translation>Der Dienst kann nicht starten, weil der Datenträger der Bibliothek voll ist. Bitte Platz schaffen und erneut versuchen.</translation>
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
        <source>The service is not running; the first agent or window starts it.</source>
        <translation>Der Dienst läuft nicht; der erste Agent oder das erste Fenster startet ihn.</translation>
    </message>
    <message>
        <source>The service is stopping. Try again in a moment.</source>
        <translation>Der Dienst wird gerade beendet. Gleich noch einmal versuchen.</translation>
    </message>
    <message>
        <source>The setting {name} forbids new notes.</source>
        <translation>Die Einstellung {name} verbietet neue Notizen.</translation>
    </message>
    <message>
        <source>The settings are OK.</source>
        <translation>Die Einstellungen sind in Ordnung.</translation>
    </message>
    <message>
        <source>The settings are OK; edited by hand: {names}.</source>
        <translation>Die Einstellungen sind in Ordnung; von Hand geändert: {names}.</translation>
    </message>
    <message>
        <source>The settings file</source>
        <translation>Die Einstellungsdatei</translation>
    </message>
    <message>
        <source>The settings file could not be read ({reason}). The default settings are used.</source>
        <translation>Die Einstellungsdatei war nicht lesbar ({reason}). Die Standardeinstellungen werden benutzt.</translation>
    </message>
    <message>
        <source>The settings file is not valid TOML ({reason}), so the settings of the last start are used. Fix the file and restart Bookwheel.</source>
        <translation>Die Einstellungsdatei ist kein gültiges TOML ({reason}); es gelten die Einstellungen des letzten Starts. Die Datei berichtigen und Bookwheel neu starten.</translation>
    </message>
    <message>
        <source>The shapes are larger than {size} KB.</source>
        <translation>Die Shapes sind größer als {size} KB.</translation>
    </message>
    <message>
        <source>The shapes are nested too deeply.</source>
        <translation>Die Shapes sind zu tief verschachtelt.</translation>
    </message>
    <message>
        <source>The shapes are not valid Turtle ({reason}).</source>
        <translation>Die Shapes sind kein gültiges Turtle ({reason}).</translation>
    </message>
    <message>
        <source>The shapes cannot be used ({reason}).</source>
        <translation>Die Shapes lassen sich nicht verwenden ({reason}).</translation>
    </message>
    <message>
        <source>The shapes could not be checked. See the library&apos;s log for details.</source>
        <translation>Die Shapes konnten nicht geprüft werden. Einzelheiten stehen im Protokoll der Bibliothek.</translation>
    </message>
    <message>
        <source>The shapes have more than {count} statements.</source>
        <translation>Die Shapes haben mehr als {count} Aussagen.</translation>
    </message>
    <message>
        <source>The shapes import others with owl:imports, which Bookwheel does not download.</source>
        <translation>Die Shapes importieren andere mit owl:imports; Bookwheel lädt diese nicht herunter.</translation>
    </message>
    <message>
        <source>The shapes need too much memory.</source>
        <translation>Die Shapes brauchen zu viel Speicher.</translation>
    </message>
    <message>
        <source>The shapes use sh:{name}. Only SHACL Core can be used.</source>
        <translation>Die Shapes verwenden sh:{name}. Nur SHACL Core ist möglich.</translation>
    </message>
    <message>
        <source>The sheet {sheet} is hidden in the file.</source>
        <translation>Das Blatt {sheet} ist in der Datei ausgeblendet.</translation>
    </message>
    <message>
        <source>The shortcuts of {name} must be a list of strings.</source>
        <translation>Die Tastenkürzel von {name} müssen eine Liste von Zeichenketten sein.</translation>
    </message>
    <message>
        <source>The sign-in has expired. Sign in again.</source>
        <translation>Die Anmeldung ist abgelaufen. Melden Sie sich noch einmal an.</translation>
    </message>
    <message>
        <source>The sign-in was declined.</source>
        <translation>Die Anmeldung wurde abgelehnt.</translation>
    </message>
    <message>
        <source>The statements are being replaced. Try again in a moment.</source>
        <translation>Die Aussagen werden ersetzt. Gleich noch einmal versuchen.</translation>
    </message>
    <message>
        <source>The statements are being written. Try again in a moment.</source>
        <translation>Die Aussagen werden geschrieben. Gleich noch einmal versuchen.</translation>
    </message>
    <message>
        <source>The statements of all {count} documents match the shapes.</source>
        <translation>Die Aussagen aller {count} Dokumente haben die richtige Form.</translation>
    </message>
    <message>
        <source>The statements of {count} documents, a sample of {all}, match the shapes.</source>
        <translation>Die Aussagen von {count} Dokumenten, einer Stichprobe von {all}, haben die richtige Form.</translation>
    </message>
    <message>
        <source>The statements of {name} cannot be read ({reason}).</source>
        <translation>Die Aussagen von {name} lassen sich nicht lesen ({reason}).</translation>
    </message>
    <message>
        <source>The system has no more file handles for Bookwheel. Close other programs; Bookwheel retries automatically.</source>
        <translation>Das System hat keine Dateihandles mehr für Bookwheel. Andere Programme schließen; Bookwheel versucht es automatisch erneut.</translation>
    </message>
    <message>
        <source>The system has no more memory for Bookwheel. Close other programs; Bookwheel retries automatically.</source>
        <translation>Das System hat keinen Speicher mehr für Bookwheel. Andere Programme schließen; Bookwheel versucht es automatisch erneut.</translation>
    </message>
    <message>
        <source>The system keyring does not respond. Bookwheel keeps the password until its background service stops.</source>
        <translation>Kein Schlüsselbund des Systems antwortet. Bookwheel behält das Passwort, bis der Hintergrunddienst endet.</translation>
    </message>
    <message>
        <source>The system&apos;s keyring could not be reached: it may still hold the sign-in.</source>
        <translation>Der Schlüsselbund des Systems war nicht erreichbar: Er enthält die Anmeldung vielleicht noch.</translation>
    </message>
    <message>
        <source>The system&apos;s proxy is not an HTTP proxy.</source>
        <translation>Der Proxy des Systems ist kein HTTP-Proxy.</translation>
    </message>
    <message>
        <source>The target holds {file}, which cannot be used: {reason} Choose another target, or delete that file.</source>
        <translation>Das Ziel enthält {file}, was nicht verwendet werden kann: {reason} Wählen Sie ein anderes Ziel oder löschen Sie die Datei.</translation>
    </message>
    <message>
        <source>The template {file} cannot be read: {reason}. No note was created.</source>
        <translation>Die Vorlage {file} ist nicht lesbar: {reason}. Es wurde keine Notiz angelegt.</translation>
    </message>
    <message>
        <source>The text as it is written; /…/ is a regular expression</source>
        <translation>Der Text, wie er geschrieben ist; /…/ ist ein regulärer Ausdruck</translation>
    </message>
    <message>
        <source>The text of this message is stored as RTF alone, which is not read.</source>
        <translation>Der Text dieser Nachricht liegt nur als RTF vor, das nicht gelesen wird.</translation>
    </message>
    <message>
        <source>The text of {unreadable} of {count} pages cannot be read: their fonts do not say which letters they show. Switch on text recognition for them: pdf=ocr in the collection&apos;s formats.</source>
        <translation>Der Text von {unreadable} von {count} Seiten ist nicht lesbar: Ihre Schriften sagen nicht, welche Buchstaben sie zeigen. Die Texterkennung lässt sich dafür einschalten: pdf=ocr bei den Formaten der Sammlung.</translation>
    </message>
    <message>
        <source>The tokenizer of the embedding model {model} is not the model&apos;s own: {reason}.</source>
        <translation>Der Tokenizer des Einbettungsmodells {model} gehört nicht zum Modell: {reason}.</translation>
    </message>
    <message>
        <source>The topic is now called {name}.</source>
        <translation>Das Thema heißt jetzt {name}.</translation>
    </message>
    <message>
        <source>The topic was merged into {name}.</source>
        <translation>Das Thema wurde mit {name} zusammengeführt.</translation>
    </message>
    <message>
        <source>The topics of {collections} could not be made. To try again, choose “Rebuild topics”.</source>
        <translation>Die Themen von {collections} konnten nicht ermittelt werden. „Themen neu ermitteln“ versucht es noch einmal.</translation>
    </message>
    <message>
        <source>The tree lists them, and every search covers them from now on.</source>
        <translation>Sie stehen im Baum, und jede Suche umfasst sie von nun an.</translation>
    </message>
    <message>
        <source>The unpacked file is too large.</source>
        <translation>Die entpackte Datei ist zu groß.</translation>
    </message>
    <message>
        <source>The user has paused all agents. Wait until they are resumed.</source>
        <translation>Alle Agenten sind angehalten. Warten Sie, bis sie fortgesetzt werden.</translation>
    </message>
    <message>
        <source>The vector has the shape {shape}. Ask with {dimensions} numbers.</source>
        <translation>Der Vektor hat die Form {shape}. Mit {dimensions} Zahlen fragen.</translation>
    </message>
    <message>
        <source>The vector index cannot be built ({reason}).</source>
        <translation>Der Vektorindex lässt sich nicht aufbauen ({reason}).</translation>
    </message>
    <message>
        <source>The vector index could not be used ({reason}).</source>
        <translation>Der Vektorindex ließ sich nicht verwenden ({reason}).</translation>
    </message>
    <message>
        <source>The vector index folder is missing.</source>
        <translation>Der Ordner des Vektorindex fehlt.</translation>
    </message>
    <message>
        <source>The vector index has {count} extra vectors and is missing {lacking}.</source>
        <translation>Der Vektorindex hat {count} Vektoren zu viel, und {lacking} fehlen ihm.</translation>
    </message>
    <message>
        <source>The vector index was damaged or from another version; it is being rebuilt in the background.</source>
        <translation>Der Vektorindex war beschädigt oder von einer anderen Version; er wird im Hintergrund neu aufgebaut.</translation>
    </message>
    <message>
        <source>The vector index was missing; it is being rebuilt in the background.</source>
        <translation>Der Vektorindex fehlte; er wird im Hintergrund neu aufgebaut.</translation>
    </message>
    <message>
        <source>The vectors are OK and cover {share} of the sections ({state}).</source>
        <translation>Die Vektoren sind in Ordnung und decken {share} der Abschnitte ab ({state}).</translation>
    </message>
    <message>
        <source>The vectors are damaged ({reason}).</source>
        <translation>Die Vektoren sind beschädigt ({reason}).</translation>
    </message>
    <message>
        <source>The vectors are from another version; they are being rebuilt.</source>
        <translation>Die Vektoren stammen aus einer anderen Version; sie werden neu aufgebaut.</translation>
    </message>
    <message>
        <source>The vectors are missing.</source>
        <translation>Die Vektoren fehlen.</translation>
    </message>
    <message>
        <source>The vectors are not open.</source>
        <translation>Die Vektoren sind nicht geöffnet.</translation>
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
        <source>The vectors have the shape {shape}. Give one of {dimensions} numbers for each of {count} keys.</source>
        <translation>Die Vektoren haben die Form {shape}. Für jeden von {count} Schlüsseln einen mit {dimensions} Zahlen angeben.</translation>
    </message>
    <message>
        <source>The vectors were damaged or from another version; they are being rebuilt in the background.</source>
        <translation>Die Vektoren waren beschädigt oder von einer anderen Version; sie werden im Hintergrund neu berechnet.</translation>
    </message>
    <message>
        <source>The vectors were missing; they are being rebuilt in the background.</source>
        <translation>Die Vektoren fehlten; sie werden im Hintergrund neu berechnet.</translation>
    </message>
    <message>
        <source>The vectors&apos; engine did not answer a moment ago. Try again in {seconds} seconds.</source>
        <translation>Die Engine der Vektoren hat eben nicht geantwortet. In {seconds} Sekunden noch einmal versuchen.</translation>
    </message>
    <message>
        <source>The vectors&apos; engine did not answer within {seconds} seconds.</source>
        <translation>Die Engine der Vektoren hat nicht innerhalb von {seconds} Sekunden geantwortet.</translation>
    </message>
    <message>
        <source>The vectors&apos; engine gave a vector that cannot be used. Look at its log.</source>
        <translation>Die Engine der Vektoren hat einen Vektor geliefert, der nicht verwendet werden kann. Ihr Protokoll ansehen.</translation>
    </message>
    <message>
        <source>The vectors&apos; engine was closed. Ask again.</source>
        <translation>Die Engine der Vektoren wurde geschlossen. Noch einmal fragen.</translation>
    </message>
    <message>
        <source>The view can have up to four splits. Close one first.</source>
        <translation>Die Ansicht kann bis zu vier Teilansichten haben. Zuerst eine schließen.</translation>
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
        <source>The weights in {folder} are pickles, which may run programs. Take a model with .safetensors or .onnx files.</source>
        <translation>Die Gewichte in {folder} sind Pickle-Dateien, die Programme ausführen können. Nehmen Sie ein Modell mit .safetensors- oder .onnx-Dateien.</translation>
    </message>
    <message>
        <source>The window settings could not be read.</source>
        <translation>Die Fenstereinstellungen konnten nicht gelesen werden.</translation>
    </message>
    <message>
        <source>The words of a collection were deleted from the database. They are put again.</source>
        <translation>Die Wörter einer Sammlung wurden aus der Datenbank gelöscht. Sie werden wieder abgelegt.</translation>
    </message>
    <message>
        <source>The words&apos; database does not answer; this answer goes without keyword search.</source>
        <translation>Die Datenbank der Wörter antwortet nicht; diese Antwort kommt ohne Suche nach Wörtern aus.</translation>
    </message>
    <message>
        <source>The words&apos; database holds what no reader put there. Delete its tables, and start again.</source>
        <translation>Die Datenbank der Wörter enthält, was kein Leser dort abgelegt hat. Ihre Tabellen löschen und neu starten.</translation>
    </message>
    <message>
        <source>The {kind} is not valid: {reason}.</source>
        <translation>{kind} ist ungültig: {reason}.</translation>
    </message>
    <message>
        <source>The {store} is OK, at revision {revision}.</source>
        <translation>{store}: in Ordnung, Stand {revision}.</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Erscheinungsbild</translation>
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
        <source>Theme: light, dark or same as the system.</source>
        <translation>Erscheinungsbild: hell, dunkel oder wie das System.</translation>
    </message>
    <message>
        <source>Theme: system</source>
        <translation>Erscheinungsbild: System</translation>
    </message>
    <message>
        <source>There are no memories for the summary to replace.</source>
        <translation>Es gibt keine Erinnerungen, die die Zusammenfassung ersetzen könnte.</translation>
    </message>
    <message>
        <source>There are no pictures in files of this format.</source>
        <translation>Dateien dieses Formats enthalten keine Bilder.</translation>
    </message>
    <message>
        <source>There can be at most {count} decisions.</source>
        <translation>Es kann höchstens {count} Entscheidungen geben.</translation>
    </message>
    <message>
        <source>There is already a collection named {name}. Choose another name.</source>
        <translation>Eine Sammlung namens {name} gibt es schon. Einen anderen Namen wählen.</translation>
    </message>
    <message>
        <source>There is no annotation {name}.</source>
        <translation>Es gibt keine Anmerkung {name}.</translation>
    </message>
    <message>
        <source>There is no client {name}.</source>
        <translation>Einen Client {name} gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no collection of your own to publish. Add a folder first.</source>
        <translation>Es gibt keine eigene Sammlung, die veröffentlicht werden kann. Fügen Sie zuerst einen Ordner hinzu.</translation>
    </message>
    <message>
        <source>There is no collection {name} with topics.</source>
        <translation>Es gibt keine Sammlung {name} mit Themen.</translation>
    </message>
    <message>
        <source>There is no collection {name}.</source>
        <translation>Eine Sammlung {name} gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no decision {name}.</source>
        <translation>Es gibt keine Entscheidung {name}.</translation>
    </message>
    <message>
        <source>There is no document {name}.</source>
        <translation>Ein Dokument {name} gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no fetched model {name}.</source>
        <translation>Es gibt kein heruntergeladenes Modell {name}.</translation>
    </message>
    <message>
        <source>There is no field “{name}”. Fields: {near}.</source>
        <translation>Ein Feld „{name}“ gibt es nicht. Felder: {near}.</translation>
    </message>
    <message>
        <source>There is no field “{name}”; did you mean {near}?</source>
        <translation>Ein Feld „{name}“ gibt es nicht; war {near} gemeint?</translation>
    </message>
    <message>
        <source>There is no file {file}.</source>
        <translation>Es gibt keine Datei {file}.</translation>
    </message>
    <message>
        <source>There is no file {name} that the library reads.</source>
        <translation>Es gibt keine Datei {name}, die die Bibliothek liest.</translation>
    </message>
    <message>
        <source>There is no finding {name}.</source>
        <translation>Es gibt keinen Befund {name}.</translation>
    </message>
    <message>
        <source>There is no folder {folder} in the collection.</source>
        <translation>In der Sammlung gibt es keinen Ordner {folder}.</translation>
    </message>
    <message>
        <source>There is no format {name}. Formats: {known}.</source>
        <translation>Es gibt kein Format {name}. Formate: {known}.</translation>
    </message>
    <message>
        <source>There is no formula “{name}”.</source>
        <translation>Es gibt keine Formel „{name}“.</translation>
    </message>
    <message>
        <source>There is no function “{name}” in queries here.</source>
        <translation>Eine Funktion „{name}“ gibt es in Abfragen hier nicht.</translation>
    </message>
    <message>
        <source>There is no job {id}.</source>
        <translation>Es gibt keinen Auftrag {id}.</translation>
    </message>
    <message>
        <source>There is no kind {kind}. Use one of: {kinds}.</source>
        <translation>Es gibt keine Art {kind}. Benutzen Sie eine von: {kinds}.</translation>
    </message>
    <message>
        <source>There is no link {name}.</source>
        <translation>Den Link {name} gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no memory {name}.</source>
        <translation>Eine Erinnerung {name} gibt es nicht.</translation>
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
        <source>There is no page {name} in this PDF.</source>
        <translation>Dieses PDF hat keine Seite {name}.</translation>
    </message>
    <message>
        <source>There is no parameter {name}.</source>
        <translation>Es gibt keinen Parameter {name}.</translation>
    </message>
    <message>
        <source>There is no path from {way}.</source>
        <translation>Es gibt keinen Pfad von {way}.</translation>
    </message>
    <message>
        <source>There is no proposal {name}.</source>
        <translation>Es gibt keinen Vorschlag {name}.</translation>
    </message>
    <message>
        <source>There is no publication at {address}.</source>
        <translation>Unter {address} gibt es keine Veröffentlichung.</translation>
    </message>
    <message>
        <source>There is no publication at {address}: the server answers {status}.</source>
        <translation>Unter {address} gibt es keine Veröffentlichung: Der Server antwortet {status}.</translation>
    </message>
    <message>
        <source>There is no relation &quot;{given}&quot;. Use one of: {names}.</source>
        <translation>Es gibt keine Beziehung „{given}“. Verwenden Sie eine von: {names}.</translation>
    </message>
    <message>
        <source>There is no setting {name}.</source>
        <translation>Eine Einstellung {name} gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no such page: the server answers {status}. Check the address.</source>
        <translation>Diese Seite gibt es nicht: Der Server antwortet mit {status}. Prüfen Sie die Adresse.</translation>
    </message>
    <message>
        <source>There is no topic change to undo.</source>
        <translation>Es gibt keine Änderung an den Themen, die sich rückgängig machen lässt.</translation>
    </message>
    <message>
        <source>There is no topic {name}.</source>
        <translation>Ein Thema {name} gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no window setting {name}.</source>
        <translation>Die Fenstereinstellung {name} gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no {method} {path}.</source>
        <translation>{method} {path} gibt es nicht.</translation>
    </message>
    <message>
        <source>These memories are being changed by other programs. Try again.</source>
        <translation>Andere Programme ändern diese Erinnerungen gerade. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>This PDF has no text layer; its pages are pictures (scans). Switch on text recognition for it: pdf=ocr in the collection&apos;s formats.</source>
        <translation>Dieses PDF hat keine Textebene; seine Seiten sind Bilder (Scans). Die Texterkennung lässt sich dafür einschalten: pdf=ocr bei den Formaten der Sammlung.</translation>
    </message>
    <message>
        <source>This address is a file ({kind}), not a page. Save it in a folder, and add that.</source>
        <translation>Diese Adresse ist eine Datei ({kind}), keine Seite. Speichern Sie sie in einem Ordner, und fügen Sie diesen hinzu.</translation>
    </message>
    <message>
        <source>This agent is already connected; nothing would change.</source>
        <translation>Dieser Agent ist schon verbunden; nichts würde sich ändern.</translation>
    </message>
    <message>
        <source>This agent is not connected; nothing would change.</source>
        <translation>Dieser Agent ist nicht verbunden; nichts würde sich ändern.</translation>
    </message>
    <message>
        <source>This base is not valid YAML ({reason}).</source>
        <translation>Diese Base ist kein gültiges YAML ({reason}).</translation>
    </message>
    <message>
        <source>This base is too long, so only its first {count} characters are read.</source>
        <translation>Diese Base ist zu lang, darum werden nur ihre ersten {count} Zeichen gelesen.</translation>
    </message>
    <message>
        <source>This base is too long.</source>
        <translation>Diese Base ist zu lang.</translation>
    </message>
    <message>
        <source>This belongs to {team}. It can only be read.</source>
        <translation>Dies gehört {team} und ist nur lesbar.</translation>
    </message>
    <message>
        <source>This cannot be undone. Export first to keep a copy.</source>
        <translation>Das lässt sich nicht rückgängig machen. Für eine Kopie vorher exportieren.</translation>
    </message>
    <message>
        <source>This code is minified. Index its source instead.</source>
        <translation>Dieser Code ist minimiert. Indexieren Sie stattdessen seine Quelle.</translation>
    </message>
    <message>
        <source>This connection is closed.</source>
        <translation>Diese Verbindung ist geschlossen.</translation>
    </message>
    <message>
        <source>This cursor belongs to another request. Use the same arguments as before.</source>
        <translation>Dieser Cursor gehört zu einer anderen Anfrage. Dieselben Argumente wie zuvor verwenden.</translation>
    </message>
    <message>
        <source>This cursor is not one of an export of annotations.</source>
        <translation>Dieser Cursor gehört zu keiner Ausgabe von Anmerkungen.</translation>
    </message>
    <message>
        <source>This cursor is not valid. Try again without one.</source>
        <translation>Dieser Cursor ist ungültig. Ohne Cursor erneut versuchen.</translation>
    </message>
    <message>
        <source>This document</source>
        <translation>Dieses Dokument</translation>
    </message>
    <message>
        <source>This document has no connections yet.</source>
        <translation>Dieses Dokument hat noch keine Verbindungen.</translation>
    </message>
    <message>
        <source>This document is already in the reading list.</source>
        <translation>Dieses Dokument steht schon auf der Leseliste.</translation>
    </message>
    <message>
        <source>This document is not in the reading list.</source>
        <translation>Dieses Dokument steht nicht auf der Leseliste.</translation>
    </message>
    <message>
        <source>This escape sequence does not exist.</source>
        <translation>Diese Escape-Sequenz gibt es nicht.</translation>
    </message>
    <message>
        <source>This file contains no bibliography entries.</source>
        <translation>Diese Datei enthält keine Literaturangaben.</translation>
    </message>
    <message>
        <source>This file contains no canvas.</source>
        <translation>Diese Datei enthält kein Canvas.</translation>
    </message>
    <message>
        <source>This file contains no contacts.</source>
        <translation>Diese Datei enthält keine Kontakte.</translation>
    </message>
    <message>
        <source>This file contains no drawing.</source>
        <translation>Diese Datei enthält keine Zeichnung.</translation>
    </message>
    <message>
        <source>This file contains no entities.</source>
        <translation>Diese Datei enthält keine Entitäten.</translation>
    </message>
    <message>
        <source>This file contains no events, tasks or notes.</source>
        <translation>Diese Datei enthält keine Termine, Aufgaben oder Notizen.</translation>
    </message>
    <message>
        <source>This file contains no mail messages.</source>
        <translation>Diese Datei enthält keine E-Mails.</translation>
    </message>
    <message>
        <source>This file contains no outline.</source>
        <translation>Diese Datei enthält keine Gliederung.</translation>
    </message>
    <message>
        <source>This file contains no picture {name}.</source>
        <translation>Diese Datei enthält kein Bild {name}.</translation>
    </message>
    <message>
        <source>This file contains no statements.</source>
        <translation>Diese Datei enthält keine Aussagen.</translation>
    </message>
    <message>
        <source>This file contains no subtitles with times.</source>
        <translation>Diese Datei enthält keine Untertitel mit Zeiten.</translation>
    </message>
    <message>
        <source>This file is empty.</source>
        <translation>Diese Datei ist leer.</translation>
    </message>
    <message>
        <source>This file is larger than {most} MB.</source>
        <translation>Diese Datei ist größer als {most} MB.</translation>
    </message>
    <message>
        <source>This file is not a Jupyter notebook: it has no cells.</source>
        <translation>Diese Datei ist kein Jupyter-Notebook: Sie hat keine Zellen.</translation>
    </message>
    <message>
        <source>This file is not a feed.</source>
        <translation>Diese Datei ist kein Feed.</translation>
    </message>
    <message>
        <source>This file is not a mail message: it has no sender, subject or date.</source>
        <translation>Diese Datei ist keine E-Mail: Sie hat weder Absender noch Betreff noch Datum.</translation>
    </message>
    <message>
        <source>This file is not a valid base ({reason}).</source>
        <translation>Diese Datei ist keine gültige Base ({reason}).</translation>
    </message>
    <message>
        <source>This file is not an Outlook message.</source>
        <translation>Diese Datei ist keine Outlook-Nachricht.</translation>
    </message>
    <message>
        <source>This file is not in your library, so it can&apos;t be annotated. Add its folder first.</source>
        <translation>Diese Datei ist nicht in Ihrer Bibliothek und lässt sich darum nicht anmerken. Fügen Sie zuerst ihren Ordner hinzu.</translation>
    </message>
    <message>
        <source>This file is not in your library. Add its folder first, or select some text.</source>
        <translation>Diese Datei ist nicht in der Bibliothek. Zuerst ihren Ordner hinzufügen oder Text auswählen.</translation>
    </message>
    <message>
        <source>This file is not in your library: searches do not find it, and agents do not see it.</source>
        <translation>Diese Datei ist nicht in der Bibliothek: Suchen finden sie nicht, und Agenten sehen sie nicht.</translation>
    </message>
    <message>
        <source>This file is not valid JSON ({reason}).</source>
        <translation>Diese Datei ist kein gültiges JSON ({reason}).</translation>
    </message>
    <message>
        <source>This file is not valid XML.</source>
        <translation>Diese Datei ist kein gültiges XML.</translation>
    </message>
    <message>
        <source>This file is not valid {format} ({reason}).</source>
        <translation>Diese Datei ist kein gültiges {format} ({reason}).</translation>
    </message>
    <message>
        <source>This file is too large to be mirrored.</source>
        <translation>Diese Datei ist zu groß, um gespiegelt zu werden.</translation>
    </message>
    <message>
        <source>This folder belongs to the library itself. Choose a folder with documents.</source>
        <translation>Dieser Ordner gehört zur Bibliothek selbst. Einen Ordner mit Dokumenten wählen.</translation>
    </message>
    <message>
        <source>This folder is a bare git repository: it has no documents.</source>
        <translation>Dieser Ordner ist ein Git-Repository ohne Arbeitsverzeichnis: Er enthält keine Dokumente.</translation>
    </message>
    <message>
        <source>This folder is a shallow clone: only the newest {count} commits are available.</source>
        <translation>Dieser Ordner ist ein flacher Klon: Nur die neuesten {count} Commits sind verfügbar.</translation>
    </message>
    <message>
        <source>This folder&apos;s .git leads to another repository, so its history is not read.</source>
        <translation>Das .git dieses Ordners führt zu einem anderen Repository, deshalb wird sein Verlauf nicht gelesen.</translation>
    </message>
    <message>
        <source>This function does not exist. Of the prefixes, only xsd: has functions.</source>
        <translation>Diese Funktion gibt es nicht. Von den Präfixen hat nur xsd: Funktionen.</translation>
    </message>
    <message>
        <source>This glossary has no terms. Write an object of terms, each with its definition or a list of other names.</source>
        <translation>Dieses Glossar enthält keine Begriffe. Schreiben Sie ein Objekt mit Begriffen, jeden mit seiner Definition oder einer Liste anderer Namen.</translation>
    </message>
    <message>
        <source>This id belongs to another {kind}.</source>
        <translation>Diese ID gehört zu einem anderen Eintrag der Art {kind}.</translation>
    </message>
    <message>
        <source>This image is not in the cache.</source>
        <translation>Dieses Bild ist nicht im Cache.</translation>
    </message>
    <message>
        <source>This is a YAML template; it is shown as plain text.</source>
        <translation>Dies ist eine YAML-Vorlage; sie wird als reiner Text gezeigt.</translation>
    </message>
    <message>
        <source>This is a binary file, not text.</source>
        <translation>Das ist eine Binärdatei, kein Text.</translation>
    </message>
    <message>
        <source>This is a generated lock file.</source>
        <translation>Dies ist eine erzeugte Lock-Datei.</translation>
    </message>
    <message>
        <source>This is a key or a signature, not a document.</source>
        <translation>Das ist ein Schlüssel oder eine Signatur, kein Dokument.</translation>
    </message>
    <message>
        <source>This is not a manual page.</source>
        <translation>Das ist keine Handbuchseite.</translation>
    </message>
    <message>
        <source>This is not a publisher&apos;s key or its fingerprint. Copy it as the publisher shows it.</source>
        <translation>Das ist kein Schlüssel eines Herausgebers und kein Fingerabdruck. Kopieren Sie ihn so, wie der Herausgeber ihn zeigt.</translation>
    </message>
    <message>
        <source>This is not a web address.</source>
        <translation>Das ist keine Webadresse.</translation>
    </message>
    <message>
        <source>This is not in Labels. Labels shows only the most frequent entries.</source>
        <translation>Labels führt das nicht auf. Es führt auf, was die meisten Dokumente haben.</translation>
    </message>
    <message>
        <source>This is not the manifest of a published collection. Check the address.</source>
        <translation>Das ist kein Manifest einer veröffentlichten Sammlung. Prüfen Sie die Adresse.</translation>
    </message>
    <message>
        <source>This is not valid TOML ({error}).</source>
        <translation>Das ist kein gültiges TOML ({error}).</translation>
    </message>
    <message>
        <source>This is not valid {format}: {reason} (line {line}, column {column}). The outline may be incomplete.</source>
        <translation>Das ist kein gültiges {format}: {reason} (Zeile {line}, Spalte {column}). Die Gliederung ist vielleicht unvollständig.</translation>
    </message>
    <message>
        <source>This is {kind}, not text.</source>
        <translation>Das ist {kind}, kein Text.</translation>
    </message>
    <message>
        <source>This link cannot be read. Ask the publisher for another one.</source>
        <translation>Dieser Link ist nicht lesbar. Bitten Sie den Herausgeber um einen anderen.</translation>
    </message>
    <message>
        <source>This link is too long. Ask the publisher for another one.</source>
        <translation>Dieser Link ist zu lang. Bitten Sie den Herausgeber um einen anderen.</translation>
    </message>
    <message>
        <source>This link leads to {address}. Only addresses with https://, http:// or s3:// can be added from a link.</source>
        <translation>Dieser Link führt zu {address}. Aus einem Link können nur Adressen mit https://, http:// oder s3:// hinzugefügt werden.</translation>
    </message>
    <message>
        <source>This link names no address of a shared collection. Ask the publisher for another one.</source>
        <translation>Dieser Link nennt keine Adresse einer geteilten Sammlung. Bitten Sie den Herausgeber um einen anderen.</translation>
    </message>
    <message>
        <source>This link&apos;s address is not allowed on a page.</source>
        <translation>Die Adresse dieses Links ist auf einer Seite nicht erlaubt.</translation>
    </message>
    <message>
        <source>This list has expired. Start again from the first page.</source>
        <translation>Diese Liste ist abgelaufen. Bitte von der ersten Seite an beginnen.</translation>
    </message>
    <message>
        <source>This mailbox is too large; {count} messages were left out.</source>
        <translation>Dieses Postfach ist zu groß; {count} Nachrichten wurden ausgelassen.</translation>
    </message>
    <message>
        <source>This memory has {count} characters; the limit is {most}. Shorten it.</source>
        <translation>Diese Erinnerung hat {count} Zeichen; höchstens {most} sind möglich. Bitte kürzen.</translation>
    </message>
    <message>
        <source>This offer cannot be fetched. Ask for it again.</source>
        <translation>Dieses Angebot lässt sich nicht herunterladen. Fragen Sie es erneut ab.</translation>
    </message>
    <message>
        <source>This page could not be read. See the log.</source>
        <translation>Diese Seite konnte nicht gelesen werden. Näheres steht im Protokoll.</translation>
    </message>
    <message>
        <source>This page has no address on the web.</source>
        <translation>Diese Seite hat keine Adresse im Web.</translation>
    </message>
    <message>
        <source>This page has no file that could be edited.</source>
        <translation>Diese Seite hat keine Datei, die bearbeitet werden könnte.</translation>
    </message>
    <message>
        <source>This page has no remote images.</source>
        <translation>Diese Seite hat keine entfernten Bilder.</translation>
    </message>
    <message>
        <source>This page has no section “{name}”.</source>
        <translation>Diese Seite hat keinen Abschnitt „{name}“.</translation>
    </message>
    <message>
        <source>This page has no section “{name}”. It is shown from the start.</source>
        <translation>Diese Seite hat keinen Abschnitt „{name}“. Sie wird von Anfang an gezeigt.</translation>
    </message>
    <message>
        <source>This page is not a document. Select some text first.</source>
        <translation>Diese Seite ist kein Dokument. Zuerst Text auswählen.</translation>
    </message>
    <message>
        <source>This page is too complex to render, so it is shown as plain text.</source>
        <translation>Diese Seite ist zu aufwendig darzustellen; sie wird als einfacher Text gezeigt.</translation>
    </message>
    <message>
        <source>This page is too large or too deeply nested to render, so its source is shown.</source>
        <translation>Diese Seite ist zu groß oder zu tief verschachtelt, um dargestellt zu werden; ihr Quelltext wird gezeigt.</translation>
    </message>
    <message>
        <source>This page is too large to read.</source>
        <translation>Diese Seite ist zu groß, um gelesen zu werden.</translation>
    </message>
    <message>
        <source>This page needs JavaScript, which Bookwheel does not run.</source>
        <translation>Diese Seite braucht JavaScript, das Bookwheel nicht ausführt.</translation>
    </message>
    <message>
        <source>This passage is no longer in the document.</source>
        <translation>Diese Stelle ist nicht mehr im Dokument.</translation>
    </message>
    <message>
        <source>This passage is not pinned.</source>
        <translation>Diese Textstelle ist nicht angeheftet.</translation>
    </message>
    <message>
        <source>This password does not open {file}. Try another.</source>
        <translation>Dieses Passwort öffnet {file} nicht. Ein anderes versuchen.</translation>
    </message>
    <message>
        <source>This picture is damaged.</source>
        <translation>Dieses Bild ist beschädigt.</translation>
    </message>
    <message>
        <source>This picture is larger than 32 MB.</source>
        <translation>Dieses Bild ist größer als 32 MB.</translation>
    </message>
    <message>
        <source>This processor runs the embedding model incorrectly (a test text scored {cosine} instead of 1), so semantic search is off. Choose another model with the setting meaning.model.</source>
        <translation>Dieser Prozessor führt das Einbettungsmodell fehlerhaft aus (ein Prüftext ergab {cosine} statt 1); die semantische Suche ist aus. Mit der Einstellung meaning.model ein anderes Modell wählen.</translation>
    </message>
    <message>
        <source>This publication was withdrawn with the present key. Make a new key, and publish again.</source>
        <translation>Diese Veröffentlichung wurde mit dem jetzigen Schlüssel zurückgezogen. Machen Sie einen neuen Schlüssel und veröffentlichen Sie noch einmal.</translation>
    </message>
    <message>
        <source>This query ends too early.</source>
        <translation>Diese Abfrage endet zu früh.</translation>
    </message>
    <message>
        <source>This query finds nothing.</source>
        <translation>Diese Abfrage findet nichts.</translation>
    </message>
    <message>
        <source>This query is nested too deeply.</source>
        <translation>Diese Abfrage ist zu tief verschachtelt.</translation>
    </message>
    <message>
        <source>This query is not understood at “{text}”.</source>
        <translation>Diese Abfrage wird bei „{text}“ nicht verstanden.</translation>
    </message>
    <message>
        <source>This query makes a list that is too long.</source>
        <translation>Diese Abfrage ergibt eine zu lange Liste.</translation>
    </message>
    <message>
        <source>This query makes a text that is too long.</source>
        <translation>Diese Abfrage ergibt einen zu langen Text.</translation>
    </message>
    <message>
        <source>This query makes more than {count} rows.</source>
        <translation>Diese Abfrage ergibt mehr als {count} Zeilen.</translation>
    </message>
    <message>
        <source>This query takes more than {seconds} seconds.</source>
        <translation>Diese Abfrage dauert länger als {seconds} Sekunden.</translation>
    </message>
    <message>
        <source>This service uses protocol version {ours}, the client {theirs}. Update the older one.</source>
        <translation>Dieser Dienst verwendet Protokollversion {ours}, der Client {theirs}. Den älteren aktualisieren.</translation>
    </message>
    <message>
        <source>This shortcut can&apos;t be used.</source>
        <translation>Dieses Tastenkürzel lässt sich nicht benutzen.</translation>
    </message>
    <message>
        <source>This takes long; {count} of {total} documents were looked through. Narrow the search by a filter.</source>
        <translation>Das dauert lange; {count} von {total} Dokumenten wurden durchsucht. Die Suche mit einem Filter einschränken.</translation>
    </message>
    <message>
        <source>This window</source>
        <translation>Dieses Fenster</translation>
    </message>
    <message>
        <source>This works only on Linux desktops. Elsewhere, pass the link to Bookwheel as an argument.</source>
        <translation>Das geht nur auf Linux-Desktops. Sonst Bookwheel den Link als Argument übergeben.</translation>
    </message>
    <message>
        <source>Threads that compute embeddings in the background.</source>
        <translation>Threads, die im Hintergrund Einbettungen berechnen.</translation>
    </message>
    <message>
        <source>Three levels</source>
        <translation>Drei Ebenen</translation>
    </message>
    <message>
        <source>Time and memory limits of SPARQL queries.</source>
        <translation>Zeit- und Speichergrenzen von SPARQL-Anfragen.</translation>
    </message>
    <message>
        <source>Time limit of a SPARQL query in seconds.</source>
        <translation>Zeitgrenze einer SPARQL-Anfrage in Sekunden.</translation>
    </message>
    <message>
        <source>Time limit of a call in seconds.</source>
        <translation>Zeitgrenze eines Aufrufs in Sekunden.</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Zu</translation>
    </message>
    <message>
        <source>To see hidden topics, choose “Show hidden topics” from the menu.</source>
        <translation>„Ausgeblendete Themen zeigen“ im Menü zeigt sie.</translation>
    </message>
    <message>
        <source>Toggle left sidebar</source>
        <translation>Linke Seitenleiste ein/aus</translation>
    </message>
    <message>
        <source>Toggle light/dark theme</source>
        <translation>Zwischen hell und dunkel wechseln</translation>
    </message>
    <message>
        <source>Toggle menu bar</source>
        <translation>Menüleiste ein/aus</translation>
    </message>
    <message>
        <source>Toggle pages and text</source>
        <translation>Seiten oder Text zeigen</translation>
    </message>
    <message>
        <source>Toggle right sidebar</source>
        <translation>Rechte Seitenleiste ein/aus</translation>
    </message>
    <message>
        <source>Token budget</source>
        <translation>Token-Budget</translation>
    </message>
    <message>
        <source>Too few documents</source>
        <translation>Keine: zu wenige Dokumente</translation>
    </message>
    <message>
        <source>Too many queries are waiting. Try again in a moment.</source>
        <translation>Zu viele Anfragen warten. Gleich noch einmal versuchen.</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Tool</translation>
    </message>
    <message>
        <source>Top folder of the collection</source>
        <translation>Oberster Ordner der Sammlung</translation>
    </message>
    <message>
        <source>Top level</source>
        <translation>Oberste Ebene</translation>
    </message>
    <message>
        <source>Topic</source>
        <translation>Thema</translation>
    </message>
    <message>
        <source>Topic now</source>
        <translation>Thema jetzt</translation>
    </message>
    <message>
        <source>Topic of this document</source>
        <translation>Thema dieses Dokuments</translation>
    </message>
    <message>
        <source>Topic of {collection}</source>
        <translation>Thema von {collection}</translation>
    </message>
    <message>
        <source>Topics</source>
        <translation>Themen</translation>
    </message>
    <message>
        <source>Topics failed</source>
        <translation>Nicht ermittelt</translation>
    </message>
    <message>
        <source>Topics rebuilt.</source>
        <translation>Die Themen wurden neu ermittelt.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Try the sample</source>
        <translation>Beispielbibliothek ausprobieren</translation>
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
        <source>Type a command</source>
        <translation>Befehl eingeben</translation>
    </message>
    <message>
        <source>Type a few words or a question; hits appear as you type. Ctrl+K brings you here from anywhere.</source>
        <translation>Ein paar Wörter oder eine Frage eingeben; Treffer erscheinen beim Tippen. Strg+K führt von überall hierher.</translation>
    </message>
    <message>
        <source>Type a name for the layout.</source>
        <translation>Einen Namen für die Anordnung eingeben.</translation>
    </message>
    <message>
        <source>Type a question and press Enter. Bookwheel collects the passages, facts and sources in your library that answer it, ready to copy into any chat. No language model is called, and nothing leaves your computer.</source>
        <translation>Frage eingeben und Eingabetaste drücken. Bookwheel sammelt die Textstellen, Fakten und Quellen der Bibliothek dazu, bereit zum Kopieren in jeden Chat. Kein Sprachmodell wird aufgerufen, und nichts verlässt diesen Rechner.</translation>
    </message>
    <message>
        <source>Type another name, then press Enter.</source>
        <translation>Einen anderen Namen eingeben, dann Eingabetaste drücken.</translation>
    </message>
    <message>
        <source>Type the name of a person, a term or an entity.</source>
        <translation>Geben Sie den Namen einer Person, eines Begriffs oder einer Entität ein.</translation>
    </message>
    <message>
        <source>Types</source>
        <translation>Typen</translation>
    </message>
    <message>
        <source>Unanswered queries</source>
        <translation>Unbeantwortete Anfragen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Undo change</source>
        <translation>Änderung rückgängig machen</translation>
    </message>
    <message>
        <source>Undo last topic change</source>
        <translation>Letzte Änderung an Themen rückgängig machen</translation>
    </message>
    <message>
        <source>Unfold all</source>
        <translation>Alles ausklappen</translation>
    </message>
    <message>
        <source>Unfreeze map</source>
        <translation>Karte nicht mehr fixieren</translation>
    </message>
    <message>
        <source>Unknown placeholders of {file} were left as they are: {names}.</source>
        <translation>Unbekannte Platzhalter in {file} blieben, wie sie sind: {names}.</translation>
    </message>
    <message>
        <source>Unknown relation {name}.</source>
        <translation>Unbekannte Beziehung {name}.</translation>
    </message>
    <message>
        <source>Unknown setting {name} was ignored.</source>
        <translation>Die unbekannte Einstellung {name} wurde ignoriert.</translation>
    </message>
    <message>
        <source>Unlinked mentions</source>
        <translation>Unverlinkte Erwähnungen</translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>Entsperren</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>Unpin all passages</source>
        <translation>Alle Textstellen nicht mehr anheften</translation>
    </message>
    <message>
        <source>Unpin graph: follow the open document</source>
        <translation>Graph lösen: dem geöffneten Dokument folgen</translation>
    </message>
    <message>
        <source>Unsubscribe</source>
        <translation>Abbestellen</translation>
    </message>
    <message>
        <source>Unsubscribe from “{name}”?</source>
        <translation>„{name}“ abbestellen?</translation>
    </message>
    <message>
        <source>Unsubscribe…</source>
        <translation>Abbestellen…</translation>
    </message>
    <message numerus="yes">
        <source>Up to %Ln step(s) away</source>
        <translation>
            <numerusform>Bis zu %Ln Schritt entfernt</numerusform>
            <numerusform>Bis zu %Ln Schritte entfernt</numerusform>
        </translation>
    </message>
    <message>
        <source>Up to date</source>
        <translation>Aktuell</translation>
    </message>
    <message>
        <source>Up to date.</source>
        <translation>Aktuell.</translation>
    </message>
    <message>
        <source>Update this program, or stop the newer service.</source>
        <translation>Dieses Programm aktualisieren oder den neueren Dienst beenden.</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Benutzen</translation>
    </message>
    <message>
        <source>Use semantic search in addition to keywords and links.</source>
        <translation>Semantische Suche zusätzlich zu Stichwörtern und Links.</translation>
    </message>
    <message>
        <source>Use this command in any program that supports the Model Context Protocol.</source>
        <translation>Dieser Befehl passt in jedes Programm, das das Model Context Protocol unterstützt.</translation>
    </message>
    <message>
        <source>Vector image (SVG)</source>
        <translation>Vektorgrafik (SVG)</translation>
    </message>
    <message>
        <source>Views of the type “{name}” are not shown here; this is its table.</source>
        <translation>Ansichten der Art „{name}“ werden hier nicht gezeigt; dies ist die Tabelle dazu.</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Waiting for your confirmation…</source>
        <translation>Wartet auf die Bestätigung …</translation>
    </message>
    <message>
        <source>Waiting until the computer is less busy.</source>
        <translation>Wartet, bis der Rechner weniger zu tun hat.</translation>
    </message>
    <message>
        <source>Watch folders for changes.</source>
        <translation>Ordner auf Änderungen überwachen.</translation>
    </message>
    <message>
        <source>Watched for changes</source>
        <translation>Wird überwacht</translation>
    </message>
    <message>
        <source>Weekly</source>
        <translation>Wöchentlich</translation>
    </message>
    <message>
        <source>Weight of acronyms and other names of the terms in a query; 0 to leave them out.</source>
        <translation>Gewicht von Abkürzungen und anderen Namen der Begriffe einer Anfrage; 0 lässt sie weg.</translation>
    </message>
    <message>
        <source>Weight of graph search.</source>
        <translation>Gewicht der Graphsuche.</translation>
    </message>
    <message>
        <source>Weight of its scores compared with other collections.</source>
        <translation>Gewicht ihrer Punktzahlen im Vergleich zu anderen Sammlungen.</translation>
    </message>
    <message>
        <source>Weight of keyword search.</source>
        <translation>Gewicht der Stichwortsuche.</translation>
    </message>
    <message>
        <source>Weight of prefix matches.</source>
        <translation>Gewicht von Wörtern, deren Anfang passt.</translation>
    </message>
    <message>
        <source>Weight of semantic search.</source>
        <translation>Gewicht der semantischen Suche.</translation>
    </message>
    <message>
        <source>Weight of word parts that a question shares with a section; 0 to leave them out.</source>
        <translation>Gewicht von Wortteilen, die eine Frage mit einem Abschnitt gemeinsam hat; 0 lässt sie weg.</translation>
    </message>
    <message>
        <source>Weight of words in a document&apos;s description or summary.</source>
        <translation>Gewicht von Wörtern in Beschreibung oder Zusammenfassung eines Dokuments.</translation>
    </message>
    <message>
        <source>Weight of words in a document&apos;s file name and folders.</source>
        <translation>Gewicht von Wörtern in Dateinamen und Ordnern eines Dokuments.</translation>
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
        <source>When Bookwheel starts</source>
        <translation>Beim Start von Bookwheel</translation>
    </message>
    <message>
        <source>When sites and feeds are not refreshed by themselves.</source>
        <translation>Wann Websites und Feeds nicht von selbst aktualisiert werden.</translation>
    </message>
    <message>
        <source>Whether Bookwheel may create files in your folders.</source>
        <translation>Ob Bookwheel in den eigenen Ordnern Dateien anlegen darf.</translation>
    </message>
    <message>
        <source>Which code inherits from which?</source>
        <translation>Welcher Code erbt von welchem?</translation>
    </message>
    <message>
        <source>Which document did you expect?</source>
        <translation>Welches Dokument wurde erwartet?</translation>
    </message>
    <message>
        <source>Which documents are linked to most?</source>
        <translation>Auf welche Dokumente wird am meisten verlinkt?</translation>
    </message>
    <message>
        <source>Which documents have which tag?</source>
        <translation>Welche Dokumente haben welches Schlagwort?</translation>
    </message>
    <message>
        <source>Which documents link to each other?</source>
        <translation>Welche Dokumente verlinken aufeinander?</translation>
    </message>
    <message>
        <source>Which entities are there, by type?</source>
        <translation>Welche Dinge gibt es, nach Art?</translation>
    </message>
    <message>
        <source>Which links are broken, and where are they?</source>
        <translation>Welche Links sind tot, und wo stehen sie?</translation>
    </message>
    <message>
        <source>Which memories are about what?</source>
        <translation>Welche Erinnerungen handeln wovon?</translation>
    </message>
    <message>
        <source>Which projects depend on which?</source>
        <translation>Welche Projekte hängen von welchen ab?</translation>
    </message>
    <message>
        <source>Which terms are defined where?</source>
        <translation>Welche Begriffe sind wo definiert?</translation>
    </message>
    <message>
        <source>Which things are mentioned together?</source>
        <translation>Was wird zusammen genannt?</translation>
    </message>
    <message>
        <source>Which things do most documents mention?</source>
        <translation>Welche Dinge nennen die meisten Dokumente?</translation>
    </message>
    <message>
        <source>Which topics are there, and which are broader?</source>
        <translation>Welche Themen gibt es, und welche sind weiter?</translation>
    </message>
    <message>
        <source>Who changed which documents?</source>
        <translation>Wer hat welche Dokumente geändert?</translation>
    </message>
    <message>
        <source>Whole library</source>
        <translation>Ganze Bibliothek</translation>
    </message>
    <message>
        <source>With a tag</source>
        <translation>Mit einem Schlagwort</translation>
    </message>
    <message>
        <source>Withdrawn</source>
        <translation>Zurückgezogen</translation>
    </message>
    <message>
        <source>Worth a look</source>
        <translation>Einen Blick wert</translation>
    </message>
    <message>
        <source>Write GRAPH with a variable or a name after it.</source>
        <translation>Nach GRAPH eine Variable oder einen Namen schreiben.</translation>
    </message>
    <message>
        <source>Write PREFIX as PREFIX name: &lt;iri&gt;.</source>
        <translation>PREFIX so schreiben: PREFIX name: &lt;iri&gt;.</translation>
    </message>
    <message>
        <source>Write a filter as field=value, field=one|other, field!=value or field&gt;value.</source>
        <translation>Einen Filter als field=value, field=one|other, field!=value oder field&gt;value schreiben.</translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation>Notiz schreiben</translation>
    </message>
    <message>
        <source>Write the filter as field:value and -field:value, such as path:guide/ -tag:draft -private:true. Put a value of several words in quotation marks.</source>
        <translation>Den Filter als Feld:Wert und -Feld:Wert schreiben, etwa path:guide/ -tag:draft -private:true. Einen Wert aus mehreren Wörtern in Anführungszeichen setzen.</translation>
    </message>
    <message>
        <source>Write two titles or names, then press Enter.</source>
        <translation>Schreiben Sie zwei Titel oder Namen und drücken Sie Eingabe.</translation>
    </message>
    <message>
        <source>Write {name}= and one of: {uses}.</source>
        <translation>Schreiben Sie {name}= und eines von: {uses}.</translation>
    </message>
    <message>
        <source>Writing to {address} needs keys. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and do not set AWS_SKIP_SIGNATURE.</source>
        <translation>Schreiben nach {address} braucht Schlüssel. Setzen Sie AWS_ACCESS_KEY_ID und AWS_SECRET_ACCESS_KEY, und nicht AWS_SKIP_SIGNATURE.</translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation>Gelb</translation>
    </message>
    <message>
        <source>You are connected to {count} teams. Disconnect one first.</source>
        <translation>Es sind bereits {count} Teams verbunden. Bitte zuerst eines trennen.</translation>
    </message>
    <message>
        <source>You are not connected to a team called {name}.</source>
        <translation>Es ist kein Team mit dem Namen {name} verbunden.</translation>
    </message>
    <message>
        <source>You are not connected to a team.</source>
        <translation>Kein Team ist verbunden.</translation>
    </message>
    <message>
        <source>You are not signed in to {team}. Sign in again.</source>
        <translation>Nicht bei {team} angemeldet. Bitte erneut anmelden.</translation>
    </message>
    <message>
        <source>You are not signed in. Sign in first.</source>
        <translation>Sie sind nicht angemeldet. Melden Sie sich zuerst an.</translation>
    </message>
    <message>
        <source>You can also reset all sections, including keyboard shortcuts and collections.</source>
        <translation>Oder alle Bereiche zurücksetzen, auch Tastenkürzel und Sammlungen.</translation>
    </message>
    <message>
        <source>You can keep reading and searching. Your files are not changed.</source>
        <translation>Lesen und Suchen gehen währenddessen weiter. Die Dateien werden nicht geändert.</translation>
    </message>
    <message>
        <source>You can read this library but not propose topics.</source>
        <translation>Sie können diese Bibliothek lesen, aber keine Themen vorschlagen.</translation>
    </message>
    <message>
        <source>You can read this library but not save memories.</source>
        <translation>Diese Bibliothek ist lesbar, Erinnerungen lassen sich aber nicht speichern.</translation>
    </message>
    <message>
        <source>You can search documents while indexing is still running.</source>
        <translation>Dokumente lassen sich schon durchsuchen, während die Indexierung läuft.</translation>
    </message>
    <message>
        <source>You decided that {one} and {other} are not the same. Remove that decision first.</source>
        <translation>Sie haben entschieden, dass {one} und {other} nicht dasselbe sind. Entfernen Sie zuerst diese Entscheidung.</translation>
    </message>
    <message>
        <source>You have read “{title}”.</source>
        <translation>Sie haben „{title}“ gelesen.</translation>
    </message>
    <message>
        <source>Your agents</source>
        <translation>Agenten</translation>
    </message>
    <message>
        <source>Your documents in one place</source>
        <translation>Alle Dokumente an einem Ort</translation>
    </message>
    <message>
        <source>Your folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Your memory is full ({count} memories).</source>
        <translation>Das Gedächtnis ist voll ({count} Erinnerungen).</translation>
    </message>
    <message>
        <source>Your memory is full ({size} MB).</source>
        <translation>Das Gedächtnis ist voll ({size} MB).</translation>
    </message>
    <message>
        <source>Your sign-in to {team} has expired. Sign in again under “Teams”.</source>
        <translation>Die Anmeldung bei {team} ist abgelaufen. Unter „Teams“ erneut anmelden.</translation>
    </message>
    <message>
        <source>Your team&apos;s collections then appear in your library: one search covers both. You can read them, but not change them. Your own documents stay on this computer.</source>
        <translation>Die Sammlungen des Teams erscheinen dann in der eigenen Bibliothek: Eine Suche umfasst beides. Sie sind nur lesbar. Eigene Dokumente bleiben auf diesem Computer.</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>Zoom</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>Zoom to fit</source>
        <translation>Alles einpassen</translation>
    </message>
    <message>
        <source>Zoom to fit (0)</source>
        <translation>Alles einpassen (0)</translation>
    </message>
    <message>
        <source>a bracket is not closed</source>
        <translation>eine Klammer ist nicht geschlossen</translation>
    </message>
    <message>
        <source>a regular expression over the text as written: /max_\w+/, /todo/i in any case</source>
        <translation>ein regulärer Ausdruck über den geschriebenen Text: /max_\w+/, /todo/i ohne Unterschied von Groß und Klein</translation>
    </message>
    <message>
        <source>access for client {name} was revoked.</source>
        <translation>Der Zugriff des Clients {name} wurde widerrufen.</translation>
    </message>
    <message>
        <source>activity</source>
        <translation>Aktivität</translation>
    </message>
    <message>
        <source>actual size, normal size</source>
        <translation>originalgröße, normale größe, 100 %</translation>
    </message>
    <message>
        <source>add documents to {what}</source>
        <translation>Dokumente in {what} bringen</translation>
    </message>
    <message>
        <source>add website, crawl, web page, url, feed, rss, git, clone, repository</source>
        <translation>Webseite, Website, Internetseite, crawlen, URL, Feed, RSS, Git, klonen, Repository</translation>
    </message>
    <message>
        <source>agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>all collections</source>
        <translation>alle Sammlungen</translation>
    </message>
    <message>
        <source>all commands, actions, run command</source>
        <translation>alle befehle, aktionen, befehl ausführen</translation>
    </message>
    <message>
        <source>all documents, including private ones</source>
        <translation>alle Dokumente, auch private</translation>
    </message>
    <message>
        <source>alphabetical, change sort order</source>
        <translation>alphabetisch, sortierung ändern</translation>
    </message>
    <message>
        <source>and {count} more</source>
        <translation>und {count} weitere</translation>
    </message>
    <message>
        <source>annotate, marker, mark text</source>
        <translation>anmerken, textmarker, markieren</translation>
    </message>
    <message>
        <source>another version</source>
        <translation>eine andere Version</translation>
    </message>
    <message>
        <source>answered by</source>
        <translation>beantwortet von</translation>
    </message>
    <message>
        <source>answers</source>
        <translation>Antwort auf</translation>
    </message>
    <message>
        <source>any field of front matter: status:done, priority:&gt;3, due:2025-01..2025-06</source>
        <translation>ein beliebiges Feld der Metadaten: status:done, priority:&gt;3, due:2025-01..2025-06</translation>
    </message>
    <message>
        <source>arranging documents: {share}</source>
        <translation>Dokumente werden angeordnet: {share}</translation>
    </message>
    <message>
        <source>as in the source</source>
        <translation>wie in der Quelle</translation>
    </message>
    <message>
        <source>ask the first time</source>
        <translation>beim ersten Mal fragen</translation>
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
        <source>automatic theme, appearance, follow system</source>
        <translation>automatisches design, darstellung, wie das system</translation>
    </message>
    <message>
        <source>backlinks, linked mentions, properties, outline, right panel, hide sidebar</source>
        <translation>rückverweise, backlinks, eingehende links, eigenschaften, gliederung, seitenleiste ausblenden</translation>
    </message>
    <message>
        <source>balanced</source>
        <translation>ausgewogen</translation>
    </message>
    <message>
        <source>before must be an ISO date or time, such as 2026-03-01.</source>
        <translation>before muss ein Datum oder eine Zeit nach ISO sein, etwa 2026-03-01.</translation>
    </message>
    <message>
        <source>before reranking</source>
        <translation>vor dem Reranking</translation>
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
        <source>bookmark search, star, favourite, favorite</source>
        <translation>suche als lesezeichen, stern, favorit</translation>
    </message>
    <message>
        <source>bookmark, tray, context, attach</source>
        <translation>lesezeichen, ablage, kontext, anhängen</translation>
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
        <source>both speak of {names}</source>
        <translation>beide sprechen von {names}</translation>
    </message>
    <message>
        <source>branch</source>
        <translation>Branch</translation>
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
        <source>broken links, dead links, orphans, unlinked mentions, link checker</source>
        <translation>tote links, defekte links, waisen, verwaiste seiten, links prüfen</translation>
    </message>
    <message>
        <source>browse the library</source>
        <translation>blättert in der Bibliothek</translation>
    </message>
    <message>
        <source>browse {what}</source>
        <translation>blättert in {what}</translation>
    </message>
    <message>
        <source>budget must be between {least} and {most} tokens.</source>
        <translation>budget muss zwischen {least} und {most} Token liegen.</translation>
    </message>
    <message>
        <source>budget_tokens must be at least 1.</source>
        <translation>budget_tokens muss mindestens 1 sein.</translation>
    </message>
    <message>
        <source>by is &quot;key&quot; or &quot;name&quot;, not &quot;{given}&quot;.</source>
        <translation>by ist &quot;key&quot; oder &quot;name&quot;, nicht „{given}“.</translation>
    </message>
    <message>
        <source>by title</source>
        <translation>nach Titel</translation>
    </message>
    <message>
        <source>called by</source>
        <translation>aufgerufen von</translation>
    </message>
    <message>
        <source>calls</source>
        <translation>ruft auf</translation>
    </message>
    <message numerus="yes">
        <source>calls in the last %Ln day(s)</source>
        <translation>
            <numerusform>Aufrufe des letzten Tages</numerusform>
            <numerusform>Aufrufe der letzten %Ln Tage</numerusform>
        </translation>
    </message>
    <message>
        <source>can read {collections}; {seen}</source>
        <translation>darf {collections} lesen; {seen}</translation>
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
        <source>cell {numbers}</source>
        <translation>Zelle {numbers}</translation>
    </message>
    <message>
        <source>cells {numbers}</source>
        <translation>Zellen {numbers}</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>änderte</translation>
    </message>
    <message>
        <source>changed by</source>
        <translation>geändert von</translation>
    </message>
    <message>
        <source>changed in</source>
        <translation>geändert in</translation>
    </message>
    <message>
        <source>changed {when}</source>
        <translation>geändert {when}</translation>
    </message>
    <message>
        <source>changes</source>
        <translation>ändert</translation>
    </message>
    <message>
        <source>chat, question, answer, copilot, assistant</source>
        <translation>chat, frage, antwort, assistent</translation>
    </message>
    <message>
        <source>choose a collection to see the rest</source>
        <translation>für den Rest eine Sammlung wählen</translation>
    </message>
    <message>
        <source>cite, quote, reference, bibliography</source>
        <translation>zitieren, zitat, beleg, literaturangabe</translation>
    </message>
    <message>
        <source>cited by</source>
        <translation>zitiert von</translation>
    </message>
    <message>
        <source>cites</source>
        <translation>zitiert</translation>
    </message>
    <message>
        <source>clone tab, copy tab</source>
        <translation>Tab klonen, Tab kopieren</translation>
    </message>
    <message>
        <source>close file, close editor, close note</source>
        <translation>datei schließen, notiz schließen</translation>
    </message>
    <message>
        <source>close panel, minimize</source>
        <translation>bereich schließen, minimieren</translation>
    </message>
    <message>
        <source>code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>collapse all, fold all</source>
        <translation>alles einklappen, alles zuklappen</translation>
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
        <source>collections, sites, feeds, refresh, crawl, jobs, ingest, folders</source>
        <translation>Sammlungen, Websites, Feeds, aktualisieren, crawlen, Aufträge, Ordner</translation>
    </message>
    <message>
        <source>commit</source>
        <translation>Commit</translation>
    </message>
    <message>
        <source>connect, mcp server, claude, integrations, extensions, permissions, tokens, plugins</source>
        <translation>verbinden, mcp-server, claude, integrationen, erweiterungen, berechtigungen, tokens, plugins</translation>
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
        <source>created {time}</source>
        <translation>erstellt {time}</translation>
    </message>
    <message>
        <source>dark</source>
        <translation>dunkel</translation>
    </message>
    <message>
        <source>dark mode for pdf, night mode for pdf, invert colours, invert colors</source>
        <translation>pdf dunkel, pdf-nachtmodus, farben umkehren</translation>
    </message>
    <message>
        <source>dark mode, night mode, appearance, color theme, colour theme</source>
        <translation>dunkelmodus, nachtmodus, dunkles design, darstellung, aussehen, farbschema</translation>
    </message>
    <message>
        <source>database, dataview, graph query</source>
        <translation>datenbank, dataview, graph abfragen</translation>
    </message>
    <message>
        <source>default: {value}</source>
        <translation>Standard: {value}</translation>
    </message>
    <message>
        <source>defined in</source>
        <translation>definiert in</translation>
    </message>
    <message>
        <source>defines</source>
        <translation>definiert</translation>
    </message>
    <message>
        <source>definition</source>
        <translation>Definition</translation>
    </message>
    <message>
        <source>demo, example, sandbox vault</source>
        <translation>demo, beispiel, beispielbibliothek</translation>
    </message>
    <message>
        <source>depends on</source>
        <translation>hängt ab von</translation>
    </message>
    <message>
        <source>depth must be 1 or more, or 0 for all levels.</source>
        <translation>depth muss mindestens 1 sein, oder 0 für alle Ebenen.</translation>
    </message>
    <message>
        <source>dequeue, unsave</source>
        <translation>aus der Warteschlange, nicht mehr merken</translation>
    </message>
    <message>
        <source>described in</source>
        <translation>beschrieben in</translation>
    </message>
    <message>
        <source>describes</source>
        <translation>beschreibt</translation>
    </message>
    <message>
        <source>detach, pop out</source>
        <translation>abtrennen, ablösen</translation>
    </message>
    <message>
        <source>directly</source>
        <translation>direkt</translation>
    </message>
    <message>
        <source>disk</source>
        <translation>Datenträger</translation>
    </message>
    <message>
        <source>dock, swap sidebar</source>
        <translation>andocken, seite wechseln</translation>
    </message>
    <message>
        <source>document</source>
        <translation>Dokument</translation>
    </message>
    <message>
        <source>done {day}</source>
        <translation>erledigt am {day}</translation>
    </message>
    <message>
        <source>done, finished, complete</source>
        <translation>fertig, erledigt, abgeschlossen</translation>
    </message>
    <message>
        <source>downloading</source>
        <translation>wird heruntergeladen</translation>
    </message>
    <message>
        <source>duplicates, outdated, stale pages, review, lint</source>
        <translation>dubletten, doppelte, veraltet, durchsehen, prüfen</translation>
    </message>
    <message>
        <source>edit, modify, external editor, vim, emacs, open in vscode</source>
        <translation>bearbeiten, ändern, externer editor, vim, emacs, in vscode öffnen</translation>
    </message>
    <message>
        <source>edit, open with, external program</source>
        <translation>bearbeiten, öffnen mit, externes programm</translation>
    </message>
    <message>
        <source>edited {time}</source>
        <translation>geändert {time}</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>wird eingebettet</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>entity</source>
        <translation>Entität</translation>
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
        <source>exit code {code}</source>
        <translation>Exit-Code {code}</translation>
    </message>
    <message>
        <source>exit, close program, close application</source>
        <translation>schließen, programm beenden, verlassen</translation>
    </message>
    <message>
        <source>expand all, unfold all</source>
        <translation>alles ausklappen, alles aufklappen</translation>
    </message>
    <message>
        <source>explore {what}</source>
        <translation>erkundet {what}</translation>
    </message>
    <message>
        <source>export, export to pdf, save page</source>
        <translation>exportieren, als pdf exportieren, seite speichern</translation>
    </message>
    <message>
        <source>file explorer, file tree, navigator, hide sidebar</source>
        <translation>dateiexplorer, dateibaum, navigator, seitenleiste ausblenden</translation>
    </message>
    <message>
        <source>files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>files that could not be read</source>
        <translation>Dateien, die nicht gelesen werden konnten</translation>
    </message>
    <message>
        <source>filter tree, find file, narrow</source>
        <translation>baum filtern, datei finden, eingrenzen</translation>
    </message>
    <message>
        <source>find in file, search in page, ctrl f</source>
        <translation>in datei suchen, auf seite suchen, strg f</translation>
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
        <source>for {count} tokens it gives {shape} numbers</source>
        <translation>für {count} Token gibt es {shape} Zahlen</translation>
    </message>
    <message>
        <source>forget progress, reset progress, start over</source>
        <translation>Fortschritt vergessen, zurücksetzen, von vorn</translation>
    </message>
    <message>
        <source>forget {what}</source>
        <translation>vergisst {what}</translation>
    </message>
    <message>
        <source>framework</source>
        <translation>Framework</translation>
    </message>
    <message>
        <source>fresh_until has passed ({time}), so the item was left out.</source>
        <translation>fresh_until ist vorbei ({time}), deshalb wurde der Eintrag ausgelassen.</translation>
    </message>
    <message>
        <source>from a tool</source>
        <translation>von einem Tool</translation>
    </message>
    <message>
        <source>from the agent</source>
        <translation>vom Agenten</translation>
    </message>
    <message>
        <source>from the system</source>
        <translation>vom System</translation>
    </message>
    <message>
        <source>from the user</source>
        <translation>vom Benutzer</translation>
    </message>
    <message>
        <source>from this day on: after:2025-03-31, after:2025</source>
        <translation>von diesem Tag an: after:2025-03-31, after:2025</translation>
    </message>
    <message>
        <source>fullscreen, zen mode, distraction free, focus mode</source>
        <translation>vollbild, zen-modus, ablenkungsfrei, fokusmodus</translation>
    </message>
    <message>
        <source>fusion.method must be one of {choices}, not {text}.</source>
        <translation>fusion.method muss eines von {choices} sein, nicht {text}.</translation>
    </message>
    <message>
        <source>fusion.preset must be one of {choices} or empty, not {text}.</source>
        <translation>fusion.preset muss eines von {choices} oder leer sein, nicht {text}.</translation>
    </message>
    <message>
        <source>global graph, graph view, mind map, overview</source>
        <translation>globaler graph, graphansicht, mindmap, überblick</translation>
    </message>
    <message>
        <source>global search, find in files, search everywhere, full text</source>
        <translation>globale suche, in dateien suchen, überall suchen, volltext</translation>
    </message>
    <message>
        <source>go to file, quick switcher, open document, open note, open file, recent files</source>
        <translation>gehe zu datei, schnellwechsler, dokument öffnen, notiz öffnen, datei öffnen, zuletzt geöffnet</translation>
    </message>
    <message>
        <source>go to symbol, table of contents, toc, jump to section</source>
        <translation>gehe zu symbol, inhaltsverzeichnis, zum abschnitt springen</translation>
    </message>
    <message>
        <source>graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>has branch</source>
        <translation>hat den Branch</translation>
    </message>
    <message>
        <source>has needs one of {names}, not {text}.</source>
        <translation>has braucht eines von {names}, nicht {text}.</translation>
    </message>
    <message>
        <source>has tag</source>
        <translation>mit Schlagwort</translation>
    </message>
    <message>
        <source>has the part</source>
        <translation>hat den Teil</translation>
    </message>
    <message>
        <source>has topic</source>
        <translation>hat das Thema</translation>
    </message>
    <message>
        <source>headings</source>
        <translation>Überschriften</translation>
    </message>
    <message>
        <source>help, documentation, docs, guide, user guide</source>
        <translation>hilfe, dokumentation, anleitung, benutzerhandbuch</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>ausgeblendet</translation>
    </message>
    <message>
        <source>hits, results panel</source>
        <translation>treffer, ergebnisse</translation>
    </message>
    <message>
        <source>home, welcome, dashboard, new tab page, landing page</source>
        <translation>Home, Willkommen, Übersicht, neue Registerkarte</translation>
    </message>
    <message>
        <source>hotkeys, keymap, key bindings, change keys</source>
        <translation>tastenkürzel, tastenbelegung, tasten ändern</translation>
    </message>
    <message>
        <source>hotkeys, keymap, key bindings, cheat sheet</source>
        <translation>tastenkürzel, tastenbelegung, spickzettel</translation>
    </message>
    <message>
        <source>hover preview, peek, page preview</source>
        <translation>vorschau, seitenvorschau, hineinschauen</translation>
    </message>
    <message>
        <source>https://…, folder or s3://bucket/prefix</source>
        <translation>https://…, Ordner oder s3://bucket/prefix</translation>
    </message>
    <message>
        <source>images</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>imported by</source>
        <translation>importiert von</translation>
    </message>
    <message>
        <source>imports</source>
        <translation>importiert</translation>
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
        <source>in session</source>
        <translation>in der Sitzung</translation>
    </message>
    <message>
        <source>in the title, heading:, body: or code: title:install code:&quot;pip install&quot;</source>
        <translation>im Titel, mit heading:, body: oder code: in Überschrift, Text oder Code: title:install code:&quot;pip install&quot;</translation>
    </message>
    <message>
        <source>in this category: category:news/2025</source>
        <translation>in dieser Kategorie: category:news/2025</translation>
    </message>
    <message>
        <source>in this language: language:de</source>
        <translation>in dieser Sprache: language:de</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>in Benutzung</translation>
    </message>
    <message>
        <source>in use for {collections}</source>
        <translation>in Benutzung für {collections}</translation>
    </message>
    <message>
        <source>in {folder}</source>
        <translation>in {folder}</translation>
    </message>
    <message>
        <source>incoming</source>
        <translation>eingehend</translation>
    </message>
    <message>
        <source>incoming links</source>
        <translation>eingehende Links</translation>
    </message>
    <message>
        <source>indexer</source>
        <translation>Indexer</translation>
    </message>
    <message>
        <source>indexing</source>
        <translation>wird indexiert</translation>
    </message>
    <message>
        <source>indexing paused</source>
        <translation>Indexierung angehalten</translation>
    </message>
    <message>
        <source>inherited by</source>
        <translation>vererbt an</translation>
    </message>
    <message>
        <source>inherits from</source>
        <translation>erbt von</translation>
    </message>
    <message>
        <source>inside</source>
        <translation>enthalten in</translation>
    </message>
    <message>
        <source>invalid request</source>
        <translation>ungültige Anfrage</translation>
    </message>
    <message>
        <source>is a</source>
        <translation>vom Typ</translation>
    </message>
    <message>
        <source>is about</source>
        <translation>handelt von</translation>
    </message>
    <message>
        <source>is an example of</source>
        <translation>ist ein Beispiel für</translation>
    </message>
    <message>
        <source>it connects to {url}, but the service is at {other}/mcp.</source>
        <translation>Verbunden wird mit {url}, der Dienst ist aber unter {other}/mcp.</translation>
    </message>
    <message>
        <source>it ends in a backslash</source>
        <translation>es endet mit einem Backslash</translation>
    </message>
    <message>
        <source>it has words up to number {number}, the model {count}</source>
        <translation>er hat Wörter bis Nummer {number}, das Modell {count}</translation>
    </message>
    <message>
        <source>it is a reranker; set meaning.reranker to use it</source>
        <translation>es ist ein Reranker; wählen Sie ihn mit meaning.reranker</translation>
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
        <source>it is not UTF-8</source>
        <translation>sie ist nicht in UTF-8</translation>
    </message>
    <message>
        <source>it is not UTF-8 text</source>
        <translation>sie ist kein UTF-8-Text</translation>
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
        <source>it names no file or folder</source>
        <translation>es nennt keine Datei und keinen Ordner</translation>
    </message>
    <message>
        <source>it needs {name}, which Bookwheel does not know</source>
        <translation>es braucht {name}, was Bookwheel nicht kennt</translation>
    </message>
    <message>
        <source>it takes an input that Bookwheel does not know ({name})</source>
        <translation>es verlangt eine Eingabe, die Bookwheel nicht kennt ({name})</translation>
    </message>
    <message>
        <source>it takes no input_ids, but {names}</source>
        <translation>es verlangt keine input_ids, sondern {names}</translation>
    </message>
    <message>
        <source>its brackets match no letter</source>
        <translation>seine Klammern passen auf keinen Buchstaben</translation>
    </message>
    <message>
        <source>its library {folder} no longer exists.</source>
        <translation>Die Bibliothek {folder} gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>its token was revoked, or belongs to another library.</source>
        <translation>Das Token wurde widerrufen oder gehört zu einer anderen Bibliothek.</translation>
    </message>
    <message>
        <source>jobs of {what}</source>
        <translation>Aufträge von {what}</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>behielt</translation>
    </message>
    <message>
        <source>kept by</source>
        <translation>behalten von</translation>
    </message>
    <message>
        <source>keys must be a table of shortcuts.</source>
        <translation>keys muss eine Tabelle von Tastenkürzeln sein.</translation>
    </message>
    <message>
        <source>keyword</source>
        <translation>Stichwort</translation>
    </message>
    <message>
        <source>keyword index</source>
        <translation>Stichwortindex</translation>
    </message>
    <message>
        <source>keyword search</source>
        <translation>Stichwortsuche</translation>
    </message>
    <message>
        <source>language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>language of</source>
        <translation>Sprache von</translation>
    </message>
    <message>
        <source>language: {value}</source>
        <translation>Sprache: {value}</translation>
    </message>
    <message>
        <source>larger text, bigger, increase font size</source>
        <translation>größer, schrift vergrößern</translation>
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
        <source>less than a minute left</source>
        <translation>noch weniger als eine Minute</translation>
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
        <source>light mode, day mode, appearance, color theme, colour theme</source>
        <translation>hellmodus, tagmodus, helles design, darstellung, aussehen, farbschema</translation>
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
        <source>line {numbers} of the file</source>
        <translation>Zeile {numbers} der Datei</translation>
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
        <source>lines {numbers} of the file</source>
        <translation>Zeilen {numbers} der Datei</translation>
    </message>
    <message>
        <source>link to, relate, connect notes</source>
        <translation>verlinken mit, verknüpfen, notizen verbinden</translation>
    </message>
    <message>
        <source>linked both ways</source>
        <translation>gegenseitig verlinkt</translation>
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
        <source>local graph, graph view, neighbours, neighbors</source>
        <translation>lokaler graph, graphansicht, nachbarn</translation>
    </message>
    <message>
        <source>log, history of calls, mcp</source>
        <translation>protokoll, verlauf der aufrufe, mcp</translation>
    </message>
    <message>
        <source>lost: the words are no longer there</source>
        <translation>verloren: die Wörter sind nicht mehr da</translation>
    </message>
    <message>
        <source>made</source>
        <translation>erstellte</translation>
    </message>
    <message>
        <source>made by</source>
        <translation>erstellt von</translation>
    </message>
    <message>
        <source>manually linked from</source>
        <translation>manuell verlinkt von</translation>
    </message>
    <message>
        <source>manually linked to</source>
        <translation>manuell verlinkt mit</translation>
    </message>
    <message>
        <source>manually linked: {names}</source>
        <translation>manuell verlinkt: {names}</translation>
    </message>
    <message>
        <source>meaning</source>
        <translation>semantische Suche</translation>
    </message>
    <message>
        <source>meaning.models must be like notes=~/models/one; rfcs=owner/name, not {text}.</source>
        <translation>meaning.models muss aussehen wie notes=~/models/one; rfcs=owner/name, nicht {text}.</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Erinnerung</translation>
    </message>
    <message>
        <source>mentioned in</source>
        <translation>erwähnt in</translation>
    </message>
    <message>
        <source>mentions</source>
        <translation>erwähnt</translation>
    </message>
    <message>
        <source>message {numbers}</source>
        <translation>Nachricht {numbers}</translation>
    </message>
    <message>
        <source>messages {numbers}</source>
        <translation>Nachrichten {numbers}</translation>
    </message>
    <message>
        <source>modified lies in the future ({time}). Check the clock.</source>
        <translation>modified liegt in der Zukunft ({time}). Prüfen Sie die Uhr.</translation>
    </message>
    <message>
        <source>named with</source>
        <translation>genannt mit</translation>
    </message>
    <message>
        <source>narrower than</source>
        <translation>enger als</translation>
    </message>
    <message>
        <source>navigate back, previous location, go back</source>
        <translation>zurückgehen, vorige stelle</translation>
    </message>
    <message>
        <source>navigate forward, next location, go forward</source>
        <translation>vorwärtsgehen, nächste stelle</translation>
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
        <source>no links</source>
        <translation>keine Links</translation>
    </message>
    <message>
        <source>no longer in the library</source>
        <translation>nicht mehr in der Bibliothek</translation>
    </message>
    <message>
        <source>no longer there</source>
        <translation>nicht mehr da</translation>
    </message>
    <message>
        <source>no matches</source>
        <translation>keine Treffer</translation>
    </message>
    <message>
        <source>no shortcut</source>
        <translation>kein Tastenkürzel</translation>
    </message>
    <message>
        <source>no such document or section</source>
        <translation>kein solches Dokument oder solcher Abschnitt</translation>
    </message>
    <message>
        <source>none</source>
        <comment>keys</comment>
        <translation>keine</translation>
    </message>
    <message>
        <source>none of its outputs is a vector for a text or its tokens ({names})</source>
        <translation>keine seiner Ausgaben ist ein Vektor für einen Text oder dessen Token ({names})</translation>
    </message>
    <message>
        <source>not allowed</source>
        <translation>nicht erlaubt</translation>
    </message>
    <message>
        <source>not downloaded</source>
        <translation>nicht heruntergeladen</translation>
    </message>
    <message>
        <source>not read</source>
        <translation>nicht gelesen</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>nicht gesetzt</translation>
    </message>
    <message>
        <source>not stated</source>
        <translation>nicht angegeben</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>nothing new</source>
        <translation>nichts Neues</translation>
    </message>
    <message>
        <source>of repository</source>
        <translation>im Repository</translation>
    </message>
    <message>
        <source>of this type: type:guide</source>
        <translation>von diesem Typ: type:guide</translation>
    </message>
    <message>
        <source>of {total}</source>
        <translation>von {total}</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>often changed with</source>
        <translation>oft geändert mit</translation>
    </message>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
    <message>
        <source>on branch</source>
        <translation>auf dem Branch</translation>
    </message>
    <message>
        <source>on this computer</source>
        <translation>auf diesem Computer</translation>
    </message>
    <message>
        <source>one or the other: bread OR cake</source>
        <translation>eines von beiden: Brot OR Kuchen</translation>
    </message>
    <message>
        <source>only in the first</source>
        <translation>nur im ersten</translation>
    </message>
    <message>
        <source>only in the second</source>
        <translation>nur im zweiten</translation>
    </message>
    <message>
        <source>only in this collection</source>
        <translation>nur in dieser Sammlung</translation>
    </message>
    <message>
        <source>ontology</source>
        <translation>Ontologie</translation>
    </message>
    <message>
        <source>open folder, open vault, import, add workspace</source>
        <translation>ordner öffnen, vault öffnen, importieren, arbeitsbereich hinzufügen</translation>
    </message>
    <message>
        <source>open in new tab, another tab</source>
        <translation>in neuem tab öffnen, weiterer tab</translation>
    </message>
    <message>
        <source>opened {when}</source>
        <translation>geöffnet {when}</translation>
    </message>
    <message>
        <source>operators, filters, advanced search, query help</source>
        <translation>operatoren, filter, erweiterte suche, suchhilfe</translation>
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
        <source>outgoing</source>
        <translation>ausgehend</translation>
    </message>
    <message>
        <source>outline {what}</source>
        <translation>liest die Gliederung von {what}</translation>
    </message>
    <message>
        <source>outline, table of contents</source>
        <translation>gliederung, inhaltsverzeichnis</translation>
    </message>
    <message>
        <source>over 100 languages</source>
        <translation>über 100 Sprachen</translation>
    </message>
    <message>
        <source>own command</source>
        <translation>eigener Befehl</translation>
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
        <source>page {numbers}</source>
        <translation>Seite {numbers}</translation>
    </message>
    <message>
        <source>pages {numbers}</source>
        <translation>Seiten {numbers}</translation>
    </message>
    <message>
        <source>paragraph {numbers}</source>
        <translation>Absatz {numbers}</translation>
    </message>
    <message>
        <source>paragraphs {numbers}</source>
        <translation>Absätze {numbers}</translation>
    </message>
    <message>
        <source>part of</source>
        <translation>Teil von</translation>
    </message>
    <message>
        <source>part of Bookwheel</source>
        <translation>Teil von Bookwheel</translation>
    </message>
    <message>
        <source>part of the project</source>
        <translation>Teil des Projekts</translation>
    </message>
    <message>
        <source>partly read</source>
        <translation>teilweise gelesen</translation>
    </message>
    <message>
        <source>path:guide/ allows only a folder, -tag:draft excludes a tag, -private:true excludes documents marked private.</source>
        <translation>path:guide/ erlaubt nur einen Ordner, -tag:draft schließt ein Schlagwort aus, -private:true schließt privat markierte Dokumente aus.</translation>
    </message>
    <message>
        <source>path:guide/ publishes only a folder, -tag:draft excludes a tag.</source>
        <translation>path:guide/ veröffentlicht nur einen Ordner, -tag:draft schließt ein Schlagwort aus.</translation>
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
        <source>paused on battery</source>
        <translation>angehalten im Akkubetrieb</translation>
    </message>
    <message>
        <source>permalink, copy url, anchor, share, copy address</source>
        <translation>permalink, url kopieren, anker, teilen, adresse kopieren</translation>
    </message>
    <message>
        <source>person</source>
        <translation>Person</translation>
    </message>
    <message>
        <source>pgvector {version} finds too little where documents are hidden: it filters after it has ranked. Use 0.8 or newer, which goes on searching (iterative_scan).</source>
        <translation>pgvector {version} findet zu wenig, wo Dokumente verborgen sind: Es filtert erst nach dem Ordnen. 0.8 oder neuer verwenden, das weitersucht (iterative_scan).</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>angeheftet</translation>
    </message>
    <message>
        <source>pinned passages</source>
        <translation>angeheftete Textstellen</translation>
    </message>
    <message>
        <source>pointed to by</source>
        <translation>Ziel von</translation>
    </message>
    <message>
        <source>points to</source>
        <translation>verweist auf</translation>
    </message>
    <message>
        <source>preferences, options, configuration, config</source>
        <translation>optionen, konfiguration, voreinstellungen</translation>
    </message>
    <message>
        <source>printer, paper</source>
        <translation>drucker, papier</translation>
    </message>
    <message>
        <source>project</source>
        <translation>Projekt</translation>
    </message>
    <message>
        <source>project of</source>
        <translation>Projekt von</translation>
    </message>
    <message>
        <source>properties are nested too deeply.</source>
        <translation>properties ist zu tief verschachtelt.</translation>
    </message>
    <message>
        <source>properties contain a number that is not finite.</source>
        <translation>properties enthält eine Zahl, die nicht endlich ist.</translation>
    </message>
    <message>
        <source>protected</source>
        <translation>geschützt</translation>
    </message>
    <message>
        <source>protocol handler, url scheme, file associations</source>
        <translation>protokoll, url-schema, dateizuordnung</translation>
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
        <source>raw, source mode, markdown source, view source, reading mode</source>
        <translation>rohtext, quelltext, quellmodus, markdown-quelle, lesemodus</translation>
    </message>
    <message>
        <source>read</source>
        <translation>gelesen</translation>
    </message>
    <message>
        <source>read later, to read, queue, save for later</source>
        <translation>später lesen, zu lesen, Warteschlange, merken</translation>
    </message>
    <message>
        <source>read {what}</source>
        <translation>liest {what}</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>bereit</translation>
    </message>
    <message>
        <source>rebuilding…</source>
        <translation>werden neu ermittelt …</translation>
    </message>
    <message>
        <source>recall {what}</source>
        <translation>schlägt nach: {what}</translation>
    </message>
    <message>
        <source>recent, modified, change sort order</source>
        <translation>zuletzt geändert, sortierung ändern</translation>
    </message>
    <message>
        <source>referred to by</source>
        <translation>Verweis von</translation>
    </message>
    <message>
        <source>refers to</source>
        <translation>verweist auf</translation>
    </message>
    <message>
        <source>refresh, rerender</source>
        <translation>aktualisieren, auffrischen</translation>
    </message>
    <message>
        <source>refused: agents are paused</source>
        <translation>abgewiesen: Agenten sind angehalten</translation>
    </message>
    <message>
        <source>related to</source>
        <translation>verwandt mit</translation>
    </message>
    <message>
        <source>relations is a table of fields: [rule.relations]</source>
        <translation>relations ist eine Tabelle von Feldern: [rule.relations]</translation>
    </message>
    <message>
        <source>relations, custom links</source>
        <translation>beziehungen, eigene links</translation>
    </message>
    <message>
        <source>relevance, score, why this result</source>
        <translation>relevanz, wert, warum dieser treffer</translation>
    </message>
    <message>
        <source>remember {what}</source>
        <translation>merkt sich etwas: {what}</translation>
    </message>
    <message>
        <source>remember, memories, notes of agents</source>
        <translation>merken, erinnerungen, notizen der agenten</translation>
    </message>
    <message>
        <source>remembered in</source>
        <translation>erinnert in</translation>
    </message>
    <message>
        <source>renamed by you</source>
        <translation>von Hand umbenannt</translation>
    </message>
    <message>
        <source>repository</source>
        <translation>Repository</translation>
    </message>
    <message>
        <source>reranker</source>
        <translation>Reranker</translation>
    </message>
    <message>
        <source>resources</source>
        <translation>Programmdateien</translation>
    </message>
    <message>
        <source>restore windows, default view, workspace</source>
        <translation>fenster wiederherstellen, standardansicht, arbeitsbereich</translation>
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
        <source>run `bookwheel stop` or end that process; the service starts again when it is needed.</source>
        <translation>`bookwheel stop` ausführen oder diesen Prozess beenden; der Dienst startet wieder, wenn er gebraucht wird.</translation>
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
        <translation>gleicher Eigentümer: {names}</translation>
    </message>
    <message>
        <source>same reviewer: {names}</source>
        <translation>gleicher Prüfer: {names}</translation>
    </message>
    <message>
        <source>same tag: {names}</source>
        <translation>gleiches Schlagwort: {names}</translation>
    </message>
    <message>
        <source>same topic: {names}</source>
        <translation>gleiches Thema: {names}</translation>
    </message>
    <message>
        <source>scheduled {day}</source>
        <translation>geplant für {day}</translation>
    </message>
    <message>
        <source>schema, classes, vocabulary</source>
        <translation>schema, klassen, vokabular</translation>
    </message>
    <message>
        <source>scope, find in folder</source>
        <translation>bereich, in ordner finden</translation>
    </message>
    <message>
        <source>scores</source>
        <translation>Punktzahlen</translation>
    </message>
    <message>
        <source>search history, previous queries</source>
        <translation>suchverlauf, frühere anfragen</translation>
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
        <source>semantic search</source>
        <translation>semantische Suche</translation>
    </message>
    <message>
        <source>separated by commas</source>
        <translation>durch Kommas getrennt</translation>
    </message>
    <message>
        <source>service</source>
        <translation>Dienst</translation>
    </message>
    <message>
        <source>session</source>
        <translation>Sitzung</translation>
    </message>
    <message>
        <source>session of</source>
        <translation>Sitzung von</translation>
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
        <source>settings:</source>
        <translation>einstellungen:</translation>
    </message>
    <message>
        <source>shapes</source>
        <translation>Shapes</translation>
    </message>
    <message>
        <source>shapes of {name}</source>
        <translation>Shapes von {name}</translation>
    </message>
    <message>
        <source>share, export, upload, s3, release, distribute</source>
        <translation>teilen, exportieren, hochladen, s3, freigeben, verteilen</translation>
    </message>
    <message>
        <source>shortest path, relation between</source>
        <translation>kürzester pfad, beziehung zwischen</translation>
    </message>
    <message>
        <source>show in explorer, show in finder, file manager, show in system explorer</source>
        <translation>im explorer anzeigen, im finder zeigen, dateimanager</translation>
    </message>
    <message>
        <source>shows the use of</source>
        <translation>zeigt die Verwendung von</translation>
    </message>
    <message>
        <source>side by side, split pane, split editor, vertical split</source>
        <translation>nebeneinander, Ansicht teilen, Editor teilen, senkrecht teilen</translation>
    </message>
    <message>
        <source>sign in again, log out, disconnect, accounts, servers</source>
        <translation>erneut anmelden, abmelden, trennen, Konten, Server</translation>
    </message>
    <message>
        <source>sign in, log in, login, server, company, organisation, organization, remote</source>
        <translation>anmelden, einloggen, Login, Server, Firma, Unternehmen, Organisation</translation>
    </message>
    <message>
        <source>similar, related pages, find similar, see also, nearest</source>
        <translation>ähnliche Seiten, verwandte Seiten, Ähnliches finden, siehe auch, more like this</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>übersprungen</translation>
    </message>
    <message>
        <source>slide {numbers}</source>
        <translation>Folie {numbers}</translation>
    </message>
    <message>
        <source>slides {numbers}</source>
        <translation>Folien {numbers}</translation>
    </message>
    <message>
        <source>smaller text, decrease font size</source>
        <translation>kleiner, schrift verkleinern</translation>
    </message>
    <message>
        <source>source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>split pane, split editor, horizontal split</source>
        <translation>untereinander, Ansicht teilen, Editor teilen, waagerecht teilen</translation>
    </message>
    <message>
        <source>starts {day}</source>
        <translation>ab {day}</translation>
    </message>
    <message>
        <source>state</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>statistics, stats, status, index, problems, errors, diagnostics, word count</source>
        <translation>statistik, status, index, probleme, fehler, diagnose, wortzahl</translation>
    </message>
    <message>
        <source>subscribe, subscription, published collection, follow, import, share</source>
        <translation>abonnieren, Abonnement, veröffentlichte Sammlung, folgen, importieren, teilen</translation>
    </message>
    <message numerus="yes">
        <source>summary of %Ln memory(ies), from {time} on</source>
        <translation>
            <numerusform>Zusammenfassung von %Ln Erinnerung, ab {time}</numerusform>
            <numerusform>Zusammenfassung von %Ln Erinnerungen, ab {time}</numerusform>
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
        <source>switch tab, cycle tabs</source>
        <translation>tab wechseln, tabs durchgehen</translation>
    </message>
    <message>
        <source>system</source>
        <translation>System</translation>
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
        <source>tags, tag pane, categories, topics, properties</source>
        <translation>schlagwörter, tags, kategorien, themen</translation>
    </message>
    <message>
        <source>term</source>
        <translation>Begriff</translation>
    </message>
    <message>
        <source>the image could not be written</source>
        <translation>das Bild konnte nicht geschrieben werden</translation>
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
        <source>this string is not closed</source>
        <translation>diese Zeichenkette ist nicht geschlossen</translation>
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
        <source>to read, queue, read later, watch list, bookmarks list</source>
        <translation>zu lesen, Warteschlange, später lesen, Merkliste</translation>
    </message>
    <message>
        <source>today</source>
        <translation>heute</translation>
    </message>
    <message>
        <source>todo, to-do list, checklist, action items</source>
        <translation>todo, to-do-liste, checkliste, offene punkte</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>tomorrow</source>
        <translation>morgen</translation>
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
        <source>topic</source>
        <translation>Thema</translation>
    </message>
    <message>
        <source>topic of</source>
        <translation>Thema von</translation>
    </message>
    <message>
        <source>topics</source>
        <translation>Themen</translation>
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
    <message>
        <source>undo close, restore tab</source>
        <translation>schließen rückgängig, tab wiederherstellen</translation>
    </message>
    <message>
        <source>unread</source>
        <translation>ungelesen</translation>
    </message>
    <message numerus="yes">
        <source>up to %Ln token(s)</source>
        <translation>
            <numerusform>bis zu %Ln Token</numerusform>
            <numerusform>bis zu %Ln Token</numerusform>
        </translation>
    </message>
    <message>
        <source>updating the map</source>
        <translation>Karte wird aktualisiert</translation>
    </message>
    <message>
        <source>url is not an address.</source>
        <translation>url ist keine Adresse.</translation>
    </message>
    <message>
        <source>use shown in</source>
        <translation>Verwendung gezeigt in</translation>
    </message>
    <message>
        <source>used by</source>
        <translation>verwendet von</translation>
    </message>
    <message>
        <source>uses</source>
        <translation>verwendet</translation>
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
        <source>web page, url, open externally, website</source>
        <translation>Webseite, URL, extern öffnen, Website</translation>
    </message>
    <message>
        <source>weights must be {choices}, or three numbers from 0 to 1 for words, meaning and graph such as 0.3,0.7,0.1; not {text}.</source>
        <translation>weights muss {choices} sein, oder drei Zahlen von 0 bis 1 für Wörter, Bedeutung und Graph wie 0.3,0.7,0.1; nicht {text}.</translation>
    </message>
    <message>
        <source>welcome, onboarding, introduction, tutorial</source>
        <translation>willkommen, einführung, rundgang, tutorial</translation>
    </message>
    <message>
        <source>with code, a table, image, link, task or note of yours: has:table, has:task,note</source>
        <translation>mit Code, Tabelle, Bild, Link, Aufgabe oder eigener Notiz: has:table, has:task,note</translation>
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
        <source>word parts</source>
        <translation>Wortteile</translation>
    </message>
    <message>
        <source>words spelled similarly: ~buter</source>
        <translation>ähnlich geschriebene Wörter: ~buter</translation>
    </message>
    <message>
        <source>words that start like this: bak*</source>
        <translation>Wörter, die so beginnen: bac*</translation>
    </message>
    <message>
        <source>workspace, load workspace</source>
        <translation>Arbeitsbereich, Arbeitsbereich laden</translation>
    </message>
    <message>
        <source>workspace, save workspace</source>
        <translation>Arbeitsbereich, Arbeitsbereich speichern</translation>
    </message>
    <message>
        <source>written by</source>
        <translation>geschrieben von</translation>
    </message>
    <message>
        <source>written in</source>
        <translation>geschrieben in</translation>
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
        <source>zero results, gaps, missing content</source>
        <translation>keine treffer, lücken, fehlende inhalte</translation>
    </message>
    <message>
        <source>{address} has no commit.</source>
        <translation>{address} hat keinen Commit.</translation>
    </message>
    <message>
        <source>{address} is not a feed. Add it as a site.</source>
        <translation>{address} ist kein Feed. Fügen Sie die Adresse als Website hinzu.</translation>
    </message>
    <message>
        <source>{address} is not the address of a bucket. Write it as s3://bucket/prefix, with letters, digits and the signs . _ - = @ + and comma.</source>
        <translation>{address} ist nicht die Adresse eines Buckets. Schreiben Sie sie als s3://bucket/prefix, mit Buchstaben, Ziffern und den Zeichen . _ - = @ + und Komma.</translation>
    </message>
    <message>
        <source>{address} redirects to an address that is not secure.</source>
        <translation>{address} leitet auf eine Adresse weiter, die nicht sicher ist.</translation>
    </message>
    <message>
        <source>{agents} (paused)</source>
        <translation>{agents} (angehalten)</translation>
    </message>
    <message>
        <source>{agent} (not installed)</source>
        <translation>{agent} (nicht installiert)</translation>
    </message>
    <message>
        <source>{agent} can no longer read this library.</source>
        <translation>{agent} kann diese Bibliothek nicht mehr lesen.</translation>
    </message>
    <message>
        <source>{agent} connects to {url} with its token.</source>
        <translation>{agent} verbindet sich mit {url} über sein Token.</translation>
    </message>
    <message>
        <source>{agent} has an entry bookwheel in {file} that Bookwheel did not create.</source>
        <translation>{agent} hat in {file} einen Eintrag bookwheel, der nicht von Bookwheel stammt.</translation>
    </message>
    <message>
        <source>{agent} is installed but not connected.</source>
        <translation>{agent} ist installiert, aber nicht verbunden.</translation>
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
    <message>
        <source>{batches} batches and {files} files of this collection wait already. Try again in a moment.</source>
        <translation>Von dieser Sammlung warten schon {batches} Lieferungen und {files} Dateien. Versuchen Sie es gleich noch einmal.</translation>
    </message>
    <message>
        <source>{branch} is not the name of a branch.</source>
        <translation>{branch} ist kein Name eines Branches.</translation>
    </message>
    <message numerus="yes">
        <source>{call} and %Ln more</source>
        <translation>
            <numerusform>{call} und %Ln weitere</numerusform>
            <numerusform>{call} und %Ln weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>{client} may not write to {name}. The user can allow it.</source>
        <translation>{client} darf nicht in {name} schreiben. Das lässt sich erlauben.</translation>
    </message>
    <message>
        <source>{collection}: {notice}</source>
        <translation>{collection}: {notice}</translation>
    </message>
    <message>
        <source>{count} binary</source>
        <translation>{count} binär</translation>
    </message>
    <message>
        <source>{count} chunks have lost their vectors.</source>
        <translation>{count} Textstücke haben ihre Vektoren verloren.</translation>
    </message>
    <message>
        <source>{count} dimensions</source>
        <translation>{count} Dimensionen</translation>
    </message>
    <message>
        <source>{count} documents are waiting to be added to the ontology, but none is being added.</source>
        <translation>{count} Dokumente warten darauf, in die Ontologie aufgenommen zu werden, aber keines wird aufgenommen.</translation>
    </message>
    <message>
        <source>{count} documents have this name; also {others}.</source>
        <translation>{count} Dokumente haben diesen Namen; auch {others}.</translation>
    </message>
    <message>
        <source>{count} embedded objects are not read.</source>
        <translation>{count} eingebettete Objekte werden nicht gelesen.</translation>
    </message>
    <message>
        <source>{count} entries are damaged; they were read as far as possible.</source>
        <translation>Beschädigte Einträge, gelesen soweit möglich: {count}.</translation>
    </message>
    <message>
        <source>{count} entries of this glossary were left out, for they have no term, definition or other name: {names}.</source>
        <translation>Einträge dieses Glossars ohne Begriff, Definition oder anderen Namen, die ausgelassen wurden: {count} ({names}).</translation>
    </message>
    <message>
        <source>{count} failed</source>
        <translation>{count} fehlgeschlagen</translation>
    </message>
    <message>
        <source>{count} files found: {parts}.</source>
        <translation>{count} Dateien gefunden: {parts}.</translation>
    </message>
    <message>
        <source>{count} files in it cannot be read: {examples}</source>
        <translation>{count} Dateien darin können nicht gelesen werden: {examples}</translation>
    </message>
    <message>
        <source>{count} files were skipped or only partly read. Run `bookwheel problems` to list them.</source>
        <translation>{count} Dateien wurden übersprungen oder nur teilweise gelesen. `bookwheel problems` listet sie auf.</translation>
    </message>
    <message>
        <source>{count} h left</source>
        <translation>noch {count} h</translation>
    </message>
    <message>
        <source>{count} ignored</source>
        <translation>{count} ignoriert</translation>
    </message>
    <message>
        <source>{count} invalid characters were replaced.</source>
        <translation>{count} ungültige Zeichen wurden ersetzt.</translation>
    </message>
    <message>
        <source>{count} judged documents are not there: {names}.</source>
        <translation>{count} bewertete Dokumente fehlen: {names}.</translation>
    </message>
    <message>
        <source>{count} lines</source>
        <translation>{count} Zeilen</translation>
    </message>
    <message>
        <source>{count} lines are no entities and were left out.</source>
        <translation>{count} Zeilen sind keine Entitäten und wurden ausgelassen.</translation>
    </message>
    <message>
        <source>{count} lines are not valid JSON.</source>
        <translation>{count} Zeilen sind kein gültiges JSON.</translation>
    </message>
    <message>
        <source>{count} long outputs of cells were cut.</source>
        <translation>Lange Ausgaben von Zellen wurden gekürzt: {count}.</translation>
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
        <source>{count} of other types</source>
        <translation>{count} von anderem Typ</translation>
    </message>
    <message>
        <source>{count} of them are protected by a password.</source>
        <translation>{count} davon sind durch ein Passwort geschützt.</translation>
    </message>
    <message>
        <source>{count} of {all} documents follow {file}.</source>
        <translation>{count} von {all} Dokumenten folgen {file}.</translation>
    </message>
    <message>
        <source>{count} of {total} queries were asked.</source>
        <translation>{count} von {total} Anfragen wurden gestellt.</translation>
    </message>
    <message>
        <source>{count} queries without an answer among the documents were left out.</source>
        <translation>{count} Anfragen ohne Antwort unter den Dokumenten wurden ausgelassen.</translation>
    </message>
    <message>
        <source>{count} queries without judgements were left out.</source>
        <translation>{count} Anfragen ohne Bewertung wurden ausgelassen.</translation>
    </message>
    <message>
        <source>{count} read</source>
        <translation>{count} gelesen</translation>
    </message>
    <message>
        <source>{count} secret</source>
        <translation>{count} geheim</translation>
    </message>
    <message>
        <source>{count} sections could not be embedded and are found by keywords only; {reason}.</source>
        <translation>{count} Abschnitte ließen sich nicht einbetten und werden nur über Stichwörter gefunden; {reason}.</translation>
    </message>
    <message>
        <source>{count} sections have vectors but are no longer in the library.</source>
        <translation>{count} Abschnitte haben Vektoren, sind aber nicht mehr in der Bibliothek.</translation>
    </message>
    <message>
        <source>{count} slides are damaged and were left out.</source>
        <translation>{count} Folien sind beschädigt und wurden ausgelassen.</translation>
    </message>
    <message>
        <source>{count} statements do not match their shapes, for example {name}: {reason}</source>
        <translation>{count} Aussagen haben nicht die richtige Form, zum Beispiel {name}: {reason}</translation>
    </message>
    <message>
        <source>{count} things have this name; also {others}.</source>
        <translation>{count} Dinge heißen so; auch {others}.</translation>
    </message>
    <message>
        <source>{count} too large</source>
        <translation>{count} zu groß</translation>
    </message>
    <message>
        <source>{count} topics have this name; also {others}.</source>
        <translation>{count} Themen heißen so; auch {others}.</translation>
    </message>
    <message>
        <source>{count} vectors no longer belong to any section.</source>
        <translation>{count} Vektoren gehören zu keinem Abschnitt mehr.</translation>
    </message>
    <message>
        <source>{documents}, and {count} with a label below it</source>
        <translation>{documents}, und {count} mit einem Label darunter</translation>
    </message>
    <message>
        <source>{documents}, {sections} can be read and searched</source>
        <translation>{documents}, {sections} lassen sich lesen und durchsuchen</translation>
    </message>
    <message>
        <source>{document} could not be opened: it takes too much time or memory.</source>
        <translation>{document} konnte nicht geöffnet werden: Es braucht zu viel Zeit oder Speicher.</translation>
    </message>
    <message>
        <source>{document} does not include this file.</source>
        <translation>{document} bindet diese Datei nicht ein.</translation>
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
        <source>{document} has no text in lines {first} to {last}.</source>
        <translation>{document} hat keinen Text in den Zeilen {first} bis {last}.</translation>
    </message>
    <message>
        <source>{document} has no {place}; it is shown from the start.</source>
        <translation>In {document} gibt es {place} nicht; gezeigt wird der Anfang.</translation>
    </message>
    <message>
        <source>{document} has nothing at {place}; the nearest is {nearest}.</source>
        <translation>In {document} steht nichts unter {place}; am nächsten liegt {nearest}.</translation>
    </message>
    <message>
        <source>{document} has {count} lines.</source>
        <translation>{document} hat {count} Zeilen.</translation>
    </message>
    <message>
        <source>{document} is locked again, but the system&apos;s keyring does not answer. Bookwheel deletes the password there as soon as it does.</source>
        <translation>{document} ist wieder gesperrt, aber der Schlüsselbund des Systems antwortet nicht. Bookwheel löscht das Passwort dort, sobald er antwortet.</translation>
    </message>
    <message>
        <source>{document} is not in the collection of this topic.</source>
        <translation>{document} ist nicht in der Sammlung dieses Themas.</translation>
    </message>
    <message>
        <source>{document} is protected by a password.</source>
        <translation>{document} ist durch ein Passwort geschützt.</translation>
    </message>
    <message>
        <source>{document} is unlocked.</source>
        <translation>{document} ist entsperrt.</translation>
    </message>
    <message>
        <source>{document} was replaced by {other}.</source>
        <translation>{document} wurde durch {other} ersetzt.</translation>
    </message>
    <message numerus="yes">
        <source>{done} of %Ln file(s)</source>
        <translation>
            <numerusform>{done} von %Ln Datei</numerusform>
            <numerusform>{done} von %Ln Dateien</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{done} of %Ln section(s) in the semantic index</source>
        <translation>
            <numerusform>{done} von %Ln Abschnitt im semantischen Index</numerusform>
            <numerusform>{done} von %Ln Abschnitten im semantischen Index</numerusform>
        </translation>
    </message>
    <message>
        <source>{done} of {size} MB</source>
        <translation>{done} von {size} MB</translation>
    </message>
    <message>
        <source>{editor} could not be opened.</source>
        <translation>{editor} konnte nicht geöffnet werden.</translation>
    </message>
    <message>
        <source>{editor} ended with an error: {reason}</source>
        <translation>{editor} endete mit einem Fehler: {reason}</translation>
    </message>
    <message>
        <source>{editor} needs a terminal, and none was found. Install one, or choose another editor.</source>
        <translation>{editor} braucht ein Terminal, und es wurde keines gefunden. Eines installieren oder einen anderen Editor wählen.</translation>
    </message>
    <message>
        <source>{editor} was not found on this computer. Install it, or choose another editor.</source>
        <translation>{editor} wurde auf diesem Rechner nicht gefunden. Den Editor installieren oder einen anderen wählen.</translation>
    </message>
    <message>
        <source>{engine} cannot be asked ({reason}). Check that it runs and can be reached.</source>
        <translation>{engine} lässt sich nicht fragen ({reason}). Prüfen, ob der Dienst läuft und erreichbar ist.</translation>
    </message>
    <message>
        <source>{field} has too many values.</source>
        <translation>{field} hat zu viele Werte.</translation>
    </message>
    <message>
        <source>{field} is missing.</source>
        <translation>{field} fehlt.</translation>
    </message>
    <message>
        <source>{field} is “{value}”, which breaks the rule {rule}.</source>
        <translation>{field} ist „{value}“ und verletzt die Regel {rule}.</translation>
    </message>
    <message>
        <source>{field} is “{value}”, which is not one of the allowed values.</source>
        <translation>{field} ist „{value}“, und das ist keiner der erlaubten Werte.</translation>
    </message>
    <message>
        <source>{file} asks for a pooling that Bookwheel does not know: {name}.</source>
        <translation>{file} verlangt ein Pooling, das Bookwheel nicht kennt: {name}.</translation>
    </message>
    <message>
        <source>{file} can be read by others (mode {mode}).</source>
        <translation>{file} ist für andere lesbar (Rechte {mode}).</translation>
    </message>
    <message>
        <source>{file} cannot be opened: it is not Markdown or plain text, or its folder excludes it.</source>
        <translation>{file} lässt sich nicht öffnen: Es ist weder Markdown noch reiner Text, oder der Ordner schließt die Datei aus.</translation>
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
        <source>{file} cannot be read: {reason}.</source>
        <translation>{file} kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>{file} cannot be shown as pages ({reason}); its text is shown.</source>
        <translation>{file} kann nicht mit seinen Seiten erscheinen ({reason}); sein Text ist zu sehen.</translation>
    </message>
    <message>
        <source>{file} cannot be used: {reason}.</source>
        <translation>{file} ist nicht verwendbar: {reason}.</translation>
    </message>
    <message>
        <source>{file} cannot be written: {reason}.</source>
        <translation>{file} kann nicht geschrieben werden: {reason}.</translation>
    </message>
    <message>
        <source>{file} could be a program, so it is not opened from a page.</source>
        <translation>{file} könnte ein Programm sein und wird deshalb nicht von einer Seite aus geöffnet.</translation>
    </message>
    <message>
        <source>{file} could be read by others (mode {mode}); now only you can read it.</source>
        <translation>{file} war für andere lesbar (Rechte {mode}), jetzt nicht mehr.</translation>
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
        <source>{file} has an entry {name} that Bookwheel did not create. Nothing was changed.</source>
        <translation>{file} hat einen Eintrag {name}, der nicht von Bookwheel stammt. Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>{file} is a symbolic link that leads in a circle. Nothing was changed.</source>
        <translation>{file} ist ein symbolischer Link, der im Kreis führt. Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>{file} is larger than {size} MB, too large to be read.</source>
        <translation>{file} ist größer als {size} MB, zu groß zum Einlesen.</translation>
    </message>
    <message>
        <source>{file} is larger than {size} MB, too large to show.</source>
        <translation>{file} ist größer als {size} MB, zu groß zum Zeigen.</translation>
    </message>
    <message>
        <source>{file} is larger than {size} MB. Nothing was changed.</source>
        <translation>{file} ist größer als {size} MB. Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>{file} is not a file.</source>
        <translation>{file} ist keine Datei.</translation>
    </message>
    <message>
        <source>{file} is not a regular file. Nothing was changed.</source>
        <translation>{file} ist keine gewöhnliche Datei. Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>{file} is not a reranker: one gives a single number for a query and a passage, this gives {shape}.</source>
        <translation>{file} ist kein Reranker: Einer gibt eine einzige Zahl für eine Anfrage und eine Textstelle, dieses Modell gibt {shape}.</translation>
    </message>
    <message>
        <source>{file} is not in the library. Add its folder first.</source>
        <translation>{file} ist nicht in der Bibliothek. Zuerst den Ordner hinzufügen.</translation>
    </message>
    <message>
        <source>{file} is not the file that the hub described; nothing of it is kept.</source>
        <translation>{file} ist nicht die Datei, die der Hub beschrieben hat; nichts davon bleibt.</translation>
    </message>
    <message>
        <source>{file} is not the file that was fetched; remove the model and fetch it again.</source>
        <translation>{file} ist nicht die heruntergeladene Datei; entfernen Sie das Modell, und laden Sie es erneut herunter.</translation>
    </message>
    <message>
        <source>{file} is not valid {kind} ({reason}). Nothing was changed; fix it and try again.</source>
        <translation>{file} ist kein gültiges {kind} ({reason}). Nichts wurde geändert; die Datei berichtigen und noch einmal versuchen.</translation>
    </message>
    <message>
        <source>{file} is of a type that Bookwheel does not read.</source>
        <translation>{file} ist von einem Typ, den Bookwheel nicht liest.</translation>
    </message>
    <message>
        <source>{file} is protected by a password.</source>
        <translation>{file} ist durch ein Passwort geschützt.</translation>
    </message>
    <message>
        <source>{file} is read-only. Nothing was changed.</source>
        <translation>{file} ist schreibgeschützt. Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>{file} is the file itself; nothing was changed.</source>
        <translation>{file} ist die Datei selbst; nichts wurde geändert.</translation>
    </message>
    <message>
        <source>{file} is torn or is not JSON.</source>
        <translation>{file} ist unvollständig oder kein JSON.</translation>
    </message>
    <message>
        <source>{file} is torn or is not a tokenizer: {reason}</source>
        <translation>{file} ist unvollständig oder kein Tokenizer: {reason}</translation>
    </message>
    <message>
        <source>{file} is torn or is not an ONNX file.</source>
        <translation>{file} ist unvollständig oder keine ONNX-Datei.</translation>
    </message>
    <message>
        <source>{file} leads out of its collection and is not opened.</source>
        <translation>{file} führt aus der Sammlung hinaus und wird nicht geöffnet.</translation>
    </message>
    <message>
        <source>{file} names {name}, which is outside its folder.</source>
        <translation>{file} nennt {name}, was außerhalb des Ordners liegt.</translation>
    </message>
    <message>
        <source>{file} needs {name}, which is not beside it.</source>
        <translation>{file} braucht {name}; die Datei liegt nicht daneben.</translation>
    </message>
    <message>
        <source>{file} no longer exists.</source>
        <translation>{file} gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>{file} no longer exists; its indexed text is shown.</source>
        <translation>{file} gibt es nicht mehr; der indexierte Text wird gezeigt.</translation>
    </message>
    <message>
        <source>{file} takes weights from {name}, outside its folder, and is not opened.</source>
        <translation>{file} nimmt Gewichte aus {name}, außerhalb des eigenen Ordners, und wird nicht geöffnet.</translation>
    </message>
    <message>
        <source>{file} was created.</source>
        <translation>{file} wurde angelegt.</translation>
    </message>
    <message>
        <source>{file} was just changed by another program. Run the command again.</source>
        <translation>{file} wurde gerade von einem anderen Programm geändert. Noch einmal versuchen.</translation>
    </message>
    <message>
        <source>{file} was saved, but xdg-mime is missing. Install xdg-utils.</source>
        <translation>{file} wurde gespeichert, aber xdg-mime fehlt. xdg-utils installieren.</translation>
    </message>
    <message>
        <source>{file} was saved, but xdg-mime rejected it.</source>
        <translation>{file} wurde gespeichert, aber xdg-mime hat es abgelehnt.</translation>
    </message>
    <message>
        <source>{file}, line {line}</source>
        <translation>{file}, Zeile {line}</translation>
    </message>
    <message>
        <source>{file}: {reason}</source>
        <translation>{file}: {reason}</translation>
    </message>
    <message>
        <source>{first} and {second}</source>
        <translation>{first} und {second}</translation>
    </message>
    <message>
        <source>{folder} can be read.</source>
        <translation>{folder} ist lesbar.</translation>
    </message>
    <message>
        <source>{folder} cannot be locked, so two publishers could spoil each other&apos;s work. Choose a folder of this computer.</source>
        <translation>{folder} kann nicht gesperrt werden, so dass zwei Herausgeber einander stören könnten. Wählen Sie einen Ordner dieses Computers.</translation>
    </message>
    <message>
        <source>{folder} cannot be read ({reason}).</source>
        <translation>{folder} ist nicht lesbar ({reason}).</translation>
    </message>
    <message>
        <source>{folder} cannot be used for a library ({reason}). Choose another folder with --library.</source>
        <translation>{folder} lässt sich nicht für eine Bibliothek benutzen ({reason}). Mit --library einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>{folder} cannot be written ({reason}). Check its permissions and the free space.</source>
        <translation>{folder} kann nicht geschrieben werden ({reason}). Prüfen Sie die Rechte und den freien Platz.</translation>
    </message>
    <message>
        <source>{folder} contains the library&apos;s own folder. Choose a folder with documents.</source>
        <translation>{folder} enthält den Ordner der Bibliothek selbst. Einen Ordner mit Dokumenten wählen.</translation>
    </message>
    <message>
        <source>{folder} is a hidden folder, which is not indexed.</source>
        <translation>{folder} ist ein versteckter Ordner, der nicht indexiert wird.</translation>
    </message>
    <message>
        <source>{folder} is a system folder, too broad for a collection. Choose a folder inside it.</source>
        <translation>{folder} ist ein Systemordner und zu groß für eine Sammlung. Einen Ordner darin wählen.</translation>
    </message>
    <message>
        <source>{folder} is missing or cannot be read.</source>
        <translation>{folder} fehlt oder ist nicht lesbar.</translation>
    </message>
    <message>
        <source>{folder} is missing; its documents stay in the index.</source>
        <translation>{folder} fehlt; die Dokumente bleiben im Index.</translation>
    </message>
    <message>
        <source>{folder} is not a folder in the collection, or it is a link.</source>
        <translation>{folder} ist kein Ordner der Sammlung oder ist ein Link.</translation>
    </message>
    <message>
        <source>{folder} is on a network file system ({type}) that does not report every change, so Bookwheel looks for changes every few seconds.</source>
        <translation>{folder} liegt auf einem Netzlaufwerk ({type}), das nicht jede Änderung meldet; Bookwheel sucht alle paar Sekunden nach Änderungen.</translation>
    </message>
    <message>
        <source>{folder} is outside the collection.</source>
        <translation>{folder} liegt nicht in der Sammlung.</translation>
    </message>
    <message>
        <source>{folder} is too broad to publish to. Choose a folder inside it.</source>
        <translation>{folder} ist zu umfassend, um dorthin zu veröffentlichen. Wählen Sie einen Ordner darin.</translation>
    </message>
    <message>
        <source>{hits} · {took} ms</source>
        <translation>{hits} · {took} ms</translation>
    </message>
    <message>
        <source>{host} asks for a login ({status}). Give Bookwheel its cookie or token: bookwheel sources login.</source>
        <translation>{host} verlangt eine Anmeldung ({status}). Geben Sie Bookwheel das Cookie oder Token: bookwheel sources login.</translation>
    </message>
    <message>
        <source>{host} asks to be left alone for {minutes} minutes. Refresh again later; what came is kept.</source>
        <translation>{host} bittet um {minutes} Minuten Pause. Aktualisieren Sie später noch einmal; was schon da ist, bleibt.</translation>
    </message>
    <message>
        <source>{host} broke off while {name} was read. Try again later.</source>
        <translation>{host} brach ab, während {name} gelesen wurde. Versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
        <source>{host} could not be reached.</source>
        <translation>{host} war nicht erreichbar.</translation>
    </message>
    <message>
        <source>{host} is an address in this computer&apos;s own network, not on the internet.</source>
        <translation>{host} ist eine Adresse im eigenen Netz dieses Rechners, nicht im Internet.</translation>
    </message>
    <message>
        <source>{host} refuses this page to programs (403). Open it in your browser.</source>
        <translation>{host} verweigert Programmen diese Seite (403). Öffnen Sie sie im Browser.</translation>
    </message>
    <message>
        <source>{host} was not found.</source>
        <translation>{host} wurde nicht gefunden.</translation>
    </message>
    <message>
        <source>{ingestor} brought a newer state of this item.</source>
        <translation>{ingestor} hat einen neueren Stand dieses Eintrags gebracht.</translation>
    </message>
    <message>
        <source>{keys} alone types a character; add Ctrl or Alt.</source>
        <translation>{keys} allein schreibt ein Zeichen; Strg oder Alt hinzunehmen.</translation>
    </message>
    <message>
        <source>{keys} is already used for “{action}”. Change that shortcut first.</source>
        <translation>{keys} ist schon für „{action}“ vergeben. Zuerst dieses Tastenkürzel ändern.</translation>
    </message>
    <message>
        <source>{keys} is needed for typing and navigation; add Ctrl or Alt.</source>
        <translation>{keys} wird zum Tippen und Bewegen gebraucht; Strg oder Alt hinzunehmen.</translation>
    </message>
    <message>
        <source>{keys} is reserved for editing text. Choose another shortcut.</source>
        <translation>{keys} ist für das Bearbeiten von Text reserviert. Ein anderes Tastenkürzel wählen.</translation>
    </message>
    <message>
        <source>{least} to {most}</source>
        <translation>{least} bis {most}</translation>
    </message>
    <message>
        <source>{least} to {most} h left</source>
        <translation>noch {least} bis {most} h</translation>
    </message>
    <message>
        <source>{least} to {most} min left</source>
        <translation>noch {least} bis {most} min</translation>
    </message>
    <message>
        <source>{leg}: rank {rank}, score {score}</source>
        <translation>{leg}: Rang {rank}, Punktzahl {score}</translation>
    </message>
    <message>
        <source>{link} is not a link to a document. A link looks like {example}.</source>
        <translation>{link} ist kein Link zu einem Dokument. Ein Link sieht aus wie {example}.</translation>
    </message>
    <message>
        <source>{model} answers clearly better than {present}: MRR@10 +{gain}.</source>
        <translation>{model} antwortet deutlich besser als {present}: MRR@10 +{gain}.</translation>
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
        <source>{name} already exists in this folder. Choose another name.</source>
        <translation>{name} gibt es in diesem Ordner schon. Einen anderen Namen wählen.</translation>
    </message>
    <message>
        <source>{name} can have at most {most} characters.</source>
        <translation>{name} kann höchstens {most} Zeichen haben.</translation>
    </message>
    <message>
        <source>{name} cannot be fetched.</source>
        <translation>{name} kann nicht geholt werden.</translation>
    </message>
    <message>
        <source>{name} cannot hold {text}.</source>
        <translation>{name} kann {text} nicht enthalten.</translation>
    </message>
    <message>
        <source>{name} cannot name a collection. Use up to 40 lower-case letters, digits and hyphens.</source>
        <translation>{name} kann keine Sammlung benennen. Bis zu 40 Kleinbuchstaben, Ziffern und Bindestriche verwenden.</translation>
    </message>
    <message>
        <source>{name} contains a control character.</source>
        <translation>{name} enthält ein Steuerzeichen.</translation>
    </message>
    <message>
        <source>{name} could not be read: {reason}.</source>
        <translation>{name} konnte nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>{name} has files that were not read yet, and indexing is paused. Resume it, then publish.</source>
        <translation>{name} hat Dateien, die noch nicht gelesen sind, und das Indexieren ist angehalten. Setzen Sie es fort, und veröffentlichen Sie dann.</translation>
    </message>
    <message>
        <source>{name} has more than {most} characters.</source>
        <translation>{name} hat mehr als {most} Zeichen.</translation>
    </message>
    <message>
        <source>{name} has more than {most} entries.</source>
        <translation>{name} hat mehr als {most} Einträge.</translation>
    </message>
    <message>
        <source>{name} has no file {file}.</source>
        <translation>{name} hat keine Datei {file}.</translation>
    </message>
    <message>
        <source>{name} has no web address, so there is no host to log in to.</source>
        <translation>{name} hat keine Webadresse, also gibt es keinen Host für eine Anmeldung.</translation>
    </message>
    <message>
        <source>{name} has too few documents to be split.</source>
        <translation>{name} hat zu wenige Dokumente, um geteilt zu werden.</translation>
    </message>
    <message>
        <source>{name} is a folder. Bookwheel notices its changes by itself.</source>
        <translation>{name} ist ein Ordner. Bookwheel bemerkt seine Änderungen von selbst.</translation>
    </message>
    <message>
        <source>{name} is a number from {least} to {most}.</source>
        <translation>{name} ist eine Zahl von {least} bis {most}.</translation>
    </message>
    <message>
        <source>{name} is a reserved name on Windows. Choose another name.</source>
        <translation>{name} ist ein reservierter Name von Windows. Einen anderen Namen wählen.</translation>
    </message>
    <message>
        <source>{name} is a subscription. Add a folder of your own for notes.</source>
        <translation>{name} ist ein Abonnement. Fügen Sie für Notizen einen eigenen Ordner hinzu.</translation>
    </message>
    <message>
        <source>{name} is already divided; split one of its narrower topics.</source>
        <translation>{name} ist schon geteilt; teilen Sie eines der engeren Themen.</translation>
    </message>
    <message>
        <source>{name} is being fetched already.</source>
        <translation>{name} wird schon heruntergeladen.</translation>
    </message>
    <message>
        <source>{name} is being split.</source>
        <translation>{name} wird geteilt.</translation>
    </message>
    <message>
        <source>{name} is empty.</source>
        <translation>{name} ist leer.</translation>
    </message>
    <message>
        <source>{name} is fetched. Add a folder of your own for notes.</source>
        <translation>{name} wird geholt. Fügen Sie für Notizen einen eigenen Ordner hinzu.</translation>
    </message>
    <message>
        <source>{name} is hidden.</source>
        <translation>{name} ist ausgeblendet.</translation>
    </message>
    <message>
        <source>{name} is in use ({users}). Choose another model first.</source>
        <translation>{name} wird benutzt ({users}). Wählen Sie zuerst ein anderes Modell.</translation>
    </message>
    <message>
        <source>{name} is larger than a publication may hold.</source>
        <translation>{name} ist größer, als eine Veröffentlichung enthalten darf.</translation>
    </message>
    <message>
        <source>{name} is larger than a publication may hold. Check the address.</source>
        <translation>{name} ist größer, als eine Veröffentlichung sein darf. Prüfen Sie die Adresse.</translation>
    </message>
    <message>
        <source>{name} is no longer pinned.</source>
        <translation>{name} ist nicht mehr angeheftet.</translation>
    </message>
    <message>
        <source>{name} is not a date or time as in 2026-11-26T20:00:00Z ({given}).</source>
        <translation>{name} ist kein Datum und keine Zeit wie 2026-11-26T20:00:00Z ({given}).</translation>
    </message>
    <message>
        <source>{name} is not a thing such as a person, a term or an entity.</source>
        <translation>{name} ist kein Ding wie eine Person, ein Begriff oder eine Firma.</translation>
    </message>
    <message>
        <source>{name} is not an IRI. Name a graph by a complete IRI.</source>
        <translation>{name} ist keine IRI. Einen Graphen mit einer vollständigen IRI benennen.</translation>
    </message>
    <message>
        <source>{name} is not being fetched.</source>
        <translation>{name} wird nicht heruntergeladen.</translation>
    </message>
    <message>
        <source>{name} is not fetched from an address.</source>
        <translation>{name} wird nicht von einer Adresse geholt.</translation>
    </message>
    <message>
        <source>{name} is one text in quotation marks, or a list of them.</source>
        <translation>{name} ist ein Text in Anführungszeichen oder eine Liste davon.</translation>
    </message>
    <message>
        <source>{name} is one text in quotation marks.</source>
        <translation>{name} ist ein Text in Anführungszeichen.</translation>
    </message>
    <message>
        <source>{name} is part of a subscription, which comes without its files.</source>
        <translation>{name} gehört zu einem Abonnement, das ohne seine Dateien kommt.</translation>
    </message>
    <message>
        <source>{name} is paused. Resume it under Sources.</source>
        <translation>{name} ist angehalten. Fortsetzen lässt es sich unter „Quellen“.</translation>
    </message>
    <message>
        <source>{name} is pinned.</source>
        <translation>{name} ist angeheftet.</translation>
    </message>
    <message>
        <source>{name} is published by somebody else. Publish a collection of your own.</source>
        <translation>{name} veröffentlicht jemand anderes. Veröffentlichen Sie eine eigene Sammlung.</translation>
    </message>
    <message>
        <source>{name} is shown again.</source>
        <translation>{name} wird wieder angezeigt.</translation>
    </message>
    <message>
        <source>{name} is the same as {other}.</source>
        <translation>{name} ist dasselbe wie {other}.</translation>
    </message>
    <message>
        <source>{name} is true or false.</source>
        <translation>{name} ist true oder false.</translation>
    </message>
    <message>
        <source>{name} must be a command; a quote in it is not closed.</source>
        <translation>{name} muss ein Befehl sein; ein Anführungszeichen darin ist nicht geschlossen.</translation>
    </message>
    <message>
        <source>{name} must be a whole number, not {text}.</source>
        <translation>{name} muss eine ganze Zahl sein, nicht {text}.</translation>
    </message>
    <message>
        <source>{name} must be between {least} and {most}, not {text}.</source>
        <translation>{name} muss zwischen {least} und {most} liegen, nicht {text}.</translation>
    </message>
    <message>
        <source>{name} must be between {least} and {most}.</source>
        <translation>{name} muss zwischen {least} und {most} liegen.</translation>
    </message>
    <message>
        <source>{name} must be one of {choices}, not {text}.</source>
        <translation>{name} muss eines von {choices} sein, nicht {text}.</translation>
    </message>
    <message>
        <source>{name} must be one of {choices}.</source>
        <translation>{name} muss eines von {choices} sein.</translation>
    </message>
    <message>
        <source>{name} must be the name of a font.</source>
        <translation>{name} muss der Name einer Schrift sein.</translation>
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
        <source>{name} needs a date such as 2025-03-31, not {text}.</source>
        <translation>{name} braucht ein Datum wie 2025-03-31, nicht {text}.</translation>
    </message>
    <message>
        <source>{name} needs at least one letter or digit.</source>
        <translation>{name} braucht mindestens einen Buchstaben oder eine Ziffer.</translation>
    </message>
    <message>
        <source>{name} takes no documents from programs. Add a datasource for them.</source>
        <translation>{name} nimmt keine Dokumente von Programmen an. Fügen Sie dafür eine Datenquelle hinzu.</translation>
    </message>
    <message>
        <source>{name} trusts another key. Remove it first if the publisher has a new one.</source>
        <translation>{name} vertraut einem anderen Schlüssel. Entfernen Sie es zuerst, wenn der Herausgeber einen neuen hat.</translation>
    </message>
    <message>
        <source>{name}: needs {value}; it was ignored.</source>
        <translation>{name}: braucht {value}; es wurde ignoriert.</translation>
    </message>
    <message>
        <source>{name}: no document has a value that can be compared with “{value}”. Values: {values}.</source>
        <translation>{name}: Kein Dokument hat einen Wert, der sich mit „{value}“ vergleichen lässt. Werte: {values}.</translation>
    </message>
    <message>
        <source>{name}: “{value}” can&apos;t be compared; give a number or a date.</source>
        <translation>{name}: „{value}“ lässt sich nicht vergleichen; eine Zahl oder ein Datum angeben.</translation>
    </message>
    <message>
        <source>{name}: … and {count} more values.</source>
        <translation>{name}: … und {count} weitere Werte.</translation>
    </message>
    <message>
        <source>{number}%</source>
        <translation>{number} %</translation>
    </message>
    <message>
        <source>{one} and {other} are the same through {between}. Remove one of those decisions first.</source>
        <translation>{one} und {other} sind durch {between} dasselbe. Entfernen Sie zuerst eine dieser Entscheidungen.</translation>
    </message>
    <message>
        <source>{path} cannot be read ({reason}). Check its permissions.</source>
        <translation>{path} kann nicht gelesen werden ({reason}). Die Berechtigungen prüfen.</translation>
    </message>
    <message>
        <source>{path} does not exist. Check the path.</source>
        <translation>{path} gibt es nicht. Den Pfad prüfen.</translation>
    </message>
    <message>
        <source>{path} is not a publishing key. Choose a file that Bookwheel wrote.</source>
        <translation>{path} ist kein Schlüssel zum Veröffentlichen. Wählen Sie eine Datei, die Bookwheel geschrieben hat.</translation>
    </message>
    <message>
        <source>{pattern}: {reason}</source>
        <translation>{pattern}: {reason}</translation>
    </message>
    <message>
        <source>{percent} read</source>
        <translation>{percent} gelesen</translation>
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
        <source>{program} could not be started.</source>
        <translation>{program} ließ sich nicht starten.</translation>
    </message>
    <message>
        <source>{program} could not be started: {reason}.</source>
        <translation>{program} konnte nicht gestartet werden: {reason}.</translation>
    </message>
    <message>
        <source>{program} no longer exists or cannot be started.</source>
        <translation>{program} ist nicht mehr da oder lässt sich nicht starten.</translation>
    </message>
    <message>
        <source>{program} stopped without an answer or took longer than {time} s.</source>
        <translation>{program} endete ohne Antwort oder brauchte länger als {time} s.</translation>
    </message>
    <message>
        <source>{program} took more than {seconds} s for the file and was stopped.</source>
        <translation>{program} brauchte für die Datei mehr als {seconds} s und wurde beendet.</translation>
    </message>
    <message>
        <source>{program} took more than {size} MB of memory for the file and was stopped.</source>
        <translation>{program} brauchte für die Datei mehr als {size} MB Speicher und wurde beendet.</translation>
    </message>
    <message>
        <source>{program} wrote too much for the file and was stopped.</source>
        <translation>{program} schrieb für die Datei zu viel und wurde beendet.</translation>
    </message>
    <message>
        <source>{publisher} withdrew the key of this publication, so its documents left the library. Ask the publisher for a new address and key.</source>
        <translation>{publisher} hat den Schlüssel dieser Veröffentlichung zurückgezogen; ihre Dokumente haben deshalb die Bibliothek verlassen. Bitten Sie den Herausgeber um eine neue Adresse und einen neuen Schlüssel.</translation>
    </message>
    <message>
        <source>{ready}. Files are being counted.</source>
        <translation>{ready}. Die Dateien werden gezählt.</translation>
    </message>
    <message>
        <source>{ready}. Indexing is paused.</source>
        <translation>{ready}. Die Indexierung ist angehalten.</translation>
    </message>
    <message>
        <source>{ready}. Up to date.</source>
        <translation>{ready}. Aktuell.</translation>
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
        <source>{reason} Check the address, or refresh again later.</source>
        <translation>{reason} Prüfen Sie die Adresse, oder versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
        <source>{reason} If you trust it, allow such addresses for it (--allow-private).</source>
        <translation>{reason} Wenn Sie ihr vertrauen, erlauben Sie solche Adressen für sie (--allow-private).</translation>
    </message>
    <message>
        <source>{reason} It is being rebuilt from the {source}.</source>
        <translation>{reason} Es wird neu aufgebaut (Quelle: {source}).</translation>
    </message>
    <message>
        <source>{reason} Refresh the collection to fetch it again.</source>
        <translation>{reason} Aktualisieren Sie die Sammlung, um es noch einmal zu holen.</translation>
    </message>
    <message>
        <source>{reason} The service writes it again.</source>
        <translation>{reason} Der Dienst schreibt sie neu.</translation>
    </message>
    <message>
        <source>{reason} They are being rebuilt.</source>
        <translation>{reason} Sie werden neu aufgebaut.</translation>
    </message>
    <message>
        <source>{reason} They are being repaired in the background.</source>
        <translation>{reason} Sie werden im Hintergrund repariert.</translation>
    </message>
    <message>
        <source>{scans} of {count} pages have no text layer: they are pictures (scans). Switch on text recognition for them: pdf=ocr in the collection&apos;s formats.</source>
        <translation>{scans} von {count} Seiten haben keine Textebene: Sie sind Bilder (Scans). Die Texterkennung lässt sich dafür einschalten: pdf=ocr bei den Formaten der Sammlung.</translation>
    </message>
    <message>
        <source>{scope}, can read your annotations and reading list</source>
        <translation>{scope}, darf Ihre Anmerkungen und Ihre Leseliste lesen</translation>
    </message>
    <message>
        <source>{scope}, can save memories</source>
        <translation>{scope}, darf Erinnerungen speichern</translation>
    </message>
    <message>
        <source>{scope}, can write to {collections}</source>
        <translation>{scope}, kann in {collections} schreiben</translation>
    </message>
    <message>
        <source>{shown} of {total}</source>
        <translation>{shown} von {total}</translation>
    </message>
    <message>
        <source>{shown} of {total} rows</source>
        <translation>{shown} von {total} Zeilen</translation>
    </message>
    <message>
        <source>{shown} of {total} rows are shown.</source>
        <translation>{shown} von {total} Zeilen werden angezeigt.</translation>
    </message>
    <message>
        <source>{shown} of {whole} documents.</source>
        <translation>{shown} von {whole} Dokumenten.</translation>
    </message>
    <message>
        <source>{size} GB are free on the library&apos;s disk.</source>
        <translation>Auf dem Datenträger der Bibliothek sind {size} GB frei.</translation>
    </message>
    <message>
        <source>{size} MB</source>
        <translation>{size} MB</translation>
    </message>
    <message>
        <source>{size}, of which {new} is new</source>
        <translation>{size}, davon {new} neu</translation>
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
        <source>{store} has no valid backup.</source>
        <translation>{store} hat keine gültige Sicherung.</translation>
    </message>
    <message>
        <source>{store} was changed or damaged outside the service; it was kept as {file}.</source>
        <translation>{store} wurde außerhalb des Dienstes geändert oder beschädigt; sie heißt jetzt {file}.</translation>
    </message>
    <message>
        <source>{store} was changed outside the service.</source>
        <translation>{store} wurde außerhalb des Dienstes geändert.</translation>
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
        <source>{target} is up to date: nothing has changed since “{name}” was published last.</source>
        <translation>{target} ist aktuell: Nichts hat sich geändert, seit „{name}“ zuletzt veröffentlicht wurde.</translation>
    </message>
    <message>
        <source>{team} answers in a way that this Bookwheel does not understand ({status}).</source>
        <translation>{team} antwortet auf eine Weise, die dieses Bookwheel nicht versteht ({status}).</translation>
    </message>
    <message>
        <source>{team} cannot be found. Check the address and your network.</source>
        <translation>{team} ist nicht zu finden. Bitte die Adresse und das Netzwerk prüfen.</translation>
    </message>
    <message>
        <source>{team} does not answer ({reason}).</source>
        <translation>{team} antwortet nicht ({reason}).</translation>
    </message>
    <message>
        <source>{team} does not answer in time. Check your network, and try again.</source>
        <translation>{team} antwortet nicht rechtzeitig. Bitte das Netzwerk prüfen und es noch einmal versuchen.</translation>
    </message>
    <message>
        <source>{team} does not answer over https. Check the address.</source>
        <translation>{team} antwortet nicht über https. Bitte die Adresse prüfen.</translation>
    </message>
    <message>
        <source>{team} does not answer.</source>
        <translation>{team} antwortet nicht.</translation>
    </message>
    <message>
        <source>{team} does not answer. Its documents come back when it does.</source>
        <translation>{team} antwortet nicht. Die Dokumente sind wieder lesbar, sobald es antwortet.</translation>
    </message>
    <message>
        <source>{team} does not say where people sign in.</source>
        <translation>{team} sagt nicht, wo die Anmeldung stattfindet.</translation>
    </message>
    <message>
        <source>{team} offers no sign-in for programs. Ask its administrator to set `client_id`.</source>
        <translation>{team} bietet keine Anmeldung für Programme an. Die Verwaltung bitten, `client_id` festzulegen.</translation>
    </message>
    <message>
        <source>{team} refuses the connection. Its server may be stopped: try again later.</source>
        <translation>{team} lehnt die Verbindung ab. Vielleicht läuft der Server nicht: bitte später noch einmal versuchen.</translation>
    </message>
    <message>
        <source>{team} sends more than {size} MB.</source>
        <translation>{team} sendet mehr als {size} MB.</translation>
    </message>
    <message>
        <source>{team} takes too long to answer.</source>
        <translation>{team} braucht zu lange für eine Antwort.</translation>
    </message>
    <message>
        <source>{team} · away</source>
        <translation>{team} · offline</translation>
    </message>
    <message>
        <source>{team} · signed out</source>
        <translation>{team} · abgemeldet</translation>
    </message>
    <message>
        <source>{text} is not a date. Write it as 2026-11-01.</source>
        <translation>{text} ist kein Datum. Schreiben Sie es wie 2026-11-01.</translation>
    </message>
    <message>
        <source>{text} is not a web address.</source>
        <translation>{text} ist keine Webadresse.</translation>
    </message>
    <message>
        <source>{text} is not a web address. It begins with http:// or https://.</source>
        <translation>{text} ist keine Webadresse. Sie beginnt mit http:// oder https://.</translation>
    </message>
    <message>
        <source>{text} is not the address of a publication. It is a web address, an absolute path or s3://bucket/prefix.</source>
        <translation>{text} ist keine Adresse einer Veröffentlichung. Erlaubt sind eine Webadresse, ein absoluter Pfad oder s3://bucket/prefix.</translation>
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
        <source>{topic} (new)</source>
        <translation>{topic} (neu)</translation>
    </message>
    <message>
        <source>{total} rows</source>
        <translation>{total} Zeilen</translation>
    </message>
    <message>
        <source>{values} and {count} more</source>
        <translation>{values} und {count} weitere</translation>
    </message>
    <message>
        <source>{what} It was ignored.</source>
        <translation>{what} Es wurde ignoriert.</translation>
    </message>
    <message>
        <source>{what} It was searched as words.</source>
        <translation>{what} Gesucht wurde nach den Wörtern.</translation>
    </message>
    <message>
        <source>{when}: cancelled, {counts}</source>
        <translation>{when}: abgebrochen, {counts}</translation>
    </message>
    <message>
        <source>{when}: {counts}</source>
        <translation>{when}: {counts}</translation>
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
        <source>{word} is number {number} there and {count} in the model</source>
        <translation>{word} ist dort Nummer {number} und im Modell {count}</translation>
    </message>
    <message>
        <source>“{field}” was {day}.</source>
        <translation>„{field}“ war am {day}.</translation>
    </message>
    <message>
        <source>“{heading}”, in: {title}</source>
        <translation>„{heading}“, in: {title}</translation>
    </message>
    <message>
        <source>“{name}” belongs to {team}. You can search and read it, but not change or annotate it.</source>
        <translation>„{name}“ gehört {team}. Durchsuchen und Lesen ist möglich, Ändern und Anmerken nicht.</translation>
    </message>
    <message>
        <source>“{name}” has no files that can be read. Skipped because of their type: {types}.</source>
        <translation>„{name}“ enthält keine Dateien, die gelesen werden können. Wegen ihres Typs übersprungen: {types}.</translation>
    </message>
    <message>
        <source>“{name}” is a shared collection. Only its publisher can change its files.</source>
        <translation>„{name}“ ist eine geteilte Sammlung. Nur ihr Herausgeber kann ihre Dateien ändern.</translation>
    </message>
    <message>
        <source>“{name}” is already in the library.</source>
        <translation>„{name}“ ist schon in der Bibliothek.</translation>
    </message>
    <message>
        <source>“{name}” is part of Bookwheel. Add a folder of your own for notes.</source>
        <translation>„{name}“ gehört zu Bookwheel. Für Notizen einen eigenen Ordner hinzufügen.</translation>
    </message>
    <message>
        <source>“{name}” occurs in too many places to count as a mention of this document.</source>
        <translation>„{name}“ steht an zu vielen Stellen, um als Erwähnung dieses Dokuments zu gelten.</translation>
    </message>
    <message>
        <source>“{name}” of a base is not understood.</source>
        <translation>„{name}“ einer Base wird nicht verstanden.</translation>
    </message>
    <message>
        <source>“{name}”: Some files were skipped because of their type: {types}.</source>
        <translation>„{name}“: Einige Dateien wurden wegen ihres Typs übersprungen: {types}.</translation>
    </message>
    <message>
        <source>“{one}” and “{two}” are not the same.</source>
        <translation>„{one}“ und „{two}“ sind nicht dasselbe.</translation>
    </message>
    <message>
        <source>“{one}” and “{two}” are the same.</source>
        <translation>„{one}“ und „{two}“ sind dasselbe.</translation>
    </message>
    <message>
        <source>“{one}” {relation} “{other}”</source>
        <translation>„{one}“ {relation} „{other}“</translation>
    </message>
    <message>
        <source>“{sign}” is not allowed here</source>
        <translation>„{sign}“ ist hier nicht erlaubt</translation>
    </message>
    <message>
        <source>“{target}” is not a note. Use “Open in editor” to go to the link.</source>
        <translation>„{target}“ ist keine Notiz. „Im Editor öffnen“ führt zum Link.</translation>
    </message>
    <message>
        <source>“{title}” is no longer in the library.</source>
        <translation>„{title}“ ist nicht mehr in der Bibliothek.</translation>
    </message>
    <message>
        <source>“{title}” is not the same as which thing?</source>
        <translation>„{title}“ ist nicht dasselbe wie welches Ding?</translation>
    </message>
    <message>
        <source>“{title}” is pinned for agents.</source>
        <translation>„{title}“ ist für Agenten angeheftet.</translation>
    </message>
    <message>
        <source>“{title}” is the same as which thing?</source>
        <translation>„{title}“ ist dasselbe wie welches Ding?</translation>
    </message>
    <message>
        <source>“{title}” no longer has a section “{name}”; it is shown from the start.</source>
        <translation>„{title}“ hat keinen Abschnitt „{name}“ mehr; es wird von vorn gezeigt.</translation>
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
    <message>
        <source>“{words}” – {source}</source>
        <translation>„{words}“ – {source}</translation>
    </message>
</context>
</TS>
