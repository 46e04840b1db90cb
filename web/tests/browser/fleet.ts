// SPDX-License-Identifier: Apache-2.0
/* Two servers of one house on a PostgreSQL of their own, and a proxy that makes one origin of them: /s/a/ and /s/b/ lead to one, everything
 * else to one that lives (docs/scale.md). */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { command, freePort, House } from './house';

const postgres = fileURLToPath(new URL('../../../tests/postgres.py', import.meta.url));
const WAIT_MS = 20000;

/* Whether PostgreSQL's programs are there. */
export const installed = (): boolean => spawnSync('python3', ['-c', 'import postgres, sys; sys.exit(postgres.programs() is None)'], { cwd: dirname(postgres) }).status === 0;

export type Name = 'a' | 'b';

class Proxy {
  private server: Server | null = null;

  constructor(
    readonly port: number,
    private readonly portOf: (name: string | undefined) => number,
  ) {}

  /* The path without /s/a, and the port it leads to. */
  private way(asked: IncomingMessage): { path: string; port: number } {
    const [, name, rest] = /^\/s\/(\w+)(\/.*)$/.exec(asked.url ?? '') ?? [];
    return { path: rest ?? asked.url ?? '/', port: this.portOf(name) };
  }

  async start(): Promise<void> {
    const server = createServer((asked, answer) => {
      const { path, port } = this.way(asked);
      const on = request({ host: '127.0.0.1', port, path, method: asked.method, headers: asked.headers }, (told) => {
        answer.writeHead(told.statusCode ?? 502, told.headers);
        told.pipe(answer);
      });
      on.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end('nobody is there')));
      asked.pipe(on);
    });
    server.on('upgrade', (asked: IncomingMessage, line: Duplex, head: Buffer) => {
      const { path, port } = this.way(asked);
      const on = connect(port, '127.0.0.1', () => {
        const fields = asked.rawHeaders.map((word, index) => (index % 2 === 0 ? `${word}: ` : `${word}\r\n`)).join('');
        on.write(`GET ${path} HTTP/1.1\r\n${fields}\r\n`);
        on.write(head);
        line.pipe(on).pipe(line);
      });
      for (const end of [line, on]) end.on('error', () => (line.destroy(), on.destroy()));
    });
    await new Promise<void>((done) => server.listen(this.port, '127.0.0.1', done));
    this.server = server;
  }

  stop(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }
}

export class Fleet {
  readonly houses = new Map<Name, House>();
  private folder = mkdtempSync(join(tmpdir(), 'croupier-fleet-'));
  private postgres: ChildProcess | null = null;
  private proxy: Proxy | null = null;
  private database = '';

  constructor(
    private readonly tables: string,
    private readonly people: Record<string, string>,
    private readonly password: string,
  ) {}

  get address(): string {
    return `http://127.0.0.1:${this.proxy?.port}/`;
  }

  async open(): Promise<this> {
    this.database = await this.openDatabase();
    const port = await freePort();
    this.proxy = new Proxy(port, (name) => this.portOf(name));
    await this.proxy.start();
    for (const name of ['a', 'b'] as const) {
      const own = `server:\n  name: ${name}\n  address: http://127.0.0.1:${port}/s/${name}\n`;
      const house = new House({ tables: `${own}idle_seconds: 5\ntables:${this.tables}\n`, database: this.database, folder: this.folder, port: await freePort() });
      if (name === 'a') for (const [who, role] of Object.entries(this.people)) house.person(who, role, this.password);
      this.houses.set(name, await house.start());
    }
    return this;
  }

  /* Until our end of its line is closed. */
  private openDatabase(): Promise<string> {
    const server = spawn('python3', [postgres, 'sh', '-c', 'echo "$CROUPIER_TEST_DB"; cat'], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.postgres = server;
    return new Promise((done, fail) => {
      server.stdout.once('data', (bytes: Buffer) => done(bytes.toString().trim()));
      server.once('exit', () => fail(new Error('PostgreSQL did not start')));
    });
  }

  private portOf(name: string | undefined): number {
    const living = [...this.houses.values()].find((house) => house.runs);
    return (name ? this.houses.get(name as Name) : living)?.port ?? 0;
  }

  async runs(name: Name): Promise<string[]> {
    const house = this.houses.get(name);
    if (!house?.runs) return [];
    return (await house.api<{ tables: { id: string }[] }>('GET', 'tables')).tables.map((table) => table.id);
  }

  /* The server that has that table, as soon as one has. */
  async owner(table: string, not?: Name): Promise<Name> {
    const until = Date.now() + WAIT_MS;
    while (Date.now() < until) {
      for (const name of this.houses.keys()) if (name !== not && (await this.runs(name)).includes(table)) return name;
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error(`nobody has ${table}`);
  }

  drain(name: Name, ...more: string[]): void {
    execFileSync(command, ['drain', this.database, name, ...more], { cwd: this.folder, stdio: 'ignore' });
  }

  /* Through the proxy, to wherever it points. */
  async api<T>(method: string, path: string, body?: unknown, token = ''): Promise<T> {
    const headers: Record<string, string> = { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) };
    for (let base = this.address, tries = 0; ; tries++) {
      const answer = await fetch(`${base}api/${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
      if (answer.ok) return (await answer.json()) as T;
      const said = (await answer.json()) as { error?: { code: string; address?: string } };
      if (tries > 50 || !['moved', 'overtaken', 'no-table'].includes(said.error?.code ?? '')) throw new Error(`${method} ${path}: ${JSON.stringify(said)}`);
      base = said.error?.address ? `${said.error.address}/` : this.address;
      await new Promise((done) => setTimeout(done, 100));
    }
  }

  session = (user: string): Promise<{ token: string }> => this.api('POST', 'session', { user, password: this.password });

  async close(): Promise<void> {
    for (const house of this.houses.values()) await house.stop();
    this.proxy?.stop();
    this.postgres?.stdin?.end();
    if (this.postgres?.exitCode === null) await new Promise((done) => this.postgres?.once('exit', done));
    rmSync(this.folder, { recursive: true, force: true });
  }
}
