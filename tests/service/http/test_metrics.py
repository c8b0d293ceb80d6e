"""What an operator watches."""

from service.http.connections import Connections
from service.openapi.examples import METRICS
from tests.service.asker import Service


def test_answers_are_counted_by_operation_and_status(service: Service) -> None:
    client = service.app.test_client()
    client.get("/v1/games/boon")
    client.get("/v1/games/boon")
    client.get("/v1/games/chess")
    text = client.get("/metrics").get_data(as_text=True)
    assert 'fairdeal_requests_total{operation="games.game",status="200"} 2.0' in text
    assert 'fairdeal_requests_total{operation="games.game",status="404"} 1.0' in text


def test_waiting_reads_are_counted(service: Service, parts: Connections) -> None:
    client = service.app.test_client()
    assert parts.slots.take()
    assert "fairdeal_waiting 1.0" in client.get("/metrics").get_data(as_text=True)
    parts.slots.give_back()
    assert "fairdeal_waiting 0.0" in client.get("/metrics").get_data(as_text=True)


def test_the_example_in_the_document_is_what_is_served(service: Service) -> None:
    client = service.app.test_client()
    client.get("/v1/games/boon")
    answer = client.get("/metrics")
    assert answer.mimetype == "text/plain"
    kinds = [line for line in METRICS.splitlines() if line.startswith("#")]
    assert set(kinds) <= set(answer.get_data(as_text=True).splitlines())
