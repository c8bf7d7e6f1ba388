import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { ask, newDeposit, upload, type OpenedDeposit, type Reply } from '../../conversation.js';
import { liveServices } from '../../live-services.js';
import { as, depositIn, newPath, runImport, shown, uriOf, type State } from './deposits-by-state.js';

describe('a deposit is locked (preservation 4.2; companion 13.8)', () => {
  const live = liveServices();
  afterEach(() => live.exports.letGo());

  const locked = async (agent: string): Promise<OpenedDeposit> => {
    const deposit = await newDeposit(live, {
      template: 'RootLevel',
      archivalGroup: uriOf(live, await newPath(live)),
      archivalGroupName: 'A group',
    });
    expect((await ask('POST', `${deposit.uri}/lock`, undefined, as(agent))).status).to.equal(204);
    return deposit;
  };
  const ANOTHER_TIME = '/lock?force=true&lockDate=2020-01-01T00:00:00Z';
  const steps: readonly [string, string, string, string, number, string | null][] = [
    // words, who, method, route, status, holder afterwards
    ['by its first caller', 'ann', 'POST', '/lock', 204, 'ann'],
    ['again by its holder', 'ann', 'POST', '/lock', 204, 'ann'],
    ['not by another caller', 'ben', 'POST', '/lock', 409, 'ann'],
    ['not by another caller with force=false', 'ben', 'POST', '/lock?force=false', 409, 'ann'],
    ['not by another caller with force over a lock of another time', 'ben', 'POST', ANOTHER_TIME, 409, 'ann'],
    ['by another caller with force', 'ben', 'POST', '/lock?force=true', 204, 'ben'],
    ['by its holder with force', 'ben', 'POST', '/lock?FORCE=True', 204, 'ben'],
    ['no longer once any caller has unlocked it', 'cat', 'DELETE', '/lock', 204, null],
    ['no longer when it was not', 'cat', 'DELETE', '/lock', 204, null],
    ['by the next caller then', 'cat', 'POST', '/lock', 204, 'cat'],
  ];
  let deposit: OpenedDeposit;
  let dated = 0;
  before(async () => (deposit = await newDeposit(live)));
  for (const [words, who, method, route, status, holder] of steps)
    it(words, async () => {
      while (Date.now() <= dated) await nextTurn(); // so that a new date is a later one
      const reply = await ask(method, `${deposit.uri}${route}`, undefined, as(who));
      expect(reply.status).to.equal(status);
      if (status === 409) expect(reply.body['detail']).to.equal('Deposit is locked by ann');
      const { lockedBy, lockDate } = await shown(deposit);
      expect(lockedBy).to.equal(holder === null ? null : `${live.preservation}/agents/${holder}`);
      if (holder === null) expect(lockDate).to.equal(null);
      else if (status === 204) expect(Date.parse(String(lockDate))).to.be.greaterThan(dated);
      if (typeof lockDate === 'string') dated = Date.parse(lockDate);
    });

  it('by another caller with force, where its holder has it since the time that the refusal told', async () => {
    const theirs = await locked('ann');
    const refused = await ask('POST', `${theirs.uri}/lock`, undefined, as('ben'));
    const { since } = refused.body['holder'] as { readonly since: string };
    const lock = `${theirs.uri}/lock?force=true&lockDate=${encodeURIComponent(since)}`;
    expect((await ask('POST', lock, undefined, as('ben'))).status).to.equal(204);
    expect((await ask('POST', lock, undefined, as('cat'))).status).to.equal(409);
    expect((await shown(theirs))['lockedBy']).to.equal(`${live.preservation}/agents/ben`);
  });
  it('not by what is no time', async () => {
    const reply = await ask('POST', `${deposit.uri}/lock?force=true&lockDate=now`, undefined, as('ben'));
    expect(reply.status).to.equal(400);
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
      const { deposit: ours } = await depositIn[state](live);
      expect((await ask('POST', `${ours.uri}/lock`)).status).to.equal(204);
      await send(ours.uri);
      expect((await shown(ours))['lockedBy']).to.equal(`${live.preservation}/agents/dev`);
    });
  it('and stays so after its import', async () => {
    const ours = await locked('ann');
    await runImport(live, ours, { id: `${ours.uri}/importjobs/diff` }, 'ann');
    expect(await shown(ours)).to.include({ status: 'preserved', lockedBy: `${live.preservation}/agents/ann` });
  });
});
