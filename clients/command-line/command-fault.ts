/** What is known of a fault besides its sentence. */
interface FaultContext {
  readonly code?: string;
  /** The exit code of the program; 1 where it is not given. */
  readonly exit?: number;
  /** What to type next; shown after `Next: `. */
  readonly next?: string;
}

/** What ends a verb: a sentence, and what to type next. */
export class CommandFault extends Error {
  override name = 'CommandFault';
  readonly about: FaultContext;
  constructor(message: string, about: FaultContext = {}, options?: ErrorOptions) {
    super(message, options);
    this.about = about;
  }

  get code(): string {
    return this.about.code ?? 'command-failed';
  }
}

/** Words of the command line, or settings, that cannot be followed: exit code 2. */
export const wordsFault = (message: string, next?: string): CommandFault =>
  new CommandFault(message, { code: 'words-invalid', exit: 2, ...(next === undefined ? {} : { next }) });
