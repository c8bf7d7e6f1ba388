import type { CombinedFileRow, CombinedFolderRow, CombinedState } from '../../api/deposits.js';
import { Mark, Where, type MarkShape } from '../../parts/marks.js';
import { useWords } from '../../words/language.js';

const SHAPES: Readonly<Partial<Record<CombinedState, MarkShape>>> = {
  infected: 'inf',
  'digest-differs': 'warn',
  differs: 'warn',
  'not-identified': 'q',
  'not-scanned': 'q',
};
const PLACES = { Both: 'both', Deposit: 'dep', Mets: 'mets', Extra: 'extra' } as const;

/** Where a file is, and the worst that is known of it; of a folder the worst of what it holds, and how often. */
export const FileState = ({ entry }: { readonly entry: CombinedFileRow | CombinedFolderRow }) => {
  const { deposit: words } = useWords();
  const { worst, whereabouts } = entry;
  if (whereabouts === null || whereabouts === 'Neither') return null;
  const isEmpty = entry.kind === 'folder' && entry.files === 0;
  if (isEmpty)
    return (
      <Where place={PLACES[whereabouts]} title={words.whereabouts[whereabouts]}>
        <span>{words.emptyFolder}</span>
      </Where>
    );
  if (worst === null || (entry.kind === 'folder' && worst === 'recorded')) return null;
  const word = entry.kind === 'folder' ? words.counted[worst](entry.states[worst]) : words.fileStates[worst];
  const shape = SHAPES[worst];
  return (
    <Where place={PLACES[whereabouts]} title={words.whereabouts[whereabouts]}>
      {shape === undefined ? <span>{word}</span> : <Mark shape={shape}>{word}</Mark>}
    </Where>
  );
};
