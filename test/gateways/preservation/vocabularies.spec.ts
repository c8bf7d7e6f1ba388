import { expect } from 'chai';
import { ask } from '../conversation.js';
import { startedServices } from '../live-services.js';

describe('what user interfaces offer', () => {
  it('are the access conditions of the settings', async () => {
    const { preservation } = await startedServices();
    const { status, text } = await ask('GET', `${preservation}/Access-Conditions`);
    expect(status).to.equal(200);
    const values = (JSON.parse(text) as { readonly value: string }[]).map(({ value }) => value);
    expect(values).to.include.members(['dlip-open', 'dlip-unassessed']).and.have.length(5);
  });

  it('are the types of ranges of the settings', async () => {
    const { preservation } = await startedServices();
    const { status, text } = await ask('GET', `${preservation}/range-types`);
    expect([status, JSON.parse(text)]).to.deep.equal([200, ['Collection', 'Item']]);
  });
});
