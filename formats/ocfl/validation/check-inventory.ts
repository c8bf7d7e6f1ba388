import { digestBytes } from '../../digests/digested.js';
import { hashFor } from '../digest-algorithm.js';
import { reportInto } from '../finding.js';
import type { Finding } from '../finding.js';
import { parseInventory } from '../inventory/parse-inventory.js';
import type { ParsedInventory } from '../inventory/parse-inventory.js';
import { sidecarDigest } from '../inventory/sidecar.js';
import { readBytes } from '../object-reader.js';
import type { ObjectReader } from '../object-reader.js';
import type { ObjectTree } from './object-tree.js';

/** An inventory file, validated by itself and against its sidecar. */
export interface CheckedInventory extends ParsedInventory {
  readonly place: string;
  /** Digest of the file's bytes, in lower-case hex. */
  readonly sha256: string;
}

/** Checks the inventory and sidecar in a folder (`''` is the object root); null where there is no inventory. */
export const checkInventory = async (
  reader: ObjectReader,
  tree: ObjectTree,
  folder: string,
  findings: Finding[],
): Promise<CheckedInventory | null> => {
  const place = folder === '' ? 'inventory.json' : `${folder}/inventory.json`;
  if (!tree.files.has(place)) return null;
  const bytes = await readBytes(reader, place);
  const parsed = parseInventory(bytes, place);
  findings.push(...parsed.findings);
  const algorithm = parsed.outline?.digestAlgorithm ?? null;
  if (algorithm !== null) await checkSidecar(reader, tree, { place, algorithm, bytes }, findings);
  return { ...parsed, place, sha256: digestBytes(bytes).sha256 };
};

const checkSidecar = async (
  reader: ObjectReader,
  tree: ObjectTree,
  { place, algorithm, bytes }: { place: string; algorithm: string; bytes: Buffer },
  findings: Finding[],
): Promise<void> => {
  const sidecar = `${place}.${algorithm}`;
  const report = reportInto(findings, sidecar);
  if (!tree.files.has(sidecar)) {
    report('E058', `The inventory has no sidecar ${sidecar}.`, place);
    return;
  }
  const expected = sidecarDigest((await readBytes(reader, sidecar)).toString('utf8'));
  const actual = hashFor(algorithm)?.update(bytes).digest('hex');
  if (expected === null) report('E061', "The sidecar is not of the form 'DIGEST inventory.json'.");
  else if (actual !== undefined && actual !== expected)
    report('E060', `The sidecar gives ${expected}, the inventory has ${actual}.`, sidecar, { expected, found: actual });
};
