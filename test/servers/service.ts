import type { Launch } from './processes.js';

/** A server's files, as they lie in the cache folder. */
export interface Program {
  readonly name: string;
  readonly version: string;
  /** Below the cache folder; other programs of the tests find it there by this name. */
  readonly folder: string;
  /** Whether it is compiled: such work takes every core, so that one is done after the other. */
  readonly isCompiled: boolean;
  /** Fills the empty folder given; a failure leaves anything behind. All that is said goes into the log. */
  readonly install: (folder: string, log: string) => Promise<void>;
}

/** The root credential of an S3 server, made up for one data folder. */
export interface Credential {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Where one server runs. */
export interface Place {
  /** The folder of its program. */
  readonly program: string;
  /** A folder of its own, for its data and settings. */
  readonly folder: string;
  /** What it writes; a fresh file at every start. */
  readonly log: string;
  /** On 127.0.0.1; the first one is for clients. */
  readonly ports: readonly [number, ...number[]];
  readonly credential: Credential;
}

/** A server that can be installed and started here. */
export interface Service {
  readonly name: string;
  readonly program: Program;
  /** How many ports it needs. */
  readonly ports: number;
  /** Writes what the server wants to find at its start; harmless where it is there. */
  readonly prepare: (place: Place) => Promise<void>;
  readonly launch: (place: Place) => Launch;
  /** Whether it serves clients now; false while it starts. */
  readonly isReady: (place: Place) => Promise<boolean>;
  readonly address: (place: Place) => string;
  /** What tells the suites where it is. */
  readonly variable: string;
  readonly value: (place: Place) => string;
}
