import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventStore } from '../../events/store.js';
import type { ByteStore } from '../../formats/bytes.js';
import { readConfig } from '../config/config.js';
import { placesOf } from '../compose/platform/dependencies-on.js';
import { version } from '../compose/process/version.js';
import { completeRun } from './example-run.js';
import { startPlatform, type Ready } from '../compose/platform/platform.js';

/** A platform that runs only for documentation, with a controlled clock. */
export interface ExamplePlatform extends AsyncDisposable {
  readonly ready: Ready;
  readonly bytes: ByteStore;
  now(): Date;
  /** Moves the clock forward. */
  passTime(ms: number): void;
  settle(): Promise<void>;
  /** Ends a pipeline run that waits, as a worker does. */
  completeRun(of: { readonly depositId: string; readonly jobId: string }): Promise<void>;
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
  const servicePorts = ['PRESERVATION', 'STORAGE', 'S3', 'OPERATIONS'].map(
    (each) => [`MUNIMENT_${each}_PORT`, '0'] as const,
  );
  const settings = readConfig({
    MUNIMENT_DATA: folder,
    MUNIMENT_LOG_LEVEL: 'error',
    ...environment,
    ...Object.fromEntries(servicePorts),
  });
  // The tools of a machine differ: examples show runs of the pipeline that no worker has.
  const config = { ...settings, roles: settings.roles.filter((role) => role !== 'pipeline') };
  const found: { ports: { readonly bytes: ByteStore; readonly events: EventStore } | null } = { ports: null };
  let exportsBegin = Promise.resolve();
  const platform = await startPlatform(config, {
    now: () => new Date(now),
    ports: (between) => {
      found.ports = between;
      return { ...between, events: beginningExports(between.events, () => exportsBegin) };
    },
  });
  if (found.ports === null) throw new Error('the platform has no stores');
  const { ports: stores } = found;
  return {
    ready: platform.ready,
    bytes: stores.bytes,
    now: () => new Date(now),
    passTime: (ms) => void (now += ms),
    settle: () => platform.settle(),
    completeRun: (of) =>
      completeRun({ ...stores, places: placesOf(config), producer: version, now: () => new Date(now) }, of),
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
