import type { TimedStep } from '../../projections/timed-steps.js';
import { moment, momentOrNull } from './moment.js';

/** A step of a run or a job, an addition of ours. */
export const renderStep = ({ step, begun, ended }: TimedStep) => ({
  step,
  begun: moment(begun),
  ended: momentOrNull(ended),
});
