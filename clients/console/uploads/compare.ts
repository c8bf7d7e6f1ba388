import type { UploadItem } from './plan.js';

/** A file in the workspace, as the platform lists it. */
export interface WorkspaceFile {
  readonly size: number;
  /** SHA-256 in hex; null where none is known. */
  readonly digest: string | null;
}

/** A file that went up from this browser before. */
export interface KeptFile {
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
  readonly sha256: string;
}

/**
 * What to do with a file: `send` it; `skip` it, since it went up before and nothing has changed; `compare` its digest
 * with that of the file of its name; or ask about it, as another one of its name is there (`taken`).
 */
export type Comparison = 'send' | 'skip' | 'compare' | 'taken';

/** Compares a chosen file with what the workspace has of its name, and with what went up before. */
export const compared = (
  item: Pick<UploadItem, 'size' | 'modified' | 'insists'>,
  there: WorkspaceFile | undefined,
  kept: KeptFile | undefined,
): Comparison => {
  if (there === undefined) return 'send';
  const wentUp =
    kept?.size === item.size &&
    kept.modified === item.modified &&
    there.size === item.size &&
    there.digest === kept.sha256;
  if (wentUp) return 'skip';
  if (there.size === item.size) return 'compare';
  return item.insists ? 'send' : 'taken';
};

/** The same once the digest of the chosen file is known. */
export const comparedByDigest = (
  { insists }: Pick<UploadItem, 'insists'>,
  there: WorkspaceFile | undefined,
  sha256: string,
): Exclude<Comparison, 'compare'> => {
  if (there === undefined) return 'send';
  if (there.digest === sha256) return 'skip';
  return insists ? 'send' : 'taken';
};
