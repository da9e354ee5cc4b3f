"""The library's settings, from text and back."""

from __future__ import annotations

import pytest

from bookwheel import settings, settings_text
from bookwheel.domain.errors import BadRequest, NotFound


def test_what_was_set_is_read_again_to_the_last_digit():
    changed = settings_text.with_value(settings.Settings(), "keyword.k1", "1.23456789")
    changed = settings_text.with_value(changed, "indexing.watch", "no")
    assert settings_text.parse(settings_text.render(changed)) == (changed, ())
    listed = {row.name: row.value for row in settings_text.list_settings(changed)}
    assert (listed["keyword.k1"], listed["keyword.b"], listed["indexing.watch"]) == ("1.23456789", "0.75", "false")


@pytest.mark.parametrize(
    ("name", "value"),
    [("keyword.k1", "nan"), ("keyword.k1", "inf"), ("keyword.b", "2"), ("indexing.watch", "maybe"), ("keyword.k1", "")],
)
def test_a_value_that_cannot_be_is_refused(name: str, value: str):
    with pytest.raises(BadRequest):
        settings_text.with_value(settings.Settings(), name, value)


def test_each_collection_may_name_its_model(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("BOOKWHEEL_MODEL", raising=False)
    assert settings.Settings().meaning.model_for("notes") == ""
    chosen = settings_text.with_value(settings.Settings(), "meaning.model", "~/models/usual")
    chosen = settings_text.with_value(chosen, "meaning.models", "notes = owner/name ; rfcs=")
    models = [chosen.meaning.model_for(collection) for collection in ("notes", "rfcs", "docs")]
    assert models == ["owner/name", "", "~/models/usual"]
    monkeypatch.setenv("BOOKWHEEL_MODEL", "other/model")
    models = [chosen.meaning.model_for(collection) for collection in ("notes", "rfcs", "docs")]
    assert models == ["owner/name", "", "other/model"]


@pytest.mark.parametrize("value", ["notes", "=model", "a=b;;c=d"])
def test_models_of_another_form_are_refused(value: str):
    with pytest.raises(BadRequest, match=r"meaning\.models must be like"):
        settings_text.with_value(settings.Settings(), "meaning.models", value)


def test_an_unknown_name_brings_near_ones():
    with pytest.raises(NotFound) as refused:
        settings_text.with_value(settings.Settings(), "indexing.largest", "1")
    assert refused.value.did_you_mean == ("indexing.largest_file_mb",)


@pytest.mark.parametrize("text", ["keyword = 3", "[keyword]\nk1 = 'x'", "[nonsense]\na = 1"])
def test_what_cannot_be_used_is_left_at_its_default_and_named(text: str):
    values, notices = settings_text.parse(text)
    assert values == settings.Settings() and len(notices) == 1


def test_a_text_that_is_no_toml_is_refused():
    with pytest.raises(ValueError, match="Invalid"):
        settings_text.parse("[[")


def test_old_names_are_read_as_the_new_ones():
    text = "[keyword]\nsiblings = 0.3\n[fusion]\naside_ms = 5.0\n"
    found, notices = settings_text.parse(text)
    assert (found.keyword.same_document_boost, found.fusion.embed_on_demand_ms) == (0.3, 5.0) and not notices
    assert not any(
        settings_text.has_old_names(other) for other in ("keyword = 3", "keyword = 'siblings'", "[[keyword]]")
    )
    assert settings_text.has_old_names(text) and not settings_text.has_old_names(settings_text.render(found))
    assert settings_text.with_value(settings.Settings(), "keyword.siblings", "0.2").keyword.same_document_boost == 0.2
