import { timestampOf } from '../../../events/time.js';
import type { DepositFilter, DepositQuery } from '../../../projections/deposits/deposit-query.js';
import { onAllPages, type CsvField, type CsvTable } from '../../service/csv-answer.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { renderListed, type RenderedDeposit } from './render-listed.js';

/** Deposits that are read at once. */
const AT_ONCE = 500;

/** All deposits of a listing as a table; those that are created while it is read are left out, so that no page shifts. */
export const csvOfDeposits = (on: DepositDependencies, query: Omit<DepositQuery, 'skip' | 'limit'>): CsvTable => {
  const filter = createdBefore(timestampOf(new Date(on.dependencies.now().getTime() + 1)), query.filter);
  const read = async (from: number | null) => {
    const skip = from ?? 0;
    const { deposits, total } = await on.deposits.list({ ...query, filter, skip, limit: AT_ONCE });
    const next = skip + AT_ONCE < total ? skip + AT_ONCE : null;
    return { items: await renderListed(on, deposits), next };
  };
  const rows = async function* (): AsyncGenerator<CsvField[]> {
    for await (const deposit of onAllPages<RenderedDeposit, number>(read))
      yield COLUMNS.map(([, valueOf]) => valueOf(deposit));
  };
  return { name: 'deposits', headings: COLUMNS.map(([heading]) => heading), rows: rows() };
};

const createdBefore = (time: string, { dates, ...rest }: DepositFilter): DepositFilter => {
  const below = dates?.created?.below ?? time;
  return { ...rest, dates: { ...dates, created: { ...dates?.created, below: below < time ? below : time } } };
};

const COLUMNS: readonly (readonly [heading: string, valueOf: (deposit: RenderedDeposit) => CsvField])[] = [
  ['id', ({ id }) => id],
  ['name', ({ archivalGroupName }) => archivalGroupName],
  ['archival group', ({ archivalGroup }) => archivalGroup],
  ['status', ({ status }) => status],
  ['active', ({ active }) => `${active}`],
  ['created', ({ created }) => created],
  ['created by', ({ createdBy }) => createdBy],
  ['last modified', ({ lastModified }) => lastModified],
  ['last modified by', ({ lastModifiedBy }) => lastModifiedBy],
  ['preserved', ({ preserved }) => preserved],
  ['preserved by', ({ preservedBy }) => preservedBy],
  ['version preserved', ({ versionPreserved }) => versionPreserved],
  ['exported', ({ exported }) => exported],
  ['exported by', ({ exportedBy }) => exportedBy],
  ['version exported', ({ versionExported }) => versionExported],
  ['locked by', ({ lockedBy }) => lockedBy],
  ['locked', ({ lockDate }) => lockDate],
  ['archived', ({ archived }) => archived],
  ['submission text', ({ submissionText }) => submissionText],
  ['files', ({ files }) => files],
  ['layout', ({ layout }) => layout],
  ['next version', ({ nextVersion }) => nextVersion],
  ['job', ({ job }) => job?.id ?? null],
  ['job kind', ({ job }) => job?.kind ?? null],
  ['last run', ({ lastRun }) => lastRun?.finished ?? null],
  ['infected', ({ lastRun }) => lastRun?.infected ?? null],
  ['not scanned', ({ lastRun }) => lastRun?.notScanned ?? null],
  ['unidentified', ({ lastRun }) => lastRun?.unidentified ?? null],
  ['failed', ({ lastRun }) => lastRun?.failed ?? null],
  ['differing', ({ lastRun }) => lastRun?.differing ?? null],
  ['unrecorded', ({ lastRun }) => lastRun?.unrecorded ?? null],
];
