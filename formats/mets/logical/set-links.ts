import { isNamed } from '../../xml/navigate.js';
import type { XmlElement } from '../../xml/tree.js';
import { absoluteUri } from '../structure/absolute-uri.js';
import type { FileLink } from '../model/described-mets.js';
import { insertSection, type IndexedMets } from '../indexed/indexed-mets.js';
import { MetsFault } from '../model/fault.js';
import { METS, XLINK } from '../elements/namespaces.js';
import { fileIdAt } from './new-range.js';
import { removeLinks } from '../indexed/remove-links.js';

/**
 * Replaces all links of a file; existing links that are wanted are not changed. Throws MetsFault `mets-path-unknown`,
 * `mets-not-a-file`, or `mets-value-unwritable` for a role that is no URI.
 */
export const setLinks = (indexed: IndexedMets, path: string, links: readonly FileLink[]): void => {
  const from = fileIdAt(indexed, path);
  const wanted = new Map(
    links.map(({ to, role }) => [keyOf(fileIdAt(indexed, to), checked(path, role)), { to, role }]),
  );
  const unwanted = indexed.references.linksFrom(from).filter((link) => {
    const role = link.attribute('arcrole', XLINK);
    return !wanted.delete(keyOf(link.attribute('to', XLINK) ?? '', role));
  });
  for (const { to, role } of wanted.values()) addLink(indexed, from, fileIdAt(indexed, to), role);
  for (const link of unwanted) indexed.references.forgetLink(link);
  removeLinks(unwanted);
};

const keyOf = (to: string, role: string | null): string => JSON.stringify([to, role]);

const checked = (path: string, role: string | null): string | null => {
  if (role === null || absoluteUri(role) === role) return role;
  throw new MetsFault(
    'mets-value-unwritable',
    `The role of a link of '${path}' cannot be written: '${role}' is no absolute URI.`,
  );
};

const addLink = (indexed: IndexedMets, from: string, to: string, role: string | null): void => {
  const { make, references } = indexed;
  const ends = [
    ['from', from, XLINK],
    ['to', to, XLINK],
  ] as const;
  const link = make(METS, 'smLink', role === null ? ends : [...ends, ['arcrole', role, XLINK]]);
  structLinkOf(indexed).append(link);
  references.addLink(link);
};

/** The structLink; searched from the end, where it stands. */
const structLinkOf = ({ mets, make }: IndexedMets): XmlElement => {
  for (const child of mets.backwards()) if (isNamed(child, METS, 'structLink')) return child;
  const made = make(METS, 'structLink');
  insertSection(mets, made);
  return made;
};
