import { useEffect, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { readFolder } from '../../api/deposits.js';
import { Button } from '../../parts/controls/button.js';
import { Message, Problem } from '../../parts/feedback/messages.js';
import { useToast } from '../../parts/feedback/toasts.js';
import type { OpenUpload } from '../../uploads/keeper.js';
import type { UploadView } from '../../uploads/upload-view.js';
import { useFormats, useWords } from '../../words/language.js';
import { useRecordAll } from '../deposit/record-files.js';

const iso = (ms: number): string => new Date(ms).toISOString();

/** The connection: lost, or lost for a while. */
const Connection = ({ view: { loss, pastLoss } }: { readonly view: UploadView }) => {
  const { upload: words } = useWords();
  const { when } = useFormats();
  if (loss !== null)
    return (
      <Message kind="warn">
        <p role="status">
          <strong>{words.lost(when(iso(loss.since)))}</strong>
        </p>
        <p>{words.lostWhy(loss.origin === 'platform' ? words.platform : loss.origin)}</p>
      </Message>
    );
  if (pastLoss === null) return null;
  return (
    <Message kind="info">
      <p role="status">
        <strong>{words.back(when(iso(pastLoss.since)), (pastLoss.until - pastLoss.since) / 1_000)}</strong>
      </p>
      <p>{words.backHow}</p>
    </Message>
  );
};

/** What is next once all is there. */
const Ended = ({ view, depositId }: { readonly view: UploadView; readonly depositId: string }) => {
  const { upload: words, deposit } = useWords();
  const tell = useToast();
  const record = useRecordAll(depositId);
  // The platform looks at the workspace first, so that none of the files is missed.
  const look = useMutation({ mutationFn: () => readFolder(depositId, { path: '', limit: 0, refresh: true }) });
  const recordAll = (): void =>
    look.mutate(undefined, {
      onSuccess: () => record.mutate(undefined, { onSuccess: (n) => tell(deposit.recordedNow(n)) }),
    });
  const error = look.error ?? record.error;
  if (view.counts.done === 0) return null;
  const facts = [
    ...(view.skipped > 0 ? [words.skipped(view.skipped)] : []),
    ...(view.emptyFolders > 0 ? [words.emptyFolders(view.emptyFolders)] : []),
    ...(record.isSuccess ? [] : [words.next]),
  ];
  return (
    <>
      <Message
        kind="ok"
        actions={
          <>
            <Link className="b small" to="/deposits/$deposit" params={{ deposit: depositId }}>
              {words.seeFiles}
            </Link>
            {record.isSuccess ? null : (
              <Button small busy={look.isPending || record.isPending ? words.recording : null} onClick={recordAll}>
                {words.record}
              </Button>
            )}
          </>
        }
      >
        <p>
          <strong>{words.done(view.counts.done)}</strong>
        </p>
        <p>{facts.join(' ')}</p>
      </Message>
      {error === null ? null : <Problem error={error} />}
    </>
  );
};

/** All that is to be said of an upload, at its head. */
export const Notices = ({ view, depositId }: { readonly view: UploadView; readonly depositId: string }) => {
  const { upload: words } = useWords();
  const { refused } = view.counts;
  return (
    <>
      {view.halt === null ? null : (
        <>
          <Message kind="warn">
            <p>{words.halted}</p>
          </Message>
          <Problem error={view.halt} />
        </>
      )}
      {view.phase === 'ended' ? <Ended view={view} depositId={depositId} /> : <Connection view={view} />}
      {refused === 0 ? null : (
        <Message kind="warn">
          <p role="status">
            <strong>{words.refused(refused)}</strong>
          </p>
          <p>{view.phase === 'ended' ? words.refusedOnly : words.refusedHow}</p>
        </Message>
      )}
    </>
  );
};

/** An upload that was going on when the page was left or loaded again. */
export const Unfinished = ({ depositId }: { readonly depositId: string }) => {
  const { upload: words } = useWords();
  const [open, setOpen] = useState<OpenUpload | null>(null);
  useEffect(() => {
    let isShown = true;
    // A browser that keeps nothing has nothing to go on with.
    void import('../../uploads/keeper.js')
      .then(({ openUploadOf }) => openUploadOf(depositId))
      .then((found) => (isShown ? setOpen(found) : undefined))
      .catch(() => undefined);
    return () => {
      isShown = false;
    };
  }, [depositId]);
  if (open === null) return null;
  const forget = (): void => {
    setOpen(null);
    void import('../../uploads/keeper.js').then(({ forgetUploads }) => forgetUploads(depositId));
  };
  return (
    <Message
      kind="info"
      actions={
        <Button small look="quiet" onClick={forget}>
          {words.forget}
        </Button>
      }
    >
      <p>
        <strong>{words.unfinished(open.name, open.files, open.begun)}</strong>
      </p>
      <p>{words.unfinishedHow}</p>
    </Message>
  );
};
