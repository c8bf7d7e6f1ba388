import { expect } from 'chai';
import { applyPlan } from '../../formats/group-state/apply-plan.js';
import { emptyGroup } from '../../formats/group-state/group-state.js';
import type { PlanEntry } from '../../formats/group-state/plan.js';
import { runInSlices } from '../../flow/run-in-slices.js';
import { SLICE } from '../../flow/slices.js';
import { turnsOfOthers } from '../support/scheduling/turns-of-others.js';

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('work on very many items', () => {
  it('lets others have their turn while a large plan is applied', async () => {
    const files = upTo(10 * SLICE).map((item): PlanEntry => ({ op: 'add-binary', path: `${item}`, sha256: 'a' }));
    const applied = runInSlices(applyPlan(emptyGroup('Letters'), files, { agent: 'ada', at: '', group: 'letters' }));
    expect(await turnsOfOthers(applied)).to.be.at.least(20);
  });
});
