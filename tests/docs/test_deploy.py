"""Unit files, image and compose file: right in form, and their commands run and play a table."""

import os
import re
import shutil
import subprocess
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import click
import orjson
import pytest
import yaml
from click.testing import CliRunner

from events.settings.table import SETTINGS
from events.store.embedded.server_binary import find_server
from service.commands.client import Client
from service.commands.main import main
from service.commands.processes import free_port
from tests import seeded
from tests.folders import ROOT
from tests.service.commands.serving import a_table, act
from tests.waiting import PATIENCE, wait_for

FOLDER = ROOT / "docs" / "deploy"
PROGRAM = "/opt/fairdeal/bin/fairdeal"
UNITS = sorted([*FOLDER.glob("*.service"), *FOLDER.glob("*.target")])
SERVICE_UNITS = [one for one in UNITS if one.suffix == ".service"]
QUEUES = ("bots", "thinking", "clock", "archive")
COMPOSE: Any = yaml.safe_load((FOLDER / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = [name for name, one in SERVICES.items() if one["image"] == "fairdeal"]
KEYS = {
    "image", "build", "restart", "depends_on", "environment", "volumes", "command", "ports",
    "healthcheck",
}  # fmt: skip
CONTAINERFILE = (FOLDER / "Containerfile").read_text()


def require_command(words: list[str]) -> None:
    """Expect that we have a command and that it takes these options."""
    name, *options = words
    command = main.get_command(click.Context(main), name)
    assert command is not None, name
    command.make_context(name, options)


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_takes_a_unit(unit: Path, tmp_path: Path) -> None:
    """With a program that is there in the place of ours."""
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd-analyze is not here")
    program = shutil.which("true")
    for one in UNITS:
        text = one.read_text().replace(PROGRAM, str(program))
        (tmp_path / one.name).write_text(text)
    name = unit.name.replace("@.", "@bots.")
    if name != unit.name:
        shutil.copy(tmp_path / unit.name, tmp_path / name)
    done = subprocess.run(
        [analyze, "verify", "--man=no", "--recursive-errors=no", str(tmp_path / name)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, [line for line in done.stderr.splitlines() if name in line]) == (0, [])


@pytest.mark.parametrize("unit", SERVICE_UNITS, ids=lambda unit: unit.name)
def test_a_unit_may_do_little_beside_its_work(unit: Path, tmp_path: Path) -> None:
    """systemd's own measure goes from 0 to 10; a service that may do anything has 9.6."""
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd-analyze is not here")
    path = tmp_path / unit.name.replace("@.", "@bots.")
    path.write_text(unit.read_text().replace(PROGRAM, str(shutil.which("true"))))
    done = subprocess.run(
        [analyze, "security", "--no-pager", "--offline=true", "--threshold=29", str(path)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout.splitlines()[-1]


def test_units_differ_in_what_they_run_alone() -> None:
    apart = ("Description=", "ExecStart=", "KillMode=")
    texts = {
        "\n".join(line for line in unit.read_text().splitlines() if not line.startswith(apart))
        for unit in SERVICE_UNITS
    }
    assert len(texts) == 1


def test_an_image_holds_no_keys_and_nothing_that_was_built_here() -> None:
    left_out = (ROOT / ".dockerignore").read_text().split()
    assert {".*", "**/fairdeal-data", "**/node_modules", "build", "dist"} <= {*left_out}


@pytest.mark.parametrize("name", ["api", "valkey", "replica"])
def test_what_others_wait_for_says_whether_it_is_well(name: str) -> None:
    assert SERVICES[name]["healthcheck"]["test"][0] == "CMD"
    for one in OURS:
        waits = SERVICES[one]["depends_on"]
        assert {how["condition"] for how in waits.values()} == {"service_healthy"}


def test_foreign_images_are_named_by_their_full_version() -> None:
    foreign = [one["image"] for name, one in SERVICES.items() if name not in OURS]
    foreign += re.findall(r"^FROM (\S+)", CONTAINERFILE, re.M)
    assert [one for one in foreign if not re.search(r":\d+\.\d+\.\d+", one)] == []


def test_systemd_asks_the_api_to_stop_and_not_the_processes_that_it_has_started() -> None:
    """One of them that ends first looks like one that has died: an error in the log, and exit 1."""
    assert "KillMode=mixed\n" in (FOLDER / "fairdeal-api.service").read_text()


@pytest.mark.parametrize("unit", SERVICE_UNITS, ids=lambda unit: unit.name)
def test_a_unit_starts_what_we_have_with_settings_that_we_have(unit: Path) -> None:
    text = unit.read_text()
    (line,) = re.findall(rf"^ExecStart={PROGRAM} (.*)$", text, re.M)
    for queue in QUEUES if "%i" in line else ("",):
        require_command(line.replace("%i", queue).split())
    assert set(re.findall(r"(FAIRDEAL_\w+)=", text)) <= {one.variable for one in SETTINGS}
    assert "Restart=always" in text  # what dies comes back


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_has_only_what_compose_knows(name: str) -> None:
    one = SERVICES[name]
    assert set(one) <= KEYS
    assert one["restart"] == "always"
    for volume in one.get("volumes", ()):
        assert volume.partition(":")[0] in COMPOSE["volumes"]
    assert set(one.get("depends_on", ())) <= set(SERVICES)
    assert set(one.get("environment", ())) <= {setting.variable for setting in SETTINGS}


def test_compose_runs_every_kind_of_process() -> None:
    for name in OURS:
        require_command([*SERVICES[name]["command"]])
    commands = [SERVICES[name]["command"] for name in OURS]
    assert [one[-1] for one in commands if one[0] == "worker"] == [*QUEUES]
    assert {one[0] for one in commands} == {"api", "follow", "push", "worker"}


def test_the_image_is_made_as_the_page_for_operators_says() -> None:
    """Those steps run in .ci/supply, with a table played at their end."""
    said = (ROOT / "docs" / "how-to" / "install-a-server.md").read_text()
    steps = re.findall(r"^RUN /opt/fairdeal/bin/pip (.*)$", CONTAINERFILE, re.M)
    plain = [step.replace(" --no-cache-dir", "") for step in steps]
    assert f"pip {plain[0]} && pip {plain[1]}" in said
    assert re.findall(r"^(\w+)", re.sub(r"^#.*", "", CONTAINERFILE, flags=re.M), re.M) == [
        "FROM", "WORKDIR", "COPY", "RUN", "RUN", "RUN",
        "FROM", "COPY", "RUN", "USER", "WORKDIR", "ENV", "VOLUME", "EXPOSE", "ENTRYPOINT",
    ]  # fmt: skip
    assert f'ENTRYPOINT ["{PROGRAM}"]' in CONTAINERFILE


@contextmanager
def running(command: list[str], folder: Path, **variables: str) -> Iterator[None]:
    """Run a process, and end it."""
    folder.mkdir(parents=True, exist_ok=True)
    environment = {k: v for k, v in os.environ.items() if k != "FAIRDEAL_REDIS_URL"} | variables
    with (folder / "said.txt").open("ab") as said:
        process = subprocess.Popen(command, cwd=folder, env=environment, stdout=said, stderr=said)
        try:
            yield
        finally:
            process.terminate()
            process.wait(PATIENCE)


def start_all(
    stack: ExitStack, folder: Path, ports: Mapping[str, int], environment: Mapping[str, str]
) -> None:
    """Run the commands of all services, at these ports."""
    for name in ("valkey", "replica"):
        _, *words = SERVICES[name]["command"]
        words = ["127.0.0.1" if word == "valkey" else word for word in words]
        words = [str(ports["valkey"]) if word == "6379" else word for word in words]
        command = [find_server(), *words, "--port", str(ports[name]), "--bind", "127.0.0.1"]
        stack.enter_context(running(command, folder / name))
    for name in OURS:
        words = SERVICES[name]["command"]
        words = ["127.0.0.1" if word == "0.0.0.0" else word for word in words]
        words = [str(ports["api"]) if word == "8000" else word for word in words]
        own = {**SERVICES[name]["environment"], **environment, "PYTHONPATH": str(ROOT)}
        stack.enter_context(running([*seeded.PYTHON, "service", *words], folder / name, **own))


@pytest.mark.nightly  # in every run: test_compose_runs_every_kind_of_process
def test_the_commands_of_the_compose_file_run_and_play_a_table(tmp_path: Path) -> None:
    """On the loopback interface, without containers: all ports are others."""
    ports = {"valkey": free_port(), "replica": free_port(), "api": free_port()}
    environment = {
        "FAIRDEAL_REDIS_URL": f"redis://127.0.0.1:{ports['valkey']}",
        "FAIRDEAL_DATA": str(tmp_path / "keys"),
    }
    with ExitStack() as stack:
        start_all(stack, tmp_path, ports, environment)
        client = Client(f"http://127.0.0.1:{ports['api']}")

        def is_up() -> bool:
            try:
                urllib.request.urlopen(f"{client.url}/readyz").close()
            except OSError:
                return False
            return True

        wait_for(is_up)
        client.token = client.post("/v1/players", {"name": "Ada"})["token"]
        path = a_table(client)
        for _ in range(3):
            act(client, path)

        def is_well() -> bool:
            found = orjson.loads(
                CliRunner().invoke(main, ["status", "--json"], env=environment).output
            )
            kinds = sorted(one["kind"] for one in found["processes"])
            (server,) = found["servers"]
            return (
                kinds == sorted(["api", "follower", "push", *QUEUES])
                and [one["state"] for one in server["replicas"]] == ["online"]
                and found["troubles"] == []
            )

        wait_for(is_well)
