import type { ObjectAddress } from '../../formats/bytes.js';
import { workspaceFileAddress, type Store } from '../workspace/change-token.js';

/**
 * The kinds of findings, the worst first. `wrong`, `missing`, `not-listed` and `bag` (anything else) are findings of a
 * bag. Every file with exactly one format is `identified`, whatever else was found.
 */
export const FINDING_KINDS = [
  'infected',
  'wrong',
  'missing',
  'not-listed',
  'bag',
  'not-scanned',
  'failed',
  'not-identified',
  'identified',
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/** A digest, in lower-case hex. */
export interface FoundDigest {
  readonly algorithm: string;
  readonly digest: string;
}

/** One finding about one file. */
export interface Finding {
  /** Relative to the deposit; empty for a finding about the whole bag. */
  readonly path: string;
  readonly kind: FindingKind;
  /** In the words of the tool; null where it gave none. */
  readonly reason: string | null;
  /** PRONOM key and name of its format; null where it has not exactly one. */
  readonly puid: string | null;
  readonly format: string | null;
  /** In bytes; null where it is not known. */
  readonly size: number | null;
  /** What the manifest of a bag says, and what the file has; null of other findings, and where it is not known. */
  readonly expected: FoundDigest | null;
  readonly found: FoundDigest | null;
}

/** Findings that follow one another: those of a kind, of `identified` those of one format. */
export interface FindingsSection {
  readonly kind: FindingKind;
  /** Null but for `identified`. */
  readonly puid: string | null;
  readonly format: string | null;
  readonly rows: number;
}

/** The files that the store took last among those that the tools looked at, with the ETags that they had. */
export interface NewestFiles {
  /** When the store took them, in milliseconds since 1970. */
  readonly modified: number;
  /** By path relative to the deposit. */
  readonly etags: Readonly<Record<string, string>>;
}

/** What is where among the findings of a run. */
export interface FindingsIndex {
  readonly schema: 1;
  /** How many files the tools looked at; of a bag that stopped the run, how many its manifests list. */
  readonly files: number;
  /** How many findings of a bag are in no row. */
  readonly leftOut: number;
  /** In the order of the kinds, formats by their number of files. */
  readonly sections: readonly FindingsSection[];
  /** Where each 50th row begins, in bytes. */
  readonly offsets: readonly number[];
  /** Of all rows, in bytes. */
  readonly size: number;
  /** Null where no tool looked at a file. */
  readonly newest: NewestFiles | null;
}

/** Rows of a page, and between two offsets of an index. */
export const ROWS = 50;

/** A run, and the epoch of the worker that found what is stored. */
export interface FindingsOfRun {
  readonly depositId: string;
  readonly runId: string;
  readonly epoch: number;
}

/** Beside the workspace of the deposit, with which it is deleted (`dropKept`). */
const addressOf = (store: Store, { depositId, runId, epoch }: FindingsOfRun, ending: string): ObjectAddress =>
  workspaceFileAddress(store, `${depositId}.${runId}.${epoch}.${ending}`);

/** Of the rows: JSON, a line each. */
export const rowsAddress = (store: Store, of: FindingsOfRun): ObjectAddress => addressOf(store, of, 'findings.ndjson');

/** Of the index, which is stored after the rows. */
export const indexAddress = (store: Store, of: FindingsOfRun): ObjectAddress => addressOf(store, of, 'findings.json');
