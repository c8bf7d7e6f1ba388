import type { XmlElement } from '../../xml/tree.js';
import type { NodePath } from '../../xml/xpath.js';
import { METS, MODS } from '../elements/namespaces.js';

/**
 * The title of the first MODS record, else its first name; without a record, of the MODS elements in the whole document
 * (companion 6.2).
 */
export const titleOf = (mets: XmlElement): string | null => {
  const scope = mets.find(first('mods:mods')) ?? mets;
  return firstText(scope, 'mods:title') ?? firstText(scope, 'mods:name');
};

/** The MODS title in a descriptive section; null where it has none. */
export const titleWithin = (section: XmlElement): string | null => firstText(section, 'mods:title');

/** The name of the first agent. */
export const agentOf = (mets: XmlElement): string | null => {
  const agent = mets.find(first('mets:agent'));
  return agent === undefined ? null : firstText(agent, 'mets:name');
};

const firstText = (scope: XmlElement, name: string): string | null => {
  const element = scope.find(first(name));
  const text = element === undefined ? '' : element.text.trim();
  return text === '' ? null : text;
};

/** The first element of that name, in a document that may be large. */
const first = (name: string): NodePath => ({
  expression: `descendant-or-self::${name}[1]`,
  prefixes: { mets: METS, mods: MODS },
});
