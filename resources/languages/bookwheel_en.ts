<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name></name>
    <message numerus="yes">
        <source>%Ln changed</source>
        <translation>
            <numerusform>%Ln changed</numerusform>
            <numerusform>%Ln changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln chunk(s) per minute</source>
        <translation>
            <numerusform>%Ln chunk per minute</numerusform>
            <numerusform>%Ln chunks per minute</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln chunk(s) per second</source>
        <translation>
            <numerusform>%Ln chunk per second</numerusform>
            <numerusform>%Ln chunks per second</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln collection(s)</source>
        <translation>
            <numerusform>%Ln collection</numerusform>
            <numerusform>%Ln collections</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln connection(s)</source>
        <translation>
            <numerusform>%Ln connection</numerusform>
            <numerusform>%Ln connections</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln day(s) ago</source>
        <translation>
            <numerusform>%Ln day ago</numerusform>
            <numerusform>%Ln days ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln dismissed</source>
        <translation>
            <numerusform>%Ln dismissed</numerusform>
            <numerusform>%Ln dismissed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s)</source>
        <translation>
            <numerusform>%Ln document</numerusform>
            <numerusform>%Ln documents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) held back: private, or not matched by the filter</source>
        <translation>
            <numerusform>%Ln document held back: private, or not matched by the filter</numerusform>
            <numerusform>%Ln documents held back: private, or not matched by the filter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) ready</source>
        <translation>
            <numerusform>%Ln document ready</numerusform>
            <numerusform>%Ln documents ready</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln failed</source>
        <translation>
            <numerusform>%Ln failed</numerusform>
            <numerusform>%Ln failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) are still being indexed.</source>
        <translation>
            <numerusform>%Ln file is still being indexed.</numerusform>
            <numerusform>%Ln files are still being indexed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) per second</source>
        <translation>
            <numerusform>%Ln file per second</numerusform>
            <numerusform>%Ln files per second</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) skipped or only partly read; see the reasons below.</source>
        <translation>
            <numerusform>%Ln file skipped or only partly read; see the reason below.</numerusform>
            <numerusform>%Ln files skipped or only partly read; see the reasons below.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln finding(s)</source>
        <translation>
            <numerusform>%Ln finding</numerusform>
            <numerusform>%Ln findings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln found</source>
        <translation>
            <numerusform>%Ln found</numerusform>
            <numerusform>%Ln found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln hit(s)</source>
        <translation>
            <numerusform>%Ln hit</numerusform>
            <numerusform>%Ln hits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln image(s) in the cache, {size} MB</source>
        <translation>
            <numerusform>%Ln image in the cache, {size} MB</numerusform>
            <numerusform>%Ln images in the cache, {size} MB</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln language(s)</source>
        <translation>
            <numerusform>%Ln language</numerusform>
            <numerusform>%Ln languages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln link(s)</source>
        <translation>
            <numerusform>%Ln link</numerusform>
            <numerusform>%Ln links</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln memory(ies)</source>
        <translation>
            <numerusform>%Ln memory</numerusform>
            <numerusform>%Ln memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln memory(ies) deleted.</source>
        <translation>
            <numerusform>%Ln memory deleted.</numerusform>
            <numerusform>%Ln memories deleted.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln memory(ies) exported to {file}.</source>
        <translation>
            <numerusform>%Ln memory exported to {file}.</numerusform>
            <numerusform>%Ln memories exported to {file}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln month(s) ago</source>
        <translation>
            <numerusform>%Ln month ago</numerusform>
            <numerusform>%Ln months ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more connection(s) are not shown.</source>
        <translation>
            <numerusform>%Ln more connection is not shown.</numerusform>
            <numerusform>%Ln more connections are not shown.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more in the graph.</source>
        <translation>
            <numerusform>%Ln more in the graph.</numerusform>
            <numerusform>%Ln more in the graph.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more not shown.</source>
        <translation>
            <numerusform>%Ln more not shown.</numerusform>
            <numerusform>%Ln more not shown.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more passage(s)</source>
        <translation>
            <numerusform>%Ln more passage</numerusform>
            <numerusform>%Ln more passages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more properties</source>
        <translation>
            <numerusform>%Ln more property</numerusform>
            <numerusform>%Ln more properties</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more section(s)</source>
        <translation>
            <numerusform>%Ln more section</numerusform>
            <numerusform>%Ln more sections</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more. Filter to see them.</source>
        <translation>
            <numerusform>%Ln more. Filter to see it.</numerusform>
            <numerusform>%Ln more. Filter to see them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln near-identical copy(s)</source>
        <translation>
            <numerusform>%Ln near-identical copy</numerusform>
            <numerusform>%Ln near-identical copies</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln new</source>
        <translation>
            <numerusform>%Ln new</numerusform>
            <numerusform>%Ln new</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln node(s)</source>
        <translation>
            <numerusform>%Ln node</numerusform>
            <numerusform>%Ln nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln on this page</source>
        <translation>
            <numerusform>%Ln on this page</numerusform>
            <numerusform>%Ln on this page</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln only in the first</source>
        <translation>
            <numerusform>%Ln only in the first</numerusform>
            <numerusform>%Ln only in the first</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln only in the second</source>
        <translation>
            <numerusform>%Ln only in the second</numerusform>
            <numerusform>%Ln only in the second</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln passage(s)</source>
        <translation>
            <numerusform>%Ln passage</numerusform>
            <numerusform>%Ln passages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln passage(s) pinned for agents</source>
        <translation>
            <numerusform>%Ln passage pinned for agents</numerusform>
            <numerusform>%Ln passages pinned for agents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln problem(s)</source>
        <translation>
            <numerusform>%Ln problem</numerusform>
            <numerusform>%Ln problems</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln properties</source>
        <translation>
            <numerusform>%Ln property</numerusform>
            <numerusform>%Ln properties</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln proposal(s)</source>
        <translation>
            <numerusform>%Ln proposal</numerusform>
            <numerusform>%Ln proposals</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln query(ies)</source>
        <translation>
            <numerusform>%Ln query</numerusform>
            <numerusform>%Ln queries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln record(s) over the limit for one file</source>
        <translation>
            <numerusform>%Ln record over the limit for one file</numerusform>
            <numerusform>%Ln records over the limit for one file</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln record(s) without a key</source>
        <translation>
            <numerusform>%Ln record without a key</numerusform>
            <numerusform>%Ln records without a key</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln relation(s)</source>
        <translation>
            <numerusform>%Ln relation</numerusform>
            <numerusform>%Ln relations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln removed</source>
        <translation>
            <numerusform>%Ln removed</numerusform>
            <numerusform>%Ln removed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s)</source>
        <translation>
            <numerusform>%Ln row</numerusform>
            <numerusform>%Ln rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln rule(s)</source>
        <translation>
            <numerusform>%Ln rule</numerusform>
            <numerusform>%Ln rules</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln section(s)</source>
        <translation>
            <numerusform>%Ln section</numerusform>
            <numerusform>%Ln sections</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln section(s) changed</source>
        <translation>
            <numerusform>%Ln section changed</numerusform>
            <numerusform>%Ln sections changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln split(s)</source>
        <translation>
            <numerusform>%Ln split</numerusform>
            <numerusform>%Ln splits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln step(s)</source>
        <translation>
            <numerusform>%Ln step</numerusform>
            <numerusform>%Ln steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln tab(s)</source>
        <translation>
            <numerusform>%Ln tab</numerusform>
            <numerusform>%Ln tabs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln topic(s) that agents propose</source>
        <translation>
            <numerusform>%Ln topic that agents propose</numerusform>
            <numerusform>%Ln topics that agents propose</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln unchanged</source>
        <translation>
            <numerusform>%Ln unchanged</numerusform>
            <numerusform>%Ln unchanged</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln week(s) ago</source>
        <translation>
            <numerusform>%Ln week ago</numerusform>
            <numerusform>%Ln weeks ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln with unsaved changes</source>
        <translation>
            <numerusform>%Ln with unsaved changes</numerusform>
            <numerusform>%Ln with unsaved changes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln year(s) ago</source>
        <translation>
            <numerusform>%Ln year ago</numerusform>
            <numerusform>%Ln years ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>(and %Ln more)</source>
        <translation>
            <numerusform>(and %Ln more)</numerusform>
            <numerusform>(and %Ln more)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %Ln memory(ies)</source>
        <translation>
            <numerusform>Delete %Ln memory</numerusform>
            <numerusform>Delete %Ln memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete all %Ln memory(ies) of {agent} in “{session}”?</source>
        <translation>
            <numerusform>Delete the one memory of {agent} in “{session}”?</numerusform>
            <numerusform>Delete all %Ln memories of {agent} in “{session}”?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete all %Ln memory(ies) of {agent}?</source>
        <translation>
            <numerusform>Delete the one memory of {agent}?</numerusform>
            <numerusform>Delete all %Ln memories of {agent}?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete this summary of %Ln memory(ies)?</source>
        <translation>
            <numerusform>Delete this summary of %Ln memory?</numerusform>
            <numerusform>Delete this summary of %Ln memories?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Named in %Ln document(s)</source>
        <translation>
            <numerusform>Named in %Ln document</numerusform>
            <numerusform>Named in %Ln documents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No topics yet: a collection has topics once it has %Ln document(s).</source>
        <translation>
            <numerusform>No topics yet: a collection has topics once it has %Ln document.</numerusform>
            <numerusform>No topics yet: a collection has topics once it has %Ln documents.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No unanswered agent queries in the last %Ln day(s).</source>
        <translation>
            <numerusform>No unanswered agent queries in the last day.</numerusform>
            <numerusform>No unanswered agent queries in the last %Ln days.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Placing %Ln document(s) on the map.</source>
        <translation>
            <numerusform>Placing %Ln document on the map.</numerusform>
            <numerusform>Placing %Ln documents on the map.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %Ln more</source>
        <translation>
            <numerusform>Show %Ln more</numerusform>
            <numerusform>Show %Ln more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The library has changed %Ln time(s). Answers to agents include this number.</source>
        <translation>
            <numerusform>The library has changed %Ln time. Answers to agents include this number.</numerusform>
            <numerusform>The library has changed %Ln times. Answers to agents include this number.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Up to %Ln step(s) away</source>
        <translation>
            <numerusform>Up to %Ln step away</numerusform>
            <numerusform>Up to %Ln steps away</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>calls in the last %Ln day(s)</source>
        <translation>
            <numerusform>calls in the last day</numerusform>
            <numerusform>calls in the last %Ln days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>linked from %Ln</source>
        <translation>
            <numerusform>linked from %Ln</numerusform>
            <numerusform>linked from %Ln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>links to %Ln</source>
        <translation>
            <numerusform>links to %Ln</numerusform>
            <numerusform>links to %Ln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>summary of %Ln memory(ies), from {time} on</source>
        <translation>
            <numerusform>summary of %Ln memory, from {time} on</numerusform>
            <numerusform>summary of %Ln memories, from {time} on</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>up to %Ln token(s)</source>
        <translation>
            <numerusform>up to %Ln token</numerusform>
            <numerusform>up to %Ln tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{call} and %Ln more</source>
        <translation>
            <numerusform>{call} and %Ln more</numerusform>
            <numerusform>{call} and %Ln more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{done} of %Ln file(s)</source>
        <translation>
            <numerusform>{done} of %Ln file</numerusform>
            <numerusform>{done} of %Ln files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{done} of %Ln section(s) in the semantic index</source>
        <translation>
            <numerusform>{done} of %Ln section in the semantic index</numerusform>
            <numerusform>{done} of %Ln sections in the semantic index</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{names} and %Ln more</source>
        <translation>
            <numerusform>{names} and %Ln more</numerusform>
            <numerusform>{names} and %Ln more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{some} of %Ln document(s)</source>
        <translation>
            <numerusform>{some} of %Ln document</numerusform>
            <numerusform>{some} of %Ln documents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{some} of %Ln relation(s)</source>
        <translation>
            <numerusform>{some} of %Ln relation</numerusform>
            <numerusform>{some} of %Ln relations</numerusform>
        </translation>
    </message>
</context>
</TS>
