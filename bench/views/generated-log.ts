import { randomUUID } from 'node:crypto';
import type { NewFact, RecordedFact } from '../../events/envelope.js';
import { categoryOf, type EventStore } from '../../events/store.js';
import { timestampOf } from '../../events/time.js';
import { forEachConcurrently } from '../../flow/concurrently.js';
import { pathId } from '../../formats/paths/path-id.js';
import { RECORDED } from './recorded-deposit.js';

/** Facts that are appended together, since they follow each other in one stream. */
interface TemplateAppend {
  readonly stream: string;
  readonly text: string;
}

const CONTAINERS = 1_000;
/** Deposits whose facts are mixed in the log, as those of deposits that are worked on at the same time. */
const AT_ONCE = 64;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}Z/g;
const ID_FIELD = /"[a-zA-Z]*Id":"([^"]{8,})"/g;
/** Streams that all deposits share. */
const SHARED: ReadonlySet<string> = new Set(['activityStream', 'processes', 'checkpoint', 'lease']);

const appendsOf = (facts: readonly RecordedFact[]): TemplateAppend[] => {
  const appends: { stream: string; facts: Omit<NewFact, 'id'>[] }[] = [];
  for (const { stream, type, data, metadata } of facts) {
    if (SHARED.has(categoryOf(stream))) continue;
    const last = appends.at(-1);
    if (last?.stream === stream) last.facts.push({ type, data, metadata });
    else appends.push({ stream, facts: [{ type, data, metadata }] });
  }
  return appends.map(({ stream, facts: each }) => ({ stream, text: JSON.stringify(each) }));
};

/** What differs from deposit to deposit: ids, and the paths. */
const idsIn = (appends: readonly TemplateAppend[]): readonly string[] => [
  ...new Set(appends.flatMap(({ text }) => [...text.matchAll(ID_FIELD)].map(([, id = '']) => id))),
];

/**
 * Appends the facts of `deposits` deposits to a log, each as the recorded one with ids, paths and times of its own; answers how
 * many facts.
 */
export const generateLog = async (
  events: EventStore,
  recorded: readonly RecordedFact[],
  deposits: number,
): Promise<number> => {
  const appends = appendsOf(recorded);
  const ids = idsIn(appends);
  const ofContainer = appends.findIndex(({ stream }) => categoryOf(stream) === 'archivalGroup');
  const path = `${RECORDED.container}/${RECORDED.group}`;
  const changing = new RegExp(
    [...ids, pathId(path), pathId(RECORDED.container), RECORDED.container, RECORDED.group].join('|'),
    'g',
  );
  const numbers = Array.from({ length: deposits }, (_each, number) => number);
  let written = 0;
  await forEachConcurrently(numbers, { width: AT_ONCE }, async (number) => {
    const container = `box${number % CONTAINERS}`;
    const group = `letters${number}`;
    const names = new Map<string, string>([
      [RECORDED.container, container],
      [RECORDED.group, group],
      [pathId(RECORDED.container), pathId(container)],
      [pathId(path), pathId(`${container}/${group}`)],
    ]);
    const renamed = (found: string): string => {
      const known = names.get(found) ?? randomUUID().slice(0, found.length).padEnd(found.length, '0');
      names.set(found, known);
      return known;
    };
    const later = (time: string): string => timestampOf(new Date(Date.parse(time) + number * 1_000));
    for (const { stream, text } of number < CONTAINERS ? appends : appends.slice(ofContainer)) {
      const own = JSON.parse(text.replace(changing, renamed).replace(TIME, later)) as Omit<NewFact, 'id'>[];
      const facts = own.map((fact) => ({ ...fact, id: randomUUID() }));
      await events.append(stream.replace(changing, renamed), facts, 'any');
      written += facts.length;
    }
  });
  return written;
};
