import { expect } from 'chai';
import { objectRoot } from '../../../formats/ocfl/storage-root/storage-root.js';
import { escapePath, ocflId } from '../../../formats/paths/repository-path.js';
import { readWhole } from '../../../formats/read-whole.js';
import type { GroupToPreserve } from '../../support/archive/contents.js';
import { sha256Of } from '../../support/sha256.js';
import { ask, newContainer, type Reply } from '../conversation.js';
import { liveServices } from '../live-services.js';
import { preserveVersions } from '../preserved-versions.js';

interface Listing {
  readonly group: string;
  readonly head: number;
  readonly below: string;
  readonly version: number;
  readonly next: string | number | null;
  readonly files: readonly { readonly stored: string }[];
  readonly versions: readonly { readonly version: number; readonly file?: { readonly from: string | null } }[];
  readonly children: readonly {
    readonly kind: 'container' | 'group';
    readonly path: string;
    readonly head: number | null;
    readonly modified: string;
    readonly modifiedBy: string | null;
    readonly deposit?: object | null;
  }[];
}

const listingOf = ({ body, status, text }: Reply): Listing => {
  expect(status, text).to.equal(200);
  return body as unknown as Listing;
};

const GROUP: GroupToPreserve = {
  path: 'group',
  name: 'A group',
  versions: [
    { agent: 'ada', message: null, files: { 'objects/a.txt': { text: 'a' }, 'objects/b/c.txt': { text: 'c' } } },
    { agent: 'ada', message: null, files: { 'objects/a.txt': { text: 'a' }, 'objects/b/d.txt': { text: 'c' } } },
    { agent: 'ada', message: null, files: { 'objects/a.txt': { text: 'a' }, 'objects/b/e.txt': { text: 'c' } } },
  ],
};

