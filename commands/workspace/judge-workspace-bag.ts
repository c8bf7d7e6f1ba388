import { NO_CHANGES, type OwnChanges, type ReadBag } from '../../formats/bagit/bag-under-test.js';
import { givenDigests, type ManifestDigest } from '../../formats/bagit/claims.js';
import { judgeBag, type BagJudgement, type StoredFile } from '../../formats/bagit/judge-bag.js';
import type { Deposit } from '../deposit/state.js';
import { AD_HOC, isInBagFolder } from './ad-hoc.js';
import type { WorkspaceView } from './view-workspace.js';
import { isMarker } from './workspace-object.js';

/** A workspace that is a bag with manifests. */
export interface WorkspaceBag {
  readonly bag: ReadBag;
  readonly fileAt: (path: string) => StoredFile | undefined;
  /** What the platform itself did to it since its manifests were written. */
  readonly own: OwnChanges;
}

export interface BagSurroundings {
  /** Path of the METS, relative to the deposit; null without one. */
  readonly metsPath: string | null;
  /** SHA-256 that the platform computed where the store has none, by path relative to the deposit. */
  readonly computed?: ReadonlyMap<string, string>;
}

/** The path of a manifest that could not be read, so that the bag cannot be judged; null where there is none. */
export const unreadableManifest = ({ tools }: Pick<WorkspaceView, 'tools'>): string | null =>
  tools.warnings.find(({ path, problem }) => problem === 'unreadable' && path.startsWith('manifest-'))?.path ?? null;

/** The bag that a workspace is; null where its root has no manifest, or one of files that are not below `data/`. */
export const bagIn = (
  { deposit, objects, tools: { bag, filesRoot } }: WorkspaceView,
  { metsPath, computed }: BagSurroundings,
): WorkspaceBag | null => {
  if (bag === null || (filesRoot === '' && bag.payload.digests.size === 0)) return null;
  const files = new Map<string, StoredFile>();
  for (const object of objects) {
    const { path, modified, sha256 } = object;
    if (!isMarker(object)) files.set(path, { modified, sha256: sha256 ?? computed?.get(path) ?? null });
  }
  const fileAt = (path: string): StoredFile | undefined => files.get(path);
  return { bag, fileAt, own: ownChanges(deposit, { bag, fileAt, metsPath }) };
};

/** Judges it without reading a file, or with all of them read. */
export const judgeWorkspaceBag = (
  { bag, fileAt, own }: WorkspaceBag,
  reading: { readonly signal: AbortSignal } | null = null,
): Promise<BagJudgement> => judgeBag(bag, { fileAt, own }, reading);

/**
 * The digests by which a file is verified by reading it: those of its manifests, where none of them is a SHA-256, which
 * the store computes (companion 9.9). None where the platform changed the file since.
 */
export const digestsToVerify = ({ bag, own }: WorkspaceBag, path: string): readonly ManifestDigest[] => {
  if (own.changed(path)) return [];
  const given = givenDigests(bag.payload, path);
  return given.some(({ algorithm }) => algorithm === 'sha256') ? [] : given;
};

interface BagParts {
  readonly bag: ReadBag;
  readonly fileAt: WorkspaceBag['fileAt'];
  readonly metsPath: string | null;
}

/**
 * The METS is the platform's, runs of the pipeline put outputs below `metadata/`, and deletions are recorded. A store may
 * give times in whole seconds, so that what happened in the second of the manifest counts as later.
 */
const ownChanges = (deposit: Deposit, { bag, fileAt, metsPath }: BagParts): OwnChanges => {
  const made = writtenAt(bag, fileAt);
  if (made === null) return NO_CHANGES;
  const { firstClaimed } = deposit.pipeline;
  const isSince = (path: string, time: Date): boolean => (fileAt(path)?.modified ?? time) >= wholeSecond(time);
  const isNewOutput = (path: string): boolean =>
    firstClaimed !== null && isOutput(path) && isSince(path, new Date(firstClaimed)) && isSince(path, made);
  const deleted = deletedSince(deposit, made);
  return {
    added: (path) => path === metsPath || isNewOutput(path),
    changed: (path) => (path === metsPath && isSince(path, made)) || isNewOutput(path),
    deleted: (path) => deleted.has(path),
  };
};

const wholeSecond = (time: Date): Date => new Date(Math.floor(time.getTime() / 1_000) * 1_000);

/** When the oldest of the manifests was stored. */
const writtenAt = ({ payload, tagFiles }: ReadBag, fileAt: WorkspaceBag['fileAt']): Date | null => {
  const times = [...payload.manifests, ...tagFiles.manifests].flatMap(({ path }) => fileAt(path)?.modified ?? []);
  return times.reduce<Date | null>((oldest, time) => (oldest === null || time < oldest ? time : oldest), null);
};

/** Whether a file of a bag is where runs of the pipeline keep the outputs of tools, or copies of tag files. */
export const isOutput = (path: string): boolean =>
  path.startsWith('data/metadata/') &&
  (!`${path}/`.startsWith(`data/${AD_HOC}/`) || isInBagFolder(path.slice('data/'.length)));

const deletedSince = ({ deletedFiles }: Deposit, made: Date): ReadonlySet<string> => {
  const paths = new Set<string>();
  for (const each of deletedFiles)
    if (new Date(each.at) >= wholeSecond(made)) for (const path of each.paths) paths.add(path);
  return paths;
};
