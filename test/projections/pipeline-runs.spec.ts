import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { catalogue } from '../../events/codec/catalogue.js';
import { createCodec } from '../../events/codec/codec.js';
import type { DepositFact } from '../../events/deposit.js';
import type { Position } from '../../events/envelope.js';
import type { PipelineRunFact } from '../../events/pipeline-run.js';
import type { EventStore } from '../../events/store.js';
import { openDocumentStore } from '../../infra/embedded/documents/document-store.js';
import { openEventStore } from '../../infra/embedded/event-store/event-store.js';
import { freshPipelineRuns } from '../../projections/pipeline-runs/fresh-pipeline-runs.js';
import {
  pipelineRuns,
  pipelineRunsView,
  type PipelineRunDocument,
  type PipelineRunsView,
} from '../../projections/pipeline-runs/pipeline-runs.js';
import { openProjector } from '../../projections/projector/projector.js';
import { readView } from '../../projections/read-view.js';
import { atDepth } from '../support/random/depth.js';
import { PLAIN_METADATA } from '../support/plain-metadata.js';
import { openedForEach } from '../support/platform/opened.js';
import { alone } from '../support/alone.js';

const schemaOf = ({ type }: DepositFact | PipelineRunFact): number =>
  catalogue.find((known) => known.type === type)?.schema ?? 1;
const DEPOSIT = 'deposit-d1';
const of = { depositId: 'd1' };
const day = (number: number): string => `2026-05-0${number}T12:00:00.0000000Z`;
const by = (agent: string, number: number) => ({ by: agent, at: day(number) });
const counts = { identified: 1, unidentified: 0, infected: 2, failed: 0, formats: [] };

const queued = (runId: string, number = 1): DepositFact => ({
  type: 'PipelineRunQueued',
  data: { ...of, runId, archivalGroupName: 'Letters', ...by('ann', number) },
});
const claimed = (runId: string, worker: string | null = 'w1', epoch = 1, number = 2): DepositFact => ({
  type: 'PipelineRunClaimed',
  data: { ...of, runId, epoch, worker, ...by('platform', number) },
});
const completed = (runId: string, number = 5): DepositFact => ({
  type: 'PipelineRunCompleted',
  data: { ...of, runId, epoch: 1, released: null, counts, ...by('platform', number) },
});
const forced = (runId: string): DepositFact => ({
  type: 'PipelineRunForceCompleted',
  data: { ...of, runId, released: null, errors: 'enough', ...by('ben', 5) },
});
const progressed = (runId: string, number: number): PipelineRunFact => ({
  type: 'PipelineRunProgressed',
  data: { ...of, runId, epoch: 1, step: 'identify', files: 1, of: 2, bytes: 3, at: day(number) },
});

