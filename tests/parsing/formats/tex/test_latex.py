"""LaTeX keeps sections, lists, tables, formulas, code, notes and citations, and is cited by the source's lines."""

from __future__ import annotations

from bookwheel.domain.places import place_at
from bookwheel.parsing.documents import parse
from tests.parsing.formats.changes import never_fails

WHOLE = r"""% a comment
\documentclass[a4paper]{article}
\usepackage{graphicx} \hypersetup{colorlinks=true}
\newcommand{\wheel}[1]{the \emph{#1} wheel}
\title{Wheels of \textbf{Reading}\thanks{For all}}
\author{Agostino Ramelli\thanks{Paris} \and Gaston B\'achelard \\ Dijon}
\date{1588-01-02}
\begin{document}
\maketitle
\begin{abstract}
We turn \wheel{large} at 100\% speed. % gone
\end{abstract}
\section{Parts}\label{sec:parts}
\textbf{Bold} and \texttt{code\_x}, \verb|a%b|, ``quotes'' -- na\"ive {\em it} \ss.\footnote{Said below, see \cite{a}.}
See \ref{sec:parts}, \hyperref[sec:parts]{there} and \cite[p.~3]{ramelli1588,other} at
\url{https://example.org/a%20b}; $x_1^2$ 5\textless 6.

A second paragraph.
\begin{itemize}
  \item hub
  \begin{enumerate}
    \item axle
    \item pin $a < b$
  \end{enumerate}
  \item[rim] round
\end{itemize}
\begin{equation}\label{eq:e}
e = mc^2
\end{equation}
\subsection*{Below}
\begin{table}[ht]
\centering
\caption{Sizes}
\begin{tabular}{l|r}
\toprule
Part & cm \\ \midrule
hub & 10 \\
\multicolumn{2}{c}{both \& all} \\
\bottomrule
\end{tabular}
\end{table}
\begin{figure}[t]\includegraphics[width=\textwidth]{img/wheel.png}\caption{A wheel}\label{fig:w}\end{figure}
\begin{lstlisting}[language=Python]
def turn():  # 100% kept
    return 2
\end{lstlisting}
\begin{quote}Turn slowly.\end{quote}
\begin{theorem}[Ramelli]It turns.\end{theorem}
\input{chapters/two}
\begin{thebibliography}{9}
\bibitem{a} Ramelli, \emph{Machines}, 1588.
\end{thebibliography}
\end{document}
"""

TEXT = """# Wheels of Reading

## Abstract

We turn the *large* wheel at 100% speed.

## Parts {#sec:parts}

**Bold** and `code_x`, `a%b`, “quotes” – naïve *it* ß.[^1] See [Parts](#sec:parts), [there](#sec:parts) and \
[[@ramelli1588](cite:ramelli1588); [@other](cite:other), p. 3] at \
[https://example.org/a%20b](https://example.org/a%20b); $x_1^2$ 5<6.

A second paragraph.

- hub
  1. axle
  2. pin $a < b$
- **rim** round

<a id="eq:e"></a>

$$
e = mc^2
$$

### Below

Sizes

| Part | cm |
| --- | --- |
| hub | 10 |
| both & all |  |

![](img/wheel.png)

A wheel

<a id="fig:w"></a>

```python
def turn():  # 100% kept
    return 2
```

> Turn slowly.

**Theorem (Ramelli)**

It turns.

[chapters/two](chapters/two.tex)

<a id="cite-a"></a>[@a] Ramelli, *Machines*, 1588.

[^1]: Said below, see [[@a](cite:a)].
"""


def test_a_source_keeps_its_structure() -> None:
    document = parse(WHOLE.encode(), "wheels.tex")
    assert (document.format, document.title, document.date) == ("latex", "Wheels of Reading", "1588-01-02")
    assert dict(document.fields)["author"] == ("Agostino Ramelli", "Gaston Báchelard")
    assert document.text == TEXT
    assert "chapters/two.tex" in [link.target for link in document.links]


def test_places_are_the_lines_of_the_source() -> None:
    document = parse(WHOLE.encode(), "wheels.tex")
    source, made = WHOLE.split("\n"), document.text.split("\n")
    for words, written in (("## Parts", r"\section"), ("A second", "A second"), ("### Below", r"\subsection"),
                           ("> Turn", "Turn slowly"), ('<a id="cite-a">', r"\bibitem")):  # fmt: skip
        line = next(at for at, text in enumerate(made, 1) if text.startswith(words))
        place = place_at(document.places, (line, line))
        assert place is not None and written in source[place.first - 1], (words, place)


def test_slides_of_beamer_are_sections() -> None:
    slides = r"\section{One}\begin{frame}{First}hub\end{frame}\begin{frame}\frametitle{Second}rim\end{frame}"
    assert parse(slides.encode(), "a.tex").text == "# One\n\n## First\n\nhub\n\n## Second\n\nrim\n"


def test_hostile_and_changed_sources_end_soon() -> None:
    doubling = r"\newcommand{\a}{xxxxxxxxxx}" + "".join(
        rf"\newcommand{{\{new}}}{{\{old}\{old}\{old}\{old}}}"
        for old, new in zip("abcdefghij", "bcdefghijk", strict=True)
    )
    hostile = (
        doubling + r"\k \k \k", r"\newcommand{\a}{\a\a} \a", "{" * 50_000, r"\begin{itemize}\item" * 3_000,
        r"\textbf{" * 20_000, r"\begin{quote}" * 3_000, "$" * 50_001, r"\begin{tabular}{l}" + "&" * 50_000, "\\",
    )  # fmt: skip
    for content in hostile:
        assert parse(content.encode(), "a.tex").sections
    never_fails(WHOLE.encode(), "a.tex")


def test_references_show_titles_and_numbers_and_numbers_are_no_money() -> None:
    source = r"""\documentclass{article}\begin{document}
\section{The \emph{press}}\label{sec:press}
See \ref{sec:press}, \ref{tab:two} and \ref{far}; it takes $12$ bar at $-4.5$ degrees.
\begin{table}\caption{A}\end{table}
\begin{table}\caption{B}\label{tab:two}\end{table}
\end{document}"""
    text = parse(source.encode(), "a.tex").text
    assert "See [The *press*](#sec:press), [2](#tab:two) and [far](label:far); it takes 12 bar at −4.5 degrees." in text
