import type { Report } from '../finding.js';
import { versionNumber } from '../version-name.js';
import type { ObjectTree } from './object-tree.js';

const REGISTERED_EXTENSIONS = new Set([
  'initial',
  '0001-digest-algorithms',
  '0002-flat-direct-storage-layout',
  '0003-hash-and-id-n-tuple-storage-layout',
  '0004-hashed-n-tuple-storage-layout',
  '0005-mutable-head',
  '0006-flat-omit-prefix-storage-layout',
  '0007-n-tuple-omit-prefix-storage-layout',
  '0008-schema-registry',
  '0009-digest-algorithms',
  '0010-differential-n-tuple-omit-prefix-storage-layout',
  '0011-direct-clean-path-layout',
]);

/** Checks the entries directly in the object root and in its `extensions` (OCFL 1.1, 3.1 and 3.9). */
export const checkRootEntries = (tree: ObjectTree, algorithm: string | null, report: Report): void => {
  for (const [name, kind] of tree.children('')) {
    const allowed = kind === 'file' ? isRootFile(name, algorithm) : isRootFolder(name);
    if (!allowed) report('E001', `'${name}' does not belong in an object root.`, name);
  }
  for (const [name, kind] of tree.children('extensions')) {
    const path = `extensions/${name}`;
    if (kind === 'file') report('E067', 'A file stands directly in extensions.', path);
    else if (!REGISTERED_EXTENSIONS.has(name)) report('W013', `'${name}' is not a registered extension.`, path);
  }
};

/** Surplus declarations are reported by `checkDeclaration`. */
const isRootFile = (name: string, algorithm: string | null): boolean =>
  name.startsWith('0=') || isInventoryFile(name, algorithm);

const isRootFolder = (name: string): boolean =>
  name === 'extensions' || name === 'logs' || versionNumber(name) !== null;

/**
 * Whether a name is that of an inventory or of its sidecar; any sidecar name is accepted where the algorithm is not
 * known.
 */
export const isInventoryFile = (name: string, algorithm: string | null): boolean =>
  name === 'inventory.json' ||
  (algorithm === null ? name.startsWith('inventory.json.') : name === `inventory.json.${algorithm}`);
