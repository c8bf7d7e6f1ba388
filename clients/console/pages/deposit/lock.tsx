import { useMutation, useQueryClient } from '@tanstack/react-query';
import { idOf } from '../../api/identifiers.js';
import type { Deposit } from '../../api/deposits.js';
import { preservation } from '../../api/services.js';
import { useSession } from '../../api/session.js';
import { Button } from '../../parts/controls/button.js';
import { Problem } from '../../parts/feedback/messages.js';
import { useWords } from '../../words/language.js';

/** Locks a deposit, or gives the lock back. For a lock of somebody else `services.ts` has the person asked first. */
export const Lock = ({ deposit }: { readonly deposit: Deposit }) => {
  const { deposit: words, frame } = useWords();
  const { agent } = useSession();
  const client = useQueryClient();
  const depositId = idOf(deposit.id);
  const holder = deposit.lockedBy === null ? null : idOf(deposit.lockedBy);
  const path = { depositId };
  const lock = useMutation({
    mutationFn: () => preservation.POST('/deposits/{depositId}/lock', { params: { path } }),
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
  return (
    <>
      <Button busy={lock.isPending ? words.locking : null} onClick={() => lock.mutate()}>
        {holder === null ? words.lock : frame.takeOver}
      </Button>
      {lock.error === null ? null : <Problem error={lock.error} />}
    </>
  );
};
