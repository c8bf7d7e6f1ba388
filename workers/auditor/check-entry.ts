import { readEntry } from '../../commands/container/entry-stream.js';
import type { Entry } from '../../commands/container/state.js';
import { kindAt, type Place } from '../../commands/reads/kind-at.js';
import { readLedger } from '../../commands/archival-group/ledger-stream.js';
import { objectPlaceOf } from '../../commands/reads/read-group.js';
import { readImportJob } from '../../commands/import-job/import-job-stream.js';
import type { ContainerFact } from '../../events/container.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import type { AuditFinding, OwnCode } from './audit-finding.js';
import type { AuditDependencies } from './audit-dependencies.js';

type Entries = Pick<AuditDependencies, 'events' | 'places'>;

const finding = (
  dependencies: Entries,
  group: RepositoryPath,
  code: OwnCode,
  message: string,
  differing: { readonly expected: string; readonly found: string },
): AuditFinding => ({ code, group, key: objectPlaceOf(dependencies, group).root, message, ...differing });

/** Whether a job has ended on its own stream, which is its last step. */
const hasEnded = async ({ events }: Entries, jobId: string): Promise<boolean> => {
  const job = await readImportJob(events, jobId);
  return job?.status === 'completed' || job?.status === 'completedWithErrors';
};

const foundAt = (place: Place): string => {
  if (place.kind === 'orphaned') return `no container ${place.missing}`;
  if (place.kind === 'belowTombstone') return `the tombstone of container ${place.tombstone}`;
  return place.kind === 'free' ? 'nothing' : place.kind;
};

/** Checks that the containers above a group with versions have its entry; skipped while its job is ending. */
export const checkEntry = async (dependencies: Entries, group: RepositoryPath): Promise<AuditFinding[]> => {
  const place = await kindAt(dependencies.events, group);
  if (place.kind === 'archivalGroup') {
    const { confirmed, jobId } = place.entry;
    if (confirmed || jobId === null || !(await hasEnded(dependencies, jobId))) return [];
    const again = await kindAt(dependencies.events, group); // the entry is confirmed before its job ends
    if (again.kind === 'archivalGroup' && again.entry.confirmed) return [];
    const differing = { expected: 'a confirmed entry', found: 'a reservation' };
    return [
      finding(dependencies, group, 'entry-unconfirmed', 'Its container takes it for a group to come.', differing),
    ];
  }
  const differing = { expected: 'archivalGroup', found: foundAt(place) };
  return [
    finding(dependencies, group, 'entry-missing', 'The containers above it do not lead to the group.', differing),
  ];
};

type Reservation = Pick<Extract<ContainerFact, { type: 'ChildReserved' }>['data'], 'path' | 'name' | 'kind' | 'jobId'>;

/**
 * Checks that an entry of a group, if the container still has it, belongs to a group with versions or to a live job.
 */
export const checkReservation = async (
  dependencies: Entries,
  { path, name, kind, jobId }: Reservation,
  revision: bigint,
): Promise<AuditFinding[]> => {
  if (kind !== 'archivalGroup') return [];
  const group = path === '' ? name : `${path}/${name}`;
  const current = async (): Promise<Entry | null> => {
    const { entry } = await readEntry(dependencies.events, group);
    return entry?.reservation === Number(revision) ? entry : null;
  };
  const entry = await current();
  if (entry === null) return [];
  const { versions } = await readLedger(dependencies.events, group);
  if (versions.length > 0) return [];
  const differing = {
    expected: 'no entry',
    found: entry.confirmed
      ? 'a confirmed entry'
      : jobId === null
        ? 'a reservation of an adoption'
        : `a reservation of job ${jobId}`,
  };
  if (entry.confirmed)
    return [
      finding(dependencies, group, 'entry-without-group', 'A container has a group without versions.', differing),
    ];
  const isOver = jobId === null || (await hasEnded(dependencies, jobId)); // an adoption has no job, and is short
  if (!isOver || (await current()) === null) return [];
  return [
    finding(
      dependencies,
      group,
      'reservation-left',
      'A container keeps its name for a job that has failed.',
      differing,
    ),
  ];
};
