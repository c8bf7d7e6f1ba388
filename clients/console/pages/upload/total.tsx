import { useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../../parts/controls/button.js';
import { Dialog } from '../../parts/controls/dialog.js';
import { useKeys } from '../../parts/keys.js';
import { Progress } from '../../parts/feedback/progress.js';
import { nextStep } from '../../uploads/pace.js';
import type { Uploading } from '../../uploads/store.js';
import { shareOf, type UploadView } from '../../uploads/upload-view.js';
import { useWords } from '../../words/language.js';

/** Tells screen readers each 10 %, and the end. */
const Steps = ({ view }: { readonly view: UploadView }) => {
  const { upload: words } = useWords();
  const [told, setTold] = useState(0);
  const step = view.phase === 'ended' ? null : nextStep(told, shareOf(view));
  useEffect(() => {
    if (step !== null) setTold(step);
  }, [step]);
  return (
    <p className="sr" role="status">
      {view.phase === 'ended' ? words.ended : told === 0 ? '' : words.step(told)}
    </p>
  );
};

const Numbers = ({ view }: { readonly view: UploadView }) => {
  const { upload: words } = useWords();
  if (view.phase === 'comparing') return <div className="soft">{words.comparing}</div>;
  const texts = [
    words.progressOf(view.counts.done, view.files),
    words.bytesOf(view.sent, view.bytes),
    ...(view.rate === null ? [] : [words.rate(view.rate)]),
    ...(view.secondsLeft === null ? [] : [words.left(view.secondsLeft)]),
  ];
  return <div className="soft">{texts.join(' · ')}</div>;
};

/** Pause and stop; stopping is asked about. */
const Actions = ({ depositId, uploading }: { readonly depositId: string; readonly uploading: Uploading }) => {
  const { upload: words } = useWords();
  const client = useQueryClient();
  const [isAsked, ask] = useState(false);
  const { upload, view } = uploading;
  const isPaused = view.phase === 'paused';
  const toggle = (): void => (isPaused ? upload.resume() : upload.pause());
  useKeys({ p: toggle });
  const stop = (): void => {
    ask(false);
    void import('../../uploads/start.js').then(({ stopUpload }) => stopUpload(client, depositId));
  };
  return (
    <div className="actions">
      <Button icon={isPaused ? 'play' : 'pause'} keyName="P" onClick={toggle}>
        {isPaused ? words.goOn : words.pause}
      </Button>
      <Button look="quiet" onClick={() => ask(true)}>
        {words.stop}
      </Button>
      <Dialog title={words.stopTitle} isOpen={isAsked} onClose={() => ask(false)} action={words.stop} onAct={stop}>
        <p>{words.stopWhy(view.counts.going + view.counts.waiting)}</p>
      </Dialog>
    </div>
  );
};

/** What goes up, how much of it has, how fast, and how long it takes. */
export const Total = ({ depositId, uploading }: { readonly depositId: string; readonly uploading: Uploading }) => {
  const { upload: words } = useWords();
  const { view } = uploading;
  const into = view.into === '' ? words.root : view.into;
  const title = { comparing: words.title, running: words.title, paused: words.pausedTitle, ended: words.endedTitle };
  const isHeld = view.phase === 'paused' || view.loss !== null || view.isSignedOut;
  return (
    <section className="total" aria-label={words.total} style={{ marginBlock: 'var(--s4)' }}>
      <div>
        <h2>{title[view.phase](view.name, into)}</h2>
        <Numbers view={view} />
      </div>
      <Progress label={words.progress} done={shareOf(view)} of={1} look={isHeld ? 'held' : 'thick'} />
      {view.phase === 'ended' ? null : <Actions depositId={depositId} uploading={uploading} />}
      <Steps view={view} />
    </section>
  );
};
