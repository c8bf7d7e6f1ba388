import type { ReactNode } from 'react';
import type { LinkProps } from '@tanstack/react-router';
import type { CombinedFolderRow, Deposit } from '../../api/deposits.js';
import { useLiveJob } from '../../api/jobs.js';
import { ButtonLink } from '../../parts/controls/button.js';
import { JobBar } from '../../parts/job/job-progress.js';
import { colourOf, Shape, type MarkShape } from '../../parts/marks.js';
import { useFormats, useWords } from '../../words/language.js';

/** A step of a deposit, with the files that it is about. */
export interface OfDeposit {
  readonly deposit: Deposit;
  readonly folder: CombinedFolderRow;
  readonly isNext: boolean;
}

interface StepOptions {
  readonly shape: MarkShape;
  readonly title: string;
  readonly isNext?: boolean;
  readonly children?: ReactNode;
  /** What can be done. */
  readonly actions?: ReactNode;
}

/** A step: its state, one sentence, and what can be done. */
export const Step = ({ shape, title, isNext = false, children, actions }: StepOptions) => (
  <li className={isNext ? 'now' : ''} aria-current={isNext ? 'step' : undefined}>
    <div className={`st ${colourOf(shape)}`}>
      <Shape shape={shape} />
      <span>{title}</span>
    </div>
    <p>{children}</p>
    {actions === undefined ? null : <div className="do">{actions}</div>}
  </li>
);

/** How far a job of the deposit is, in words and as a bar. */
const Going = ({ jobId }: { readonly jobId: string }) => {
  const { job: words } = useWords();
  const { count, duration } = useFormats();
  const { data: job } = useLiveJob(jobId);
  if (job === undefined) return null;
  const { progress } = job;
  const facts = [
    job.state === 'running' ? (words.now[job.steps.at(-1)?.step ?? ''] ?? '') : (words.now['wait'] ?? ''),
    progress === null || progress.ofFiles === null ? '' : words.filesOf(count(progress.files), progress.ofFiles),
    progress === null || progress.remainingSeconds === null ? '' : words.left(duration(progress.remainingSeconds)),
  ].filter((fact) => fact !== '');
  return (
    <>
      {facts.join(' · ')}
      {job.state === 'running' ? <JobBar job={job} /> : null}
    </>
  );
};

/** A step whose job goes on, with the page that shows how far it is. */
export const RunningStep = ({
  title,
  link,
  jobId,
}: {
  readonly title: string;
  readonly link: LinkProps;
  readonly jobId: string;
}) => {
  const { steps } = useWords().deposit;
  return (
    <Step
      shape="run"
      title={title}
      isNext
      actions={
        <ButtonLink small {...link}>
          {steps.seeHowFar}
        </ButtonLink>
      }
    >
      <Going jobId={jobId} />
    </Step>
  );
};
