import { attributeOf, childrenNamed } from '../../xml/navigate.js';
import type { XmlElement } from '../../xml/tree.js';
import { absoluteUri } from './absolute-uri.js';
import { METS, XLINK } from '../elements/namespaces.js';

/** An smLink: two IDs and their relation. */
export interface StructuralLink {
  readonly from: string;
  readonly to: string;
  /** A URI; null where there is none. */
  readonly role: string | null;
}

/** The links of the structLink section, in their order. */
export const structuralLinksIn = (mets: XmlElement): StructuralLink[] =>
  childrenNamed(mets, METS, 'structLink')
    .flatMap((section) => childrenNamed(section, METS, 'smLink'))
    .map((link) => ({
      from: attributeOf(link, 'from', XLINK) ?? '',
      to: attributeOf(link, 'to', XLINK) ?? '',
      role: absoluteUri(attributeOf(link, 'arcrole', XLINK)),
    }));
