import { expect } from 'chai';
import type { RecordedFact } from '../../../events/envelope.js';
import type { JobDocument } from '../../../projections/jobs/job-document.js';
import { rankOf } from '../../../projections/jobs/job-changes.js';
import { jobs, type JobFact } from '../../../projections/jobs/jobs.js';
import { at, exportQueued, importQueued, importStarted, runQueued } from './job-facts.js';

/** The document of a job after facts. */
const after = (jobId: string, ...facts: readonly JobFact[]): JobDocument | null =>
  facts
    .flatMap((fact) => {
      const touches = jobs.touches(fact as RecordedFact<JobFact>).filter(({ key }) => key === jobId);
      expect(touches, `${fact.type} changes a document once, as projectors do`).to.have.length.at.most(1);
      return touches;
    })
    .reduce<JobDocument | null>((doc, { apply }) => apply(doc), null);

const by = { by: 'ben', at: at(9) };
const one = (message: string, path: string | null = null) => ({ path, message });

describe('the facts that the view of jobs is made of', () => {
  it('show an import that waits', () => {
    expect(after('i1', importQueued('i1'))).to.deep.equal({
      jobId: 'i1',
      kind: 'import',
      status: 'waiting',
      agent: 'ann',
      depositId: 'd1',
      archivalGroup: 'a/b',
      archivalGroupName: 'Letters',
      submitted: at(0),
      begun: null,
      finished: null,
      lastModified: at(0),
      priority: 0,
      rank: at(0),
      holder: null,
      epoch: 0,
      heldBy: null,
      cancelledBy: null,
      errors: [],
      failures: 0,
      version: null,
      baseVersion: null,
      planned: { added: 2, changed: 1, deleted: 0, renamed: 0 },
      counts: null,
      steps: [{ step: 'wait', begun: at(0), ended: null }],
      files: null,
      bytes: 300,
      summary: null,
      resultId: 'r-i1',
      retryOf: null,
      retriedAs: null,
    });
  });

  it('show who works an import, also after another process took it over', () => {
    const started = [importQueued('i1'), importStarted('i1')];
    expect(after('i1', ...started)).to.include({
      ...{ status: 'running', holder: 'w1', epoch: 1, begun: at(1), rank: null, baseVersion: 1 },
    });
    const reassigned = { path: 'a/b', jobId: 'i1', epoch: 2, worker: 'w2', at: at(5) };
    expect(after('i1', ...started, { type: 'ImportLeaseReassigned', data: reassigned })).to.include({
      ...{ status: 'running', holder: 'w2', epoch: 2, begun: at(1), lastModified: at(5) },
    });
  });

  describe('tell the steps of a job with their times', () => {
    const stepsOf = (jobId: string, ...facts: readonly JobFact[]): readonly unknown[] | undefined =>
      after(jobId, ...facts)?.steps.map(({ step, begun, ended }) => [step, begun, ended]);
    const ofImport = { path: 'a/b', jobId: 'i1', epoch: 1 };
    const begun: JobFact = {
      type: 'ImportContentBegun',
      data: { ...ofImport, version: 2, folder: 'v2/content/', at: at(3) },
    };
    const decided: JobFact = {
      type: 'VersionCommitDecided',
      data: {
        ...{ ...ofImport, version: 2, created: at(4), name: 'Letters', baseInventoryETag: null, by: 'ann', at: at(4) },
        inventory: { sha256: '', size: 1, stagedKey: 'k' },
        totals: { files: 2, bytes: 9, addedFiles: 1, addedBytes: 5 },
      },
    };
    const reassigned = (minute: number): JobFact => ({
      type: 'ImportLeaseReassigned',
      data: { path: 'a/b', jobId: 'i1', epoch: 2, worker: 'w2', at: at(minute) },
    });
    const done: JobFact = { type: 'ImportJobCompleted', data: { jobId: 'i1', version: 2, at: at(9) } };
    const started = [importQueued('i1'), importStarted('i1')];

    it('an import, until its version is published', () => {
      expect(stepsOf('i1', ...started, begun, decided, done)).to.deep.equal([
        ['wait', at(0), at(1)],
        ['prepare', at(1), at(3)],
        ['copy', at(3), at(4)],
        ['publish', at(4), at(9)],
      ]);
      expect(after('i1', ...started)).to.include({ baseVersion: 1 });
    });

    it('an import that another process takes over, which begins anew before the version is decided, and not after', () => {
      expect(stepsOf('i1', ...started, begun, reassigned(5))).to.deep.equal([
        ['wait', at(0), at(1)],
        ['prepare', at(5), null],
      ]);
      expect(stepsOf('i1', ...started, begun, decided, reassigned(5))?.at(-1)).to.deep.equal(['publish', at(4), null]);
    });

    it('a pipeline run, as its worker tells them at the end', () => {
      const of = { depositId: 'd3', runId: 'p1' };
      const claimed: JobFact = {
        type: 'PipelineRunClaimed',
        data: { ...of, epoch: 1, worker: 'w1', ...by, at: at(1) },
      };
      const counts = { identified: 2, unidentified: 1, infected: 0, failed: 0, formats: [] };
      const steps = [{ step: 'prepare' as const, begun: at(2), ended: at(3) }];
      const ended: JobFact = {
        type: 'PipelineRunCompleted',
        data: { ...of, epoch: 1, released: null, counts, steps, ...by },
      };
      expect(stepsOf('p1', runQueued('p1'), claimed)?.at(-1)).to.deep.equal(['look', at(1), null]);
      expect(stepsOf('p1', runQueued('p1'), claimed, ended)).to.deep.equal([
        ['wait', at(0), at(1)],
        ['prepare', at(2), at(3)],
      ]);
      expect(after('p1', runQueued('p1'), claimed, ended)?.counts).to.deep.equal({
        ...{ identified: 2, unidentified: 1, infected: 0, failed: 0, notScanned: null },
      });
    });
  });

  it('show the version that an import made, and nothing that comes after its end', () => {
    const completed: JobFact = { type: 'ImportJobCompleted', data: { jobId: 'i1', version: 2, at: at(7) } };
    const late: JobFact = { type: 'ImportJobFailed', data: { jobId: 'i1', errors: [one('no')], at: at(8) } };
    const end = { status: 'completed', version: 2, finished: at(7), lastModified: at(7), failures: 0, holder: 'w1' };
    expect(after('i1', importQueued('i1'), importStarted('i1'), completed, late)).to.include(end);
  });

  it('keep the first ten errors, and count all', () => {
    const errors = Array.from({ length: 12 }, (_, number) => one('no', `a/b/${number}`));
    const failed: JobFact = { type: 'ImportJobFailed', data: { jobId: 'i1', errors, at: at(7) } };
    const doc = after('i1', importQueued('i1'), importStarted('i1'), failed);
    expect(doc).to.include({ status: 'completedWithErrors', failures: 12 });
    expect(doc?.errors).to.deep.equal(errors.slice(0, 10));
  });

  it('count only the failures of the last worker of an export', () => {
    const claim = (epoch: number, type: 'ExportStarted' | 'ExportLeaseReassigned'): JobFact => ({
      type,
      data: { path: 'a/b', exportId: 'e1', epoch, worker: `w${epoch}`, at: at(epoch) },
    });
    const failures = (epoch: number, ...failures: { path: string | null; message: string }[]): JobFact => ({
      type: 'ExportFailuresRecorded',
      data: { exportId: 'e1', epoch, page: 0, failures, at: at(4) },
    });
    const doc = after(
      'e1',
      exportQueued('e1'),
      claim(1, 'ExportStarted'),
      failures(1, one('first', 'x')),
      claim(2, 'ExportLeaseReassigned'),
      failures(1, one('late', 'y')),
      failures(2, one('second', 'x')),
      { type: 'ExportJobCompleted', data: { exportId: 'e1', epoch: 2, files: 4, failures: 1, at: at(6) } },
    );
    expect(doc).to.include({ status: 'completedWithErrors', holder: 'w2', version: 3, files: 4, failures: 1 });
    expect(doc?.errors).to.deep.equal([one('second', 'x')]);
  });

  it('say why an export was given up', () => {
    const abandoned: JobFact = {
      type: 'ExportJobAbandoned',
      data: { exportId: 'e1', reason: 'version-not-found', at: at(0) },
    };
    const doc = after('e1', exportQueued('e1', { sourceVersion: '2026' }), abandoned);
    expect(doc).to.include({ status: 'completedWithErrors', version: null, failures: 1 });
    expect(doc?.errors[0]?.message).to.contain('a/b has no such version');
  });

  it('show a job that is held, turned and released', () => {
    const of = { path: 'a/b', jobId: 'i1', by: 'ben' };
    const held: JobFact = { type: 'JobHeld', data: { ...of, at: at(61) } };
    const turned: JobFact = { type: 'JobPriorityChanged', data: { ...of, priority: 1, at: at(62) } };
    const released: JobFact = { type: 'JobHoldReleased', data: { ...of, at: at(63) } };
    const queued = importQueued('i1', { minute: 60 });
    expect(after('i1', queued, held)).to.include({ status: 'held', heldBy: 'ben', rank: null });
    expect(after('i1', queued, held, turned)).to.include({ status: 'held', priority: 1, rank: null });
    expect(after('i1', queued, turned)).to.include({ status: 'waiting', rank: at(0), lastModified: at(62) });
    expect(after('i1', queued, held, turned, released)).to.include({ status: 'waiting', heldBy: null, rank: at(0) });
  });

  it('tell who cancelled a job', () => {
    const errors = [one('Cancelled by ben.')];
    const abandoned: JobFact = {
      type: 'ImportAbandoned',
      data: { path: 'a/b', jobId: 'i1', epoch: 0, errors, cancelledBy: 'ben', at: at(5) },
    };
    const failed: JobFact = { type: 'ImportJobFailed', data: { jobId: 'i1', errors, at: at(5) } };
    const exported: JobFact = {
      type: 'ExportJobAbandoned',
      data: { exportId: 'e1', reason: 'cancelled', cancelledBy: 'ben', at: at(5) },
    };
    const forced: JobFact = {
      type: 'PipelineRunForceCompleted',
      data: { depositId: 'd3', runId: 'p1', released: null, errors: 'Cancelled by ben.', cancelledBy: 'ben', ...by },
    };
    for (const doc of [
      after('i1', importQueued('i1'), abandoned, failed),
      after('e1', exportQueued('e1'), exported),
      after('p1', runQueued('p1'), forced),
    ]) {
      expect(doc).to.include({ status: 'completedWithErrors', cancelledBy: 'ben', rank: null });
      expect(doc?.errors).to.deep.equal(errors);
    }
  });

  it('show the archival group of a pipeline run and of an archive job, where their deposit has one', () => {
    const [run, job] = [
      { depositId: 'd3', runId: 'p1', archivalGroupName: null, ...by },
      { depositId: 'd1', jobId: 'z1', ...by },
    ];
    const group = { archivalGroup: 'a/b' };
    expect(after('p1', { type: 'PipelineRunQueued', data: run })?.archivalGroup).to.equal(null);
    expect(after('p1', { type: 'PipelineRunQueued', data: { ...run, ...group } })?.archivalGroup).to.equal('a/b');
    expect(after('z1', { type: 'DepositArchivingBegun', data: job })?.archivalGroup).to.equal(null);
    expect(after('z1', { type: 'DepositArchivingBegun', data: { ...job, ...group } })?.archivalGroup).to.equal('a/b');
  });

  it('show a pipeline run of a worker outside of the platform without a holder', () => {
    const claimed: JobFact = {
      type: 'PipelineRunClaimed',
      data: { depositId: 'd3', runId: 'p1', epoch: 1, worker: null, ...by },
    };
    expect(after('p1', runQueued('p1'), claimed)).to.include({ status: 'running', holder: null, rank: null });
  });

  it('tell who ended a pipeline run without a reason', () => {
    const forced: JobFact = {
      type: 'PipelineRunForceCompleted',
      data: { depositId: 'd3', runId: 'p1', released: null, errors: null, ...by },
    };
    expect(after('p1', runQueued('p1'), forced)?.errors).to.deep.equal([one('Ended by ben, who gave no reason.')]);
  });

  it('show an archive job, and what it removed', () => {
    const ofJob = { depositId: 'd1', jobId: 'z1' };
    const begun: JobFact = { type: 'DepositArchivingBegun', data: { ...ofJob, by: 'ann', at: at(1) } };
    const version = { archivalGroup: 'a/b', version: 'v2', inventorySha256: '', files: 5, bytes: 50 };
    const verified: JobFact = { type: 'DepositArchivingVerified', data: { ...ofJob, ...version, at: at(2) } };
    const archived: JobFact = { type: 'DepositArchived', data: { ...ofJob, removed: 6, by: 'platform', at: at(3) } };
    expect(after('z1', begun)).to.include({ kind: 'archiving', status: 'waiting', rank: at(1) });
    expect(after('z1', begun, verified)).to.include({ status: 'running', archivalGroup: 'a/b', version: 2, bytes: 50 });
    expect(after('z1', begun, verified, archived)).to.include({ status: 'completed', finished: at(3), files: 6 });
  });

  it('show an archive job that was reported from outside as ended', () => {
    const times = { started: at(1), finished: at(2) };
    const report = { depositId: 'd1', jobId: 'z2', ...times, removed: 3, errors: [one('no')], batch: 7, ...by };
    const doc = after('z2', { type: 'ArchiveJobReported', data: report });
    expect(doc).to.include({ status: 'completedWithErrors', begun: at(1), finished: at(2), rank: null, files: 3 });
  });
});

