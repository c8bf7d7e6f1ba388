import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { readLedger } from '../../../commands/reads/read-ledger.js';
import {
  ask,
  describeFiles,
  ended,
  filledDeposit,
  keysIn,
  newContainer,
  newDeposit,
  newGroup,
  upload,
  type Opened,
  type Reply,
} from '../conversation.js';
import { CALLER, liveServices, type LiveServices } from '../live-services.js';

type State = 'new' | 'exporting' | 'preserved' | 'error' | 'deleted';

describe('the life of a deposit (preservation 3.1, 4.2; companion 3.2, 13.5, 13.6, 13.8)', function () {
  this.timeout(10_000);
  let live: LiveServices;
  before(async () => {
    live = await liveServices();
  });
  const letExportsGo = (): void => void afterEach(() => live.exports.letGo());

  const as = (agent: string) => ({ [CALLER]: agent });
  const uriOf = (path: string): string => `${live.preservation}/repository/${path}`;
  const shown = async ({ uri }: Opened): Promise<Reply['body']> => (await ask('GET', uri)).body;
  const openedBy = ({ status, body, text }: Reply): Opened => {
    expect(status, text).to.equal(201);
    const id = body.id.slice(body.id.lastIndexOf('/') + 1);
    return { uri: body.id, id, prefix: `deposits/${id}/` };
  };
  const exportOf = (path: string, request: object = {}, headers: Record<string, string> = {}): Promise<Reply> =>
    ask('POST', `${live.preservation}/deposits/export`, { archivalGroup: uriOf(path), ...request }, headers);
  const runImport = async ({ uri }: Opened, job: object, agent = 'dev'): Promise<void> => {
    const posted = await ask('POST', `${uri}/importjobs`, job, as(agent));
    expect(posted.status, posted.text).to.equal(201);
    await ended(live, posted.body.id);
  };
  const newPath = async (): Promise<string> => `${await newContainer(live)}/group`;
  /** The deposit that the group's ledger takes for active. */
  const holderOf = async (path: string): Promise<string | null> =>
    (await readLedger(live.dependencies.events, path)).admitted?.depositId ?? null;

  /** A deposit in a state, and the path of its group; exports wait in `exporting`. */
  const inState: Readonly<Record<State, () => Promise<{ readonly deposit: Opened; readonly path: string }>>> = {
    async new() {
      const path = await newPath();
      const deposit = await newDeposit(live, { archivalGroup: uriOf(path), template: 'RootLevel' });
      return { deposit, path };
    },
    async exporting() {
      const { path } = await newGroup({ 'objects/a.txt': 'a' });
      live.exports.hold();
      return { deposit: openedBy(await exportOf(path)), path };
    },
    preserved: () => newGroup({ 'objects/a.txt': 'a' }),
    async error() {
      const { deposit, path } = await inState.new();
      await runImport(deposit, {
        deposit: deposit.uri,
        archivalGroup: uriOf(path),
        archivalGroupName: 'A group',
        binariesToDelete: [{ id: `${uriOf(path)}/none.txt` }],
      });
      return { deposit, path };
    },
    async deleted() {
      const { deposit, path } = await inState.new();
      expect((await ask('DELETE', deposit.uri)).status).to.equal(204);
      return { deposit, path };
    },
  };

  describe('begins and goes on', () => {
    letExportsGo();
    const transitions: readonly [string, State, object][] = [
      ['as new and active by POST /deposits', 'new', { status: 'new', active: true, exported: null, preserved: null }],
      [
        'as exporting and active by POST /deposits/export',
        'exporting',
        { status: 'exporting', active: true, versionExported: 'v1' },
      ],
      [
        'as preserved and inactive when its import has completed',
        'preserved',
        { status: 'preserved', active: false, versionPreserved: 'v1' },
      ],
      [
        'as error and inactive when its import has completed with errors',
        'error',
        { status: 'error', active: false, preserved: null, preservedBy: null, versionPreserved: null },
      ],
    ];
    for (const [how, state, properties] of transitions)
      it(how, async () => {
        const { deposit } = await inState[state]();
        expect(await shown(deposit)).to.include(properties);
      });

    it('from exporting to new by itself, and keeps who exported what', async () => {
      const { path } = await newGroup({ 'objects/a.txt': 'a' });
      live.exports.hold();
      const deposit = openedBy(await exportOf(path, {}, as('ann')));
      const before = await shown(deposit);
      live.exports.letGo();
      await live.settle();
      const after = await shown(deposit);
      expect([before['status'], after['status']]).to.deep.equal(['exporting', 'new']);
      for (const same of ['exported', 'exportedBy', 'versionExported', 'active', 'created', 'createdBy'])
        expect(after[same], same).to.equal(before[same]);
      expect(after['exportedBy']).to.equal(`${live.preservation}/agents/ann`);
      expect(after['exported']).to.equal(after['created']);
    });

    it('from exporting to new with metadata folders in workspace and METS', async () => {
      const { deposit } = await inState.exporting();
      expect(await keysIn(live, deposit)).to.deep.equal([]);
      live.exports.letGo();
      await live.settle();
      expect(await keysIn(live, deposit)).to.include.members(['metadata/', 'metadata/ad-hoc/']);
      expect((await ask('GET', `${deposit.uri}/mets`)).text).to.include('ad-hoc');
    });

    it('to preserved with the caller of the import and its version', async () => {
      const { path } = await newGroup({ 'objects/a.txt': 'a' });
      const deposit = await newDeposit(live, { archivalGroup: uriOf(path) });
      await upload(live, deposit, { 'objects/b.txt': 'b' });
      await describeFiles(deposit, ['objects/b.txt']);
      await runImport(deposit, { id: `${deposit.uri}/importjobs/diff` }, 'ann');
      const { preserved, ...body } = await shown(deposit);
      expect(preserved).to.be.a('string');
      expect(body).to.include({
        preservedBy: `${live.preservation}/agents/ann`,
        versionPreserved: 'v2',
        active: false,
      });
    });
  });

  /** What an operation does: its status, whether the deposit is active afterwards, and whether it has its group. */
  interface Outcome {
    readonly status: number;
    readonly detail?: (id: string) => string;
    readonly active: boolean | null;
    readonly holds: boolean;
  }
  const unchanged: Readonly<Record<State, Pick<Outcome, 'active' | 'holds'>>> = {
    new: { active: true, holds: true },
    exporting: { active: true, holds: true },
    preserved: { active: false, holds: false },
    error: { active: false, holds: false },
    deleted: { active: null, holds: false },
  };
  const gone = (id: string): string => `Deposit ${id} not found`;
  const notError = (id: string): string =>
    `deposit.active = false not allowed when deposit.status != error (id: ${id})`;
  const exporting = (): string => 'Deposit is being exported';
  const ok = (state: State, status = 204): Outcome => ({ status, ...unchanged[state] });
  const no = (state: State, status: number, detail: Outcome['detail']): Outcome => ({
    status,
    ...unchanged[state],
    ...(detail === undefined ? {} : { detail }),
  });
  const freed: Outcome = { status: 204, active: null, holds: false };
  const taken: Outcome = { status: 204, active: true, holds: true };
  const operations: readonly {
    readonly name: string;
    readonly send: (uri: string) => Promise<Reply>;
    readonly outcomes: Readonly<Record<State, Outcome>>;
  }[] = [
    {
      name: 'GET',
      send: (uri) => ask('GET', uri),
      outcomes: {
        new: ok('new', 200),
        exporting: ok('exporting', 200),
        preserved: ok('preserved', 200),
        error: ok('error', 200),
        deleted: no('deleted', 404, gone),
      },
    },
    {
      name: 'PATCH',
      send: (uri) => ask('PATCH', uri, { submissionText: 'changed' }),
      outcomes: {
        new: ok('new', 200),
        exporting: no('exporting', 409, exporting),
        preserved: ok('preserved', 200),
        error: ok('error', 200),
        deleted: no('deleted', 404, gone),
      },
    },
    {
      name: 'POST /lock',
      send: (uri) => ask('POST', `${uri}/lock`),
      outcomes: {
        new: ok('new'),
        exporting: ok('exporting'),
        preserved: ok('preserved'),
        error: ok('error'),
        deleted: no('deleted', 404, gone),
      },
    },
    {
      name: 'POST /lock?force=true',
      send: (uri) => ask('POST', `${uri}/lock?force=true`),
      outcomes: {
        new: ok('new'),
        exporting: ok('exporting'),
        preserved: ok('preserved'),
        error: ok('error'),
        deleted: no('deleted', 404, gone),
      },
    },
    {
      name: 'DELETE /lock',
      send: (uri) => ask('DELETE', `${uri}/lock`),
      outcomes: {
        new: ok('new'),
        exporting: ok('exporting'),
        preserved: ok('preserved'),
        error: ok('error'),
        deleted: no('deleted', 404, gone),
      },
    },
    {
      name: 'PUT /activate',
      send: (uri) => ask('PUT', `${uri}/activate`),
      outcomes: {
        new: ok('new'),
        exporting: ok('exporting'),
        preserved: taken,
        error: taken,
        deleted: no('deleted', 404, gone),
      },
    },
    {
      name: 'PUT /deactivate',
      send: (uri) => ask('PUT', `${uri}/deactivate`),
      outcomes: {
        new: no('new', 400, notError),
        exporting: no('exporting', 400, notError),
        preserved: no('preserved', 400, notError),
        error: ok('error'),
        deleted: no('deleted', 404, gone),
      },
    },
    {
      name: 'PUT /activate, then PUT /deactivate',
      send: async (uri) => {
        await ask('PUT', `${uri}/activate`);
        return ask('PUT', `${uri}/deactivate`);
      },
      outcomes: {
        new: no('new', 400, notError),
        exporting: no('exporting', 400, notError),
        preserved: { ...taken, status: 400, detail: notError },
        error: ok('error'),
        deleted: no('deleted', 404, gone),
      },
    },
    {
      name: 'POST /importjobs of the diff',
      send: (uri) => ask('POST', `${uri}/importjobs`, { id: `${uri}/importjobs/diff` }),
      outcomes: {
        new: ok('new', 201),
        exporting: no('exporting', 409, exporting),
        preserved: no('preserved', 409, () => 'There are existing import jobs for this deposit'),
        error: ok('error', 201),
        deleted: no('deleted', 404, gone),
      },
    },
    {
      name: 'POST /mets',
      send: (uri) => ask('POST', `${uri}/mets`, ['objects']),
      outcomes: {
        new: no('new', 409, undefined),
        exporting: no('exporting', 409, exporting),
        preserved: no('preserved', 409, undefined),
        error: no('error', 409, undefined),
        deleted: no('deleted', 404, gone),
      },
    },
    {
      name: 'DELETE',
      send: (uri) => ask('DELETE', uri),
      outcomes: { new: freed, exporting: freed, preserved: freed, error: freed, deleted: no('deleted', 404, gone) },
    },
  ];
  for (const state of ['new', 'preserved', 'error', 'deleted', 'exporting'] as const)
    describe(`while it is ${state}`, () => {
      let standing: Awaited<ReturnType<(typeof inState)[State]>>;
      before(async () => (standing = await inState[state]()));
      after(() => live.exports.letGo());
      for (const { name, send, outcomes } of operations) {
        const { status, detail, active, holds } = outcomes[state];
        const then = active === null ? 'there is none then' : active ? 'active then' : 'inactive then';
        const isAsBefore = active === unchanged[state].active && holds === unchanged[state].holds && status !== 201;
        it(`${name} answers ${status}: ${then}${holds ? ', and has its group' : ''}`, async () => {
          const { deposit, path } = isAsBefore || name === 'DELETE' ? standing : await inState[state]();
          const reply = await send(deposit.uri);
          expect(reply.status, reply.text).to.equal(status);
          if (detail !== undefined) expect(reply.body['detail']).to.equal(detail(deposit.id));
          if (status === 201) return;
          const afterwards = await ask('GET', deposit.uri);
          expect(afterwards.status).to.equal(active === null ? 404 : 200);
          if (active !== null) expect(afterwards.body['active']).to.equal(active);
          expect(await holderOf(path)).to.equal(holds ? deposit.id : null);
        });
      }
    });

  describe('frees its group for another deposit', () => {
    letExportsGo();
    const ways: readonly [string, State, (deposit: Opened) => Promise<unknown>][] = [
      ['when it is deleted', 'new', ({ uri }) => ask('DELETE', uri)],
      ['when it is deleted while it is exporting', 'exporting', ({ uri }) => ask('DELETE', uri)],
      ['when it is preserved', 'preserved', () => Promise.resolve()],
      ['when its import has failed', 'error', () => Promise.resolve()],
      [
        'when it is deactivated after it was activated again',
        'error',
        async ({ uri }) => {
          await ask('PUT', `${uri}/activate`);
          await ask('PUT', `${uri}/deactivate`);
        },
      ],
      [
        'when it moves to another group',
        'new',
        async ({ uri }) => ask('PATCH', uri, { archivalGroup: uriOf(await newPath()) }),
      ],
    ];
    for (const [when, state, free] of ways)
      it(when, async () => {
        const { deposit, path } = await inState[state]();
        await free(deposit);
        const { status, text } = await ask('POST', `${live.preservation}/deposits`, { archivalGroup: uriOf(path) });
        expect(status, text).to.equal(201);
      });
    it('which then keeps it from being active: 409 that names the other', async () => {
      const { deposit, path } = await inState.error();
      const other = await newDeposit(live, { archivalGroup: uriOf(path) });
      const { status, body } = await ask('PUT', `${deposit.uri}/activate`);
      expect(status).to.equal(409);
      expect(body['detail']).to.equal(`An Active Deposit already exists for this archivalGroup (${path})`);
      expect(body['holder']).to.deep.include({ what: `deposit ${other.id}`, by: 'dev' });
      expect((await shown(deposit))['active']).to.equal(false);
    });
    it('and for another export, also while its own was under way when it was deleted', async () => {
      const { deposit, path } = await inState.exporting();
      expect((await ask('DELETE', deposit.uri)).status).to.equal(204);
      const next = openedBy(await exportOf(path));
      live.exports.letGo();
      await live.settle();
      expect(await keysIn(live, deposit)).to.deep.equal([]);
      expect(await shown(next)).to.include({ status: 'new', active: true });
      expect(await keysIn(live, next)).to.include('objects/a.txt');
    });
  });

  describe('is deleted', () => {
    it('with all its files, and nothing beside them', async () => {
      const deposit = await filledDeposit(live, { 'objects/a.txt': 'a', 'notes/b': 'b', '__METSlike.json': '{}' });
      const beside = { bucket: live.places.workspaceBucket, key: `${deposit.prefix.slice(0, -1)}x/a.txt` };
      await live.bytes.put(beside, Buffer.from('beside'));
      expect((await ask('DELETE', deposit.uri)).status).to.equal(204);
      expect(await keysIn(live, deposit)).to.deep.equal([]);
      expect(await live.bytes.head(beside)).not.to.equal(null);
    });
    it('without any effect on the group that it made, and with its results left', async () => {
      const { path, deposit, result } = await newGroup({ 'objects/a.txt': 'a' });
      expect((await ask('DELETE', deposit.uri)).status).to.equal(204);
      expect((await ask('GET', uriOf(path))).status).to.equal(200);
      expect(result).to.be.a('string');
    });
  });

  describe('is locked', () => {
    letExportsGo();
    const locked = async (agent: string): Promise<Opened> => {
      const deposit = await newDeposit(live, {
        template: 'RootLevel',
        archivalGroup: uriOf(await newPath()),
        archivalGroupName: 'A group',
      });
      expect((await ask('POST', `${deposit.uri}/lock`, undefined, as(agent))).status).to.equal(204);
      return deposit;
    };
    const steps: readonly [string, string, string, string, number, string | null][] = [
      // words, who, method, route, status, holder afterwards
      ['by its first caller', 'ann', 'POST', '/lock', 204, 'ann'],
      ['again by its holder', 'ann', 'POST', '/lock', 204, 'ann'],
      ['not by another caller', 'ben', 'POST', '/lock', 409, 'ann'],
      ['not by another caller with force=false', 'ben', 'POST', '/lock?force=false', 409, 'ann'],
      ['by another caller with force', 'ben', 'POST', '/lock?force=true', 204, 'ben'],
      ['by its holder with force', 'ben', 'POST', '/lock?FORCE=True', 204, 'ben'],
      ['no longer once any caller has unlocked it', 'cat', 'DELETE', '/lock', 204, null],
      ['no longer when it was not', 'cat', 'DELETE', '/lock', 204, null],
      ['by the next caller then', 'cat', 'POST', '/lock', 204, 'cat'],
    ];
    let deposit: Opened;
    let dated = '';
    before(async () => (deposit = await newDeposit(live)));
    for (const [words, who, method, route, status, holder] of steps)
      it(words, async () => {
        while (Date.now() <= Date.parse(dated)) await nextTurn(); // so that a new date is a later one
        const reply = await ask(method, `${deposit.uri}${route}`, undefined, as(who));
        expect(reply.status).to.equal(status);
        if (status === 409) expect(reply.body['detail']).to.equal('Deposit is locked by ann');
        const { lockedBy, lockDate } = await shown(deposit);
        expect(lockedBy).to.equal(holder === null ? null : `${live.preservation}/agents/${holder}`);
        if (holder === null) expect(lockDate).to.equal(null);
        else if (status === 204) expect(String(lockDate) > dated).to.equal(true);
        dated = typeof lockDate === 'string' ? lockDate : dated;
      });

    const items = [{ path: 'objects/a.txt', isDir: false }];
    const selection = { deleteFromMets: true, deleteFromDepositFiles: true, items };
    const etagged = async (uri: string): Promise<Record<string, string>> => ({
      'if-match': String((await ask('GET', uri)).body['metsETag']),
    });
    type Send = (uri: string, headers: Record<string, string>) => Promise<Reply>;
    const rows: readonly [string, Send, number, RegExp?][] = [
      ['PATCH', (uri, by) => ask('PATCH', uri, { submissionText: 'x' }, by), 409],
      ['DELETE', (uri, by) => ask('DELETE', uri, undefined, by), 409],
      [
        'POST /mets',
        async (uri, by) => ask('POST', `${uri}/mets`, ['objects/a.txt'], { ...by, ...(await etagged(uri)) }),
        409,
      ],
      [
        'POST /mets/delete',
        async (uri, by) => ask('POST', `${uri}/mets/delete`, selection, { ...by, ...(await etagged(uri)) }),
        409,
      ],
      [
        'POST /importjobs',
        (uri, by) => ask('POST', `${uri}/importjobs`, { id: `${uri}/importjobs/diff` }, by),
        409,
        /^Deposit is locked by another user: ann$/,
      ],
      ['GET', (uri, by) => ask('GET', uri, undefined, by), 200],
      ['GET /importjobs/diff', (uri, by) => ask('GET', `${uri}/importjobs/diff`, undefined, by), 200],
      ['GET /filesystem', (uri, by) => ask('GET', `${uri}/filesystem`, undefined, by), 200],
      ['GET /combined', (uri, by) => ask('GET', `${uri}/combined`, undefined, by), 200],
      ['PUT /activate', (uri, by) => ask('PUT', `${uri}/activate`, undefined, by), 204],
    ];
    for (const [request, send, status, detail = /^Deposit is locked by ann$/] of rows)
      it(`so that ${request} of another caller answers ${status}, and of its holder goes on`, async () => {
        const theirs = await locked('ann');
        if (request.startsWith('POST /mets')) await upload(live, theirs, { 'objects/a.txt': 'a' });
        const refused = await send(theirs.uri, as('ben'));
        expect(refused.status, refused.text).to.equal(status);
        if (status === 409) {
          expect(refused.body['detail']).to.match(detail);
          expect(refused.body['holder']).to.deep.include({ what: 'lock', by: 'ann' });
        }
        const allowed = await send(theirs.uri, as('ann'));
        expect(allowed.status, allowed.text).to.be.oneOf([200, 201, 204]);
      });

    const stays: readonly [string, State, (uri: string) => Promise<unknown>][] = [
      ['its activation', 'error', (uri) => ask('PUT', `${uri}/activate`)],
      ['its deactivation', 'error', (uri) => ask('PUT', `${uri}/deactivate`)],
      ['a change of its description', 'new', (uri) => ask('PATCH', uri, { submissionText: 'x' })],
      [
        'the end of its export',
        'exporting',
        async () => {
          live.exports.letGo();
          await live.settle();
        },
      ],
    ];
    for (const [what, state, send] of stays)
      it(`and stays so after ${what}`, async () => {
        const { deposit: ours } = await inState[state]();
        expect((await ask('POST', `${ours.uri}/lock`)).status).to.equal(204);
        await send(ours.uri);
        expect((await shown(ours))['lockedBy']).to.equal(`${live.preservation}/agents/dev`);
      });
    it('and stays so after its import', async () => {
      const ours = await locked('ann');
      await runImport(ours, { id: `${ours.uri}/importjobs/diff` }, 'ann');
      expect(await shown(ours)).to.include({ status: 'preserved', lockedBy: `${live.preservation}/agents/ann` });
    });
  });

  describe('is patched', () => {
    letExportsGo();
    const properties: readonly [string, unknown, unknown][] = [
      ['archivalGroupName', 'New', 'New'],
      ['submissionText', 'New', 'New'],
      ['archivalGroupName', '', 'Old'],
      ['archivalGroupName', ' \t', 'Old'],
      ['archivalGroupName', null, 'Old'],
      ['submissionText', '', 'Old'],
      ['submissionText', ' \n', 'Old'],
      ['submissionText', null, 'Old'],
      ['status', 'preserved', 'new'],
      ['active', false, true],
      ['archived', '2026-01-01T00:00:00Z', null],
      ['lockedBy', 'ann', null],
      ['versionExported', 'v1', null],
      ['preservedBy', 'ann', null],
      ['template', 'BagIt', 'None'],
      ['createdBy', 'ann', 'dev'],
      ['files', 's3://elsewhere/x/', null],
      ['unknown', 'x', undefined],
    ];
    for (const [property, sent, expected] of properties)
      it(`with ${property} ${JSON.stringify(sent)}, which ${sent === expected ? 'it takes' : 'changes nothing'}`, async () => {
        const deposit = await newDeposit(live, { archivalGroupName: 'Old', submissionText: 'Old' });
        const before = await shown(deposit);
        const { status, body, text } = await ask('PATCH', deposit.uri, { [property]: sent }, as('ann'));
        expect(status, text).to.equal(200);
        const changed = sent === expected;
        const value = changed || typeof expected !== 'string' ? before[property] : expected;
        const kept = property === 'createdBy' || property === 'files' ? before[property] : value;
        expect(body[property]).to.equal(changed ? expected : kept);
        expect(body['lastModifiedBy']).to.equal(`${live.preservation}/agents/${changed ? 'ann' : 'dev'}`);
        expect(String(body['lastModified']) > String(before['lastModified'])).to.equal(changed);
      });

    it('with a group of its own again', async () => {
      const { deposit, path } = await inState.new();
      const { status, body } = await ask('PATCH', deposit.uri, { archivalGroup: uriOf(path), submissionText: 'x' });
      expect([status, body['archivalGroup'], body['submissionText']]).to.deep.equal([200, uriOf(path), 'x']);
    });

    it('with the first group that it gets', async () => {
      const deposit = await newDeposit(live);
      const path = await newPath();
      const { status, body } = await ask('PATCH', deposit.uri, {
        ArchivalGroup: `http://elsewhere/repository/${path}`,
      });
      expect([status, body['archivalGroup']]).to.deep.equal([200, uriOf(path)]);
      expect(await holderOf(path)).to.equal(deposit.id);
    });

    it('with a group that exists, and says so', async () => {
      const { path } = await newGroup({ 'objects/a.txt': 'a' });
      const deposit = await newDeposit(live);
      const { body } = await ask('PATCH', deposit.uri, { archivalGroup: uriOf(path) });
      expect(body['archivalGroupExists']).to.equal(true);
      expect((await shown(deposit))['archivalGroupExists']).to.equal(true);
    });

    describe('and refused in this order', () => {
      const faults: readonly [string, (path: string) => Promise<string>, number, RegExp][] = [
        [
          'first for the archival group that another deposit is active for',
          async () => {
            const { path } = await inState.new();
            return uriOf(path);
          },
          409,
          /^An Active Deposit already exists/,
        ],
        [
          'first for an archival group with invalid characters',
          () => Promise.resolve('/repository/a b'),
          400,
          /^Archive path 'a b'/,
        ],
        ['then for its export', async () => uriOf(await newPath()), 409, /^Deposit is being exported$/],
        [
          'then for its export, also with the group that it has',
          (path) => Promise.resolve(uriOf(path)),
          409,
          /^Deposit is being exported$/,
        ],
      ];
      for (const [why, group, status, detail] of faults)
        it(why, async () => {
          const { deposit, path } = await inState.exporting();
          expect((await ask('POST', `${deposit.uri}/lock`, undefined, as('ann'))).status).to.equal(204);
          const reply = await ask('PATCH', deposit.uri, { archivalGroup: await group(path) }, as('ben'));
          expect(reply.status).to.equal(status);
          expect(reply.body['detail']).to.match(detail);
        });
      it('last for the lock of another', async () => {
        const { deposit } = await inState.new();
        expect((await ask('POST', `${deposit.uri}/lock`, undefined, as('ann'))).status).to.equal(204);
        const moved = await ask('PATCH', deposit.uri, { archivalGroup: uriOf(await newPath()) }, as('ben'));
        expect([moved.status, moved.body['detail']]).to.deep.equal([409, 'Deposit is locked by ann']);
      });
    });
    for (const sent of ['a\u0001b', '\ud800'])
      it(`but not with the name ${JSON.stringify(sent)}, which METS cannot hold`, async () => {
        const deposit = await newDeposit(live, { archivalGroupName: 'Old' });
        expect((await ask('PATCH', deposit.uri, { archivalGroupName: sent })).status).to.equal(400);
        expect((await shown(deposit))['archivalGroupName']).to.equal('Old');
      });
  });

  describe('is read', () => {
    it('with whether its group exists, as it is now', async () => {
      const { path, deposit } = await newGroup({ 'objects/a.txt': 'a' });
      expect((await shown(deposit))['archivalGroupExists']).to.equal(true);
      const other = await newDeposit(live, { archivalGroup: uriOf(`${path}x`) });
      expect((await shown(other))['archivalGroupExists']).to.equal(false);
    });
    it('without failing when something else is at the path of its group by now', async () => {
      const path = await newContainer(live);
      const deposit = await newDeposit(live, { archivalGroup: uriOf(`${path}/later`) });
      expect((await ask('PUT', uriOf(`${path}/later`))).status).to.equal(201);
      const { status, body } = await ask('GET', deposit.uri);
      expect([status, body['archivalGroupExists']]).to.deep.equal([200, false]);
    });
    it('with a warning where its export could not copy every file', async () => {
      const { path } = await newGroup({ 'objects/a.txt': 'a' });
      const { origin } = (await ask('GET', `${uriOf(path)}/objects/a.txt`)).body as unknown as { origin: string };
      const [, bucket = '', key = ''] = /^s3:\/\/([^/]+)\/(.*)$/.exec(origin) ?? [];
      await live.bytes.put({ bucket, key }, Buffer.from('damaged'));
      const deposit = openedBy(await exportOf(path));
      await live.settle();
      const { status, warnings } = (await shown(deposit)) as unknown as { status: string; warnings: readonly string[] };
      expect(status).to.equal('new');
      expect(warnings[0]).to.match(/^1 errors occurred when v1 was exported: see http.*\/export\/[a-z0-9]{12}\. /);
    });
    it('with the ETag of the METS that is there now', async () => {
      const deposit = await newDeposit(live);
      expect((await shown(deposit))['metsETag']).to.equal(null);
      await upload(live, deposit, { 'mets.xml': '<x/>' });
      const { headers } = await ask('GET', `${deposit.uri}/mets`);
      expect((await shown(deposit))['metsETag']).to.equal(headers.get('etag'));
    });
    it('by its id in exactly this casing', async () => {
      const deposit = await newDeposit(live);
      const upper = deposit.uri.replace(deposit.id, deposit.id.toUpperCase());
      expect((await ask('GET', upper)).status).to.equal(404);
      expect((await ask('GET', deposit.uri.replace('/deposits/', '/Deposits/'))).status).to.equal(200);
    });
  });
});
