import Mocha from 'mocha';
import { beginFile, keepFailure } from '../support/evidence/keep-failure.js';

const { EVENT_SUITE_BEGIN, EVENT_TEST_FAIL } = Mocha.Runner.constants;

/** Keeps evidence of each failure, or of those that are asked for, at its moment: before hooks clear up. */
export const keepEachFailure = (runner: Mocha.Runner, isOurs: (test: Mocha.Test) => boolean = () => true): void => {
  runner.on(EVENT_SUITE_BEGIN, ({ file }) => {
    if (file !== undefined) beginFile(file);
  });
  runner.on(EVENT_TEST_FAIL, (test, error: unknown) => {
    if (!isOurs(test)) return;
    const file = test.file ?? test.parent?.file ?? '';
    try {
      keepFailure({ file, title: test.fullTitle(), error });
    } catch (reason) {
      console.error(`No evidence of "${test.title}" is kept: ${String(reason)}`);
    }
  });
};
