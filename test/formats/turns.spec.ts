import { expect } from 'chai';
import { applyPlan } from '../../formats/group-state/apply-plan.js';
import { emptyGroup } from '../../formats/group-state/group-state.js';
import type { PlanEntry } from '../../formats/group-state/plan.js';
import { compareUtf8, sortInTurns } from '../../formats/paths/utf8-order.js';
import { atOnce, eachInTurns, firstInTurns, inTurns, TURN } from '../../formats/turns.js';
import { turnsOfOthers } from '../support/turns-of-others.js';

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('work in turns', () => {
  it('does everything in order, whether others have their turn or not', async () => {
    const [some, all]: [number[], number[]] = [[], []];
    atOnce(eachInTurns(upTo(2 * TURN), (item) => some.push(item)));
    await inTurns(eachInTurns(upTo(2 * TURN), (item) => all.push(item)));
    expect(some).to.deep.equal(upTo(2 * TURN));
    expect(all).to.deep.equal(some);
  });

  it('asks no further once it has an answer', () => {
    let asked = 0;
    const answer = atOnce(firstInTurns(upTo(100), (item) => (++asked > 0 && item === 7 ? 'seven' : null)));
    expect([answer, asked]).to.deep.equal(['seven', 8]);
    expect(atOnce(firstInTurns(upTo(100), () => null))).to.equal(null);
  });

  it('sorts very many texts as if it sorted them at once', () => {
    const texts = upTo(5 * TURN + 7).map((item) => `${(item * 7_919) % 9_973}/${'\uff5e😀é'.charAt(item % 4)}`);
    const sorted = atOnce(sortInTurns(texts, (text) => text));
    expect(sorted.join('\n')).to.equal(texts.toSorted(compareUtf8).join('\n'));
  });

  it('lets others have their turn while a large plan is applied', async () => {
    const files = upTo(10 * TURN).map((item): PlanEntry => ({ op: 'add-binary', path: `${item}`, sha256: 'a' }));
    const applied = inTurns(applyPlan(emptyGroup('Letters'), files, { agent: 'ada', at: '', group: 'letters' }));
    expect(await turnsOfOthers(applied)).to.be.at.least(20);
  });
});
