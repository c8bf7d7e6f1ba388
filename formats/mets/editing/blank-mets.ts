import type { XmlDocument } from '../../xml/document.js';
import { parseXml } from '../../xml/parse.js';
import type { XmlElement } from '../../xml/tree.js';
import { elementMaker } from '../elements/element-maker.js';
import { METS, MODS, usualPrefixes } from '../elements/namespaces.js';

/** The title, agent and date of a new METS. */
export interface MetsHeading {
  /** `[Untitled]` where there is none. */
  readonly title: string | null;
  /** The name of the agent that creates it. */
  readonly agent: string;
  readonly now: Date;
}

/**
 * A METS without files or folders: header, title, an empty file section and the root of the physical structure. The
 * caller closes the document.
 */
export const blankMets = (heading: MetsHeading): XmlDocument => {
  const document = parseXml(Buffer.from(`<mets:mets${DECLARED}/>`));
  try {
    fill(document.root, heading);
    return document;
  } catch (error) {
    document.close();
    throw error;
  }
};

const DECLARED = usualPrefixes.map(({ prefix, uri }) => ` xmlns:${prefix}="${uri}"`).join('');

const fill = (root: XmlElement, { title, agent, now }: MetsHeading): void => {
  const make = elementMaker(root);
  const creator: readonly [string, string][] = [
    ['ROLE', 'CREATOR'],
    ['TYPE', 'OTHER'],
    ['OTHERTYPE', 'SOFTWARE'],
  ];
  const named = make(METS, 'agent', creator, [make(METS, 'name', [], [agent])]);
  const titleInfo = make(MODS, 'titleInfo', [], [make(MODS, 'title', [], [title ?? '[Untitled]'])]);
  const data = make(METS, 'xmlData', [], [make(MODS, 'mods', [], [titleInfo])]);
  const rootDiv: readonly [string, string][] = [
    ['ID', 'PHYS_ROOT'],
    ['LABEL', '__ROOT'],
    ['TYPE', 'Directory'],
    ['DMDID', 'DMD_PHYS_ROOT'],
  ];
  root.children = [
    make(METS, 'metsHdr', [['CREATEDATE', now.toISOString()]], [named]),
    make(METS, 'dmdSec', [['ID', 'DMD_PHYS_ROOT']], [make(METS, 'mdWrap', [['MDTYPE', 'MODS']], [data])]),
    make(METS, 'fileSec', [], [make(METS, 'fileGrp', [['USE', 'OBJECTS']])]),
    make(METS, 'structMap', [['TYPE', 'PHYSICAL']], [make(METS, 'div', rootDiv)]),
  ];
};
