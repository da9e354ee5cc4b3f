from __future__ import annotations

import errno
import gzip
import time
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from bookwheel.crawling import asking, connection, page_intake
from bookwheel.domain.crawling import Login
from bookwheel.domain.errors import FetchFailed
from bookwheel.library.snapshot.translations import translations
from tests.crawling.sites import Content, Fetched, SiteServer, fetch, redirect, site_server, task_for
from tests.loopback import no_proxy  # noqa: F401 - a fixture of every test here

WORDS = "<p>" + " ".join(f"word{number}" for number in range(30)) + "</p>"


@pytest.fixture
def server() -> Iterator[SiteServer]:
    with site_server() as running:
        yield running


def _linked(server: SiteServer, count: int) -> None:
    """A site of so many pages, each of which links to the next."""
    server.page("/", f"<main><h1>Start</h1>{WORDS}<a href=/p0.html>first</a></main>")
    for number in range(count):
        text = f"<main><h1>Page {number}</h1><p>text of {number}</p>{WORDS}<a href=/p{number + 1}.html>next</a></main>"
        server.page(f"/p{number}.html", text)
    server.page(f"/p{count}.html", f"<main><h1>Last</h1>{WORDS}</main>")


def test_pages_of_links_and_of_the_sitemap_become_documents_with_their_address(
    server: SiteServer, tmp_path: Path
) -> None:
    server.page("/", f"<main><h1>Start</h1>{WORDS}<a href='guide/'>guide</a> <a href='https://e.org/'>out</a></main>")
    server.page("/guide/", f"<main><h1>Guide</h1>{WORDS}<a href='../#part'>up</a></main>")
    server.page("/lonely", f"<main><h1>Lonely</h1>{WORDS}</main>")
    server.sitemap("/", "/lonely")
    made = fetch(task_for(server, tmp_path))
    documents = made.documents()
    assert set(documents) == {"index.html", "guide/index.html", "lonely.html"}
    assert made.counts.new == made.counts.total == 3
    assert f'<link rel="canonical" href="{server.base}/guide/">' in documents["guide/index.html"]
    assert 'href="guide/index.html"' in documents["index.html"]
    assert 'href="https://e.org/"' in documents["index.html"]
    assert 'href="../index.html#part"' in documents["guide/index.html"]


def test_a_site_that_has_not_changed_sends_no_body_again(server: SiteServer, tmp_path: Path) -> None:
    _linked(server, 12)
    server.sitemap("/", "/p3.html")
    server.contents["/robots.txt"] = Content(b"User-agent: *\nDisallow: /no/\n", "text/plain")
    before = fetch(task_for(server, tmp_path)).documents()
    server.sent.clear()
    made = fetch(task_for(server, tmp_path))
    assert made.counts.same == made.counts.total == 14
    assert not [path for path in server.sent if not path.startswith("/llms") and "no-such-page" not in path]
    assert made.documents() == before


def test_a_page_that_changed_is_the_only_one_that_is_written(server: SiteServer, tmp_path: Path) -> None:
    _linked(server, 6)
    fetch(task_for(server, tmp_path))
    times = {path: path.stat().st_mtime_ns for path in (tmp_path / "documents").rglob("*.html")}
    server.page("/p2.html", f"<main><h1>Page 2</h1><p>other words now</p>{WORDS}<a href=/p3.html>next</a></main>")
    made = fetch(task_for(server, tmp_path))
    assert (made.counts.changed, made.counts.same) == (1, 7)
    assert "other words now" in made.documents()["p2.html"]
    assert [path.name for path, time_ns in times.items() if path.stat().st_mtime_ns != time_ns] == ["p2.html"]


def test_one_connection_serves_many_pages(server: SiteServer, tmp_path: Path) -> None:
    _linked(server, 20)
    fetch(task_for(server, tmp_path))
    assert server.connections <= connection.AT_ONCE
    assert {headers["user-agent"] for _, headers in server.headers} == {"Bookwheel/test"}
    assert not [headers for _, headers in server.headers if "cookie" in headers or "referer" in headers]