describe('the view of pipeline runs', () => {
  const events = openedForEach(() => openEventStore(':memory:', createCodec(catalogue)));
  const documents = openedForEach(() => openDocumentStore(':memory:'));

  const append = (stream: string, ...facts: readonly (DepositFact | PipelineRunFact)[]) =>
    events.append(
      stream,
      facts.map((fact) => ({ ...fact, id: randomUUID(), metadata: { ...PLAIN_METADATA, schema: schemaOf(fact) } })),
      'any',
    );
  /** The view after everything in the log, built from the beginning where it was not before. */
  const project = async (): Promise<{ readonly view: PipelineRunsView; readonly position: () => Position | null }> => {
    const { projector } = openProjector(pipelineRuns, { events, documents, liveness: alone() });
    const head = await events.head();
    if (head !== null) expect(await projector.reached(head, 60_000)).to.equal(true);
    await projector.close();
    const read = readView<PipelineRunDocument>(pipelineRuns.shape, documents);
    await read.until(() => true, 1_000);
    return { view: pipelineRunsView(read.documents), position: read.position };
  };
  const idsOf = (runs: readonly PipelineRunDocument[]): string[] => runs.map(({ runId }) => runId);

  it('shows a run from the queue to its end', async () => {
    await append(DEPOSIT, queued('p1'));
    const { view: first } = await project();
    expect(await first.run('d1', 'p1')).to.include({ status: 'waiting', runUser: 'ann', lastModified: day(1) });
    await append(DEPOSIT, claimed('p1'));
    await append('pipelineRun-p1', progressed('p1', 3));
    const { view: second } = await project();
    expect(await second.run('d1', 'p1')).to.include({
      status: 'processing',
      dateBegun: day(2),
      lastModified: day(3),
      dateFinished: null,
    });
    await append(DEPOSIT, completed('p1'));
    await append('pipelineRun-p1', progressed('p1', 6)); // of a worker that did not know yet
    const { view } = await project();
    expect(await view.run('d1', 'p1')).to.deep.include({
      status: 'completed',
      dateFinished: day(5),
      lastModified: day(5),
      errors: null,
      counts,
    });
    expect(await view.run('d2', 'p1')).to.equal(null);
  });
  it('shows the tools of the last worker, the warnings about them, and how far it has come', async () => {
    const tools = [{ name: 'clamav', version: '1.4.3', signatures: '27886' }];
    const recorded = (epoch: number, warnings: readonly string[]): PipelineRunFact => ({
      type: 'PipelineToolsRecorded',
      data: { ...of, runId: 'p1', epoch, tools, warnings, at: day(3) },
    });
    await append(DEPOSIT, queued('p1'), claimed('p1'));
    await append('pipelineRun-p1', recorded(1, ['The signatures are old.']), progressed('p1', 3));
    const { view: first } = await project();
    expect(await first.run('d1', 'p1')).to.deep.include({
      ...{ tools, warnings: ['The signatures are old.'] },
      progress: { step: 'identify', files: 1, of: 2, bytes: 3 },
    });
    await append('pipelineRun-p1', recorded(2, []));
    const { view } = await project();
    expect(await view.run('d1', 'p1')).to.deep.include({ tools, warnings: [], progress: null });
  });
  it('keeps the date of the first claim, and what was reached before the second', async () => {
    const created: DepositFact = {
      type: 'PipelineMetadataCreated',
      data: { ...of, runId: 'p1', epoch: 1, ...by('platform', 3) },
    };
    await append(DEPOSIT, queued('p1'), claimed('p1'), created, claimed('p1', 'w2', 2, 4));
    const { view } = await project();
    expect(await view.run('d1', 'p1')).to.include({
      status: 'metadataCreated',
      dateBegun: day(2),
      lastModified: day(4),
    });
  });
  it('tells which unfinished runs were not changed since a time', async () => {
    await append('deposit-d1', queued('p1', 1));
    await append('deposit-d2', queued('p2', 1), claimed('p2', null, 1, 2));
    await append('deposit-d3', queued('p3', 1));
    await append('pipelineRun-p3', progressed('p3', 4));
    await append('deposit-d4', queued('p4', 1), completed('p4', 2));
    const { view } = await project();
    expect(idsOf(await view.unfinishedBefore({ before: day(4), limit: 10, after: null }))).to.deep.equal(['p1', 'p2']);
  });
  it('tells them page by page, also of those that were changed at the same moment', async () => {
    const days = { p5: 1, p2: 2, p1: 2, p4: 2, p3: 3 };
    for (const [runId, at] of Object.entries(days)) await append(`deposit-of-${runId}`, queued(runId, at));
    const { view } = await project();
    const pages: string[][] = [];
    for (let after: PipelineRunDocument | null = null; ;) {
      const page: PipelineRunDocument[] = await view.unfinishedBefore({ before: day(4), limit: 2, after });
      pages.push(idsOf(page));
      after = page.at(-1) ?? null;
      if (page.length < 2) break;
    }
    expect(pages).to.deep.equal([['p5', 'p1'], ['p2', 'p4'], ['p3']]);
  });
  it('is the same after it was built again', async () => {
    await append(DEPOSIT, queued('p1'), claimed('p1'), completed('p1'), queued('p2', 5), claimed('p2', null, 1, 6));
    const { view: before } = await project();
    const runs = await before.runsOfDeposit('d1');
    await documents.requestRebuild(pipelineRuns.shape.name);
    const { view } = await project();
    expect(await view.runsOfDeposit('d1')).to.deep.equal(runs);
    expect(idsOf(runs)).to.deep.equal(['p1', 'p2']);
  });
  it('keeps the runs of a deleted deposit', async () => {
    await append(DEPOSIT, queued('p1'), forced('p1'), { type: 'DepositDeleted', data: { ...of, ...by('ben', 5) } });
    const { view } = await project();
    expect(idsOf(await view.runsOfDeposit('d1'))).to.deep.equal(['p1']);
  });

  describe('completed from the streams', () => {
    it('shows what no projector has read', async () => {
      await append(DEPOSIT, queued('p1'), claimed('p1'));
      await append('pipelineRun-p1', progressed('p1', 3));
      const read = readView<PipelineRunDocument>(pipelineRuns.shape, documents);
      const fresh = freshPipelineRuns({ view: pipelineRunsView(read.documents), position: read.position, events });
      expect(await fresh.run('d1', 'p1')).to.include({ status: 'processing', lastModified: day(3) });
      expect(idsOf(await fresh.runsOfDeposit('d1'))).to.deep.equal(['p1']);
      expect(await fresh.run('d1', 'p2')).to.equal(null);
    });
    it('shows what a projector has not read yet', async () => {
      await append(DEPOSIT, queued('p1'), claimed('p1'));
      const { view, position } = await project();
      await append(DEPOSIT, completed('p1'), queued('p2', 6));
      const fresh = freshPipelineRuns({ view, position, events });
      expect(await fresh.run('d1', 'p1')).to.include({ status: 'completed' });
      expect((await fresh.runsOfDeposit('d1')).map(({ status }) => status)).to.deep.equal(['completed', 'waiting']);
      expect((await view.runsOfDeposit('d1')).map(({ status }) => status)).to.deep.equal(['processing']);
    });
    it('lists thousands of runs of a deposit by one query and one fact', async () => {
      const RUNS = atDepth(50) * 200;
      for (let first = 0; first < RUNS; first += 200) {
        const ids = Array.from({ length: 200 }, (_, index) => `p${first + index}`);
        await append(DEPOSIT, ...ids.flatMap((runId) => [queued(runId), completed(runId)]));
      }
      const { view, position } = await project();
      let queries = 0;
      let facts = 0;
      const counting: PipelineRunsView = {
        ...view,
        runsOfDeposit: (depositId) => {
          queries += 1;
          return view.runsOfDeposit(depositId);
        },
      };
      const read: EventStore['read'] = async function* (stream, options) {
        for await (const fact of events.read(stream, options)) {
          facts += 1;
          yield fact as never;
        }
      };
      const runs = await freshPipelineRuns({ view: counting, position, events: { read } }).runsOfDeposit('d1');
      expect(idsOf(runs)).to.deep.equal(Array.from({ length: RUNS }, (_, index) => `p${index}`));
      expect([queries, facts]).to.deep.equal([1, 1]);
    });
  });
});
