import type { Job } from '../../api/jobs.js';
import { useFormats, useWords } from '../../words/language.js';
import { Progress } from '../feedback/progress.js';

/** Bytes a second of the step that goes on; null while that cannot be told. */
export const rateOf = ({ progress, steps }: Pick<Job, 'progress' | 'steps'>): number | null => {
  const begun = steps.at(-1)?.begun;
  if (progress === null || begun === undefined || progress.bytes === 0) return null;
  const seconds = (Date.parse(progress.lastModified) - Date.parse(begun)) / 1_000;
  return seconds < 1 ? null : progress.bytes / seconds;
};

/** How far a job is, as a bar: by bytes where both numbers are known, else by files. */
export const JobBar = ({ job, look }: { readonly job: Job; readonly look?: 'plain' | 'thick' }) => {
  const { states } = useWords();
  const { progress } = job;
  const [done, of] =
    progress !== null && (progress.ofBytes ?? 0) > 0
      ? [progress.bytes, progress.ofBytes ?? 0]
      : [progress?.files ?? 0, progress?.ofFiles ?? 0];
  return <Progress label={states.kind[job.kind]} done={done} of={of} {...(look === undefined ? {} : { look })} />;
};

/** What a job does now, with files, bytes, rate and the time that is left; the bar below. */
export const JobProgress = ({ job }: { readonly job: Job }) => {
  const { job: words } = useWords();
  const { count, bytes, duration } = useFormats();
  const { progress, steps } = job;
  const step = steps.at(-1)?.step ?? 'wait';
  const rate = rateOf(job);
  const facts =
    progress === null
      ? []
      : [
          progress.ofFiles === null
            ? words.filesDone(progress.files)
            : words.filesOf(count(progress.files), progress.ofFiles),
          ...(progress.bytes === 0
            ? []
            : [
                progress.ofBytes === null
                  ? bytes(progress.bytes)
                  : words.bytesOf(bytes(progress.bytes), bytes(progress.ofBytes)),
              ]),
          ...(rate === null ? [] : [words.rate(bytes(rate))]),
          ...(progress.remainingSeconds === null ? [] : [words.left(duration(progress.remainingSeconds))]),
        ];
  return (
    <section aria-label={words.progress} className="sect">
      <h2>{words.now[step] ?? words.now['work']}</h2>
      <div className="soft">{facts.length === 0 ? words.noNumbers : facts.join(' · ')}</div>
      <JobBar job={job} look="thick" />
    </section>
  );
};
