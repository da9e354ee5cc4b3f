"""SPARQL queries to begin with."""

from __future__ import annotations

from bookwheel.gui.i18n.translation import QT_TR_NOOP

EXAMPLES = (
    (
        QT_TR_NOOP("Which documents are linked to most?"),
        "SELECT ?document ?title (COUNT(?link) AS ?links) {\n"
        "  ?link a bw:Link ; bw:relation bw:linksTo ; bw:to ?target .\n"
        "  ?target bw:partOf* ?document .\n"
        "  ?document a bw:Document ; bw:title ?title\n"
        "} GROUP BY ?document ?title ORDER BY DESC(?links) LIMIT 20",
    ),
    (
        QT_TR_NOOP("Which links are broken, and where are they?"),
        "SELECT ?section ?line ?words {\n"
        "  ?link bw:relation bw:brokenLinkTo ; bw:from ?section ; bw:line ?line ; bw:wording ?words\n"
        "} ORDER BY ?section ?line",
    ),
    (
        QT_TR_NOOP("Which documents link to each other?"),
        "SELECT DISTINCT ?one ?other {\n"
        "  ?to a bw:Link ; bw:relation bw:linksTo ; bw:from/bw:partOf* ?one ; bw:to/bw:partOf* ?other .\n"
        "  ?back a bw:Link ; bw:relation bw:linksTo ; bw:from/bw:partOf* ?other ; bw:to/bw:partOf* ?one .\n"
        "  ?one a bw:Document . ?other a bw:Document . FILTER(STR(?one) < STR(?other))\n"
        "} LIMIT 200",
    ),
    (
        QT_TR_NOOP("Which documents have which tag?"),
        "SELECT ?document ?tag { ?document a bw:Document ; bw:hasTag ?tag } ORDER BY ?tag ?document LIMIT 200",
    ),
    (
        QT_TR_NOOP("Which topics are there, and which are broader?"),
        "SELECT ?topic ?name ?documents ?broader {\n"
        "  ?topic a bw:Topic ; rdfs:label ?name ; bw:documents ?documents OPTIONAL { ?topic bw:broader ?broader }\n"
        "} ORDER BY DESC(?documents) LIMIT 500",
    ),
    (
        QT_TR_NOOP("Which entities are there, by type?"),
        "SELECT ?type ?entity ?name {\n"
        "  ?entity a bw:Entity ; bw:entityType ?type ; rdfs:label ?name\n"
        "} ORDER BY ?type ?name LIMIT 500",
    ),
    (
        QT_TR_NOOP("Which things are mentioned together?"),
        "SELECT ?one ?other (COUNT(?link) AS ?places) {\n"
        "  ?link a bw:Link ; bw:relation bw:coOccursWith ; bw:from ?one ; bw:to ?other\n"
        "} GROUP BY ?one ?other ORDER BY DESC(?places) LIMIT 200",
    ),
    (
        QT_TR_NOOP("Which terms are defined where?"),
        "SELECT ?term ?name ?section ?words {\n"
        "  ?link a bw:Link ; bw:relation bw:defines ; bw:from ?section ; bw:to ?term ; bw:wording ?words .\n"
        "  ?term a bw:Term ; rdfs:label ?name\n"
        "} ORDER BY ?name LIMIT 500",
    ),
    (
        QT_TR_NOOP("Which things do most documents mention?"),
        "SELECT ?thing (COUNT(?link) AS ?documents) {\n"
        "  ?link a bw:Mention ; bw:relation bw:mentions ; bw:to ?thing\n"
        "} GROUP BY ?thing ORDER BY DESC(?documents) LIMIT 50",
    ),
    (
        QT_TR_NOOP("Which projects depend on which?"),
        "SELECT ?project ?needs { ?project a bw:Project ; bw:dependsOn ?needs } ORDER BY ?project ?needs LIMIT 500",
    ),
    (
        QT_TR_NOOP("Which code inherits from which?"),
        "SELECT ?code ?base { ?code a bw:CodeEntity ; bw:inherits ?base } ORDER BY ?code LIMIT 500",
    ),
    (
        QT_TR_NOOP("Which memories are about what?"),
        "SELECT ?memory ?says ?agent ?about {\n"
        "  ?memory a bw:Memory ; rdfs:label ?says ; bw:recordedBy ?agent . OPTIONAL { ?memory bw:about ?about }\n"
        "} ORDER BY ?memory LIMIT 500",
    ),
    (
        QT_TR_NOOP("Who changed which documents?"),
        "SELECT ?document ?person { ?document bw:modifiedBy ?person } ORDER BY ?document LIMIT 500",
    ),
)
"""Questions to begin with, by what they ask."""
