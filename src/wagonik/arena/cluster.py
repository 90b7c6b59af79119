"""The arena on a Ray cluster. Every machine of it needs the same Wagonik and the same bots."""

import os
import sys
from typing import Any, Final

from wagonik.arena.play import Job, Row, play_job
from wagonik.code import bot_code, fingerprint
from wagonik.engine.errors import WagonikError

LOCAL: Final = "local"
MOST_DEATHS: Final = (
    10  # processes or machines that are lost over one job, before a bot is to blame
)


class ClusterError(WagonikError):
    """The cluster can't be used."""


def play_there(job: Job, code: str, bots: dict[str, str]) -> list[Row]:
    """Play a job on whatever machine this is, if it has the same code as the one that asks."""
    if fingerprint() != code:
        raise ClusterError("A machine of the cluster has another version of Wagonik.")
    for bot, own in bots.items():
        if bot_code(bot) != own:
            raise ClusterError(f"A machine of the cluster has no file {bot!r}, or another one.")
    return play_job(job)


class RayCluster:
    """Plays on a cluster by its address; `local` starts one on this machine's cores."""

    def __init__(self, address: str, jobs: int | None = None) -> None:
        # Ray reports its use to its makers unless it is told not to, before it is imported.
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        try:
            import ray
        except ModuleNotFoundError:
            raise ClusterError("Ray is not installed: pip install 'wagonik[ray]'.") from None
        self.ray: Final[Any] = ray
        self.jobs: Final = jobs
        self.pending: dict[Any, Job] = {}
        settings: dict[str, Any] = {
            "log_to_driver": False,
            "logging_level": "error",
            "namespace": "wagonik",
        }
        if address == LOCAL:
            settings |= {"include_dashboard": False, "num_cpus": jobs}
            # Workers start in a folder of their own: they need to know where we are.
            settings["runtime_env"] = {"env_vars": {"PYTHONPATH": os.pathsep.join(_paths())}}
        else:
            settings["address"] = address
        try:
            ray.init(**settings)
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise ClusterError(f"There is no Ray cluster at {address!r}: {error}") from None
        # Machines that are lost are no reason to give up: their jobs are played elsewhere.
        self.remote: Final[Any] = ray.remote(max_retries=MOST_DEATHS, num_cpus=1)(play_there)

    @property
    def workers(self) -> int:
        """As many as there are cores at the moment; machines may come and go."""
        found = int(self.ray.cluster_resources().get("CPU", 1))
        return max(1, found if self.jobs is None else min(found, self.jobs))

    def send(self, job: Job) -> None:
        bots = {bot: bot_code(bot) for bot in set(job.line_up) if bot_code(bot)}
        self.pending[self.remote.remote(job, fingerprint(), bots)] = job

    def receive(self) -> tuple[Job, list[Row]]:
        done, _ = self.ray.wait(list(self.pending), num_returns=1)
        job = self.pending.pop(done[0])
        try:
            rows: list[Row] = self.ray.get(done[0])
        except self.ray.exceptions.RayTaskError as error:
            raise error.cause if isinstance(error.cause, WagonikError) else error from None
        except self.ray.exceptions.RayError as error:
            raise ClusterError(
                f"The process that plays {', '.join(job.line_up)} was ended again and again; one "
                f"of these bots may do so. Ray says: {error}"
            ) from None
        return job, rows

    def close(self) -> None:
        self.pending = {}
        self.ray.shutdown()


def _paths() -> list[str]:
    return [os.path.abspath(path) for path in sys.path if path]
