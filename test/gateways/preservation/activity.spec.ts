import { expect } from 'chai';
import { ask, fresh, newContainer, newGroup, type Reply } from '../conversation.js';
import { importClient } from '../import-client.js';
import { liveServices } from '../live-services.js';
import { sha256Of } from '../../support/sha256.js';

interface Link {
  readonly id: string;
  readonly type: string;
}
interface Activity {
  readonly type: string;
  readonly object: Link & { readonly seeAlso?: readonly Link[] };
  readonly endTime: string;
}
interface Page extends Link {
  readonly startIndex: number;
  readonly orderedItems: readonly Activity[];
  readonly prev?: Link;
  readonly next?: Link;
}
interface Collection extends Link {
  readonly totalItems: number;
  readonly first: Link;
  readonly last: Link;
}

describe('the activity stream of archival groups', () => {
  const live = liveServices();
  let address: string;
  before(() => {
    address = `${live.preservation}/activity/archivalgroups/collection`;
  });

  const collection = async (): Promise<Collection> => (await ask('GET', address)).body as unknown as Collection;
  const pageAt = async (uri: string): Promise<Page> => {
    const { status, body, text } = await ask('GET', uri);
    expect(status, text).to.equal(200);
    return body as unknown as Page;
  };
  const lastActivities = async (): Promise<readonly Activity[]> => {
    await live.settle();
    return (await pageAt((await collection()).last.id)).orderedItems;
  };
  const groupUri = (path: string): string => `${live.preservation}/repository/${path}`;
  const activityOf = (id: unknown): object => ({ type: 'Update', object: { id, type: 'ArchivalGroup' } });
  const post = (body: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
    ask('POST', address, body, headers);
  const total = async (): Promise<number> => {
    await live.settle();
    return (await collection()).totalItems;
  };

  it('begins with a placeholder that names nothing in the repository', async () => {
    const { first } = await collection();
    expect(await pageAt(first.id)).to.deep.nested.include({
      'orderedItems[0]': {
        type: 'Create',
        object: { id: 'https://example.com/archival-group', type: 'ArchivalGroup' },
        endTime: '2024-01-01T00:00:00Z',
      },
    });
  });

  it('counts the activities before a time', async () => {
    const before = async (time: string): Promise<object> => (await ask('GET', `${address}?before=${time}`)).body;
    expect(await before('2024-01-01T00:00:00Z'))
      .to.include({ totalItems: 0 })
      .and.not.have.any.keys('first', 'last');
    expect(await before('2024-01-02'))
      .to.include({ totalItems: 1 })
      .and.have.nested.property('last.id')
      .that.matches(/pages\/1$/);
    expect((await ask('GET', `${address}?before=2024-02-31T25:00:00Z`)).status).to.equal(400);
  });

  it('has the members that the specification names, and no others', async () => {
    const { totalItems } = await collection();
    const pages = `${live.preservation}/activity/archivalgroups/pages`;
    const last = Math.ceil(totalItems / 100);
    expect(await collection()).to.deep.equal({
      '@context': 'http://iiif.io/api/discovery/1/context.json',
      id: address,
      type: 'OrderedCollection',
      totalItems,
      first: { id: `${pages}/1`, type: 'OrderedCollectionPage' },
      last: { id: `${pages}/${last}`, type: 'OrderedCollectionPage' },
    });
    const { orderedItems, ...around } = await pageAt(`${pages}/1`);
    expect(orderedItems.length).to.equal(Math.min(totalItems, 100));
    expect(around).to.deep.equal({
      '@context': 'http://iiif.io/api/discovery/1/context.json',
      id: `${pages}/1`,
      type: 'OrderedCollectionPage',
      startIndex: 0,
      partOf: { id: address, type: 'OrderedCollection' },
      ...(last > 1 ? { next: { id: `${pages}/2`, type: 'OrderedCollectionPage' } } : {}),
    });
  });

  it('has a creation for the first version of a group, and an update for each later one', async () => {
    const client = importClient(live);
    const path = await client.newPath();
    const job = async (rest: object) => client.done(client.jobFor(path, rest));
    const binary = async (text: string) => ({
      id: `${client.groupAt(path)}/a.txt`,
      origin: await client.putAnywhere(text),
      digest: sha256Of(text),
      name: 'a.txt',
      contentType: 'text/plain',
    });
    const first = await job({ binariesToAdd: [await binary('one')] });
    const second = await job({ isUpdate: true, binariesToPatch: [await binary('two')] });
    const [created, updated] = (await lastActivities()).slice(-2);
    const shown = (type: string, result: typeof first): object => ({
      type,
      object: { id: groupUri(path), type: 'ArchivalGroup', seeAlso: [{ id: result.id, type: 'ImportJobResult' }] },
      endTime: result['dateFinished'],
    });
    expect([created, updated]).to.deep.equal([shown('Create', first), shown('Update', second)]);
  });

  it('has nothing of a job that made no version', async () => {
    const client = importClient(live);
    const before = await total();
    const path = await client.newPath();
    const id = `${client.groupAt(path)}/a.txt`;
    const binary = { id, origin: await client.putAnywhere('one'), digest: sha256Of('two'), name: 'a.txt' };
    const result = await client.done(client.jobFor(path, { binariesToAdd: [binary] }));
    expect(result).to.include({ status: 'completedWithErrors' });
    expect(await total()).to.equal(before);
  });

  it('has nothing of a version that its job keeps out of it, although the version is there', async () => {
    const client = importClient(live);
    const path = await client.newPath();
    const mets = async (text: string) => ({
      id: `${client.groupAt(path)}/mets.xml`,
      origin: await client.putAnywhere(text),
      digest: sha256Of(text),
      name: 'mets.xml',
      contentType: 'application/xml',
    });
    await client.done(client.jobFor(path, { binariesToAdd: [await mets('<a/>')] }));
    const before = await total();
    const suppressed = { isUpdate: true, suppressActivityStreamEvent: true, binariesToPatch: [await mets('<b/>')] };
    const { body } = await client.post(client.jobFor(path, suppressed));
    await live.settle();
    expect((await ask('GET', body.id)).body).to.include({ status: 'completed', newVersion: 'v2' });
    expect((await collection()).totalItems).to.equal(before);
  });

  it('has no page without an activity, and none that is no number', async () => {
    for (const number of [99_999, 0, -1, '01', '1.5', 'x', '9'.repeat(40)]) {
      const { status, body } = await ask('GET', `${live.preservation}/activity/archivalgroups/pages/${number}`);
      expect(status, String(number)).to.equal(404);
      expect(body['detail']).to.match(/^The activity stream of archival groups has no page /);
    }
  });

  describe('takes a posted activity', () => {
    let path: string;
    before(async () => {
      ({ path } = await newGroup({ 'objects/a.txt': 'a' }));
      await live.settle();
    });

    it('at its end, once the answer is there, with a later time than any other', async () => {
      const [before] = (await lastActivities()).slice(-1);
      const started = Date.now();
      expect((await post(activityOf(groupUri(path)))).status).to.equal(204);
      const { last } = await collection();
      const [posted] = (await pageAt(last.id)).orderedItems.slice(-1);
      expect(posted).to.deep.include({ type: 'Update', object: { id: groupUri(path), type: 'ArchivalGroup' } });
      expect(Date.parse(posted!.endTime)).to.be.greaterThan(Date.parse(before!.endTime));
      expect(Date.parse(posted!.endTime)).to.be.at.least(started);
    });

    it('with property names in any casing, and with a slash at the end of the URI', async () => {
      const before = await total();
      const body = { TYPE: 'Update', Object: { ID: `${groupUri(path)}/`, Type: 'ArchivalGroup' }, summary: 'x' };
      expect((await post(body)).status).to.equal(204);
      expect(await total()).to.equal(before + 1);
    });

    it('once for one idempotency key, and not for another body with it', async () => {
      const before = await total();
      const key = { 'idempotency-key': fresh('key') };
      for (let times = 0; times < 3; times++)
        expect((await post(activityOf(groupUri(path)), key)).status).to.equal(204);
      expect(await total()).to.equal(before + 1);
      const { status, body } = await post(activityOf(`${groupUri(path)}/`), key);
      expect([status, body['detail']]).to.deep.equal([
        400,
        'The idempotency key was used before, for another request.',
      ]);
    });

    it('many at once, each once and in order', async () => {
      const before = await total();
      const replies = await Promise.all(Array.from({ length: 60 }, () => post(activityOf(groupUri(path)))));
      expect(new Set(replies.map(({ status }) => status))).to.deep.equal(new Set([204]));
      expect(await total()).to.equal(before + 60);
      const times = (await lastActivities()).map(({ endTime }) => Date.parse(endTime));
      expect(times.every((time, index) => index === 0 || time > times[index - 1]!)).to.equal(true);
    });
  });

  describe('refuses a posted activity', () => {
    let path: string;
    let container: string;
    before(async () => {
      ({ path } = await newGroup({ 'objects/a.txt': 'a' }));
      container = await newContainer(live);
    });

    const host = (): string => new URL(live.preservation).host;
    type Row = readonly [title: string, body: () => unknown, status: number, detail: () => string];
    const rows: readonly Row[] = [
      ['that is not there', () => undefined, 400, () => 'No activity provided in body'],
      ['that is null', () => null, 400, () => 'No activity provided in body'],
      ['without a type', () => ({}), 400, () => 'Only Update activities are supported'],
      [
        'of another type',
        () => ({ ...activityOf(groupUri(path)), type: 'Create' }),
        400,
        () => 'Only Update activities are supported',
      ],
      ['without an object', () => ({ type: 'Update' }), 400, () => 'No object provided in body'],
      ['with null as its object', () => ({ type: 'Update', object: null }), 400, () => 'No object provided in body'],
      [
        'of another type of object',
        () => ({ type: 'Update', object: { id: groupUri(path), type: 'Container' } }),
        400,
        () => 'Only ArchivalGroup objects are supported',
      ],
      [
        'of another host',
        () => activityOf(`http://elsewhere.example/repository/${path}`),
        400,
        () => `Supplied object host name must be ${live.preservation} (not elsewhere.example)`,
      ],
      [
        "of the storage service's host",
        () => activityOf(`${live.storage}/repository/${path}`),
        400,
        () => `Supplied object host name must be ${live.preservation} (not ${new URL(live.storage).host})`,
      ],
      [
        'with a path where a URI should be',
        () => activityOf(`/repository/${path}`),
        400,
        () => `Supplied object host name must be ${live.preservation} (not /repository/${path})`,
      ],
      [
        'without the id of its object',
        () => activityOf(null),
        400,
        () => `Supplied object host name must be ${live.preservation} (not )`,
      ],
      [
        'of another kind of URI',
        () => activityOf(`ftp://${host()}/repository/${path}`),
        400,
        () => `Supplied object host name must be ${live.preservation} (not ${host()})`,
      ],
      [
        'of a URI outside of the repository',
        () => activityOf(`${live.preservation}/deposits/x`),
        400,
        () =>
          `'${live.preservation}/deposits/x' is not in the repository: the path of such a URI begins with /repository/. Give that URI, or the path alone.`,
      ],
      [
        'of the root',
        () => activityOf(`${live.preservation}/repository/`),
        400,
        () => "Object at path / is not an ArchivalGroup, it's a RepositoryRoot.",
      ],
      [
        'of a container',
        () => activityOf(groupUri(container)),
        400,
        () => `Object at path ${container} is not an ArchivalGroup, it's a Container.`,
      ],
      [
        'of a container in a group',
        () => activityOf(groupUri(`${path}/objects`)),
        400,
        () => `Object at path ${path}/objects is not an ArchivalGroup, it's a Container.`,
      ],
      [
        'of a binary',
        () => activityOf(groupUri(`${path}/objects/a.txt`)),
        400,
        () => `Object at path ${path}/objects/a.txt is not an ArchivalGroup, it's a Binary.`,
      ],
      [
        'of what is not there',
        () => activityOf(groupUri(`${container}/none`)),
        404,
        () => `There is no resource at ${container}/none`,
      ],
    ];
    for (const [title, body, status, detail] of rows)
      it(title, async () => {
        const before = await total();
        const reply = await post(body());
        expect([reply.status, reply.body['detail']]).to.deep.equal([status, detail()]);
        expect(await total()).to.equal(before);
      });

    it('of something that was deleted from its group', async () => {
      const client = importClient(live);
      const group = await client.newPath();
      const id = `${client.groupAt(group)}/a.txt`;
      const origin = await client.putAnywhere('one');
      const binary = { id, origin, digest: sha256Of('one'), name: 'a.txt', contentType: 'text/plain' };
      await client.done(client.jobFor(group, { binariesToAdd: [binary] }));
      await client.done(client.jobFor(group, { isUpdate: true, binariesToDelete: [{ id }] }));
      const { status } = await post(activityOf(groupUri(`${group}/a.txt`)));
      expect(status).to.equal(410);
    });
  });

  describe('can be cached', () => {
    const conditional = (uri: string, tag: string): Promise<Reply> =>
      ask('GET', uri, undefined, { 'if-none-match': tag });

    it('as long as nothing is added: the collection and the last page', async () => {
      const { path } = await newGroup({ 'objects/a.txt': 'a' });
      await live.settle();
      const lastPage = async (): Promise<string> => (await collection()).last.id; // an activity may begin another one
      for (const uriNow of [() => Promise.resolve(address), lastPage]) {
        const uri = await uriNow();
        const { headers } = await ask('GET', uri);
        expect(headers.get('cache-control')).to.equal('private, no-cache');
        const tag = headers.get('etag')!;
        for (const same of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
          const { status, text, headers: again } = await conditional(uri, same);
          expect([status, text, again.get('etag')], same).to.deep.equal([304, '', tag]);
        }
        expect((await conditional(uri, '"other"')).status).to.equal(200);
        await post(activityOf(groupUri(path)));
        expect((await conditional(uri, tag)).status, uri).to.equal(200);
      }
    });

    it('for ever: a page that has a next one', async () => {
      const { path } = await newGroup({ 'objects/a.txt': 'a' });
      while ((await collection()).totalItems <= 100)
        await Promise.all(Array.from({ length: 40 }, () => post(activityOf(groupUri(path)))));
      const { first } = await collection();
      const { headers, text } = await ask('GET', first.id);
      expect(headers.get('cache-control')).to.equal('private, max-age=31536000, immutable');
      await post(activityOf(groupUri(path)));
      expect((await ask('GET', first.id)).text).to.equal(text);
      expect((await conditional(first.id, headers.get('etag')!)).status).to.equal(304);
    });
  });
});
