import type { ObjectInfo } from '../../formats/bytes.js';
import { fileModified } from '../../formats/file-modified.js';
import type { SkippedPath } from '../core/decider.js';
import { isPath, metsPath } from './mets-path.js';
import type { Editable } from './begin-edit.js';
import { namedAsFolder, originalName } from '../workspace/workspace-object.js';
import { holdsAny } from '../workspace/workspace-files.js';
import type { Dependencies } from '../core/dependencies.js';
import { depthsSliced } from '../../formats/paths/depth-order.js';
import { runInSlices } from '../../flow/run-in-slices.js';
import { eachSliced, mapSliced } from '../../flow/slices.js';
import { mapConcurrently } from '../../flow/concurrently.js';

const CONCURRENT_LOOKUPS = 32;

const NO_PATH = 'No file or folder has an empty name.';
const NOTHING = 'There is nothing at this path in the workspace.';
const OUTSIDE = 'Only what lies in or below objects and metadata is recorded.';

/** An object of the workspace as its METS entry needs it. */
export interface FoundObject extends Omit<ObjectInfo, 'metadata'> {
  /** The recorded original name. */
  readonly name: string | null;
  /** When the file was changed before its upload; null where its upload did not record it. */
  readonly fileModified: Date | null;
}

/** The file or folder of the workspace at a path. */
export interface NamedEntry {
  readonly path: string;
  /** The file or the marker of the folder; null for a folder without a marker. */
  readonly info: FoundObject | null;
  readonly isDir: boolean;
}

/** The paths that a caller named, looked up. */
export interface NamedPaths {
  /** Whether the workspace has anything at any of them (preservation 4.3). */
  readonly foundAny: boolean;
  /** What is to be recorded: a folder before its content, otherwise in the order given. */
  readonly described: readonly NamedEntry[];
  /** All others, in the order given. */
  readonly skipped: readonly SkippedPath[];
}

/** Looks up each path in the workspace, as a file first, then as a folder. */
export const lookUpNamed = async (
  dependencies: Dependencies,
  within: Editable,
  named: readonly string[],
): Promise<NamedPaths> => {
  const paths = await runInSlices(mapSliced(named, (path) => metsPath(within.root, path)));
  const found = await lookUpAll(dependencies, within, paths);
  const skipped: SkippedPath[] = [];
  const skipOthers = eachSliced(named.entries(), ([index, given]) => {
    const path = paths[index] ?? '';
    const reason = skipReason(path, found.get(path));
    if (reason !== null) skipped.push({ path: given, reason });
  });
  await runInSlices(skipOthers);
  const depths = await runInSlices(depthsSliced(found.values(), ({ path }) => path));
  const described = depths.flat().filter((each) => skipReason(each.path, each) === null);
  return { foundAny: found.size > 0, described, skipped };
};

const skipReason = (path: string, found: NamedEntry | undefined): string | null => {
  if (!isPath(path)) return NO_PATH;
  if (found === undefined) return NOTHING;
  if (!isDescribed(path)) return OUTSIDE;
  return found.isDir ? (namedAsFolder([{ path: `${path}/`, size: found.info?.size ?? 0 }])?.detail ?? null) : null;
};

/** A METS describes only what is in these folders, and the folders themselves (preservation 4.3). */
const isDescribed = (path: string): boolean => /^(objects|metadata)(\/|$)/.test(path);

const lookUpAll = async (
  dependencies: Dependencies,
  within: Editable,
  paths: readonly string[],
): Promise<Map<string, NamedEntry>> => {
  const wanted = new Set<string>();
  await runInSlices(eachSliced(paths, (path) => isPath(path) && wanted.add(path)));
  const found = await mapConcurrently(wanted, { width: CONCURRENT_LOOKUPS }, (path) =>
    find(dependencies, within, path),
  );
  const byPath = new Map<string, NamedEntry>();
  await runInSlices(eachSliced(found, (each) => each !== null && byPath.set(each.path, each)));
  return byPath;
};

/** In a bag below `data/`; then beside it, where its tag files are, which a METS does not describe. */
const find = async (
  dependencies: Dependencies,
  { deposit, root }: Editable,
  path: string,
): Promise<NamedEntry | null> => {
  const { bucket, prefix } = deposit.files;
  const found = await lookUp(dependencies, { bucket, prefix: prefix + root }, path);
  return found ?? (root === '' || isDescribed(path) ? null : lookUp(dependencies, { bucket, prefix }, path));
};

const lookUp = async (
  { bytes }: Dependencies,
  { bucket, prefix }: { readonly bucket: string; readonly prefix: string },
  path: string,
): Promise<NamedEntry | null> => {
  const file = foundObject(await bytes.head({ bucket, key: prefix + path }));
  if (file !== null) return { path, info: file, isDir: false };
  const info = foundObject(await bytes.head({ bucket, key: `${prefix}${path}/` }));
  const isThere = info !== null || (await holdsAny(bytes, bucket, `${prefix}${path}/`));
  return isThere ? { path, info, isDir: true } : null;
};

const foundObject = (info: ObjectInfo | null): FoundObject | null =>
  info && { ...info, name: originalName(info), fileModified: fileModified(info) };
