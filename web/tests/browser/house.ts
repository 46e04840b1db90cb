// SPDX-License-Identifier: Apache-2.0
/* A house for a test: the real server on a free port of the loopback, with a database of its own that goes away. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const command = process.env.CROUPIER ?? fileURLToPath(new URL('../../../build/croupier', import.meta.url));
const pages = fileURLToPath(new URL('../../dist', import.meta.url));
const WAIT_MS = 20000;

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address ? address.port : 0;
}

export interface Plan {
  /* Tables as YAML; without it the demonstration's. */
  tables?: string;
  demo?: boolean;
  /* The address of a database that is there; without it a file of its own. */
  database?: string;
  /* A folder that somebody else takes away. */
  folder?: string;
  port?: number;
}

export class House {
  port = 0;
  readonly folder: string;
  private server: ChildProcess | null = null;
  private said = '';

  constructor(private readonly plan: Plan) {
    this.port = plan.port ?? 0;
    this.folder = plan.folder ?? mkdtempSync(join(tmpdir(), 'croupier-pages-'));
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}/`;
  }

  get database(): string {
    return this.plan.database ?? join(this.folder, 'house.db');
  }

  async start(): Promise<this> {
    this.port ||= await freePort();
    const options = ['serve', '--listen', `127.0.0.1:${this.port}`, '--pages', pages, '--db', this.database];
    if (this.plan.demo) options.push('--demo');
    if (this.plan.tables) {
      const file = join(this.folder, `house-${this.port}.yaml`);
      writeFileSync(file, this.plan.tables);
      options.push('--config', file);
    }
    const server = spawn(command, options, { cwd: this.folder, stdio: ['ignore', 'pipe', 'pipe'] });
    this.server = server;
    for (const stream of [server.stdout, server.stderr]) stream.on('data', (bytes: Buffer) => (this.said += bytes.toString()));
    const until = Date.now() + WAIT_MS;
    while (Date.now() < until) {
      if (server.exitCode !== null) break;
      const healthy = await fetch(`${this.address}healthz`).then((answer) => answer.ok, () => false);
      if (healthy) return this;
      await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error(`the server does not answer: ${this.said}`);
  }

  /* As a power failure would. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const server = this.server;
    this.server = null;
    if (!server || server.exitCode !== null) return;
    await new Promise((done) => {
      server.once('exit', done);
      server.kill(signal);
    });
  }

  get runs(): boolean {
    return this.server !== null;
  }

  async stop(): Promise<void> {
    await this.kill('SIGTERM');
    if (!this.plan.folder) rmSync(this.folder, { recursive: true, force: true });
  }

  /* A person of the house with a password, as an administrator adds him. */
  person(name: string, role: string, password: string): void {
    execFileSync(command, ['user', 'add', name, role, '--db', this.database], { cwd: this.folder, stdio: 'ignore' });
    execFileSync(command, ['user', 'password', name, '--db', this.database], { cwd: this.folder, input: `${password}\n${password}\n`, stdio: ['pipe', 'ignore', 'pipe'] });
  }

  /* What the first start printed, for the administrator's eyes. */
  oneTimePassword(): string {
    return /one-time password (\S+)/.exec(this.said)?.[1] ?? '';
  }

  async api<T>(method: string, path: string, body?: unknown, token = ''): Promise<T> {
    const headers: Record<string, string> = { 'Content-Type': 'application/json' };
    if (token) headers.Authorization = `Bearer ${token}`;
    const answer = await fetch(`${this.address}api/${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }
}
