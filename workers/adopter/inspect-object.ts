import type { AdoptedVersion } from '../../events/archival-group.js';
import { isError, type Finding } from '../../formats/ocfl/finding.js';
import { isKeyUnreadable } from '../../formats/ocfl/storage-root/storage-root-reader.js';
import type { FoundObject } from '../../formats/ocfl/storage-root/found-objects.js';
import { objectFiles, type ObjectFiles } from '../../formats/ocfl/storage-root/object-files.js';
import { PLATFORM_FOLDER } from '../../formats/ocfl/platform-folder.js';
import { digestsByReading, type DigestsOf } from '../../formats/ocfl/validation/check-content.js';
import { examineObject } from '../../formats/ocfl/validation/examine-object.js';
import { forEachConcurrently } from '../../flow/concurrently.js';
import type { AdoptDependencies } from './adopt-dependencies.js';
import { isReason, type Reason } from './not-adopted.js';
import { versionsOf } from './versions-of.js';

/** An object that can be adopted, apart from what the log holds. */
export interface InspectedObject {
  /** All of them, oldest first. */
  readonly versions: readonly AdoptedVersion[];
  readonly leftovers: number;
}

/** How many content files of one object are checked concurrently. */
const CONCURRENCY = 8;

/** Findings about files beside the versions: they do not affect these. An audit reports them. */
const TOLERATED: ReadonlySet<string> = new Set(['E001', 'E015', 'E023', 'E024', 'E046', 'E067', 'E073']);

const STATE_FILE = new RegExp(`/${PLATFORM_FOLDER.replace('.', '\\.')}/`);

/** The digests of state files, from which facts are made, or of all files to `verify`; else only checks existence. */
const digestsOf =
  ({ reader }: ObjectFiles, verify: boolean): DigestsOf =>
  (path, algorithms) =>
    verify || STATE_FILE.test(path) ? digestsByReading(reader, path, algorithms) : Promise.resolve(new Map());

const invalid = (findings: readonly Finding[]): Reason | null => {
  const [first, ...more] = findings.filter((finding) => isError(finding) && !TOLERATED.has(finding.code));
  if (first === undefined) return null;
  const { code, path, message } = first;
  const rest = more.length === 0 ? '' : ` There is more: ${more.length}; an audit names all of it.`;
  return { code: 'object-invalid', message: `${code} ${path === '' ? '' : `${path}: `}${message}${rest}` };
};

/**
 * Validates what the inventories of an object name by OCFL's rules, and reads its versions. Rejects with
 * ByteStoreFault.
 */
export const inspectObject = async (
  { storageRoot, verify }: Pick<AdoptDependencies, 'storageRoot' | 'verify'>,
  object: FoundObject,
  slug: string,
): Promise<InspectedObject | Reason> => {
  const files = objectFiles(storageRoot, object);
  try {
    const examination = await examineObject(files.reader, {
      digestsOf: digestsOf(files, verify),
      forEach: (items, task) => forEachConcurrently(items, { width: CONCURRENCY }, task),
    });
    const { findings, root } = examination;
    const fault = invalid(findings);
    if (fault !== null || root === null) return fault ?? { code: 'object-invalid', message: 'It has no inventory.' };
    const versions = await versionsOf(files, examination, { root, slug });
    return isReason(versions) ? versions : { versions, leftovers: examination.unnamed.length };
  } catch (error) {
    if (isKeyUnreadable(error)) return { code: 'key-unreadable', message: error.message };
    throw error;
  }
};
