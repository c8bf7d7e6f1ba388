import { expect } from 'chai';
import { ask, fresh, keysIn, newContainer, newDeposit, newGroup, upload, type Opened } from '../conversation.js';
import { liveServices, type LiveServices } from '../live-services.js';

const PREFIX = /^s3:\/\/[^/]+\/deposits\/[a-z][2-9a-z]{11}\/$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,7})?Z$/;

describe('POST /deposits (preservation 2.6, 4.2; companion 13.1, 13.2)', function () {
  this.timeout(10_000);
  let live: LiveServices;
  let box: string;
  before(async () => {
    live = await liveServices();
    box = await newContainer(live);
  });

  const post = (request: object) => ask('POST', `${live.preservation}/deposits`, request);
  const freePath = (): string => `${box}/${fresh('group')}`;

  describe('answers with every property of a deposit', () => {
    let shown: Record<string, unknown>;
    let path: string;
    before(async () => {
      path = freePath();
      const archivalGroup = `https://elsewhere.example/repository/${path}`;
      const described = { archivalGroup, archivalGroupName: 'A name', submissionText: 'A note', template: 'BagIt' };
      shown = (await post(described)).body;
    });
    const properties: readonly [string, () => unknown][] = [
      ['id', () => new RegExp(`^${live.preservation}/deposits/[a-z][2-9a-z]{11}$`)],
      ['type', () => 'Deposit'],
      ['template', () => 'None'],
      ['archivalGroup', () => `${live.preservation}/repository/${path}`],
      ['archivalGroupExists', () => false],
      ['archivalGroupName', () => 'A name'],
      ['submissionText', () => 'A note'],
      ['files', () => PREFIX],
      ['status', () => 'new'],
      ['active', () => true],
      ['preserved', () => null],
      ['preservedBy', () => null],
      ['versionPreserved', () => null],
      ['exported', () => null],
      ['exportedBy', () => null],
      ['versionExported', () => null],
      ['metsETag', () => null],
      ['lockedBy', () => null],
      ['lockDate', () => null],
      ['archived', () => null],
      ['created', () => TIME],
      ['createdBy', () => `${live.preservation}/agents/dev`],
      ['lastModified', () => TIME],
      ['lastModifiedBy', () => `${live.preservation}/agents/dev`],
    ];
    for (const [property, expected] of properties)
      it(property, () => {
        const value = expected();
        if (value instanceof RegExp) expect(shown[property]).to.match(value);
        else expect(shown[property]).to.equal(value);
      });
  });

  describe('lays the workspace out as the template says', () => {
    const root = ['metadata/', 'metadata/ad-hoc/', 'mets.xml', 'objects/'];
    const bag = ['data/', ...root.map((key) => `data/${key}`)];
    const layouts: readonly [string, object, readonly string[]][] = [
      ['nothing for no template', {}, []],
      ['nothing for null', { template: null }, []],
      ['nothing for None', { template: 'None' }, []],
      ['folders and METS at the root for RootLevel', { template: 'RootLevel' }, root],
      ['folders and METS below data/ for BagIt', { template: 'BagIt' }, bag],
      ['the same in another casing', { template: 'bagit' }, bag],
    ];
    for (const [layout, request, keys] of layouts)
      it(layout, async () => {
        const deposit = await newDeposit(live, request);
        expect(await keysIn(live, deposit)).to.have.members(keys);
        const { body } = await ask('GET', deposit.uri);
        if (keys.length === 0) expect(body['metsETag']).to.equal(null);
        else expect(body['metsETag']).to.match(/^".+"$/);
      });

    for (const template of ['RootLevel', 'BagIt'])
      it(`records metadata/ and metadata/ad-hoc/ in the METS of ${template} too`, async () => {
        const { uri } = await newDeposit(live, { template });
        const { body } = await ask('GET', `${uri}/combined`);
        const where = (folder: unknown, name: string): { directories: unknown } & Record<string, unknown> =>
          (folder as { directories: { localPath: string }[] }).directories.find(({ localPath }) =>
            localPath.endsWith(name),
          ) as never;
        const metadata = where(body, 'metadata');
        expect(metadata['whereabouts']).to.equal('Both');
        expect(where(metadata, 'ad-hoc')['whereabouts']).to.equal('Both');
      });

    it('as a bag wherever there is a data/ folder, with the METS found in the root first, then in data/', async () => {
      const deposit = await newDeposit(live, { template: 'BagIt' });
      const inside = (await ask('GET', `${deposit.uri}/mets`)).text;
      expect(inside).to.include('mets:mets');
      await upload(live, deposit, { 'mets.xml': `${inside}<!-- root -->` });
      expect((await ask('GET', `${deposit.uri}/mets`)).text).to.match(/<!-- root -->$/);
    });
  });

  describe('titles the METS', () => {
    const titles: readonly [string, string | null, string][] = [
      ['with the name of the group', 'Letters & <more>', 'Letters &amp; &lt;more&gt;'],
      ['[Untitled] without one', null, '[Untitled]'],
      ['[Untitled] for a blank one', '  ', '[Untitled]'],
    ];
    for (const [how, archivalGroupName, title] of titles)
      it(how, async () => {
        const { uri } = await newDeposit(live, { template: 'RootLevel', archivalGroupName });
        expect((await ask('GET', `${uri}/mets`)).text).to.include(`<mods:title>${title}</mods:title>`);
      });
    it('not again when the name is changed', async () => {
      const { uri } = await newDeposit(live, { template: 'RootLevel', archivalGroupName: 'Old' });
      await ask('PATCH', uri, { archivalGroupName: 'New' });
      expect((await ask('GET', `${uri}/mets`)).text).to.include('<mods:title>Old</mods:title>');
    });
  });

  describe('takes the archival group from the path of its URI', () => {
    const ways: readonly [string, (path: string) => string, ((path: string) => string)?][] = [
      ['on its own host', (path) => `${live.preservation}/repository/${path}`],
      ['on the host of the storage service', (path) => `${live.storage}/repository/${path}`],
      ['on any other host', (path) => `https://user@elsewhere.example:8443/repository/${path}`],
      ['on a host below a path', (path) => `https://elsewhere.example/api/v1/repository/${path}`],
      ['as a path', (path) => `/repository/${path}`],
      ['as a path below the root', (path) => path],
      ['with a trailing slash', (path) => `${live.preservation}/repository/${path}/`],
      ['with /repository in another casing', (path) => `${live.preservation}/Repository/${path}`],
      ['with an escape', (path) => `/repository/${path}%20b`, (path) => `${path}%20b`],
      ['with an escape that needs none', (path) => `/repository/${path}%41%2d`, (path) => `${path}A-`],
      ['with an escape in small letters', (path) => `/repository/${path}%c3%a9`, (path) => `${path}%C3%A9`],
      ['with an escaped percent sign', (path) => `/repository/${path}%2541`, (path) => `${path}%2541`],
      ['with parentheses and a dot', (path) => `/repository/${path}(1).x_y`, (path) => `${path}(1).x_y`],
      ['whose parents do not exist', (path) => `/repository/${path}/none/here`, (path) => `${path}/none/here`],
    ];
    for (const [how, uriOf, shownAs = (path: string) => path] of ways)
      it(how, async () => {
        const path = freePath();
        const { status, body, text } = await post({ archivalGroup: uriOf(path) });
        expect(status, text).to.equal(201);
        expect(body['archivalGroup']).to.equal(`${live.preservation}/repository/${shownAs(path)}`);
        expect(body['archivalGroupExists']).to.equal(false);
      });
    it('and keeps letters of both cases apart', async () => {
      const path = freePath();
      expect((await post({ archivalGroup: path })).status).to.equal(201);
      expect((await post({ archivalGroup: path.replace('group', 'Group') })).status).to.equal(201);
    });
    it('and takes two spellings of one path for one group', async () => {
      const path = freePath();
      expect((await post({ archivalGroup: `${path}a` })).status).to.equal(201);
      expect((await post({ archivalGroup: `https://x/repository/${path}%61/` })).status).to.equal(409);
    });
    for (const blank of ['', '  ', null])
      it(`and takes ${JSON.stringify(blank)} for none`, async () => {
        const { body, status } = await post({ archivalGroup: blank });
        expect([status, body['archivalGroup']]).to.deep.equal([201, null]);
      });
  });

  describe('refuses an archival group', () => {
    interface Row {
      readonly why: string;
      readonly path: () => string | Promise<string>;
      readonly status: number;
      /** How the detail begins. */
      readonly detail: (path: string) => string;
    }
    const odd = (why: string, path: string, shown = path): Row => ({
      why,
      path: () => path,
      status: 400,
      detail: () => `Archive path '${shown}' contains invalid characters. `,
    });
    const at = (path: string) => `/repository/${path}`;
    const rows: readonly Row[] = [
      odd('with a space', 'a b'),
      odd('with an umlaut', 'bücher'),
      odd('with a question mark', 'a?b=c'),
      odd('with a fragment', 'a#b'),
      odd('with an ampersand', 'a&b'),
      odd('with a percent sign that escapes nothing', '100%'),
      odd('with an escaped slash', 'a%2Fb'),
      odd('with an escaped NUL', 'a%00b'),
      odd('with an escape that is no UTF-8', 'a%ff'),
      odd('with an empty segment', 'a//b'),
      odd('with two trailing slashes', 'a//', 'a/'),
      odd('with a segment ..', 'a/../b'),
      odd('with an escaped segment ..', 'a/%2e%2e/b'),
      odd('with a segment .', './a'),
      {
        why: 'that another deposit is active for',
        path: async () => {
          const path = freePath();
          await newDeposit(live, { archivalGroup: at(path) });
          return path;
        },
        status: 409,
        detail: (path) => `An Active Deposit already exists for this archivalGroup (${path})`,
      },
      {
        why: 'that is a container',
        path: () => newContainer(live),
        status: 409,
        detail: (path) => `The resource at ${path} is a Container, not an ArchivalGroup`,
      },
      {
        why: 'that is a binary of a group',
        path: async () => `${(await newGroup({ 'objects/a.txt': 'a' })).path}/objects/a.txt`,
        status: 409,
        detail: (path) => `The resource at ${path} is a Binary, not an ArchivalGroup`,
      },
      {
        why: 'that is a container of a group',
        path: async () => `${(await newGroup({ 'objects/a.txt': 'a' })).path}/objects`,
        status: 409,
        detail: (path) => `The resource at ${path} is a Container, not an ArchivalGroup`,
      },
    ];
    const requests: readonly [string, (archivalGroup: string) => Promise<Awaited<ReturnType<typeof ask>>>][] = [
      ['POST /deposits', (archivalGroup) => post({ archivalGroup })],
      [
        'POST /deposits/export',
        (archivalGroup) => ask('POST', `${live.preservation}/deposits/export`, { archivalGroup }),
      ],
      ['PATCH', async (archivalGroup) => ask('PATCH', (await newDeposit(live)).uri, { archivalGroup })],
    ];
    for (const { why, path, status, detail } of rows)
      it(`${status} ${why}`, async () => {
        const refused = await path();
        for (const [request, send] of requests) {
          const reply = await send(at(refused));
          expect(reply.status, `${request}: ${reply.text}`).to.equal(status);
          expect(reply.body['status']).to.equal(status);
          const begins = detail(refused);
          expect(String(reply.body['detail']).slice(0, begins.length), request).to.equal(begins);
        }
      });
    const roots = ['http://x/repository/', 'http://x/repository', '/repository/'];
    for (const root of roots)
      it(`400 that is the root, as ${root}`, async () => {
        for (const [request, send] of requests) expect((await send(root)).status, request).to.equal(400);
      });
    it('400 with all reasons, joined by ;', async () => {
      const { body } = await post({ archivalGroup: '/repository/a b/c&d' });
      expect(String(body['detail']).split(';').length).to.be.greaterThan(2);
    });
    it('400 whose URI cannot be read', async () => {
      for (const [request, send] of requests)
        expect((await send('http://[/repository/a')).status, request).to.equal(400);
    });
  });

  describe('refuses with 400', () => {
    const refused: readonly [string, unknown][] = [
      ['no body', undefined],
      ['a body that is no object', []],
      ['a template that there is not', { template: 'Box' }],
      ['a template that is no text', { template: 1 }],
      ['a group that is no text', { archivalGroup: 1 }],
      ['a name that METS cannot hold', { archivalGroupName: 'a\u0001b' }],
    ];
    for (const [what, request] of refused)
      it(what, async () => {
        const reply = await ask('POST', `${live.preservation}/deposits`, request);
        expect(reply.status, reply.text).to.equal(400);
        expect(reply.body).to.include.keys('title', 'status', 'detail');
      });
  });

  it('leaves nothing in the workspace bucket for a request that is refused', async () => {
    const path = freePath();
    const holder: Opened = await newDeposit(live, { archivalGroup: path, template: 'RootLevel' });
    const all = async (): Promise<string[]> => {
      const keys: string[] = [];
      for await (const { key } of live.bytes.list(live.places.workspaceBucket, 'deposits/')) keys.push(key);
      return keys;
    };
    const before = await all();
    for (const template of ['RootLevel', 'BagIt', 'None'])
      expect((await post({ archivalGroup: path, template })).status).to.equal(409);
    expect(await all()).to.deep.equal(before);
    expect(before.some((key) => key.startsWith(holder.prefix))).to.equal(true);
  });
});
