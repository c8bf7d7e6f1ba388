import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { readEntries, type CombinedFileRow, type Deposit } from '../../../api/deposits.js';
import { idOf, pathOf } from '../../../api/identifiers.js';
import { preservation } from '../../../api/services.js';
import { Dialog } from '../../../parts/controls/dialog.js';
import { Loaded } from '../../../parts/feedback/loading.js';
import { Message, Problem } from '../../../parts/feedback/messages.js';
import { useToast } from '../../../parts/feedback/toasts.js';
import { Size } from '../../../parts/values.js';
import { useFormats, useWords } from '../../../words/language.js';
import { isKept } from '../files/entry.js';
import { countLost } from '../files/lost-files.js';
import { isLostTyped, LostNumber } from '../files/lost-number.js';

/** The files of a workspace, how much they are, and how many the repository does not have. */
const useDoomed = (deposit: Deposit) => {
  const depositId = idOf(deposit.id);
  return useQuery({
    queryKey: ['deposits', depositId, 'doomed', 'all'],
    queryFn: async () => {
      const files: CombinedFileRow[] = [];
      for await (const entry of readEntries(depositId, ''))
        if (entry.kind === 'file' && entry.inWorkspace !== null && !isKept(entry.path)) files.push(entry);
      const bytes = files.reduce((sum, { inWorkspace }) => sum + (inWorkspace?.size ?? 0), 0);
      return { files: files.length, bytes, lost: await countLost(deposit, files) };
    },
    gcTime: 0,
    staleTime: 0,
  });
};

interface DeleteOptions {
  readonly deposit: Deposit;
  readonly onClose: () => void;
}

type Job = NonNullable<Deposit['job']>;

interface NotNowOptions {
  readonly job: Job;
  readonly kind: Exclude<Job['kind'], 'pipelineRun'>;
  readonly onClose: () => void;
}

/** Says that a job of the deposit has not ended, and leads to it. */
const NotNow = ({ job, kind, onClose }: NotNowOptions) => {
  const { depositMenu: words, job: ofJob, parts } = useWords();
  const { when } = useFormats();
  const navigate = useNavigate();
  return (
    <Dialog
      title={words.notNow}
      isOpen
      onClose={onClose}
      close={parts.close}
      action={ofJob.openJob}
      onAct={() => void navigate({ to: '/jobs/$job', params: { job: job.jobId } })}
    >
      <Message kind="info">
        <p>
          <strong>{words.underWaySince(words.jobSince[kind], when(job.since))}</strong>
        </p>
        <p>{words.notNowWhy}</p>
      </Message>
    </Dialog>
  );
};

/** The question before a deposit is deleted; while a job goes on that is not ended by that, why it cannot be. */
export const DeleteDepositDialog = ({ deposit, onClose }: DeleteOptions) => {
  const { job } = deposit;
  return job && job.kind !== 'pipelineRun' ? (
    <NotNow job={job} kind={job.kind} onClose={onClose} />
  ) : (
    <Question deposit={deposit} onClose={onClose} />
  );
};

/** A number is to be typed where files are in no version. */
const Question = ({ deposit, onClose }: DeleteOptions) => {
  const { depositMenu: words, depositFiles } = useWords();
  const tell = useToast();
  const client = useQueryClient();
  const navigate = useNavigate();
  const depositId = idOf(deposit.id);
  const doomed = useDoomed(deposit);
  const [typed, setTyped] = useState('');
  const remove = useMutation({
    mutationFn: () => preservation.DELETE('/deposits/{depositId}', { params: { path: { depositId } } }),
    onSuccess: async () => {
      tell(words.deleted(deposit.archivalGroupName ?? depositId));
      await navigate({ to: '/deposits' });
      client.removeQueries({ queryKey: ['deposits', depositId] });
      await client.invalidateQueries({ queryKey: ['deposits'] });
    },
  });
  const { data } = doomed;
  const lost = data?.lost ?? 0;
  const isTyped = isLostTyped(lost, typed);
  const place = deposit.archivalGroup === null ? null : pathOf(deposit.archivalGroup);
  return (
    <Dialog
      title={words.deleteTitle(data?.files ?? null)}
      isOpen
      isFinal
      onClose={onClose}
      action={data?.files === 0 ? words.deleteOnly : words.deleteAll}
      why={data === undefined ? depositFiles.stillCounting : isTyped ? null : depositFiles.typeFirst}
      busy={remove.isPending ? depositFiles.deleting : null}
      onAct={() => remove.mutate()}
    >
      {remove.error === null ? null : <Problem error={remove.error} />}
      <Loaded query={doomed} rows={2}>
        {({ files, bytes }) => (
          <>
            <p>
              {words.emptied} <Size bytes={bytes} />.
            </p>
            <p>
              {deposit.archivalGroupExists && place !== null ? words.lostOf(lost, files, place) : words.lostAll(files)}
            </p>
            <LostNumber lost={lost} typed={typed} onType={setTyped} />
          </>
        )}
      </Loaded>
    </Dialog>
  );
};
