import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { containerStream } from '../../commands/core/stream-names.js';
import type { ContainerFact } from '../../events/container.js';
import type { PlannedOperation } from '../../events/import-plan.js';
import { forEachConcurrently } from '../../flow/concurrently.js';
import { platformFact } from '../../workers/platform-fact.js';
import { importGroup, makeContainer, openImportPlatform, type ImportPlatform } from '../imports/import-platform.js';
import { makeFiles, plannedIn } from '../imports/planned-files.js';

/** The archival group of many small files. */
export const GROUP = 'bench/letters';
/** The container of many containers. */
export const CONTAINER = 'many';
/** The archival group of one large file. */
export const LARGE_GROUP = 'bench/film';
export const LARGE_FILE = 'film.mkv';

const PIECE = 1_048_576;
const FACTS_OF_AN_APPEND = 500;
const CONCURRENT_APPENDS = 256;

function* randomPieces(size: number): Generator<Buffer> {
  for (let made = 0; made < size; made += PIECE) yield randomBytes(PIECE);
}

async function* largeFile({ dependencies, buckets }: ImportPlatform, size: number): AsyncGenerator<PlannedOperation> {
  const at = { bucket: buckets.workspace, key: 'bench/film' };
  const contentType = 'video/x-matroska';
  const body = { stream: Readable.from(randomPieces(size)), size };
  const { etag, sha256 } = await dependencies.bytes.put(at, body, { contentType });
  yield { op: 'add-binary', path: LARGE_FILE, name: LARGE_FILE, contentType, size, sha256, origin: { ...at, etag } };
}

/** Children as facts, the streams of their own first, so that the platform has nothing to finish one by one. */
const fillContainer = async ({ dependencies: { events } }: ImportPlatform, count: number): Promise<void> => {
  const identity = { holder: 'bench', producer: '0', now: () => new Date() };
  const said = { displayName: 'A box', by: 'bench', at: '2026-01-01T00:00:00.0000000Z' };
  const nameOf = (child: number): string => `box-${String(child).padStart(6, '0')}`;
  await forEachConcurrently(Array(count).keys(), { width: CONCURRENT_APPENDS }, async (child) => {
    const path = `${CONTAINER}/${nameOf(child)}`;
    const fact = platformFact<ContainerFact>({ type: 'ContainerCreated', data: { path, ...said } }, identity);
    await events.append(containerStream(path), [fact], 'none');
  });
  for (let made = 0; made < count; made += FACTS_OF_AN_APPEND) {
    const facts = Array.from({ length: Math.min(FACTS_OF_AN_APPEND, count - made) }, (_each, index) => {
      const entry = { path: CONTAINER, name: nameOf(made + index), kind: 'container', jobId: null } as const;
      return platformFact<ContainerFact>({ type: 'ChildReserved', data: { ...entry, ...said } }, identity);
    });
    await events.append(containerStream(CONTAINER), facts, 'any');
  }
};

export interface Prepared {
  /** Files of the group, and children of the container. */
  readonly count: number;
  readonly largeBytes: number;
}

/** Fills a data folder with what is read. */
export const prepare = async (folder: string, { count, largeBytes }: Prepared): Promise<void> => {
  const plan = join(folder, 'plan.ndjson');
  const on = await openImportPlatform(join(folder, 'data'));
  await makeFiles(on, { count, plan, size: 100 });
  for (const path of ['bench', CONTAINER]) await makeContainer(on, path);
  await importGroup(on, GROUP, plannedIn(plan));
  await importGroup(on, LARGE_GROUP, largeFile(on, largeBytes));
  await fillContainer(on, count);
  await on.platform.settle();
  await on.platform.stop();
};
