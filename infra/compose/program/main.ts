import { constants } from 'node:os';
import { runProgram } from '../../../clients/command-line/program/run-program.js';
import type { Interruption } from '../../../clients/command-line/program/failure.js';
import { onFirstSignal } from '../process/first-signal.js';
import { version } from '../process/version.js';
import { askAtTerminal } from './ask-at-terminal.js';
import { faultOf } from './fault-of.js';
import { meantArchive } from './meant-archive.js';
import { openPager } from './pager.js';
import { VERBS } from './verbs.js';

const firstSignal = (): Interruption => {
  const controller = new AbortController();
  let code = 0;
  onFirstSignal((signal) => {
    code = 128 + constants.signals[signal];
    controller.abort(new Error('the program is to end'));
  });
  return { signal: controller.signal, exitCode: () => code };
};

/** Runs the program as this process, and ends it. */
export const main = async (words: readonly string[]): Promise<void> => {
  // Suppresses the SDK's warning about Node versions, which is for developers.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  const { stdin, stdout: out, stderr: err, env: environment } = process;
  const code = await runProgram(words, {
    ...{ out, err, version },
    now: () => new Date(),
    interruption: firstSignal(),
    ask: stdin.isTTY && err.isTTY ? askAtTerminal : null,
    verbs: { ...VERBS, _complete: { load: async () => (await import('./completing.js')).completing(VERBS) } },
    meant: (common, verb) => meantArchive(common, environment, verb),
    pager: openPager,
    faultOf: (error) => faultOf(error, environment),
  });
  process.exit(code);
};
