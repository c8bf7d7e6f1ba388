import type { CombinedEntry, Deposit } from '../../../api/deposits.js';
import { idOf } from '../../../api/identifiers.js';
import type { DeleteFrom } from '../record-files.js';
import { DeleteDialog } from './delete-dialog.js';
import { FolderDialog } from './folder-dialog.js';
import { MoveDialog } from './moving/move-dialog.js';
import type { Move } from './moving/move-files.js';
import { NameDialog } from './name-dialog.js';
import { RightsDialog } from './rights-dialog.js';

/** The dialog that is open, and what it is about. */
export type Asked =
  | {
      readonly what: 'delete';
      readonly key: string;
      readonly read: () => Promise<readonly CombinedEntry[]>;
      readonly from?: DeleteFrom;
    }
  | { readonly what: 'rights'; readonly entries: readonly CombinedEntry[] }
  | { readonly what: 'name'; readonly entry: CombinedEntry }
  | { readonly what: 'move'; readonly entries: readonly CombinedEntry[]; readonly into?: string }
  | { readonly what: 'folder'; readonly within: string };

/** The dialog that was asked for. */
export const Asking = ({
  asked,
  reading,
  deposit,
  onClose,
  onDone,
  onMoved,
}: {
  readonly asked: Asked | null;
  /** How much of what is asked about is read; null before, and after. */
  readonly reading: string | null;
  readonly deposit: Deposit;
  readonly onClose: () => void;
  /** Told when what was selected is no more, or no more there. */
  readonly onDone: () => void;
  readonly onMoved: (moves: readonly Move[]) => void;
}) => {
  const depositId = idOf(deposit.id);
  switch (asked?.what) {
    case 'delete':
      return (
        <DeleteDialog
          {...{ deposit, depositId, reading, onClose, onDone }}
          selectionKey={asked.key}
          read={asked.read}
          from={asked.from ?? 'both'}
        />
      );
    case 'rights':
      return <RightsDialog {...{ depositId, onClose }} entries={asked.entries} />;
    case 'name':
      return <NameDialog {...{ depositId, onClose }} entry={asked.entry} />;
    case 'move':
      return <MoveDialog {...{ depositId, onClose, onMoved }} entries={asked.entries} into={asked.into ?? null} />;
    case 'folder':
      return <FolderDialog {...{ depositId, onClose }} within={asked.within} />;
    case undefined:
      return null;
  }
};
