import { PreconditionFailure, type Plugin } from 'fast-check';

// Specs replace the clock.
const now = performance.now.bind(performance);

/**
 * A property begins no further case once it has lasted so long, in milliseconds. A case that has begun goes on to its end:
 * it cannot be stopped, and what it still does would disturb the next test.
 */
export const noCaseAfter =
  (limitMs: number): Plugin<unknown> =>
  () => {
    const end = now() + limitMs;
    let begun = 0;
    return {
      decorateRun: (run) => (value) => {
        const isOver = begun > 0 && now() > end;
        begun += 1;
        return isOver ? new PreconditionFailure(true) : run(value);
      },
    };
  };
