"""
The emulated cloud (ministack), as strict as an account where Inputlist depends on it: rights.py, limits.py, and a search
domain in search_domain.py. Run by scripts/cloud/emulator.ts. It ends with whoever started it, also when that was killed;
with the argument `alone` it goes on.
"""
import os
import sys
import threading
import time

import limits
from ministack import app
from ministack.core import lambda_runtime
from rights import serve_rights
from search_domain import serve_index


def end_with_parent():
    parent = os.getppid()

    def watch():
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


# A function that is changed finishes what it has under way, as in the cloud; ministack by itself would kill it.
kill_workers = lambda_runtime.kill_workers


def kill_when_done(workers):
    busy = [w for w in workers if w is not None and w.in_use]
    kill_workers([w for w in workers if w not in busy])

    def later():
        end = time.time() + 120
        while any(w.in_use for w in busy) and time.time() < end:
            time.sleep(0.1)
        kill_workers(busy)

    if busy:
        threading.Thread(target=later, daemon=True).start()


lambda_runtime.kill_workers = kill_when_done



emulated = app.app


async def serve(scope, receive, send):
    path = scope.get("path", "")
    if path.startswith("/_index/"):
        return await serve_index(scope, receive, send)
    if path == "/_rights":
        return await serve_rights(scope, receive, send)
    if await limits.refuse_at_gateway(scope, send):
        return None
    return await emulated(scope, receive, send)


app.app = serve

if __name__ == "__main__":
    if "alone" not in sys.argv:
        end_with_parent()
    sys.argv = ["ministack"]
    app.main()
