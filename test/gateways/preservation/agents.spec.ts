import { expect } from 'chai';
import { ask, newContainer, newDeposit } from '../conversation.js';
import { liveServices } from '../live-services.js';

describe('agents', () => {
  const live = liveServices();

  it('are a sorted list of URIs, with whoever has just created a deposit', async () => {
    await newDeposit(live);
    for (const path of ['/agents', '/Agents/']) {
      const { status, text } = await ask('GET', live.preservation + path);
      expect(status).to.equal(200);
      const uris = JSON.parse(text) as string[];
      expect(uris).to.include(`${live.preservation}/agents/dev`);
      expect(uris).to.deep.equal([...new Set(uris)].sort());
    }
  });

  it('are found at the URI that deposits and containers name', async () => {
    const path = await newContainer(live);
    const { body: container } = await ask('GET', `${live.preservation}/repository/${path}`);
    const { uri } = await newDeposit(live);
    for (const id of [container['createdBy'], (await ask('GET', uri)).body['createdBy']]) {
      const { status, body } = await ask('GET', String(id));
      expect(status).to.equal(200);
      expect(body).to.deep.equal({ id, type: 'Agent', name: 'dev' });
    }
  });

  it('are not found where nothing is attributed to the name, in its casing', async () => {
    for (const name of ['nobody', 'DEV', 'a%20b', '..%2F..', 'x'.repeat(256)]) {
      const { status } = await ask('GET', `${live.preservation}/agents/${name}`);
      expect(status, name).to.be.oneOf([400, 404]);
    }
    expect((await ask('GET', `${live.preservation}/agents/nobody`)).body['detail']).to.equal('Agent nobody not found');
    expect((await ask('GET', `${live.preservation}/agents/${'x'.repeat(257)}`)).status).to.equal(400);
  });
});