def test_the_scope_is_the_folder_of_the_address(server: SiteServer, tmp_path: Path) -> None:
    server.page("/docs/", f"<main>{WORDS}<a href='/blog/'>blog</a><a href='a'>a</a><a href='/docs-old/'>old</a></main>")
    server.page("/docs/a", f"<main>{WORDS}</main>")
    server.page("/blog/", f"<main>{WORDS}</main>")
    server.page("/docs-old/", f"<main>{WORDS}</main>")
    server.sitemap("/docs/", "/blog/", "/docs-old/")
    assert set(fetch(task_for(server, tmp_path, "/docs/")).documents()) == {"index.html", "a.html"}


def test_paths_begin_at_the_folder_that_a_person_names(server: SiteServer, tmp_path: Path) -> None:
    server.page("/docs/guide/", f"<main>{WORDS}<a href=../api/x>x</a></main>")
    server.page("/docs/api/x", f"<main>{WORDS} x</main>")
    made = fetch(task_for(server, tmp_path, "/docs/guide/", prefixes=(f"{server.base}/docs/",)))
    assert set(made.documents()) == {"guide/index.html", "api/x.html"}


def test_patterns_depth_and_the_number_of_pages_bound_a_crawl(server: SiteServer, tmp_path: Path) -> None:
    _linked(server, 10)
    deep = fetch(task_for(server, tmp_path / "deep", depth=3))
    assert len(deep.documents()) == 4
    few = fetch(task_for(server, tmp_path / "few", pages=5))
    assert len(few.documents()) == 5
    assert "5 pages" in few.messages()[f"{server.base}/"]
    again = fetch(task_for(server, tmp_path / "few", pages=5))
    assert (again.counts.same, len(again.documents())) == (5, 5)
    server.sitemap("/", *(f"/p{number}.html" for number in range(10)))
    chosen = fetch(task_for(server, tmp_path / "chosen", include=("p[1-3].html",), exclude=("p2.html",)))
    assert set(chosen.documents()) == {"index.html", "p1.html", "p3.html"}
    small = fetch(task_for(server, tmp_path / "small", size_bytes=1_000))
    assert 0 < len(small.documents()) < 8


def test_pages_that_leave_the_scope_lose_their_documents(server: SiteServer, tmp_path: Path) -> None:
    _linked(server, 4)
    fetch(task_for(server, tmp_path))
    made = fetch(task_for(server, tmp_path, exclude=("p3.html",)))
    assert "p3.html" not in made.documents()
    assert made.counts.removed == 1


def test_robots_txt_is_kept_to(server: SiteServer, tmp_path: Path) -> None:
    _linked(server, 4)
    server.contents["/robots.txt"] = Content(
        b"User-agent: Bookwheel\nDisallow: /p2\nUser-agent: *\nDisallow: /", "text/plain"
    )
    made = fetch(task_for(server, tmp_path))
    assert set(made.documents()) == {"index.html", "p0.html", "p1.html"}
    assert not server.asked["/p2.html"]


def test_nothing_is_fetched_while_robots_txt_cannot_be_read(
    server: SiteServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "TRIES", 1)
    _linked(server, 2)
    server.contents["/robots.txt"] = Content(b"", status=503)
    with pytest.raises(FetchFailed, match="robots.txt"):
        fetch(task_for(server, tmp_path))
    assert set(server.asked) == {"/robots.txt"}


