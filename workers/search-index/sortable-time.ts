import { timestampOf } from '../../events/time.js';

const UTC = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?Z$/i;
const UNKNOWN = '0000-01-01T00:00:00.0000000Z';

/** A time of RFC 3339 as a timestamp of the platform, which sorts as text; the earliest where it is none. */
export const sortableTime = (at: string): string => {
  const [, second, fraction = ''] = UTC.exec(at) ?? [];
  if (second !== undefined) return `${second.toUpperCase()}.${fraction.slice(0, 7).padEnd(7, '0')}Z`;
  try {
    return timestampOf(new Date(at));
  } catch {
    return UNKNOWN;
  }
};
