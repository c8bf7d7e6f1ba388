import { expect } from 'chai';
import { parsedMetsAnswers } from '../../../gateways/parsed-mets/parsed-mets-answer.js';
import { defaultAgents } from '../../../formats/mets/agents.js';
import { createMets } from '../../../formats/mets/create-mets.js';

const order = {
  agents: defaultAgents,
  around: { rootUri: 's3://b/', metsUri: 's3://b/mets.xml', etag: null, self: null, modified: '2026-01-01T00:00:00Z' },
};
const LARGE = 5_000_000;

describe('the answer that shows a parsed METS', function () {
  this.timeout(30_000);

  it('fetches no more large ones than it reads at once, however many wait', async () => {
    const answer = parsedMetsAnswers();
    let held = 0;
    let most = 0;
    const load = () => {
      most = Math.max(most, ++held);
      const bytes = createMets({ title: 'T', agent: 'Muniment', now: new Date() });
      return Promise.resolve({ bytes, order });
    };
    const answers = Array.from({ length: 6 }, async () => {
      const answered = await answer({ size: LARGE, load });
      held--;
      if (answered?.content?.kind === 'bytes') answered.content.stream.destroy();
      return answered?.status;
    });
    expect(await Promise.all(answers)).to.deep.equal([200, 200, 200, 200, 200, 200]);
    expect(most).to.equal(2);
  });

  for (const size of [1, LARGE])
    it(`is none where one of ${size} bytes is gone when it is fetched`, async () => {
      expect(await parsedMetsAnswers()({ size, load: () => Promise.resolve(null) })).to.equal(null);
    });

  it('gives its turn back where a METS cannot be fetched', async () => {
    const answer = parsedMetsAnswers();
    const lost = { size: LARGE, load: () => Promise.reject(new Error('lost')) };
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => answer(lost)));
    expect(outcomes.map(({ status }) => status)).to.deep.equal(Array.from({ length: 5 }, () => 'rejected'));
  });
});
