import type { PlanEntry } from '../../formats/group-state/plan.js';
import { pathIn, type Attempt } from './attempt.js';
import { JobFailure } from './job-failure.js';
import { atOrigin, changed, requireSame, unreadable, type Pin } from './origin.js';

/**
 * ETag, SHA-256 and size of an origin, by HEAD. Throws JobFailure when they contradict the plan, or no SHA-256 is
 * known.
 */
export const inspectOrigin = async (attempt: Attempt, { path, origin, sha256, size }: PlanEntry): Promise<Pin> => {
  const { dependencies, group, step } = attempt;
  const name = pathIn(group, path);
  if (origin === undefined) throw new JobFailure(name, `Binary ${name} has no origin`);
  const info = await step('look-at-origin', () => dependencies.bytes.head(origin)).catch((error: unknown) => {
    throw atOrigin(error, name, origin);
  });
  if (info === null) throw unreadable(name, origin);
  if (origin.etag !== undefined && origin.etag !== info.etag) throw changed(name, origin, info);
  const digest = sha256 ?? info.sha256;
  if (digest === null) throw new JobFailure(name, `No checksum obtainable for binary ${name}`);
  requireSame(attempt, { path, sha256: digest, size: size ?? info.size }, { ...info, sha256: info.sha256 ?? digest });
  return { etag: info.etag, sha256: digest, size: info.size };
};
