import { expect } from 'chai';
import { readWhole } from '../../../formats/read-whole.js';
import { ask, ended, fresh, names, newContainer, newDeposit, newGroup, type ShownResource } from '../conversation.js';
import { liveServices, type LiveServices } from '../live-services.js';
import { sha256Of } from '../../support/sha256.js';

describe('containers', () => {
  const live = liveServices();
  const at = (path: string, base = live.preservation): string => `${base}/repository${path}`;

  it('stand below a root that is always there, with and without its slash', async () => {
    for (const path of ['', '/']) {
      const { status, body } = await ask('GET', at(path));
      expect(status).to.equal(200);
      expect(body.type).to.equal('RepositoryRoot');
      expect(body.id).to.equal(at('/'));
    }
    const head = await ask('HEAD', at(''));
    expect(head.headers.get('x-preservation-resource-type')).to.equal('Container');
    expect((await ask('PUT', at(''))).status).to.equal(409);
  });

  it('are made with a display name or without a body, and are seen at once on both services', async () => {
    const path = fresh('made');
    const made = await ask('PUT', at(`/${path}`), { Name: 'First\r\nsecond' });
    expect(made.status).to.equal(201);
    expect(made.headers.get('location')).to.equal(at(`/${path}`));
    expect(made.body).to.include({ id: at(`/${path}`), type: 'Container', name: 'First - second' });
    expect((await ask('PUT', at(`/${path}/inner`))).body.name).to.equal('inner');
    const { body } = await ask('GET', at(`/${path}`, live.storage));
    expect(body.id).to.equal(at(`/${path}`, live.storage));
    expect(body['createdBy']).to.equal(`${live.storage}/agents/dev`);
    expect(body.containers.map(({ id }) => id)).to.deep.equal([at(`/${path}/inner`, live.storage)]);
  });

  it('are not made twice, nor below nothing, nor with a forbidden character', async () => {
    const path = await newContainer(live);
    const again = await ask('PUT', at(`/${path}`));
    expect(again.status).to.equal(409);
    expect(again.body['detail']).to.equal(`Resource already exists at ${path} (Container)`);
    const orphan = await ask('PUT', at(`/${path}/no/where`));
    expect(orphan.status).to.equal(409);
    expect(orphan.body['detail']).to.equal(
      `Ancestors of '${path}/no/where' must all be Containers, '${path}/no' does not exist.`,
    );
    const odd = await ask('PUT', at(`/${path}/a!b`));
    expect(odd.status).to.equal(400);
    expect(odd.body['detail']).to.contain("'!'");
    expect((await ask('PUT', at('/repository'))).status).to.equal(400);
  });

  it('keep the characters that a slug may hold in their ids, however they are spelt in a request', async () => {
    const path = `${fresh('made')}(en).A-b_c`;
    const spelt = path.replaceAll('(', '%28').replaceAll(')', '%29').replaceAll('.', '%2e');
    const made = await ask('PUT', at(`/${spelt}`));
    expect([made.status, made.body.id, made.headers.get('location')]).to.deep.equal([
      201,
      at(`/${path}`),
      at(`/${path}`),
    ]);
    expect((await ask('PUT', at(`/${path}`))).status).to.equal(409);
    for (const spelling of [path, spelt])
      expect((await ask('GET', at(`/${spelling}`))).body.id).to.equal(at(`/${path}`));
  });

  it('are told apart by escaped slashes as by plain ones, wherever a path is a parameter', async () => {
    const { live, path } = await newGroup({ 'objects/a.txt': 'a' });
    const escaped = encodeURIComponent(path);
    const file = encodeURIComponent(`${path}/objects/a.txt`);
    const jobs = await ask('GET', `${live.storage}/activity/importjobs/collection`);
    const last = (await ask('GET', (jobs.body['last'] as { readonly id: string }).id)).body['orderedItems'];
    const { id } = (last as readonly { readonly object: { readonly id: string } }[])
      .map(({ object }) => object)
      .find((each) => each.id.endsWith(path))!;
    const answers = [
      await ask('GET', `${live.preservation}/repository/${escaped}`),
      await ask('HEAD', `${live.preservation}/repository/${file}`),
      await ask('GET', `${live.preservation}/ocfl/storagemap/${escaped}`),
      await ask('GET', `${live.storage}/repository/${file}`),
      await ask('GET', `${live.storage}/content/${file}`),
      await ask('GET', id.replace(path, escaped)),
    ];
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200, 200, 200]);
    const below = `${path.split('/')[0]}/below`;
    const made = await ask('PUT', `${live.preservation}/repository/${encodeURIComponent(below)}`);
    expect([made.status, made.body.id]).to.deep.equal([201, at(`/${below}`)]);
  });

  it('are those of OCFL objects, of origins and of content', async () => {
    const { live, path } = await newGroup({ 'objects/page (1).txt': 'a' }, 'group(s)');
    const { body } = await ask('GET', `${live.storage}/repository/${path}/objects/page%20%281%29.txt`);
    expect(body.id).to.equal(`${live.storage}/repository/${path}/objects/page%20(1).txt`);
    expect(body.content).to.equal(`${live.storage}/content/${path}/objects/page%20(1).txt`);
    expect(body['origin']).to.match(/\/objects\/page%20\(1\)\.txt$/);
    const { body: map } = await ask('GET', `${live.storage}/ocfl/storagemap/${path}`);
    const root = String(map['objectPath']);
    const { bytes } = await readWhole(live.bytes, { ...live.places.repository, key: `${root}/inventory.json` });
    expect((JSON.parse(bytes.toString()) as { readonly id: string }).id).to.equal(`info:repo/${path}`);
    expect(root).to.contain(sha256Of(`info:repo/${path}`));
  });

  it('answer a repeat under the same key as the first time, and refuse the key for another body', async () => {
    const path = fresh('keyed');
    const key = { 'idempotency-key': fresh('key') };
    const first = await ask('PUT', at(`/${path}`), { name: 'one' }, key);
    expect((await ask('PUT', at(`/${path}`), { name: 'one' }, key)).body).to.deep.equal(first.body);
    expect((await ask('PUT', at(`/${path}`), { name: 'two' }, key)).status).to.equal(400);
  });

  it('are missed with 404, also by HEAD', async () => {
    expect((await ask('GET', at('/nothing/here'))).status).to.equal(404);
    expect((await ask('HEAD', at('/nothing/here'))).status).to.equal(404);
  });

  it('list their children in the order of their ids, which are escaped', async () => {
    const container = await newContainer(live);
    for (const slug of ['z', 'a', '%C3%A9', 'b', 'Z', '%F0%9F%93%A6', 'a-1', '%EF%BC%A1', 'a%20'])
      await ask('PUT', at(`/${container}/${slug}`));
    for (const service of [live.preservation, live.storage]) {
      const { body } = await ask('GET', `${service}/repository/${container}`);
      expect((body.containers as ShownResource[]).map(({ id }) => id.slice(id.lastIndexOf('/') + 1))).to.deep.equal([
        '%C3%A9',
        '%EF%BC%A1',
        '%F0%9F%93%A6',
        'Z',
        'a',
        'a%20',
        'a-1',
        'b',
        'z',
      ]);
    }
  });
});