def test_redirects_and_canonical_addresses_leave_one_document(server: SiteServer, tmp_path: Path) -> None:
    server.page(
        "/", f"<main>{WORDS}<a href=/old>old</a><a href='/new/index.html?utm_source=x'>n</a><a href=/c>c</a></main>"
    )
    server.contents["/old"] = redirect("/new/")
    server.page("/new/", f"<main><h1>New</h1>{WORDS}</main>")
    server.contents["/new/index.html"] = server.contents["/new/"]
    server.page("/c", f"<main><h1>C</h1>{WORDS}</main>", f"<link rel=canonical href={server.base}/c.html>")
    server.page("/c.html", f"<main><h1>C</h1>{WORDS}</main>", f"<link rel=canonical href={server.base}/c.html>")
    documents = fetch(task_for(server, tmp_path)).documents()
    assert len(documents) == 3
    start = documents["index.html"]
    assert start.count('href="new/index.html"') == 2
    server.sent.clear()
    fetch(task_for(server, tmp_path))
    assert not {"/c", "/c.html", "/new/", "/new/index.html", "/"} & set(server.sent)


def test_a_start_that_leads_elsewhere_moves_the_scope(server: SiteServer, tmp_path: Path) -> None:
    server.contents["/"] = redirect("/en/latest/")
    server.page("/en/latest/", f"<main>{WORDS}<a href=a>a</a></main>")
    server.page("/en/latest/a", f"<main>{WORDS} a</main>")
    for _ in range(2):
        made = fetch(task_for(server, tmp_path, "/"))
        assert set(made.documents()) == {"en/latest/index.html", "en/latest/a.html"}


def test_a_circle_of_redirects_ends(server: SiteServer, tmp_path: Path) -> None:
    server.page("/", f"<main>{WORDS}<a href=/a>a</a></main>")
    server.contents |= {"/a": redirect("/b"), "/b": redirect("/c"), "/c": redirect("/a")}
    made = fetch(task_for(server, tmp_path))
    assert len(made.documents()) == 1
    assert sum(server.asked[path] for path in ("/a", "/b", "/c")) <= 4


