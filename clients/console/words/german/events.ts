import type { Formats } from '../formats.js';
import type { Words } from '../english/english.js';

export const eventsWords = ({ count }: Formats): Words['events'] => ({
  byAct: 'Nach Vorgang',
  everyEvent: 'Jedes Ereignis',
  deposit: (id) => `Einlieferung ${id}`,
  root: 'oberste Ebene',
  by: 'Von wem',
  day: 'Bis zum Tag',
  everybody: 'Alle',
  fresh: (n, isMore) => `${count(n)}${isMore ? ' oder mehr' : ''} neu`,
  noneSoFar: 'Davon ist nichts unter dem Neuesten; es kann Älteres geben.',
  howMuch: 'Wie genau',
  newestFirst: 'Das Neueste zuerst; nichts davon kann geändert oder entfernt werden.',
  caused: (n) => `${count(n)} Ereignisse`,
  older: 'Ältere zeigen',
  noneByThen: 'Bis dahin war nichts geschehen',
  none: 'Noch ist nichts geschehen',
});