interface StorageMap {
  readonly root: string;
  readonly objectPath: string;
  readonly files: Readonly<Record<string, { readonly fullPath: string }>>;
}

describe('an archival group', () => {
  const files = { 'objects/a b #1.txt': 'one', 'objects/deep/📦.txt': '', 'objects/same.txt': 'one' };
  let live: LiveServices;
  let path: string;
  before(async () => {
    ({ live, path } = await newGroup(files));
  });
  const get = (query = '', inner = '', base = live.preservation) =>
    ask('GET', `${base}/repository/${path}${inner}${query}`);

  it('comes complete: every container and binary, its versions and its storage map', async () => {
    const { status, body } = await get();
    expect(status).to.equal(200);
    expect(body).to.include({ type: 'ArchivalGroup', name: 'A group' });
    const objects = body.containers.find(({ name }) => name === 'objects')!;
    expect(names(objects.binaries)).to.deep.equal(['a b #1.txt', 'same.txt']);
    expect(objects.containers[0]!.binaries[0]).to.include({ name: '📦.txt', size: 0, contentType: 'text/plain' });
    expect(body.version.ocflVersion).to.equal('v1');
    expect(body.storageMap.files).to.have.property('objects/a b -_-percent-23-_-1.txt');
    expect(objects.binaries[0]).to.not.have.property('partOf');
  });

  it('writes its ids on the service that answers, and content on the storage service', async () => {
    const inner = '/objects/a%20b%20-_-percent-23-_-1.txt';
    const { body } = await get('', inner);
    expect(body.id).to.equal(`${live.preservation}/repository/${path}${inner}`);
    expect(body.partOf).to.equal(`${live.preservation}/repository/${path}`);
    expect(body.content).to.equal(`${live.storage}/content/${path}${inner}`);
    expect((await get('', inner, live.storage)).body.id).to.equal(`${live.storage}/repository/${path}${inner}`);
  });

  it('gives a container in it with its immediate children', async () => {
    const { body } = await get('', '/objects');
    expect(body.partOf).to.match(/group$/);
    expect(body.containers.map(({ binaries }) => binaries)).to.deep.equal([[]]);
    expect(body.binaries).to.have.length(2);
  });

  it('tells by HEAD what stands where', async () => {
    const typeOf = async (inner: string): Promise<string | null> =>
      (await ask('HEAD', `${live.storage}/repository/${path}${inner}`)).headers.get('x-preservation-resource-type');
    expect(await typeOf('')).to.equal('ArchivalGroup');
    expect(await typeOf('/objects')).to.equal('Container');
    expect(await typeOf('/objects/same.txt')).to.equal('Binary');
    expect(await typeOf('/objects/none.txt')).to.equal(null);
  });

  it('takes no containers', async () => {
    const { status, body } = await ask('PUT', `${live.preservation}/repository/${path}/objects/more`);
    expect(status).to.equal(409);
    expect(body['detail']).to.equal(
      `Ancestors of '${path}/objects/more' must all be Containers, '${path}' is a ArchivalGroup.`,
    );
  });

  it('has a light view, of a version by label or stamp', async () => {
    const { body } = await get();
    const stamp = body.version.mementoTimestamp;
    for (const query of ['?view=lightweight', '?VIEW=lightweight&version=v1', `?view=lightweight&version=${stamp}`]) {
      const light = await get(query);
      expect(light.status, query).to.equal(200);
      expect(light.body).to.include({ name: 'A group', version: null, versions: null, storageMap: null });
      expect(light.body.containers).to.deep.equal([]);
    }
    expect((await get(`?view=lightweight&version=${stamp}`, '/objects/same.txt')).body.type).to.equal('Binary');
  });

  const faults: readonly [string, string, number, RegExp][] = [
    ['?version=v1', '', 400, /^Version only supported on lightweight view$/],
    ['?view=everything', '', 400, /^Unsupported view$/],
    ['?view=lightweight&version=v9', '', 404, /./],
    ['?view=lightweight&version=20010101000000', '', 404, /./],
    ['?view=lightweight&version=v1', '/objects', 400, /./],
    ['?view=lightweight&version=banana', '', 400, /./],
    ['?view=mets', '/objects', 400, /./],
  ];
  for (const [query, inner, status, title] of faults) {
    it(`answers ${query} of ${inner === '' ? 'itself' : 'a container in it'} with ${status}`, async () => {
      const answer = await get(query, inner);
      expect(answer.status).to.equal(status);
      expect(answer.body['title']).to.match(title);
    });
  }

  it('gives its METS as it was preserved, on the preservation service alone', async () => {
    const { headers, text, status } = await get('?view=mets');
    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.equal('application/xml');
    expect(text).to.contain('objects/deep/📦.txt');
    expect((await get('?view=mets', '', live.storage)).body['title']).to.equal('Unsupported view');
  });

  it('has a storage map that leads to its bytes', async () => {
    const { body } = await ask('GET', `${live.storage}/OCFL/StorageMap/${path}?Version=v1`);
    const { files: mapped, root, objectPath } = body as unknown as StorageMap;
    const fullPath = mapped['objects/same.txt']?.fullPath ?? '';
    const stored = await live.bytes.head({ bucket: root, key: `${objectPath}/${fullPath}` });
    expect(stored?.size).to.equal(3);
    const through = await ask('GET', `${live.preservation}/ocfl/storagemap/${path}`);
    expect(through.body).to.deep.equal(body);
  });

  it('has no storage map of a version that is not there, and containers have none', async () => {
    const map = (rest: string) => ask('GET', `${live.storage}/ocfl/storagemap/${rest}`);
    expect((await map(`${path}?version=v2`)).status).to.equal(404);
    expect((await map(`${path}?version=2`)).status).to.equal(400);
    expect((await map(path.split('/')[0]!)).status).to.equal(404);
  });

  it('gives the bytes of each binary with their type and length', async () => {
    for (const [name, text] of Object.entries(files)) {
      const escaped = name.split('/').map(encodeURIComponent).join('/');
      const answer = await ask(
        'GET',
        `${live.storage}/content/${path}/${escaped.replaceAll('%23', '-_-percent-23-_-')}`,
      );
      expect(answer.text, name).to.equal(text);
      expect(answer.headers.get('content-type')).to.equal('text/plain');
      expect(answer.headers.get('content-length')).to.equal(String(Buffer.byteLength(text)));
    }
  });

  it('has no bytes where there is no binary', async () => {
    for (const inner of ['', '/objects', '/none', '/.muniment/state.ndjson']) {
      const { status, body } = await ask('GET', `${live.storage}/content/${path}${inner}`);
      expect(status).to.equal(404);
      expect(body).to.deep.equal({
        type: `${live.storage}/problems/not-found`,
        title: 'Not Found',
        status: 404,
        detail: `No binary at path ${path}${inner}`,
      });
    }
  });
});

