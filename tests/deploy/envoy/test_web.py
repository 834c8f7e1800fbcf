"""gRPC-Web through Envoy, as a browser speaks it."""

import base64
import http.client
import struct

import pytest
from client import engine

ORIGIN = "https://play.example"
PATH = "/taash.engine.v1.EngineService/"


def ask(gateway, method, path, body=None, headers=None):
    connection = http.client.HTTPConnection("127.0.0.1", gateway.port, timeout=30)
    connection.request(method, path, body, headers or {})
    answer = connection.getresponse()
    found = answer.status, answer.headers, answer.read()
    connection.close()
    return found


def frames(body):
    """The frames of a body: the flag and the content of each."""
    while body:
        flag, length = struct.unpack_from(">BI", body)
        yield flag, body[5 : 5 + length]
        body = body[5 + length :]


@pytest.mark.parametrize("text", [False, True], ids=["binary", "text"])
def test_a_page_calls(gateway, text):
    message = engine.NewGameRequest(seats=2, jhyap={}).SerializeToString()
    body = struct.pack(">BI", 0, len(message)) + message
    kind = "application/grpc-web-text" if text else "application/grpc-web+proto"
    headers = {"content-type": kind, "accept": kind, "x-grpc-web": "1", "origin": ORIGIN}
    status, told, answer = ask(gateway, "POST", PATH + "NewGame", base64.b64encode(body) if text else body, headers)
    if text:
        # Each piece of a text body is padded by itself.
        answer = b"".join(base64.b64decode(piece + b"==") for piece in answer.replace(b"=", b" ").split())
    assert status == 200 and told["content-type"].startswith(kind)
    assert told["access-control-allow-origin"] == ORIGIN
    (flag, match), (end, trailers) = frames(answer)
    assert flag == 0 and engine.NewGameResponse.FromString(match).status.seats == 2
    assert end == 0x80 and b"grpc-status:0" in trailers.replace(b" ", b"")


def test_a_refusal_comes_with_its_details(gateway):
    headers = {"content-type": "application/grpc-web+proto", "x-grpc-web": "1", "origin": ORIGIN}
    status, told, answer = ask(gateway, "POST", PATH + "Score", struct.pack(">BI", 0, 0), headers)
    said = dict(told) | dict(
        line.split(":", 1)
        for flag, content in frames(answer)
        if flag == 0x80
        for line in content.decode().split("\r\n")
        if line
    )
    assert status == 200 and said["grpc-status"].strip() == "3"
    details = said["grpc-status-details-bin"].strip()
    assert b"FIELD_INVALID" in base64.b64decode(details + "=" * (-len(details) % 4))
    assert "grpc-status-details-bin" in told["access-control-expose-headers"]


def test_only_pages_of_the_named_origins_may_call(gateway):
    def preflight(origin):
        asked = {"origin": origin, "access-control-request-method": "POST"}
        asked["access-control-request-headers"] = "content-type,x-grpc-web,grpc-timeout"
        return ask(gateway, "OPTIONS", PATH + "NewGame", headers=asked)[1]

    allowed = preflight(ORIGIN)
    assert allowed["access-control-allow-origin"] == ORIGIN
    assert "POST" in allowed["access-control-allow-methods"]
    assert {"content-type", "x-grpc-web", "grpc-timeout"} <= set(allowed["access-control-allow-headers"].split(","))
    assert preflight("https://elsewhere.example")["access-control-allow-origin"] is None
