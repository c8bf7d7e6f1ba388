import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { objectRoot, storageRootFiles } from '../../../formats/ocfl/storage-root/storage-root.js';
import { validateObject } from '../repository/validate-object.js';
import { ocflId } from '../../../formats/paths/repository-path.js';
import { folderObject } from '../../formats/ocfl/folder-object.js';
import type { Snapshot } from './letters.js';

/** As much of an inventory as is needed to find files by hand, without the code that wrote it. */
export interface Inventory {
  readonly head: string;
  readonly manifest: Readonly<Record<string, readonly string[]>>;
  readonly versions: Readonly<Record<string, { readonly state: Readonly<Record<string, readonly string[]>> }>>;
}

const PLATFORM_FILES = ['.muniment/state.ndjson', 'mets.xml'];

/** Every file below a folder and every folder in which nothing is, relative to it. */
export const everythingIn = async (folder: string): Promise<string[]> => {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const location = join(entry.parentPath, entry.name);
    const path = relative(folder, location);
    if (!entry.isDirectory()) found.push(path);
    else if ((await readdir(location)).length === 0) found.push(`${path}/`);
  }
  return found;
};

export const namedBy = ({ head, manifest, versions }: Inventory): string[] => [
  '0=ocfl_object_1.1',
  ...['', ...Object.keys(versions).map((version) => `${version}/`)].flatMap((folder) => [
    `${folder}inventory.json`,
    `${folder}inventory.json.sha256`,
  ]),
  ...Object.values(manifest).flat(),
  ...(head in versions ? [] : ['a head that is no version']),
];

export const contentFaults = async (root: string, { manifest }: Inventory): Promise<string[]> => {
  const faults: string[] = [];
  for (const [digest, paths] of Object.entries(manifest)) {
    for (const path of paths) {
      const bytes = await readFile(join(root, path)).catch(() => Buffer.from('nothing at all'));
      if (createHash('sha256').update(bytes).digest('hex') !== digest) faults.push(`${path} does not hold ${digest}`);
    }
  }
  return faults;
};

const versionFaults = ({ versions }: Inventory, snapshots: readonly Snapshot[]): string[] =>
  snapshots.flatMap(({ files }, index) => {
    const name = `v${index + 1}`;
    const state = Object.entries(versions[name]?.state ?? {});
    const held = new Map(state.flatMap(([digest, paths]) => paths.map((path) => [path, digest] as const)));
    const wanted = new Map([...files].map(([path, digest]): [string, string] => [`objects/${path}`, digest]));
    const wrong = [...wanted].filter(([path, digest]) => held.get(path) !== digest).map(([path]) => path);
    const more = [...held.keys()].filter((path) => !wanted.has(path) && !PLATFORM_FILES.includes(path));
    const missing = PLATFORM_FILES.filter((path) => !held.has(path));
    return [
      ...wrong.map((path) => `${name} does not have ${path} as it was`),
      ...more.map((path) => `${name} has ${path}, which was not in the folder`),
      ...missing.map((path) => `${name} lacks ${path}`),
    ];
  });

/** What is wrong with the plain files of a storage root that should hold one object, with these versions and no more. */
export const repositoryFaults = async (
  ocfl: string,
  group: string,
  snapshots: readonly Snapshot[],
): Promise<string[]> => {
  const place = objectRoot(ocflId(group));
  const root = join(ocfl, place);
  const inventory = JSON.parse(await readFile(join(root, 'inventory.json'), 'utf8')) as Inventory;
  const expected = new Set([
    ...storageRootFiles().map(({ key }) => key),
    ...namedBy(inventory).map((path) => `${place}/${path}`),
  ]);
  const there = new Set(await everythingIn(ocfl));
  const names = Object.keys(inventory.versions).join(' ');
  const findings = await validateObject(folderObject(root));
  return [
    ...(names === snapshots.map((_, index) => `v${index + 1}`).join(' ') ? [] : [`the versions are ${names}`]),
    ...[...there].filter((path) => !expected.has(path)).map((path) => `nothing refers to ${path}`),
    ...[...expected].filter((path) => !there.has(path)).map((path) => `${path} is missing`),
    ...(await contentFaults(root, inventory)),
    ...versionFaults(inventory, snapshots),
    // W004 is deliberate: content has the digests that S3 computes.
    ...findings.filter(({ code }) => code !== 'W004').map(({ code, path, message }) => `${code} ${path}: ${message}`),
  ];
};
