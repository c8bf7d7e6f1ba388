import { useSyncExternalStore } from 'react';
import { openQuestion, subscribeToQuestions } from '../api/lock-question.js';
import { Dialog } from '../parts/controls/dialog.js';
import { useFormats, useWords } from '../words/language.js';

/** Asks whether the lock of somebody else is taken over, on whatever page a change met it. */
export const LockQuestion = () => {
  const { frame: words } = useWords();
  const { when } = useFormats();
  const question = useSyncExternalStore(subscribeToQuestions, openQuestion);
  if (question === null) return null;
  const { holder, answer } = question;
  return (
    <Dialog
      title={words.takeOverTitle(holder.by)}
      isOpen
      onClose={() => answer(false)}
      action={words.takeOver}
      onAct={() => answer(true)}
    >
      <p>{words.takeOverWhy(holder.by, when(holder.since))}</p>
    </Dialog>
  );
};
