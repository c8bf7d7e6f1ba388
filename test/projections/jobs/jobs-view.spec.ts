import { expect } from 'chai';
import { catalogue } from '../../../events/codec/catalogue.js';
import { createCodec } from '../../../events/codec/codec.js';
import { openDocumentStore } from '../../../infra/embedded/documents/document-store.js';
import { openEventStore } from '../../../infra/embedded/event-store/event-store.js';
import type { JobDocument } from '../../../projections/jobs/job-document.js';
import type { JobFilter } from '../../../projections/jobs/job-queries.js';
import { jobs, type JobFact } from '../../../projections/jobs/jobs.js';
import { jobsView, type JobsView } from '../../../projections/jobs/jobs-view.js';
import { openProjector } from '../../../projections/projector/projector.js';
import { readView } from '../../../projections/read-view.js';
import { openedForEach } from '../../support/platform/opened.js';
import { appendJobFacts, at, exportQueued, importQueued, importStarted, runQueued } from './job-facts.js';
import { alone } from '../../support/alone.js';

const ALL = ['import', 'export', 'pipelineRun'] as const;
const idsOf = (found: readonly JobDocument[]): string[] => found.map(({ jobId }) => jobId);

describe('the view of jobs', () => {
  const events = openedForEach(() => openEventStore(':memory:', createCodec(catalogue)));
  const documents = openedForEach(() => openDocumentStore(':memory:'));

  const viewOf = async (...facts: readonly JobFact[]): Promise<JobsView> => {
    await appendJobFacts(events, facts);
    const { projector } = openProjector(jobs, { events, documents, liveness: alone() });
    expect(await projector.reached((await events.head())!, 60_000)).to.equal(true);
    await projector.close();
    return jobsView(readView<JobDocument>(jobs.shape, documents).documents);
  };

  const three = (): Promise<JobsView> =>
    viewOf(
      importQueued('i1', { minute: 1 }),
      exportQueued('e1', { minute: 2, by: 'ben', archivalGroup: 'c' }),
      runQueued('p1', { minute: 3, by: 'cleo' }),
      importStarted('i1'),
    );

  const listings: readonly [string, JobFilter, readonly string[]][] = [
    ['all, those asked for last first', {}, ['p1', 'e1', 'i1']],
    ['some kinds', { kinds: ['import', 'pipelineRun'] }, ['p1', 'i1']],
    ['a state', { statuses: ['running'] }, ['i1']],
    ['several states', { statuses: ['running', 'waiting', 'completed'] }, ['p1', 'e1', 'i1']],
    ['a deposit', { depositId: 'd2' }, ['e1']],
    ['an archival group', { archivalGroup: 'a/b' }, ['i1']],
    ['an agent', { agent: 'cleo' }, ['p1']],
    ['a time', { from: at(2), to: at(3) }, ['e1']],
    ['what no job has', { agent: 'dora', kinds: ['import'] }, []],
  ];
  for (const [what, filter, expected] of listings) {
    it(`lists ${what}`, async () => {
      const { jobs: found, total } = await (await three()).page({ filter, skip: 0, limit: 10 });
      expect(idsOf(found)).to.deep.equal(expected);
      expect(total).to.equal(expected.length);
    });
  }

  it('lists those that ended within a time, of a kind and well', async () => {
    const ended = (jobId: string, minute: number): JobFact => ({
      type: 'ImportJobCompleted',
      data: { jobId, version: 2, at: at(minute) },
    });
    const queued = ['i1', 'i2', 'i3', 'i4'].map((jobId, minute) => importQueued(jobId, { minute }));
    const failed: JobFact = { type: 'ImportJobFailed', data: { jobId: 'i4', errors: [], at: at(6) } };
    const view = await viewOf(...queued, ended('i1', 4), ended('i2', 5), failed);
    const listed = async (filter: JobFilter): Promise<readonly [string[], number]> => {
      const { jobs: found, total } = await view.page({ filter, skip: 0, limit: 10 });
      return [idsOf(found), total];
    };
    expect(await listed({ endedFrom: at(5) })).to.deep.equal([['i4', 'i2'], 2]);
    expect(await listed({ endedFrom: at(5), statuses: ['completed'] })).to.deep.equal([['i2'], 1]);
    expect(await listed({ endedTo: at(6) })).to.deep.equal([['i2', 'i1'], 2]);
    expect(await listed({ endedFrom: at(4), endedTo: at(5), kinds: ['import'] })).to.deep.equal([['i1'], 1]);
    expect(await listed({ endedFrom: at(4), from: at(2) })).to.deep.equal([['i4'], 1]);
    expect(await listed({ endedFrom: at(4), kinds: ['export'] })).to.deep.equal([[], 0]);
  });

  it('lists page by page', async () => {
    const view = await three();
    const page = async (skip: number) => idsOf((await view.page({ filter: {}, skip, limit: 2 })).jobs);
    expect([await page(0), await page(2), await page(4)]).to.deep.equal([['p1', 'e1'], ['i1'], []]);
  });

  it('finds a job by its id, and an import by that of its result', async () => {
    const view = await three();
    expect((await view.job('e1'))?.kind).to.equal('export');
    expect((await view.jobOfResult('r-i1'))?.jobId).to.equal('i1');
    expect([await view.job('x'), await view.jobOfResult('x')]).to.deep.equal([null, null]);
  });

  it('counts by kind and state, and tells since when the oldest waits', async () => {
    const counts = await (
      await viewOf(importQueued('i1', { minute: 4 }), importQueued('i2', { minute: 3 }), importStarted('i1'))
    ).counts();
    expect(counts.find(({ kind }) => kind === 'import')).to.deep.equal({
      ...{ kind: 'import', waiting: 1, held: 0, running: 1, oldestWaiting: at(3) },
    });
    expect(counts.find(({ kind }) => kind === 'rebuild')).to.deep.equal({
      ...{ kind: 'rebuild', waiting: 0, held: 0, running: 0, oldestWaiting: null },
    });
  });

  it('goes from agent to agent, and through the jobs of each by rank', async () => {
    const view = await viewOf(
      importQueued('i1', { by: 'ben', minute: 2 }),
      importQueued('i2', { by: 'ben', minute: 1 }),
      exportQueued('e1', { by: 'cleo', minute: 0 }),
      importQueued('i3', { by: 'dora', minute: 3 }),
    );
    const next = async (after: string | null, kinds: readonly (typeof ALL)[number][] = ALL) =>
      (await view.nextOfAgent({ kinds, after }))?.jobId ?? null;
    expect([await next(null), await next('ben'), await next('cleo'), await next('dora')]).to.deep.equal([
      ...['i2', 'e1', 'i3', null],
    ]);
    expect(await next('ben', ['import'])).to.equal('i3');
    expect(idsOf(await view.waitingOf({ kinds: ALL, agent: 'ben', limit: 5 }))).to.deep.equal(['i2', 'i1']);
    expect(idsOf(await view.waitingOf({ kinds: ALL, agent: 'ben', limit: 1 }))).to.deep.equal(['i2']);
  });

  it('finds the running jobs, and how many an agent has', async () => {
    const view = await viewOf(
      ...['i1', 'i2', 'i3', 'i4'].map((jobId) => importQueued(jobId)),
      importStarted('i3', 'w2'),
      importStarted('i1', 'w1'),
      importStarted('i2', 'w1'),
    );
    const running = async (afterJobId: string | null, limit: number) =>
      idsOf(await view.running({ kinds: ['import'], afterJobId, limit }));
    expect(await running(null, 2)).to.deep.equal(['i1', 'i2']);
    expect(await running('i2', 2)).to.deep.equal(['i3']);
    expect(await view.running({ kinds: ['export'], afterJobId: null, limit: 2 })).to.deep.equal([]);
    expect([await view.runningOf('ann'), await view.runningOf('ben')]).to.deep.equal([3, 0]);
  });
});
