import { expect } from 'chai';
import { jobEvents } from '../../../gateways/jobs/job-events.js';
import { renderJob } from '../../../gateways/rendering/job.js';
import type { JobDocument } from '../../../projections/jobs/job-document.js';

const baseUrls = { preservation: 'http://p', storage: 'http://s' };
const at = '2026-05-01T12:00:00.0000000Z';
const waiting: JobDocument = {
  ...{ archivalGroupName: null, baseVersion: null, planned: null, counts: null, steps: [] },
  ...{ jobId: 'j1', kind: 'export', status: 'waiting', agent: 'ann', depositId: null, archivalGroup: 'a' },
  ...{ submitted: at, begun: null, finished: null, lastModified: at, priority: 0, rank: at, holder: null, epoch: 0 },
  ...{ heldBy: null, cancelledBy: null, errors: [], failures: 0, version: 1, files: null, bytes: null },
  ...{ resultId: null, retryOf: null, retriedAs: null },
};
const shown = (changes: Partial<JobDocument>) =>
  renderJob({ baseUrls, self: 'storage' }, { ...waiting, ...changes }, null);

describe('the events of a job', () => {
  /** What is sent while the job is read as each of these, one after the other, and then not found. */
  const sent = async (first: Partial<JobDocument>, ...later: readonly Partial<JobDocument>[]): Promise<string[]> => {
    const reads = later.map(shown);
    const read = () => Promise.resolve(reads.shift() ?? null);
    const texts: string[] = [];
    const { signal } = new AbortController();
    for await (const text of jobEvents({ first: shown(first), read, signal, everyMs: 1 })) texts.push(text);
    return texts;
  };
  const statesIn = (texts: readonly string[]): string[] =>
    texts.flatMap((text) => /"state":"(\w+)"/.exec(text)?.slice(1) ?? []);

  it('tell of each change, and again and again of a job that runs', async () => {
    const running = { status: 'running' } as const;
    const completed = { status: 'completed', finished: at } as const;
    const texts = await sent({}, {}, {}, { heldBy: 'ann', status: 'held' }, {}, running, running, completed, running);
    expect(statesIn(texts)).to.deep.equal(['waiting', 'held', 'waiting', 'running', 'running', 'completed']);
    expect(texts[0]).to.match(/^retry: \d+\n\n$/);
    expect(texts.at(-1)).to.match(/^id: ended\nevent: job\ndata: .*\n\n$/);
    expect(texts.slice(0, -1).join('')).not.to.contain('id: ');
  });

  it('are a comment now and then while nothing happens', async () => {
    const texts = await sent({}, ...Array<Partial<JobDocument>>(31).fill({}));
    expect(texts.filter((text) => text === ':\n\n')).to.have.length(2);
    expect(statesIn(texts)).to.deep.equal(['waiting']);
  });

  it('end when the reader leaves', async () => {
    const left = new AbortController();
    const read = () => Promise.resolve(shown({}));
    const events = jobEvents({ first: shown({}), read, signal: left.signal, everyMs: 3_600_000 });
    await events.next();
    await events.next();
    const last = events.next();
    left.abort();
    expect((await last).done).to.equal(true);
  });
});
