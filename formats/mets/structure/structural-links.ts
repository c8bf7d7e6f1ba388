import type { Readable } from '../../xml/readable.js';
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
export const structuralLinksIn = <E extends Readable<E>>(mets: E): StructuralLink[] =>
  mets
    .elements(METS, 'structLink')
    .flatMap((section) => section.elements(METS, 'smLink'))
    .map((link) => ({
      from: link.attribute('from', XLINK) ?? '',
      to: link.attribute('to', XLINK) ?? '',
      role: absoluteUri(link.attribute('arcrole', XLINK)),
    }));
