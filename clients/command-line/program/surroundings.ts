import type { Archive } from '../../archive/archive.js';
import type { CommandFault } from '../command-fault.js';
import type { CommonOptions } from './common-options.js';
import type { Interruption } from './failure.js';
import type { Output } from './output.js';
import type { TextStream, Writing } from './streams.js';
import type { Service, ServiceAgent, Session, Verb } from './verb.js';

/** A verb in the table of the program. */
export interface VerbEntry {
  /** Loads what the verb uses. */
  readonly load: () => Promise<Verb>;
  /** Whether it changes something: it goes on where nobody reads, and a signal stops it at a safe place only. */
  readonly changes?: boolean;
  /** Whether it makes a data folder where there is none. */
  readonly creates?: boolean;
  /** Whether a pager shows what is longer than the screen. */
  readonly isPaged?: boolean;
}

export type VerbTable = Readonly<Record<string, VerbEntry>>;

/** What a verb may open. */
export interface Opening {
  readonly archive: () => Promise<Archive>;
  readonly service: (as: ServiceAgent) => Promise<Service>;
  /** Closes what was opened. */
  readonly close: () => Promise<void>;
}

/** The archive that is meant. */
export interface Meant {
  /** The environment of the verb, in which that archive and the user's pager are. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly userAgent: Session['userAgent'];
  readonly open: (output: Output, signal: AbortSignal) => Opening;
}

/** What shows a long list, in front of standard output. */
export interface Pager extends Writing {
  /** Whether it has the screen at present. */
  readonly isOpen: () => boolean;
}

/** The process around the program. */
export interface Surroundings {
  readonly out: TextStream;
  readonly err: TextStream;
  readonly now: () => Date;
  readonly interruption: Interruption;
  /** Asks at the terminal; null where nobody can be asked. */
  readonly ask: ((question: string) => Promise<string>) | null;
  readonly version: string;
  readonly verbs: VerbTable;
  /** Finds out which archive is meant. Rejects with CommandFault. */
  readonly meant: (common: CommonOptions, verb: VerbEntry & { readonly name: string }) => Promise<Meant>;
  /** Writes to `writing` what fits on the screen, and shows in a pager what does not. */
  readonly pager: (out: TextStream, writing: Writing, environment: Meant['environment']) => Pager;
  /** An error that is no CommandFault, as one. */
  readonly faultOf: (error: unknown) => CommandFault;
}