describe('the listings of what is preserved', () => {
  const live = liveServices();
  let box = '';

  before(async () => {
    box = await newContainer(live);
    await preserveVersions(live, box, GROUP);
  });

  const get = (path: string): Promise<Reply> => ask('GET', `${live.preservation}${path}`);

  it('give the files of a version page by page', async () => {
    const found: string[] = [];
    let after = '';
    do {
      const page = listingOf(await get(`/files/${box}/group?version=v1&limit=1${after}`));
      expect(page.files).to.have.lengthOf(1);
      found.push(...page.files.map(({ stored }) => stored));
      after = page.next === null ? '' : `&after=${escapePath(String(page.next))}`;
    } while (after !== '');
    expect(found).to.deep.equal(['mets.xml', 'objects/a.txt', 'objects/b/c.txt']);
  });

  it('give the newest version of files unless another is named', async () => {
    const { version, files } = listingOf(await get(`/files/${box}/group?below=objects/b`));
    expect([version, files.map(({ stored }) => stored)]).to.deep.equal([3, ['objects/b/e.txt']]);
  });

  it('give the versions page by page, newest first', async () => {
    const first = listingOf(await get(`/versions/${box}/group?limit=2`));
    expect([first.versions.map(({ version }) => version), first.next]).to.deep.equal([[3, 2], 2]);
    const second = listingOf(await get(`/versions/${box}/group?limit=2&before=2`));
    expect([second.versions.map(({ version }) => version), second.next]).to.deep.equal([[1], null]);
  });

  it('say of each version which job made it, from which deposit, and how many bytes came', async () => {
    const { versions } = listingOf(await get(`/versions/${box}/group`));
    const [newest, , first] = versions as unknown as Readonly<Record<string, unknown>>[];
    expect([newest?.['bytesAdded'], first?.['bytesAdded']]).to.deep.equal([0, 2]);
    const { status, body } = await get(`/jobs/${String(first?.['job'])}`);
    expect([status, body.type]).to.deep.equal([200, 'Job']);
    expect(body['deposit']).to.equal(`${live.preservation}/deposits/${String(first?.['deposit'])}`);
    const ofFolder = listingOf(await get(`/versions/${box}/group/objects/b`)).versions.at(-1);
    expect(ofFolder).to.include({ version: 1, bytesAdded: 1, job: first?.['job'] });
    const ofFile = listingOf(await get(`/versions/${box}/group/objects/a.txt`)).versions;
    expect(ofFile).to.have.lengthOf(1);
    expect(ofFile[0]).to.include({ bytesAdded: 1, deposit: first?.['deposit'] });
  });

  it('name the archival group of a path without comparing its versions', async () => {
    const found = listingOf(await get(`/versions/${box}/group/any/path?limit=0`));
    expect(found).to.deep.include({ group: `${box}/group`, head: 3, below: 'any/path', versions: [], next: 4 });
  });

  it('follow a file to the names that it had before', async () => {
    const { versions } = listingOf(await get(`/versions/${box}/group/objects/b/e.txt`));
    const changes = versions.map(({ version, file }) => [version, file?.from]);
    expect(changes).to.deep.equal([
      [3, 'objects/b/d.txt'],
      [2, 'objects/b/c.txt'],
      [1, null],
    ]);
  });

  it('give what is in a container, with the newest versions of archival groups', async () => {
    const { children, next } = listingOf(await get(`/children/${box}?limit=1`));
    expect([children.map(({ path, head }) => [path, head]), next]).to.deep.equal([
      [[`${box}/group`, 3]],
      `${box}/group`,
    ]);
    const last = listingOf(await get(`/children/${box}?limit=1&after=${escapePath(`${box}/group`)}`));
    expect([last.children, last.next]).to.deep.equal([[], null]);
    expect(listingOf(await get('/children?limit=1')).children).to.have.lengthOf(1);
  });

  it('tell when and by whom the newest version of a group was made, and a container', async () => {
    const inner = `${box}/inner`;
    expect((await ask('PUT', `${live.preservation}/repository/${inner}`)).status).to.equal(201);
    const { children } = listingOf(await get(`/children/${box}`));
    const { body: group } = await get(`/repository/${box}/group?view=lightweight`);
    const { body: container } = await get(`/repository/${inner}`);
    expect(children.map(({ kind, modified }) => [kind, modified])).to.deep.equal([
      ['group', group['lastModified']],
      ['container', container['lastModified']],
    ]);
    for (const [index, { lastModifiedBy }] of [group, container].entries())
      expect(String(lastModifiedBy).endsWith(`/${children[index]?.modifiedBy}`)).to.equal(true);
    expect(children.map((child) => 'deposit' in child)).to.deep.equal([false, false]);
  });

  it('tell of the deposit in which the next version of a group is prepared, where that is asked for', async () => {
    const inWork = async (): Promise<unknown> => {
      const { children } = listingOf(await get(`/children/${box}?deposits=true`));
      return children.map(({ path, deposit }) => [path, deposit]).find(([path]) => path === `${box}/group`)?.[1];
    };
    expect(await inWork()).to.equal(null);
    const archivalGroup = `${live.preservation}/repository/${box}/group`;
    const { body } = await ask('POST', `${live.preservation}/deposits`, { archivalGroup });
    const at = `${live.preservation}/deposits/${body.id.slice(body.id.lastIndexOf('/') + 1)}`;
    const shown = { id: at.slice(at.lastIndexOf('/') + 1), status: 'new', lockedBy: null };
    expect(await inWork()).to.deep.equal(shown);
    await ask('POST', `${at}/lock`);
    expect(await inWork()).to.deep.equal({ ...shown, lockedBy: 'dev' });
    await ask('DELETE', `${at}/lock`);
    const deleted = await ask('DELETE', at);
    expect([deleted.status, await inWork()]).to.deep.equal([204, null]);
  });

  for (const [what, path] of [
    ['the files of a container', '/files/@'],
    ['the files of what is not there', '/files/@/none'],
    ['the files of a version that is not there', '/files/@/group?version=v9'],
    ['the versions of a container', '/versions/@'],
    ['the versions of what is not there', '/versions/@/none/at/all'],
    ['the children of what is not there', '/children/@/none'],
  ] as const)
    it(`answer 404 for ${what}`, async () => {
      expect((await get(path.replace('@', box))).status).to.equal(404);
    });

  for (const query of ['version=3', 'limit=0', 'limit=10001'])
    it(`refuse files with ${query}`, async () => {
      expect((await get(`/files/${box}/group?${query}`)).status).to.equal(400);
    });

  it('tell of a METS that has other bytes than were preserved, where what it says is wanted', async () => {
    await preserveVersions(live, box, { ...GROUP, path: 'damaged', versions: GROUP.versions.slice(0, 1) });
    const root = objectRoot(ocflId(`${box}/damaged`));
    const at = { bucket: live.places.repository.bucket, key: `${root}/v1/content/mets.xml` };
    const { bytes } = await readWhole(live.bytes, at);
    const changed = Buffer.from(bytes.toString().replaceAll('a.txt', 'x.txt'));
    await live.bytes.put(at, changed);
    const { status, body } = await get(`/files/${box}/damaged?described=true`);
    expect(status).to.equal(500);
    const digests = `expected ${sha256Of(bytes)}, found ${sha256Of(changed)}`;
    expect(body['detail']).to.contain(`${box}/damaged@v1, mets.xml, is damaged: ${digests}.`);
    expect((await get(`/files/${box}/damaged?described=false`)).status).to.equal(200);
  });

  it('have the bytes of a file beside them', async () => {
    const { status, text } = await get(`/content/${box}/group/objects/b/c.txt?version=v1`);
    expect([status, text]).to.deep.equal([200, 'c']);
    expect((await get(`/content/${box}/group`)).status).to.equal(404);
  });
});
