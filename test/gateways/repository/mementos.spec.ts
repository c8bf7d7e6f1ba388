import { expect } from 'chai';
import { ask, ended, newDeposit, newGroup, type Reply } from '../conversation.js';
import type { LiveServices } from '../live-services.js';
import { sha256Of } from '../../support/sha256.js';

const LABEL_REFUSED =
  "OCFL version format ('v1', 'v2', etc.) is only supported on Archival Groups. You can use Memento version.";

interface Version {
  readonly ocflVersion: string;
  readonly mementoTimestamp: string;
  readonly mementoDateTime: string;
}

/** What is asked for: the path below the container `box`, and in which words the version is. */
type Row = readonly [path: string, version: 'v1' | 'v2' | 'stamp 1' | 'stamp 2', status: number, name: string | null];

/**
 * A group that has two versions: `objects/old` has gone with the second, `objects/new` came with it, and `objects/a.txt`
 * has another name since.
 */
const ROWS: readonly Row[] = [
  ['group', 'v1', 200, 'A group'],
  ['group', 'v2', 200, 'A group'],
  ['group', 'stamp 1', 200, 'A group'],
  ['group', 'stamp 2', 200, 'A group'],
  ['group/objects', 'v1', 400, null],
  ['group/objects', 'stamp 1', 200, 'objects'],
  ['group/objects', 'stamp 2', 200, 'objects'],
  ['group/objects/a.txt', 'v2', 400, null],
  ['group/objects/a.txt', 'stamp 1', 200, 'a.txt'],
  ['group/objects/a.txt', 'stamp 2', 200, 'Renamed'],
  ['group/objects/old', 'v1', 400, null],
  ['group/objects/old', 'stamp 1', 200, 'old'],
  ['group/objects/old', 'stamp 2', 404, null],
  ['group/objects/old/b.txt', 'stamp 1', 200, 'b.txt'],
  ['group/objects/old/b.txt', 'stamp 2', 404, null],
  ['group/objects/new', 'stamp 1', 404, null],
  ['group/objects/new', 'stamp 2', 200, 'new'],
  ['group/objects/never', 'stamp 1', 404, null],
  ['', 'v1', 400, null],
];

