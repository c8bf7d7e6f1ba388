import { reportInto } from '../finding.js';
import type { Finding, Report } from '../finding.js';
import type { Inventory } from '../inventory/inventory.js';
import { addClaims, checkContent, digestsByReading, oneByOne } from './check-content.js';
import type { ClaimedDigests, DigestsOf, ForEach } from './check-content.js';
import { checkDeclaration } from './check-declaration.js';
import { checkAgainstRoot, checkManifestComplete } from './check-history.js';
import { checkInventory } from './check-inventory.js';
import type { CheckedInventory } from './check-inventory.js';
import { checkRootEntries } from './check-root-entries.js';
import { checkVersionEntries, checkVersionFolders, versionFolders } from './check-versions.js';
import type { ObjectReader } from '../object-reader.js';
import { readTree } from './object-tree.js';
import type { ObjectTree } from './object-tree.js';
import { unnamedFiles } from './unnamed-files.js';

/** Options of an examination; by default every content file is read, one after another. */
export interface ExamineOptions {
  readonly digestsOf?: DigestsOf;
  readonly forEach?: ForEach;
}

/** The result of an examination. */
export interface Examination {
  readonly findings: Finding[];
  /** The paths of all files. */
  readonly files: ReadonlySet<string>;
  /** The files that nothing names and that a validator may not ignore. */
  readonly unnamed: readonly string[];
  /** The SHA-256 of each inventory file, by path. */
  readonly inventories: ReadonlyMap<string, string>;
  /** The inventory of the object root; null where it is missing or invalid. */
  readonly root: Inventory | null;
  /** By version name, the inventories of versions with another digest algorithm than that of the object root. */
  readonly otherwiseDigested: ReadonlyMap<string, Inventory>;
}

/** The inventory that gives the digests of a version by the algorithm with which the version was written. */
export const inventoryOf = ({ otherwiseDigested }: Examination, root: Inventory, version: string): Inventory =>
  otherwiseDigested.get(version) ?? root;

/**
 * Validates an OCFL object of 1.0 or 1.1 by every rule that OCFL's own fixtures cover. A valid object gives no errors;
 * rejects only when the reader does.
 */
export const examineObject = async (
  reader: ObjectReader,
  {
    digestsOf = (path, algorithms) => digestsByReading(reader, path, algorithms),
    forEach = oneByOne,
  }: ExamineOptions = {},
): Promise<Examination> => {
  const findings: Finding[] = [];
  const report = reportInto(findings, '');
  const tree = await readTree(reader, report);
  const declared = await checkDeclaration(reader, tree, report);
  const root = await checkInventory(reader, tree, '', findings);
  if (root === null) report('E063', 'The object root has no inventory.', 'inventory.json');
  checkRootEntries(tree, root?.outline?.digestAlgorithm ?? null, report);
  const object: ObjectUnderTest = {
    reader,
    tree,
    root,
    claims: new Map(),
    inventories: new Map(),
    inventoryFiles: new Set(),
    otherwiseDigested: new Map(),
    findings,
  };
  checkRootInventory(object, declared, report);
  let conforming = '1.0';
  for (const version of versionFolders(tree)) conforming = await checkVersion(object, version, conforming);
  await checkContent({ digestsOf, forEach }, tree, object.claims, findings);
  return examined(object);
};

const examined = ({ tree, root, inventories, inventoryFiles, otherwiseDigested, findings }: ObjectUnderTest) => {
  const inventory = root?.inventory ?? null;
  const { contentDirectory } = namesIn(root?.outline);
  const unnamed = unnamedFiles(tree, { root: inventory, contentDirectory, inventoryFiles });
  return { findings, files: tree.files, unnamed, inventories, root: inventory, otherwiseDigested };
};

/** Notes that an inventory was found. */
const note = ({ inventories, inventoryFiles }: ObjectUnderTest, { place, sha256, outline }: CheckedInventory): void => {
  inventories.set(place, sha256);
  inventoryFiles.add(place).add(`${place}.${outline?.digestAlgorithm ?? ''}`);
};

const checkRootInventory = (object: ObjectUnderTest, declared: string | null, report: Report): void => {
  const { tree, root, claims } = object;
  if (root === null) return;
  note(object, root);
  const { inventory } = root;
  if (inventory === null) return;
  if (declared !== null && conformance(inventory) !== declared)
    report('E038', `The inventory is of OCFL ${conformance(inventory)}, the object of ${declared}.`, 'inventory.json');
  checkVersionFolders(tree, inventory, report);
  checkManifestComplete(inventory, tree.files, report);
  addClaims(claims, inventory, root.place);
};

const conformance = ({ type }: Inventory): string => /\/(1\.\d)\//.exec(type)?.[1] ?? '';

interface ObjectUnderTest {
  readonly reader: ObjectReader;
  readonly tree: ObjectTree;
  readonly root: CheckedInventory | null;
  readonly claims: ClaimedDigests;
  readonly inventories: Map<string, string>;
  readonly inventoryFiles: Set<string>;
  readonly otherwiseDigested: Map<string, Inventory>;
  readonly findings: Finding[];
}

/** Checks one version; gives the lowest OCFL version that later versions may have. */
const checkVersion = async (object: ObjectUnderTest, version: string, conforming: string): Promise<string> => {
  const { reader, tree, root, findings } = object;
  const own = await checkInventory(reader, tree, version, findings);
  checkVersionEntries(tree, version, namesIn(own?.outline ?? root?.outline), reportInto(findings, version));
  if (own === null) {
    reportInto(findings, version)('W010', `${version} has no inventory of its own.`);
    return conforming;
  }
  note(object, own);
  const directory = namesIn(own.outline).contentDirectory;
  if (root?.outline && directory !== namesIn(root.outline).contentDirectory)
    reportInto(findings, own.place)('E019', `The contentDirectory is ${directory}, not that of the object root.`);
  if (own.inventory === null) return conforming;
  checkOwnInventory(object, version, own, own.inventory);
  const own1x = conformance(own.inventory);
  if (own1x < conforming)
    reportInto(findings, own.place)('E103', `The inventory is of OCFL ${own1x}, after one of ${conforming}.`);
  return own1x;
};

/** The digest algorithm and content directory that an inventory gives. */
const namesIn = (
  outline: CheckedInventory['outline'] | undefined,
): { readonly algorithm: string | null; readonly contentDirectory: string } => ({
  algorithm: outline?.digestAlgorithm ?? null,
  contentDirectory: outline?.contentDirectory ?? 'content',
});

const checkOwnInventory = (
  { tree, root, claims, otherwiseDigested, findings }: ObjectUnderTest,
  version: string,
  own: CheckedInventory,
  inventory: Inventory,
): void => {
  const report = reportInto(findings, own.place);
  if (inventory.head !== version) report('E040', `The head is ${inventory.head} in the inventory of ${version}.`);
  if (own.sha256 === root?.sha256) return;
  if (root?.inventory?.head === version)
    report('E064', 'The inventory of the last version is not that of the object root.');
  if (root?.inventory) checkAgainstRoot(root.inventory, inventory, report);
  if (root?.inventory?.digestAlgorithm !== inventory.digestAlgorithm) otherwiseDigested.set(version, inventory);
  checkManifestComplete(inventory, tree.files, report);
  addClaims(claims, inventory, own.place);
};
