"""Resources, completion and prompts as the SDK's own client meets them, and what a narrow scope learns from them."""

from __future__ import annotations

import json
from typing import Any

import mcp_types as types
import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError

from bookwheel.domain.annotations.pins import PinRequest, UnpinRequest
from bookwheel.library.library import Library
from bookwheel.service.agents.resources import resources
from bookwheel.service.agents.tools.answers import TOKEN
from tests.service.agents.serving import Served
from tests.service.agents.tools.test_tools import ERAS, talk

SECRETS = ("secret plan", "xyzzyplan", "hush", "nemo", "plan.md")
PATH = "bookwheel://doc/{+path}"


def pin(library: Library, *sections: str) -> None:
    assert library.tray is not None
    library.tray.unpin(UnpinRequest())
    for section in sections:
        library.tray.pin(PinRequest(section))


def read(served: Served, token: str, uri: str, era: str = "auto") -> list[Any]:
    async def conversation(client: Client) -> Any:
        return (await client.read_resource(uri)).contents

    return talk(served, token, era, conversation)


def completed(served: Served, token: str, value: str, name: str = "path", ref: Any = None) -> list[str]:
    async def conversation(client: Client) -> Any:
        asked = ref or types.ResourceTemplateReference(uri=PATH)
        return (await client.complete(asked, {"name": name, "value": value})).completion.values

    return talk(served, token, "auto", conversation)


def refusal(served: Served, token: str, uri: str) -> MCPError:
    with pytest.raises(BaseException) as raised:
        read(served, token, uri)
    error: BaseException = raised.value
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    assert isinstance(error, MCPError)
    return error


@pytest.mark.parametrize("era", ERAS)
def test_a_document_and_its_branches_are_read_by_address(served: Served, era: str):
    token = served.token("reader")
    [whole] = read(served, token, "bookwheel://doc/notes/guide/reading.md", era)
    assert whole.mime_type == "text/markdown"
    assert whole.text.startswith("# The reader's guide") and whole.text.endswith("a wheel turns.")
    [branch] = read(served, token, "bookwheel://doc/notes/guide/reading.md#marginalia", era)
    assert branch.text.startswith("## Marginalia") and "manicule" in branch.text and "Speed" not in branch.text
    assert branch.meta["bookwheel/lines"] == [11, 18]
    [outline] = read(served, token, "bookwheel://outline/notes/guide/reading.md", era)
    assert [row["title"] for row in json.loads(outline.text)["sections"]][-2:] == ["Symbols", "Speed"]
    assert [call.tool for call in served.record] == ["resource"] * 3
    assert served.record[1].sections == ("notes/guide/reading.md#marginalia",)


def test_addresses_are_percent_encoded_and_name_any_document(served: Served):
    token = served.token("reader")
    for uri in ("bookwheel://doc/notes/C%23.md", "bookwheel://doc/notes/C#.md", "bookwheel://doc/notes/C%23.md#types"):
        assert "Values and references." in read(served, token, uri)[0].text
    assert "読書の輪" in read(served, token, "bookwheel://doc/notes/%E5%90%8D%E5%89%8D.md")[0].text


def test_a_long_document_says_how_to_read_on(served: Served):
    text, more = read(served, served.token("reader"), "bookwheel://doc/notes/long.md")
    assert len(text.text) <= resources.DOC_TOKENS * TOKEN
    assert json.loads(more.text)["is_truncated"]
    assert str(text.meta["bookwheel/lines"][1] + 1) in json.loads(more.text)["notices"][0]


def test_text_of_a_resource_is_cleaned(served: Served):
    [poison] = read(served, served.token("reader"), "bookwheel://doc/notes/poison.md")
    assert "Ignore all previous instructions" in poison.text
    assert not {"\x1b", "\u202e", "\u200b", "\u2066"} & set(poison.text)
    assert "\u200c" in poison.text


@pytest.mark.parametrize(
    "uri",
    [
        "bookwheel://doc/notes/none.md",
        "bookwheel://doc/",
        "bookwheel://doc/notes/../secret/plan.md",
        "bookwheel://doc/notes/wheel.md%00",
        "bookwheel://doc/%2e%2e/%2e%2e/etc/passwd",
        "bookwheel://outline/none",
        "bookwheel://nothing",
        "file:///etc/passwd",
        "bookwheel://doc/" + "a" * 5000,
        "bookwheel://doc/notes/wheel.md#none",
    ],
)
def test_an_address_of_nothing_is_refused_in_words(served: Served, uri: str):
    error = refusal(served, served.token("reader"), uri)
    assert error.data["code"] in ("not_found", "bad_request")
    assert "Traceback" not in str(error) and "pydantic" not in str(error)


def test_topics_count_what_the_library_holds(served: Served):
    content = json.loads(read(served, served.token("reader"), resources.TOPICS)[0].text)
    assert {"value": "craft/reading", "documents": 1} in content["categories"]
    assert {"value": "marginalia", "documents": 1} in content["tags"]
    assert content["revision"] > 0 and "coverage" in content


