import { expect } from 'chai';
import { readLedger } from '../../../commands/archival-group/ledger-stream.js';
import { ask, newContainer, newGroup, type Reply } from '../conversation.js';
import { CALLER, liveServices } from '../live-services.js';
import { keysIn } from '../../support/s3/keys-in.js';

const CREATIONS = 64;
const AGENTS = ['ann', 'ben', 'cat'];

describe(`${CREATIONS} creations of deposits for one group, at two gateways at once (preservation 8)`, () => {
  const live = liveServices();

  const idOf = ({ body }: Reply): string => body.id.slice(body.id.lastIndexOf('/') + 1);
  const workspaceKeys = async (): Promise<string[]> => {
    return keysIn(live.bytes, live.places.workspaceBucket, 'deposits/');
  };
  const race = (path: string, routes: readonly string[]): Promise<Reply[]> => {
    const gateways = [live.preservation, live.otherPreservation];
    const templates = ['RootLevel', 'BagIt', 'None'];
    return Promise.all(
      Array.from({ length: CREATIONS }, (_, index) =>
        ask(
          'POST',
          gateways[index % 2]! + routes[(index >> 1) % routes.length]!,
          { archivalGroup: `/repository/${path}`, template: templates[index % 3] },
          { [CALLER]: AGENTS[index % 3]! },
        ),
      ),
    );
  };
  const oneWins = async (path: string, replies: readonly Reply[], before: readonly string[]): Promise<Reply> => {
    const winners = replies.filter(({ status }) => status === 201);
    const losers = replies.filter(({ status }) => status === 409);
    expect([winners.length, losers.length], JSON.stringify(replies.map(({ status }) => status))).to.deep.equal([
      1,
      CREATIONS - 1,
    ]);
    const [winner] = winners;
    for (const { body } of losers) {
      expect(body['detail']).to.equal(`An Active Deposit already exists for this archivalGroup (${path})`);
      expect(body['holder']).to.deep.include({ what: `deposit ${idOf(winner!)}`, since: winner!.body['created'] });
    }
    await live.settle();
    const { admitted } = await readLedger(live.dependencies.events, path);
    expect(admitted?.depositId).to.equal(idOf(winner!));
    const known = new Set(before);
    const added = (await workspaceKeys()).filter((key) => !known.has(key));
    for (const key of added) expect(key.startsWith(`deposits/${idOf(winner!)}/`), key).to.equal(true);
    return winner!;
  };

  it('of a group that is not there yet: one is made, the others name it', async () => {
    const path = `${await newContainer(live)}/group`;
    const before = await workspaceKeys();
    await oneWins(path, await race(path, ['/deposits']), before);
  });

  it('of a group that exists, new ones and exports: one is made, the others name it, until it is deleted', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    for (const routes of [['/deposits', '/deposits/export'], ['/deposits/export']]) {
      const before = await workspaceKeys();
      const winner = await oneWins(path, await race(path, routes), before);
      const shown = (await ask('GET', winner.body.id)).body;
      expect(shown).to.include({ status: 'new', active: true });
      const { export: live_ } = await readLedger(live.dependencies.events, path);
      expect(live_).to.equal(null);
      expect((await ask('DELETE', winner.body.id)).status).to.equal(204);
      await live.settle();
      expect(await workspaceKeys()).to.have.members(before);
    }
  });
});
