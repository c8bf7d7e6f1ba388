import { expect } from 'chai';
import { streamedJson } from '../../../gateways/http/answer/json-text.js';
import { childrenOf } from '../../../gateways/repository/children.js';
import type { ResourceDocument } from '../../../projections/repository/repository.js';

const AT = '2026-11-21T06:00:00.0000000Z';
const SAID = { created: AT, createdBy: 'dev', lastModified: AT, lastModifiedBy: 'dev' } as const;

const place = (path: string): ResourceDocument => ({
  path,
  escapedPath: path,
  parent: 'many',
  kind: 'container',
  displayName: null,
  ...SAID,
  jobId: null,
  head: null,
  shown: true,
  tombstone: false,
  since: '1' as ResourceDocument['since'],
  coming: null,
});

interface Page {
  readonly after: string | null;
  readonly limit: number;
}

/** A container with so many children, and after which of them each page was asked for. */
const container = (count: number) => {
  const places = Array.from({ length: count }, (_, index) => place(`many/c${String(index).padStart(4, '0')}`));
  const asked: (string | null)[] = [];
  const repository = {
    document: () => Promise.resolve(null),
    resource: () => Promise.resolve(null),
    isTombstone: () => Promise.resolve(false),
    children: (_path: string, { after, limit }: Page) => {
      asked.push(after);
      return Promise.resolve(places.filter(({ path }) => after === null || path > after).slice(0, limit));
    },
  };
  const baseUrls = { preservation: 'http://p', storage: 'http://s' };
  return { asked, list: () => childrenOf({ repository, baseUrls, self: 'storage' }, 'many') };
};

describe('the children of a container', () => {
  const written = async (list: unknown): Promise<readonly object[]> => {
    let text = '';
    for await (const piece of streamedJson({ containers: list })) text += piece;
    return (JSON.parse(text) as { containers: object[] }).containers;
  };

  for (const [count, pages] of [
    [0, [null]],
    [999, [null]],
    [1_000, [null, 'many/c0999']],
    [2_500, [null, 'many/c0999', 'many/c1999']],
  ] as const) {
    it(`are all listed where there are ${count}`, async () => {
      const { asked, list } = container(count);
      const children = await written(await list());
      expect(children).to.have.length(count);
      if (count > 0) expect(children[0]).to.include({ id: 'http://s/repository/many/c0000', type: 'Container' });
      expect(asked).to.deep.equal(pages);
    });
  }

  it('are read page by page while they are written, and no further than a client reads', async () => {
    const { asked, list } = container(5_000);
    const pieces = streamedJson({ containers: await list() });
    expect(asked).to.have.length(1);
    await pieces.next();
    expect(asked.length).to.be.at.most(2);
    await pieces.return(undefined);
    expect((await pieces.next()).done).to.equal(true);
    expect(asked.length).to.be.at.most(2);
  });

  it('fail before anything is written where the first page cannot be read', async () => {
    const repository = { children: () => Promise.reject(new Error('away')) } as never;
    const baseUrls = { preservation: 'http://p', storage: 'http://s' };
    let failed: unknown;
    await childrenOf({ repository, baseUrls, self: 'storage' }, 'many').catch((error: unknown) => (failed = error));
    expect(String(failed)).to.contain('away');
  });
});
