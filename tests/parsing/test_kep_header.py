"""The header of a KEP in its own file."""

from __future__ import annotations

import pytest

from bookwheel.parsing.documents import parse

KEP = """title: Resize in place
kep-number: 1287
authors:
  - "@ada"
  - "@bo"
owning-sig: sig-node
status: implementable
see-also:
  - "/keps/sig-node/0034-other"
replaces:
  - KEP-9
superseded-by: "n/a"
"""


def test_a_kep_header_states_people_status_and_relations():
    document = parse(KEP.encode(), "keps/sig-node/1287-resize/kep.yaml", format="yaml")
    assert {(link.relation, link.target, link.line) for link in document.links} == {
        ("relatedTo", "README.md", 1),
        ("relatedTo", "numbered:kep-34", 9),
        ("supersedes", "numbered:kep-9", 11),
    }
    fields = dict(document.fields)
    assert fields["status"] == ("implementable",)
    assert fields["authors"] == ("@ada", "@bo")
    assert ("mentions", "entity:team/sig node", 6) in {
        (one.relation, one.target, one.line) for one in document.statements
    }


@pytest.mark.parametrize("text", ["", "- 1\n", "title: [\n", "title: x\n", "a: &a [*a]\n", "status: {}\ntitle: y\n"])
def test_another_file_of_that_name_states_nothing(text: str):
    document = parse(text.encode(), "kep.yaml", format="yaml")
    assert not document.links
