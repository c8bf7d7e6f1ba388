import type { Dependencies } from '../commands/core/dependencies.js';
import { workspaceFileAddress } from '../commands/workspace/change-token.js';
import { WORKSPACES } from '../commands/workspace/empty-workspace.js';
import type { ArchivalGroupFact } from '../events/archival-group.js';
import type { DepositFact } from '../events/deposit.js';
import type { RecordedFact } from '../events/envelope.js';
import { listStagedJobs, listUploadsOfVersions } from './importer/left-by-jobs.js';
import { unsweptImports } from './importer/unswept-imports.js';
import { readToEnd, type RemainingFacts } from './remaining-facts.js';

type ObservedFact = RecordedFact<ArchivalGroupFact | DepositFact>;
type Stores = Pick<Dependencies, 'events' | 'bytes' | 'places'>;

/** The ids of deposits with objects, or unfinished uploads, in a bucket of workspaces. */
const depositsIn = async ({ bytes }: Stores, bucket: string): Promise<ReadonlySet<string>> => {
  const ids = new Set<string>();
  for await (const depositId of bytes.listFolders(bucket, WORKSPACES)) ids.add(depositId);
  for (const { key } of await bytes.listUploads(bucket, WORKSPACES)) ids.add(key.split('/')[1] ?? '');
  return ids;
};

/** The ids of deposits about whose workspaces the platform keeps files. */
const depositsWithFiles = async (stores: Stores): Promise<ReadonlySet<string>> => {
  const { bucket, key: prefix } = workspaceFileAddress(stores, '');
  const ids = new Set<string>();
  for await (const { key } of stores.bytes.list(bucket, prefix)) ids.add(key.slice(prefix.length).split('.')[0] ?? '');
  return ids;
};

/** The deposits of which something is there. Each bucket is listed once, when the first deposit in it is met. */
const leftDeposits = async (stores: Stores) => {
  const withFiles = await depositsWithFiles(stores);
  const buckets = new Map<string, ReadonlySet<string>>();
  return {
    visit: async (bucket: string): Promise<void> => {
      if (!buckets.has(bucket)) buckets.set(bucket, await depositsIn(stores, bucket));
    },
    has: (depositId: string): boolean =>
      withFiles.has(depositId) || [...buckets.values()].some((ids) => ids.has(depositId)),
  };
};

const isEnd = ({ type }: ObservedFact): boolean =>
  type === 'ImportAbandoned' || type === 'VersionPublished' || type === 'DepositWorkspaceEmptied';

/**
 * The facts after which something is left to sweep: what lies in the stores is listed once, and the log read once to see
 * which jobs have ended and which deposits were emptied. Those that happened since a time are among them in any case.
 */
export const findUnswept = async (
  stores: Stores,
  { since, signal }: { readonly since: number; readonly signal: AbortSignal },
): Promise<RemainingFacts> => {
  const staged = await listStagedJobs(stores);
  const imports = unsweptImports({ staged, hasUploads: await listUploadsOfVersions(stores) });
  const deposits = await leftDeposits(stores);
  const found = new Set<RecordedFact>();
  const upTo = await readToEnd(stores.events, ['archivalGroup', 'deposit'], {
    signal,
    observe: async (each) => {
      const fact = each as ObservedFact;
      imports.observe(fact as RecordedFact<ArchivalGroupFact>);
      if (fact.type === 'DepositCreated') await deposits.visit(fact.data.files.bucket);
      const isLeft = fact.type === 'DepositWorkspaceEmptied' && deposits.has(fact.data.depositId);
      if (isLeft || (isEnd(fact) && Date.parse(fact.metadata.occurredAt) > since)) found.add(fact);
    },
  });
  for (const fact of imports.ends()) found.add(fact);
  return { facts: [...found].toSorted((a, b) => (a.position < b.position ? -1 : 1)), upTo };
};
