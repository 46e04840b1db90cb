# SPDX-License-Identifier: Apache-2.0
"""HTTP and WebSocket to a server on loopback for hundreds of players in one process: asyncio, every wait with an end."""
import asyncio
import base64
import json
import os
import struct
import time

PATIENCE = 2.5  # seconds until somebody who is not answered asks elsewhere
QUIET = 1.0  # ... and after which somebody asks for a sign of life, as pages do
SHAKE = 1.0  # ... and until a server that takes a connection must have said something on it


class Gone(Exception):
    """The server does not answer, has closed, or points to the port of another."""

    def __init__(self, why, port=None):
        super().__init__(why)
        self.port = port


async def connect(port):
    try:
        return await asyncio.wait_for(asyncio.open_connection("127.0.0.1", port, limit=1 << 22), PATIENCE)
    except (OSError, asyncio.TimeoutError) as error:
        raise Gone(str(error)) from error


async def http(port, method, path, body=None, token=None, patience=PATIENCE):
    """(status, JSON)"""
    reader, writer = await connect(port)
    data = b"" if body is None else json.dumps(body).encode()
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\nContent-Length: {len(data)}\r\n"
    try:
        writer.write((head + (f"Authorization: Bearer {token}\r\n" if token else "") + "\r\n").encode() + data)
        whole = await asyncio.wait_for(reader.read(-1), patience)
        start, _, text = whole.partition(b"\r\n\r\n")
        return int(start.split()[1]), json.loads(text)
    except (OSError, asyncio.TimeoutError, IndexError, ValueError) as error:
        raise Gone(f"{type(error).__name__} {error}") from error
    finally:
        writer.close()


class Wire(asyncio.Protocol):
    """A WebSocket: JSON out; what comes in is told to whoever has it: heard(wire, message), and lost(wire, why), once. There is no task behind
    it, so that a process can have a thousand of them."""

    def __init__(self, port, token, owner):
        self.port, self.owner = port, owner
        self.hello = {"type": "hello", "protocol": 1, "token": token, "changes": True}
        self.transport, self.over = None, False
        self.open = False  # the server has answered the handshake
        self.begun = self.last = time.monotonic()  # ... when something came last
        self.asked = 0.0  # for its owner: when the table was asked for
        self.pinged = 0.0  # ... when the server was last asked for a sign of life
        self.again = 0.0  # ... when it is asked for again; 0: it is shown, or an answer is waited for
        self.buffer, self.whole = b"", b""
        self.reaching = asyncio.ensure_future(self.reach())

    async def reach(self):
        try:
            await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", self.port)
        except OSError as error:
            self.end(str(error))

    def end(self, why):
        if not self.over:
            self.close()
            self.owner.lost(self, why)

    def close(self):
        self.over = True
        self.reaching.cancel()
        if self.transport:
            self.transport.abort()

    def connection_made(self, transport):
        self.transport = transport
        if self.over:
            transport.abort()
            return
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write((f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                         f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: croupier.1\r\n\r\n").encode())

    def connection_lost(self, exc):
        self.end(str(exc or "closed"))

    def send(self, message):
        data = json.dumps(message).encode()
        size = struct.pack(">BB", 0x81, 0x80 | len(data)) if len(data) < 126 else struct.pack(">BBH", 0x81, 0x80 | 126, len(data))
        self.transport.write(size + b"\0\0\0\0" + data)  # a mask of zeros changes nothing

    def ping(self):
        """Whoever has nothing to tell says so."""
        if self.pinged < self.last:
            self.pinged = time.monotonic()
            self.send({"type": "ping"})

    def data_received(self, data):
        self.buffer += data
        self.last = time.monotonic()
        if not self.open:
            head, found, rest = self.buffer.partition(b"\r\n\r\n")
            if not found:
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self.end(head.decode(errors="replace"))
                return
            self.open, self.buffer = True, rest
            self.send(self.hello)
            self.owner.heard(self, {"type": "open"})
        while not self.over and self.frame():
            pass

    def frame(self):
        """Takes one frame; False: it has not come whole yet."""
        if len(self.buffer) < 2:
            return False
        code, size, at = self.buffer[0], self.buffer[1] & 127, 2
        if size > 125:
            at += 2 if size == 126 else 8
            size = int.from_bytes(self.buffer[2:at], "big")
        if len(self.buffer) < at + size:
            return False
        payload, self.buffer = self.buffer[at:at + size], self.buffer[at + size:]
        if code & 15 == 8:
            self.end("closed")
        elif code & 15 == 9:
            self.transport.write(struct.pack(">BB", 0x8a, 0x80 | len(payload)) + b"\0\0\0\0" + payload)
        elif code & 15 < 3:
            self.whole += payload
            if code & 0x80:
                text, self.whole = self.whole, b""
                self.owner.heard(self, json.loads(text))
        return True
