import { expect } from 'chai';
import { deposit } from '../../../commands/deposit/decider.js';
import type { DepositFact } from '../../../events/deposit.js';
import {
  ann,
  bob,
  of,
  created,
  locked,
  accepted,
  preserved,
  deleted,
  create,
  accept,
  remove,
  assign,
  declinedJob,
  given,
} from './deposit-facts.js';

describe('a deposit that is being exported', () => {
  const exported = { exportId: 'e1', version: 'v2' };
  const exporting: DepositFact = { type: 'DepositExportStarted', data: { ...of, ...exported, ...ann } };
  const arrived: DepositFact = { type: 'DepositFilesArrived', data: { ...of, exportId: 'e1', failures: 0, ...ann } };
  const arrive = { type: 'RecordFilesArrived', ...of, exportId: 'e1', failures: 0, ...ann } as const;
  const describe = { type: 'DescribeDeposit', ...of, submissionText: 'text', ...ann } as const;

  it('is created and exporting in one step', () =>
    given()
      .when({ ...create, exported })
      .then(created, exporting));
  it('becomes new when the files of its export have arrived, once', () => {
    given(created, exporting).when(arrive).then(arrived);
    given(created, exporting, arrived).when(arrive).thenNothing();
    given(created, exporting)
      .when({ ...arrive, exportId: 'e2' })
      .thenNothing();
  });
  it('refuses changes, assignments and imports until then', () => {
    given(created, exporting).when(describe).thenRefused('deposit-exporting', 'Deposit is being exported');
    given(created, exporting, locked).when(describe).thenRefused('deposit-exporting');
    given(created, exporting)
      .when({ ...assign, admission: null })
      .thenRefused('deposit-exporting');
    given(created, exporting).when(accept).then(declinedJob('import-while-exporting', 'Deposit is being exported'));
    given(created, exporting, arrived).when(accept).then(accepted);
  });
  it('can be locked, unlocked and deleted', () => {
    given(created, exporting)
      .when({ type: 'LockDeposit', ...of, force: false, ...bob })
      .then(locked);
    given(created, exporting).when(remove).then(deleted);
  });
  it('shows the export in every later status', () => {
    const state = [created, exporting, arrived, accepted, ...preserved].reduce(deposit.evolve, deposit.initial);
    expect(state).to.deep.include({ status: 'preserved', exported: { ...exported, ...ann, failures: 0 } });
  });
});
