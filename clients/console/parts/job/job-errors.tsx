import type { ReactNode } from 'react';
import type { Job } from '../../api/jobs.js';
import { idOf } from '../../api/identifiers.js';
import { useWords } from '../../words/language.js';
import { ButtonLink } from '../controls/button.js';
import { Message } from '../feedback/messages.js';
import { Section } from '../page.js';

type JobError = Job['errors'][number];

/** The path of what an error is about, below the archival group or in the workspace; null where it is the whole job. */
const placeOf = ({ id }: JobError, job: Job): string | null => {
  if (id === null) return null;
  for (const base of [job.archivalGroup, job.deposit])
    if (base !== null && id.startsWith(`${base}/`)) return decodeURIComponent(id.slice(base.length + 1));
  return id;
};

/** The first thing that was wrong, what it means and what to do; null where nothing was. */
export const JobFailure = ({
  job,
  actions,
  isOld = false,
}: {
  readonly job: Job;
  /** Its further buttons. */
  readonly actions?: ReactNode;
  /** Whether it is one of many that are listed. */
  readonly isOld?: boolean;
}) => {
  const { job: words } = useWords();
  const [first] = job.errors;
  if (first === undefined) return null;
  const place = placeOf(first, job);
  const deposit = job.deposit === null ? null : idOf(job.deposit);
  return (
    <Message
      kind={job.kind === 'audit' || job.kind === 'adoption' ? 'warn' : 'bad'}
      isOld={isOld}
      actions={
        <>
          {deposit === null || place === null ? null : (
            <ButtonLink small to="/deposits/$deposit" params={{ deposit }} search={{ at: place }}>
              {words.showFile}
            </ButtonLink>
          )}
          {actions}
        </>
      }
    >
      <p>
        <strong>{first.message}</strong>
      </p>
      {place === null ? null : <p className="digest">{place}</p>}
      <p>{(job.cancelledBy === null ? words.failedWhy : words.cancelledWhy)[job.kind]}</p>
    </Message>
  );
};

/** All that was wrong with a job; null where nothing was. */
export const JobErrors = ({ job }: { readonly job: Job }) => {
  const { job: words } = useWords();
  const { errors, failures } = job;
  const [first, ...others] = errors;
  if (first === undefined) return null;
  return (
    <>
      <JobFailure job={job} />
      {others.length === 0 ? null : (
        <Section title={words.otherErrors} count={words.ofErrors(errors.length, failures)}>
          <ul>
            {others.map((error, index) => (
              <li key={`${index} ${error.id}`} className="li">
                <div className="l1">
                  <span>{placeOf(error, job) ?? words.wholeJob}</span>
                </div>
                <div className="l2">{error.message}</div>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
};
