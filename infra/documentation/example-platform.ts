import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventStore } from '../../events/store.js';
import type { ByteStore } from '../../formats/bytes.js';
import { readConfig } from '../config/config.js';
import { startPlatform, type Ready } from '../compose/platform/platform.js';

/** A platform that runs only for documentation, with a controlled clock. */
export interface ExamplePlatform extends AsyncDisposable {
  readonly ready: Ready;
  readonly bytes: ByteStore;
  now(): Date;
  /** Moves the clock forward. */
  passTime(ms: number): void;
  settle(): Promise<void>;
  /** While this runs, every export waits. */
  whileExportsWait(talk: () => Promise<void>): Promise<void>;
}

/** The event store, where the start of an export is recorded only once `begin` resolves. */
const beginningExports = (events: EventStore, begin: () => Promise<void>): EventStore =>
  new Proxy(events, {
    get(target, name) {
      const append: EventStore['append'] = async (stream, facts, expected) => {
        if (facts.some(({ type }) => type === 'ExportStarted')) await begin();
        return target.append(stream, facts, expected);
      };
      if (name === 'append') return append;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });

export const startExamplePlatform = async (
  start: Date,
  environment: Readonly<Record<string, string>>,
): Promise<ExamplePlatform> => {
  let now = start.getTime();
  const folder = await mkdtemp(join(tmpdir(), 'muniment-docs-'));
  const ports = ['PRESERVATION', 'STORAGE', 'S3', 'OPERATIONS'].map((each) => [`MUNIMENT_${each}_PORT`, '0'] as const);
  const settings = readConfig({
    MUNIMENT_DATA: folder,
    MUNIMENT_LOG_LEVEL: 'error',
    ...environment,
    ...Object.fromEntries(ports),
  });
  // The tools of a machine differ: examples show runs of the pipeline that no worker has.
  const config = { ...settings, roles: settings.roles.filter((role) => role !== 'pipeline') };
  const found: { bytes: ByteStore | null } = { bytes: null };
  let exportsBegin = Promise.resolve();
  const platform = await startPlatform(config, {
    now: () => new Date(now),
    ports: (between) => {
      found.bytes = between.bytes;
      return { ...between, events: beginningExports(between.events, () => exportsBegin) };
    },
  });
  if (found.bytes === null) throw new Error('the platform has no objects');
  return {
    ready: platform.ready,
    bytes: found.bytes,
    now: () => new Date(now),
    passTime: (ms) => void (now += ms),
    settle: () => platform.settle(),
    async whileExportsWait(talk) {
      const begin: { now: () => void } = { now: () => undefined };
      exportsBegin = new Promise((resolve) => (begin.now = resolve));
      await talk().finally(() => begin.now());
    },
    [Symbol.asyncDispose]: async () => {
      await platform.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
