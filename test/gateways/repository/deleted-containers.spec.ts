import { expect } from 'chai';
import {
  ask,
  describeFiles,
  ended,
  filledDeposit,
  fresh,
  names,
  newContainer,
  newDeposit,
  newGroup,
  type Reply,
  type ShownResource,
} from '../conversation.js';
import { importClient } from '../import-client.js';
import { CALLER, liveServices } from '../live-services.js';

const NOT_A_CONTAINER = 'Attempted to delete a resource that is not a Container';
const NOT_DELETABLE = 'This is not a deletable container';
const ALREADY = 'Already a tombstone but purge flag not set';
const goneAt = (path: string): string => `The resource at ${path} has been replaced by a Tombstone`;

for (const host of ['preservation', 'storage'] as const)
  describe(`deleting containers on the ${host} service`, () => {
    const live = liveServices();
    let group: string;
    before(async () => {
      ({ path: group } = await newGroup({ 'objects/a.txt': 'a', 'objects/b.txt': 'b' }));
      const client = importClient(live);
      const binariesToDelete = [{ id: `${client.groupAt(group)}/objects/b.txt` }];
      await client.done(client.jobFor(group, { binariesToDelete, isUpdate: true }));
    });
    const at = (path: string): string => `${live[host]}/repository/${path}`;
    const remove = (path: string, query = '', headers: Record<string, string> = {}): Promise<Reply> =>
      ask('DELETE', `${at(path)}${query}`, undefined, headers);
    const answer = async (reply: Promise<Reply>): Promise<unknown> => {
      const { status, body } = await reply;
      return [status, body['detail']];
    };
    const statuses = async (path: string): Promise<number[]> => [
      (await ask('GET', at(path))).status,
      (await ask('HEAD', at(path))).status,
      (await ask('GET', `${at(path)}?view=lightweight`)).status,
    ];

    it('answers 204 without a body, and the path is gone at once, on both services', async () => {
      const path = await newContainer(live);
      const { status, text } = await remove(path);
      expect([status, text]).to.deep.equal([204, '']);
      for (const base of [live.preservation, live.storage]) {
        const { status: found, body } = await ask('GET', `${base}/repository/${path}`);
        expect([found, body['detail']]).to.deep.equal([410, goneAt(path)]);
      }
      expect(await statuses(path)).to.deep.equal([410, 410, 410]);
      expect((await ask('GET', `${at(path)}?view=lightweight`)).body['title']).to.equal('Resource has Gone');
      expect((await ask('GET', `${at(path)}?view=lightweight&version=20260101000000`)).status).to.equal(410);
      expect(await answer(ask('PUT', at(path)))).to.deep.equal([410, `Tombstone exists at ${path}`]);
    });

    it('takes the container out of the listing of its parent, which can then be deleted', async () => {
      const parent = await newContainer(live);
      for (const name of ['a', 'b']) await ask('PUT', at(`${parent}/${name}`));
      expect(await answer(remove(parent))).to.deep.equal([400, NOT_DELETABLE]);
      await remove(`${parent}/a`);
      expect(names((await ask('GET', at(parent))).body.containers)).to.deep.equal(['b']);
      await remove(`${parent}/b`, '?purge=true');
      expect((await remove(parent)).status).to.equal(204);
    });

    for (const [query, purged] of [
      ['', false],
      ['?purge=false', false],
      ['?purge=FALSE', false],
      ['?purge=true', true],
      ['?purge=TRUE', true],
      ['?Purge=True', true],
    ] as const)
      it(`${purged ? 'frees the path with' : 'leaves a tombstone with'} '${query}'`, async () => {
        const path = await newContainer(live);
        expect((await remove(path, query)).status).to.equal(204);
        expect((await ask('GET', at(path))).status).to.equal(purged ? 404 : 410);
      });

    for (const query of ['?purge=yes', '?purge=1', '?purge=', '?purge=true&purge=true'])
      it(`refuses '${query}', and deletes nothing`, async () => {
        const path = await newContainer(live);
        expect((await remove(path, query)).status).to.equal(400);
        expect((await ask('GET', at(path))).status).to.equal(200);
      });

    it('purges a tombstone only when told so; the path is then free', async () => {
      const path = await newContainer(live);
      await remove(path);
      expect(await answer(remove(path))).to.deep.equal([410, ALREADY]);
      expect((await remove(path, '?purge=true')).status).to.equal(204);
      expect(await statuses(path)).to.deep.equal([404, 404, 404]);
      expect(await answer(remove(path, '?purge=true'))).to.deep.equal([404, `There is no resource at ${path}`]);
      expect((await ask('PUT', at(path), { name: 'Second' })).body).to.include({ type: 'Container', name: 'Second' });
      expect(await statuses(path)).to.deep.equal([200, 200, 200]);
    });

    const refusals: readonly (readonly [string, () => string, string, number, string | null])[] = [
      ['the root', () => '', '', 400, NOT_A_CONTAINER],
      ['the root with purge', () => '', '?purge=true', 400, NOT_A_CONTAINER],
      ['an archival group', () => group, '', 400, NOT_A_CONTAINER],
      ['an archival group with purge', () => group, '?purge=true', 400, NOT_A_CONTAINER],
      ['a binary', () => `${group}/objects/a.txt`, '', 400, NOT_A_CONTAINER],
      ['a container with a group', () => group.slice(0, group.lastIndexOf('/')), '', 400, NOT_DELETABLE],
      ['a container in a group', () => `${group}/objects`, '', 400, NOT_DELETABLE],
      ['a tombstone in a group', () => `${group}/objects/b.txt`, '', 410, ALREADY],
      ['a tombstone in a group with purge', () => `${group}/objects/b.txt`, '?purge=true', 400, NOT_DELETABLE],
      ['nothing in a group', () => `${group}/objects/none`, '', 404, null],
      ['nothing', () => 'nothing-at-all', '', 404, 'There is no resource at nothing-at-all'],
      ['nothing below nothing', () => 'nothing-at-all/here', '?purge=true', 404, null],
      ['a path with an empty segment', () => 'a//b', '', 400, null],
      ['a path with a bad escape', () => 'a/%zz', '', 400, null],
      ['a path that is too long', () => 'a/'.repeat(300), '', 400, null],
    ];
    for (const [what, path, query, status, detail] of refusals)
      it(`answers ${status} for ${what}`, async () => {
        const refused = await remove(path(), query);
        expect(refused.status, refused.text).to.equal(status);
        if (detail !== null) expect(refused.body['detail']).to.equal(detail);
        if (status !== 404) expect((await ask('GET', at(group))).status).to.equal(200);
      });

    it('answers the root without its slash too', async () => {
      expect(await answer(ask('DELETE', `${live[host]}/repository`))).to.deep.equal([400, NOT_A_CONTAINER]);
    });

    it('takes nothing below a tombstone, where everything is missing', async () => {
      const path = await newContainer(live);
      await remove(path);
      const below = `${path}/a/b`;
      expect(await answer(ask('PUT', at(below)))).to.deep.equal([
        409,
        `Ancestors of '${below}' must all be Containers, '${path}' is a Tombstone.`,
      ]);
      expect((await ask('PUT', at(below))).body['advice']).to.contain('purge=true');
      expect(await statuses(below)).to.deep.equal([404, 404, 404]);
      expect((await remove(below)).status).to.equal(404);
    });

    it('keeps tombstones in a deleted container until that is purged', async () => {
      const path = await newContainer(live);
      await ask('PUT', at(`${path}/in`));
      await remove(`${path}/in`);
      await remove(path);
      expect(await statuses(`${path}/in`)).to.deep.equal([410, 410, 410]);
      await remove(path, '?purge=true');
      expect(await statuses(`${path}/in`)).to.deep.equal([404, 404, 404]);
      await ask('PUT', at(path));
      expect(await statuses(`${path}/in`)).to.deep.equal([404, 404, 404]);
      expect((await ask('PUT', at(`${path}/in`))).status).to.equal(201);
    });

    it('answers a repeat under the same key as the first time, and does not delete the next container', async () => {
      const path = await newContainer(live);
      const key = { 'idempotency-key': fresh('key') };
      expect((await remove(path, '?purge=true', key)).status).to.equal(204);
      await ask('PUT', at(path));
      expect((await remove(path, '?purge=true', key)).status).to.equal(204);
      expect((await ask('GET', at(path))).status).to.equal(200);
      expect((await remove(path, '', key)).status).to.equal(400);
    });

    it('is the same path however its name is spelt', async () => {
      const name = fresh('made');
      await ask('PUT', at(`${name}(1)%C3%A9%20%F0%9F%93%A6`), { name: 'Été 📦' });
      expect((await remove(`${name}%281%29%c3%a9%20%F0%9F%93%A6`)).status).to.equal(204);
      expect((await ask('GET', at(`${name}(1)%C3%A9%20%F0%9F%93%A6`))).status).to.equal(410);
      expect((await ask('GET', at(`${name}(1)e%CC%81%20%F0%9F%93%A6`))).status).to.equal(404);
    });

    it('has neither content nor storage map at a tombstone', async () => {
      const path = await newContainer(live);
      await remove(path);
      expect((await ask('GET', `${live.storage}/content/${path}`)).status).to.equal(404);
      expect((await ask('GET', `${live[host]}/ocfl/storagemap/${path}`)).status).to.equal(404);
    });
  });

