import { parseLazily } from '../../xml/parse-lazily.js';
import { parseXml } from '../../xml/parse.js';
import { serialiseXml } from '../../xml/serialise.js';
import type { XmlDocument } from '../../xml/tree.js';
import { defaultAgents, type MetsAgents } from '../agents.js';
import type { FileLink } from '../description/described-mets.js';
import { setTerms } from '../mods/set-terms.js';
import { indexMets, type IndexedMets } from './indexed-mets.js';
import type { FileValues, FolderValues } from './entry-values.js';
import { touch } from './header.js';
import { removeLogicalStructure, setLogicalStructure } from '../logical/logical-structures.js';
import type { NewRange } from '../logical/new-range.js';
import type { NewTerms } from '../mods/new-terms.js';
import { entriesOf } from './path-entries.js';
import { putFile, putFolder, type TouchedEntry } from './put-entry.js';
import { removeFile, removeFolder } from './remove-entry.js';
import { requireEditable } from './require-editable.js';
import { setLinks } from '../logical/set-links.js';

/**
 * A METS opened for editing, one edit at a time; `editMets` makes a list of edits on bytes with it. Paths are relative to the METS root. An edit at fault throws MetsFault and changes
 * nothing; the document's other contents stay as they are. Each edit costs what it changes, whatever the document's
 * size.
 */
export interface MetsEditor {
  /** What stands at a path; null when nothing does. Throws `mets-path-twice` where both do. */
  kindAt(path: string): 'file' | 'folder' | null;
  /**
   * Adds a folder and its missing ancestors; of one that is there, only a given name changes. Returns the ancestors,
   * root first, and the path. Throws `mets-path-invalid`, `mets-value-unwritable`, `mets-parent-not-directory` or
   * `mets-not-a-directory`.
   */
  addFolder(values: FolderValues): TouchedEntry[];
  /**
   * Adds a file and its missing ancestors; of one that is there, the given values are replaced, but never its label.
   * Returns and throws as `addFolder`, with `mets-not-a-file`.
   */
  addFile(values: FileValues): TouchedEntry[];
  /** Removes a file with every reference to it, and every entry that its path has. Throws `mets-path-unknown` or `mets-not-a-file`. */
  removeFile(path: string): void;
  /** Throws `mets-path-unknown`, `mets-not-a-directory` or `mets-directory-not-empty`. */
  removeFolder(path: string): void;
  /**
   * Says of a file or folder, or at '' of all, who may see it and what it is called elsewhere. Throws
   * `mets-path-unknown` or `mets-value-unwritable`.
   */
  setTerms(path: string, terms: NewTerms): void;
  /**
   * Puts a logical structure in the place of the one whose root has the same id, or after all others. Throws
   * `mets-range-invalid`, `mets-path-unknown`, `mets-not-a-file` or `mets-value-unwritable`.
   */
  setLogicalStructure(root: NewRange): void;
  /** Takes a logical structure out by the id of its root; an unknown id changes nothing. */
  removeLogicalStructure(id: string): void;
  /** Relates a file to these others alone. Throws `mets-path-unknown`, `mets-not-a-file` or `mets-value-unwritable`. */
  setLinks(path: string, links: readonly FileLink[]): void;
  /** The document to store, with a LASTMODDATE that it never had; without declaration and indentation. */
  toBytes(now: Date): Buffer;
}

/**
 * Opens a METS that the platform may edit. Throws XmlFault, MetsFault `mets-not-editable` and those of reading. Of one
 * that an earlier edit has left (`ours`), administrative sections are not read until an edit concerns them.
 */
export const openMets = (
  bytes: Uint8Array,
  agents: MetsAgents = defaultAgents,
  { ours = false }: { readonly ours?: boolean } = {},
): MetsEditor => {
  const document = ours ? parseLazily(bytes, 'mets:amdSec') : parseXml(bytes);
  const indexed = indexMets(document, agents.own);
  requireEditable(indexed.mets, agents);
  return editorOf(indexed);
};

/** Edits a document that was made here. */
export const editDocument = (document: XmlDocument, agent: string): MetsEditor => editorOf(indexMets(document, agent));

const editorOf = (indexed: IndexedMets): MetsEditor => ({
  kindAt: (path) => {
    const entry = indexed.entries.get(path);
    if (entry === undefined) return null;
    return entriesOf(entry, path)[0]?.isDirectory === true ? 'folder' : 'file';
  },
  addFolder: (values) => putFolder(indexed, values),
  addFile: (values) => putFile(indexed, values),
  removeFile: (path) => removeFile(indexed, path),
  removeFolder: (path) => removeFolder(indexed, path),
  setTerms: (path, terms) => setTerms(indexed, path, terms),
  setLogicalStructure: (root) => setLogicalStructure(indexed, root),
  removeLogicalStructure: (id) => removeLogicalStructure(indexed, id),
  setLinks: (path, links) => setLinks(indexed, path, links),
  toBytes: (now) => {
    indexed.changes.apply();
    touch(indexed.make, indexed.mets, now);
    return serialiseXml({ ...indexed.document, declaration: null });
  },
});
