import { firstWithin } from '../../xml/navigate.js';
import type { XmlElement } from '../../xml/tree.js';
import { METS, MODS } from '../elements/namespaces.js';

/**
 * The title of the first MODS record, else its first name; without a record, of the MODS elements in the whole document
 * (companion 6.2).
 */
export const titleOf = (mets: XmlElement): string | null => {
  const scope = firstWithin(mets, MODS, 'mods') ?? mets;
  return firstText(scope, MODS, 'title') ?? firstText(scope, MODS, 'name');
};

/** The MODS title in a descriptive section; null where it has none. */
export const titleWithin = (section: XmlElement): string | null => firstText(section, MODS, 'title');

/** The name of the first agent. */
export const agentOf = (mets: XmlElement): string | null => {
  const agent = firstWithin(mets, METS, 'agent');
  return agent === undefined ? null : firstText(agent, METS, 'name');
};

const firstText = (scope: XmlElement, namespace: string, name: string): string | null => {
  const element = firstWithin(scope, namespace, name);
  const text = element?.text.trim() ?? '';
  return text === '' ? null : text;
};
