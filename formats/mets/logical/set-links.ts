import { attributeOf, isNamed } from '../../xml/navigate.js';
import type { XmlElement } from '../../xml/tree.js';
import { absoluteUri } from '../structure/absolute-uri.js';
import type { FileLink } from '../description/described-mets.js';
import { insertSection, type MetsDraft } from '../editing/draft.js';
import { MetsFault } from '../fault.js';
import { METS, XLINK } from '../structure/namespaces.js';
import { fileIdAt } from './new-range.js';
import { removeLinks } from '../editing/remove-links.js';

/**
 * Relates a file to these others, and to no more. Links that are there already stay as they stand. Throws MetsFault
 * `mets-path-unknown`, `mets-not-a-file`, or `mets-value-unwritable` for a role that is no URI.
 */
export const setLinks = (draft: MetsDraft, path: string, links: readonly FileLink[]): void => {
  const from = fileIdAt(draft, path);
  const wanted = new Map(links.map(({ to, role }) => [keyOf(fileIdAt(draft, to), checked(path, role)), { to, role }]));
  const unwanted = draft.references.linksFrom(from).filter(({ element }) => {
    const role = attributeOf(element, 'arcrole', XLINK);
    return !wanted.delete(keyOf(attributeOf(element, 'to', XLINK) ?? '', role));
  });
  for (const { to, role } of wanted.values()) addLink(draft, from, fileIdAt(draft, to), role);
  for (const link of unwanted) draft.references.forgetLink(link);
  removeLinks(draft, unwanted);
};

const keyOf = (to: string, role: string | null): string => JSON.stringify([to, role]);

const checked = (path: string, role: string | null): string | null => {
  if (role === null || absoluteUri(role) === role) return role;
  throw new MetsFault(
    'mets-value-unwritable',
    `The role of a link of '${path}' cannot be written: '${role}' is no absolute URI.`,
  );
};

const addLink = (draft: MetsDraft, from: string, to: string, role: string | null): void => {
  const { make, references } = draft;
  const ends = [
    ['from', from, XLINK],
    ['to', to, XLINK],
  ] as const;
  const link = make(METS, 'smLink', role === null ? ends : [...ends, ['arcrole', role, XLINK]]);
  const parent = structLinkOf(draft);
  parent.children.push(link);
  references.addLink({ element: link, parent });
};

/** Sections that stand last are found from the end. */
const structLinkOf = ({ mets, make, changes }: MetsDraft): XmlElement => {
  const found = mets.children.findLast(
    (child): child is XmlElement => isNamed(child, METS, 'structLink') && !changes.isRemoved(mets, child),
  );
  if (found !== undefined) return found;
  const made = make(METS, 'structLink');
  insertSection(mets, made);
  return made;
};
