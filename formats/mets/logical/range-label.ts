import type { LogicalRange } from '../model/described-mets.js';
import type { NewRange } from './new-range.js';

type Labelled = Pick<LogicalRange, 'id' | 'type' | 'name'>;

/** The label of a range in a manifest (companion 15.2). */
export const rangeLabel = ({ id, type, name }: Labelled): string => `${type}: ${name ?? id}`;

/**
 * The range with the name that its label tells, where an editor has changed the label and left the name as it was `before`;
 * the type that begins the label is no part of the name.
 */
export const namedByLabel = (range: NewRange, before: Labelled): NewRange => {
  const { labels = [] } = range;
  const [label] = labels;
  if (label === undefined || range.name !== before.name || labels.includes(rangeLabel(before))) return range;
  const prefix = [range.type, before.type].map((type) => `${type}: `).find((each) => label.startsWith(each)) ?? '';
  return { ...range, name: label.slice(prefix.length) || null };
};