describe('the rank of a waiting job', () => {
  it('is an hour earlier for each step of priority', () => {
    expect(rankOf(at(125), 2)).to.equal(at(5));
    expect(rankOf(at(5), -2)).to.equal(at(125));
  });
});

describe('the facts of a job of the platform', () => {
  const parameters = { archivalGroup: 'a/b', quick: true };
  const requested: JobFact = { type: 'JobRequested', data: { jobId: 'j1', kind: 'audit', parameters, ...by } };
  const claim: JobFact = { type: 'JobClaimed', data: { jobId: 'j1', epoch: 1, worker: 'w1', at: at(10) } };

  it('show what it is about, and who works it', () => {
    expect(after('j1', requested)).to.include({
      ...{ kind: 'audit', status: 'waiting', agent: 'ben', archivalGroup: 'a/b', submitted: at(9), rank: at(9) },
    });
    expect(after('j1', requested, claim)).to.include({
      ...{ status: 'running', holder: 'w1', epoch: 1, begun: at(10), rank: null },
    });
  });

  it('show how it ended, with what it counted', () => {
    const counts = { objects: 1, versions: 2, inProgress: 0, viewsNotCompared: 0 };
    const summary = { ...counts, files: 21, bytesRead: 300, findings: 11 };
    const errors = Array.from({ length: 11 }, (_, number) => one(`no ${number}`));
    const end = { epoch: 1, outcome: 'completedWithErrors', summary, errors, failures: 11, at: at(12) } as const;
    const doc = after('j1', requested, claim, { type: 'JobEnded', data: { jobId: 'j1', ...end } });
    expect(doc).to.include({ status: 'completedWithErrors', finished: at(12), files: 21, bytes: 300, failures: 11 });
    expect(doc?.summary).to.deep.equal(summary);
    expect(doc?.errors).to.deep.equal(errors.slice(0, 10));
  });

  it('show who cancelled it, and which job it repeats', () => {
    const errors = [one('Cancelled by ann.')];
    const end = { epoch: 0, outcome: 'completedWithErrors', summary: null, errors, failures: 1, at: at(12) } as const;
    const cancelled: JobFact = { type: 'JobEnded', data: { jobId: 'j1', ...end, cancelledBy: 'ann' } };
    const view = { view: null };
    const again: JobFact = {
      type: 'JobRequested',
      data: { jobId: 'j2', kind: 'rebuild', parameters: view, retryOf: 'j1', by: 'ben', at: at(13) },
    };
    expect(after('j1', requested, cancelled, again)).to.deep.include({ cancelledBy: 'ann', errors, retriedAs: 'j2' });
    expect(after('j2', requested, cancelled, again)).to.include({
      kind: 'rebuild',
      archivalGroup: null,
      retryOf: 'j1',
    });
  });
});
