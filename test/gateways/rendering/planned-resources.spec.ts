import { expect } from 'chai';
import type { PlannedOperation } from '../../../events/import-plan.js';
import { renderPlan } from '../../../gateways/rendering/planned-resources.js';
import { turnsOfOthers } from '../../support/scheduling/turns-of-others.js';

const FILES = 20_000;

/** A plan that is in memory, so that none of its operations is waited for. */
function* plan(): Generator<PlannedOperation> {
  const content = { contentType: 'text/plain', size: 1, sha256: 'a'.repeat(64) };
  for (let index = 0; index < FILES; index++) yield { op: 'add-binary', path: `objects/${index}`, ...content };
}

describe('the resources of a plan', () => {
  it('are rendered with turns of the event loop between them, where they are very many', async () => {
    const rendering = renderPlan(plan(), {
      base: 'http://localhost',
      archivalGroup: 'letters',
      existing: null,
      files: null,
    });
    expect(await turnsOfOthers(rendering)).to.be.at.least(8);
    expect((await rendering)['add-binary']).to.have.length(FILES);
  });
});
