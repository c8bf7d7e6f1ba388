const RFC_3339 =
  /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))[Tt ]((?:[01]\d|2[0-3]):[0-5]\d:)([0-5]\d|60)(\.\d+)?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * An RFC 3339 time in milliseconds since 1970 (a leap second counts as the second before it); null for any other text.
 */
export const parseTime = (text: string): number | null => {
  const [, date, minutes, second, fraction, zone] = RFC_3339.exec(text) ?? [];
  if (date === undefined || minutes === undefined || second === undefined || zone === undefined) return null;
  const seconds = second === '60' ? '59' : second;
  const time = Date.parse(`${date}T${minutes}${seconds}${fraction?.slice(0, 4) ?? ''}${zone.toUpperCase()}`);
  return Number.isNaN(time) ? null : time;
};

/**
 * The time of a new version: now, or a second after the previous version when that is later, so that no two versions of
 * an object share a 14-digit stamp.
 */
export const versionCreated = (now: Date, previous: string | null): string => {
  const earliest = previous === null ? 0 : (parseTime(previous) ?? 0) + 1000;
  return new Date(Math.max(now.getTime(), earliest)).toISOString();
};

/** Whether a version's Memento stamp is later than that of the previous version. */
export const isLaterStamp = (created: string, previous: string | null): boolean =>
  parseTime(created) !== null && (previous === null || mementoStamp(created) > mementoStamp(previous));

/** The Memento stamp of an RFC 3339 time: its UTC second as 14 digits. */
export const mementoStamp = (created: string): string =>
  new Date(parseTime(created) ?? 0)
    .toISOString()
    .slice(0, 19)
    .replace(/[^0-9]/g, '');
