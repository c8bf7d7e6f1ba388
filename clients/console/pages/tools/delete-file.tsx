import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readFolder } from '../../api/deposits.js';
import { preservation } from '../../api/services.js';
import { Button } from '../../parts/controls/button.js';
import { Dialog } from '../../parts/controls/dialog.js';
import { Problem } from '../../parts/feedback/messages.js';
import { useToast } from '../../parts/feedback/toasts.js';
import { useWords } from '../../words/language.js';

const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Deletes a file with a virus from the workspace and the METS, after a question. */
export const DeleteFile = ({ depositId, path }: { readonly depositId: string; readonly path: string }) => {
  const { tools: words } = useWords();
  const client = useQueryClient();
  const tell = useToast();
  const [isAsked, ask] = useState(false);
  const remove = useMutation({
    mutationFn: async () => {
      const { metsETag } = await readFolder(depositId, { path: '', limit: 0 });
      await preservation.POST('/deposits/{depositId}/mets/delete', {
        params: { path: { depositId }, header: metsETag === null ? {} : { 'If-Match': metsETag } },
        body: { deleteFromMets: true, deleteFromDepositFiles: true, items: [{ path, isDir: false }] },
      });
    },
    onSuccess: () => {
      ask(false);
      tell(words.removed(lastOf(path)));
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['deposits', depositId] }),
  });
  return (
    <>
      <Button small look="bad" onClick={() => ask(true)}>
        {words.remove}
      </Button>
      <Dialog
        title={words.removeTitle(lastOf(path))}
        isOpen={isAsked}
        onClose={() => ask(false)}
        action={words.removeFinal}
        isFinal
        busy={remove.isPending ? words.removing : null}
        onAct={() => remove.mutate()}
      >
        <p>{words.removeWhy}</p>
        {remove.error === null ? null : <Problem error={remove.error} />}
      </Dialog>
    </>
  );
};