describe('the tombstone of a container', () => {
  const live = liveServices();
  let tombstone: string;
  beforeEach(async () => {
    tombstone = await newContainer(live);
    await remove(tombstone);
  });
  const at = (path: string): string => `${live.preservation}/repository/${path}`;
  const remove = (path: string, query = '') => ask('DELETE', `${at(path)}${query}`, undefined, { [CALLER]: 'bob' });
  const examined = (path: string): string => `Cannot examine Archival Group: ${goneAt(path)}`;
  const notBelow = (path: string): string =>
    `Ancestors of '${path}' must all be Containers, '${tombstone}' is a Tombstone.`;

  it('leaves no path for the archival group of a deposit', async () => {
    const deposit = await newDeposit(live, {});
    const archivalGroup = at(tombstone);
    for (const refused of [
      await ask('POST', `${live.preservation}/deposits`, { archivalGroup }),
      await ask('PATCH', deposit.uri, { archivalGroup }),
    ])
      expect([refused.status, refused.body['detail']]).to.deep.equal([410, examined(tombstone)]);
  });

  it('lets a deposit be for a group below it, with a warning, since that is checked by an import', async () => {
    const archivalGroup = at(`${tombstone}/group`);
    const { body, status } = await ask('POST', `${live.preservation}/deposits`, { archivalGroup });
    expect(status).to.equal(201);
    expect((body['warnings'] as string[])[0]).to.contain(notBelow(`${tombstone}/group`));
  });

  it('is told by the test of a path', async () => {
    for (const route of [`${live.preservation}/validation/archivalgroup`, `${live.storage}/import/test-path`]) {
      const there = await ask('GET', `${route}/${tombstone}`);
      expect([there.status, there.body['detail']]).to.deep.equal([410, examined(tombstone)]);
      const below = await ask('GET', `${route}/${tombstone}/group`);
      expect([below.status, below.body['detail']]).to.deep.equal([409, notBelow(`${tombstone}/group`)]);
    }
    await remove(tombstone, '?purge=true');
    expect((await ask('GET', `${live.storage}/import/test-path/${tombstone}`)).status).to.equal(200);
  });

  it('leaves a deposit readable that was for its path before, and refuses its import', async () => {
    const container = await newContainer(live);
    const deposit = await filledDeposit(live, { 'objects/a.txt': 'a' });
    await describeFiles(deposit, ['objects/a.txt']);
    await ask('PATCH', deposit.uri, { archivalGroup: at(`${container}/group`), archivalGroupName: 'G' });
    const diff = () => ask('GET', `${deposit.uri}/importjobs/diff`);
    expect((await diff()).status).to.equal(200);
    await ask('PUT', at(`${container}/group`));
    expect((await diff()).status).to.equal(409);
    await remove(`${container}/group`);
    expect((await ask('GET', deposit.uri)).body).to.include({ archivalGroupExists: false });
    const refused = await diff();
    expect([refused.status, refused.body['detail']]).to.deep.equal([410, examined(`${container}/group`)]);
    const posted = await ask('POST', `${deposit.uri}/importjobs`, { id: `${deposit.uri}/importjobs/diff` });
    expect(posted.status).to.equal(410);
    await remove(container);
    const above = await diff();
    expect([above.status, above.body['detail']]).to.deep.equal([
      400,
      `ancestor-not-container: Ancestors of '${container}/group' must all be Containers, '${container}' is a Tombstone.`,
    ]);
    await remove(container, '?purge=true');
    await ask('PUT', at(container));
    expect((await diff()).status).to.equal(200);
    const { body } = await ask('POST', `${deposit.uri}/importjobs`, { id: `${deposit.uri}/importjobs/diff` });
    expect((await ended(live, body.id))['status']).to.equal('completed');
  });

  it('fails a job for a group at it or below it, and nothing of the job is left', async () => {
    const client = importClient(live);
    const jobFor = async (path: string) =>
      client.jobFor(path, {
        binariesToAdd: [{ id: `${client.groupAt(path)}/a.txt`, origin: await client.putAnywhere('a'), name: 'a.txt' }],
      });
    for (const [path, message] of [
      [tombstone, examined(tombstone)],
      [`${tombstone}/group`, notBelow(`${tombstone}/group`)],
    ] as const) {
      const result = await client.done(await jobFor(path));
      expect(result['status']).to.equal('completedWithErrors');
      expect((result['errors'] as ShownResource[]).map((each) => each['message'])).to.deep.equal([message]);
    }
    expect((await ask('GET', at(tombstone))).status).to.equal(410);
    expect((await ask('GET', at(`${tombstone}/group`))).status).to.equal(404);
    await remove(tombstone, '?purge=true');
    expect((await client.done(await jobFor(tombstone)))['status']).to.equal('completed');
    expect((await ask('GET', at(tombstone))).body.type).to.equal('ArchivalGroup');
  });

  const sentences = async (path: string): Promise<string[]> =>
    ((await ask('GET', `${live.preservation}/history/${path}`)).body['entries'] as ShownResource[]).map((entry) =>
      String(entry['sentence']),
    );

  it('is told in the history of the container, newest first, also after a purge', async () => {
    const parent = await newContainer(live);
    const path = `${parent}/drafts`;
    await ask('PUT', at(path));
    await remove(path);
    const deleted = [
      'bob deleted the container drafts in it; the name stays taken.',
      'bob deleted the container.',
      'bob began to delete the container.',
      'dev created the container.',
      'dev created the container drafts in it.',
    ];
    expect(await sentences(path)).to.deep.equal(deleted);
    await remove(path, '?purge=true');
    const purged = 'bob purged the container drafts in it; the name is free again.';
    expect(await sentences(path)).to.deep.equal([purged, ...deleted]);
    expect((await ask('GET', `${live.preservation}/agents/bob`)).status).to.equal(200);
  });

  it('does not hide the history of a group that is made where it was purged', async () => {
    const client = importClient(live);
    const path = `${await newContainer(live)}/reused`;
    await ask('PUT', at(path));
    await remove(path, '?purge=true');
    const binariesToAdd = [
      { id: `${client.groupAt(path)}/a.txt`, origin: await client.putAnywhere('a'), name: 'a.txt' },
    ];
    await client.done(client.jobFor(path, { binariesToAdd }));
    expect(await sentences(path)).to.include('Version v1 was published.');
  });

  it('is left or freed by one of many deletions at a time, and by none under a new child', async () => {
    const path = await newContainer(live);
    const deletions = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        ask('DELETE', `${index % 2 === 0 ? live.preservation : live.storage}/repository/${path}`),
      ),
    );
    expect(deletions.map(({ status }) => status).sort()).to.deep.equal([204, 410, 410, 410, 410, 410]);
    for (let round = 0; round < 8; round++) {
      const parent = await newContainer(live);
      const child = `${parent}/in`;
      const [made, removed] = await Promise.all([
        ask('PUT', `${live.otherPreservation}/repository/${child}`),
        ask('DELETE', `${live.storage}/repository/${parent}?purge=true`),
      ]);
      expect([
        [201, 400],
        [409, 204],
      ]).to.deep.include([made.status, removed.status]);
      expect((await ask('GET', at(child))).status).to.equal(made.status === 201 ? 200 : 404);
      expect((await ask('GET', at(parent))).status).to.equal(made.status === 201 ? 200 : 404);
    }
  });
});
