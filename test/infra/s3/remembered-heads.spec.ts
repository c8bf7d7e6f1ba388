import { expect } from 'chai';
import type { ByteStore, ListedObject, ObjectInfo } from '../../../formats/bytes.js';
import { rememberingHeads } from '../../../infra/s3/remembered-heads.js';

const written = Date.parse('2026-01-01T00:00:00.400Z');

describe('an S3 store that remembers what it told of objects', () => {
  let asked: string[];
  let time: number;
  let objects: Map<string, Pick<ObjectInfo, 'etag' | 'contentType' | 'lastModified'>>;
  beforeEach(() => {
    asked = [];
    time = written + 60_000;
    objects = new Map([['a', { etag: '"1"', contentType: 'text/plain', lastModified: new Date(written - 400) }]]);
  });

  const info = (key: string): ObjectInfo | null => {
    const object = objects.get(key);
    return object === undefined ? null : { bucket: 'b', key, size: 1, metadata: {}, sha256: null, ...object };
  };
  const open = (most?: number): ByteStore => {
    const head = (at: { readonly key: string }) => {
      asked.push(at.key);
      return Promise.resolve(info(at.key));
    };
    return rememberingHeads({ head } as unknown as ByteStore, {
      now: () => time,
      ...(most === undefined ? {} : { most }),
    });
  };
  const listed = (key: string, changed: Partial<ListedObject> = {}): ListedObject => ({
    bucket: 'b',
    key,
    size: 1,
    etag: '"1"',
    lastModified: new Date(written), // a listing tells parts of a second that a header does not
    ...changed,
  });

  it('is asked once for what a listing shows as it was', async () => {
    const store = open();
    expect(await store.head(listed('a'))).to.deep.equal(info('a'));
    expect(await store.head(listed('a'))).to.deep.equal(info('a'));
    expect(asked).to.deep.equal(['a']);
  });

  it('knows it also when it was asked before without a listing, but never answers such a question from memory', async () => {
    const store = open();
    await store.head({ bucket: 'b', key: 'a' });
    await store.head(listed('a'));
    await store.head({ bucket: 'b', key: 'a' });
    expect(asked).to.deep.equal(['a', 'a']);
  });

  it('is asked again for what a listing shows otherwise', async () => {
    const store = open();
    await store.head(listed('a'));
    for (const changed of [{ etag: '"2"' }, { size: 2 }, { lastModified: new Date(written + 1_000) }, { bucket: 'c' }])
      await store.head(listed('a', changed));
    expect(asked).to.have.length(5);
  });

  it('remembers nothing that was written just now, for it may be written again within the same second', async () => {
    const store = open();
    time = written + 1_000;
    await store.head(listed('a'));
    objects.set('a', { etag: '"1"', contentType: 'text/html', lastModified: new Date(written - 400) });
    expect((await store.head(listed('a')))?.contentType).to.equal('text/html');
  });

  it('remembers neither what is not there nor more than so many', async () => {
    const store = open(2);
    for (const key of ['b', 'c', 'd']) objects.set(key, objects.get('a')!);
    await store.head(listed('x'));
    await store.head(listed('x'));
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await store.head(listed(key));
    expect(asked).to.deep.equal(['x', 'x', 'a', 'b', 'c', 'b']);
  });
});
