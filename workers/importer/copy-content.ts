import { pipeline } from 'node:stream/promises';
import { ByteStoreFault } from '../../formats/bytes.js';
import { digestTransform } from '../../formats/digests/digested.js';
import { pathIn, type Attempt } from './attempt.js';
import { bytesOf, type ComposedVersion, type Copy } from './compose-version.js';
import { gatherFailures } from './gather-failures.js';
import { JobFailure } from './job-failure.js';
import { inspectOrigin } from './inspect-origin.js';
import { atOrigin, changed, requireSame, unreadable, type PinnedPut } from './origin.js';
import { progress, type FileProgress } from '../progress.js';
import { verifyByManifest } from './verify-by-manifest.js';

interface ContentToCopy extends Pick<ComposedVersion, 'copies' | 'notCopied'> {
  /** The existing keys of the version, with their sizes in bytes. */
  readonly there: ReadonlyMap<string, number>;
}

/**
 * Copies the bytes of a version to its keys, by the store where it can, and compares each SHA-256 with the plan's. A
 * copy of an earlier attempt is kept when the store gives the right SHA-256 and size. After the first failure no more
 * files are copied, and the others are only checked at their origins. Rejects with JobFailures.
 */
export const copyContent = async (attempt: Attempt, { copies, notCopied, there }: ContentToCopy): Promise<void> => {
  const size = { files: copies.length + notCopied.length, bytes: bytesOf(copies) };
  const copying = progress(attempt.report, { step: 'copy', ...size });
  const failures = gatherFailures();
  await failures.runAll(copies, async (copy) => {
    if (failures.any) {
      await inspectOrigin(attempt, copy.put);
      return;
    }
    await verifyByManifest(attempt, copy.put);
    const file = copying.begin(copy.put.size);
    if (!(there.has(keyOf(attempt, copy)) && (await isRight(attempt, copy)))) await copyOne(attempt, copy, file);
    file.done(copy.put.size);
  });
  await failures.runAll(notCopied, async (put) => {
    if (failures.any) {
      await inspectOrigin(attempt, put);
      return;
    }
    await verifyByManifest(attempt, put);
    await verifyOrigin(attempt, put);
    copying.begin().done(0);
  });
  failures.end();
};

const keyOf = ({ object }: Attempt, { contentPath }: Copy): string => `${object.root}/${contentPath}`;

const isRight = async (attempt: Attempt, copy: Copy): Promise<boolean> => {
  const { dependencies, object, step } = attempt;
  const { put } = copy;
  const at = { bucket: object.bucket, key: keyOf(attempt, copy) };
  const info = await step('check-copied', () => dependencies.bytes.head(at));
  return info?.sha256 === put.sha256 && info.size === put.size;
};

const copyOne = async (attempt: Attempt, copy: Copy, file: FileProgress): Promise<void> => {
  const { dependencies, object, step } = attempt;
  const { put } = copy;
  const to = { bucket: object.bucket, key: keyOf(attempt, copy) };
  const type = put.contentType ?? undefined;
  const from = { ...put.origin, size: put.size };
  // The metadata of the upload is not part of the object, and copying it would cost a request.
  const attributes = type === undefined ? {} : { contentType: type, metadata: {} };
  const options = { ...attributes, onMoved: (moved: number) => file.moved(moved) };
  const stored = await step('copy-content', () => dependencies.bytes.copy(from, to, options)).catch(
    async (error: unknown) => {
      throw await copyFailure(attempt, put, error);
    },
  );
  requireSame(attempt, put, stored);
};

/** The failure of a copy: checks the origin to find out whether that or the target caused it. */
const copyFailure = async (attempt: Attempt, put: PinnedPut, error: unknown): Promise<unknown> => {
  if (!(error instanceof ByteStoreFault) || error.transient) return error;
  const path = pathIn(attempt.group, put.path);
  const atFault = await inspectOrigin(attempt, put).then(
    () => null,
    (fault: unknown) => fault,
  );
  if (atFault !== null) return atFault;
  if (error.code === 'precondition-failed') return changed(path, put.origin, null);
  if (error.code === 'key-refused')
    return new JobFailure(path, `The object store of the repository refuses the key for the bytes of ${path}`);
  return error;
};

/** Checks, by HEAD or by reading, that an origin has the bytes of the plan, where the object has the same already. */
const verifyOrigin = async (attempt: Attempt, put: PinnedPut): Promise<void> => {
  const { dependencies, group, step } = attempt;
  const { origin } = put;
  const path = pathIn(group, put.path);
  const info = await step('verify-origin', () => dependencies.bytes.head(origin)).catch((error: unknown) => {
    throw atOrigin(error, path, origin);
  });
  if (info === null) throw unreadable(path, origin);
  if (info.etag !== origin.etag) throw changed(path, origin, info);
  const sha256 = info.sha256 ?? (await readDigest(attempt, put));
  requireSame(attempt, put, { sha256, size: info.size });
};

const readDigest = ({ dependencies, group, step }: Attempt, { origin, path }: PinnedPut): Promise<string> =>
  step('read-origin', async () => {
    const { stream } = await dependencies.bytes.get(origin, { etag: origin.etag });
    const { through, digested } = digestTransform();
    await pipeline(stream, through.resume());
    return digested().sha256;
  }).catch((error: unknown) => {
    throw atOrigin(error, pathIn(group, path), origin);
  });
