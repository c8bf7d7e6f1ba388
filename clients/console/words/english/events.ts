import type { Formats } from '../formats.js';

/** Histories: who did what, and when. */
export const eventsWords = ({ count }: Formats) => ({
  byAct: 'By act',
  everyEvent: 'Every event',
  howMuch: 'How much',
  newestFirst: 'Newest first; nothing of it can be changed or removed.',
  caused: (n: number) => `${count(n)} events`,
  older: 'Show older ones',
  none: 'Nothing has happened yet',
});
