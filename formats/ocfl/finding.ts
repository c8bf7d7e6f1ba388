/** One row of a validation report: OCFL's own code (`E…` breaks a MUST, `W…` a SHOULD), where, and what is wrong. */
export interface Finding {
  readonly code: string;
  /** Relative to the object root; the empty text for the root itself. */
  readonly path: string;
  readonly message: string;
  /** The expected and the found value, where two values differ. */
  readonly differing?: Difference;
}

export interface Difference {
  readonly expected: string;
  readonly found: string;
}

/** Adds a finding to a report. */
export type Report = (code: string, message: string, path?: string, differing?: Difference) => void;

export const isError = (finding: Finding): boolean => finding.code.startsWith('E');

/** A report that appends to a list; `place` is the default path of findings. */
export const reportInto =
  (findings: Finding[], place: string): Report =>
  (code, message, path = place, differing) => {
    findings.push({ code, path, message, ...(differing === undefined ? {} : { differing }) });
  };
