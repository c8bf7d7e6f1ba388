import { expect } from 'chai';
import type { Position } from '../../../events/envelope.js';
import type { RegisteredGeneration, ViewRegister } from '../../../projections/documents.js';
import { EMPTY_TALLY } from '../../../events/tally.js';
import { planGenerations } from '../../../projections/projector/plan-generations.js';

const begun = (number: number, version: number, rebuildRequests = 0): RegisteredGeneration => ({
  number,
  version,
  rebuildRequests,
  position: null,
});
const registered = (
  live: number | null,
  generations: readonly RegisteredGeneration[],
  rebuildRequests = 0,
): ViewRegister => ({
  lease: { epoch: 1, holder: 'ada' },
  live,
  generations,
  rebuildRequests,
});
const numbers = (generations: readonly RegisteredGeneration[]): number[] => generations.map(({ number }) => number);

describe('what the projector of a view has to do', () => {
  it('begins the first generation when there is none', () => {
    expect(planGenerations(registered(null, []), 1, [])).to.deep.include({
      begin: true,
      showIncomplete: null,
      build: [],
    });
  });

  it('shows the first generation before it is complete', () => {
    const first = begun(1, 1);
    expect(planGenerations(registered(null, [first]), 1, [])).to.deep.include({
      begin: false,
      showIncomplete: first,
      build: [first],
    });
  });

  it('keeps the live generation and nothing else', () => {
    const register = registered(1, [begun(1, 1)]);
    expect(planGenerations(register, 1, [])).to.deep.equal({
      begin: false,
      showIncomplete: null,
      build: [begun(1, 1)],
      retired: [],
      abandoned: [],
    });
  });

  it('begins anew where the live generation, or the next one, has a checkpoint that no fact can have', () => {
    const blind: RegisteredGeneration = {
      ...begun(1, 1),
      position: '18446744073709551615-18446744073709551615' as Position,
    };
    expect(planGenerations(registered(1, [blind]), 1, [])).to.deep.include({ begin: true, build: [] });
    expect(planGenerations(registered(1, [blind, begun(2, 1)]), 1, [])).to.deep.equal({
      begin: false,
      showIncomplete: begun(2, 1),
      build: [begun(2, 1)],
      retired: [],
      abandoned: [blind],
    });
    const next = { ...blind, number: 2, tally: { ...EMPTY_TALLY, position: blind.position } };
    expect(planGenerations(registered(1, [begun(1, 1), next], 1), 1, [])).to.deep.include({ begin: true });
  });

  it('begins anew where the live generation, or the next one, is lost', () => {
    const [first, second] = [begun(1, 1), begun(2, 1, 1)];
    expect(planGenerations(registered(1, [first]), 1, [first])).to.deep.include({ begin: true, build: [] });
    expect(planGenerations(registered(1, [first, second], 1), 1, [first])).to.deep.equal({
      begin: false,
      showIncomplete: second,
      build: [second],
      retired: [],
      abandoned: [first],
    });
    const abandoning = { begin: true, build: [first], abandoned: [second] };
    expect(planGenerations(registered(1, [first, second], 1), 1, [second])).to.deep.include(abandoning);
  });

  it('leaves a live generation of other code alone and builds a new one', () => {
    expect(planGenerations(registered(1, [begun(1, 1)]), 2, [])).to.deep.include({ begin: true, build: [] });
    expect(numbers(planGenerations(registered(1, [begun(1, 1), begun(2, 2)]), 2, []).build)).to.deep.equal([2]);
  });

  it('builds beside the live generation when a rebuild was requested, until the request is answered', () => {
    expect(planGenerations(registered(1, [begun(1, 1)], 1), 1, [])).to.deep.include({
      begin: true,
      build: [begun(1, 1)],
    });
    expect(numbers(planGenerations(registered(1, [begun(1, 1), begun(2, 1, 1)], 1), 1, []).build)).to.deep.equal([
      1, 2,
    ]);
    expect(planGenerations(registered(2, [begun(2, 1, 1)], 1), 1, [])).to.deep.include({ begin: false });
  });

  it('builds beside a live generation that nobody has counted for, and abandons another one like it', () => {
    const position = '1'.padStart(20, '0') as Position;
    const uncounted = (number: number): RegisteredGeneration => ({ ...begun(number, 1), position });
    expect(planGenerations(registered(1, [uncounted(1)]), 1, [])).to.deep.include({
      begin: true,
      build: [uncounted(1)],
    });
    const todo = planGenerations(registered(1, [uncounted(1), uncounted(2), begun(3, 1)]), 1, []);
    expect([numbers(todo.build), numbers(todo.abandoned)]).to.deep.equal([[1, 3], [2]]);
    const counted = { ...uncounted(1), tally: { position, categories: [] } };
    expect(planGenerations(registered(1, [counted]), 1, [])).to.deep.include({ begin: false });
    const movedOn = { ...counted, position: '2'.padStart(20, '0') as Position };
    expect(planGenerations(registered(1, [movedOn]), 1, [])).to.deep.include({ begin: true });
  });

  it('continues what another projector began for the same reason, and abandons what nobody needs', () => {
    const register = registered(1, [begun(1, 1), begun(2, 2), begun(3, 2), begun(4, 7)]);
    const todo = planGenerations(register, 2, []);
    expect(numbers(todo.build)).to.deep.equal([3]);
    expect(numbers(todo.abandoned)).to.deep.equal([2, 4]);
    expect(numbers(planGenerations(register, 1, []).abandoned)).to.deep.equal([2, 3, 4]);
  });

  it('tells what readers have left', () => {
    expect(numbers(planGenerations(registered(2, [begun(1, 1), begun(2, 1)]), 1, []).retired)).to.deep.equal([1]);
  });
});
