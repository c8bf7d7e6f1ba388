import type { Progress } from '../output/progress.js';

/** Where a verb writes. */
export interface Output {
  readonly form: 'terminal' | 'pipe' | 'json';
  readonly quiet: boolean;
  /** Cells of a line; 80 where unknown; Infinity in a pipe. */
  readonly width: number;
  /** Identity without colour. */
  readonly paint: (style: 'red' | 'yellow' | 'dim', text: string) => string;
  /**
   * The answer, on standard output, with its line ends. Names in it went through shownName. Waits for a slow reader; a
   * broken pipe ends the verb quietly.
   */
  write(text: string): Promise<void>;
  /** Bytes of the answer, as they are, in every form; as `write` otherwise. */
  writeBytes(bytes: Uint8Array): Promise<void>;
  /** With form json: one line. Otherwise nothing. */
  record(value: object): Promise<void>;
  /** A line on standard error; nothing with form json. */
  note(text: string): void;
  /**
   * A phase with counts; erased at its end on a terminal, a dated line a minute elsewhere, JSON lines of type progress
   * with form json.
   */
  readonly progress: Progress;
}
