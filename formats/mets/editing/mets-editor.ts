import type { XmlDocument } from '../../xml/document.js';
import { parseXml } from '../../xml/parse.js';
import { serialiseXml } from '../../xml/serialise.js';
import { defaultAgents, type MetsAgents } from '../model/agents.js';
import type { FileLink } from '../model/described-mets.js';
import { setTerms } from '../mods/set-terms.js';
import { setName } from './set-name.js';
import { indexMets, type IndexedMets } from '../indexed/indexed-mets.js';
import type { FileValues, FolderValues } from '../model/entry-values.js';
import { touch } from './header.js';
import {
  removeLogicalStructure,
  replaceLogicalStructures,
  setLogicalStructure,
} from '../logical/logical-structures.js';
import type { NewRange } from '../logical/new-range.js';
import type { NewTerms } from '../mods/new-terms.js';
import { entriesOf } from '../indexed/path-entries.js';
import { putFile, putFolder, type TouchedEntry } from './put-entry.js';
import { removeFile, removeFolder } from './remove-entry.js';
import { requireEditable } from './require-editable.js';
import { moveEntry } from './move-entry.js';
import { setLinks } from '../logical/set-links.js';
import { sortDivs } from './sort-divs.js';

/**
 * A METS opened for single edits; `editMets` applies a list of edits to bytes. Paths are relative to the METS root. An
 * invalid edit throws MetsFault and changes nothing; other contents of the document are not changed. The cost of an
 * edit depends on what it changes, not on the document's size. Whoever opens an editor closes it.
 */
export interface MetsEditor {
  /** Whether a path is a file or a folder; null when it is neither. Throws `mets-path-twice` where it is both. */
  kindAt(path: string): 'file' | 'folder' | null;
  /** The paths of the files and folders in a folder and below it, at any depth. */
  pathsBelow(folder: string): string[];
  /**
   * Adds a folder and its missing ancestors; of an existing folder only the name changes, if one is given. Returns the
   * ancestors, root first, and the path. Throws `mets-path-invalid`, `mets-value-unwritable`,
   * `mets-parent-not-directory` or `mets-not-a-directory`.
   */
  addFolder(values: FolderValues): TouchedEntry[];
  /**
   * Adds a file and its missing ancestors; of an existing file the given values are replaced, but never its label.
   * Returns and throws as `addFolder`, with `mets-not-a-file`.
   */
  addFile(values: FileValues): TouchedEntry[];
  /** Removes a file with every reference to it, and every entry that its path has. Throws `mets-path-unknown` or `mets-not-a-file`. */
  removeFile(path: string): void;
  /** Throws `mets-path-unknown`, `mets-not-a-directory` or `mets-directory-not-empty`. */
  removeFolder(path: string): void;
  /**
   * Gives a file, or a folder with everything in it, another path, and returns what was moved, by its new path: nothing
   * where there is nothing at `from`. Throws as `addFolder`, with `mets-path-twice`.
   */
  move(from: string, to: string): TouchedEntry[];
  /** Labels a file or folder; null labels it with the last segment of its path. Throws as `setTerms`. */
  setName(path: string, name: string | null): void;
  /**
   * Sets access, rights and record identifiers of a file or folder, or of the root at ''. Throws `mets-path-unknown` or
   * `mets-value-unwritable`.
   */
  setTerms(path: string, terms: NewTerms): void;
  /**
   * Replaces the logical structure whose root has the same ID, or adds one after all others. Throws
   * `mets-range-invalid`, `mets-path-unknown`, `mets-not-a-file` or `mets-value-unwritable`.
   */
  setLogicalStructure(root: NewRange): void;
  /**
   * Replaces all logical structures by these, and keeps pointers to files without a canvas in ranges that stay by their
   * ID. Returns whether there was or is any. Throws as `setLogicalStructure`.
   */
  replaceLogicalStructures(roots: readonly NewRange[]): boolean;
  /** Removes a logical structure by the ID of its root; an unknown ID changes nothing. */
  removeLogicalStructure(id: string): void;
  /** Replaces all links of a file. Throws `mets-path-unknown`, `mets-not-a-file` or `mets-value-unwritable`. */
  setLinks(path: string, links: readonly FileLink[]): void;
  /** The document to store, with a new LASTMODDATE, without declaration and indentation. */
  toBytes(now: Date): Buffer;
  /** Frees the document. */
  close(): void;
}

/** Opens a METS that the platform may edit. Throws XmlFault, MetsFault `mets-not-editable` and those of reading. */
export const openMets = (bytes: Uint8Array, agents: MetsAgents = defaultAgents): MetsEditor =>
  editorOf(parseXml(bytes), agents, ({ mets }) => {
    requireEditable(mets, agents);
  });

/** Edits a parsed document, which the editor closes. */
export const editDocument = (document: XmlDocument, agent: string): MetsEditor =>
  editorOf(document, { own: agent }, () => undefined);

const editorOf = (
  document: XmlDocument,
  agents: Pick<MetsAgents, 'own' | 'scanner'>,
  check: (indexed: IndexedMets) => void,
): MetsEditor => {
  try {
    const indexed = indexMets(document, agents);
    check(indexed);
    return editorFor(indexed);
  } catch (error) {
    document.close();
    throw error;
  }
};

const editorFor = (indexed: IndexedMets): MetsEditor => ({
  kindAt: (path) => {
    const entry = indexed.entries.get(path);
    if (entry === undefined) return null;
    return entriesOf(entry, path)[0]?.isDirectory === true ? 'folder' : 'file';
  },
  pathsBelow: (folder) => [...indexed.entries.keys()].filter((path) => path.startsWith(`${folder}/`)),
  addFolder: (values) => putFolder(indexed, values),
  addFile: (values) => putFile(indexed, values),
  removeFile: (path) => removeFile(indexed, path),
  removeFolder: (path) => removeFolder(indexed, path),
  move: (from, to) => moveEntry(indexed, from, to),
  setName: (path, name) => setName(indexed, path, name),
  setTerms: (path, terms) => setTerms(indexed, path, terms),
  setLogicalStructure: (root) => setLogicalStructure(indexed, root),
  replaceLogicalStructures: (roots) => replaceLogicalStructures(indexed, roots),
  removeLogicalStructure: (id) => removeLogicalStructure(indexed, id),
  setLinks: (path, links) => setLinks(indexed, path, links),
  toBytes: (now) => {
    for (const div of indexed.unsorted) sortDivs(div);
    indexed.unsorted.clear();
    touch(indexed.make, indexed.mets, now);
    return serialiseXml(indexed.document, { isDeclared: false });
  },
  close: () => {
    indexed.document.close();
  },
});
