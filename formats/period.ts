const PERIOD = /^P(?=\d)(?:(\d{1,4})Y)?(?:(\d{1,5})M)?(?:(\d{1,5})W)?(?:(\d{1,6})D)?$/;

/** A period of calendar units (ISO 8601), such as `P6M`. */
export interface Period {
  readonly months: number;
  readonly days: number;
}

/** Reads years, months, weeks and days, such as `P1Y6M`; null for other text, also for times such as `PT1H`. */
export const parsePeriod = (text: string): Period | null => {
  const found = PERIOD.exec(text);
  if (found === null) return null;
  const [years, months, weeks, days] = found.slice(1).map((part: string | undefined) => Number(part ?? '0'));
  return { months: 12 * (years ?? 0) + (months ?? 0), days: 7 * (weeks ?? 0) + (days ?? 0) };
};

/**
 * The time one period before another time, in UTC. Months are calendar months: a day that the month does not have
 * becomes its last one. Not before the year 0.
 */
export const beforePeriod = (date: Date, { months, days }: Period): Date => {
  const earlier = new Date(date);
  const day = earlier.getUTCDate();
  earlier.setUTCDate(1);
  earlier.setUTCMonth(earlier.getUTCMonth() - months);
  const last = new Date(Date.UTC(earlier.getUTCFullYear(), earlier.getUTCMonth() + 1, 0)).getUTCDate();
  earlier.setUTCDate(Math.min(day, last) - days);
  return earlier.getTime() < EARLIEST ? new Date(EARLIEST) : earlier;
};

const EARLIEST = Date.parse('0000-01-01T00:00:00Z');
