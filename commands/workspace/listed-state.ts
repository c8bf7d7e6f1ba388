import { createHash } from 'node:crypto';
import type { ByteStore } from '../../formats/bytes.js';
import { yieldEvery } from '../../flow/yield-every.js';
import type { WorkspaceObject } from './workspace-object.js';

/** Stores may give times in whole seconds: an object replaced within one may look the same in a listing. */
const TOO_YOUNG_MS = 2_000;

/** Whether an object that was modified then may have been replaced unnoticed since it was listed. */
export const isTooYoung = (modified: Date, listed: Date): boolean =>
  modified.getMilliseconds() === 0 && listed.getTime() - modified.getTime() < TOO_YOUNG_MS;

/**
 * Digest of what a listing of a workspace, begun then, gave of its objects: of two listings with the same one, all objects
 * are the same. Null where one may have been replaced unnoticed.
 */
export const listedState = async (objects: readonly WorkspaceObject[], begun: Date): Promise<string | null> =>
  objects.some(({ listed }) => isTooYoung(listed.modified, begun))
    ? null
    : digestOf(objects.map(({ path, listed }) => ({ path, ...listed })));

/** The same of what is in a workspace now. Rejects with ByteStoreFault. */
export const listedStateNow = (
  bytes: Pick<ByteStore, 'list'>,
  { bucket, prefix }: { readonly bucket: string; readonly prefix: string },
): Promise<string> => {
  const listed = async function* (): AsyncGenerator<ListedInWorkspace> {
    for await (const { key, etag, lastModified } of bytes.list(bucket, prefix))
      if (key !== prefix) yield { path: key.slice(prefix.length), etag, modified: lastModified }; // not its own marker
  };
  return digestOf(listed());
};

interface ListedInWorkspace {
  readonly path: string;
  readonly etag: string;
  readonly modified: Date;
}

/** How many are hashed at a time. */
const BATCH = 1_000;

const digestOf = async (listed: Iterable<ListedInWorkspace> | AsyncIterable<ListedInWorkspace>): Promise<string> => {
  const hash = createHash('sha256');
  const yielding = yieldEvery(1);
  let lines: string[] = [];
  for await (const { path, etag, modified } of listed) {
    if (lines.push(`${JSON.stringify(path)} ${etag} ${modified.getTime()}\n`) < BATCH) continue;
    hash.update(lines.join(''));
    lines = [];
    await yielding();
  }
  return hash.update(lines.join('')).digest('hex');
};
