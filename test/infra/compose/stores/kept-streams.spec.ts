import { expect } from 'chai';
import { KEPT_FACTS } from '../../../../infra/compose/stores/stores.js';
import { countedViews } from '../../../../projections/read-models.js';

describe('streams that keep only their last facts', () => {
  it('are heard by no read model, since a fact that was removed cannot be told from one that was missed', () => {
    const consumed = countedViews.flatMap(({ categories }) => categories);
    expect(consumed).to.include.members(['container', 'archivalGroup', 'importJob']);
    for (const category of Object.keys(KEPT_FACTS)) expect(consumed).not.to.include(category);
  });
});
