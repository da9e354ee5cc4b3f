"""The macros of BSD's mdoc within a line: what they mean as fonts, brackets and words."""

from __future__ import annotations

from bookwheel.parsing.formats.man.roff import Roff, Run, arguments

MDOC_BLOCKS = frozenset({"Bl", "El", "It", "Bd", "Ed", "D1", "Dl", "Nm"})
_BOLD = frozenset({"Fl", "Nm", "Ic", "Cm", "Sy", "Fn", "Fd", "In", "Fo", "Ms", "Cd"})
_ITALIC = frozenset({"Ar", "Em", "Fa", "Ft", "Va", "Vt", "Pa", "Fr", "Sx", "%T", "%B", "%J"})
_CODE = frozenset({"Ql", "Li", "Ev", "Dv", "Er"})
_BRACKETS = {"Op": "[]", "Bq": "[]", "Brq": "{}", "Pq": "()", "Aq": "<>", "Dq": "“”", "Sq": "‘’", "Qq": '""',
"Oo": "[ ",
             "Oc": "] ", "Po": "( ", "Pc": ") ", "Bo": "[ ", "Bc": "] ", "Do": "“ ", "Dc": "” ", "So": "‘ ", "Sc": "’ ",
             "Qo": '" ', "Qc": '" ', "Ao": "< ", "Ac": "> ", "Bro": "{ ", "Brc": "} "}  # fmt: skip
_NAMES = {
    "Bx": "BSD",
    "Fx": "FreeBSD",
    "Nx": "NetBSD",
    "Ox": "OpenBSD",
    "Dx": "DragonFly",
    "Ux": "UNIX",
    "At": "AT&T UNIX",
}  # fmt: skip
_PLAIN = frozenset({
    "No", "Ns", "Xr", "Lk", "Mt", "An", "Tn", "Ad", "St", "Xo", "Xc", "Ap", "Ud", "Bt", "Ex", "Rv", "Lb", "Rs", "Re",
    "Fc",
    "%A", "%D", "%N", "%O", "%P", "%R", "%U", "%V", "%I", "%C", "%Q", "Ta", "Eo", "Ec", "Es", "En", "Sm", "Pf", "Db",
})  # fmt: skip
MDOC_INLINE = _BOLD | _ITALIC | _CODE | frozenset(_BRACKETS) | frozenset(_NAMES) | _PLAIN
_CLOSING = frozenset(".,:;)]?!")
_OPENING = frozenset("([")


def mdoc_runs(roff: Roff, macro: str, text: str, name: str) -> list[Run]:
    """The words of a line with their fonts; macros among the words hold up to the next one."""
    state = _MdocLine(roff, name)
    state.open(macro)
    for word in arguments(text):
        if word in MDOC_INLINE:
            state.open(word)
        else:
            state.add(word)
    state.finish()
    return state.runs


class _MdocLine:
    """The runs of one line."""

    def __init__(self, roff: Roff, name: str) -> None:
        self.runs: list[Run] = []
        self._roff = roff
        self._name = name
        self._macro = "No"
        self._pending: list[str] = []
        self._joins = True
        self._count = 0

    def open(self, macro: str) -> None:
        """Begin a macro."""
        self._complete()
        self._macro, self._count = macro, 0
        brackets = _BRACKETS.get(macro)
        if macro == "Ns":
            self._joins = True
        elif macro == "Ap":
            self._put("R", "'", joins=True)
            self._joins = True
        elif brackets and macro not in ("Oc", "Pc", "Bc", "Dc", "Sc", "Qc", "Ac", "Brc"):
            self._put("R", brackets[0])
            self._joins = True
            if brackets[1] != " ":
                self._pending.append(brackets[1])
        elif brackets:
            self._put("R", brackets[0], joins=True)
        elif macro in _NAMES:
            self._put("R", _NAMES[macro])

    def add(self, word: str) -> None:
        """A word of the macro that is open."""
        if word in _CLOSING and len(word) == 1:
            self._complete()
            self._put("R", word, joins=True)
            return
        if word in _OPENING:
            self._put("R", word)
            self._joins = True
            return
        macro, self._count = self._macro, self._count + 1
        if macro == "Xr" and self._count == 2:
            self._put("R", f"({word})", joins=True)
        elif macro == "Fl":
            self._put("B", f"-{word}")
        elif macro in ("Ex", "Rv", "Sm") and word.startswith("-"):
            self._put("R", "The command exits 0 on success, and >0 if an error occurs." if macro == "Ex" else "")
        elif macro == "In":
            self._put("B", f"#include <{word}>")
        elif macro == "Fn" and self._count > 1:
            self._put("R", "(" if self._count == 2 else ",", joins=True)
            self._joins = self._count == 2
            self._put("I", word)
        elif macro == "Lk" and self._count == 2:
            self._put("R", f"({word})")
        elif macro == "Pf" and self._count == 1:
            self._put("R", word)
            self._joins = True
        else:
            font = "B" if macro in _BOLD else "I" if macro in _ITALIC else "C" if macro in _CODE else "R"
            self._put(font, word)

    def finish(self) -> None:
        """End the line: brackets close."""
        self._complete()
        while self._pending:
            self._put("R", self._pending.pop(), joins=True)

    def _complete(self) -> None:
        if self._macro == "Nm" and not self._count:
            self._put("B", self._name)
        elif self._macro == "Ar" and not self._count:
            self._put("I", "file ...")
        elif self._macro == "Fl" and not self._count:
            self._put("B", "-")
        elif self._macro == "Fn" and self._count == 1:
            self._put("R", "()", joins=True)
        elif self._macro == "Fn" and self._count > 1:
            self._put("R", ")", joins=True)
        self._macro, self._count = "No", 0

    def _put(self, font: str, text: str, *, joins: bool = False) -> None:
        words = "".join(run.text for run in self._roff.runs(text))
        if not words:
            return
        if self.runs and not joins and not self._joins:
            self.runs.append(Run("R", " "))
        self._joins = False
        self.runs.append(Run(font, words))
