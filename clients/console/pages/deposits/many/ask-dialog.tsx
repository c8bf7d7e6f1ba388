import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ARCHIVE_AGES, type ArchiveAge } from '../../../api/deposits.js';
import { isTyped } from '../../../api/typed-number.js';
import { Dialog } from '../../../parts/controls/dialog.js';
import { SelectField, TextField } from '../../../parts/controls/field.js';
import { Loaded } from '../../../parts/feedback/loading.js';
import { useFormats, useWords } from '../../../words/language.js';
import type { listingQuery } from '../filters.js';
import { MOST, targetsOf } from './actions.js';
import type { DepositSelection } from './selection.js';
import type { Action, Target } from './target.js';

interface AskOptions {
  readonly action: Action;
  readonly selection: DepositSelection;
  readonly asked: ReturnType<typeof listingQuery>;
  readonly onClose: () => void;
  readonly onAct: (targets: readonly Target[], olderThan: ArchiveAge) => void;
}

/** The question before something is done with many deposits. It names their number, which is typed where they are deleted. */
export const AskDialog = ({ action, selection, asked, onClose, onAct }: AskOptions) => {
  const { manyDeposits: words, depositMenu, depositFiles } = useWords();
  const { count } = useFormats();
  const [age, setAge] = useState<ArchiveAge>('P6M');
  const [typed, setTyped] = useState('');
  const isTooMany = selection.count > MOST;
  // What was counted here is what it is done with: it is read once, and not again when deposits change.
  const targets = useQuery({
    queryKey: ['many', action],
    queryFn: ({ signal }) => targetsOf(selection.chosen, asked, signal),
    enabled: !isTooMany,
    gcTime: 0,
    staleTime: Infinity,
  });
  const n = targets.data?.length ?? selection.count;
  const isSaid = action !== 'remove' || isTyped(n, typed);
  const why = isTooMany
    ? words.tooMany(MOST)
    : targets.data === undefined
      ? words.reading
      : n === 0
        ? words.none
        : isSaid
          ? null
          : depositFiles.typeFirst;
  return (
    <Dialog
      title={words.title[action](n)}
      isOpen
      isFinal={action === 'remove' || action === 'archive'}
      onClose={onClose}
      action={words.does[action](n)}
      why={why}
      onAct={() => {
        if (targets.data !== undefined) onAct(targets.data, age);
      }}
    >
      <p>{words.what[action]}</p>
      <p>{isTooMany ? `${words.tooMany(MOST)}.` : words.inTurn}</p>
      {action === 'archive' ? (
        <SelectField
          label={depositMenu.lastChanged}
          value={age}
          options={ARCHIVE_AGES.map((value) => ({ value, label: depositMenu.ages[value] }))}
          onChange={setAge}
        />
      ) : null}
      {isTooMany ? null : (
        <Loaded query={targets} rows={1}>
          {() =>
            action === 'remove' && n > 0 ? (
              <TextField
                label={words.typeNumber}
                hint={count(n)}
                inputMode="numeric"
                autoComplete="off"
                autoFocus
                value={typed}
                onChange={setTyped}
              />
            ) : null
          }
        </Loaded>
      )}
    </Dialog>
  );
};
