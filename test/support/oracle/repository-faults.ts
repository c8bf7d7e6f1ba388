import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BinaryRecord } from '../../../formats/group-state/group-state.js';
import { readState } from '../../../formats/group-state/state-file.js';
import { objectRoot } from '../../../formats/ocfl/storage-root/storage-root.js';
import { ocflId } from '../../../formats/paths/repository-path.js';
import { auditData, type AuditResult } from '../repository/audited-repository.js';

/** What a version must have, as far as it is known. */
export interface WantedVersion {
  readonly name?: string;
  /** Display names by path. */
  readonly containers?: ReadonlyMap<string, string | null>;
  /** Any bytes will do where there is no digest, any display name where there is none. */
  readonly binaries: ReadonlyMap<string, { readonly name?: string | null; readonly sha256: string | null }>;
}

/** All groups that must be there by their paths, each with its versions, oldest first. */
export type WantedGroups = ReadonlyMap<string, readonly WantedVersion[]>;

/** As much of an inventory as is needed to find a state file. */
interface Inventory {
  readonly manifest: Readonly<Record<string, readonly string[]>>;
  readonly versions: Readonly<Record<string, { readonly state: Readonly<Record<string, readonly string[]>> }>>;
}

const STATE_FILE = '.muniment/state.ndjson';

const readVersion = async (root: string, { manifest, versions }: Inventory, version: string) => {
  const digests = Object.entries(versions[version]?.state ?? {});
  const digest = digests.find(([, paths]) => paths.includes(STATE_FILE))?.[0] ?? '';
  return readState(createReadStream(join(root, manifest[digest]?.[0] ?? STATE_FILE)) as AsyncIterable<Buffer>);
};

const inOrder = (entries: Iterable<readonly [string, unknown]>): string =>
  JSON.stringify([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));

/** What the state file of a version has, which the audit has found to agree with its files, against what it must have. */
const versionFaults = async (
  root: string,
  inventory: Inventory,
  version: string,
  wanted: WantedVersion,
): Promise<string[]> => {
  const state = await readVersion(root, inventory, version);
  const shown = ([path, { name, sha256 }]: readonly [string, BinaryRecord]) => {
    const like = wanted.binaries.get(path);
    return [path, [like?.name === undefined ? undefined : name, like?.sha256 === null ? null : sha256]] as const;
  };
  const containers = [...state.containers].map(([path, { name }]) => [path, name] as const);
  const pairs: readonly (readonly [what: string, found: string, wanted: string])[] = [
    ['name', state.name, wanted.name ?? state.name],
    ['containers', inOrder(containers), inOrder(wanted.containers ?? containers)],
    [
      'binaries',
      inOrder([...state.binaries].map(shown)),
      inOrder([...wanted.binaries].map(([path, { name, sha256 }]) => [path, [name, sha256]])),
    ],
  ];
  return pairs.flatMap(([what, found, right]) =>
    found === right ? [] : [`${version} has the ${what} ${found}, not ${right}`],
  );
};

const groupFaults = async (data: string, group: string, wanted: readonly WantedVersion[]): Promise<string[]> => {
  const root = join(data, 'ocfl', objectRoot(ocflId(group)));
  if (wanted.length === 0)
    return (await stat(root).catch(() => null)) === null ? [] : ['it has no version, and something at its place'];
  const inventory = JSON.parse(await readFile(join(root, 'inventory.json'), 'utf8')) as Inventory;
  const names = Object.keys(inventory.versions);
  const faults = names.length === wanted.length ? [] : [`it has the versions ${names.join(' ')}`];
  for (const [index, version] of wanted.entries())
    faults.push(...(await versionFaults(root, inventory, `v${index + 1}`, version)));
  return faults;
};

/** What is wrong with a repository that nobody holds: what the audit finds, and what differs from the groups wanted. */
export const repositoryFaults = async (
  data: string,
  groups: WantedGroups,
  audit: (data: string) => Promise<AuditResult> = auditData,
): Promise<string[]> => {
  const { exit, rows, summary, messages } = await audit(data);
  const faults = rows.map(({ code, key, message }) => `${code} ${key}: ${message}`);
  if (exit !== 0 && exit !== 1) faults.push(`the audit ended with ${exit}: ${messages}`);
  const kept = [...groups.values()].filter(({ length }) => length > 0).length;
  if (Number(/(\d+) objects?,/.exec(summary)?.[1]) !== kept) faults.push(`there are not ${kept} objects: ${summary}`);
  for (const [group, versions] of groups)
    faults.push(...(await groupFaults(data, group, versions)).map((fault) => `${group}: ${fault}`));
  return faults;
};
