import { copyFile, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { escapePath } from '../../../formats/paths/repository-path.js';
import { adoptData, loseLog } from '../../support/repository/adopted-data.js';
import { auditData, openAuditedRepository, rootOf } from '../../support/repository/audited-repository.js';
import { putForeign, type ForeignVersion } from '../../support/repository/foreign-object.js';
import { startTestPlatform, type TestPlatform } from '../../support/platform/test-platform.js';
import { openedOnce } from '../../support/platform/opened.js';

type ShownResource = Readonly<Record<string, unknown>>;

const GROUPS = ['letters/1911', 'letters/odd names/#1 & 100% 🖋', 'maps/a/b/c'] as const;

/** What a service says, without the host that says it. */
const shown = async (platform: TestPlatform, path: string): Promise<ShownResource> => {
  const { status, body } = await platform.call<ShownResource>('GET', path);
  expect(status, path).to.equal(200);
  const { preservation, storage } = platform.ready;
  return JSON.parse(
    JSON.stringify(body).replaceAll(preservation, 'host:').replaceAll(storage, 'store:'),
  ) as ShownResource;
};

/** All that the interfaces show of groups: as they stand, at each version, with storage maps and every file's bytes. */
const shownGroups = async (platform: TestPlatform, groups: readonly string[]): Promise<Map<string, unknown>> => {
  const all = new Map<string, unknown>();
  for (const group of groups) {
    const path = `/repository/${escapePath(group)}`;
    const whole = await shown(platform, path);
    all.set(path, whole);
    const map = await fetch(`${platform.ready.storage}/ocfl/storagemap/${escapePath(group)}`);
    all.set(`map ${group}`, ((await map.json()) as ShownResource)['files']);
    for (const { ocflVersion } of whole['versions'] as { readonly ocflVersion: string }[]) {
      const at = `${path}?view=lightweight&version=${ocflVersion}`;
      all.set(at, await shown(platform, at));
    }
    const urls = JSON.stringify(whole).match(/store:\/content\/[^"]+/g) ?? [];
    for (const url of urls) {
      const answer = await fetch(url.replace('store:', platform.ready.storage));
      all.set(url, [answer.status, await answer.text()]);
    }
  }
  return all;
};

const children = async (platform: TestPlatform, path: string): Promise<string[]> =>
  ((await shown(platform, `/repository/${escapePath(path)}`))['containers'] as ShownResource[]).map(
    ({ id, type }) => `${String(type)} ${String(id)}`,
  );

const version = (
  files: ForeignVersion['files'],
  created: string,
  rest: Partial<ForeignVersion> = {},
): ForeignVersion => ({
  files,
  created,
  ...rest,
});

describe('adopting what lies on the store', () => {
  const repository = openedOnce(openAuditedRepository, (each) => each.remove());
  let expected: Map<string, unknown>;
  let olderLog: string;
  let listed: string[][];

  const withPlatform = async <T>(data: string, work: (platform: TestPlatform) => Promise<T>): Promise<T> => {
    const platform = await startTestPlatform({ data });
    try {
      await platform.settle();
      return await work(platform);
    } finally {
      await platform.stop();
    }
  };
  const listings = async (platform: TestPlatform): Promise<string[][]> =>
    Promise.all(
      ['', 'letters', 'letters/odd names', 'maps', 'maps/a', 'maps/a/b'].map((path) => children(platform, path)),
    );

  before(async () => {
    await repository.preserve(GROUPS[0], { 'a letter.txt': 'Dear Clara', 'page/one.txt': 'one', 'gone.txt': 'soon' });
    await repository.preserve(
      GROUPS[1],
      { '#1 100% ü 🖋.txt': 'odd', 'empty folder': null, 'x/y z.txt': 'spaces' },
      'Odd',
    );
    await repository.preserve(GROUPS[2], { 'map.txt': 'here be dragons' });
    await repository.platform.stop();
    olderLog = join(repository.data, '../older-log');
    await copyFile(join(repository.data, 'events.sqlite'), olderLog);
    const later = await openAuditedRepository({}, repository.data);
    const { platform } = later;
    await later.preserve(GROUPS[0], { 'a letter.txt': 'Dear Clara', 'page/one.txt': 'one more', 'new.txt': 'v2' });
    await later.preserve(GROUPS[0], { 'renamed.txt': 'Dear Clara', 'page/one.txt': 'one more' }, 'Letters of 1911');
    await platform.settle();
    expected = await shownGroups(platform, GROUPS);
    listed = await listings(platform);
    await platform.stop();
    await later.remove();
  });

  it('makes a repository whole again whose log was lost, to the byte', async () => {
    const data = await repository.copy();
    await loseLog(data);
    const { exit, rows, summary, messages } = await adoptData(data);
    expect({ exit, messages }).to.deep.equal({ exit: 0, messages: '' });
    expect(rows.map(({ code, group, root, message }) => [code, group, root, message])).to.have.deep.members([
      ['adopted', GROUPS[0], rootOf(GROUPS[0]), 'v1 to v3'],
      ['adopted', escapePath(GROUPS[1]), rootOf(GROUPS[1]), 'v1'],
      ['adopted', GROUPS[2], rootOf(GROUPS[2]), 'v1'],
    ]);
    expect(summary).to.equal('Adopted 5 versions of 3 groups; 0 objects known already.');
    expect((await auditData(data)).found).to.deep.equal([]);
    await withPlatform(data, async (platform) => {
      expect(await shownGroups(platform, GROUPS)).to.deep.equal(expected);
      expect(await listings(platform)).to.deep.equal(listed);
    });
  });

  it('changes nothing the second time, nor in a repository whose log is whole', async () => {
    const data = await repository.copy();
    const whole = await adoptData(data);
    expect(whole).to.deep.include({ exit: 0, rows: [] });
    await loseLog(data);
    await adoptData(data);
    const again = await adoptData(data);
    expect(again).to.deep.include({ exit: 0, rows: [], summary: whole.summary });
    expect(again.summary).to.equal('Adopted 0 versions of 0 groups; 3 objects known already.');
  });

  it('names a version that was never made the head, and adopts it once it is', async () => {
    const data = await repository.copy();
    await loseLog(data);
    await copyFile(olderLog, join(data, 'events.sqlite'));
    const root = join(data, 'ocfl', rootOf(GROUPS[0]));
    const makeHead = async (version: string): Promise<void> => {
      for (const file of ['inventory.json', 'inventory.json.sha256'])
        await copyFile(join(root, version, file), join(root, file));
    };
    await makeHead('v1');
    const { exit, rows } = await adoptData(data);
    expect([exit, rows.map(({ code, group }) => [code, group])]).to.deep.equal([
      1,
      [['version-unpublished', GROUPS[0]]],
    ]);
    expect(rows[0]?.message).to.equal('v3/inventory.json is there, and the root inventory is at v1.');
    await makeHead('v3');
    expect((await adoptData(data)).rows.map(({ message }) => message)).to.deep.equal(['v2 to v3']);
    expect((await auditData(data)).found).to.deep.equal([]);
  });

  it('tells what it would adopt when it is tried dry, and writes nothing', async () => {
    const data = await repository.copy();
    await loseLog(data);
    for (let time = 0; time < 2; time++) {
      const { exit, rows, summary } = await adoptData(data, '--dry-run', '--verify');
      expect(exit).to.equal(0);
      expect(new Set(rows.map(({ code }) => code))).to.deep.equal(new Set(['adoptable']));
      expect(summary).to.match(/^Would adopt 5 versions of 3 groups; /);
    }
  });

  it('adopts one group alone, and says of one that is not there that it is not', async () => {
    const data = await repository.copy();
    await loseLog(data);
    expect((await adoptData(data, GROUPS[2])).rows.map(({ group }) => group)).to.deep.equal([GROUPS[2]]);
    const missing = await adoptData(data, 'letters/1999');
    expect(missing).to.deep.include({
      exit: 1,
      messages: 'muniment: There is no object of letters/1999 on the store.\nNext: muniment adopt --dry-run\n',
    });
  });

  it('lets the next import build on adopted versions', async () => {
    const lost = await openAuditedRepository();
    await lost.preserve('letters/1911', { 'a.txt': 'one' });
    await lost.platform.stop();
    await loseLog(lost.data);
    expect((await adoptData(lost.data)).exit).to.equal(0);
    const again = await openAuditedRepository({}, lost.data);
    await again.preserve('letters/1911', { 'a.txt': 'two', 'b.txt': 'new' });
    const group = await shown(again.platform, '/repository/letters/1911');
    expect((group['versions'] as object[]).length).to.equal(2);
    await again.platform.stop();
    expect((await auditData(lost.data)).found).to.deep.equal([]);
    await again.remove();
    await lost.remove();
  });

  it('serves a group again whose object was ahead of its ledger', async () => {
    const data = await repository.copy();
    await loseLog(data);
    await copyFile(olderLog, join(data, 'events.sqlite'));
    const ahead = await adoptData(data, '--verify');
    expect(ahead.rows).to.deep.equal([
      { code: 'adopted', group: GROUPS[0], root: rootOf(GROUPS[0]), message: 'v2 to v3' },
    ]);
    expect(ahead.summary).to.equal('Adopted 2 versions of 1 group; 2 objects known already.');
    expect((await auditData(data)).found).to.deep.equal([]);
    await withPlatform(data, async (platform) => {
      expect(await shownGroups(platform, GROUPS)).to.deep.equal(expected);
    });
  });

  it('names an object that is behind its ledger, and one with another history', async () => {
    const data = await repository.copy();
    const other = await openAuditedRepository();
    await other.preserve(GROUPS[0], { 'a letter.txt': 'Dear Clara', 'page/one.txt': 'one', 'gone.txt': 'soon' });
    await other.platform.stop();
    await rm(join(data, 'ocfl', rootOf(GROUPS[0])), { recursive: true });
    await cp(join(other.data, 'ocfl', rootOf(GROUPS[0])), join(data, 'ocfl', rootOf(GROUPS[0])), { recursive: true });
    const differs = await adoptData(data);
    expect(differs.exit).to.equal(1);
    expect(differs.rows.map(({ code, message }) => [code, message])).to.deep.equal([
      ['history-differs', 'Ledger and object have different inventories of v1.'],
    ]);
    await loseLog(data);
    await copyFile(join(repository.data, 'events.sqlite'), join(data, 'events.sqlite'));
    const objects = await repository.copy();
    await rm(join(data, 'ocfl'), { recursive: true });
    await cp(join(objects, 'ocfl'), join(data, 'ocfl'), { recursive: true });
    const at = join(data, 'ocfl', rootOf(GROUPS[0]));
    for (const name of ['inventory.json', 'inventory.json.sha256'])
      await copyFile(join(at, 'v1', name), join(at, name));
    for (const name of ['v2', 'v3']) await rm(join(at, name), { recursive: true });
    const behind = await adoptData(data);
    expect(behind.rows.map(({ code, message }) => [code, message])).to.deep.equal([
      ['object-behind', 'The object is at v1, its ledger at v3.'],
    ]);
    await other.remove();
  });

  describe('that another tool wrote', () => {
    const VERSIONS = [
      version({ 'a file.txt': 'one', 'b/c.txt': 'two' }, '2019-01-02T03:04:05Z', {
        user: 'Jane Doe',
        message: 'Initial',
      }),
      version({ 'a file.txt': 'one', 'b/#d.txt': 'more' }, '2020-01-01T00:30:00.5+01:00'),
    ];
    let data: string;
    beforeEach(async () => {
      data = join(repository.data, `../foreign-${Math.random()}`);
      const empty = await startTestPlatform({ data });
      await empty.stop();
    });
    const put = (id: string, more: Partial<Parameters<typeof putForeign>[1]> = {}): Promise<string> =>
      putForeign(join(data, 'ocfl'), { id, versions: VERSIONS, ...more });

    for (const algorithm of ['sha256', 'sha512'] as const) {
      it(`is served with what inventories tell, in ${algorithm}`, async () => {
        await put('info:repo/foreign/box', { algorithm, ocfl: '1.0' });
        expect(await adoptData(data, '--verify')).to.deep.include({ exit: 0 });
        expect((await auditData(data)).found).to.deep.equal([]);
        await withPlatform(data, async (platform) => {
          const group = await shown(platform, '/repository/foreign/box');
          expect(group).to.deep.include({
            name: 'box',
            created: '2019-01-02T03:04:05Z',
            createdBy: 'host:/agents/Jane%20Doe',
            lastModified: '2019-12-31T23:30:00.5Z',
            lastModifiedBy: null,
          });
          const content = await fetch(`${platform.ready.storage}/content/foreign/box/b/-_-percent-23-_-d.txt`);
          expect(await content.text()).to.equal('more');
          expect(await children(platform, 'foreign')).to.deep.equal(['ArchivalGroup host:/repository/foreign/box']);
          const [listedGroup] = (await shown(platform, '/repository/foreign'))['containers'] as ShownResource[];
          expect(listedGroup).to.include({ name: 'box', lastModifiedBy: null });
        });
      });
    }

    it('is named with the reason where it cannot be adopted, and the others are adopted', async () => {
      const text = (root: string, path: string, content: string): Promise<void> =>
        writeFile(join(data, 'ocfl', root, path), content);
      const good = await put('info:repo/good');
      await text(good, 'v1/content/beside', 'nothing names it');
      const roots: [string, string][] = [];
      const expectCode = async (code: string, root: Promise<string>): Promise<string> => {
        roots.push([code, await root]);
        return root;
      };
      await expectCode('id-foreign', put('urn:example:1'));
      await expectCode('slug-reserved', put('info:repo/repository/x'));
      await expectCode('ancestor-not-container', put('info:repo/good/inner'));
      const stamps = [version({ a: '1' }, '2020-01-01T00:00:00.1Z'), version({ a: '2' }, '2020-01-01T00:00:00.9Z')];
      await expectCode('version-unfit', put('info:repo/stamps', { versions: stamps }));
      const own = [version({ '.muniment/x': '1' }, '2020-01-01T00:00:00Z')];
      await expectCode('path-unfit', put('info:repo/own', { versions: own }));
      const state = [version({ '.muniment/state.ndjson': 'x' }, '2020-01-01T00:00:00Z')];
      await expectCode('state-file-invalid', put('info:repo/state', { versions: state }));
      const missing = await expectCode('object-invalid', put('info:repo/missing'));
      await rm(join(data, 'ocfl', missing, 'v1/content/b/c.txt'));
      const sidecar = await expectCode('object-invalid', put('info:repo/sidecar'));
      await text(sidecar, 'v1/inventory.json.sha256', `${'0'.repeat(64)} inventory.json\n`);
      const torn = await expectCode('object-unpublished', put('info:repo/torn'));
      await rm(join(data, 'ocfl', torn, 'inventory.json'));
      const own1 = await expectCode('version-unfit', put('info:repo/without'));
      await rm(join(data, 'ocfl', own1, 'v1/inventory.json'));
      await rm(join(data, 'ocfl', own1, 'v1/inventory.json.sha256'));
      const one = (created: string, message: string): ForeignVersion[] => [version({ a: '1' }, created, { message })];
      const long = await expectCode(
        'version-unfit',
        put('info:repo/long', { versions: one('2020-01-01T00:00:00Z', 'm'.repeat(2_000_000)) }),
      );
      const half = await expectCode(
        'version-unfit',
        put('info:repo/half', { versions: one('2020-01-01T00:00:00Z', 'half of \ud83d') }),
      );
      const last = await expectCode(
        'version-unfit',
        put('info:repo/last', { versions: one('9999-12-31T23:59:59Z', 'unknown') }),
      );
      const mutable = await expectCode('mutable-head', put('info:repo/mutable'));
      await mkdir(join(data, 'ocfl', mutable, 'extensions/0005-mutable-head/head/content/r1'), { recursive: true });
      await text(mutable, 'extensions/0005-mutable-head/head/inventory.json', '{}');
      await mkdir(join(data, 'ocfl/abc/def/012'), { recursive: true });
      const away = join('abc/def/012', `abcdef012${'0'.repeat(55)}`);
      await cp(join(data, 'ocfl', good), join(data, 'ocfl', away), { recursive: true });
      roots.push(['place-differs', away]);
      const { exit, rows, summary } = await adoptData(data);
      expect(exit).to.equal(1);
      const found = rows.map(({ code, root }) => [code, root]);
      // Whichever of the two comes first has its path, and is adopted.
      const inner = found.findIndex(([code]) => code === 'not-an-archival-group');
      expect(inner, 'the container above an adopted group').to.equal(-1);
      expect(found).to.have.deep.members([...roots, ['adopted', good]]);
      expect(rows.find(({ root }) => root === good)?.message).to.equal('v1 to v2; nothing names 1 key of the object');
      const messageOf = (root: string): string => rows.find((row) => row.root === root)?.message ?? '';
      expect(messageOf(long)).to.match(
        /^v1: its name, user and message take 20000\d\d bytes; the log can hold 245760\.$/,
      );
      expect(messageOf(half)).to.equal('v1: its message has a surrogate without its pair.');
      expect(messageOf(last)).to.equal(
        'v1 is of 9999-12-31T23:59:59Z: the year must be 0000 to 9999 in UTC, and a second must be left for a later version.',
      );
      expect(messageOf(mutable)).to.equal(
        'extensions/0005-mutable-head is newer than the last version: make a version of it, or remove it, with the tool that wrote it.',
      );
      expect(summary).to.equal(
        `Adopted 2 versions of 1 group; 0 objects known already; ${roots.length} objects not adopted.`,
      );
    });

    it('is named, and found by an audit, where another tool gives it a mutable head later', async () => {
      const root = await put('info:repo/box');
      expect((await adoptData(data)).exit).to.equal(0);
      const head = join(data, 'ocfl', root, 'extensions/0005-mutable-head/head');
      await mkdir(join(head, 'content/r1'), { recursive: true });
      await writeFile(join(head, 'inventory.json'), '{}');
      await writeFile(join(head, 'content/r1/new.txt'), 'new');
      const { exit, rows } = await adoptData(data);
      expect([exit, rows.map(({ code }) => code)]).to.deep.equal([1, ['mutable-head']]);
      expect((await auditData(data)).found).to.deep.equal(['mutable-head extensions/0005-mutable-head']);
    });

    it('is found damaged when its content is read first', async () => {
      const root = await put('info:repo/flipped');
      await writeFile(join(data, 'ocfl', root, 'v1/content/a file.txt'), 'ona');
      expect((await adoptData(data, '--dry-run')).exit).to.equal(0);
      const { exit, rows } = await adoptData(data, '--verify');
      expect(exit).to.equal(1);
      expect(rows[0]?.message).to.match(/^E092 v1\/content\/a file\.txt: Its sha256 is /);
    });
  });
});
