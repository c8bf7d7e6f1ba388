import type { CommandFault } from '../command-fault.js';

/** A question before something unusual, asked after what it is about was shown. */
export interface Question {
  readonly text: string;
  /** What is to be typed: `y`, or a number of files. */
  readonly expects: string;
  /** Whether the command line has answered it. */
  readonly isAnswered: boolean;
  /** What is said where the answer is another one, or nobody can be asked; its exit code is 3. */
  readonly refusal: CommandFault;
}

/** The exit code where a yes was needed, and nothing was changed. */
export const EXIT_NEEDS_YES = 3;

/** Whether an answer at the terminal is the expected one. */
export const isExpected = ({ expects }: Pick<Question, 'expects'>, answer: string): boolean =>
  expects === 'y' ? /^(y|yes)$/i.test(answer.trim()) : answer.trim().replaceAll(',', '') === expects;
