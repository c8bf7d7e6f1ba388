import type { ViewDifference } from './compare-with-log.js';

const facts = (count: number): string => `${count} ${count === 1 ? 'fact' : 'facts'}`;

/** One difference as a sentence for operators. */
export const differenceText = (name: string, { category, inLog, consumed, missed }: ViewDifference): string => {
  const start = `The read model ${name} has consumed ${facts(consumed)} of category ${category}`;
  const which = missed === null ? '' : `; ${missed.type} at revision ${missed.revision} of ${missed.stream} was missed`;
  if (inLog === consumed) return `${start}, and they are not those that the log has.`;
  return `${start}, and the log has ${inLog}${which}.`;
};
