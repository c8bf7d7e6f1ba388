import { ancestorsOf, isBelow, lastName, parentOf } from '../../paths/repository-path.js';
import { firstWithin } from '../../xml/navigate.js';
import type { XmlElement } from '../../xml/tree.js';
import { METS, PREMIS, XLINK } from '../elements/namespaces.js';
import type { IndexedMets } from '../indexed/indexed-mets.js';
import { distinctEntries, entriesOf, sectionAt, type PathEntry } from '../indexed/path-entries.js';
import { checkValues } from '../model/entry-values.js';
import { MetsFault } from '../model/fault.js';
import { checkAncestors, putFolder, type TouchedEntry } from './put-entry.js';

/**
 * Gives a file, or a folder with everything in it, another path. IDs stay, and with them every link and every range. A
 * label that was the last segment of the path becomes the new one; any other stays. Returns the paths afterwards, without
 * the folders that were added; none where there is nothing at `from`. Throws MetsFault `mets-path-invalid`,
 * `mets-path-twice`, `mets-parent-not-directory` or `mets-value-unwritable`.
 */
export const moveEntry = (indexed: IndexedMets, from: string, to: string): TouchedEntry[] => {
  const top = indexed.entries.get(from);
  const moved = top?.isDirectory === false ? [[from, top] as const] : entriesWithin(indexed, from);
  if (moved.length === 0) return [];
  checkDestination(indexed, from, to);
  for (const [path, entry] of moved) entriesOf(entry, path);
  if (top !== undefined) checkNamespaces(indexed, top.parent, from);
  for (const [path] of moved) indexed.entries.delete(path);
  const parent = folderFor(indexed, to);
  if (top !== undefined) placeTop(indexed, { entry: top, from, to }, parent);
  for (const [path, entry] of moved) {
    const after = to + path.slice(from.length);
    for (const each of entriesOf(entry, path)) rename(indexed, each, { from: path, to: after });
    indexed.entries.set(after, path === from ? placedIn(entry, parent) : entry);
  }
  return moved.map(([path, { isDirectory }]) => ({ path: to + path.slice(from.length), isDir: isDirectory }));
};

/** What is at a path and below it, also where the METS has no folder at the path itself. */
const entriesWithin = ({ entries }: IndexedMets, from: string): (readonly [string, PathEntry])[] =>
  [...entries].filter(([path]) => path === from || isBelow(path, from));

const checkDestination = (indexed: IndexedMets, from: string, to: string): void => {
  checkValues({ path: to });
  if (from === '' || to === from || isBelow(to, from))
    throw new MetsFault('mets-path-invalid', `'${from}' cannot be moved to '${to}', which is the same or inside it.`);
  if (indexed.entries.has(to)) throw new MetsFault('mets-path-invalid', `The METS already has something at '${to}'.`);
  checkAncestors(indexed, to);
};

/** The div of the folder of a path, which is added where there is none. */
const folderFor = (indexed: IndexedMets, path: string): XmlElement | undefined => {
  const folder = ancestorsOf(path).at(-1);
  if (folder !== undefined && !indexed.entries.has(folder)) putFolder(indexed, { path: folder });
  return indexed.entries.get(parentOf(path) ?? '')?.div;
};

interface Move {
  readonly entry: PathEntry;
  readonly from: string;
  readonly to: string;
}

/** Puts the divs of what is moved into their new folder, and labels them. */
const placeTop = (indexed: IndexedMets, { entry, from, to }: Move, parent: XmlElement | undefined): void => {
  const own = entriesOf(entry, from).filter(({ isDirectory, file }) => isDirectory || file?.hasDiv === true);
  for (const { div, parent: before } of distinctEntries(own, (each) => each.div)) {
    if (div.attribute('LABEL') === lastName(from)) div.setAttribute('LABEL', lastName(to));
    if (parent === undefined) continue;
    if (!before.isSame(parent)) {
      div.remove();
      parent.append(div);
    }
    indexed.unsorted.add(parent);
  }
};

/** A div cannot leave an element that declares the namespaces of what is in it. */
const checkNamespaces = ({ mets }: IndexedMets, before: XmlElement, path: string): void => {
  for (let each: XmlElement | null = before; each !== null && !each.isSame(mets); each = each.parent)
    if (each.namespaces.length > 0)
      throw new MetsFault(
        'mets-value-unwritable',
        `'${path}' cannot be moved: the folder around it in the METS declares namespaces of its own.`,
      );
};

const placedIn = (entry: PathEntry, parent: XmlElement | undefined): PathEntry =>
  parent === undefined
    ? entry
    : {
        ...entry,
        parent,
        ...(entry.others === undefined ? {} : { others: entry.others.map((each) => ({ ...each, parent })) }),
      };

/** Writes the path of an entry wherever it is: its locations, and the name and identifier in PREMIS. */
const rename = (
  { ids }: IndexedMets,
  entry: PathEntry,
  { from, to }: { readonly from: string; readonly to: string },
): void => {
  for (const location of entry.file?.element.elements(METS, 'FLocat') ?? [])
    if (location.attribute('href', XLINK) === from) location.setAttribute('href', to, XLINK);
  const section = sectionAt(ids, entry);
  const object = section === null ? undefined : firstWithin(section, PREMIS, 'object');
  if (object === undefined) return;
  object.element(PREMIS, 'originalName')?.setText(to);
  for (const identifier of object.elements(PREMIS, 'objectIdentifier')) {
    const value = identifier.element(PREMIS, 'objectIdentifierValue');
    if (value?.text === from) value.setText(to);
  }
};
