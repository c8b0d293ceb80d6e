import faulthandler, sys; faulthandler.dump_traceback_later(20, exit=True)
from tests.simulation import virtual_time
virtual_time.install()
import os, tempfile, time, shutil
from pathlib import Path
from tests.simulation import simulated_redis, processes, workload, faults, disturbed
from tests.simulation.scheduler import World, WORLDS
import tests.service.asker
import logging
simulated_redis.install(); processes.install(); disturbed.install()
class H(logging.Handler):
    def createLock(self): self.lock=None
    def emit(self, r):
        w=WORLDS.world
        if w: w.note(f"{r.levelname} {r.name} {r.getMessage()}")
logging.root.handlers=[H()]; logging.root.setLevel(logging.INFO)
def go(seed, show=False):
    t0=virtual_time.REAL["process_time"]()
    folder=Path(tempfile.mkdtemp())
    os.environ.update(processes.settings_for(folder))
    w=World(seed); WORLDS.world=w
    f=faults.Faults(w)
    w.network=disturbed.DisturbedNetwork(w,f)
    simulated_redis.begin_server(w)
    s=processes.Server(w, {"api":2,"follower":2,"bots":2,"clock":1,"archive":1,"thinking":1})
    d=disturbed.Disturbance(w,s,f)
    l=workload.Workload(w,s)
    ok=w.run(lambda: l.done() or bool(w.violations), 120.0)
    if show or w.violations:
        for t,who,what in w.trace[-int(os.environ.get("LINES","60")):]: print(f"{t:.6f} {who}: {what}")
    print(seed, l.games, ok, w.violations, f"{w.now:.1f}", w.points, sum(w.server.commands.values()), f.happened, dict(l.ledger.statuses), end=" ")
    if show: print(w.server.commands.most_common(20))
    w.finish(); WORLDS.world=None; shutil.rmtree(folder)
    print("took %.2f" % (virtual_time.REAL["process_time"]()-t0))
a,b=int(sys.argv[1]),int(sys.argv[2])
for k in range(a,b): go(str(k), b==a+1)
