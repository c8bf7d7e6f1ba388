import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { CombinedEntry, Deposit } from '../../../api/deposits.js';
import { Dialog } from '../../../parts/dialog.js';
import { Loaded } from '../../../parts/loading.js';
import { Message } from '../../../parts/messages.js';
import { useToast } from '../../../parts/toasts.js';
import { useWords } from '../../../words/language.js';
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

/** The question before files are deleted: how many, how many the repository does not have, and from where. */
export const DeleteDialog = (options: DeleteOptions) => {
  const { depositFiles: words } = useWords();
  const tell = useToast();
  const doomed = useDoomed(options);
  const { remove } = useEdits(options.depositId);
  const [typed, setTyped] = useState('');
  const [fromMets, setFromMets] = useState(true);
  const { data } = doomed;
  const lost = data?.lost ?? 0;
  const isTyped = isLostTyped(lost, typed);
  const why =
    data === undefined
      ? words.stillCounting
      : data.entries.length === 0
        ? words.nothingToDelete
        : isTyped
          ? null
          : words.typeFirst;
  const act = (): void =>
    remove.mutate(
      { entries: data?.entries ?? [], fromMets },
      {
        onSuccess: () => {
          tell(words.deleted(data?.files ?? 0));
          options.onDone();
        },
      },
    );
  const action = data?.isOnlyInMets === true ? words.takeOut : words.deleteFiles(data?.files ?? 0);
  return (
    <Dialog
      title={data?.isOnlyInMets === true ? words.takeOutTitle(data.files) : words.deleteTitle(data?.files ?? null)}
      isOpen
      isFinal
      onClose={options.onClose}
      action={action}
      why={why}
      busy={remove.isPending ? words.deleting : null}
      onAct={act}
    >
      <EditProblem error={remove.error} />
      <Loaded query={doomed} rows={2}>
        {({ files, kept, isOnlyInMets, isUnrecorded }) => (
          <>
            <p>{isOnlyInMets ? words.takeOutWhy(files) : words.deleteWhy(lost, files)}</p>
            {kept > 0 ? <Message kind="info">{words.kept(kept)}</Message> : null}
            {isOnlyInMets || isUnrecorded ? null : (
              <fieldset className="field">
                <legend className="l">{words.fromWhere}</legend>
                {([true, false] as const).map((both) => (
                  <label key={String(both)} className="choice">
                    <input type="radio" name="from" checked={fromMets === both} onChange={() => setFromMets(both)} />
                    <span>
                      {both ? words.fromBoth : words.fromWorkspace}
                      <span className="hint">{both ? words.fromBothHint : words.fromWorkspaceHint}</span>
                    </span>
                  </label>
                ))}
              </fieldset>
            )}
            <LostNumber lost={lost} typed={typed} onType={setTyped} />
          </>
        )}
      </Loaded>
    </Dialog>
  );
};
