"""Words that are no verb's arguments are refused before anything is started."""

from __future__ import annotations

import pytest

from bookwheel.cli.program import main


@pytest.mark.parametrize(
    ("words", "verb"),
    [(["search", "pods", "-n", "2"], "search"), (["model", "list", "--nope"], "model"), (["status", "x"], "status")],
)
def test_an_unknown_option_is_told_with_the_usage_of_its_verb(
    words: list[str], verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words, None)
    said = capsys.readouterr().err
    assert ended.value.code == 2 and said.startswith(f"usage: bookwheel {verb} ")
    assert f"bookwheel {verb}: error: unrecognized arguments: {' '.join(words[2:]) or words[-1]}" in said
