#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A line to a database that can be made bad: line.py TARGET, where TARGET is HOST:PORT or the path of a Unix socket. Prints the port it
listens to on loopback. On standard input it takes one command a line, and it ends with its input:

    good          everything passes
    slow SECONDS  every piece waits so long, both ways
    hole          nothing passes, and nobody is told
    drop          all connections are closed; new ones are taken"""
import asyncio
import sys


class Line:
    def __init__(self, target):
        self.target = target
        self.delay, self.passes = 0.0, asyncio.Event()
        self.passes.set()
        self.open = set()

    async def reach(self):
        if self.target.startswith("/"):
            return await asyncio.open_unix_connection(self.target)
        host, port = self.target.rsplit(":", 1)
        return await asyncio.open_connection(host, int(port))

    async def pump(self, reader, writer):
        while data := await reader.read(65536):
            if self.delay:
                await asyncio.sleep(self.delay)
            await self.passes.wait()
            writer.write(data)
            await writer.drain()

    async def serve(self, reader, writer):
        ends = [writer]
        self.open.add(writer)
        try:
            await self.passes.wait()
            far_reader, far_writer = await self.reach()
            ends.append(far_writer)
            self.open.add(far_writer)
            pumps = [asyncio.ensure_future(self.pump(*pair)) for pair in ((reader, far_writer), (far_reader, writer))]
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            for pump in pumps:
                pump.cancel()
            await asyncio.gather(*pumps, return_exceptions=True)
        except OSError:
            pass  # whoever asks sees the connection closed
        finally:
            for end in ends:
                self.open.discard(end)
                end.close()

    def obey(self, words):
        if words[0] == "drop":
            for writer in list(self.open):
                writer.transport.abort()
            return
        self.delay = float(words[1]) if words[0] == "slow" else 0.0
        (self.passes.clear if words[0] == "hole" else self.passes.set)()


async def main():
    line = Line(sys.argv[1])
    server = await asyncio.start_server(line.serve, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    commands = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(commands), sys.stdin)
    while words := (await commands.readline()).decode().split():
        line.obey(words)


if __name__ == "__main__":
    asyncio.run(main())
