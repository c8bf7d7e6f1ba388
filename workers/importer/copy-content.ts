import { pipeline } from 'node:stream/promises';
import { digestPassing } from '../../formats/digests/digested.js';
import { inParallel } from '../in-parallel.js';
import { AT_ONCE, pathIn, type Attempt } from './attempt.js';
import type { ComposedVersion, Copy } from './compose-version.js';
import { listContent } from './list-content.js';
import { atOrigin, changed, requireSame, unreadable, type PinnedPut } from './origin.js';

/** Told of every file whose bytes are in the object and verified. */
export type OnVerified = (file: { readonly bytes: number }) => void;

/**
 * Brings the bytes of a version under its keys: copied by the store where it can, each SHA-256 compared with the
 * plan's. What an earlier attempt copied is kept when the store says that it is right.
 */
export const copyContent = async (
  attempt: Attempt,
  { copies, spared, next }: ComposedVersion,
  verified: OnVerified,
): Promise<void> => {
  const there = await listContent(attempt, next.version);
  await inParallel(copies, AT_ONCE, async (copy) => {
    if (!(there.has(copy.key) && (await isRight(attempt, copy)))) await copyOne(attempt, copy);
    verified({ bytes: copy.put.size });
  });
  await inParallel(spared, AT_ONCE, async (put) => {
    await verifyOrigin(attempt, put);
    verified({ bytes: 0 });
  });
};

const isRight = async ({ services, object, step }: Attempt, { put, key }: Copy): Promise<boolean> => {
  const info = await step('check-copied', () => services.bytes.head({ bucket: object.bucket, key }));
  return info?.sha256 === put.sha256 && info.size === put.size;
};

const copyOne = async (attempt: Attempt, { put, key }: Copy): Promise<void> => {
  const { services, group, object, step } = attempt;
  const type = put.contentType ?? undefined;
  const from = { ...put.origin, size: put.size };
  // What the workspace noted of an upload is not part of the object, and to take it along would cost a request.
  const attributes = type === undefined ? {} : { contentType: type, metadata: {} };
  const stored = await step('copy-content', () =>
    services.bytes.copy(from, { bucket: object.bucket, key }, attributes),
  ).catch((error: unknown) => {
    throw atOrigin(error, pathIn(group, put.path), put.origin);
  });
  requireSame(attempt, put, stored);
};

/** The same bytes are in the object already, so that no copy proves that the origin has them: it is asked, or read. */
const verifyOrigin = async (attempt: Attempt, put: PinnedPut): Promise<void> => {
  const { services, group, step } = attempt;
  const { origin } = put;
  const path = pathIn(group, put.path);
  const info = await step('verify-origin', () => services.bytes.head(origin)).catch((error: unknown) => {
    throw atOrigin(error, path, origin);
  });
  if (info === null) throw unreadable(path, origin);
  if (info.etag !== origin.etag) throw changed(path, origin);
  const sha256 = info.sha256 ?? (await readDigest(attempt, put));
  requireSame(attempt, put, { sha256, size: info.size });
};

const readDigest = ({ services, group, step }: Attempt, { origin, path }: PinnedPut): Promise<string> =>
  step('read-origin', async () => {
    const { stream } = await services.bytes.get(origin, { etag: origin.etag });
    const { through, digested } = digestPassing();
    await pipeline(stream, through.resume());
    return digested().sha256;
  }).catch((error: unknown) => {
    throw atOrigin(error, pathIn(group, path), origin);
  });
