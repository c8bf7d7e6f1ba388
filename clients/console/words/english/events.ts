import type { Formats } from '../formats.js';

/** Histories: who did what, and when. */
export const eventsWords = ({ count }: Formats) => ({
  byAct: 'By act',
  everyEvent: 'Every event',
  deposit: (id: string) => `deposit ${id}`,
  root: 'top of the repository',
  by: 'By whom',
  day: 'Up to the day',
  everybody: 'Everybody',
  fresh: (n: number, isMore: boolean) => `${count(n)}${isMore ? ' or more' : ''} new`,
  noneSoFar: 'Nothing of this among the newest; there may be older ones.',
  howMuch: 'How much',
  newestFirst: 'Newest first; nothing of it can be changed or removed.',
  caused: (n: number) => `${count(n)} events`,
  older: 'Show older ones',
  noneByThen: 'Nothing had happened by then',
  none: 'Nothing has happened yet',
});
