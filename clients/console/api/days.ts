/** The beginning of a day of the reader's zone; what is no day is left to the platform to refuse. */
export const startOfDay = (day: string): string => {
  const at = new Date(`${day}T00:00:00`);
  return Number.isNaN(at.getTime()) ? day : at.toISOString();
};

/** The time at which the day after `2026-11-24` begins in the reader's zone, in UTC; null for a text that is no day. */
export const dayAfter = (day: string): string | null => {
  const [year, month, date] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []).slice(1).map(Number);
  if (year === undefined || month === undefined || date === undefined) return null;
  const next = new Date(year, month - 1, date + 1);
  return Number.isNaN(next.getTime()) || year < 1000 || year > 9998 ? null : next.toISOString();
};

/** When yesterday began in the reader's zone, in UTC. */
export const startOfYesterday = (now = new Date()): string =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1).toISOString();
