/**
 * A time in the form of answers: UTC with `Z`, at most seven fractional digits, trailing zeros trimmed (companion 1.2).
 * Accepts any time of RFC 3339.
 */
export const moment = (at: string): string => {
  const utc = /Z$/i.test(at) ? at : new Date(at).toISOString();
  const [, second = '', fraction = ''] = /^([^.]*)(?:\.(\d+))?z$/i.exec(utc) ?? [];
  const digits = fraction.slice(0, 7).replace(/0+$/, '');
  return digits === '' ? `${second}Z` : `${second}.${digits}Z`;
};

export const momentOrNull = (at: string | null): string | null => (at === null ? null : moment(at));
