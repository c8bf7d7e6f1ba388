import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Archive } from '../../clients/archive/archive.js';
import { openArchive } from '../../infra/compose/program/open-archive.js';
import { freePort } from '../support/free-port.js';
import { collected } from '../support/collected.js';
import { startProcess, type RunningPlatform } from '../support/command-line/run-command.js';
import { until } from '../support/scheduling/until.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Every file of a folder with its digest, its mode and its time. */
const contentsOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const state = lstatSync(join(folder, name));
      const bytes = state.isFile() ? readFileSync(join(folder, name)) : Buffer.of();
      const digest = createHash('sha256').update(bytes).digest('hex');
      return [name, state.mode.toString(8), state.mtimeMs, digest].join(' ');
    });

describe('looking into a data folder beside a platform', () => {
  const folder = temporaryFolder();
  const data = (): string => join(folder(), 'data');
  const which = () => ({ kind: 'data', path: data(), from: '--data' }) as const;
  const open = (waitMs?: number): Promise<Archive> => openArchive(which(), { environment: {}, waitMs });
  const start = (more: Readonly<Record<string, string>> = {}): Promise<RunningPlatform> =>
    startProcess({ MUNIMENT_DATA: data(), MUNIMENT_LOG_LEVEL: 'error', ...more });
  const paths = async (archive: Archive): Promise<string[]> =>
    (await collected(archive.children(''))).map(({ path }) => path);
  const make = (platform: RunningPlatform, path: string): Promise<Response> =>
    fetch(`${platform.ready.preservation}/repository/${path}`, { method: 'PUT' });

  it('asks the platform while it runs, and reads what is left when it was killed', async () => {
    const platform = await start();
    await make(platform, 'letters');
    const running = await open(0);
    expect(await paths(running)).to.deep.equal(['letters']);
    await make(platform, 'maps');
    expect(await paths(running)).to.deep.equal(['letters', 'maps']);
    await running.close();
    await platform.end('SIGKILL');

    const left = contentsOf(data());
    expect(left.some((each) => each.startsWith('running.json '))).to.equal(true);
    expect(left.some((each) => each.startsWith('events.sqlite-wal '))).to.equal(true);
    const readers = [await open(), await open()];
    for (const reader of readers) {
      expect(await paths(reader)).to.deep.equal(['letters', 'maps']);
      expect(await collected(reader.jobs())).to.deep.equal([]);
    }
    await readers[0]?.close();
    expect(await paths(readers[1]!)).to.deep.equal(['letters', 'maps']);
    await readers[1]?.close();
    expect(contentsOf(data())).to.deep.equal(left);
  });

  it('keeps a platform waiting that starts meanwhile', async () => {
    const first = await start();
    await make(first, 'letters');
    expect(await first.end('SIGTERM')).to.include({ code: 0 });
    const reader = await open();
    const port = await freePort();
    const starting = start({ MUNIMENT_PRESERVATION_PORT: String(port) });
    const address = `http://127.0.0.1:${port}`;
    await until('it has begun to start', async () => (await fetch(address).catch(() => null))?.status === 503);
    expect(await paths(reader)).to.deep.equal(['letters']);
    await reader.close();
    const second = await starting;
    expect(second.ready.preservation).to.equal(address);
    const platform = await open(0);
    expect(await paths(platform)).to.deep.equal(['letters']);
    expect(await second.end('SIGTERM')).to.include({ code: 0 });
  });
});
