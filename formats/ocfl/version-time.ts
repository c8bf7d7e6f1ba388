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
 * The first time that a new version may have, in milliseconds since 1970: a second after the previous version, so that
 * no two versions of an object share a 14-digit stamp.
 */
const earliestAfter = (previous: string | null): number =>
  previous === null ? -Infinity : (parseTime(previous) ?? 0) + 1000;

/** The time of a new version: now, or the first one that it may have when that is later. */
export const versionCreated = (now: Date, previous: string | null): string =>
  new Date(Math.max(now.getTime(), earliestAfter(previous))).toISOString();

/** Whether a new version may have this time. */
export const followsInTime = (created: string, previous: string | null): boolean =>
  (parseTime(created) ?? NaN) >= earliestAfter(previous);

/** Whether a version's Memento stamp is later than that of the previous version. */
export const isLaterStamp = (created: string, previous: string | null): boolean =>
  parseTime(created) !== null && (previous === null || mementoStamp(created) > mementoStamp(previous));

const FIRST_TIME = Date.parse('0000-01-01T00:00:00Z');
const LAST_TIME = Date.parse('9999-12-31T23:59:59.999Z');

/** Whether a version with this time can be followed by another one: RFC 3339 has the years 0000 to 9999. */
export const mayBeFollowed = (created: string): boolean => {
  const time = parseTime(created);
  return time !== null && time >= FIRST_TIME && earliestAfter(created) <= LAST_TIME;
};

/** Whether a version is the one for a label (`v3`) or a 14-digit Memento stamp. */
export const isVersion = (wanted: string, name: string, created: string): boolean =>
  name === wanted || mementoStamp(created) === wanted;

/** The Memento stamp of an RFC 3339 time: its UTC second as 14 digits. */
export const mementoStamp = (created: string): string =>
  new Date(parseTime(created) ?? 0)
    .toISOString()
    .slice(0, 19)
    .replace(/[^0-9]/g, '');
