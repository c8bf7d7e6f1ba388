import { laterByMillisecond } from '../../events/time.js';

/**
 * The time of an activity that is added behind the last one. Readers keep the last `endTime` they saw and ask for later
 * ones. Many of them store milliseconds only, so two activities differ by at least one, even if two things ended at the
 * same time, were announced late, or a clock was set back. `last` is null for the first activity.
 */
export const endTimeAfter = (last: { readonly endTime: string } | null, ended: string): string =>
  last === null ? ended : laterByMillisecond(ended, last.endTime);
