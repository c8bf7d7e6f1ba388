import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { StoredEvent } from './stream.js';

export interface Filter {
  matches(event: StoredEvent): boolean;
  /** How many events are looked at for one page. */
  readonly window: number;
  /** After how many events a subscription is told how far it is. */
  readonly checkpointEvery: number;
}

const DEFAULT_WINDOW = 32;

const tester = (expression: ReadReq.Options.FilterOptions.Expression): ((text: string) => boolean) => {
  const regex = expression.getRegex();
  if (regex !== '') {
    const pattern = new RegExp(regex, 'u');
    return (text) => pattern.test(text);
  }
  const prefixes = expression.getPrefixList();
  return (text) => prefixes.some((prefix) => text.startsWith(prefix));
};

/** The filter that a reader of the whole log asked for; null when it wants everything. */
export const filterOf = (options: ReadReq.Options.FilterOptions | undefined): Filter | null => {
  if (options === undefined) return null;
  const window = options.hasMax() ? options.getMax() : DEFAULT_WINDOW;
  const checkpointEvery = window * options.getCheckpointintervalmultiplier();
  const onType = options.getEventType();
  const onStream = options.getStreamIdentifier();
  if (onType !== undefined) {
    const test = tester(onType);
    return { window, checkpointEvery, matches: (event) => test(event.type) };
  }
  const test = onStream === undefined ? () => true : tester(onStream);
  return { window, checkpointEvery, matches: (event) => test(event.stream) };
};
