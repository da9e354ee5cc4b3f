from __future__ import annotations

from pathlib import Path

import yaml

from bookwheel.service.team import config
from bookwheel.service.team.server import GRACE_S, LINGER_S
from bookwheel.service.team.worker.server import CUT_SHORT_S

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
        for key in ("source", "secret_key", "every", "assets", "target"):
            assert f"`collections.{key}`" in page
        for key in ("worker_listen", "workers.queue", "workers.queue_file", "workers.lease_seconds"):
            assert f"`{key}`" in page
        for key in ("audit.database", "audit.database_file", "audit.days"):
            assert f"`{key}`" in page


def test_the_manifests_probe_and_wait_as_the_reader_drains() -> None:
    compose = yaml.safe_load((FOLDER / "compose.yaml").read_text("utf-8"))["services"]["reader"]
    assert int(compose["stop_grace_period"].rstrip("s")) > LINGER_S + GRACE_S
    assert "/readyz" in str(compose["healthcheck"]["test"]) and compose["read_only"]
    deployment, service, _ = yaml.safe_load_all((FOLDER / "kubernetes.yaml").read_text("utf-8"))
    pod = deployment["spec"]["template"]["spec"]
    assert pod["terminationGracePeriodSeconds"] > LINGER_S + GRACE_S
    container = pod["containers"][0]
    assert container["readinessProbe"]["httpGet"]["path"] == "/readyz"
    assert container["livenessProbe"]["httpGet"]["path"] == "/healthz"
    assert {mount["name"] for mount in container["volumeMounts"]} == {volume["name"] for volume in pod["volumes"]}
    assert service["spec"]["selector"] == deployment["spec"]["selector"]["matchLabels"]
    file = (FOLDER / "Dockerfile").read_text("utf-8")
    assert f"--uid {pod['securityContext']['runAsUser']}" in file and '"--log-format", "json"' in file


def test_the_worker_of_the_example_has_its_probes_keys_and_time_for_its_job() -> None:
    team = config.read(FOLDER / "team.toml")
    assert [collection.name for collection in team.published] == ["Handbook"] and team.workers is not None
    services = yaml.safe_load((FOLDER / "compose.yaml").read_text("utf-8"))["services"]
    worker, database = services["worker"], team.workers.queue.address
    assert worker["command"] == ["--worker"] and f"{team.worker_port}/readyz" in str(worker["healthcheck"]["test"])
    assert f"./handbook.key:{team.published[0].secret_key}:ro" in worker["volumes"]
    assert "@db/" in database and services["db"]["environment"]["POSTGRES_DB"] == database.rpartition("/")[2]
    *_, deployment = yaml.safe_load_all((FOLDER / "kubernetes.yaml").read_text("utf-8"))
    pod = deployment["spec"]["template"]["spec"]
    container, first = pod["containers"][0], pod["initContainers"][0]
    assert container["args"] == ["--worker"] and container["ports"][0]["containerPort"] == team.worker_port
    assert pod["terminationGracePeriodSeconds"] > CUT_SHORT_S
    mounted = {mount["name"] for one in (container, first) for mount in one["volumeMounts"]}
    assert mounted == {volume["name"] for volume in pod["volumes"]}
