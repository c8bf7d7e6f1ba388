import { expect } from 'chai';
import type { DepositFact } from '../../events/deposit.js';
import { evolveWork, type DepositWork } from '../../events/deposit-work.js';

const depositId = 'd1';
const day = (number: number): string => `2026-05-0${number}T00:00:00.0000000Z`;
const by = (number: number) => ({ depositId, by: 'ann', at: day(number) });
const NOTHING: DepositWork = { layout: 'BagIt', jobs: [], lastRun: null };
const after = (...facts: readonly DepositFact[]): DepositWork => facts.reduce(evolveWork, NOTHING);

const queued = (runId: string): DepositFact => ({
  type: 'PipelineRunQueued',
  data: { ...by(1), runId, archivalGroupName: null },
});
const counts = { identified: 3, unidentified: 1, infected: 2, failed: 1, formats: [] };
const completed = (runId: string, more: object = {}): DepositFact => ({
  type: 'PipelineRunCompleted',
  data: { ...by(2), runId, epoch: 1, released: null, counts: { ...counts, ...more } },
});
const failed = (runId: string): DepositFact => ({
  type: 'PipelineRunFailed',
  data: { ...by(3), runId, epoch: 1, released: null, errors: 'No signatures.' },
});

describe('the work on a deposit, as listings show it', () => {
  const jobId = 'j1';
  const cases: readonly (readonly [kind: string, begin: DepositFact, end: DepositFact])[] = [
    ['pipelineRun', queued(jobId), failed(jobId)],
    [
      'import',
      { type: 'ImportJobAccepted', data: { ...by(1), jobId, resultId: 'r', planSha256: '' } },
      { type: 'ImportJobSettled', data: { depositId, jobId, resultId: 'r', outcome: 'completed', at: day(2) } },
    ],
    [
      'export',
      { type: 'DepositExportStarted', data: { ...by(1), exportId: jobId, version: 'v1' } },
      { type: 'DepositFilesArrived', data: { ...by(2), exportId: jobId, failures: 0 } },
    ],
    [
      'archiving',
      { type: 'DepositArchivingBegun', data: { ...by(1), jobId } },
      { type: 'DepositArchived', data: { ...by(2), jobId, removed: 1 } },
    ],
  ];
  for (const [kind, begin, end] of cases)
    it(`has a job of the kind ${kind} from when it was asked for to its end`, () => {
      expect(after(begin).jobs).to.deep.equal([{ jobId, kind, since: day(1) }]);
      expect(after(begin, end).jobs).to.deep.equal([]);
    });

  it('keeps what the last run counted where a later one fails', () => {
    const known = { unidentified: 1, infected: 2, failed: 1, runId: 'p1', finished: day(2) };
    const before = after(queued('p1'), completed('p1'));
    expect(before.lastRun).to.deep.equal({ ...known, notScanned: null, differing: null, unrecorded: null });
    const numbers = { notScanned: { files: 1, named: [] }, differing: 4, unrecorded: 5 };
    const { lastRun } = after(queued('p1'), completed('p1', numbers), queued('p2'), failed('p2'));
    expect(lastRun).to.deep.equal({ ...known, notScanned: 1, differing: 4, unrecorded: 5 });
  });

  it('has the layout with which the deposit was created', () => {
    expect(after(queued('p1')).layout).to.equal('BagIt');
  });
});
