import type { Command } from 'commander';
import type { AuthHeaders } from '../../api/service-requests.js';
import type { Archive } from '../../archive/archive.js';
import type { Output } from './output.js';

/** How a verb has ended. */
export interface Ended {
  readonly code: number;
  /**
   * The members of the last JSON line (of the whole document for a verb of that kind), besides `type` and `ok`; null
   * where the document was printed before the end.
   */
  readonly summary: object | null;
}

/** To whom the work of a platform is attributed that is started for a verb. */
export interface ServiceAgent {
  readonly agent: string;
  /** Whether the agent was typed: a platform that knows its callers itself is then a CommandFault. */
  readonly isTyped: boolean;
}

/** What a verb works with. */
export interface Session {
  readonly output: Output;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The agent in the settings of the user, and the file that has them; null where they name none. */
  readonly userAgent: { readonly name: string; readonly from: string } | null;
  readonly now: () => Date;
  /** Aborted at the first signal. */
  readonly interrupted: AbortSignal;
  /** For how long an archive that is in use is waited for, in milliseconds; null where it was not typed. */
  readonly waitMs: number | null;
  /** Asks at the terminal; null where nobody can be asked. */
  readonly ask: ((question: string) => Promise<string>) | null;
  /** Opens the archive that is meant, to look at it; closed by the program. Rejects with CommandFault. */
  readonly archive: () => Promise<Archive>;
  /**
   * A service that runs, or that is started in this process for the time of the verb, and works as the agent then; as the
   * usual agent where none is given. Rejects with CommandFault.
   */
  readonly service: (as?: ServiceAgent) => Promise<Service>;
}

/** A platform that answers. */
export interface Service {
  /** Base address of the preservation service, without a final slash. */
  readonly preservation: string;
  readonly authHeaders: AuthHeaders;
  /** Whether it was started for this verb: nobody else uses it. */
  readonly isOwn: boolean;
  /**
   * The result of work; rejects where the disk of the platform refuses for long what is written, since its jobs would wait
   * for room. Absent where the platform runs elsewhere: there it is not this verb that ends it.
   */
  readonly unlessRefused?: <Result>(work: Promise<Result>) => Promise<Result>;
}

/** The result of work of a service, as `unlessRefused` has it. */
export const workOf = <Result>({ unlessRefused }: Service, work: Promise<Result>): Promise<Result> =>
  unlessRefused === undefined ? work : unlessRefused(work);

/** A verb of the program. */
export interface Verb {
  readonly name: string;
  /** `lines`: a JSON object a line, the summary last; `document`: one JSON object. */
  readonly kind: 'lines' | 'document';
  /** The help text, written by hand; compared with the options by a test. */
  readonly help: string;
  /** The actions that its first word may name, for completion. */
  readonly actions?: readonly string[];
  /** Adds arguments and options; commander's own help is not used. */
  readonly define: (command: Command) => void;
  readonly run: (
    command: { readonly args: readonly string[]; readonly options: Readonly<Record<string, unknown>> },
    session: Session,
  ) => Promise<Ended>;
}
