import { expect } from 'chai';
import { ask, newContainer, newDeposit, type OpenedDeposit } from '../../conversation.js';
import { liveServices } from '../../live-services.js';
import { requestDeposit, freePathIn } from './request-deposit.js';
import { keysIn } from '../../../support/s3/keys-in.js';

describe('POST /deposits (preservation 2.6, 4.2; companion 13.1, 13.2)', () => {
  const live = liveServices();
  let box: string;
  before(async () => {
    box = await newContainer(live);
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
    const path = freePathIn(box);
    const holder: OpenedDeposit = await newDeposit(live, { archivalGroup: path, template: 'RootLevel' });
    const all = async (): Promise<string[]> => {
      return keysIn(live.bytes, live.places.workspaceBucket, 'deposits/');
    };
    const before = await all();
    for (const template of ['RootLevel', 'BagIt', 'None'])
      expect((await requestDeposit(live, { archivalGroup: path, template })).status).to.equal(409);
    expect(await all()).to.deep.equal(before);
    expect(before.some((key) => key.startsWith(holder.prefix))).to.equal(true);
  });
});
