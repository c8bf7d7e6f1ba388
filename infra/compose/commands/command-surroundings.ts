import type { Screen } from '../../../clients/command-line/output/progress.js';
import type { PlatformOptions } from '../platform/platform.js';
import type { EndSignal } from '../process/first-signal.js';

/** A signal that ends the command. */
export type Interruption = EndSignal;

/** The exit codes after a signal. */
export const EXIT_CODES: Readonly<Record<Interruption, number>> = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/** The environment of a command. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** For results. */
  readonly output: Screen;
  /** For progress and faults. */
  readonly messages: Screen;
  /** Resolves at the first signal to end the command. */
  readonly interrupted: Promise<Interruption>;
  /** Asks a question at the terminal and resolves with whether the answer is yes; absent without a terminal. */
  readonly ask?: (question: string) => Promise<boolean>;
  readonly options?: PlatformOptions;
}
