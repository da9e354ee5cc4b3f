"""A team at work: two workers, a collection of a folder and one of a Git repository, and readers that are asked."""

from __future__ import annotations

import contextlib
import re
import time

import httpx

from bookwheel.domain.errors import BookwheelError
from tests.crawling.test_git_clone import GitServer
from tests.team.fleet import Fleet, Worker, answers, search, wait_for
from tests.team.postgres import Postgres, free_port
from tests.team.torture import Asking, Follower

CURRENT = "current.md"
"""A document that every change edits."""


class Scene:
    """Two workers, a collection of a folder and one of a Git repository, and readers that are asked all the time."""

    def __init__(self, fleet: Fleet, postgres: Postgres, git: GitServer, every_s: float = 0.02) -> None:
        self.fleet, self.postgres, self.git = fleet, postgres, git
        self._every_s = every_s
        self.workers: dict[str, Worker] = {}
        self.followers: dict[str, Follower] = {}
        self.asking: dict[str, Asking] = {}
        self.written: dict[str, int] = {}
        self.acknowledged: dict[str, int] = {}
        self._edition: dict[str, int] = {}
        self._changes = 0
        self._contained: dict[str, tuple[str, int]] = {}
        """Of each change the collection and the number of a publication that has it."""
        self._open: dict[str, str] = {}
        """The changes, and their collections, that are not known to be published."""
        self._found: dict[str, set[str]] = {}
        """The changes that each reader showed."""

    def begin(self, readers: int = 1) -> None:
        """Publish both collections once, and let readers read them."""
        texts = {f"p{number}.md": f"# Page {number}\n\nWords of wheels {number}.\n" for number in range(12)}
        self.fleet.add("Handbook", texts)
        self.git.commit(**{name.replace(".", "_"): text for name, text in texts.items()})
        self.fleet.add("Plans", source=self.git.url)
        self.written = dict.fromkeys(self.fleet.collections, len(texts))
        self.acknowledged = dict.fromkeys(self.fleet.collections, 0)
        self.workers = {name: self.fleet.start_worker(name) for name in ("one", "two")}
        wait_for(lambda: self.postgres.ask("SELECT to_regclass('bookwheel.jobs')")[0][0], self.fleet)
        wait_for(lambda: all(self.fleet.finished(name) for name in self.fleet.collections), self.fleet)
        self.followers = {name: Follower(self.fleet, name, self._every_s) for name in self.fleet.collections}
        for number in range(readers):
            port = free_port() if number else self.fleet.reader_port
            name = f"reader{number}"
            address = self.fleet.start_reader(name, port)
            wait_for(lambda address=address: answers(address, "/readyz"), self.fleet)
            self.asking[name] = Asking(address, "wheels", max(0.3, self._every_s))
            self._found[name] = set()

    def change(self, name: str) -> int:
        """Write a document into a collection, edit another, and have it published; the number before."""
        before = self.followers[name].newest
        word = "zq" + "".join(chr(ord("a") + int(digit)) for digit in f"{self._changes:04d}")
        texts = {
            CURRENT: f"# Edition {word}\n\nWords of wheels, edition{word}.\n",
            f"{word}.md": f"# Change {word}\n\nWords of change and of wheels.\n",
        }
        if name == "Plans":
            self.git.commit(**{path.replace(".", "_"): text for path, text in texts.items()})
        else:
            for path, text in texts.items():
                self.fleet.write(name, path, text)
        self.written[name] += 1 if name in self._edition else 2
        self._edition[name] = self._changes
        self._changes += 1
        self._open[word] = name
        self.fleet.make_due(name)
        return before

    def is_published(self, name: str) -> bool:
        """Whether all that was written into a collection is published."""
        follower = self.followers[name]
        with contextlib.suppress(BookwheelError):  # a store that has just been started
            if follower.look() == self.written[name]:
                follower.verify()
                return name not in self._edition or follower.titles.get(CURRENT) == f"Edition {self._word(name)}"
        return False

    def publish(self) -> None:
        """Have all published that was written; jobs that failed are tried again at once."""
        wait_for(self._is_all_published, self.fleet, 300)
        for word, name in self._open.items():
            self._contained[word] = (name, self.followers[name].newest)
        self._open.clear()

    def verify(self) -> None:
        """Read both publications whole, and see that the queue forgot nothing that it knew."""
        for name, follower in self.followers.items():
            follower.verify()
            assert follower.faults == [], f"{follower.faults} {self.fleet.logs()}"
            noted = self.fleet.finished(name)
            assert max(noted) >= self.acknowledged[name], "the database forgot a publication"
            # A job that found nothing to publish notes the number that is there; followers see one made twice.
            assert noted == sorted(noted), f"an older publication followed a newer one: {noted}"
            self.acknowledged[name] = max(noted)
        for asking in self.asking.values():
            asking.standing.check(self.followers)
            assert (faults := asking.standing.faults + asking.refusals) == [], f"{faults} {self.fleet.logs()}"

    def find_changes(self) -> int:
        """See that readers find every change of the publications that they show; how many of all are new to them."""
        new = 0
        for name, asking in self.asking.items():
            shown = dict(asking.standing.numbers)
            for word, (collection, number) in self._contained.items():
                if word not in self._found[name] and shown.get(collection, 0) >= number:
                    wait_for(lambda word=word, asking=asking: _is_found_once(asking.address, word), self.fleet)
                    self._found[name].add(word)
                    new += 1
        return new

    def finish(self) -> None:
        """See that everything that was written is published once, and read."""
        self.publish()
        self.fleet.make_due()
        wait_for(lambda: _open_jobs(self.postgres) == [(name, 1, 0) for name in sorted(self.followers)], self.fleet)
        self.verify()
        for name, follower in self.followers.items():
            follower.end()
            assert follower.faults == [] and self.fleet.finished(name)[-1] == follower.newest
            assert len(follower.paths) == self.written[name] and follower.newest <= self.written[name]
        for name, asking in self.asking.items():
            wait_for(lambda asking=asking: _counts(asking.address) == self.written, self.fleet, 300)
            self._see_edition(asking.address)
            asking.standing.look()
            asking.end()
            self.find_changes()
            assert self._found[name] == set(self._contained), "a reader misses changes"
        self.verify()

    def _is_all_published(self) -> bool:
        behind = [name for name in self.followers if not self.is_published(name)]
        for name in behind:
            self.postgres.ask(
                "UPDATE bookwheel.jobs SET due_at = now() WHERE collection = %s AND finished_at IS NULL "
                "AND taken_by IS NULL AND due_at > now()",
                name,
            )
        if behind:
            time.sleep(0.3)  # each look reads both publications
        return not behind

    def _see_edition(self, address: str) -> None:
        for name in self._edition:
            last = self._word(name)
            wait_for(lambda last=last: len(search(address, f"edition{last}")) == 1, self.fleet)

    def _word(self, name: str) -> str:
        """The word of a collection's last change."""
        return "zq" + "".join(chr(ord("a") + int(digit)) for digit in f"{self._edition[name]:04d}")


def _is_found_once(address: str, word: str) -> bool:
    """Whether a change is found, and not twice."""
    found = [document for document in search(address, word) if document.endswith(f"/{word}.md")]
    assert len(found) <= 1, f"{found} was found twice"
    return bool(found)


def _counts(address: str) -> dict[str, int]:
    """The documents of each collection that a reader shows."""
    text = httpx.get(f"{address}/metrics", trust_env=False, timeout=60).text
    return {
        name: int(count) for name, count in re.findall(r'^bookwheel_documents{collection="(.+)"} (\d+)$', text, re.M)
    }


def _open_jobs(postgres: Postgres) -> list[tuple[str, int, int]]:
    """Of each collection the open jobs, and those of them that are due or taken."""
    return postgres.ask(
        "SELECT collection, count(*), count(*) FILTER (WHERE due_at <= now() OR taken_by IS NOT NULL) "
        "FROM bookwheel.jobs WHERE finished_at IS NULL GROUP BY collection ORDER BY collection"
    )
