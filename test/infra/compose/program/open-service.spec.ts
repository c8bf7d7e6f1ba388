import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openArchive } from '../../../../infra/compose/program/open-archive.js';
import { openService, type OpenedService } from '../../../../infra/compose/program/open-service.js';
import { requireServer } from '../../../../infra/compose/program/require-server.js';
import { readRunning } from '../../../../infra/compose/process/running-file.js';
import { version } from '../../../../infra/compose/process/version.js';
import { openToRead } from '../../../../infra/embedded/read-only-database.js';
import { freePort } from '../../../support/free-port.js';
import { collected } from '../../../support/collected.js';
import { failureOf } from '../../../support/failure-of.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

/** What a fault says, its exit code, and what to type next. */
const told = (fault: unknown): unknown => {
  const { message, about } = fault as { message: string; about?: { exit?: number; next?: string } };
  return { message, exit: about?.exit, next: about?.next };
};

describe('the service of an archive, opened for a command', () => {
  const folder = temporaryFolder();
  const data = (): string => join(folder(), 'data');
  const which = () => ({ kind: 'data', path: data(), from: '--data' }) as const;
  const open = (options: Partial<Parameters<typeof openService>[1]> = {}): Promise<OpenedService> =>
    openService(which(), {
      environment: { MUNIMENT_LOG_LEVEL: 'error', MUNIMENT_AGENT: 'ada' },
      command: 'muniment preserve',
      mayCreate: true,
      signal: new AbortController().signal,
      say: () => undefined,
      ...options,
    });

  it('makes no data folder unless it may', async () => {
    const next = '--data <folder>, --server <address>, muniment start (new)';
    const fault = { message: `There is no archive in ${data()}.`, exit: 2, next };
    expect(told(await failureOf(open({ mayCreate: false })))).to.deep.equal(fault);
    expect(existsSync(data())).to.equal(false);
  });

  it('is started in this process, and is used by the next command while it runs', async () => {
    const opened = await open();
    const next = await open({ mayCreate: false, command: 'muniment audit' });
    expect(opened.service.isOwn).to.equal(true);
    expect(await readRunning(data())).to.include({ command: 'muniment preserve' });
    expect({ ...next.service, authHeaders: null }).to.deep.equal({
      ...opened.service,
      authHeaders: null,
      isOwn: false,
    });
    await next.close();
    const archive = await openArchive(which(), { environment: {} });
    await fetch(`${opened.service.preservation}/repository/letters`, { method: 'PUT' });
    expect(await collected(archive.children(''))).to.have.length(1);
    await archive.close();
    expect((await fetch(`${opened.service.preservation}/health`)).status).to.equal(200);
    await opened.close();
    expect(await readRunning(data())).to.equal(null);
  });

  it('is waited for while others read the folder', async () => {
    await (await open()).close();
    const reader = openToRead(join(data(), 'events.sqlite'));
    const { message, exit, next } = told(await failureOf(open({ waitMs: 0 }))) as Record<string, unknown>;
    expect(message).to.match(/^The archive \S+ is in use by another process\./);
    expect({ exit, next }).to.deep.equal({ exit: 5, next: '--wait 1h' });
    const opening = open({ waitMs: 60_000 });
    reader.close();
    await (await opening).close();
  });

  it('ends with the reason of its signal', async () => {
    const reason = new Error('interrupted');
    expect(await failureOf(open({ signal: AbortSignal.abort(reason) }))).to.equal(reason);
  });
});

describe('a server that is named', () => {
  let server: Server | null = null;
  afterEach(() => server?.close());

  const serve = async (headers: Readonly<Record<string, string>>): Promise<string> => {
    server = createServer((_, response) => response.writeHead(200, headers).end('Healthy')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  it('must answer', async () => {
    const address = `http://127.0.0.1:${await freePort()}`;
    const message = `${address} does not answer (connection refused).`;
    expect(told(await failureOf(requireServer(address)))).to.deep.equal({
      message,
      exit: 5,
      next: 'muniment start there',
    });
  });

  it('may be of this version, and of an older one', async () => {
    await requireServer(await serve({ 'Muniment-Version': version }));
    server?.close();
    await requireServer(await serve({ 'Muniment-Version': '0.0.9' }));
  });

  it('may be neither of a newer version, nor something else', async () => {
    const [own] = /^\d+\.\d+/.exec(version) ?? [];
    const newer = told(await failureOf(requireServer(await serve({ 'Muniment-Version': '7.2.1' }))));
    const message = `The server is of version 7.2; this muniment (${own}) knows up to ${own}.`;
    expect(newer).to.deep.equal({ message, exit: 2, next: 'a newer muniment' });
    server?.close();
    const address = await serve({});
    expect(told(await failureOf(requireServer(address)))).to.deep.equal({
      message: `${address} answers, but is no preservation service, or one of an earlier version.`,
      exit: 2,
      next: '--server <address>',
    });
  });
});
