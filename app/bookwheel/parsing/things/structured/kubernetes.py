"""Kubernetes objects: each by its kind, namespace and name, with its containers and the objects that it points to."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bookwheel.domain.things import ThingKind, keyed_id
from bookwheel.parsing.things.structured.stating import Stating
from bookwheel.parsing.things.structured.values import Value

_VERSION = re.compile(r"(?:[a-z0-9.-]+/)?v\d+(?:(?:alpha|beta)\d+)?\Z")
_KIND = re.compile(r"[A-Z][A-Za-z0-9]{1,62}\Z")
_NAME = re.compile(r"[A-Za-z0-9]([\w.:-]{0,251}[A-Za-z0-9])?\Z")
_TOOLS = re.compile(r"(?:skaffold|kind\.x-k8s|audit\.k8s|apiserver\.config|kubelet\.config|kubeadm|kubescheduler)")
"""Groups of files that configure a tool and are no objects of a cluster."""

_ADDRESS = re.compile(
    r"(?:[a-z][a-z0-9+]*://)?(?:[^\s/@]*@)?(?P<name>[a-z](?:[a-z0-9-]*[a-z0-9])?)"
    r"(?:(?:\.(?P<space>[a-z0-9-]+))?\.svc(?:\.cluster\.local)?(?::\d{1,5})?|:\d{2,5})(?:/\S*)?\Z"
)
"""A service's address: a bare name with a port, or a name of the cluster."""

_UNBOUND = frozenset(
    ("Namespace", "Node", "PersistentVolume", "StorageClass", "ClusterRole", "ClusterRoleBinding", "PriorityClass",
     "CustomResourceDefinition", "IngressClass", "APIService", "PodSecurityPolicy")
)  # fmt: skip
"""Kinds that stand in no namespace."""

_BY_KEY = {
    "serviceAccountName": "ServiceAccount", "serviceAccount": "ServiceAccount", "claimName": "PersistentVolumeClaim",
    "storageClassName": "StorageClass", "volumeName": "PersistentVolume", "secretName": "Secret",
    "priorityClassName": "PriorityClass", "ingressClassName": "IngressClass",
}  # fmt: skip
"""Fields whose value is the name of an object."""

_BY_TABLE = {
    "configMapRef": "ConfigMap", "configMapKeyRef": "ConfigMap", "configMap": "ConfigMap", "secretRef": "Secret",
    "secretKeyRef": "Secret", "imagePullSecrets": "Secret",
}  # fmt: skip
"""Fields whose table names an object by its `name`."""

_OF_KIND = frozenset(("scaleTargetRef", "roleRef", "subjects", "targetRef", "dataSource"))
"""Fields whose table names an object by `kind` and `name`."""

_CONTAINERS = ("containers", "initContainers")
_SKIPPED = (
    "data", "stringData", "binaryData", "status", "metadata.managedFields", "apiVersion", "kind",
    *(f"spec.{above}{name}" for above in ("", "template.spec.", "jobTemplate.spec.template.spec.")
      for name in _CONTAINERS),
)  # fmt: skip
"""What no property is made of: contents of secrets and maps, containers, which are entities, and what is told apart."""

_MOST_STEPS = 20_000


def objects_in(value: Value) -> Iterator[Value]:
    """The objects of one document of a file; those of a List one by one."""
    kind, items = value.text_of("kind"), value.field("items").items
    if not is_object(value):
        return
    if kind.endswith("List") and items is not None:
        for item in items:
            yield from objects_in(item)
    else:
        yield value


def is_object(value: Value) -> bool:
    """Whether a value is an object of a cluster, or a list of some."""
    version, kind = value.text_of("apiVersion"), value.text_of("kind")
    return bool(_VERSION.match(version) and _KIND.match(kind) and not _TOOLS.match(version))


