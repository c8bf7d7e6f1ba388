import { refuseTooLarge } from '../xml/parse.js';
import type { MetsAgents } from './agents.js';
import type { FileValues, FolderValues } from './editing/entry-values.js';
import { openMets, type MetsEditor } from './editing/mets-editor.js';
import { failureOf, orFailure, type MetsFailure } from './mets-failure.js';
import type { TouchedEntry } from './editing/put-entry.js';

/** One edit of a METS, as plain data. To remove what is not there is no fault. */
export type MetsEdit =
  | { readonly kind: 'put-folder'; readonly values: FolderValues }
  | { readonly kind: 'put-file'; readonly values: FileValues }
  | { readonly kind: 'remove-folder' | 'remove-file'; readonly path: string };

export interface MetsEdits {
  readonly agents: MetsAgents;
  readonly now: Date;
  /** Whether the bytes are known to be as an earlier edit left them. */
  readonly ours: boolean;
  /** In the order in which they are made. */
  readonly edits: readonly MetsEdit[];
}

export interface EditedMets {
  /** The document to store; null when no edit changed it. */
  readonly bytes: Uint8Array | null;
  /** For each edit the paths that it touched; none where there was nothing to remove. */
  readonly outcomes: readonly (readonly TouchedEntry[])[];
}

/**
 * Edits a METS: a list of edits on the bytes of the document, giving the bytes to store. All edits are made with one parse
 * and one serialisation, or none is. Never throws for a document or an edit at fault. (`editing/mets-editor.ts` makes one
 * edit at a time on a document that is open; whether a deposit's METS may be edited at all is for the commands to say.)
 */
export const editMets = (bytes: Uint8Array, order: MetsEdits): EditedMets | MetsFailure => {
  const editor = openForEdits(bytes, order);
  return 'fault' in editor ? editor : makeEdits(editor, order);
};

/** Opens a METS for edits. Never throws for a document at fault. */
export const openForEdits = orFailure((bytes, { agents, ours }: Pick<MetsEdits, 'agents' | 'ours'>) =>
  openMets(bytes, agents, { ours }),
);

/**
 * Makes all edits on a METS that is open, and writes it: no larger than it can be read again. After a failure some of
 * them may have been made.
 */
export const makeEdits = (
  editor: MetsEditor,
  { now, edits }: Pick<MetsEdits, 'now' | 'edits'>,
  maxBytes?: number,
): EditedMets | MetsFailure => {
  const outcomes: (readonly TouchedEntry[])[] = [];
  try {
    for (const edit of edits) outcomes.push(apply(editor, edit));
    const changed = outcomes.some((touched) => touched.length > 0);
    const bytes = changed ? editor.toBytes(now) : null;
    refuseTooLarge(bytes?.length ?? 0, maxBytes);
    return { bytes, outcomes };
  } catch (error) {
    return failureOf(error, outcomes.length);
  }
};

const apply = (editor: MetsEditor, edit: MetsEdit): readonly TouchedEntry[] => {
  switch (edit.kind) {
    case 'put-file':
      return editor.addFile(edit.values);
    case 'put-folder':
      return editor.addFolder(edit.values);
    case 'remove-file':
      if (editor.kindAt(edit.path) !== 'file') return [];
      editor.removeFile(edit.path);
      return [{ path: edit.path, isDir: false }];
    case 'remove-folder':
      if (editor.kindAt(edit.path) !== 'folder') return [];
      editor.removeFolder(edit.path);
      return [{ path: edit.path, isDir: true }];
  }
};
