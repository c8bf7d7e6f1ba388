const CALENDAR = /^\d{4}-/;
const TICKS_PER_MILLISECOND = 10_000;

/**
 * UTC with seven fractional digits, always 28 characters, so that the text sorts by time. `ticks` are the
 * 100-nanosecond steps past the date's millisecond (0 to 9,999). Throws RangeError for an invalid date, or one outside
 * the years 0 to 9999.
 */
export const timestampOf = (date: Date, ticks = 0): string => {
  if (!Number.isInteger(ticks) || ticks < 0 || ticks >= TICKS_PER_MILLISECOND) {
    throw new RangeError(`ticks of a timestamp count from 0 to 9999, not ${ticks}`);
  }
  const milliseconds = date.toISOString();
  if (!CALENDAR.test(milliseconds)) throw new RangeError(`${milliseconds} has no four-digit year`);
  return `${milliseconds.slice(0, -1)}${String(ticks).padStart(4, '0')}Z`;
};

/** The time, where it is at least a millisecond later than an earlier one; otherwise the next millisecond after that. */
export const laterByMillisecond = (time: string, earlier: string): string =>
  Date.parse(time) > Date.parse(earlier) ? time : timestampOf(new Date(Date.parse(earlier) + 1));

/** Whether two times, RFC 3339 in whatever zone, are of the same millisecond. */
export const isSameMillisecond = (time: string, other: string): boolean => Date.parse(time) === Date.parse(other);

/** The later of a time and of one that came before it, such as that of the fact before: clocks of processes differ. */
export const notBefore = (time: string, earlier: string | null): string =>
  earlier !== null && earlier > time ? earlier : time;
