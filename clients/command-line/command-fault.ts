/** Why the command cannot go on, in a sentence for whoever called it. */
export class CommandFault extends Error {
  override name = 'CommandFault';
  readonly code = 'command-failed';
  /** Whether the same may succeed in a moment. */
  readonly transient: boolean;
  /** How many milliseconds the other side asks to be left alone for. */
  readonly afterMs: number;
  /** Of the answer that the command met; 0 where there was none. */
  readonly status: number;
  constructor(message: string, { transient = false, afterMs = 0, status = 0 } = {}) {
    super(message);
    this.transient = transient;
    this.afterMs = afterMs;
    this.status = status;
  }
}
