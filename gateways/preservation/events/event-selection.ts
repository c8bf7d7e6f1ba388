import type { Position } from '../../../events/envelope.js';
import type { EventStore } from '../../../events/store.js';
import { publicTopics, type PublicCategory } from '../../../schemas/events/topics.js';
import { refused, success, type Result } from '../../../flow/result.js';

/** Which public events a reader wants. */
export interface EventSelection {
  /** Exclusive; absent for the beginning of the log. */
  readonly after?: Position;
  readonly categories: readonly PublicCategory[];
}

/** What the request says: a position or `latest`, and names of topics between commas. */
export interface AskedSelection {
  readonly after: string | undefined;
  readonly topics: string | undefined;
}

const CATEGORIES = Object.keys(publicTopics) as PublicCategory[];
const byTopic = new Map(CATEGORIES.map((category) => [publicTopics[category].name, category]));

/** The positions of one log differ in their digits alone. */
const shapeOf = (position: string): string => position.replaceAll(/\d/g, '0');

/** The stream categories of topics; the sentence of a refusal for a topic that there is not. */
const categoriesOf = (topics: string | undefined): Result<readonly PublicCategory[], string> => {
  if (topics === undefined) return success(CATEGORIES);
  const names = topics.split(',').map((name) => name.trim().toLowerCase());
  const unknown = names.find((name) => !byTopic.has(name));
  if (unknown !== undefined)
    return refused(`There is no topic '${unknown}'; there are ${[...byTopic.keys()].join(', ')}.`);
  return success(CATEGORIES.filter((category) => names.includes(publicTopics[category].name)));
};

/**
 * The events that a request asks for, else the sentence of its refusal. A position that is after the newest event
 * comes from another log, or from this one before it was restored: waiting there would miss events.
 */
export const selectEvents = async (
  events: Pick<EventStore, 'head'>,
  { after, topics }: AskedSelection,
): Promise<Result<EventSelection, string>> => {
  const categories = categoriesOf(topics);
  if (!categories.ok) return categories;
  if (after === undefined || after === '') return success({ categories: categories.value });
  const head = await events.head();
  if (after.toLowerCase() === 'latest')
    return success({ categories: categories.value, ...(head === null ? {} : { after: head }) });
  if (head === null || shapeOf(after) !== shapeOf(head)) return refused(`'${after}' is no position of this log.`);
  if (after > head)
    return refused(
      `The position ${after} is after the newest event of this log, which has been restored since, or is another one. ` +
        'Read again without a position.',
    );
  return success({ categories: categories.value, after: after as Position });
};
