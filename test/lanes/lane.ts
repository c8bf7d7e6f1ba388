/** Specs that mocha runs. */
export interface SpecWork {
  readonly kind: 'specs';
  /** The configuration of the suite, from the project's folder. */
  readonly config: string;
  /** Which of its spec files, as patterns for the compiled ones; all of them where none is named. */
  readonly specs?: readonly string[];
  /** The servers that these specs want, by the names of `npm run services`. */
  readonly servers: readonly string[];
  /** Settings that make choices by chance fewer in continuous integration; whoever sets them goes first. */
  readonly less?: Readonly<Record<string, string>>;
  /** Of these files only those that need this source, however far away. */
  readonly needing?: string;
  /** Whether it wants the tools that people upload with. */
  readonly uploadTools?: boolean;
  /** Whether it wants the tools that the pipeline runs. */
  readonly pipelineTools?: boolean;
  /** Whether it wants the generators of others. */
  readonly generators?: boolean;
  /** The Node that it runs on, as npm names versions of it; where none is named, the one that runs the lane. */
  readonly node?: string;
  /** Whether it runs in a fresh clone of the project that has nothing beside it. */
  readonly inFreshClone?: boolean;
}

/** A program that ends with 0 or not. */
export interface CommandWork {
  readonly kind: 'command';
  readonly words: readonly string[];
  /** Words that are added in continuous integration. */
  readonly less?: readonly string[];
  /** What it starts with, for whoever asks what it depends on: sources of ours. */
  readonly starts: readonly string[];
  /** Whether it wants the validators of others. */
  readonly validators?: boolean;
}

interface Named {
  readonly name: string;
  readonly about: string;
  /** How long it may take in continuous integration. */
  readonly minutes: number;
}

export interface SpecLane extends Named {
  readonly work: SpecWork;
}

export interface CommandLane extends Named {
  readonly work: CommandWork;
}

/** A part of all tests that can be run by itself. */
export type Lane = SpecLane | CommandLane;

export const hasSpecs = (lane: Lane): lane is SpecLane => lane.work.kind === 'specs';
