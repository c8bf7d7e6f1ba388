import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createContainer } from '../../../commands/processes/containers/create-container.js';
import type { Position } from '../../../events/envelope.js';
import { openDocumentStore } from '../../../infra/embedded/documents/document-store.js';
import { liveOf } from '../../../projections/live-generation.js';
import { openProjectors, countedViews } from '../../../projections/read-models.js';
import { workRebuild } from '../../../workers/rebuilder/rebuild-job.js';
import { dependenciesOn, emptyBytes, intentOf, memoryEvents } from '../../support/command-bench.js';
import { failureOf } from '../../support/failure-of.js';
import { alone } from '../../support/alone.js';
import { openedForEach } from '../../support/platform/opened.js';
import { recordedOutput } from '../../support/command-line/recorded-output.js';
import { valueOf } from '../../support/value-of.js';

describe('a rebuild as a job', () => {
  const events = openedForEach(memoryEvents);
  const documents = openedForEach(() => openDocumentStore(':memory:'));
  const views = openedForEach(() => {
    const opened = openProjectors({ events, documents, liveness: alone() });
    return { ...opened, close: () => opened.close() };
  });

  const head = async (): Promise<Position> => {
    const wanted = { path: randomUUID(), displayName: null };
    const made = await createContainer(dependenciesOn(events, emptyBytes()), intentOf('ann'), wanted);
    expect(await views.readModels.reached(made.ok ? made.position! : valueOf(made), 10_000)).to.equal(true);
    return (await events.head())!;
  };
  const liveNumber = async (name: string) => liveOf(await documents.register(name))?.number;
  const rebuild = async (view: string | null, since: Position, signal = new AbortController().signal) => {
    const output = recordedOutput();
    const summary = await workRebuild({ documents, since }, { view }, output, signal);
    return { summary, ...output };
  };

  it('ends when readers use new documents of the view', async () => {
    const since = await head();
    const before = await liveNumber('agents');
    const { summary, told } = await rebuild('agents', since);
    expect(summary).to.deep.equal({ views: 1 });
    expect(await liveNumber('agents')).to.be.above(before!);
    expect(told.at(-1)).to.deep.equal({ step: '100 % of the event log is read', files: 1, ofFiles: 1 });
  });

  it('tells how far it is', async () => {
    const { told } = await rebuild('agents', await head());
    expect(told[0]).to.deep.equal({ step: '0 % of the event log is read', files: 0, ofFiles: 1 });
  });

  it('asks for nothing that an earlier worker has asked for', async () => {
    const since = await head();
    await rebuild('agents', since);
    const number = await liveNumber('agents');
    await rebuild('agents', since);
    expect(await liveNumber('agents')).to.equal(number);
    await documents.requestRebuild('deposits');
    const { rebuildRequests } = await documents.register('deposits');
    await rebuild('deposits', since);
    expect(await documents.register('deposits')).to.include({ rebuildRequests });
  });

  it('builds every view, where none is named', async () => {
    const since = await head();
    const { summary } = await rebuild(null, since);
    expect(summary).to.deep.equal({ views: countedViews.length });
    for (const { name } of countedViews)
      expect(liveOf(await documents.register(name))?.end, name).to.satisfy((end: string) => end >= since);
  });

  it('stops once its signal is aborted', async () => {
    const reason = new Error('cancelled');
    expect(await failureOf(rebuild('agents', await head(), AbortSignal.abort(reason)))).to.equal(reason);
  });
});
