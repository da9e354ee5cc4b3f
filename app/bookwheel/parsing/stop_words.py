"""The commonest words of the languages told apart by vote; a word shared by several speaks for each."""

from __future__ import annotations

_WORDS = {
    "en": "the of and to in is you that it for on are with as be this have from or by not but what all were"
    " when your can an each which their will if how them then these so would into has more see could been"
    " its than may also used using should any does other only where some we they after use a i do did am was my me"
    " he she us who why about there had been cannot could would make get want",
    "de": "der die das und ist nicht ein eine einen einem einer den dem des mit auf für von zu im sich auch es"
    " an als wird werden aus bei nach oder wie sind kann wenn aber nur um noch durch über dass sie ich wir"
    " zum zur man mehr diese dieser dieses keine wurde haben hat ihr sein",
    "fr": "le la les de des du et un une est que qui dans pour pas sur par au aux avec ce cette ces il elle ne"
    " se sont plus ou vous nous en son sa ses être fait peut comme mais leur si votre tout aussi lorsque"
    " ainsi entre sans même été",
    "es": "el la los las de del y que en un una es por para con no se su al lo como más pero sus le ya o este"
    " esta esto porque cuando muy sin sobre también hasta hay donde quien desde todo nos durante puede ser"
    " está son entre si cada",
    "it": "il lo la i gli le di del della dei delle e che in un una è per con non si da come più ma sono al"
    " alla nel nella anche questo questa se su o dal ai ed essere può viene quando tra ha solo",
    "pt": "o a os as de do da dos das e que em um uma é para com não por se na no mais como mas ao ele ou"
    " quando muito nos já também só pelo pela até isso entre você são ser está pode seu sua este esta foi"
    " tem sem",
    "nl": "de het een en van is dat op te in voor met niet zijn er aan ook als bij door of worden wordt naar"
    " dan om maar kan uit nog deze dit je we hebben heeft meer over geen tot wel",
    "sv": "och att det som en på är av för med den till inte om har de ett var jag men kan eller från så vid"
    " ska när också detta denna alla du vi",
    "da": "og at det som en på er af for med den til ikke om har de et var jeg men kan eller fra så ved skal"
    " når også dette denne alle du vi hvis",
    "no": "og at det som en på er av for med den til ikke om har de et var jeg men kan eller fra så ved skal"
    " når også dette denne alle du vi hvis",
    "pl": "i w na z do się nie to że jest jak po co za od o ale czy dla przez przy są być oraz lub tylko jego"
    " już może który która które można tego tym",
    "cs": "a v na se je že s z do o to i jako pro ale by k jsou nebo po být který která které jeho jen při tak"
    " podle může pokud více",
    "tr": "ve bir bu için ile de da olarak daha çok en olan ne gibi kadar sonra ama veya var her değil ki"
    " olduğunu eğer kullanarak",
    "id": "yang dan di untuk dengan dari ini itu tidak pada adalah dalam ke akan atau juga dapat oleh anda"
    " sebagai bisa jika lebih telah",
    "fi": "ja on ei että se oli hän mutta ovat kun niin tai myös joka jos kuin voi sekä ole tämä",
    "hu": "a az és hogy nem is egy ez van meg de csak vagy ha már mint még lehet el ki",
    "ro": "și în de la cu pe nu este o un care din pentru mai sau ca se că sunt fi prin după dar",
    "vi": "và của là có không được cho một trong các với những để này người khi từ đã",
}

STOP_WORDS: dict[str, frozenset[str]] = {language: frozenset(words.split()) for language, words in _WORDS.items()}
"""Stop words by ISO 639-1 code."""

LANGUAGES_BY_WORD: dict[str, tuple[str, ...]] = {
    word: tuple(language for language, own in STOP_WORDS.items() if word in own)
    for word in sorted({word for own in STOP_WORDS.values() for word in own})
}
"""The languages that each stop word speaks for."""

EVERY_STOP_WORD: frozenset[str] = frozenset(LANGUAGES_BY_WORD)
"""All of them, for texts whose language is not known."""
