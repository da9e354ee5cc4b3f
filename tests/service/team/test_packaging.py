from __future__ import annotations

from pathlib import Path

import yaml

from bookwheel.service.team import config
from bookwheel.service.team.server import GRACE_S, LINGER_S

FOLDER = Path(__file__).parents[3] / "packaging" / "team"


def test_the_example_is_a_configuration_without_faults() -> None:
    team = config.read(FOLDER / "team.toml")
    assert team.behind_proxy and team.identity is not None
    assert [collection.groups for collection in team.collections] == [(), ("operations",)]


def test_the_manual_names_every_key() -> None:
    for language in ("en", "de"):
        page = (FOLDER.parents[1] / "resources" / "manual" / language / "team.md").read_text("utf-8")
        for key in ("name", "listen", "public_url", "certificate", "key", "behind_proxy"):
            assert f"`{key}`" in page
        for key in ("issuer", "audience", "groups_claim", "client_id"):
            assert f"`identity.{key}`" in page
        for key in ("name", "address", "key", "groups", "scope", "timetable", "refresh_minutes"):
            assert f"`collections.{key}`" in page


def test_the_manifests_probe_and_wait_as_the_reader_drains() -> None:
    compose = yaml.safe_load((FOLDER / "compose.yaml").read_text("utf-8"))["services"]["reader"]
    assert int(compose["stop_grace_period"].rstrip("s")) > LINGER_S + GRACE_S
    assert "/readyz" in str(compose["healthcheck"]["test"]) and compose["read_only"]
    deployment, service = yaml.safe_load_all((FOLDER / "kubernetes.yaml").read_text("utf-8"))
    pod = deployment["spec"]["template"]["spec"]
    assert pod["terminationGracePeriodSeconds"] > LINGER_S + GRACE_S
    container = pod["containers"][0]
    assert container["readinessProbe"]["httpGet"]["path"] == "/readyz"
    assert container["livenessProbe"]["httpGet"]["path"] == "/healthz"
    assert {mount["name"] for mount in container["volumeMounts"]} == {volume["name"] for volume in pod["volumes"]}
    assert service["spec"]["selector"] == deployment["spec"]["selector"]["matchLabels"]
    file = (FOLDER / "Dockerfile").read_text("utf-8")
    assert f"--uid {pod['securityContext']['runAsUser']}" in file and '"--log-format", "json"' in file
