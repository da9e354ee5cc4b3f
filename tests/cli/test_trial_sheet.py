from __future__ import annotations

from xml.etree import ElementTree

from bookwheel.cli.trial_sheet import make_sheet
from bookwheel.domain.messages import Message
from bookwheel.domain.search import Mode
from bookwheel.domain.service.evaluation import Estimate, EvaluatedModel, EvaluatedRun, EvaluationAnswer

NONE = Estimate(0, 0, 0)
ANSWER = EvaluationAnswer(
    "A <b>", 10, 200, 40,
    (EvaluatedRun(Mode.KEYWORD, "", NONE, Estimate(0.5, 0.4, 0.6), NONE, 1, 2),
     EvaluatedRun(Mode.AUTO, "tiny & co", NONE, Estimate(0.75, 0.7, 0.8), NONE, 1, 2)),
    (), (EvaluatedModel("tiny & co", 384, 90, 12.5, 70, 2.0),), 1.0,
    kinds=(("heading", 40),), reason=Message("No model is <better>."),
)  # fmt: skip


def test_a_sheet_shows_every_run_with_its_interval_and_runs_nothing_of_a_name() -> None:
    page = make_sheet(ANSWER)
    assert "<b>" not in page and "tiny &amp; co" in page and "&lt;better&gt;" in page and "2:00 h" in page
    assert "default-src 'none'" in page and "<script" not in page
    drawing = ElementTree.fromstring(page[page.index("<svg") : page.index("</svg>") + 6])
    ranges = [line for line in drawing.iter("line") if line.get("class") == "range"]
    assert [(line.get("x1"), line.get("x2")) for line in ranges] == [("536.0", "614.0"), ("653.0", "692.0")]
