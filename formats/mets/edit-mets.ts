import { ancestorsOf, isAtOrBelow } from '../paths/repository-path.js';
import { refuseTooLarge } from '../xml/limits.js';
import type { MetsAgents } from './model/agents.js';
import type { FileValues, FolderValues } from './model/entry-values.js';
import { openMets, type MetsEditor } from './editing/mets-editor.js';
import type { NewRange } from './logical/new-range.js';
import type { NewTerms } from './mods/new-terms.js';
import { failureOf, orFailure, type MetsFailure } from './mets-failure.js';
import type { TouchedEntry } from './editing/put-entry.js';
import { refused, success, type Result } from '../../flow/result.js';

/** One edit of a METS, as plain data. Removing a path that is absent is not an error. */
export type MetsEdit =
  | { readonly kind: 'put-folder'; readonly values: FolderValues }
  /** Adds the folder where it is absent, and changes nothing where it is there. */
  | { readonly kind: 'ensure-folder'; readonly values: FolderValues }
  | { readonly kind: 'put-file'; readonly values: FileValues }
  | { readonly kind: 'remove-folder' | 'remove-file'; readonly path: string }
  | RemoveOthers
  /** Gives a file, or a folder with everything in it, another path; touches the new paths, none where nothing was there. */
  | { readonly kind: 'move'; readonly from: string; readonly to: string }
  /** Sets what is given of a file or folder, or of the root at ''. */
  | { readonly kind: 'set-properties'; readonly path: string; readonly properties: NewProperties }
  /** Replaces all logical structures; touches the root. */
  | { readonly kind: 'replace-structures'; readonly roots: readonly NewRange[] };

/** Properties of a file or folder to be set. One that is absent stays unchanged. */
export interface NewProperties extends NewTerms {
  /** The label; null for the last segment of the path. */
  readonly name?: string | null;
}

/** Removes what is below a folder, at any depth, but for the paths to keep, and the folders that still hold something. */
export interface RemoveOthers {
  readonly kind: 'remove-others';
  /** Without a slash at its end; the folder itself stays. */
  readonly below: string;
  /** Files and folders to keep. */
  readonly keep: readonly string[];
  /** Folders to keep with all that is below them. */
  readonly keepBelow: readonly string[];
}

export interface MetsEdits {
  readonly agents: MetsAgents;
  readonly now: Date;
  /** Applied in this order. */
  readonly edits: readonly MetsEdit[];
}

export interface EditedMets {
  /** The document to store; null when no edit changed it. */
  readonly bytes: Buffer | null;
  /** For each edit the paths that it touched; none where the path to remove was absent. */
  readonly outcomes: readonly (readonly TouchedEntry[])[];
}

/**
 * Applies a list of edits to the bytes of a METS and gives the bytes to store: all of them with one parse and one
 * serialisation, or none. Answers a failure for an invalid document or edit. (`editing/mets-editor.ts` applies single
 * edits to a parsed document; the commands decide whether a deposit's METS may be edited.)
 */
export const editMets = (bytes: Uint8Array, order: MetsEdits): Result<EditedMets, MetsFailure> => {
  const opened = openForEdits(bytes, order);
  if (!opened.ok) return opened;
  try {
    return makeEdits(opened.value, order);
  } finally {
    opened.value.close();
  }
};

/** Opens a METS for edits. Answers a failure for an invalid document. */
export const openForEdits = orFailure((bytes, { agents }: Pick<MetsEdits, 'agents'>) => openMets(bytes, agents));

/**
 * Applies all edits to an open METS and writes it. Refuses to write more than `maxBytes`, or than can be read again. After
 * a failure some edits may have been applied to the open document.
 */
export const makeEdits = (
  editor: MetsEditor,
  { edits, now }: Pick<MetsEdits, 'edits' | 'now'>,
  maxBytes?: number,
): Result<EditedMets, MetsFailure> => {
  const outcomes: (readonly TouchedEntry[])[] = [];
  try {
    for (const edit of edits) outcomes.push(apply(editor, edit));
    const changed = outcomes.some((touched) => touched.length > 0);
    const bytes = changed ? editor.toBytes(now) : null;
    refuseTooLarge(bytes?.length ?? 0, maxBytes);
    return success({ bytes, outcomes });
  } catch (error) {
    return refused(failureOf(error, outcomes.length));
  }
};

const apply = (editor: MetsEditor, edit: MetsEdit): readonly TouchedEntry[] => {
  switch (edit.kind) {
    case 'put-file':
      return editor.addFile(edit.values);
    case 'put-folder':
      return editor.addFolder(edit.values);
    case 'ensure-folder':
      return editor.kindAt(edit.values.path) === 'folder' ? [] : editor.addFolder(edit.values);
    case 'remove-file':
    case 'remove-folder':
      return remove(editor, edit.path, edit.kind === 'remove-folder');
    case 'remove-others':
      return removeOthers(editor, edit);
    case 'move':
      return editor.move(edit.from, edit.to);
    case 'set-properties':
      return setProperties(editor, edit);
    case 'replace-structures':
      return editor.replaceLogicalStructures(edit.roots) ? [{ path: '', isDir: true }] : [];
  }
};

const remove = (editor: MetsEditor, path: string, isDir: boolean): readonly TouchedEntry[] => {
  if (editor.kindAt(path) !== (isDir ? 'folder' : 'file')) return [];
  if (isDir) editor.removeFolder(path);
  else editor.removeFile(path);
  return [{ path, isDir }];
};

const setProperties = (
  editor: MetsEditor,
  { path, properties: { name, ...terms } }: Extract<MetsEdit, { kind: 'set-properties' }>,
): readonly TouchedEntry[] => {
  editor.setTerms(path, terms);
  if (name !== undefined) editor.setName(path, name);
  return [{ path, isDir: editor.kindAt(path) === 'folder' }];
};

/** Deepest first, so that folders are empty when their turn comes. */
const removeOthers = (editor: MetsEditor, { below, keep, keepBelow }: RemoveOthers): readonly TouchedEntry[] => {
  const kept = new Set([...keep, ...keep.flatMap(ancestorsOf), ...keepBelow.flatMap(ancestorsOf)]);
  const isKept = (path: string): boolean => kept.has(path) || keepBelow.some((folder) => isAtOrBelow(path, folder));
  const others = editor.pathsBelow(below).filter((path) => !isKept(path));
  const removed: TouchedEntry[] = [];
  for (const path of others.sort((a, b) => depthOf(b) - depthOf(a))) {
    const isDir = editor.kindAt(path) === 'folder';
    removed.push(...remove(editor, path, isDir));
  }
  return removed;
};

const depthOf = (path: string): number => path.split('/').length;
