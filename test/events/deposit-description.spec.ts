import { expect } from 'chai';
import { deposit } from '../../commands/deposit/decider.js';
import { existing } from '../../commands/deposit/state.js';
import type { DepositFact } from '../../events/deposit.js';
import { descriptionChanges, descriptionOf } from '../../events/deposit-description.js';
import { renderDeposit, LISTED } from '../../gateways/rendering/deposit.js';
import { evolveListed } from '../../projections/deposits/deposit-document.js';
import { omit } from '../../commands/core/decider.js';
import { created } from '../commands/families/deposit-facts.js';

describe('the description of a deposit', () => {
  const older = { ...created, data: omit(created.data as object, 'submissionText' as never) } as DepositFact;

  it('is null for a text that was not given', () => {
    expect(descriptionOf({ submissionText: 'Letters' })).to.deep.equal({
      submissionText: 'Letters',
      archivalGroupName: null,
    });
  });

  it('is null for a field that is newer than the fact by which the deposit was created', () => {
    expect(existing(deposit.evolve(deposit.initial, older))).to.include({ submissionText: null });
    expect(evolveListed(null, older)).to.include({ submissionText: null });
  });

  it('is shown with null for a field that is newer than the document of a listing', () => {
    const listed = evolveListed(null, created);
    if (listed === null) throw new Error('no deposit');
    const document = omit(listed, 'submissionText') as typeof listed;
    expect(renderDeposit('http://localhost', document, LISTED)).to.include({ submissionText: null });
  });

  it('changes by those of its fields that are given and chosen, and by nothing else', () => {
    const given = { submissionText: ' ', archivalGroupName: 'Letters', depositId: 'd1' };
    expect(descriptionChanges(given, (text) => text.trim() !== '')).to.deep.equal({ archivalGroupName: 'Letters' });
  });
});
