import { useState } from 'react';
import type { CombinedEntry } from '../../../../api/deposits.js';
import { Dialog } from '../../../../parts/controls/dialog.js';
import { TextField } from '../../../../parts/controls/field.js';
import { Message } from '../../../../parts/feedback/messages.js';
import { useToast } from '../../../../parts/feedback/toasts.js';
import { useWords } from '../../../../words/language.js';
import { EditProblem } from '../edit-problem.js';
import { folderOf, isMovable, isRecordable } from '../entry.js';
import { useEdits } from '../use-edits.js';
import { FolderPicker } from './folder-picker.js';
import type { Move } from './move-files.js';

const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Why entries cannot be moved into a folder; null where they can. */
const useWhyNot = (entries: readonly CombinedEntry[], moves: readonly Move[], folder: string, name: string) => {
  const { depositFiles: words } = useWords();
  if (entries.length === 0) return words.nothingToMove;
  if (!isRecordable(folder)) return words.chooseFolder;
  if (name.trim() === '') return words.nameFirst;
  if (name.includes('/')) return words.noSlashInName;
  if (entries.some(({ path }) => folder === path || folder.startsWith(`${path}/`))) return words.notIntoItself;
  if (new Set(moves.map(({ to }) => to)).size < moves.length) return words.sameNames;
  return moves.some(({ from, to }) => from !== to) ? null : words.isThere;
};

/** Gives one file or folder another name or folder, or several another folder; the METS follows. */
export const MoveDialog = ({
  depositId,
  entries: all,
  into = null,
  onClose,
  onMoved,
}: {
  readonly depositId: string;
  readonly entries: readonly CombinedEntry[];
  /** The folder that is offered first; the one where they are by default. */
  readonly into?: string | null;
  readonly onClose: () => void;
  readonly onMoved: (moves: readonly Move[]) => void;
}) => {
  const { depositFiles: words } = useWords();
  const tell = useToast();
  const { move } = useEdits(depositId);
  const entries = all.filter(({ path }) => isMovable(path));
  const [first] = entries;
  const one = entries.length === 1 ? first : undefined;
  const here = folderOf(first?.path ?? '');
  const [folder, setFolder] = useState(into ?? (isRecordable(here) ? here : 'objects'));
  const [name, setName] = useState(one === undefined ? null : lastOf(one.path));
  const moves = entries.map(({ path }) => ({ from: path, to: `${folder}/${name ?? lastOf(path)}` }));
  const why = useWhyNot(entries, moves, folder, name ?? 'several');
  const files = entries.reduce((sum, entry) => sum + (entry.kind === 'folder' ? entry.files : 1), 0);
  const act = (): void =>
    move.mutate(
      moves.filter(({ from, to }) => from !== to),
      {
        onSuccess: (made) => {
          tell(name === null ? words.movedInto(files, folder) : words.movedTo(name));
          onMoved(made);
        },
      },
    );
  return (
    <Dialog
      title={one === undefined ? words.moveTitle(files) : words.moveOneTitle(lastOf(one.path))}
      isOpen
      onClose={onClose}
      action={one !== undefined && folder === here ? words.renameIt : words.moveHere}
      why={why}
      busy={move.isPending ? words.moving : null}
      onAct={act}
    >
      <EditProblem error={move.error} />
      {entries.length < all.length ? <Message kind="info">{words.kept(all.length - entries.length)}</Message> : null}
      {name === null ? null : (
        <TextField label={words.pathName} hint={words.pathNameHint} value={name} onChange={setName} autoFocus />
      )}
      <div className="field">
        <span className="l">{words.intoFolder}</span>
        <FolderPicker depositId={depositId} folder={folder} onFolder={setFolder} />
        <span className="hint">{words.moveHint}</span>
      </div>
    </Dialog>
  );
};