describe('an archival group with names that are escaped in ids', () => {
  it('lists what is in it in the order of the ids', async () => {
    const { live, path } = await newGroup({
      'objects/b': '1',
      'objects/é': '2',
      'objects/📦': '3',
      'objects/ü/a': '4',
      'objects/a/a': '5',
    });
    for (const uri of [`${live.storage}/repository/${path}/objects`, `${live.storage}/repository/${path}`]) {
      const { body } = await ask('GET', uri);
      const found = uri.endsWith('/objects')
        ? body
        : (body.containers as ShownResource[]).find(({ id }) => id.endsWith('/objects'));
      const idsOf = (list: unknown): string[] =>
        (list as ShownResource[]).map(({ id }) => id.slice(id.lastIndexOf('/') + 1));
      expect(idsOf(found?.['binaries'])).to.deep.equal(['%C3%A9', '%F0%9F%93%A6', 'b']);
      expect(idsOf(found?.['containers'])).to.deep.equal(['%C3%BC', 'a']);
    }
  });
});

describe('what an import deleted from an archival group', () => {
  let live: LiveServices;
  let group: string;
  let stamps: readonly string[];
  const importing = async (operations: object): Promise<void> => {
    const deposit = await newDeposit(live, { archivalGroup: group });
    const job = { deposit: deposit.uri, archivalGroup: group, isUpdate: true, ...operations };
    const { body } = await ask('POST', `${deposit.uri}/importjobs`, job);
    expect((await ended(live, body.id))['errors']).to.equal(null);
  };
  before(async () => {
    const made = await newGroup({ 'objects/kept.txt': 'kept', 'objects/deep/gone.txt': 'gone' });
    live = made.live;
    group = `${live.preservation}/repository/${made.path}`;
    const at = (path: string) => ({ id: `${group}/${path}` });
    await importing({ containersToAdd: [at('objects/empty')] });
    await importing({
      binariesToDelete: [at('objects/deep/gone.txt')],
      containersToDelete: [at('objects/deep'), at('objects/empty')],
    });
    const { body } = await ask('GET', group);
    stamps = (body['versions'] as { mementoTimestamp: string }[]).map((each) => each.mementoTimestamp).sort();
  });

  for (const path of ['objects/deep/gone.txt', 'objects/deep', 'objects/empty']) {
    it(`is remembered: ${path} is gone, and not just missing`, async () => {
      const { status, body } = await ask('GET', `${group}/${path}`);
      expect(status).to.equal(410);
      expect(body['detail']).to.match(new RegExp(`^The resource at .*/${path} has been replaced by a Tombstone$`));
      expect((await ask('HEAD', `${group}/${path}`)).status).to.equal(410);
      const light = await ask('GET', `${group}/${path}?view=lightweight`);
      expect([light.status, light.body['title']]).to.deep.equal([410, 'Resource has Gone']);
    });
  }

  it('leaves no path for the archival group of a deposit', async () => {
    const deposit = await newDeposit(live, {});
    for (const path of ['objects/deep/gone.txt', 'objects/deep']) {
      const archivalGroup = `${group}/${path}`;
      for (const refused of [
        await ask('POST', `${live.preservation}/deposits`, { archivalGroup }),
        await ask('PATCH', deposit.uri, { archivalGroup }),
      ]) {
        expect(refused.status, refused.text).to.equal(410);
        expect(refused.body['detail']).to.match(
          new RegExp(`^Cannot examine Archival Group: The resource at .*/${path} has been replaced by a Tombstone$`),
        );
      }
    }
    expect((await ask('GET', deposit.uri)).body['archivalGroup']).to.equal(null);
  });

  it('is still shown as it was at the versions that had it, and at no other', async () => {
    const statusAt = (path: string): Promise<number[]> =>
      Promise.all(
        stamps.map(async (stamp) => (await ask('GET', `${group}/${path}?view=lightweight&version=${stamp}`)).status),
      );
    expect(await statusAt('objects/deep/gone.txt')).to.deep.equal([200, 200, 404]);
    expect(await statusAt('objects/empty')).to.deep.equal([404, 200, 404]);
  });

  it('leaves its path free', async () => {
    await importing({ containersToAdd: [{ id: `${group}/objects/empty`, name: 'Filled again' }] });
    expect((await ask('GET', `${group}/objects/empty`)).body.name).to.equal('Filled again');
    expect((await ask('GET', `${group}/objects/never`)).status).to.equal(404);
  });
});
