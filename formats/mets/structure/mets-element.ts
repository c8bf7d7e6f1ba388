import { firstWithin } from '../../xml/navigate.js';
import type { XmlElement } from '../../xml/tree.js';
import { METS } from '../elements/namespaces.js';
import { MetsFault } from '../model/fault.js';

const METS_2 = 'http://www.loc.gov/METS/v2';

/** The mets element of METS 1 in a document. Throws MetsFault `mets-missing`. */
export const metsElement = (root: XmlElement): XmlElement => {
  const mets = firstWithin(root, METS, 'mets');
  if (mets === undefined) throw new MetsFault('mets-missing', whyMissing(root));
  return mets;
};

const whyMissing = ({ name, namespace }: XmlElement): string => {
  if (name !== 'mets') return 'The document holds no mets element.';
  if (namespace === METS_2)
    return `The document is METS 2, which this platform does not read. Convert it to METS 1 (namespace ${METS}).`;
  const place = namespace === '' ? 'no namespace' : `the namespace "${namespace}"`;
  return `The mets element of the document is in ${place}; that of METS 1 is "${METS}".`;
};
