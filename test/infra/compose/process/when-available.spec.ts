import { expect } from 'chai';
import { MongoServerError } from 'mongodb';
import { DocumentStoreFault } from '../../../../projections/documents.js';
import { EventStoreFault } from '../../../../events/store.js';
import { withoutLimit, whenAvailable } from '../../../../infra/compose/process/when-available.js';
import { openLog } from '../../../../infra/log/logger.js';
import { servedStores } from '../../eventstoredb/served-stores.js';

const waiting = withoutLimit(openLog('error')('start'));
const faultOf = (work: () => Promise<unknown>): Promise<unknown> =>
  whenAvailable('the event store', waiting, work).catch((error: unknown) => error);

describe('a start that waits for its servers', () => {
  const { server, open } = servedStores();

  for (const [denied, why] of [
    ['user', '401'],
    ['right', 'Access Denied'],
  ] as const)
    it(`ends at once where the event store refuses the ${denied}, and says so`, async () => {
      server.faults.denied = denied;
      const fault = await faultOf(() => open().head());
      expect(fault).to.have.property('code', 'server-denied');
      expect((fault as Error).message)
        .to.match(/^The event store refuses the user, or what the user asks for \(/)
        .and.contain(why);
    });

  it('ends at once where the read models refuse the user', async () => {
    const cause = new MongoServerError({
      message: 'Authentication failed.',
      code: 18,
      codeName: 'AuthenticationFailed',
    });
    const denial = new DocumentStoreFault('store-unavailable', 'the database could not do as it was asked', { cause });
    expect(await faultOf(() => Promise.reject(denial))).to.have.property('code', 'server-denied');
  });

  it('goes on where a server is away for a while', async () => {
    let asked = 0;
    const answer = await faultOf(() =>
      ++asked < 2 ? Promise.reject(new EventStoreFault('store-unavailable', 'away')) : Promise.resolve('there'),
    );
    expect(answer).to.equal('there');
  });
});
