import { Readable } from 'node:stream';
import {
  ArchiveFault,
  type Archive,
  type ArchivedChange,
  type ArchivedEvent,
  type ArchivedFile,
  type ArchivedJob,
  type Child,
  type FoundFile,
  type JobChoice,
  type Wanted,
} from '../../../clients/archive/archive.js';
import { resourcePath } from '../../../clients/command-line/looking/resource-path.js';
import { ancestorsOf, lastName, parentOf } from '../../../formats/paths/repository-path.js';
import { compareUtf8, sortByUtf8 } from '../../../formats/paths/utf8-order.js';
import { comparedIn } from './compared-in.js';
import { NOTHING_SAID } from './listed-files.js';
import { objectFilesOf, objectOf } from './object-of.js';
import { listedGroup, type ListedGroup, type PlainVersion } from './listed-group.js';
import { placeIn } from './place-in.js';
import { reportIn } from './report-in.js';
import { changesOfFile, changesOfFolder, versionOf } from './version-changes.js';

export interface PlainGroup {
  readonly name?: string;
  /** The first is version 1. */
  readonly versions: readonly PlainVersion[];
  /** Newest first. */
  readonly events?: readonly ArchivedEvent[];
}

export interface PlainArchive {
  /** Containers without groups; those above a group need no mention. */
  readonly containers?: readonly string[];
  readonly groups?: Readonly<Record<string, PlainGroup>>;
  /** Newest first. */
  readonly jobs?: readonly ArchivedJob[];
}

async function* each<T>(items: Iterable<T> | Promise<Iterable<T>>): AsyncGenerator<T> {
  yield* await items;
}

const isAt = (stored: string, below: string): boolean =>
  below === '' || stored === below || stored.startsWith(`${below}/`);

const noGroup = (path: string): ArchiveFault => new ArchiveFault('not-found', `There is no archival group ${path}.`);

/** An archive in memory, made from plain lists. */
export const archiveOf = ({ containers = [], groups = {}, jobs = [] }: PlainArchive): Archive => {
  const listed = new Map(Object.entries(groups).map(([path, group]) => [path, listedGroup(group)]));
  const tree = new Set(['', ...containers.flatMap((path) => [...ancestorsOf(path), path])]);
  for (const path of listed.keys()) for (const above of ancestorsOf(path)) tree.add(above);

  const groupAt = (path: string): ListedGroup => {
    const group = listed.get(path);
    if (group === undefined) throw noGroup(path);
    return group;
  };
  const versionAt = (path: string, version: number): ListedGroup['versions'][number] => {
    const { versions } = groupAt(path);
    const found = versions[version - 1];
    if (found === undefined)
      throw new ArchiveFault(
        'version-not-found',
        `${path} has no version ${version}; the newest is v${versions.length}.`,
      );
    return found;
  };
  const childAt = (path: string): Child => {
    const group = listed.get(path);
    if (group === undefined) return { kind: 'container', path, name: null, head: null, modified: null };
    const modified = group.versions.at(-1)?.made ?? null;
    return { kind: 'group', path, name: group.name, head: group.versions.length, modified };
  };
  const childrenOf = (container: string): Child[] => {
    if (!tree.has(container)) throw new ArchiveFault('not-found', `There is no container ${container}.`);
    const paths = [...tree, ...listed.keys()].filter((path) => path !== '' && parentOf(path) === container);
    return sortByUtf8(paths, lastName).map(childAt);
  };
  const found = (wanted: Wanted): FoundFile[] =>
    [...listed]
      .toSorted(([a], [b]) => compareUtf8(a, b))
      .flatMap(([group, { versions }]) =>
        (versions.at(-1)?.files ?? [])
          .filter((file) => matches(wanted, `${group}/${file.stored}`, file, versions[file.since - 1]?.made ?? ''))
          .map(({ stored }) => ({ group, stored, version: versions.length })),
      );
  const changes = (path: string, below: string): ArchivedChange[] => {
    const group = groupAt(path);
    const wasFile = group.versions.some(({ files }) => files.some(({ stored }) => stored === below));
    return wasFile ? changesOfFile(group, below) : changesOfFolder(group, (stored) => isAt(stored, below));
  };
  return {
    place: (path) => Promise.resolve(placeIn({ groups: listed, containers: tree, childrenOf }, path)),
    children: (container) => each(call(() => childrenOf(container))),
    versions: (path) => each(call(() => allVersions(groupAt(path)))),
    changesOf: (path, below) => each(call(() => changes(path, below))),
    compare: (from, to) => comparedIn((path, version) => versionAt(path, version).files, from, to),
    files: (path, version, below = '', { described = true } = {}) =>
      each(
        call(() =>
          versionAt(path, version)
            .files.filter(({ stored }) => isAt(stored, below))
            .map((file) => (described ? file : { ...file, ...NOTHING_SAID, fileDate: file.fileDate })),
        ),
      ),
    open: (path, version, { stored }, from = 0) =>
      call(() => {
        versionAt(path, version);
        const content = groups[path]?.versions[version - 1]?.files[stored];
        if (content === undefined) throw new ArchiveFault('not-found', `${path} has no file ${stored}.`);
        const bytes = Buffer.from(typeof content === 'string' ? content : content.bytes);
        return Readable.from([bytes.subarray(from)], { objectMode: false });
      }),
    objectFiles: (path, version) =>
      each(call(() => (versionAt(path, version), objectFilesOf(path, groups[path]?.versions ?? [], version)))),
    openObjectFile: (path, version, { stored }, from = 0) =>
      call(() => {
        versionAt(path, version);
        const content = objectOf(path, groups[path]?.versions ?? [], version).get(stored);
        if (content === undefined) throw new ArchiveFault('not-found', `The OCFL object has no file ${stored}.`);
        return Readable.from([Buffer.from(content).subarray(from)], { objectMode: false });
      }),
    report: (path, version) =>
      call(() => {
        versionAt(path, version);
        return reportIn(path, groupAt(path), version, { events: groups[path]?.events ?? [], jobs });
      }),
    search: (wanted) => each(call(() => found(wanted))),
    history: (path) => each(call(() => (groupAt(path), groups[path]?.events ?? []))),
    jobs: (choice = {}) => each(jobs.filter((job) => isChosen(choice, job))),
    close: () => Promise.resolve(),
  };
};

const call = async <T>(work: () => T | Promise<T>): Promise<T> => work();

const allVersions = (group: ListedGroup) => group.versions.map((_, index) => versionOf(group, index + 1)).toReversed();

const matches = ({ text, digest, since }: Wanted, path: string, file: ArchivedFile, made: string): boolean =>
  (text === undefined || path.toLowerCase().includes(text.toLowerCase())) &&
  (digest === undefined || file.digest.value === digest) &&
  (since === undefined || made >= since);

const isChosen = ({ group, kinds, states }: JobChoice, { kind, state, archivalGroup }: ArchivedJob): boolean =>
  (group === undefined || resourcePath(String(archivalGroup)) === group) &&
  (kinds === undefined || kinds.includes(String(kind))) &&
  (states === undefined || states.includes(String(state)));
