import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readState } from '../../formats/group-state/state-file.js';
import { objectRoot, storageRootFiles } from '../../formats/ocfl/storage-root/storage-root.js';
import { validateObject } from '../support/repository/validate-object.js';
import { ocflId } from '../../formats/paths/repository-path.js';
import { folderObject } from '../formats/ocfl/folder-object.js';
import type { ModelState } from '../support/repository/group-model.js';
import { contentFaults, everythingIn, namedBy, type Inventory } from '../support/main-job/repository-faults.js';

const STATE_FILE = '.muniment/state.ndjson';

const inOrder = (entries: Iterable<readonly [string, unknown]>): string =>
  JSON.stringify([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));

/** What a version holds, as its files and its state file tell it, against what it must hold. */
const versionFaults = async (
  root: string,
  version: string,
  { manifest, versions }: Inventory,
  wanted: ModelState,
): Promise<string[]> => {
  const files = new Map(
    Object.entries(versions[version]?.state ?? {}).flatMap(([digest, paths]) => paths.map((path) => [path, digest])),
  );
  const recorded = manifest[files.get(STATE_FILE) ?? '']?.[0];
  if (recorded === undefined) return [`${version} has no state file`];
  const state = await readState(createReadStream(join(root, recorded)) as AsyncIterable<Buffer>);
  files.delete(STATE_FILE);
  const { name, containers, binaries } = wanted;
  const digests = [...binaries].map(([path, { sha256 }]) => [path, sha256] as const);
  const pairs: readonly (readonly [what: string, found: string, wanted: string])[] = [
    ['files', inOrder(files), inOrder(digests)],
    ['name', state.name, name],
    ['containers', inOrder([...state.containers].map(([path, each]) => [path, each.name])), inOrder(containers)],
    [
      'binaries',
      inOrder([...state.binaries].map(([path, each]) => [path, [each.name, each.sha256]])),
      inOrder([...binaries].map(([path, each]) => [path, [each.name, each.sha256]])),
    ],
  ];
  return pairs.flatMap(([what, found, right]) =>
    found === right ? [] : [`${version} has the ${what} ${found}, not ${right}`],
  );
};

/** Whether two lists of paths are the same, in words. */
const pathFaults = (there: Iterable<string>, expected: ReadonlySet<string>): string[] => {
  const found = new Set(there);
  return [
    ...[...found].filter((path) => !expected.has(path)).map((path) => `nothing refers to ${path}`),
    ...[...expected].filter((path) => !found.has(path)).map((path) => `${path} is missing`),
  ];
};

/** All that is wrong with the plain files of a group that must have just these versions, oldest first. */
export const groupFaults = async (ocfl: string, group: string, states: readonly ModelState[]): Promise<string[]> => {
  const root = join(ocfl, objectRoot(ocflId(group)));
  if (states.length === 0) {
    const there = await stat(root).catch(() => null);
    return there === null ? [] : [`${group} has no version, and something at its place`];
  }
  const inventory = JSON.parse(await readFile(join(root, 'inventory.json'), 'utf8')) as Inventory;
  const findings = await validateObject(folderObject(root));
  const faults = [
    ...(Object.keys(inventory.versions).length === states.length ? [] : [`it has the head ${inventory.head}`]),
    ...pathFaults(await everythingIn(root), new Set(namedBy(inventory))),
    ...(await contentFaults(root, inventory)),
    // W004 is deliberate: content has the digests that S3 computes.
    ...findings.filter(({ code }) => code !== 'W004').map(({ code, path, message }) => `${code} ${path}: ${message}`),
  ];
  for (const [index, state] of states.entries())
    faults.push(...(await versionFaults(root, `v${index + 1}`, inventory, state)));
  return faults.map((fault) => `${group}: ${fault}`);
};

/** Whatever lies below a storage root outside the places of its groups. */
export const strayFiles = async (ocfl: string, groups: readonly string[]): Promise<string[]> => {
  const places = new Set(groups.map((group) => objectRoot(ocflId(group))));
  const depth = [...places][0]?.split('/').length ?? 0;
  const own = new Set(storageRootFiles().map(({ key }) => key));
  const isPlaced = (path: string): boolean => own.has(path) || places.has(path.split('/').slice(0, depth).join('/'));
  return (await everythingIn(ocfl)).filter((path) => !isPlaced(path)).map((path) => `${path} belongs to no group`);
};
