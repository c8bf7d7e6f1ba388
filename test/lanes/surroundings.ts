/** Where lanes are run, and who listens. */
export interface Surroundings {
  /** The folder of the project. */
  readonly project: string;
  /** A folder for logs and outcomes of runs. */
  readonly work: string;
  /** The folder for evidence of what fails; one below it for each run. */
  readonly evidence: string;
  /** Hears all that is said, as it is said. */
  readonly hear: (text: string | Buffer) => void;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** What lanes have around them. */
export interface LaneContext extends Surroundings {
  readonly environment: Environment;
  /** For what is installed once and kept: validators, the other Node. */
  readonly cache: string;
  /** Until everything has to be over. */
  readonly minutesLeft: () => number;
}
