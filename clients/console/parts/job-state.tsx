import type { components } from '../../api/generated/preservation.js';
import { Mark, type MarkColour, type MarkShape } from './marks.js';
import { useWords } from '../words/language.js';

export type Job = components['schemas']['Job'];

const SHAPES: Readonly<Record<Job['state'], readonly [MarkShape, MarkColour]>> = {
  waiting: ['wait', 'still'],
  held: ['pause', 'still'],
  running: ['run', 'run'],
  completed: ['ok', 'ok'],
  completedWithErrors: ['fail', 'bad'],
};

/** The state of a job as people say it; `ofKind` says what kind it is instead, in the same shape. */
export const JobState = ({
  job,
  ofKind = false,
}: {
  readonly job: Pick<Job, 'state' | 'kind'>;
  readonly ofKind?: boolean;
}) => {
  const { states } = useWords();
  const [shape, colour] = SHAPES[job.state];
  return (
    <Mark shape={shape} colour={colour} title={ofKind ? states.job[job.state] : job.state}>
      {ofKind ? states.kind[job.kind] : states.job[job.state]}
    </Mark>
  );
};
