"""Figures of pairs over REST: for directors who do not play, and nobody else."""

from tests.service.asker import Service, problem
from tests.service.cups import running, with_role


def test_directors_alone_see_figures_of_pairs_and_only_without_playing(service: Service) -> None:
    dora = with_role(service, "Dora")
    path, (ann, _) = running(service, dora)
    told = dora.get(f"{path}/collusion").get_json()
    assert (told["pairs"], told["fewest"]) == ([], 6)
    problem(service.nobody.get(f"{path}/collusion"), 401, "http/unauthorized")
    problem(ann.get(f"{path}/collusion"), 403, "tournament/not_a_director", "U15")
    dora.post(f"{path}/directors", {"player": ann.id})
    problem(ann.get(f"{path}/collusion"), 403, "tournament/not_a_director", "U15")
    auditor = with_role(service, "Max", "auditor")
    problem(auditor.get(f"{path}/collusion"), 403, "tournament/not_a_director", "U15")