def test_a_page_that_is_gone_stays_for_a_week(
    server: SiteServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _linked(server, 3)
    fetch(task_for(server, tmp_path))
    del server.contents["/p1.html"]
    made = fetch(task_for(server, tmp_path))
    assert "p1.html" in made.documents()
    assert "stays until" in made.messages()[f"{server.base}/p1.html"]
    monkeypatch.setattr(page_intake, "GONE_DAYS", 0)
    made = fetch(task_for(server, tmp_path))
    assert "p1.html" not in made.documents()
    assert made.counts.removed == 1


def test_a_page_that_comes_back_is_no_longer_gone(server: SiteServer, tmp_path: Path) -> None:
    _linked(server, 3)
    fetch(task_for(server, tmp_path))
    kept = server.contents.pop("/p1.html")
    fetch(task_for(server, tmp_path))
    server.contents["/p1.html"] = kept
    made = fetch(task_for(server, tmp_path))
    assert not made.errors
    assert made.counts.same == 5


def test_answers_of_200_for_pages_that_there_are_not_make_no_document(server: SiteServer, tmp_path: Path) -> None:
    server.page("/", f"<main><h1>Start</h1>{WORDS}<a href=/real>r</a><a href=/ghost>g</a><a href=/spook>s</a></main>")
    server.page("/real", f"<main><h1>Real</h1>{WORDS}</main>")
    missing = "<main><h1>Oops</h1><p>We could not find that page, dear reader, try another one of ours.</p></main>"
    server.fallback = Content(f"<html><body>{missing}</body></html>".encode())
    assert set(fetch(task_for(server, tmp_path)).documents()) == {"index.html", "real.html"}


def test_a_calendar_without_end_is_left_after_a_while(
    server: SiteServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bookwheel.crawling.scope.MOST_DATES", 20)

    def calendar(handler: BaseHTTPRequestHandler) -> None:
        year = int(handler.path.rpartition("=")[2] or 2000) if "year=" in handler.path else 2000
        body = f"<main><h1>{year}</h1>{WORDS}<a href='/cal?year={year + 1}'>next</a></main>"
        handler.give(Content(body.encode()))  # type: ignore[attr-defined]

    server.page("/", f"<main>{WORDS}<a href='/cal?year=2000'>calendar</a></main>")
    server.fallback = calendar
    server.contents["/robots.txt"] = Content(b"", "text/plain")
    made = fetch(task_for(server, tmp_path, pages=500))
    assert len(made.documents()) <= 22


def test_relative_links_that_nest_without_end_are_left(server: SiteServer, tmp_path: Path) -> None:
    def nest(handler: BaseHTTPRequestHandler) -> None:
        if handler.path.endswith((".txt", ".xml")) or "no-such" in handler.path:
            handler.give(Content(b"", "text/plain", status=404))  # type: ignore[attr-defined]
        else:
            text = f"<main><h1>{handler.path}</h1>{WORDS}<a href='deeper/'>deeper</a></main>"
            handler.give(Content(text.encode()))  # type: ignore[attr-defined]

    server.fallback = nest
    made = fetch(task_for(server, tmp_path))
    assert len(made.documents()) <= 4


def test_large_pages_and_bombs_are_refused_and_the_rest_comes(
    server: SiteServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "LARGEST_PAGE", 300_000)
    server.page("/", f"<main>{WORDS}<a href=/big>b</a><a href=/bomb>b</a><a href=/fine>f</a></main>")
    server.page("/fine", f"<main>{WORDS} fine</main>")
    server.contents["/big"] = Content(b"<p>" + b"x" * 1_000_000)
    server.contents["/bomb"] = Content(gzip.compress(b"\0" * 50_000_000), headers={"Content-Encoding": "gzip"})
    made = fetch(task_for(server, tmp_path))
    assert set(made.documents()) == {"index.html", "fine.html"}
    assert all("larger than" in made.messages()[server.base + path] for path in ("/big", "/bomb"))


def test_a_page_that_drips_is_given_up(server: SiteServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = connection.limits_of
    monkeypatch.setattr(connection, "limits_of", lambda task: replace(usual(task), total_s=1.0))

    def drip(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "text/html")
        handler.send_header("Content-Length", "100000")
        handler.end_headers()
        try:
            for _ in range(200):
                handler.wfile.write(b"x")
                time.sleep(0.05)
        except OSError:
            handler.close_connection = True

    server.page("/", f"<main>{WORDS}<a href=/slow>s</a><a href=/fine>f</a></main>")
    server.page("/fine", f"<main>{WORDS} fine</main>")
    server.contents["/slow"] = drip
    made = fetch(task_for(server, tmp_path))
    assert set(made.documents()) == {"index.html", "fine.html"}
    assert "too long" in made.messages()[f"{server.base}/slow"]


def test_a_host_that_dies_midway_ends_the_crawl_and_the_next_goes_on(
    server: SiteServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "FAILURES_TO_END", 2)
    _linked(server, 30)
    server.sitemap(*(f"/p{number}.html" for number in range(30)))
    answered = 0

    def die(handler: BaseHTTPRequestHandler) -> None:
        handler.close_connection = True
        handler.connection.close()

    whole = dict(server.contents)

    def count_down(content: Content) -> object:
        def give(handler: BaseHTTPRequestHandler) -> None:
            nonlocal answered
            answered += 1
            if answered > 10:
                die(handler)
            else:
                handler.give(content)  # type: ignore[attr-defined]

        return give

    for path, content in whole.items():
        if path.startswith("/p"):
            server.contents[path] = count_down(content)  # type: ignore[assignment, arg-type]
    with pytest.raises(FetchFailed, match="broke off"):
        fetch(task_for(server, tmp_path))
    assert 0 < len(Fetched(tmp_path).documents()) < 32
    server.contents = whole
    server.sent.clear()
    made = fetch(task_for(server, tmp_path))
    assert len(made.documents()) == 32
    assert sum(count for path, count in server.sent.items() if path.startswith("/p")) < 30


def test_a_busy_host_is_asked_again_when_it_says(
    server: SiteServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _linked(server, 2)
    page = server.contents["/p1.html"]

    def busy(handler: BaseHTTPRequestHandler) -> None:
        if server.asked["/p1.html"] < 3:
            handler.give(Content(b"slow down", status=429, headers={"Retry-After": "0"}))  # type: ignore[attr-defined]
        else:
            handler.give(page)  # type: ignore[attr-defined]

    server.contents["/p1.html"] = busy
    assert len(fetch(task_for(server, tmp_path)).documents()) == 4
    server.contents["/p1.html"] = Content(b"", status=429, headers={"Retry-After": "7200"})
    with pytest.raises(FetchFailed, match="120 minutes"):
        fetch(task_for(server, tmp_path))
    assert len(Fetched(tmp_path).documents()) == 4


@pytest.mark.parametrize(("status", "said"), [(401, "bookwheel sources login"), (403, "Open it in your browser")])
def test_a_refusal_says_what_to_do_and_a_login_opens_the_page(
    server: SiteServer, tmp_path: Path, status: int, said: str
) -> None:
    def guarded(handler: BaseHTTPRequestHandler) -> None:
        is_known = handler.headers.get("Cookie") == "session=1"
        body = f"<main><h1>Secret</h1>{WORDS}</main>".encode()
        handler.give(Content(body) if is_known else Content(b"", status=status))  # type: ignore[attr-defined]

    server.page("/", f"<main>{WORDS}<a href=/in>in</a></main>")
    server.contents["/in"] = guarded
    task = task_for(server, tmp_path)
    assert said in fetch(task).messages()[f"{server.base}/in"]
    opened = fetch(replace(task, logins=(Login("127.0.0.1", "Cookie", "session=1"),)))
    assert "Secret" in opened.documents()["in.html"]


def test_a_page_that_only_scripts_fill_is_named(server: SiteServer, tmp_path: Path) -> None:
    server.page("/", f"<main>{WORDS}<a href=/app>app</a></main>")
    server.page(
        "/app", "<div id=root></div><noscript>You need to enable JavaScript.</noscript><script src=a.js></script>"
    )
    made = fetch(task_for(server, tmp_path))
    assert set(made.documents()) == {"index.html"}
    assert "JavaScript" in made.messages()[f"{server.base}/app"]


def test_wrong_and_missing_charsets_are_found_out(server: SiteServer, tmp_path: Path) -> None:
    text = "<main><h1>Über Größe</h1><p>" + "Straße für Bücher, schön geöffnet. " * 10 + "</p></main>"
    server.contents["/"] = Content(
        (text + "<a href=/b>b</a><a href=/c>c</a>").encode("utf-8"), "text/html; charset=ascii"
    )
    server.contents["/b"] = Content(text.encode("iso-8859-1"), "text/html")
    server.contents["/c"] = Content(text.encode("utf-8"), "text/html; charset=nonsense")
    documents = fetch(task_for(server, tmp_path)).documents()
    assert all("Straße für Bücher" in document for document in documents.values())


def test_llms_txt_names_pages_and_markdown_twins_make_no_second_document(server: SiteServer, tmp_path: Path) -> None:
    server.page("/", f"<main>{WORDS}</main>")
    server.page("/guide", f"<main><h1>Guide</h1>{WORDS}</main>")
    server.contents["/llms.txt"] = Content(
        b"# Site\n- [Guide](/guide.md): all\n- [Only](/only.md)\n- [G](/guide)", "text/plain"
    )
    server.contents["/guide.md"] = Content(b"# Guide\n\nwords", "text/markdown")
    server.contents["/only.md"] = Content(b"# Only\n\nwords", "text/markdown")
    documents = fetch(task_for(server, tmp_path)).documents()
    assert set(documents) == {"index.html", "guide.html", "only.md"}
    assert f'url: "{server.base}/only.md"' in documents["only.md"]


def test_what_most_pages_repeat_is_no_part_of_their_documents(server: SiteServer, tmp_path: Path) -> None:
    pages = [f"/p{number}" for number in range(8)]
    links = "".join(f"<a href={path}>{path}</a>" for path in pages)
    for number, path in enumerate(pages):
        side = f"<div class=left>{links}</div>"
        letter = "abcdefgh"[number]
        text = f"<h1>Title {number}</h1><p>own words {letter} of this page</p>{WORDS.replace('word', letter)}"
        tail = f"<div class=ask><p>Was this page helpful?</p></div><p class=mod>Changed {number} days ago</p>"
        server.page(path, f"{side}<div class=c>{text}{tail}</div>")
    server.sitemap(*pages)
    documents = fetch(task_for(server, tmp_path, "/p0")).documents()
    assert len(documents) == 8
    for document in documents.values():
        assert "own words" in document
        assert "helpful" not in document
        assert "days ago" not in document
        assert document.count("<a ") == 0


def test_the_order_is_that_of_the_navigation(server: SiteServer, tmp_path: Path) -> None:
    group = "<li><span>Group</span><ul><li><a href=/b>Bravo</a></li></ul></li>"
    nav = f"<nav><ul><li><a href=/z>Zulu</a></li>{group}</ul></nav>"
    for path in ("/", "/z", "/b"):
        server.page(path, f"{nav}<main><h1>{path}</h1>{WORDS}</main>")
    fetch(task_for(server, tmp_path))
    written = (tmp_path / "mkdocs.yml").read_text("utf-8")
    assert '[{"Zulu": "z.html"}, {"Group": [{"Bravo": "b.html"}]}]' in written
    assert not (tmp_path / "documents" / "mkdocs.yml").exists()


def test_pictures_come_only_when_they_are_wanted(server: SiteServer, tmp_path: Path) -> None:
    server.page("/", f"<main>{WORDS}<img src=/i/one.png><img src='/i/two.html'><img src=/gone.png></main>")
    server.contents["/i/one.png"] = Content(b"pixels", "image/png")
    server.page("/i/two.html", "no picture")
    plain = fetch(task_for(server, tmp_path / "plain"))
    assert not server.asked["/i/one.png"]
    assert f'src="{server.base}/i/one.png"' in plain.documents()["index.html"]
    made = fetch(task_for(server, tmp_path / "whole", has_images=True))
    (path,) = set(made.documents()) - {"index.html"}
    assert path.startswith("pictures/one-") and made.documents()[path] == "pixels"
    assert f'src="{path}"' in made.documents()["index.html"]
    assert set(made.messages()) == {f"{server.base}/i/two.html", f"{server.base}/gone.png"}
    server.sent.clear()
    fetch(task_for(server, tmp_path / "whole", has_images=True))
    assert not server.sent["/i/one.png"]
    assert set(fetch(task_for(server, tmp_path / "whole")).documents()) == {"index.html"}


def test_a_source_without_any_page_fails(server: SiteServer, tmp_path: Path) -> None:
    with pytest.raises(FetchFailed, match="Nothing was fetched"):
        fetch(task_for(server, tmp_path))


def test_private_addresses_are_asked_only_when_allowed(server: SiteServer, tmp_path: Path) -> None:
    _linked(server, 1)
    with pytest.raises(FetchFailed, match="own network"):
        fetch(task_for(server, tmp_path, may_be_private=False))
    assert not server.asked


def test_another_private_host_is_not_asked_although_one_is_allowed(server: SiteServer, tmp_path: Path) -> None:
    with site_server() as other:
        other.page("/", f"<main>{WORDS}</main>")
        server.page("/", f"<main>{WORDS}<a href='{other.base}/'>o</a><a href=/r>r</a></main>")
        server.contents["/r"] = redirect(f"{other.base}/")
        server.contents["/robots.txt"] = Content(f"Sitemap: {other.base}/sitemap.xml".encode(), "text/plain")
        assert set(fetch(task_for(server, tmp_path)).documents()) == {"index.html"}
        assert not other.asked


def _bilingual(server: SiteServer) -> None:
    """A site in two languages, whose pages name each other as alternates alone."""
    for name in ("a", "b"):
        ways = "".join(f"<link rel=alternate hreflang={code} href=/{code}/{name}/>" for code in ("en", "de"))
        for code in ("en", "de"):
            server.page(f"/{code}/{name}/", f"<main><h1>{name} in {code}</h1>{WORDS}</main>", ways)
    for code in ("en", "de"):
        links = f"<a href=/{code}/a/>a</a><a href=/{code}/b/>b</a>" if code == "en" else ""
        server.page(f"/{code}/", f"<main><h1>Start in {code}</h1>{WORDS}{links}<a href=/de/>de</a></main>")


def test_languages_of_a_site_lie_so_that_the_library_folds_them(server: SiteServer, tmp_path: Path) -> None:
    _bilingual(server)
    prefixes = tuple(f"{server.base}/{code}/" for code in ("en", "de"))
    documents = fetch(task_for(server, tmp_path, "/en/", prefixes=prefixes)).documents()
    assert set(documents) == {f"{code}/{path}index.html" for code in ("en", "de") for path in ("", "a/", "b/")}
    known = translations(dict.fromkeys(documents, ""))
    assert known["de/a/index.html"] == (("de", "de/a/index.html"), ("en", "en/a/index.html"))


def test_a_start_in_one_language_takes_in_no_other(server: SiteServer, tmp_path: Path) -> None:
    _bilingual(server)
    server.contents["/en"] = redirect("/en/")
    made = fetch(task_for(server, tmp_path, "/en"))
    assert set(made.documents()) == {f"en/{path}index.html" for path in ("", "a/", "b/")}
    assert not any(path.startswith("/de") for path in server.asked)


@pytest.mark.parametrize(
    ("status", "headers", "said"),
    [
        (403, {}, "refuses this page to programs (403). Open it in your browser."),
        (403, {"WWW-Authenticate": "Basic realm=x"}, "asks for a login (403)"),
        (401, {"WWW-Authenticate": "Basic realm=x"}, "asks for a login (401)"),
        (404, {}, "Check the address."),
        (507, {}, "answers 507. Refresh again later."),
        (302, {"Location": "https://e.org/other"}, "Add th"),
    ],
)
def test_what_becomes_of_the_start_is_why_nothing_came(
    server: SiteServer, tmp_path: Path, status: int, headers: dict[str, str], said: str
) -> None:
    server.contents["/start/"] = Content(b"", headers=headers, status=status)
    server.contents["/way/"] = redirect("/start/")
    for path in ("/start/", "/way/"):
        folder = tmp_path / path.strip("/")
        prefixes = (f"{server.base}/start/", f"{server.base}/way/")
        with pytest.raises(FetchFailed) as failure:
            fetch(task_for(server, folder, path, prefixes=prefixes))
        assert str(failure.value).startswith("Nothing was fetched")
        assert f"{server.base}/start/" in str(failure.value)
        assert said in str(failure.value)


def test_a_file_and_a_start_that_robots_txt_forbids_say_so(server: SiteServer, tmp_path: Path) -> None:
    server.contents["/a"] = Content(b"%PDF-1.7", "application/pdf")
    with pytest.raises(FetchFailed, match=r"This address is a file \(application/pdf\)"):
        fetch(task_for(server, tmp_path / "file", "/a"))
    server.contents["/robots.txt"] = Content(b"User-agent: *\nDisallow: /\n", "text/plain")
    with pytest.raises(FetchFailed, match="asks programs to leave .* alone"):
        fetch(task_for(server, tmp_path / "robots"))


def test_a_disk_that_refuses_ends_the_crawl_and_the_next_goes_on(
    server: SiteServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _linked(server, 6)

    def refuse(*_args: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(page_intake.PageIntake, "take", refuse)
        with pytest.raises(OSError, match="No space left"):
            fetch(task_for(server, tmp_path))
    assert fetch(task_for(server, tmp_path)).counts.new == 8
