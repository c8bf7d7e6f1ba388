import { ledgerStream, readLedger } from '../../../commands/archival-group/ledger-stream.js';
import type { FileOfVersion } from '../../../commands/reads/files-of-version.js';
import type { StoredVersion, VersionAt } from '../../../commands/reads/stored-version.js';
import type { VersionOfHistory } from '../../../commands/reads/versions-of-group.js';
import type { EventStore } from '../../../events/store.js';
import { runInSlices } from '../../../flow/run-in-slices.js';
import type { InventoryHistory } from '../../../formats/ocfl/inventory/inventory.js';
import type { JobDocument } from '../../../projections/jobs/job-document.js';
import { renderListedFile } from '../../files/list-files.js';
import { renderVersion, type VersionCounts } from '../../files/version-counts.js';
import { historyEntry, type HistoryTelling } from '../history/history-entry.js';
import { readHistoryPage } from '../history/history-page.js';
import { streamHistory } from '../history/stream-history.js';
import { countFiles, listingOf, type CountedFiles, type ListedFiles } from './count-files.js';
import { lastCheckOf, type LastCheck } from './last-check.js';

/** Where a report is read from. */
export interface ReportSources {
  readonly events: EventStore;
  /** Audits that have ended, the newest first. */
  readonly audits: AsyncIterable<JobDocument>;
  readonly inventory: Pick<InventoryHistory, 'id'>;
  readonly counts: VersionCounts;
  readonly stored: (at: VersionAt) => Promise<StoredVersion>;
  /** The files with what the METS says of them. */
  readonly described: (at: VersionAt) => Promise<readonly FileOfVersion[]>;
  readonly telling: HistoryTelling;
  /** What is said where the METS cannot be read; it may throw the fault. */
  readonly problemOf: (fault: unknown) => object;
}

/** What a report says of a version of a group; the members of `GET /reports/{path}` that are read. */
export interface Report extends Omit<CountedFiles, 'files' | 'findings' | 'formats'> {
  readonly version: VersionOfHistory;
  readonly object: { readonly id: string; readonly inventory: FileOfVersion['digest'] | null };
  readonly lastCheck: LastCheck | null;
  readonly versions: readonly VersionOfHistory[];
  readonly olderVersions: number;
  readonly events: readonly ReturnType<typeof historyEntry>[];
  readonly olderEvents: boolean;
  readonly listing: ListedFiles;
  /** Null, as the others of the METS, where it cannot be read: `problem` then says why. */
  readonly findings: CountedFiles['findings'] | null;
  readonly formats: CountedFiles['formats'] | null;
  readonly files: readonly ReturnType<typeof renderListedFile>[] | null;
  readonly problem: object | null;
}

type Member = { [Name in keyof Report]: readonly [Name, Report[Name]] }[keyof Report];

/** Versions, and events, that a report has at most: the newest. */
const MOST_VERSIONS = 500;
const MOST_EVENTS = 500;

/**
 * The members of a report: first those that are known at once, and last what the METS says, which is read meanwhile. Rejects
 * as the sources do, before the first member where there is no such version, or its files cannot be read.
 */
export async function* reportOf(on: ReportSources, at: VersionAt): AsyncGenerator<Member> {
  const { events, counts, audits, telling } = on;
  const stored = await on.stored(at);
  const described = startCounting(on, at);
  yield ['version', renderVersion(await counts.ofGroup(at.version))];
  yield ['object', { id: on.inventory.id, inventory: await inventoryDigest(events, at) }];
  yield ['lastCheck', await lastCheckOf({ audits, events, base: telling.base }, at.group)];
  yield ['listing', await runInSlices(listingOf(stored))];
  const source = streamHistory(events, ledgerStream(at.group));
  const { facts, next } = await readHistoryPage(source, null, { limit: MOST_EVENTS, agent: null, before: null });
  yield ['events', facts.map((fact) => historyEntry(fact, telling))];
  yield ['olderEvents', next !== null];
  const { versions, olderVersions } = await versionsOf(counts, at.head);
  yield ['versions', versions];
  yield ['olderVersions', olderVersions];
  const counted = await described();
  yield ['findings', counted.findings];
  yield ['formats', counted.formats];
  yield ['files', counted.files?.map(renderListedFile) ?? null];
  yield ['problem', counted.problem];
}

type Counted = Pick<Report, 'findings' | 'formats' | 'problem'> & Pick<CountedFiles, 'files'>;

/** Begins to read the METS; the answer awaits that. */
const startCounting = ({ described, problemOf }: ReportSources, at: VersionAt): (() => Promise<Counted>) => {
  const counting = described(at).then((files) => runInSlices(countFiles(files)));
  counting.catch(() => undefined);
  return async () => {
    try {
      return { ...(await counting), problem: null };
    } catch (fault) {
      return { findings: null, formats: null, files: null, problem: problemOf(fault) };
    }
  };
};

/** SHA-256 of the inventory of a version, as the ledger has it. */
const inventoryDigest = async (
  events: EventStore,
  { group, version }: VersionAt,
): Promise<Report['object']['inventory']> => {
  const { versions } = await readLedger(events, group);
  const published = versions.at(version - 1);
  return published === undefined ? null : { algorithm: 'sha256', value: published.inventory.sha256 };
};

const versionsOf = async (counts: VersionCounts, head: number): Promise<Pick<Report, 'versions' | 'olderVersions'>> => {
  const versions: VersionOfHistory[] = [];
  let next = head;
  for (; next > 0 && versions.length < MOST_VERSIONS && !counts.isMuch(); next -= 1)
    versions.push(renderVersion(await counts.ofGroup(next)));
  return { versions, olderVersions: next };
};
