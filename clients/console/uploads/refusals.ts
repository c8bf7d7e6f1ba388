import { ApiFault } from '../../api/api-fault.js';
import { problemCode } from './course.js';
import type { Refusal, UploadItem } from './plan.js';

/** The file that a refused request names, and why; null where it names none. A long path is given by its beginning. */
export const namedRefusal = (error: unknown): { readonly path: string; readonly said: string } | null => {
  if (!(error instanceof ApiFault) || error.status !== 400) return null;
  const [, path, said] = /^("(?:[^"\\]|\\.)*") cannot be uploaded: (.*)$/s.exec(error.detail ?? '') ?? [];
  return path === undefined || said === undefined ? null : { path: JSON.parse(path) as string, said };
};

/** Whether a name of a refused request is that of a file. */
export const isNamed = (path: string, { path: named }: { readonly path: string }): boolean =>
  path.slice(0, 200) === named;

/** Whether a file is another one on the disk than it was when it was chosen. */
const hasChanged = (item: UploadItem): Promise<boolean> =>
  item.open().then(
    ({ size, lastModified }) => size !== item.size || lastModified !== item.modified,
    () => false,
  );

/** Names of the DOMExceptions that a browser throws for files. */
const OF_FILES: ReadonlySet<string> = new Set([
  'NotReadableError',
  'NotFoundError',
  'NotAllowedError',
  'SecurityError',
]);

/** Why a file did not go up, for what its upload has thrown. */
export const refusalOf = async (error: unknown, item: UploadItem): Promise<Refusal> => {
  if (item.cancelling?.signal.aborted === true) return { kind: 'cancelled' };
  const named = namedRefusal(error);
  if (named !== null) return { kind: 'name', said: named.said };
  if (error instanceof ApiFault)
    return problemCode(error) === 'upload-digest-wrong'
      ? { kind: 'digest' }
      : { kind: 'said', said: error.detail ?? error.title ?? error.message };
  if (!(error instanceof Error)) return { kind: 'said', said: String(error) };
  if (!OF_FILES.has(error.name)) return { kind: 'said', said: error.message };
  if (error.name === 'NotFoundError') return { kind: 'gone' };
  return (await hasChanged(item)) ? { kind: 'changed' } : { kind: 'unreadable' };
};

/** The store has received other bytes than those of the digest. */
export class WrongDigest extends Error {
  override name = 'WrongDigest';
  readonly code = 'wrong-digest';
}

/** Codes of S3 stores for bytes of another digest. */
export const isWrongDigest = ({ status, code }: { readonly status: number; readonly code: string }): boolean =>
  status === 400 && /^(BadDigest|XAmzContentChecksumMismatch|XAmzContentSHA256Mismatch|InvalidDigest)$/.test(code);
