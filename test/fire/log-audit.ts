import { join } from 'node:path';
import { catalogue } from '../../events/catalogue.js';
import { createCodec } from '../../events/codec.js';
import type { Position, Recorded } from '../../events/envelope.js';
import { openEventStore } from '../../infra/embedded/event-store/event-store.js';
import type { Told } from './post-work.js';

/**
 * Reads what was appended since the last look; answers all that is wrong with the log as a whole, at rest, by the jobs
 * and the containers that were acknowledged.
 */
export type LogAudit = (jobs: readonly Told[], containers: Iterable<string>) => Promise<string[]>;

interface Data {
  readonly jobId?: string;
  readonly resultId?: string | null;
  readonly depositId?: string | null;
  readonly path?: string;
  readonly version?: number;
}

/** What must have come to pass of every job, whichever way it ended, and how often. */
const jobFaults = (jobId: string, times: (type: string) => number): string[] => {
  const ends: readonly (readonly [readonly string[], number])[] = [
    [['ImportAdmitted'], 1],
    [['ImportJobQueued'], 1],
    [['ImportJobAccepted'], 1],
    [['VersionPublished', 'ImportAbandoned'], 1],
    [['ImportJobCompleted', 'ImportJobFailed'], 1],
    [['ImportJobSettled'], 1],
    [['DepositPreserved', 'DepositImportFailed'], 1],
    [['VersionCommitDecided'], times('VersionPublished')],
    [['ImportJobCompleted'], times('VersionPublished')],
    [['DepositPreserved'], times('VersionPublished')],
    [['ImportAdmissionReleased', 'ImportJobDeclined'], 0],
  ];
  return ends.flatMap(([types, wanted]) => {
    const found = types.reduce((sum, type) => sum + times(type), 0);
    return found === wanted ? [] : [`job ${jobId} has ${found} ${types.join(' or ')}, not ${wanted}`];
  });
};

/** An audit of the log of a data folder that nobody holds at the moment. */
export const logAudit = (data: string): LogAudit => {
  let after: Position | undefined;
  const next = new Map<string, bigint>();
  const ids = new Set<string>();
  const counts = new Map<string, number>();
  const jobOf = new Map<string, string>();
  const versions = new Map<string, number>();
  const count = (what: string): number => counts.get(what) ?? 0;

  const take = ({ stream, revision, position, id, type, data: bare }: Recorded): string[] => {
    const faults: string[] = [];
    if (revision !== (next.get(stream) ?? 0n)) faults.push(`${stream} goes on at ${revision} after a gap`);
    if (after !== undefined && position <= after) faults.push(`position ${position} comes after ${after}`);
    if (ids.has(`${stream} ${id}`)) faults.push(`${stream} has ${id} twice`);
    next.set(stream, revision + 1n);
    ids.add(`${stream} ${id}`);
    after = position;
    const { jobId, resultId, depositId, path, version } = bare as Data;
    for (const whose of [jobId, depositId, path])
      if (typeof whose === 'string') counts.set(`${type} ${whose}`, count(`${type} ${whose}`) + 1);
    if (type === 'ImportJobQueued' && jobId !== undefined) jobOf.set(resultId ?? jobId, jobId);
    if (type !== 'VersionPublished' || path === undefined || version === undefined) return faults;
    if (version !== (versions.get(path) ?? 0) + 1) faults.push(`v${version} of ${path} is out of order`);
    versions.set(path, version);
    return faults;
  };

  const faultsOf = ({ group, resultId, depositId, work, preserved, deleted }: Told): string[] => {
    const jobId = jobOf.get(resultId);
    if (jobId === undefined) return [`job ${resultId} of ${group} was acknowledged and is lost`];
    const end = preserved ? 'ImportJobCompleted' : 'ImportJobFailed';
    return [
      ...jobFaults(jobId, (type) => count(`${type} ${jobId}`)),
      ...(count(`${end} ${jobId}`) === 1 ? [] : [`job ${jobId} of ${group}: ${work.kind} has no ${end}`]),
      ...(count(`DepositWorkspaceEmptied ${depositId}`) === (deleted ? 1 : 0)
        ? []
        : [`deposit ${depositId} of ${group} was not deleted as it should`]),
    ];
  };

  return async (jobs, containers) => {
    await using store = openEventStore(join(data, 'events.sqlite'), createCodec(catalogue));
    const faults: string[] = [];
    for await (const fact of store.readAll({ after })) faults.push(...take(fact));
    for (const path of containers)
      if (count(`ContainerCreated ${path}`) !== 1) faults.push(`container ${path} was acknowledged and is lost`);
    const told = new Set(jobs.map(({ resultId }) => resultId));
    for (const [resultId, jobId] of jobOf)
      if (!told.has(resultId)) faults.push(`job ${jobId} was queued, and nobody was told of it`);
    for (const group of new Set(jobs.map((job) => job.group))) {
      const good = jobs.filter((job) => job.group === group && job.preserved).length;
      if ((versions.get(group) ?? 0) !== good)
        faults.push(`${group} has ${versions.get(group) ?? 0} versions, not ${good}`);
      if (count(`DepositAdmitted ${group}`) !== count(`DepositReleased ${group}`))
        faults.push(`a deposit of ${group} is still admitted`);
    }
    return [...faults, ...jobs.flatMap(faultsOf)];
  };
};
