import { expect } from 'chai';
import { ask } from '../../gateways/conversation.js';
import { liveServices } from '../../gateways/live-services.js';

describe('a path that a service does not have', () => {
  const live = liveServices();

  it('is answered with the address of the other service, where that has it', async () => {
    const wrong = await ask('POST', `${live.storage}/deposits`, {});
    const { detail, advice } = wrong.body;
    expect([wrong.status, detail, advice]).to.deep.equal([
      404,
      'There is nothing at /deposits',
      `The preservation service has this path; its address is ${live.preservation}.`,
    ]);
    expect((await ask('GET', `${live.preservation}/storagecheck`)).body['advice']).to.contain(live.storage);
    expect((await ask('GET', `${live.storage}/nowhere`)).body).to.not.have.property('advice');
  });
});