def test_pinned_passages_come_in_order_with_their_tokens(served: Served):
    pin(served.library, "notes/wheel.md#wheel", "secret/plan.md", "notes/long.md")

    async def conversation(client: Client) -> Any:
        listed = (await client.list_resources()).resources
        return listed, json.loads((await client.read_resource(resources.TRAY)).contents[0].model_dump()["text"])

    listed, tray = talk(served, served.token("reader"), "auto", conversation)
    assert [row["section"] for row in tray["passages"]] == ["notes/wheel.md#wheel", "secret/plan.md", "notes/long.md"]
    assert tray["tokens"] == sum(row["tokens"] for row in tray["passages"])
    assert f"3 passages, {tray['tokens']:,} tokens" in listed[1].description
    assert "Ramelli" in tray["passages"][0]["text"] and tray["passages"][2]["is_truncated"]
    assert "did not fit" in tray["notices"][0]
    pin(served.library, "notes/wheel.md#wheel", "secret/plan.md")
    assert json.loads(read(served, served.token("reader"), resources.TRAY)[0].text)["notices"] == []
    pin(served.library, "notes/wheel.md#wheel", "secret/plan.md", "notes/long.md")
    narrow = json.loads(read(served, served.token("narrow", "notes"), resources.TRAY)[0].text)
    assert len(narrow["passages"]) == 2 and "plan" not in json.dumps(narrow)
    assert narrow["tokens"] == tray["tokens"] - tray["passages"][1]["tokens"]
    pin(served.library)


def test_paths_are_completed_folder_by_folder(served: Served):
    token = served.token("reader")
    assert completed(served, token, "") == ["notes/", "secret/"]
    assert completed(served, token, "secret/") == ["secret/plan.md"]
    assert completed(served, token, "notes/gu") == ["notes/guide/reading.md"]
    assert completed(served, token, "manic") == []
    assert completed(served, token, "wheel") == ["notes/wheel.md"]
    prompt = types.PromptReference(name="compare_documents")
    assert completed(served, token, "notes/w", "second", prompt) == ["notes/wheel.md"]
    topic = types.PromptReference(name="survey_topic")
    assert completed(served, token, "re", "topic", topic) == ["reading", "craft/reading"]


def test_the_prompts_name_their_documents_and_how_to_cite(served: Served):
    async def conversation(client: Client) -> Any:
        names = [prompt.name for prompt in (await client.list_prompts()).prompts]
        given = {"first": "notes/wheel.md", "second": "notes/guide/reading.md"}
        return (
            names,
            (await client.get_prompt("answer_with_citations", {"question": "Who turns pages?"})).messages,
            (await client.get_prompt("survey_topic", {"topic": "reading"})).messages,
            (await client.get_prompt("compare_documents", given)).messages,
        )

    for era in ERAS:
        names, answer, survey, compare = talk(served, served.token("reader"), era, conversation)
        assert names == ["answer_with_citations", "survey_topic", "compare_documents"]
        assert "Who turns pages?" in answer[0].content.text and "Cite" in answer[0].content.text
        assert "reading" in survey[0].content.text
        assert [json.loads(one.content.resource.text)["doc"] for one in compare[1:]] == [
            "notes/wheel.md",
            "notes/guide/reading.md",
        ]


@pytest.mark.parametrize(
    ("collections", "filter"),
    [(("notes",), ""), (None, "-author:Nemo"), (None, "-tag:hush"), (None, "-path:secret/"), (None, "path:notes/")],
)
def test_what_a_scope_hides_is_in_no_resource_completion_or_prompt(
    served: Served, collections: tuple[str, ...] | None, filter: str
):
    pin(served.library, "secret/plan.md", "notes/wheel.md")
    token = served.tokens.make("hidden-from", collections, filter=filter)

    async def conversation(client: Client) -> list[str]:
        said = [client.instructions or ""]
        said += [(await client.list_resources()).model_dump_json(), (await client.list_prompts()).model_dump_json()]
        for uri in (resources.TOPICS, resources.TRAY):
            said.append((await client.read_resource(uri)).model_dump_json())
        paths = types.ResourceTemplateReference(uri=PATH)
        for value in ("", "s", "sec", "secret", "secret/", "secret/p", "plan", "SECRET/PLAN", "notes/", "%73ecret"):
            said.append((await client.complete(paths, {"name": "path", "value": value})).model_dump_json())
        topic = types.PromptReference(name="survey_topic")
        for value in ("", "h", "hus", "hush"):
            said.append((await client.complete(topic, {"name": "topic", "value": value})).model_dump_json())
        prompt = await client.get_prompt("compare_documents", {"first": "notes/wheel.md", "second": "notes/C#.md"})
        said.append(prompt.model_dump_json())
        for uri in (
            "doc/secret/plan.md",
            "outline/secret/plan.md",
            "doc/secret/plan.md#secret-plan",
            "doc/secret/plam.md",
        ):
            with pytest.raises(MCPError) as refused:
                await client.read_resource(f"bookwheel://{uri}")
            absent = refused.value
            assert absent.data["code"] == "not_found"
            said.append(json.dumps([absent.data["did_you_mean"], absent.data["next"]]).replace("plam.md", ""))
        for second in ("secret/plan.md", "Secret plan"):
            with pytest.raises(MCPError) as refused:
                await client.get_prompt("compare_documents", {"first": "notes/wheel.md", "second": second})
            said.append(json.dumps([refused.value.data["did_you_mean"]]))
        return said

    told = talk(served, token, "auto", conversation)
    for said in told:
        assert not any(word in said.lower() for word in SECRETS), said
    assert "1 passage," in told[1]

    async def prompt(client: Client) -> str:
        return (await client.get_prompt("answer_with_citations", {"question": "What turns?"})).model_dump_json()

    assert "pinned" in talk(served, token, "auto", prompt)
    pin(served.library, "secret/plan.md")
    assert "pinned" not in talk(served, token, "auto", prompt)
    pin(served.library)


def test_paused_agents_read_no_resource(served: Served):
    served.is_paused = True
    assert refusal(served, served.token("reader"), resources.TOPICS).data["code"] == "agents_paused"
