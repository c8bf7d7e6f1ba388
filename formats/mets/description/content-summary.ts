import type { MetadataEntry } from '../../metadata/entries.js';
import { isBelow } from '../../paths/repository-path.js';
import type { OwnTerms } from '../model/described-mets.js';

/** Terms of the same kind and values that are set on files and folders themselves. */
export interface TermCount {
  /** Empty where rights are suppressed. */
  readonly values: readonly string[];
  readonly files: number;
  readonly folders: number;
  /** The path of the one item that has them; '' for the whole; null where several have. */
  readonly path: string | null;
}

/** The most frequent terms, and how many others there are. */
export interface CountedTerms {
  readonly terms: readonly TermCount[];
  readonly others: number;
}

/** What a METS says of the files below `objects`, and which terms are set. */
export interface ContentSummary {
  /** Without the root. */
  readonly folders: number;
  readonly content: {
    readonly files: number;
    /** Of a known format. */
    readonly identified: number;
    readonly scanned: number;
    /** By their newest scans. */
    readonly infected: number;
    /** The newest of these scans; null where none has a time. */
    readonly lastScan: Date | null;
  };
  readonly access: CountedTerms;
  readonly rights: CountedTerms;
}

interface SummarisedFile {
  readonly localPath: string;
  /** Virus scans are ordered from the newest to the oldest. */
  readonly metadata: readonly MetadataEntry[];
  readonly own: OwnTerms;
}

interface SummarisedFolder {
  readonly path: string;
  readonly own: OwnTerms;
}

export const summariseContent = (
  files: readonly SummarisedFile[],
  folders: readonly SummarisedFolder[],
): ContentSummary => {
  const [access, rights] = [countTerms(), countTerms()];
  const count = (kind: 'files' | 'folders', path: string, own: OwnTerms): void => {
    const { accessRestrictions, rightsStatement, rightsStatementSuppressed } = own;
    if (accessRestrictions.length > 0) access.add(kind, path, accessRestrictions);
    if (rightsStatementSuppressed) rights.add(kind, path, []);
    else if (rightsStatement !== null) rights.add(kind, path, [rightsStatement]);
  };
  for (const { path, own } of folders) count('folders', path, own);
  for (const { localPath, own } of files) count('files', localPath, own);
  return {
    folders: folders.filter(({ path }) => path !== '').length,
    content: contentOf(files),
    access: access.counted(),
    rights: rights.counted(),
  };
};

const contentOf = (files: readonly SummarisedFile[]): ContentSummary['content'] => {
  const content = { files: 0, identified: 0, scanned: 0, infected: 0, lastScan: null as Date | null };
  for (const { localPath, metadata } of files) {
    if (!isBelow(localPath, 'objects')) continue;
    content.files++;
    let isScanned = false;
    for (const entry of metadata) {
      if (entry.type === 'FileFormatMetadata' && entry.pronomKey !== 'UNKNOWN') content.identified++;
      if (entry.type !== 'VirusScanMetadata' || isScanned) continue;
      isScanned = true;
      content.scanned++;
      if (entry.hasVirus) content.infected++;
      const { timestamp } = entry;
      if (timestamp !== null && (content.lastScan === null || timestamp > content.lastScan))
        content.lastScan = timestamp;
    }
  }
  return content;
};

/** Different terms that are told; a METS has few. */
const MOST_TERMS = 10;

const countTerms = () => {
  const found = new Map<string, { values: readonly string[]; files: number; folders: number; path: string | null }>();
  return {
    add: (kind: 'files' | 'folders', path: string, values: readonly string[]): void => {
      const key = JSON.stringify(values);
      const known = found.get(key) ?? { values, files: 0, folders: 0, path };
      known.path = known.files + known.folders === 0 ? path : null;
      known[kind]++;
      found.set(key, known);
    },
    counted: (): CountedTerms => {
      const all = [...found.values()].sort((a, b) => b.files + b.folders - a.files - a.folders);
      return { terms: all.slice(0, MOST_TERMS), others: Math.max(0, all.length - MOST_TERMS) };
    },
  };
};
