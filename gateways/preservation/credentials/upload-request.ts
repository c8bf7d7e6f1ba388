import { workspacePathViolation } from '../../../commands/workspace/workspace-path-violation.js';

/** A file to upload: its path in the deposit, and the SHA-256 of its bytes in hex. */
export interface UploadRequest {
  readonly path: string;
  readonly sha256: string;
  /** When the file was last changed before its upload, RFC 3339. */
  readonly modified?: string;
}

/** What is to be uploaded. */
export interface UploadRequests {
  readonly files: readonly UploadRequest[];
  /** Paths in the deposit of folders, without a final slash. */
  readonly folders?: readonly string[];
}

/** Reads `<sha256>:<path>`, which the document has checked. */
export const parseUploadRequest = (text: string): UploadRequest => {
  const colon = text.indexOf(':');
  return { sha256: text.slice(0, colon), path: text.slice(colon + 1) };
};

/** What is wrong with the first file or folder that cannot be uploaded, with its path; null where all can be. */
export const uploadsViolation = (prefix: string, { files, folders = [] }: UploadRequests): string | null => {
  const named = new Set<string>();
  for (const path of [...files.map((file) => file.path), ...folders]) {
    const violation = named.has(path) ? 'it is named twice' : workspacePathViolation(prefix, path);
    if (violation !== null) return `${JSON.stringify(path.slice(0, 200))} cannot be uploaded: ${violation}`;
    named.add(path);
  }
  return null;
};
