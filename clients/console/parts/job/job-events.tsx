import type { ReactNode } from 'react';
import { isUnderWay, type Job, type JobKind } from '../../api/jobs.js';
import { idOf } from '../../api/identifiers.js';
import { useFormats, useWords } from '../../words/language.js';
import { Shape, type MarkShape } from '../marks.js';
import { useNow } from './now.js';

/** One line of what happened: what, since when, and how long it took. */
interface Happening {
  readonly key: string;
  readonly look: 'ok' | 'run' | 'bad' | 'warn' | 'still';
  readonly at: string | null;
  /** Instead of a time: to come, or not reached. */
  readonly when?: string;
  readonly title: string;
  readonly said?: ReactNode;
  readonly seconds?: number | null;
}

const SHAPES = { ok: 'ok', run: 'run', bad: 'fail', warn: 'warn', still: 'wait' } as const satisfies Record<
  Happening['look'],
  MarkShape
>;

/** What happened, from the first to what is to come; with milliseconds where it all took moments. */
const Happenings = ({ list, isBrief }: { readonly list: readonly Happening[]; readonly isBrief: boolean }) => {
  const { seconds, milliseconds, exact, duration } = useFormats();
  const told = isBrief ? milliseconds : seconds;
  return (
    <div className="evs">
      {list.map(({ key, look, at, when, title, said, seconds: took }) => (
        <div key={key} className={`ev ${look}`}>
          <Shape shape={SHAPES[look]} />
          {at === null ? (
            <span className="muted">{when}</span>
          ) : (
            <time dateTime={at} title={exact(at)}>
              {told(at)}
            </time>
          )}
          <div>
            {took === null || took === undefined ? null : <span className="took">{duration(took)}</span>}
            <span className="t">{title}</span> <span className="soft">{said}</span>
          </div>
        </div>
      ))}
    </div>
  );
};

/** The steps of each kind, in their order (docs/jobs.md). */
const STEPS: Readonly<Record<JobKind, readonly string[]>> = {
  import: ['wait', 'prepare', 'copy', 'publish'],
  export: ['wait', 'copy'],
  pipelineRun: ['wait', 'prepare', 'look', 'store', 'record'],
  archiving: ['wait', 'verify', 'remove'],
  audit: ['wait', 'work'],
  adoption: ['wait', 'work'],
  rebuild: ['wait', 'work'],
};

type Step = Job['steps'][number];

export const secondsOf = ({ begun, ended }: Pick<Step, 'begun' | 'ended'>, now: number): number =>
  Math.max(0, ((ended === null ? now : Date.parse(ended)) - Date.parse(begun)) / 1_000);

/** Seconds below which all of a job took moments. */
const BRIEF = 10;

/** An audit that found something has done its work. */
const isReport = (kind: JobKind): boolean => kind === 'audit' || kind === 'adoption' || kind === 'rebuild';

const useStepLines = (job: Job): Happening[] => {
  const { job: words } = useWords();
  const { count } = useFormats();
  const now = useNow(isUnderWay(job));
  const hasFailed = job.state === 'completedWithErrors' && !isReport(job.kind);
  const version = job.version ?? words.theVersion;
  return job.steps.flatMap((step, index): Happening[] => {
    const isLast = index === job.steps.length - 1;
    const isNow = step.ended === null && isUnderWay(job);
    const look = isNow ? (step.step === 'wait' ? 'still' : 'run') : isLast && hasFailed ? 'bad' : 'ok';
    const { progress } = job;
    const far =
      isNow && progress !== null && progress.ofFiles !== null
        ? words.filesOf(count(progress.files), progress.ofFiles)
        : null;
    const title = (isNow || look === 'bad' ? words.doing[step.step] : words.done[step.step]) ?? step.step;
    const said =
      step.step === 'wait' && isNow
        ? job.state === 'held'
          ? words.heldBy(idOf(job.heldBy ?? ''))
          : words.before(job.before)
        : far;
    const line: Happening = {
      key: step.step,
      look,
      at: step.begun,
      title,
      said,
      seconds: secondsOf(step, now),
    };
    if (step.step !== 'publish') return [line];
    return [
      { key: 'decided', look: 'ok', at: step.begun, title: words.decided(version), said: words.decidedNow },
      line,
    ];
  });
};

/** What happens with a job: who asked, its steps with their times, and what is to come. */
export const JobEvents = ({ job }: { readonly job: Job }) => {
  const { job: words } = useWords();
  const lines = useStepLines(job);
  const reached = new Set(job.steps.map(({ step }) => step));
  const when = isUnderWay(job) ? words.toCome : words.notReached;
  const isWhole = job.state === 'completed' || isReport(job.kind);
  const rest = isWhole && !isUnderWay(job) ? [] : STEPS[job.kind].filter((step) => !reached.has(step));
  const list: readonly Happening[] = [
    {
      key: 'asked',
      look: 'ok',
      at: job.submitted,
      title: words.askedFor,
      said: words.askedBy(idOf(job.agent), job.planned),
    },
    ...lines,
    ...rest.map((step): Happening => ({
      key: step,
      look: 'still',
      at: null,
      when,
      title: step === 'publish' ? words.decided(job.version ?? words.theVersion) : (words.doing[step] ?? step),
      said: step === 'publish' ? words.untilDecided : null,
    })),
    ...(job.cancelledBy === null || job.finished === null
      ? []
      : [
          { key: 'cancelled', look: 'bad', at: job.finished, title: words.cancelledBy(idOf(job.cancelledBy)) } as const,
        ]),
  ];
  const isBrief = job.finished !== null && secondsOf({ begun: job.submitted, ended: job.finished }, 0) < BRIEF;
  return <Happenings list={list} isBrief={isBrief} />;
};
