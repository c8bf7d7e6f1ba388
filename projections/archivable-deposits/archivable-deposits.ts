import type { DepositFact } from '../../events/deposit.js';
import type { RecordedFact } from '../../events/envelope.js';
import type { Query } from '../documents.js';
import type { Projection, Touch } from '../projection.js';
import type { ReadableDocuments } from '../read-view.js';

/** A deposit that has been imported from. */
export interface ArchivableDocument {
  readonly depositId: string;
  readonly lastModified: string;
  /** Whether it is active, or has a job that has not ended. */
  readonly busy: boolean;
  readonly archived: boolean;
  /** Whether its last archive job has errors. */
  readonly failed: boolean;
  /** `lastModified`, while the archiver may take it; else null. */
  readonly archivableSince: string | null;
}

const oldest = (before: string, limit: number): Query => ({
  where: { field: 'archivableSince', below: before },
  sort: [{ field: 'archivableSince' }],
  limit,
});

/** Which deposits the archiver may take: preserved or in error, not active, not archived, without a failed job. */
export const archivableDeposits: Projection<DepositFact, ArchivableDocument> = {
  shape: {
    name: 'archivable-deposits',
    indexes: [['archivableSince']],
    queries: { oldest: oldest('2026-01-01T00:00:00.0000000Z', 25) },
  },
  version: 1,
  categories: ['deposit'],
  touches: (fact: RecordedFact<DepositFact>): readonly Touch<ArchivableDocument>[] => [
    { key: fact.data.depositId, apply: (doc) => evolve(doc, fact) },
  ],
};

type Changes = Partial<Pick<ArchivableDocument, 'lastModified' | 'busy' | 'archived' | 'failed'>>;

/** The document begins with the end of the first import. */
const evolve = (doc: ArchivableDocument | null, { type, data }: DepositFact): ArchivableDocument | null => {
  if (type === 'DepositDeleted') return null;
  const isEnd = type === 'DepositPreserved' || type === 'DepositImportFailed';
  if (doc === null && !isEnd) return null;
  const { depositId } = data;
  const before = doc ?? { depositId, lastModified: data.at, busy: false, archived: false, failed: false };
  const after = { ...before, ...changesBy({ type, data } as DepositFact) };
  const isFree = !after.busy && !after.archived && !after.failed;
  return { ...after, archivableSince: isFree ? after.lastModified : null };
};

const MODIFYING: ReadonlySet<string> = new Set<DepositFact['type']>([
  'DepositPreserved',
  'DepositImportFailed',
  'DepositActivated',
  'DepositDeactivated',
  'DepositDescribed',
  'DepositArchivalGroupAssigned',
  'MetsRevised',
  'DepositFilesDeleted',
]);

const changesBy = (fact: DepositFact): Changes => ({
  ...(MODIFYING.has(fact.type) ? { lastModified: fact.data.at } : {}),
  ...workBy(fact),
});

const workBy = ({ type, data }: DepositFact): Changes => {
  switch (type) {
    case 'DepositActivated':
    case 'ImportJobAccepted':
    case 'DepositArchivingBegun':
      return { busy: true };
    case 'DepositPreserved':
    case 'DepositImportFailed':
    case 'DepositDeactivated':
      return { busy: false };
    case 'DepositArchivingFailed':
      return { busy: false, failed: true };
    case 'DepositArchived':
      return { busy: false, failed: false, archived: true };
    case 'ArchiveJobReported':
      return { failed: data.errors.length > 0 };
    default:
      return {};
  }
};

/** The queries of the view. */
export interface ArchivableDepositsView {
  /** Deposits that were modified before a time (UTC, seven fractional digits), the oldest first. */
  oldest(before: string, limit: number): Promise<ArchivableDocument[]>;
}

/** The queries over the view's documents. */
export const archivableDepositsView = (documents: ReadableDocuments<ArchivableDocument>): ArchivableDepositsView => ({
  oldest: (before, limit) => documents.find(oldest(before, limit)),
});