describe('Mementos', () => {
  let live: LiveServices;
  let box: string;
  let versions: readonly Version[];
  before(async () => {
    const made = await newGroup({ 'objects/a.txt': 'a', 'objects/old/b.txt': 'b' });
    live = made.live;
    box = made.path.slice(0, made.path.lastIndexOf('/'));
    const group = `${live.preservation}/repository/${made.path}`;
    const deposit = await newDeposit(live, { archivalGroup: group });
    const at = (path: string) => ({ id: `${group}/objects/${path}` });
    const { body } = await ask('POST', `${deposit.uri}/importjobs`, {
      deposit: deposit.uri,
      archivalGroup: group,
      isUpdate: true,
      containersToAdd: [at('new')],
      binariesToRename: [{ ...at('a.txt'), name: 'Renamed' }],
      binariesToDelete: [at('old/b.txt')],
      containersToDelete: [at('old')],
    });
    expect((await ended(live, body.id))['errors']).to.equal(null);
    versions = (await ask('GET', group)).body['versions'] as readonly Version[];
  });

  const wanted = (version: Row[1]): string =>
    version.startsWith('v') ? version : (versions[Number(version.at(-1)) - 1]?.mementoTimestamp ?? '');
  const get = (base: string, path: string, version: string): Promise<Reply> =>
    ask('GET', `${base}/repository/${box}${path === '' ? '' : `/${path}`}?view=lightweight&version=${version}`);

  for (const [path, version, status, name] of ROWS) {
    it(`of ${path === '' ? 'a container outside of groups' : path} at ${version}: ${name ?? status}`, async () => {
      for (const base of [live.preservation, live.storage]) {
        const answer = await get(base, path, wanted(version));
        expect(answer.status).to.equal(status);
        if (status === 400) expect(answer.body['detail']).to.equal(LABEL_REFUSED);
        if (status !== 200) continue;
        expect(answer.body.id).to.equal(`${base}/repository/${box}/${path}`);
        expect(answer.body.name).to.equal(name);
        expect(answer.body['createdBy']).to.equal(`${base}/agents/dev`);
        expect(answer.body['lastModifiedBy']).to.equal(`${base}/agents/dev`);
        for (const list of ['containers', 'binaries'])
          if (list in answer.body) expect(answer.body[list]).to.deep.equal([]);
        if (path !== 'group') expect(answer.body.partOf).to.equal(`${base}/repository/${box}/group`);
      }
    });
  }

  it('of a group are dated by their version', async () => {
    for (const { ocflVersion, mementoDateTime } of versions) {
      const { body } = await get(live.preservation, 'group', ocflVersion);
      expect(body['lastModified']).to.equal(mementoDateTime);
      expect(body['created']).to.equal(versions[0]?.mementoDateTime);
    }
  });

  it('of a container outside of groups are those of its creation and its last change', async () => {
    const { body } = await ask('GET', `${live.storage}/repository/${box}?view=lightweight`);
    const stamp = String(body['created'])
      .replace(/[^0-9]/g, '')
      .slice(0, 14);
    const memento = await get(live.storage, '', stamp);
    expect([memento.status, memento.body]).to.deep.equal([200, body]);
    expect((await get(live.storage, '', '20010101000000')).status).to.equal(404);
  });

  it('of the root there are none', async () => {
    for (const base of [live.preservation, live.storage]) {
      const root = (version: string) => ask('GET', `${base}/repository?view=lightweight&version=${version}`);
      expect((await root('20010101000000')).status).to.equal(404);
      const label = await root('v1');
      expect([label.status, label.body['detail']]).to.deep.equal([400, LABEL_REFUSED]);
      expect((await root('banana')).status).to.equal(400);
      expect((await ask('GET', `${base}/repository?version=v1`)).status).to.equal(400);
    }
  });

  it('have storage maps, on both services the same, by label and by stamp', async () => {
    for (const { ocflVersion, mementoTimestamp } of versions) {
      const maps: unknown[] = [];
      for (const base of [live.preservation, live.storage]) {
        for (const version of [ocflVersion, mementoTimestamp]) {
          const { status, body } = await ask('GET', `${base}/ocfl/storagemap/${box}/group?version=${version}`);
          expect(status).to.equal(200);
          expect(body.version).to.include({ ocflVersion, mementoTimestamp });
          maps.push(body);
        }
      }
      for (const map of maps) expect(map).to.deep.equal(maps[0]);
      const { files } = maps[0] as { readonly files: object };
      expect('objects/old/b.txt' in files).to.equal(ocflVersion === 'v1');
    }
    const { body } = await ask('GET', `${live.storage}/ocfl/storagemap/${box}/group`);
    expect(body.version.ocflVersion).to.equal('v2');
    expect((body['headVersion'] as Version).ocflVersion).to.equal('v2');
    expect((body['allVersions'] as Version[]).map((each) => each.ocflVersion)).to.deep.equal(['v1', 'v2']);
  });
});

describe('an archival group whose versions are not those of its object', () => {
  it('is refused wherever it would be served', async () => {
    const { live, path } = await newGroup({ 'objects/a.txt': 'a' });
    // By another process, since this one would keep the group in memory.
    const map = await ask('GET', `${live.otherPreservation}/ocfl/storagemap/${path}`);
    const root = String(map.body['objectPath']);
    const { bucket } = live.places.repository;
    for (const folder of ['', 'v1/']) {
      const key = `${root}/${folder}inventory.json`;
      const { stream } = await live.bytes.get({ bucket, key });
      let text = '';
      for await (const piece of stream) text += String(piece);
      const later = text.replace(/"created":\s*"\d{4}/, (created) => `${created.slice(0, -4)}2031`);
      expect(later).to.not.equal(text);
      await live.bytes.put({ bucket, key }, Buffer.from(later));
      await live.bytes.put({ bucket, key: `${key}.sha256` }, Buffer.from(`${sha256Of(later)}  inventory.json\n`));
    }
    for (const uri of [
      `${live.preservation}/repository/${path}`,
      `${live.storage}/repository/${path}`,
      `${live.preservation}/repository/${path}?view=lightweight`,
      `${live.storage}/repository/${path}?view=lightweight&version=v1`,
      `${live.preservation}/repository/${path}?view=mets`,
      `${live.preservation}/repository/${path}?view=parsed-mets`,
      `${live.preservation}/repository/${path}/objects/a.txt`,
      `${live.storage}/repository/${path}/objects`,
      `${live.preservation}/ocfl/storagemap/${path}`,
      `${live.storage}/ocfl/storagemap/${path}?version=v1`,
      `${live.storage}/content/${path}/objects/a.txt`,
      `${live.storage}/content/${path}/objects/a.txt?version=v1`,
    ]) {
      const { status, body } = await ask('GET', uri);
      expect(status, uri).to.equal(409);
      expect(body['detail'], uri).to.contain(`The OCFL object of ${path} is not as it was recorded`);
    }
  });
});
