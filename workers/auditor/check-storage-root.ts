import { ifThere } from '../../formats/bytes.js';
import { isRecord } from '../../formats/json/json-record.js';
import { keyBelow, storageRootFiles, type FixedObject } from '../../formats/ocfl/storage-root/storage-root.js';
import type { AuditFinding } from './audit-finding.js';
import {
  isKeyUnreadable,
  type StorageRootEntry,
  type StorageRootReader,
} from '../../formats/ocfl/storage-root/storage-root-reader.js';

const found = (
  code: string,
  key: string,
  message: string,
  differing?: Pick<AuditFinding, 'expected' | 'found'>,
): AuditFinding => ({
  code,
  group: null,
  key,
  message,
  expected: null,
  found: null,
  ...differing,
});

/**
 * The finding for a key outside of objects; null for the storage root's own files, which are checked separately, and
 * for what a validator ignores: other files directly in the storage root (OCFL 1.1, 4.1, E087), and the files of
 * extensions (4.4).
 */
export const strayFinding = ({ key, kind }: StorageRootEntry, prefix: string): AuditFinding | null => {
  if (storageRootFiles(prefix).some((file) => file.key === key)) return null;
  const path = key.slice(prefix.length);
  if (kind === 'link') return found('E090', key, 'A link, or what is neither file nor folder, is not allowed here.');
  if (kind === 'empty-folder') return found('E073', key, 'The folder is empty.');
  if (/^0=/.test(path) && !path.includes('/'))
    return found('E076', key, 'The storage root has more than one declaration.');
  if (/^extensions\/[^/]*$/.test(path)) return found('E112', key, 'A file stands directly in extensions.');
  if (!path.includes('/') || path.startsWith('extensions/')) return null;
  return found('E072', key, 'The file is not part of an object.');
};

const isDeclaration = (key: string, prefix: string): boolean => key.startsWith(keyBelow(prefix, '0='));

const layoutCode = (text: string, expected: string): string => {
  let layout: unknown;
  try {
    layout = JSON.parse(text);
  } catch {
    return 'E070';
  }
  if (!isRecord(layout) || !('extension' in layout) || !('description' in layout)) return 'E070';
  const { extension } = JSON.parse(expected) as { readonly extension: string };
  return layout['extension'] === extension ? 'layout-file-altered' : 'E071';
};

const altered = ({ key, content }: FixedObject, text: string, prefix: string): AuditFinding => {
  const differing = { expected: content.trim(), found: text.trim().slice(0, 200) };
  if (isDeclaration(key, prefix)) return found('E080', key, 'The declaration does not say what it must.', differing);
  const isLayout = key === keyBelow(prefix, 'ocfl_layout.json');
  const code = isLayout ? layoutCode(text, content) : 'layout-file-altered';
  return found(code, key, 'The file is not the one that the platform wrote.', differing);
};

const textOf = (storageRoot: StorageRootReader, key: string): Promise<string | null> =>
  ifThere(async () => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of storageRoot.open(key)) chunks.push(chunk);
    return Buffer.concat(chunks).toString('utf8');
  });

const fileFindings = async (
  storageRoot: StorageRootReader,
  file: FixedObject,
  prefix: string,
): Promise<AuditFinding[]> => {
  const { key, content } = file;
  try {
    const text = await textOf(storageRoot, key);
    if (text === content) return [];
    if (text !== null) return [altered(file, text, prefix)];
    const code = isDeclaration(key, prefix) ? 'E069' : 'layout-file-missing';
    return [found(code, key, 'The storage root lacks this file.', { expected: content.trim(), found: 'no file' })];
  } catch (error) {
    if (!isKeyUnreadable(error)) throw error;
    return [found('key-unreadable', key, error.message)];
  }
};

/** Checks the files that declare a storage root with the platform's layout below `prefix`. */
export const checkStorageRoot = async (storageRoot: StorageRootReader, prefix: string): Promise<AuditFinding[]> => {
  const findings: AuditFinding[] = [];
  for (const file of storageRootFiles(prefix)) findings.push(...(await fileFindings(storageRoot, file, prefix)));
  return findings;
};
