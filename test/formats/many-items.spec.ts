import { expect } from 'chai';
import { applyPlan } from '../../formats/group-state/apply-plan.js';
import { emptyGroup } from '../../formats/group-state/group-state.js';
import type { PlanEntry } from '../../formats/group-state/plan.js';
import { compareUtf8, sortSliced } from '../../formats/paths/utf8-order.js';
import { runInSlices, runToEnd, SLICE } from '../../flow/slices.js';
import { turnsOfOthers } from '../support/scheduling/turns-of-others.js';

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('work on very many items', () => {
  it('sorts texts in slices as if it sorted them at once', () => {
    const texts = upTo(5 * SLICE + 7).map((item) => `${(item * 7_919) % 9_973}/${'\uff5e😀é'.charAt(item % 4)}`);
    const sorted = runToEnd(sortSliced(texts, (text) => text));
    expect(sorted.join('\n')).to.equal(texts.toSorted(compareUtf8).join('\n'));
  });

  it('lets others have their turn while a large plan is applied', async () => {
    const files = upTo(10 * SLICE).map((item): PlanEntry => ({ op: 'add-binary', path: `${item}`, sha256: 'a' }));
    const applied = runInSlices(applyPlan(emptyGroup('Letters'), files, { agent: 'ada', at: '', group: 'letters' }));
    expect(await turnsOfOthers(applied)).to.be.at.least(20);
  });
});
