import { expect } from 'chai';
import { descriptionOf } from '../../events/deposit-description.js';
import type { DepositFact } from '../../events/deposit.js';
import type { RecordedFact } from '../../events/envelope.js';
import {
  archivableDeposits,
  type ArchivableDocument,
} from '../../projections/archivable-deposits/archivable-deposits.js';

const depositId = 'd1';
const on = (day: number) => ({ depositId, by: 'ann', at: `2026-05-0${day}T12:00:00.0000000Z` });
const job = { jobId: 'j1', resultId: 'r1' };
const errors = [{ path: null, message: 'no' }];

const created = {
  type: 'DepositCreated',
  data: {
    ...on(1),
    template: 'None',
    archivalGroup: null,
    ...descriptionOf({}),
    files: { bucket: 'b', prefix: 'p' },
    admission: null,
  },
} as const;
const preserved = { type: 'DepositPreserved', data: { ...on(2), jobId: 'j1', version: 'v1' } } as const;
const failed = { type: 'DepositImportFailed', data: { ...on(2), jobId: 'j1' } } as const;
const activated = { type: 'DepositActivated', data: { ...on(3), admission: null } } as const;
const deactivated = { type: 'DepositDeactivated', data: on(4) } as const;
const begun = { type: 'DepositArchivingBegun', data: { ...on(5), jobId: 'z1' } } as const;
const verified = {
  type: 'DepositArchivingVerified',
  data: { ...on(5), jobId: 'z1', archivalGroup: 'a', version: 'v1', inventorySha256: '', files: 1, bytes: 1 },
} as const;
const unarchived = { type: 'DepositArchivingFailed', data: { ...on(5), jobId: 'z1', errors } } as const;
const archived = { type: 'DepositArchived', data: { ...on(5), jobId: 'z1', removed: 1 } } as const;
const report = (reported: typeof errors): DepositFact => ({
  type: 'ArchiveJobReported',
  data: { ...on(6), jobId: 'z2', started: null, finished: null, removed: 0, errors: reported, batch: null },
});
const day = (number: number): string => on(number).at;

const after = (facts: readonly DepositFact[]): string | null =>
  facts
    .flatMap((fact) => archivableDeposits.touches(fact as RecordedFact<DepositFact>))
    .reduce<ArchivableDocument | null>((doc, { apply }) => apply(doc), null)?.archivableSince ?? null;

describe('the deposits that the archiver may take', () => {
  const rows: readonly [string, readonly DepositFact[], string | null][] = [
    ['no new deposit', [created], null],
    ['no deposit that is only locked and described', [created, { type: 'DepositDescribed', data: on(2) }], null],
    ['a preserved one', [created, preserved], day(2)],
    ['one in error', [created, failed], day(2)],
    ['none that is active', [created, failed, activated], null],
    ['one that was deactivated', [created, failed, activated, deactivated], day(4)],
    [
      'one by its last modification',
      [created, preserved, { type: 'MetsRevised', data: { ...on(3), etag: '', recorded: 1, removed: 0 } }],
      day(3),
    ],
    [
      'none that is being imported',
      [created, failed, { type: 'ImportJobAccepted', data: { ...on(3), ...job, planSha256: '' } }],
      null,
    ],
    ['none that is being archived', [created, preserved, begun, verified], null],
    ['none that was archived', [created, preserved, begun, verified, archived], null],
    ['none that could not be archived', [created, preserved, begun, unarchived], null],
    [
      'none that could not be archived, after it was activated',
      [created, failed, begun, unarchived, activated, deactivated],
      null,
    ],
    ['none that was reported with errors', [created, preserved, report(errors)], null],
    ['one that was reported without errors afterwards', [created, preserved, report(errors), report([])], day(2)],
    ['none that was archived, whatever is reported', [created, preserved, begun, archived, report([])], null],
    ['none that was deleted', [created, preserved, { type: 'DepositDeleted', data: on(3) }], null],
  ];
  for (const [what, facts, since] of rows) it(`has ${what}`, () => expect(after(facts)).to.equal(since));
});
