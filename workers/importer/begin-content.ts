import { contentWriters, writtenBy } from '../../commands/debris/content-writers.js';
import { versionOf, type Attempt, intentOf } from './attempt.js';
import type { ComposedVersion } from './compose-version.js';
import { JobFailure, throwRefused } from './job-failure.js';
import { onLedger } from '../../commands/archival-group/ledger-stream.js';

/**
 * Records that the job is going to write content, before the first write; answers the existing keys of the version with
 * their sizes in bytes. Fails, before anything is written, when there is content that no job in the ledger can have
 * written: it may belong to a version that the log has lost, and must not be overwritten.
 */
export const beginContent = async (
  attempt: Attempt,
  version: ComposedVersion,
): Promise<ReadonlyMap<string, number>> => {
  const there = await listContent(attempt, version.next.version);
  const { folder } = version.next;
  if (attempt.job.contentBegun) return there;
  await refuseUnknown(attempt, version, there);
  await attempt.step('begin-content', () => announce(attempt, folder));
  return there;
};

const announce = async (attempt: Attempt, folder: string): Promise<void> => {
  const { dependencies, group: path, job } = attempt;
  const { jobId, epoch } = job;
  const command = { type: 'BeginContent', path, jobId, epoch, folder } as const;
  throwRefused(path, await onLedger(dependencies, intentOf(attempt, 'begin content'), command));
};

const refuseUnknown = async (
  attempt: Attempt,
  { next: { version, folder } }: ComposedVersion,
  there: ReadonlyMap<string, number>,
): Promise<void> => {
  const { dependencies, group, object, step } = attempt;
  // The content folder of the version, which holds those of all its jobs.
  const content = `${folder.split('/').slice(0, 2).join('/')}/`;
  const paths = [...there.keys()].map((key) => key.slice(object.root.length + 1));
  const unknown = new Set(paths.filter((path) => path.startsWith(content)));
  if (unknown.size === 0) return;
  await step('look-for-writers', async () => {
    const writers = await contentWriters(dependencies.events, group, versionOf(attempt));
    for (const path of (await writtenBy(dependencies.events, writers, unknown)).keys()) unknown.delete(path);
  });
  const [first] = unknown;
  if (first === undefined) return;
  const others = unknown.size === 1 ? '' : ` and ${unknown.size - 1} more`;
  throw new JobFailure(
    group,
    `The OCFL object of ${group} has content of ${version} that no import known here has written (${first}${others}). ` +
      'It is kept, and has to be looked at before anything is imported.',
  );
};

/** The existing keys of a version of the object, with their sizes in bytes. */
const listContent = ({ dependencies, object, step }: Attempt, version: string): Promise<Map<string, number>> =>
  step('list-content', async () => {
    const sizes = new Map<string, number>();
    for await (const { key, size } of dependencies.bytes.list(object.bucket, `${object.root}/${version}/`))
      sizes.set(key, size);
    return sizes;
  });
