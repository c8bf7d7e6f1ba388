import { expect } from 'chai';
import { askingForTree, subscribeToTrees, treeProgressOf } from '../../../clients/console/api/tree-progress.js';

describe('a request of the console for the tree of a deposit', () => {
  const of = 'http://localhost/console/api/preservation/deposits/d1';
  const progress = (listed: number) => ({ type: 'TreeProgress', listed, mets: null, compared: 0 });

  it('is sent again while the tree is made, and tells how far that is', async () => {
    const answers = [Response.json(progress(10), { status: 202 }), Response.json(progress(20), { status: 202 })];
    const told: (number | null)[] = [];
    const end = subscribeToTrees(() => told.push(treeProgressOf('d1')?.listed ?? null));
    const asked: (string | null)[] = [];
    const answer = await askingForTree(new Request(`${of}/combined?path=objects`), (request) => {
      asked.push(request.headers.get('prefer'));
      return Promise.resolve(answers.shift() ?? Response.json({ type: 'CombinedFolder' }));
    });
    end();
    expect(await answer.json()).to.deep.equal({ type: 'CombinedFolder' });
    expect(asked).to.deep.equal(Array.from({ length: 3 }, () => 'respond-async, wait=1'));
    expect(told).to.deep.equal([10, 20, null]);
    expect(treeProgressOf('d2')).to.equal(null);
  });

  it('tells nothing any more once it failed', async () => {
    const answers = [Response.json(progress(10), { status: 202 })];
    const failure = await askingForTree(new Request(`${of}/mets/summary`), () => {
      const next = answers.shift();
      return next === undefined ? Promise.reject(new Error('away')) : Promise.resolve(next);
    }).catch((error: unknown) => error);
    expect(String(failure)).to.equal('Error: away');
    expect(treeProgressOf('d1')).to.equal(null);
  });

  it('leaves other requests as they are', async () => {
    const { status } = await askingForTree(new Request(`${of}/importjobs`), ({ headers }) =>
      Promise.resolve(new Response(headers.get('prefer'), { status: 202 })),
    );
    expect(status).to.equal(202);
  });
});
