"""Analyses in the making: a queue with a ceiling, each in a process that ends with it. Whoever
wants the same one shares it; when nobody listens any more, it is stopped."""

import asyncio
import logging
import multiprocessing
from collections.abc import AsyncIterator, Awaitable, Callable
from multiprocessing.connection import Connection
from typing import Final

import msgspec

from wagonik.server.errors import Refused
from wagonik.server.limits import group

log = logging.getLogger(__name__)
Keep = Callable[[bytes], Awaitable[None]]
Work = Callable[..., None]
BEAT_SECONDS: Final = 10.0  # after which a word is sent although nothing is new
_TIMED_OUT: Final = b"It takes too long to analyse this record."
_BROKEN: Final = b"The analysis failed; try again."


def line(state: str, ahead: int = 0, analysis: bytes = b"null", text: str = "") -> bytes:
    """A line of the answer, the analysis in it as it came."""
    return b'{"state":"%s","ahead":%d,"analysis":%s,"text":%s}\n' % (
        state.encode(),
        ahead,
        analysis,
        msgspec.json.encode(text),
    )


class AnalysisJob:
    """One analysis, from the queue to its end."""

    def __init__(self, key: str, address: str) -> None:
        self.key: Final = key
        self.address: Final = address
        self.listeners = 0
        self.started = False
        self.over = False
        self.said = b""  # the last line, once it is started
        self.changed: Final = asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    def say(self, said: bytes, over: bool = False) -> None:
        self.said = said
        self.over = over
        self.stir()

    def stir(self) -> None:
        self.changed.set()
        self.changed.clear()


class Analyses:
    """The queue. One address has few places in it, and addresses take turns."""

    def __init__(self, workers: int, seconds: float, waiting: int, address: int) -> None:
        self.workers: Final = workers  # processes at the same time
        self.seconds: Final = seconds  # that one may take
        self.most_waiting: Final = waiting
        self.most_of_address: Final = address
        self.jobs: Final[dict[str, AnalysisJob]] = {}
        self._running: Final[dict[AnalysisJob, multiprocessing.process.BaseProcess]] = {}
        self._ending: Final[set[asyncio.Task[None]]] = set()  # of those that were stopped
        self._queue: Final[list[tuple[AnalysisJob, asyncio.Event]]] = []

    @property
    def processes(self) -> list[int]:
        return [process.pid for process in self._running.values() if process.pid is not None]

    def ahead(self, job: AnalysisJob) -> int:
        """How many come before it."""
        place = next((i for i, (each, _) in enumerate(self._queue) if each is job), 0)
        return place + len(self._running)

    def listen(
        self,
        key: str,
        address: str,
        work: Work,
        arguments: tuple[str, ...],
        keep: Keep,
    ) -> AsyncIterator[bytes]:
        """The lines of an analysis, which is begun if nobody has; `keep` gets what was found.

        Raises:
            Refused: Too many are waiting, of this address or of all.
        """
        job = self.jobs.get(key) or self._begin(key, group(address), work, arguments, keep)
        job.listeners += 1
        return self._lines(job)

    async def _lines(self, job: AnalysisJob) -> AsyncIterator[bytes]:
        last: bytes = b""
        try:
            while True:
                said = job.said if job.started else line("waiting", self.ahead(job))
                if said != last:
                    last = said
                    yield said
                if job.over:
                    return
                if said == (job.said if job.started else line("waiting", self.ahead(job))):
                    try:
                        await asyncio.wait_for(job.changed.wait(), BEAT_SECONDS)
                    except TimeoutError:
                        yield b"\n"
        finally:
            job.listeners -= 1
            if job.listeners == 0 and not job.over:
                self.stop(job)

    def _begin(
        self,
        key: str,
        address: str,
        work: Work,
        arguments: tuple[str, ...],
        keep: Keep,
    ) -> AnalysisJob:
        mine = sum(job.address == address for job in self.jobs.values())
        if mine >= self.most_of_address:
            raise Refused(
                "too_many", "Another analysis of yours is not done yet: stop it, or wait."
            )
        if len(self._queue) >= self.most_waiting:
            raise Refused("too_many", "Many matches wait to be analysed: try again in a while.")
        job = self.jobs[key] = AnalysisJob(key, address)
        job.task = asyncio.create_task(self._run(job, work, arguments, keep))
        return job

    def stop(self, job: AnalysisJob) -> None:
        """End it. Whoever asks for the same from now on gets another one."""
        self._forget(job)
        if job.task is not None:
            self._ending.add(job.task)
            job.task.add_done_callback(self._ending.discard)
            job.task.cancel()

    def _forget(self, job: AnalysisJob) -> None:
        if self.jobs.get(job.key) is job:
            del self.jobs[job.key]

    async def _run(
        self,
        job: AnalysisJob,
        work: Work,
        arguments: tuple[str, ...],
        keep: Keep,
    ) -> None:
        turn = asyncio.Event()
        self._queue.append((job, turn))
        try:
            self._admit()
            await turn.wait()
            await self._work(job, work, arguments, keep)
        except asyncio.CancelledError:
            job.say(line("failed", text="The analysis was stopped."), over=True)
            raise
        except Exception:
            log.exception("an analysis failed")
            job.say(line("failed", text=_BROKEN.decode()), over=True)
        finally:
            self._queue[:] = [each for each in self._queue if each[0] is not job]
            process = self._running.pop(job, None)
            if process is not None and process.is_alive():
                process.kill()
            self._forget(job)
            self._admit()

    def _admit(self) -> None:
        """Let those in who are next, as many as there is room for."""
        for _, turn in self._queue:
            if len(self._running) + sum(each.is_set() for _, each in self._queue) >= self.workers:
                break
            if not turn.is_set():
                turn.set()
        for job, _ in self._queue:
            job.stir()

    async def _work(
        self,
        job: AnalysisJob,
        work: Work,
        arguments: tuple[str, ...],
        keep: Keep,
    ) -> None:
        context = multiprocessing.get_context("spawn")  # the server has threads and sockets
        receiving, sending = context.Pipe(duplex=False)
        process = context.Process(target=work, args=(sending, *arguments))
        process.start()
        sending.close()
        self._queue[:] = [each for each in self._queue if each[0] is not job]
        self._running[job] = process
        job.started = True
        job.say(line("working"))
        try:
            async with asyncio.timeout(self.seconds):
                await self._follow(job, receiving, keep)
        except TimeoutError:
            job.say(line("failed", text=_TIMED_OUT.decode()), over=True)
        finally:
            process.kill()
            # The thread that reads hears the end of the pipe, and then it can be closed.
            asyncio.get_running_loop().call_later(1, receiving.close)

    async def _follow(self, job: AnalysisJob, pipe: Connection, keep: Keep) -> None:
        while not job.over:
            try:
                data = await asyncio.to_thread(pipe.recv_bytes)
            except (EOFError, OSError):
                data = b"failed " + _BROKEN
            state, _, rest = data.partition(b" ")
            if state == b"failed":
                job.say(line("failed", text=rest.decode(errors="replace")), over=True)
            else:
                done = state == b"done"
                job.say(line(state.decode(), analysis=rest), over=done)
                if done:
                    await keep(rest)

    async def close(self) -> None:
        for job in list(self.jobs.values()):
            self.stop(job)
        await asyncio.gather(*self._ending, return_exceptions=True)
