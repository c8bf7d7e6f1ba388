import type { Problem } from '../../../api/api-fault.js';
import type { ChangeKind, Sums } from './changes.js';
import type { PreviewRow } from './rows.js';

/** The rules of what is chosen, as messages carry them. */
export type Rules = readonly (readonly [string, boolean])[];

/** What an import would do, in numbers. */
export interface Summary {
  readonly made: string;
  /** The public address of the archival group. */
  readonly archivalGroup: string;
  /** The number of the version that it builds on; 0 for a new group. */
  readonly from: number;
  readonly sums: Sums;
  /** Whether the METS is among what changes. */
  readonly hasMets: boolean;
  /** Whether nothing at all would change. */
  readonly isEmpty: boolean;
  readonly gone: readonly { readonly name: string; readonly files: number }[];
  readonly warnings: readonly string[];
  readonly open: readonly string[];
}

/** What a page asks of the worker that has the job. */
export interface Asked {
  /** Reads the difference at an address. */
  readonly read: { readonly address: string };
  /** What is left of it by these rules. */
  readonly choose: { readonly rules: Rules };
  readonly rows: {
    readonly rules: Rules;
    readonly folder: string;
    readonly show: ChangeKind | null;
    readonly whole: readonly string[];
    readonly offset: number;
    readonly limit: number;
  };
  /** Asks for the import of what is left. */
  readonly post: {
    readonly rules: Rules;
    readonly address: string;
    /** The query of both requests, with its question mark. */
    readonly query: string;
    readonly key: string;
    readonly confirmed: Sums;
  };
  /** The changes as CSV. */
  readonly csv: { readonly rules: Rules; readonly heads: readonly string[] };
}

export interface Answered {
  readonly read: Summary;
  readonly choose: Summary;
  readonly rows: { readonly entries: readonly PreviewRow[]; readonly total: number };
  /** The id of the result; null where a new difference was not what was confirmed, and is what the worker has now. */
  readonly post: { readonly result: string | null };
  readonly csv: string;
}

export type Kind = keyof Asked;

export interface Ask {
  readonly number: number;
  readonly kind: Kind;
  readonly value: Asked[Kind];
}

/** Why a request of the worker failed; a status of 0 without an answer. */
export interface Failure {
  readonly message: string;
  readonly status: number;
  readonly problem: Problem;
}

export type Reply =
  { readonly number: number; readonly value: Answered[Kind] } | { readonly number: number; readonly failure: Failure };
