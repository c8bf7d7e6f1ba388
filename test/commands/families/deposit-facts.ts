import { descriptionOf } from '../../../events/deposit-description.js';
import { deposit } from '../../../commands/deposit/decider.js';
import type { DepositBeginning, DepositFact } from '../../../events/deposit.js';
import { specify } from '../../support/facts/decider-spec.js';

export const { given } = specify(deposit);
const depositId = 'd1';
export const at = '2026-05-04T12:00:00.0000000Z';
export const ann = { by: 'ann', at };
export const bob = { by: 'bob', at };
export const of = { depositId };

const beginning: DepositBeginning = {
  depositId,
  template: 'None',
  archivalGroup: 'a/g',
  ...descriptionOf({}),
  files: { bucket: 'workspace', prefix: 'deposits/d1/' },
};
const job = { jobId: 'j1', resultId: 'r1' };

export const created: DepositFact = { type: 'DepositCreated', data: { ...beginning, admission: 0, ...ann } };
export const groupless: DepositFact = {
  type: 'DepositCreated',
  data: { ...beginning, archivalGroup: null, admission: null, ...ann },
};
export const locked: DepositFact = { type: 'DepositLocked', data: { ...of, ...bob } };
export const accepted = {
  type: 'ImportJobAccepted',
  data: { ...of, ...job, planSha256: 'ff', ...ann },
} satisfies DepositFact;
export const failed: readonly DepositFact[] = [
  { type: 'ImportJobSettled', data: { ...of, ...job, outcome: 'completedWithErrors', at } },
  { type: 'DepositImportFailed', data: { ...of, jobId: 'j1', ...ann } },
];
export const preserved: readonly DepositFact[] = [
  { type: 'ImportJobSettled', data: { ...of, ...job, outcome: 'completed', at } },
  { type: 'DepositPreserved', data: { ...of, jobId: 'j1', version: 'v1', ...ann } },
];
export const deleted: DepositFact = { type: 'DepositDeleted', data: { ...of, ...ann } };
export const activated = { type: 'DepositActivated', data: { ...of, admission: 4, ...ann } } satisfies DepositFact;

export const create = { type: 'CreateDeposit', depositId, beginning, admission: 0, ...ann } as const;
export const accept = {
  type: 'AcceptImportJob',
  ...of,
  ...job,
  archivalGroup: 'a/g',
  planSha256: 'ff',
  ...ann,
} as const;
export const remove = { type: 'DeleteDeposit', ...of, ...ann } as const;
export const activate = { type: 'ActivateDeposit', ...of, archivalGroup: 'a/g', admission: 4, ...ann } as const;
export const assign = { type: 'AssignArchivalGroup', ...of, archivalGroup: 'a/h', admission: 2, ...ann } as const;
export const settle = { type: 'SettleImportJob', ...of, jobId: 'j1', version: 1, released: 0, ...ann } as const;
export const declinedJob = (code: string, detail: string): DepositFact => ({
  type: 'ImportJobDeclined',
  data: { ...of, ...job, code, detail, at },
});
