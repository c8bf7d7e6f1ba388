import { inspect } from 'node:util';
import { endedByError } from './process-output.js';

/** Rejections that nothing has handled, and of which no test has heard yet. */
const rejections: unknown[] = [];

// At once it would end a test that goes on, which mocha takes for an error of its own.
const keep = (reason: unknown): void => void rejections.push(reason);

const requireNone = (): void => {
  const [rejection] = rejections;
  const wasRejected = rejections.splice(0).length > 0;
  const [ended] = endedByError();
  if (wasRejected) throw new Error(`A rejection was not handled: ${inspect(rejection)}`, { cause: rejection });
  if (ended !== undefined) throw new Error(`A process ended by an error that nothing handled: ${ended}`);
};

/** What comes after the last test is told by the exit code alone. */
const failAtExit = (): void => {
  if (rejections.length === 0) return;
  console.error('A rejection was not handled', ...rejections);
  process.exitCode = 1;
};

/**
 * A rejection that nothing handles fails the test in which it came, as an exception does: mocha would hide it. So does a
 * process that the specs have started, and that ended by either.
 */
export const noUnhandledErrors: Mocha.RootHookObject = {
  beforeAll() {
    // For each file: between two of them mocha takes the listeners of its processes away.
    if (!process.listeners('unhandledRejection').includes(keep)) process.on('unhandledRejection', keep);
    if (!process.listeners('exit').includes(failAtExit)) process.once('exit', failAtExit);
  },
  afterEach: requireNone,
  afterAll: requireNone,
};
