"""Connections: only to public addresses, only to the address that was checked, never longer than allowed."""

from __future__ import annotations

import socket
import threading
import time

import httpcore
import pytest

from serendip.core.clock import SystemClock
from serendip.links.fetch import Web
from serendip.links.lookup import Keys, OfficialLookup
from serendip.links.network import Network, Refused
from serendip.platforms.urls import recognise

START = recognise("https://vm.tiktok.com/ZMabcdEFG/")


def looking(network: Network | None, tls=None) -> OfficialLookup:
    return OfficialLookup(Keys(), SystemClock(), Web(network, tls))


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "169.254.169.254", "10.1.2.3", "::1", "::ffff:127.0.0.1", "fd00::1", "64:ff9b::7f00:1"],
)
def test_by_default_a_name_that_resolves_inside_is_refused(platforms, certificate, address):
    found = looking(Network(lambda host, port: [(address, platforms.port)]), certificate.client()).look_up(
        START, 5
    )
    assert (found.state, platforms.connections) == ("unavailable", 0)
    assert "private network" in found.reason_en


def test_one_inside_address_among_public_ones_is_enough(platforms, certificate):
    network = Network(lambda host, port: [("8.8.8.8", port), ("127.0.0.1", platforms.port)])
    assert "private network" in looking(network, certificate.client()).look_up(START, 5).reason_en
    assert platforms.connections == 0


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "2130706433", "0x7f.1", "0177.0.0.1", "0", "::1"])
def test_the_default_refuses_this_machine_in_every_spelling(host):
    """With the machine's real resolver; some systems do not read every spelling, which is as good."""
    with pytest.raises((Refused, httpcore.ConnectError)):
        Network().places(host, 443, time.monotonic() + 5)


def test_a_name_is_resolved_once_and_the_connection_goes_to_that_answer(platforms, certificate):
    """A name server that turns to an inside address after the check gains nothing."""
    answers = [[("127.0.0.1", platforms.port)], [("127.0.0.2", platforms.port)]]
    asked: list[str] = []

    def turning(host: str, port: int):
        asked.append(host)
        return answers.pop(0)

    platforms.redirect("vm.tiktok.com", "/ZMabcdEFG", "https://www.tiktok.com/@gearlab")
    network = Network(turning, lambda address: address == "127.0.0.1")
    assert looking(network, certificate.client()).look_up(START, 5).state == "link"
    assert asked == ["vm.tiktok.com"]


def test_the_check_is_made_again_for_every_connection(platforms, certificate):
    answers = [[("127.0.0.1", platforms.port)], [("127.0.0.2", platforms.port)]]
    platforms.redirect("vm.tiktok.com", "/ZMabcdEFG", "https://vt.tiktok.com/ZSlast/")
    network = Network(lambda host, port: answers.pop(0), lambda address: address == "127.0.0.1")
    found = looking(network, certificate.client()).look_up(START, 5)
    assert "private network" in found.reason_en
    assert len(platforms.asked) == 1


def test_the_next_address_is_tried_when_one_does_not_answer(platforms, certificate):
    with socket.socket() as unheard:  # bound and not listening: connections are refused
        unheard.bind(("127.0.0.1", 0))
        places = [("127.0.0.1", unheard.getsockname()[1]), ("127.0.0.1", platforms.port)]
        platforms.redirect("vm.tiktok.com", "/ZMabcdEFG", "https://www.tiktok.com/@gearlab")
        network = Network(lambda host, port: places, lambda address: True)
        assert looking(network, certificate.client()).look_up(START, 5).state == "link"


def test_a_certificate_of_somebody_else_is_refused(platforms):
    here = Network(lambda host, port: [("127.0.0.1", platforms.port)], lambda address: True)
    found = looking(here).look_up(START, 5)
    assert (found.state, platforms.asked) == ("unavailable", [])


def test_a_certificate_of_another_name_is_refused(platforms, certificate):
    """The name of the request is what the certificate must hold, though the connection goes to a number."""
    here = Network(lambda host, port: [("127.0.0.1", platforms.port)], lambda address: True)
    found = looking(here, certificate.client()).look_up(recognise("https://instagr.am/share/BAxYz12/"), 5)
    assert platforms.asked[0].server_name == "www.instagram.com"
    visit = Web(here, certificate.client()).visit("tiktok", time.monotonic() + 5)
    with visit as open_visit, pytest.raises(Exception, match="unavailable"):
        open_visit.get("https://elsewhere.example/")
    assert found.state == "gone"


@pytest.mark.parametrize(
    "url", ["http://vm.tiktok.com/a", "https://vm.tiktok.com:8443/a", "ftp://vm.tiktok.com/a"]
)
def test_only_https_at_its_usual_port(platforms, web, url):
    with web.visit("tiktok", time.monotonic() + 5) as visit, pytest.raises(Exception, match="unavailable"):
        visit.get(url)
    assert platforms.connections == 0


def test_a_resolver_that_hangs_does_not_hold_the_lookup():
    released = threading.Event()

    def hanging(host: str, port: int):
        released.wait()
        return [("8.8.8.8", port)]

    assert looking(Network(hanging)).look_up(START, 0.2).state == "timeout"
    released.set()


@pytest.mark.parametrize(
    "error", [socket.gaierror(-2, "unknown"), OSError("no network"), UnicodeError("label")]
)
def test_a_name_that_does_not_resolve_is_unavailable(error):
    def failing(host: str, port: int):
        raise error

    found = looking(Network(failing)).look_up(START, 5)
    assert found.state == "unavailable"
    assert "cannot be reached" in found.reason_en


def test_a_listener_that_never_speaks_tls_ends_at_the_deadline(certificate):
    with socket.create_server(("127.0.0.1", 0)) as mute:
        here = Network(lambda host, port: [("127.0.0.1", mute.getsockname()[1])], lambda address: True)
        assert looking(here, certificate.client()).look_up(START, 0.2).state == "timeout"


def test_no_time_is_a_timeout(platforms, certificate):
    here = Network(lambda host, port: [("127.0.0.1", platforms.port)], lambda address: True)
    assert looking(here, certificate.client()).look_up(START, 0).state == "timeout"
    assert platforms.connections == 0


def test_proxies_of_the_environment_are_not_used(looking_with_proxy, platforms):
    platforms.redirect("vm.tiktok.com", "/ZMabcdEFG", "https://www.tiktok.com/@gearlab")
    found, proxy_saw = looking_with_proxy(START)
    assert (found.state, proxy_saw) == ("link", 0)


@pytest.fixture
def looking_with_proxy(web, monkeypatch):
    def look(link):
        with socket.create_server(("127.0.0.1", 0)) as proxy:
            proxy.setblocking(False)
            for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"):
                monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.getsockname()[1]}")
            found = OfficialLookup(Keys(), SystemClock(), web).look_up(link, 5)
            try:
                proxy.accept()
            except BlockingIOError:
                return found, 0
            return found, 1

    return look
