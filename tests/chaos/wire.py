# SPDX-License-Identifier: Apache-2.0
"""HTTP and WebSocket to a server on loopback for hundreds of players in one process: asyncio, every wait with an end."""
import asyncio
import base64
import json
import os
import struct

PATIENCE = 2.5  # seconds until somebody who is not answered asks elsewhere


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


class Wire:
    """A WebSocket: JSON out, JSON in."""

    @classmethod
    async def open(cls, port, token):
        self = cls()
        self.port, self.coming = port, None
        self.reader, self.writer = await connect(port)
        key = base64.b64encode(os.urandom(16)).decode()
        try:
            self.writer.write((f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                               f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: croupier.1\r\n\r\n").encode())
            head = await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), PATIENCE)
            if b" 101 " not in head.split(b"\r\n")[0]:
                raise Gone(head.decode(errors="replace"))
            self.send({"type": "hello", "protocol": 1, "token": token})
            return self
        except BaseException as error:
            self.close()
            raise Gone(str(error)) if isinstance(error, (OSError, EOFError, asyncio.TimeoutError)) else error

    def send(self, message):
        data = json.dumps(message).encode()
        size = struct.pack(">BB", 0x81, 0x80 | len(data)) if len(data) < 126 else struct.pack(">BBH", 0x81, 0x80 | 126, len(data))
        self.writer.write(size + b"\0\0\0\0" + data)  # a mask of zeros changes nothing

    async def _receive(self):
        whole = b""
        while True:
            first, second = await self.reader.readexactly(2)
            size = second & 127
            if size > 125:
                size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
            payload = await self.reader.readexactly(size)
            if first & 15 == 8:
                raise Gone("closed")
            if first & 15 == 9:
                self.writer.write(struct.pack(">BB", 0x8a, 0x80 | len(payload)) + b"\0\0\0\0" + payload)
            elif first & 15 < 3:
                whole += payload
                if first & 0x80:
                    return json.loads(whole)

    async def receive(self, seconds):
        """The next message; None: nothing came in time."""
        if not self.coming:
            self.coming = asyncio.ensure_future(self._receive())
        done, _ = await asyncio.wait({self.coming}, timeout=max(0.001, seconds))
        if not done:
            return None  # what has come of a message is kept
        coming, self.coming = self.coming, None
        try:
            return coming.result()
        except (OSError, EOFError) as error:
            raise Gone(str(error)) from error

    def close(self):
        if self.coming:
            self.coming.cancel()
        self.writer.transport.abort()
