import type { Report } from '../finding.js';
import { digestsByPath } from '../inventory/digest-map.js';
import type { DigestMap, Inventory } from '../inventory/inventory.js';
import { headNumber } from '../inventory/inventory.js';
import { versionNumber } from '../version-name.js';

/** Checks the inventory of an earlier version against that of the object root (OCFL 1.1, 3.5.3 and 3.7). */
export const checkAgainstRoot = (root: Inventory, earlier: Inventory, report: Report): void => {
  if (earlier.id !== root.id) report('E037', `The id is '${earlier.id}', that of the root inventory '${root.id}'.`);
  for (const [name, block] of earlier.versions) {
    const now = root.versions.get(name);
    if (now === undefined) {
      report('E066', `${name} is not in the root inventory.`);
      continue;
    }
    if (!sameState({ manifest: earlier.manifest, state: block.state }, { manifest: root.manifest, state: now.state }))
      report('E066', `The state of ${name} is not that of the root inventory.`);
    const user = JSON.stringify(block.user) === JSON.stringify(now.user);
    if (block.created !== now.created || block.message !== now.message || !user)
      report('W011', `The created, message or user of ${name} is not that of the root inventory.`);
  }
};

/** Checks that the manifest has every content file of the versions up to the inventory's own. */
export const checkManifestComplete = (inventory: Inventory, files: ReadonlySet<string>, report: Report): void => {
  const known = new Set([...inventory.manifest.values()].flat());
  const directory = inventory.contentDirectory ?? 'content';
  for (const file of files) {
    const [version = '', folder] = file.split('/', 2);
    const number = versionNumber(version);
    if (number === null || number > headNumber(inventory) || folder !== directory || known.has(file)) continue;
    if (file === `${version}/${directory}`) continue;
    report('E023', 'The file is not in the manifest.', file);
  }
};

interface StateWithManifest {
  readonly manifest: DigestMap;
  readonly state: DigestMap;
}

/**
 * Whether two states have the same files with the same content. Compares digests of the same algorithm; after a change
 * of algorithm, compares content paths.
 */
const sameState = (a: StateWithManifest, b: StateWithManifest): boolean => {
  const digests = digestsByPath(a.state);
  let files = 0;
  for (const [digest, paths] of b.state) {
    for (const path of paths) {
      const other = digests.get(path);
      if (other === undefined || !sameContent(a.manifest, other, b.manifest, digest)) return false;
      files += 1;
    }
  }
  return files === digests.size;
};

const sameContent = (aManifest: DigestMap, a: string, bManifest: DigestMap, b: string): boolean => {
  if (a.length === b.length) return a.toLowerCase() === b.toLowerCase();
  const content = new Set(aManifest.get(a));
  return bManifest.get(b)?.some((path) => content.has(path)) ?? false;
};
