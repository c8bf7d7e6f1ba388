import { useState } from 'react';
import { isUnderWay, useJobAction, type Job } from '../../api/jobs.js';
import { useFormats, useWords } from '../../words/language.js';
import { Button } from '../controls/button.js';
import { Dialog } from '../controls/dialog.js';
import { useKeys } from '../keys.js';
import { Message, Problem } from '../feedback/messages.js';

/** The step from which a job can only be finished. */
const DECIDED: Readonly<Partial<Record<Job['kind'], string>>> = { import: 'publish', archiving: 'remove' };

/** When it was decided what a job makes; null before. */
export const decidedAt = ({ kind, steps }: Pick<Job, 'kind' | 'steps'>): string | null =>
  steps.find(({ step }) => step === DECIDED[kind])?.begun ?? null;

/** Cancels a job after a question, as long as that is possible; then it says why it no longer is. */
export const JobCancel = ({ job }: { readonly job: Job }) => {
  const { job: words, parts } = useWords();
  const { seconds, count } = useFormats();
  const [isAsked, ask] = useState(false);
  const cancel = useJobAction(job.jobId);
  const decided = decidedAt(job);
  const canCancel = isUnderWay(job) && decided === null;
  useKeys(canCancel ? { x: () => ask(true) } : {});
  if (!isUnderWay(job)) return null;
  const label = words.cancel[job.kind];
  return (
    <>
      <Button
        look={decided === null ? 'bad' : 'ordinary'}
        why={decided === null ? null : words.cannotCancel(seconds(decided))}
        onClick={() => ask(true)}
      >
        {label}
      </Button>
      <Dialog
        title={words.decidedMeanwhile}
        isOpen={isAsked && decided !== null}
        onClose={() => ask(false)}
        action={parts.close}
        isOnlyRead
        onAct={() => ask(false)}
      >
        <Message kind="info">{decided === null ? '' : `${words.cannotCancel(seconds(decided))}.`}</Message>
      </Dialog>
      <Dialog
        title={words.cancelTitle[job.kind]}
        isOpen={isAsked && decided === null}
        onClose={() => ask(false)}
        close={words.goOn}
        action={label}
        isFinal
        busy={cancel.isPending ? words.cancelling : null}
        onAct={() => cancel.mutate('cancel', { onSuccess: () => ask(false) })}
      >
        {job.progress === null || job.progress.ofFiles === null ? null : (
          <p>{words.soFar(words.filesOf(count(job.progress.files), job.progress.ofFiles))}</p>
        )}
        <p>{words.cancelWhy[job.kind]}</p>
        {cancel.error === null ? null : <Problem error={cancel.error} />}
      </Dialog>
    </>
  );
};
