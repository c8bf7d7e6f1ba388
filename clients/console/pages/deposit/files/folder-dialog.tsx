import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../../../api/data-of.js';
import { readFolder } from '../../../api/deposits.js';
import { preservation } from '../../../api/services.js';
import { Dialog } from '../../../parts/controls/dialog.js';
import { TextField } from '../../../parts/controls/field.js';
import { Problem } from '../../../parts/feedback/messages.js';
import { useToast } from '../../../parts/feedback/toasts.js';
import { useWords } from '../../../words/language.js';

/** Makes an empty folder in the workspace, by a request that is presigned for it. */
const makeFolder = async (depositId: string, path: string): Promise<void> => {
  const { uploads } = await dataOf(
    preservation.POST('/deposits/{depositId}/credentials', {
      params: { path: { depositId } },
      body: { files: [], folders: [path] },
    }),
  );
  for (const { url, method, headers } of uploads) {
    const { ok, status, statusText } = await fetch(url, { method, headers });
    if (!ok) throw new Error(`${status} ${statusText}`);
  }
  await readFolder(depositId, { path: '', limit: 0, refresh: true });
};

/** Asks for the name of a folder to make. */
export const FolderDialog = ({
  depositId,
  within,
  onClose,
}: {
  readonly depositId: string;
  readonly within: string;
  readonly onClose: () => void;
}) => {
  const { depositFiles: words } = useWords();
  const tell = useToast();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const make = useMutation({
    mutationFn: () => makeFolder(depositId, `${within}/${name}`),
    onSuccess: () => {
      tell(words.folderMade(name));
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['deposits', depositId] }),
  });
  return (
    <Dialog
      title={words.folderTitle(within)}
      isOpen
      onClose={onClose}
      action={words.makeFolder}
      why={name.trim() === '' ? words.nameFirst : name.includes('/') ? words.noSlash : null}
      busy={make.isPending ? words.making : null}
      onAct={() => make.mutate()}
    >
      {make.error === null ? null : <Problem error={make.error} />}
      <TextField label={words.name} hint={words.folderHint} value={name} onChange={setName} autoFocus />
    </Dialog>
  );
};