def state(value: Value, stating: Stating) -> None:
    """State an object, its containers and what it points to."""
    kind, version = value.text_of("kind"), value.text_of("apiVersion")
    name = value.field("metadata", "name")
    if name.text.strip():
        id, label = _id(kind, name.text.strip(), value.text_of("metadata", "namespace")), name.text
        line, words = name.line, f"name: {name.text}"
    elif version.startswith("kustomize."):  # one in a folder, which names it
        folder = stating.document.path.rpartition("/")[0]
        id, label = keyed_id(ThingKind.ENTITY, stating.document.path, kind), f"{kind} of {folder}" if folder else kind
        line, words = value.field("kind").line, f"kind: {kind}"
    else:
        return
    if not stating.entity(id, label, value, _SKIPPED):
        return
    stating.describe(id, line, words)
    stating.found.describe(id, (("kind", kind), ("apiVersion", version)))
    for number, (field, container) in enumerate(_containers(value)):
        _state_container(id, kind, field, number, container, stating)
    for target, found, words in _references(value, value.text_of("metadata", "namespace")):
        stating.found.state(id, "keyMatch", target, stating.spot(found.line, words))


def _id(kind: str, name: str, namespace: str) -> str:
    """The id of an object; empty for a name that a template or a mistake wrote. No namespace is `default`."""
    if not _NAME.match(name) or not _KIND.match(kind):
        return ""
    is_apart = namespace not in ("", "default") and kind not in _UNBOUND and _NAME.match(namespace)
    return keyed_id(ThingKind.ENTITY, f"{namespace}/{name}" if is_apart else name, kind)


def _containers(value: Value) -> Iterator[tuple[str, Value]]:
    for path in (("spec",), ("spec", "template", "spec"), ("spec", "jobTemplate", "spec", "template", "spec")):
        for field in _CONTAINERS:
            for item in value.field(*path, field).items or ():
                yield field, item


def _state_container(above: str, kind: str, field: str, number: int, value: Value, stating: Stating) -> None:
    name = value.field("name")
    if not _NAME.match(name.text):
        return
    id = keyed_id(ThingKind.ENTITY, f"{above.partition(':')[2]}/{name.text}", "Container")
    if stating.entity(id, name.text, value):
        stating.found.describe(id, (("parent", f"{kind} {above.rpartition('/')[2]}"), ("index", str(number))))
        stating.found.state(id, "childOf", above, stating.spot(name.line, f"{field}: name: {name.text}"))


def _references(value: Value, namespace: str) -> Iterator[tuple[str, Value, str]]:
    """The ids of the objects to which an object points, each with the value that says so, and its words."""
    pending: list[tuple[str, Value]] = [("", value)]
    steps = 0
    while pending and steps < _MOST_STEPS:
        steps += 1
        key, one = pending.pop()
        if one.items is not None:
            pending.extend((key, item) for item in reversed(one.items))
        elif one.fields is not None:
            found = _of_table(key, one, namespace)
            if found is not None:
                yield found
            pending.extend(pair for pair in reversed([*one.fields.items()]) if pair[0] not in ("data", "status"))
        elif key in _BY_KEY and (id := _id(_BY_KEY[key], one.text, namespace)):
            yield id, one, f"{key}: {one.text}"


def _of_table(key: str, one: Value, namespace: str) -> tuple[str, Value, str] | None:
    name = one.field("name")
    if key in _BY_TABLE:
        kind = _BY_TABLE[key]
    elif key in _OF_KIND:
        kind, namespace = one.text_of("kind"), one.text_of("namespace") or namespace
    elif key == "service" and "port" in (one.fields or {}):
        kind = "Service"
    elif key == "backend" and "serviceName" in (one.fields or {}):
        kind, name = "Service", one.field("serviceName")
    elif key == "env":
        address = _ADDRESS.match(one.text_of("value"))
        if address is None or address["name"] == "localhost":
            return None
        id = _id("Service", address["name"], address["space"] or namespace)
        return (id, one.field("value"), f"{name.text}: {one.text_of('value')}") if id else None
    else:
        return None
    id = _id(kind, name.text, namespace)
    return (id, name, f"{key}: name: {name.text}") if id else None
