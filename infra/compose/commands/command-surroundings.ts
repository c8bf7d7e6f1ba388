import type { Screen } from '../../../clients/command-line/output/progress.js';
import type { PlatformOptions } from '../platform.js';

/** How a command ends that a signal ended. */
export const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/** A signal that ends the command. */
export type Interruption = keyof typeof EXIT_CODES;

/** What the command has around it. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** For the outcome. */
  readonly output: Screen;
  /** For whoever waits. */
  readonly messages: Screen;
  /** Resolves when someone wants the command to end; never otherwise. */
  readonly interrupted: Promise<Interruption>;
  /** Asks whoever sits at the terminal, and resolves with whether they said yes; absent where nobody does. */
  readonly ask?: (question: string) => Promise<boolean>;
  readonly options?: PlatformOptions;
}
