import { descriptionOf } from '../../../events/deposit-description.js';
import { archivalGroup } from '../../../commands/archival-group/decider.js';
import type { ArchivalGroupFact } from '../../../events/archival-group.js';
import { specify } from '../../support/facts/decider-spec.js';

const { given } = specify(archivalGroup);
const at = '2026-05-04T12:00:00.0000000Z';
const ann = { by: 'ann', at };
const of = { path: 'a/g' };
const wanted = {
  exportId: 'e1',
  depositId: 'd1',
  version: 2,
  inventorySha256: 'ee',
  destination: { bucket: 'workspace', prefix: 'deposits/d1/' },
  declared: {},
};
const beginning = {
  depositId: 'd1',
  template: 'None',
  archivalGroup: 'a/g',
  ...descriptionOf({ archivalGroupName: 'G' }),
  files: wanted.destination,
} as const;
const purpose = { kind: 'export', beginning, exportId: 'e1', version: 2 } as const;
const admit = { type: 'AdmitDeposit', ...of, depositId: 'd1', purpose, export: wanted, ...ann } as const;
const admitted: ArchivalGroupFact = { type: 'DepositAdmitted', data: { ...of, depositId: 'd1', purpose, ...ann } };
const requested: ArchivalGroupFact = { type: 'ExportRequested', data: { ...of, ...wanted, ...ann } };
const started: ArchivalGroupFact = {
  type: 'ExportStarted',
  data: { ...of, exportId: 'e1', epoch: 1, worker: 'w1', at },
};
const reassigned: ArchivalGroupFact = {
  type: 'ExportLeaseReassigned',
  data: { ...of, exportId: 'e1', epoch: 2, worker: 'w2', at },
};
const finished: ArchivalGroupFact = {
  type: 'ExportFinished',
  data: { ...of, exportId: 'e1', epoch: 1, files: 3, failures: 1, at },
};
const abandoned: ArchivalGroupFact = { type: 'ExportAbandoned', data: { ...of, exportId: 'e1', ...ann } };

const request = { type: 'RequestExport', ...of, export: wanted, ...ann } as const;
const other = { ...request, export: { ...wanted, exportId: 'e2' } };
const take = (epoch: number, worker: string) =>
  ({ type: 'TakeExport', ...of, exportId: 'e1', epoch, worker, ...ann }) as const;
const finish = (epoch: number) =>
  ({ type: 'FinishExport', ...of, exportId: 'e1', epoch, files: 3, failures: 1, ...ann }) as const;
const abandon = { type: 'AbandonExport', ...of, exportId: 'e1', ...ann } as const;

describe('a deposit that is created by an export', () => {
  it('is admitted together with its export', () => given().when(admit).then(admitted, requested));
  it('is not admitted while another deposit is active', () =>
    given({ type: 'DepositAdmitted', data: { ...of, depositId: 'd9', purpose: { kind: 'activate' }, ...ann } })
      .when(admit)
      .thenRefused('deposit-active-elsewhere'));
  it('is not admitted while another export is unfinished', () =>
    given({ type: 'ExportRequested', data: { ...of, ...wanted, exportId: 'e9', depositId: null, ...ann } })
      .when(admit)
      .thenRefused('export-active', 'There is an unfinished export (e9) for Archival Group a/g'));
});

describe('an export of an archival group', () => {
  it('is requested', () => given().when(request).then(requested));
  it('keeps others out until it has ended', () => {
    given(requested).when(other).thenRefused('export-active');
    given(requested, started, reassigned).when(other).thenRefused('export-active');
    for (const end of [finished, abandoned])
      given(requested, started, end)
        .when(other)
        .then({ type: 'ExportRequested', data: { ...of, ...other.export, ...ann } });
  });
  it('keeps imports and deposits out of nothing', () => {
    given(requested)
      .when({ type: 'AdmitDeposit', ...of, depositId: 'd2', purpose: { kind: 'activate' }, ...ann })
      .then({ type: 'DepositAdmitted', data: { ...of, depositId: 'd2', purpose: { kind: 'activate' }, ...ann } });
  });
  it('is started once', () => {
    given(requested).when(take(0, 'w1')).then(started);
    given(requested, started).when(take(0, 'w2')).thenRefused('lease-lost');
  });
  it('is taken over from the worker whose epoch was read', () => {
    given(requested, started).when(take(1, 'w2')).then(reassigned);
    given(requested, started, reassigned).when(take(1, 'w3')).thenRefused('lease-lost');
  });
  it('is ended by the worker that has it, and by no former one', () => {
    given(requested, started).when(finish(1)).then(finished);
    given(requested, started, reassigned).when(finish(1)).thenRefused('lease-lost');
  });
  it('ends once', () => {
    given(requested, started, finished).when(finish(1)).thenRefused('export-not-live');
    given(requested, started, abandoned).when(finish(1)).thenRefused('export-not-live');
    given(requested, started, finished).when(take(1, 'w2')).thenRefused('export-not-live');
  });
  it('is abandoned at any time, and never after its end', () => {
    given(requested).when(abandon).then(abandoned);
    given(requested, started).when(abandon).then(abandoned);
    given(requested, started, finished).when(abandon).thenNothing();
    given().when(abandon).thenNothing();
  });
});
