"""`python -m workers push`: it delivers by itself, and ends when it is asked to."""

import os
import signal
import subprocess
from dataclasses import replace
from pathlib import Path

from service.commands import processes
from tests.receivers import CERTIFICATE, LOCAL, loopback_egress, receiving
from tests.service.asker import Service
from tests.service.push.desk import WEBHOOKS
from tests.waiting import PATIENCE, wait_for


def test_a_process_delivers_by_itself_until_it_is_asked_to_stop(
    service: Service, tmp_path: Path
) -> None:
    with receiving() as receiver:
        authority = tmp_path / "authority.pem"
        authority.write_bytes(CERTIFICATE[-1])
        socket = service.redis.connection_pool.connection_kwargs["path"]
        environment = {
            **os.environ, "FAIRDEAL_REDIS_URL": f"unix://{socket}",
            "FAIRDEAL_DATA": str(tmp_path), "FAIRDEAL_EGRESS_NETWORKS": "127.0.0.0/8, ::1/128",
            "SSL_CERT_FILE": str(authority),
        }  # fmt: skip
        command = [*processes.PYTHON, "workers", "push"]
        egress = loopback_egress()  # else nobody may name an address of this machine
        push = replace(service.parts.push, egress=egress)
        ada = Service(replace(service.parts, push=push)).player("Ada")
        made = ada.post(WEBHOOKS, {"url": f"https://{LOCAL}:{receiver.port}/"})
        assert made.status_code == 201, made.text
        hook = made.get_json()
        with subprocess.Popen(command, env=environment) as process:
            ada.post(f"{WEBHOOKS}/{hook['id']}/test")
            wait_for(lambda: receiver.requests)
            wait_for(
                lambda: ada.get(f"{WEBHOOKS}/{hook['id']}/deliveries").get_json()["deliveries"]
            )
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) == 0
