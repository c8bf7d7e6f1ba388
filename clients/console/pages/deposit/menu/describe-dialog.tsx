import { useState } from 'react';
import type { Deposit } from '../../../api/deposits.js';
import { idOf } from '../../../api/identifiers.js';
import { Dialog } from '../../../parts/controls/dialog.js';
import { Field, TextField } from '../../../parts/controls/field.js';
import { Problem } from '../../../parts/feedback/messages.js';
import { useToast } from '../../../parts/feedback/toasts.js';
import { useWords } from '../../../words/language.js';
import { usePatch } from './use-patch.js';

/** Changes the name of what a deposit will be, and its note. */
export const DescribeDialog = ({ deposit, onClose }: { readonly deposit: Deposit; readonly onClose: () => void }) => {
  const { depositMenu: words, newDeposit } = useWords();
  const tell = useToast();
  const [name, setName] = useState(deposit.archivalGroupName ?? '');
  const [note, setNote] = useState(deposit.submissionText ?? '');
  const patch = usePatch(idOf(deposit.id), () => {
    tell(words.described);
    onClose();
  });
  return (
    <Dialog
      title={words.describe}
      isOpen
      onClose={onClose}
      action={words.save}
      busy={patch.isPending ? words.saving : null}
      onAct={() => patch.mutate({ archivalGroupName: name, submissionText: note })}
    >
      {patch.error === null ? null : <Problem error={patch.error} />}
      <TextField label={newDeposit.name} hint={newDeposit.nameHint} value={name} onChange={setName} autoFocus />
      <Field label={newDeposit.message} hint={newDeposit.messageHint}>
        {(attributes) => (
          <textarea {...attributes} rows={3} value={note} onChange={(event) => setNote(event.target.value)} />
        )}
      </Field>
    </Dialog>
  );
};
