import { firstWithin } from '../../xml/navigate.js';
import type { Readable } from '../../xml/readable.js';
import type { XmlElement } from '../../xml/tree.js';
import { METS } from '../elements/namespaces.js';
import { MetsFault } from '../model/fault.js';

const METS_2 = 'http://www.loc.gov/METS/v2';

/** The mets element of METS 1 in a document. Throws MetsFault `mets-missing`. */
export const metsElement = (root: XmlElement): XmlElement => {
  const mets = firstWithin(root, METS, 'mets');
  if (mets === undefined) throw metsMissing(root);
  return mets;
};

/** The fault of a document with this root that holds no METS 1. */
export const metsMissing = (root: Pick<Readable<unknown>, 'name' | 'namespace'>): MetsFault =>
  new MetsFault('mets-missing', whyMissing(root));

const whyMissing = ({ name, namespace }: Pick<Readable<unknown>, 'name' | 'namespace'>): string => {
  if (name !== 'mets') return 'The document holds no mets element.';
  if (namespace === METS_2)
    return `The document is METS 2, which this platform does not read. Convert it to METS 1 (namespace ${METS}).`;
  const place = namespace === '' ? 'no namespace' : `the namespace "${namespace}"`;
  return `The mets element of the document is in ${place}; that of METS 1 is "${METS}".`;
};
