import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { idOf } from '../../api/identifiers.js';
import type { Deposit } from '../../api/deposits.js';
import { preservation } from '../../api/services.js';
import { useSession } from '../../api/session.js';
import { Button } from '../../parts/button.js';
import { Dialog } from '../../parts/dialog.js';
import { Problem } from '../../parts/messages.js';
import { useFormats, useWords } from '../../words/language.js';

/** Locks a deposit, gives the lock back, or takes it over from another after a question. */
export const Lock = ({ deposit }: { readonly deposit: Deposit }) => {
  const { deposit: words } = useWords();
  const { when } = useFormats();
  const { agent } = useSession();
  const client = useQueryClient();
  const [isAsked, ask] = useState(false);
  const depositId = idOf(deposit.id);
  const holder = deposit.lockedBy === null ? null : idOf(deposit.lockedBy);
  const path = { depositId };
  const lock = useMutation({
    mutationFn: (force: boolean) =>
      preservation.POST('/deposits/{depositId}/lock', { params: { path, query: force ? { force } : {} } }),
    onSuccess: () => ask(false),
    onSettled: () => client.invalidateQueries({ queryKey: ['deposits', depositId] }),
  });
  const unlock = useMutation({
    mutationFn: () => preservation.DELETE('/deposits/{depositId}/lock', { params: { path } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['deposits', depositId] }),
  });
  if (holder === agent)
    return (
      <Button busy={unlock.isPending ? words.unlocking : null} onClick={() => unlock.mutate()}>
        {words.unlock}
      </Button>
    );
  if (holder === null)
    return (
      <Button busy={lock.isPending ? words.locking : null} onClick={() => lock.mutate(false)}>
        {words.lock}
      </Button>
    );
  const since = deposit.lockDate === null ? '' : when(deposit.lockDate);
  return (
    <>
      <Button onClick={() => ask(true)}>{words.takeOver}</Button>
      <Dialog
        title={words.takeOverTitle(holder)}
        isOpen={isAsked}
        onClose={() => ask(false)}
        action={words.takeOver}
        busy={lock.isPending ? words.locking : null}
        onAct={() => lock.mutate(true)}
      >
        <p>{words.takeOverWhy(holder, since)}</p>
        {lock.error === null ? null : <Problem error={lock.error} />}
      </Dialog>
    </>
  );
};
