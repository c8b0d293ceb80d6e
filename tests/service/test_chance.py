"""What a service makes by chance follows from a test's seed."""

from tests.seeded import chance_of
from tests.service.asker import Service


def test_a_service_with_the_same_seed_gives_the_same_tokens_and_ids(service: Service) -> None:
    told = []
    for seed in ("a", "a", "b"):
        service.redis.flushall()
        with chance_of(seed):
            ada = service.player("Ada")
            told.append((ada.id, ada.token, service.opened(ada)))
    assert told[0] == told[1]
    assert not set(told[0]) & set(told[2])
