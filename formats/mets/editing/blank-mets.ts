import type { XmlDocument, XmlElement } from '../../xml/tree.js';
import { elementMaker } from './element-maker.js';
import { METS, MODS, usualPrefixes } from '../structure/namespaces.js';

/** The title, agent and date of a new METS. */
export interface MetsHeading {
  /** `[Untitled]` where there is none. */
  readonly title: string | null;
  /** The name of the agent that creates it. */
  readonly agent: string;
  readonly now: Date;
}

/** A METS without files or folders: header, title, an empty file section and the root of the physical structure. */
export const blankMets = ({ title, agent, now }: MetsHeading): XmlDocument => {
  const root: XmlElement = {
    kind: 'element',
    name: 'mets',
    prefix: 'mets',
    namespace: METS,
    attributes: [],
    namespaces: usualPrefixes,
    children: [],
  };
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
  root.children.push(
    make(METS, 'metsHdr', [['CREATEDATE', now.toISOString()]], [named]),
    make(METS, 'dmdSec', [['ID', 'DMD_PHYS_ROOT']], [make(METS, 'mdWrap', [['MDTYPE', 'MODS']], [data])]),
    make(METS, 'fileSec', [], [make(METS, 'fileGrp', [['USE', 'OBJECTS']])]),
    make(METS, 'structMap', [['TYPE', 'PHYSICAL']], [make(METS, 'div', rootDiv)]),
  );
  return { declaration: null, prolog: [], root, epilog: [] };
};
