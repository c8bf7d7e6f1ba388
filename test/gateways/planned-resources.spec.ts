import { expect } from 'chai';
import type { PlannedOperation } from '../../events/import-plan.js';
import { renderPlan } from '../../gateways/rendering/planned-resources.js';

const around = { base: 'https://x', archivalGroup: 'box/group', existing: null, files: null };
const binary: PlannedOperation = { op: 'add-binary', path: 'a', origin: { bucket: 'work', key: 'deposits/d/a' } };

describe('the resources of a plan', () => {
  it('have a size of 0 where nobody knows it', async () =>
    expect((await renderPlan([binary], around))['add-binary'][0]).to.include({ size: 0, digest: null }));

  it('are called as the repository records them, without line breaks', async () => {
    const name = 'two\r\nlines';
    const plan = await renderPlan(
      [
        { ...binary, name },
        { op: 'rename-container', path: 'b', name },
      ],
      around,
    );
    for (const list of [plan['add-binary'], plan['rename-container']])
      expect(list[0]).to.include({ name: 'two - lines' });
  });
});
