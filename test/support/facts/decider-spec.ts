import { expect } from 'chai';
import { isRefusal, type AnyCommand, type Decider } from '../../../commands/core/decider.js';
import type { RefusalCode } from '../../../commands/core/refusal-codes.js';
import type { Fact } from '../../../events/envelope.js';

/** Given facts, when a command, then facts, nothing, or a refusal: what a decider allows, one line a rule. */
export const specify = <State, Command extends AnyCommand, F extends Fact>(decider: Decider<State, Command, F>) => ({
  given: (...past: readonly F[]) => ({
    when: (command: Command) => {
      const decision = decider.decide(command, past.reduce<State>(decider.evolve, decider.initial));
      return {
        then: (...facts: readonly F[]): void => {
          expect(decision).to.deep.equal(facts);
        },
        thenNothing: (): void => {
          expect(decision).to.deep.equal([]);
        },
        thenRefused: (code: RefusalCode, detail?: string, archivalGroup?: string): void => {
          expect(isRefusal(decision) ? decision.code : decision).to.equal(code);
          if (detail !== undefined) expect(decision).to.include({ detail });
          if (archivalGroup !== undefined) expect(decision).to.include({ archivalGroup });
        },
      };
    },
  }),
});
