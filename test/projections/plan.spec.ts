import { expect } from 'chai';
import type { Position } from '../../events/envelope.js';
import type { Begun, Register } from '../../projections/documents.js';
import { plan } from '../../projections/plan.js';

const begun = (number: number, version: number, wishes = 0): Begun => ({ number, version, wishes, position: null });
const registered = (live: number | null, generations: readonly Begun[], wishes = 0): Register => ({
  pen: { epoch: 1, holder: 'ada', beat: 1 },
  live,
  generations,
  wishes,
});
const numbers = (generations: readonly Begun[]): number[] => generations.map(({ number }) => number);

describe('what the keeper of a view has to do', () => {
  it('begins the first generation when there is none', () => {
    expect(plan(registered(null, []), 1)).to.deep.include({ begin: true, showAtOnce: null, build: [] });
  });

  it('shows the first generation before it is complete', () => {
    const first = begun(1, 1);
    expect(plan(registered(null, [first]), 1)).to.deep.include({ begin: false, showAtOnce: first, build: [first] });
  });

  it('keeps the live generation and nothing else', () => {
    const register = registered(1, [begun(1, 1)]);
    expect(plan(register, 1)).to.deep.equal({
      begin: false,
      showAtOnce: null,
      build: [begun(1, 1)],
      left: [],
      abandoned: [],
    });
  });

  it('leaves a live generation of other code alone and builds a new one', () => {
    expect(plan(registered(1, [begun(1, 1)]), 2)).to.deep.include({ begin: true, build: [] });
    expect(numbers(plan(registered(1, [begun(1, 1), begun(2, 2)]), 2).build)).to.deep.equal([2]);
  });

  it('builds beside the live generation when somebody wished for it, until a wish is answered', () => {
    expect(plan(registered(1, [begun(1, 1)], 1), 1)).to.deep.include({ begin: true, build: [begun(1, 1)] });
    expect(numbers(plan(registered(1, [begun(1, 1), begun(2, 1, 1)], 1), 1).build)).to.deep.equal([1, 2]);
    expect(plan(registered(2, [begun(2, 1, 1)], 1), 1)).to.deep.include({ begin: false });
  });

  it('builds beside a live generation that nobody has counted for, and abandons another one like it', () => {
    const position = '1' as Position;
    const uncounted = (number: number): Begun => ({ ...begun(number, 1), position });
    expect(plan(registered(1, [uncounted(1)]), 1)).to.deep.include({ begin: true, build: [uncounted(1)] });
    const todo = plan(registered(1, [uncounted(1), uncounted(2), begun(3, 1)]), 1);
    expect([numbers(todo.build), numbers(todo.abandoned)]).to.deep.equal([[1, 3], [2]]);
    const counted = { ...uncounted(1), tally: { position, categories: [] } };
    expect(plan(registered(1, [counted]), 1)).to.deep.include({ begin: false });
    const movedOn = { ...counted, position: '2' as Position };
    expect(plan(registered(1, [movedOn]), 1)).to.deep.include({ begin: true });
  });

  it('continues what another keeper began for the same reason, and abandons what nobody needs', () => {
    const register = registered(1, [begun(1, 1), begun(2, 2), begun(3, 2), begun(4, 7)]);
    const todo = plan(register, 2);
    expect(numbers(todo.build)).to.deep.equal([3]);
    expect(numbers(todo.abandoned)).to.deep.equal([2, 4]);
    expect(numbers(plan(register, 1).abandoned)).to.deep.equal([2, 3, 4]);
  });

  it('tells what readers have left', () => {
    expect(numbers(plan(registered(2, [begun(1, 1), begun(2, 1)]), 1).left)).to.deep.equal([1]);
  });
});
