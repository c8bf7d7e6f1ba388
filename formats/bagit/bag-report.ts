import { compareUtf8 } from '../paths/utf8-order.js';

/** Why a bag is not complete or not valid. */
export type BagProblemCode =
  | 'declaration-missing'
  | 'declaration-malformed'
  | 'version-unsupported'
  | 'encoding-unsupported'
  | 'byte-order-mark'
  | 'undecodable-text'
  | 'manifest-missing'
  | 'algorithm-unsupported'
  | 'too-many-files'
  | 'line-malformed'
  | 'line-too-long'
  | 'digest-malformed'
  | 'path-unsafe'
  | 'path-outside-payload'
  | 'path-not-of-a-tag-file'
  | 'path-listed-twice'
  | 'percent-not-encoded'
  | 'digests-differ'
  | 'digest-mismatch'
  | 'file-missing'
  | 'file-not-fetched'
  | 'file-not-in-every-manifest'
  | 'file-unlisted'
  | 'fetch-unlisted'
  | 'oxum-malformed'
  | 'oxum-mismatch';

/** What is allowed, but may not survive on another system or with another tool. */
export type BagWarningCode =
  | 'declaration-malformed'
  | 'byte-order-mark'
  | 'path-listed-twice'
  | 'path-not-of-a-tag-file'
  | 'path-with-star'
  | 'path-with-leading-dot'
  | 'paths-differ-by-case'
  | 'paths-differ-by-normalisation'
  | 'path-with-backslash'
  | 'path-encoded-otherwise'
  | 'changed-since'
  | 'system-file';

/** Codes that break a rule of BagIt 1.0 which earlier versions did not have. */
export type BagBreachCode = BagProblemCode & BagWarningCode;

export interface BagFinding<Code extends string> {
  readonly code: Code;
  /** Relative to the root of the bag: the file that the finding is about, or the tag file that holds the line. */
  readonly path: string;
  readonly message: string;
}

/** What is found in a bag. It is valid where there is no problem. */
export interface BagReport {
  /** As `bagit.txt` says; null where it says none that is understood. */
  readonly version: string | null;
  /** By path and code; the first that were found, where there are more than the limit. */
  readonly problems: readonly BagFinding<BagProblemCode>[];
  /** With those that are left out of `problems`. */
  readonly problemCount: number;
  readonly warnings: readonly BagFinding<BagWarningCode>[];
  readonly warningCount: number;
}

/** Collects findings. */
export interface BagFindings {
  problem(code: BagProblemCode, path: string, message: string): void;
  warning(code: BagWarningCode, path: string, message: string): void;
  report(version: string | null): BagReport;
}

export const bagFindings = (most: number): BagFindings => {
  const problems = list<BagProblemCode>(most);
  const warnings = list<BagWarningCode>(most);
  return {
    problem: problems.add,
    warning: warnings.add,
    report: (version) => ({
      version,
      problems: problems.sorted(),
      problemCount: problems.count(),
      warnings: warnings.sorted(),
      warningCount: warnings.count(),
    }),
  };
};

interface FindingList<Code extends string> {
  readonly add: (code: Code, path: string, message: string) => void;
  readonly sorted: () => BagFinding<Code>[];
  readonly count: () => number;
}

const list = <Code extends string>(most: number): FindingList<Code> => {
  const kept: BagFinding<Code>[] = [];
  let count = 0;
  return {
    add: (code, path, message) => {
      count += 1;
      if (kept.length < most) kept.push({ code, path, message });
    },
    sorted: () => kept.toSorted((a, b) => compareUtf8(a.path, b.path) || compareUtf8(a.code, b.code)),
    count: () => count,
  };
};
