import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { escapePath, parentOf, type RepositoryPath } from '../../../../../formats/paths/repository-path.js';
import { readRepositoryAgain, refusalCode } from '../../../api/repository.js';
import { preservation } from '../../../api/services.js';
import { Button } from '../../../parts/controls/button.js';
import { Dialog } from '../../../parts/controls/dialog.js';
import { Message, Problem } from '../../../parts/feedback/messages.js';
import { useToast } from '../../../parts/feedback/toasts.js';
import { useWords } from '../../../words/language.js';

/** Goes from the page of a container that is no longer there to the one that it was in. */
export const useGoToParent = (path: RepositoryPath) => {
  const navigate = useNavigate();
  return () => navigate({ to: '/repository/$', params: { _splat: parentOf(path) ?? '' } });
};

/** Deletes an empty container, or frees the address of one that was deleted. */
export const useDeletion = (path: RepositoryPath, onDone: () => Promise<void> | void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (purge: boolean) =>
      preservation.DELETE('/repository/{path}', {
        params: {
          path: { path: escapePath(path) },
          query: purge ? { purge } : {},
          header: { 'Idempotency-Key': crypto.randomUUID() },
        },
      }),
    onSuccess: async () => {
      await onDone();
      await readRepositoryAgain(client);
    },
  });
};

interface Unwanted {
  readonly path: RepositoryPath;
  readonly name: string;
}

interface DeleteDialogOptions extends Unwanted {
  readonly onClose: () => void;
  readonly onDeleted: () => Promise<void> | void;
}

/** Asks whether an empty container is to be deleted, and whether its address is kept. */
export const DeleteDialog = ({ path, name, onClose, onDeleted }: DeleteDialogOptions) => {
  const { repository: words } = useWords();
  const tell = useToast();
  const [purge, setPurge] = useState(false);
  const remove = useDeletion(path, () => {
    tell(words.containerDeleted(name));
    return onDeleted();
  });
  const choices = [
    { value: false, label: words.keepAddress, hint: words.keepAddressHint },
    { value: true, label: words.freeAddress, hint: words.freeAddressHint },
  ];
  return (
    <Dialog
      title={words.deleteTitle(name)}
      isOpen
      onClose={onClose}
      action={words.deleteContainer}
      isFinal
      busy={remove.isPending ? words.deleting : null}
      onAct={() => remove.mutate(purge)}
    >
      <fieldset className="field">
        <legend className="l">{words.itsAddress(path)}</legend>
        {choices.map(({ value, label, hint }) => (
          <label key={label} className="choice">
            <input type="radio" name="address" checked={purge === value} onChange={() => setPurge(value)} />
            <span>
              {label}
              <span className="hint">{hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {remove.error === null ? null : refusalCode(remove.error) === 'container-not-deletable' ? (
        <Message kind="bad">{words.notEmpty}</Message>
      ) : (
        <Problem error={remove.error} />
      )}
    </Dialog>
  );
};

/** The button to delete a container, on its page; `isEmpty` is null where that is not known. */
export const DeleteContainer = ({ isEmpty, ...unwanted }: Unwanted & { readonly isEmpty: boolean | null }) => {
  const { repository: words } = useWords();
  const [isOpen, setOpen] = useState(false);
  const goToParent = useGoToParent(unwanted.path);
  return (
    <>
      <Button look="bad" why={isEmpty === false ? words.notEmpty : null} onClick={() => setOpen(true)}>
        {words.delete}
      </Button>
      {isOpen ? <DeleteDialog {...unwanted} onClose={() => setOpen(false)} onDeleted={goToParent} /> : null}
    </>
  );
};
