import { fstatSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { metsTooLarge } from '../../../formats/mets/mets-failure.js';
import {
  parsedMetsAnswers,
  type AnswerParsedMets,
  type TakeMetsThread,
} from '../../../gateways/parsed-mets/parsed-mets-answer.js';
import type { WriteOrder, WrittenMets } from '../../../gateways/parsed-mets/write-parsed-mets.js';
import { defaultAgents } from '../../../formats/mets/model/agents.js';
import { readSource } from '../../../formats/mets/mets-work.js';
import { createMets } from '../../../formats/mets/create-mets.js';
import { openMetsThreads, type MetsThreads } from '../../../infra/threads/mets-threads.js';
import { refused, success } from '../../../flow/result.js';

const order = {
  agents: defaultAgents,
  shape: {
    kind: 'parsed-mets' as const,
    around: {
      rootUri: 's3://b/',
      metsUri: 's3://b/mets.xml',
      etag: null,
      self: null,
      modified: '2026-01-01T00:00:00Z',
    },
  },
};
const LARGE = 5_000_000;
const mets = () => createMets({ title: 'T', agent: 'Muniment', now: new Date() });
const holder = 'somebody';
const large = { size: LARGE, holder, load: () => Promise.resolve({ source: readSource(mets()), order }) };

/** A thread that answers as it is told. */
const thread =
  (write: (order: WriteOrder) => Promise<WrittenMets>): TakeMetsThread =>
  (_patienceMs, work) =>
    work((_source, order) => write(order));

describe('the answer that shows a parsed METS', () => {
  let threads: MetsThreads;
  let answer: AnswerParsedMets;
  before(() => {
    threads = openMetsThreads();
    answer = parsedMetsAnswers(threads.take);
  });
  after(() => threads.close());

  it('fetches no more large ones than it reads at once, however many wait', async () => {
    let held = 0;
    let most = 0;
    const load = () => {
      most = Math.max(most, ++held);
      return Promise.resolve({ source: readSource(mets()), order });
    };
    const answers = Array.from({ length: 6 }, async (_each, index) => {
      const answered = await answer({ size: LARGE, holder: `caller ${index % 2}`, load });
      held--;
      if (answered?.content?.kind === 'bytes') answered.content.stream.destroy();
      return answered?.status;
    });
    expect(await Promise.all(answers)).to.deep.equal([200, 200, 200, 200, 200, 200]);
    expect(most).to.equal(2);
  });

  for (const size of [1, LARGE])
    it(`is none where one of ${size} bytes is gone when it is fetched`, async () => {
      expect(await answer({ size, holder, load: () => Promise.resolve(null) })).to.equal(null);
    });

  it('gives its turn back where a METS cannot be fetched', async () => {
    const lost = { size: LARGE, holder, load: () => Promise.reject(new Error('lost')) };
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => answer(lost)));
    expect(outcomes.map(({ status }) => status)).to.deep.equal(Array.from({ length: 5 }, () => 'rejected'));
  });

  it('is read from the file that a thread wrote', async () => {
    const written = thread(({ fd }) => {
      writeFileSync(fd, '{"name":"T"}');
      return Promise.resolve(success({ size: 12 }));
    });
    const answered = await parsedMetsAnswers(written)(large);
    expect(answered).to.have.property('status', 200);
    if (answered?.content?.kind !== 'bytes') throw new Error('no bytes were answered');
    expect(answered.content.size).to.equal(12);
    expect(await text(answered.content.stream)).to.equal('{"name":"T"}');
  });

  it('says that a METS cannot be read where a thread says so', async () => {
    const answered = await parsedMetsAnswers(thread(() => Promise.resolve(refused(metsTooLarge))))(large);
    expect(answered).to.have.property('status', 422);
  });

  it('closes the file where a thread fails, and tells of a full disk', async () => {
    let file = -1;
    const failing = (code: string) =>
      thread(({ fd }) => {
        file = fd;
        return Promise.reject(Object.assign(new Error('it failed'), { code }));
      });
    const faultOf = (code: string): Promise<unknown> =>
      parsedMetsAnswers(failing(code))(large).catch((error: unknown) => error);
    expect(await faultOf('ENOSPC')).to.include({ code: 'store-full', message: 'no room for an answer' });
    expect(() => fstatSync(file)).to.throw(/EBADF/);
    expect(await faultOf('thread-ended')).to.include({ code: 'thread-ended', message: 'it failed' });
    expect(() => fstatSync(file)).to.throw(/EBADF/);
  });
});
