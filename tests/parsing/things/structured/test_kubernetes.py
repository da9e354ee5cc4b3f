from __future__ import annotations

import pytest

from bookwheel.domain.document import Document
from bookwheel.domain.things import Thing
from bookwheel.parsing.documents import parse

SHOP = """\
# The shop.
apiVersion: apps/v1
kind: Deployment
metadata:
  name: frontend
  labels: &labels {app: frontend}
spec:
  replicas: 2
  selector: {matchLabels: *labels}
  template:
    spec:
      serviceAccountName: web
      containers:
      - name: server
        image: shop/frontend:1
        env:
        - {name: CART_ADDR, value: "cart:7070"}
        - {name: PORT, value: "8080"}
---
apiVersion: v1
kind: Service
metadata: {name: cart, namespace: default}
---
apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: ServiceAccount
  metadata: {name: web}
- apiVersion: v1
  kind: Secret
  metadata: {name: keys, namespace: prod}
  stringData: {password: hunter2}
"""


def read(text: str, path: str = "shop.yaml") -> Document:
    return parse(text.encode(), path)


def things(document: Document) -> dict[str, Thing]:
    return {thing.id: thing for thing in document.things}


def test_each_object_of_a_file_is_an_entity_by_kind_namespace_and_name() -> None:
    document = read(SHOP)
    found = things(document)
    assert [id for id in found if "container" not in id] == [
        "entity:deployment/frontend", "entity:service/cart", "entity:serviceaccount/web", "entity:secret/prod/keys",
    ]  # fmt: skip
    described = {one.target: one.line for one in document.statements if one.relation == "describes"}
    assert described == {
        "entity:deployment/frontend": 5, "entity:service/cart": 22, "entity:serviceaccount/web": 29,
        "entity:secret/prod/keys": 32,
    }  # fmt: skip
    assert {
        ("kind", "Deployment"),
        ("apiVersion", "apps/v1"),
        ("spec.replicas", "2"),
        ("metadata.name", "frontend"),
    } <= set(found["entity:deployment/frontend"].properties)


def test_contents_of_secrets_are_no_properties() -> None:
    assert "hunter2" not in str(read(SHOP).things)


def test_containers_are_children_with_parent_and_index() -> None:
    document = read(SHOP)
    (child,) = [one for one in document.statements if one.relation == "childOf"]
    assert (child.source, child.target, child.line) == (
        "entity:container/deployment/frontend/server", "entity:deployment/frontend", 14,
    )  # fmt: skip
    said = dict(things(document)[child.source].properties)
    assert said == {
        "name": "server", "image": "shop/frontend:1", "env.CART_ADDR": "cart:7070", "env.PORT": "8080",
        "parent": "Deployment frontend", "index": "0",
    }  # fmt: skip


def test_values_that_name_objects_match_their_keys() -> None:
    matched = {
        (one.source, one.target, one.line, one.words) for one in read(SHOP).statements if one.relation == "keyMatch"
    }
    assert matched == {
        ("entity:deployment/frontend", "entity:service/cart", 17, "CART_ADDR: cart:7070"),
        ("entity:deployment/frontend", "entity:serviceaccount/web", 12, "serviceAccountName: web"),
    }


@pytest.mark.parametrize(
    "text",
    [
        "apiVersion: v1\nkind: Pod\nmetadata:\n  name: {{ .Values.name }}\n",
        'apiVersion: v1\nkind: Pod\nmetadata:\n  name: "{{ .Values.name }}"\n',
        "{{- if .Values.on }}\napiVersion: v1\nkind: Pod\nmetadata: {name: a}\n{{- end }}\n",
        "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n---\nb: [1\n",
        "apiVersion: v1\nkind: Pod\n",
        "apiVersion: v1\nkind: <b>Pod</b>\nmetadata: {name: a}\n",
        'apiVersion: v1\nkind: Pod\nmetadata: {name: "a> <b"}\n',
        "apiVersion: [v1]\nkind: {a: b}\nmetadata: a\n",
        "kind: Pod\nmetadata: {name: a}\n",
    ],
)
def test_templates_and_broken_files_state_nothing(text: str) -> None:
    assert not read(text).things


def test_a_template_has_no_warning_besides_that_of_its_reader() -> None:
    assert read("a: {{ b }}\n---\n{{- if c }}\nd\n").warnings == (
        "This is a YAML template; it is shown as plain text.",
    )


def test_a_kustomization_is_named_by_its_folder() -> None:
    document = read("apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n", "base/kustomization.yaml")
    assert [(thing.id, thing.label) for thing in document.things] == [
        ("entity:kustomization/base/kustomization.yaml", "Kustomization of base")
    ]
