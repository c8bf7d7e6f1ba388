import { useState } from 'react';
import { Dialog } from '../../../parts/controls/dialog.js';
import { TextField } from '../../../parts/controls/field.js';
import { useToast } from '../../../parts/feedback/toasts.js';
import { useWords } from '../../../words/language.js';
import { EditProblem } from './edit-problem.js';
import type { CombinedEntry } from '../../../api/deposits.js';
import { useEdits } from './use-edits.js';

/** Changes the name under which the METS shows a file or folder; an empty one is the last part of the path again. */
export const NameDialog = ({
  depositId,
  entry,
  onClose,
}: {
  readonly depositId: string;
  readonly entry: CombinedEntry;
  readonly onClose: () => void;
}) => {
  const { depositFiles: words } = useWords();
  const tell = useToast();
  const { setProperties } = useEdits(depositId);
  const [name, setName] = useState(entry.name);
  const last = entry.path.slice(entry.path.lastIndexOf('/') + 1);
  const act = (): void =>
    setProperties.mutate(
      { paths: [entry.path], ...(name.trim() === '' ? { clear: ['name'] } : { name: name.trim() }) },
      {
        onSuccess: () => {
          tell(words.named(name.trim() === '' ? last : name.trim()));
          onClose();
        },
      },
    );
  return (
    <Dialog
      title={words.nameTitle(entry.name)}
      isOpen
      onClose={onClose}
      action={words.setName}
      busy={setProperties.isPending ? words.setting : null}
      onAct={act}
    >
      <EditProblem error={setProperties.error} />
      <TextField label={words.name} hint={words.nameHint(last)} value={name} onChange={setName} autoFocus />
    </Dialog>
  );
};
