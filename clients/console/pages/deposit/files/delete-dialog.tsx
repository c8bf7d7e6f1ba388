import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { CombinedEntry, Deposit } from '../../../api/deposits.js';
import { Dialog } from '../../../parts/controls/dialog.js';
import { Loaded } from '../../../parts/feedback/loading.js';
import { Message } from '../../../parts/feedback/messages.js';
import { useToast } from '../../../parts/feedback/toasts.js';
import { useWords } from '../../../words/language.js';
import type { DeleteFrom } from '../record-files.js';
import { EditProblem } from './edit-problem.js';
import { isKept } from './entry.js';
import { countLost } from './lost-files.js';
import { isLostTyped, LostNumber } from './lost-number.js';
import { useEdits } from './use-edits.js';

interface DeleteOptions {
  readonly deposit: Deposit;
  readonly depositId: string;
  /** Names what is to be deleted, so that it is read once. */
  readonly selectionKey: string;
  readonly read: () => Promise<readonly CombinedEntry[]>;
  /** How much of it is read; null before, and after. */
  readonly reading: string | null;
  /** What is chosen at first. */
  readonly from?: DeleteFrom;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

interface Doomed {
  readonly entries: readonly CombinedEntry[];
  readonly files: number;
  readonly kept: number;
  /** Files that the repository does not have. */
  readonly lost: number;
  /** Whether nothing of it is in the workspace, so that only the METS changes. */
  readonly isOnlyInMets: boolean;
  /** Whether nothing of it is in the METS. */
  readonly isUnrecorded: boolean;
}

const FROM: readonly DeleteFrom[] = ['both', 'workspace', 'mets'];

const isInMets = ({ whereabouts }: CombinedEntry): boolean => whereabouts === 'Both' || whereabouts === 'Mets';

/** What would be deleted, and what of it would be lost. */
const useDoomed = ({ deposit, depositId, selectionKey, read }: DeleteOptions) =>
  useQuery({
    queryKey: ['deposits', depositId, 'doomed', selectionKey],
    queryFn: async (): Promise<Doomed> => {
      const all = await read();
      const entries = all.filter(({ path }) => !isKept(path));
      const files = entries.filter(({ kind }) => kind === 'file');
      return {
        entries,
        files: files.length,
        kept: all.length - entries.length,
        lost: await countLost(deposit, files),
        isUnrecorded: entries.every(({ whereabouts }) => whereabouts === 'Deposit'),
        isOnlyInMets: entries.every(({ whereabouts }) => whereabouts === 'Mets'),
      };
    },
    staleTime: 0,
    gcTime: 0,
  });

const FromWhere = ({
  from,
  onChoose,
}: {
  readonly from: DeleteFrom;
  readonly onChoose: (from: DeleteFrom) => void;
}) => {
  const { depositFiles: words } = useWords();
  return (
    <fieldset className="field">
      <legend className="l">{words.fromWhere}</legend>
      {FROM.map((each) => (
        <label key={each} className="choice">
          <input type="radio" name="from" checked={from === each} onChange={() => onChoose(each)} />
          <span>
            {words.places[each]}
            <span className="hint">{words.placeHints[each]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
};

/** From where it is deleted: as was chosen, unless it is in one place only. */
const placeOf = (data: Doomed | undefined, chosen: DeleteFrom): DeleteFrom =>
  data?.isOnlyInMets === true ? 'mets' : data?.isUnrecorded === true ? 'workspace' : chosen;

/** Why nothing can be deleted yet; null where it can. */
const useWhyNot = (data: Doomed | undefined, isTyped: boolean): string | null => {
  const { depositFiles: words } = useWords();
  if (data === undefined) return words.stillCounting;
  if (data.entries.length === 0) return words.nothingToDelete;
  return isTyped ? null : words.typeFirst;
};

/** The question before files are deleted: how many, how many the repository does not have, and from where. */
export const DeleteDialog = (options: DeleteOptions) => {
  const { depositFiles: words } = useWords();
  const tell = useToast();
  const doomed = useDoomed(options);
  const { remove } = useEdits(options.depositId);
  const [typed, setTyped] = useState('');
  const [chosen, choose] = useState<DeleteFrom>(options.from ?? 'both');
  const { data } = doomed;
  const from = placeOf(data, chosen);
  const isOut = from === 'mets';
  const lost = isOut ? 0 : (data?.lost ?? 0);
  const files = data?.files ?? 0;
  const why = useWhyNot(data, isLostTyped(lost, typed));
  const act = (): void =>
    remove.mutate(
      { entries: (data?.entries ?? []).filter((entry) => !isOut || isInMets(entry)), from },
      {
        onSuccess: () => {
          tell(isOut ? words.takenOut(files) : words.deleted(files));
          options.onDone();
        },
      },
    );
  const action = isOut ? words.takeOut : words.deleteFiles(files);
  return (
    <Dialog
      title={isOut ? words.takeOutTitle(files) : words.deleteTitle(data?.files ?? null)}
      isOpen
      isFinal={!isOut}
      onClose={options.onClose}
      action={action}
      why={why}
      busy={remove.isPending ? words.deleting : null}
      onAct={act}
    >
      <EditProblem error={remove.error} />
      {options.reading === null ? null : (
        <p className="muted" role="status">
          {options.reading}
        </p>
      )}
      <Loaded query={doomed} rows={2}>
        {({ kept, isOnlyInMets, isUnrecorded }) => (
          <>
            <p>
              {isOnlyInMets
                ? words.takeOutWhy(files)
                : isOut
                  ? words.takeOutStays(files)
                  : words.deleteWhy(lost, files)}
            </p>
            {kept > 0 ? <Message kind="info">{words.kept(kept)}</Message> : null}
            {isOnlyInMets || isUnrecorded ? null : <FromWhere from={from} onChoose={choose} />}
            <LostNumber lost={lost} typed={typed} onType={setTyped} />
          </>
        )}
      </Loaded>
    </Dialog>
  );
};
