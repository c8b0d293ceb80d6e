"""Run simulations: ``python -m tests.simulation --seed 7``, or ``--runs 100 --seconds 40``.

A process of its own, since time, locks and chance are the simulation's from its first import on.
Ends with 1 where something did not hold; the seed, the fewest faults and the trace are printed.
"""

from tests.simulation import virtual_time

virtual_time.install()

import argparse  # noqa: E402
import faulthandler  # noqa: E402
import json  # noqa: E402
import signal  # noqa: E402
from collections.abc import Sequence  # noqa: E402

from tests.simulation import planted, run, shrink  # noqa: E402

LONGEST = 300  # seconds of the processor after which a run that does not end is shown and ended
SHOWN = 80  # lines of a trace


def main() -> None:
    """Do what the arguments say."""
    options = arguments()
    run.install()
    faulthandler.register(signal.SIGPROF, chain=True)  # which ends the process then
    if options.planted:
        planted.FAULTS[options.planted].plant()
    begin = virtual_time.REAL["process_time"]()
    done = commands = 0
    for k in range(options.runs):
        seed = options.seed if options.runs == 1 else f"{options.seed}-{k}"
        result = one_run(seed, None, options.trace)
        done, commands = done + 1, commands + result.commands
        used = virtual_time.REAL["process_time"]() - begin
        if options.digest:
            print(seed, result.digest(), flush=True)
        if options.each:
            print(
                json.dumps(
                    [
                        seed,
                        result.games,
                        result.faults,
                        result.commands,
                        round(result.seconds, 1),
                        round(used, 2),
                        result.violations,
                    ]
                ),
                flush=True,
            )
        if result.violations and not options.each:
            tell(result, options.shrink)
            raise SystemExit(1)
        if options.trace:
            print("\n".join(result.trace))
        if options.seconds and used > options.seconds:
            break
    used = virtual_time.REAL["process_time"]() - begin
    print(json.dumps({"runs": done, "commands": commands, "core_seconds": round(used, 1),
                      "commands_a_second": int(commands / used)}))  # fmt: skip


def one_run(seed: str, only: Sequence[str] | None, every: bool = False) -> run.Result:
    """Run once; a run that goes round and round ends this process with its stack."""
    signal.setitimer(signal.ITIMER_PROF, LONGEST)
    return run.run_with_cup(seed, only, every)


def tell(result: run.Result, shrinks: bool) -> None:
    """Print what failed, with the fewest faults that still fail."""
    print(f"FAILED seed {result.seed}: {result.violations[0]}")
    print(f"again: pytest --simulation-seed {result.seed}")
    if shrinks:
        few = shrink.fewest(result.faults, lambda only: bool(one_run(result.seed, only).violations))
        result = one_run(result.seed, few)
        print(f"fewest faults: {', '.join(few) or 'none'}")
        print(f"then: {result.violations[0] if result.violations else '-'}")
    print("\n".join(result.trace[-SHOWN:]))


def arguments() -> argparse.Namespace:
    """Return what the command line says."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--seconds", type=float, help="of the processor, then no more is begun")
    parser.add_argument("--planted", choices=sorted(planted.FAULTS))
    parser.add_argument("--trace", action="store_true", help="print the whole trace")
    parser.add_argument("--digest", action="store_true", help="print a digest of each trace")
    parser.add_argument("--each", action="store_true", help="print a line a run, and go on")
    parser.add_argument("--no-shrink", dest="shrink", action="store_false")
    return parser.parse_args()


if __name__ == "__main__":
    main()
