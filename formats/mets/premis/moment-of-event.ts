const MONTHS = 'january february march april may june july august september october november december'.split(' ');

/**
 * When a PREMIS event took place: an ISO date, with or without time and zone (UTC by default), or a long date such as
 * `Wednesday, 21 January 2026` or `January 21, 2026`. Null for any other text.
 */
export const momentOfEvent = (text: string): Date | null => {
  const trimmed = text.trim();
  return isoTime(trimmed) ?? longDate(trimmed);
};

const isoTime = (text: string): Date | null => {
  const parts = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(\.\d+)?\s?(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(text);
  if (parts === null) return null;
  const [, day = '', time = '00:00', fraction = '', zone = 'Z'] = parts;
  const offset = zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2').toUpperCase();
  return validDate(`${day}T${time.length === 5 ? `${time}:00` : time}${fraction.slice(0, 4)}${offset}`);
};

const longDate = (text: string): Date | null => {
  const words = text.toLowerCase().match(/[a-z]+|\d+/g) ?? [];
  const month = words.map((word) => MONTHS.indexOf(word)).find((index) => index >= 0);
  const numbers = words.filter((word) => /^\d+$/.test(word));
  const [day, year] = numbers;
  if (month === undefined || numbers.length !== 2 || day === undefined || year?.length !== 4) return null;
  return validDate(`${year}-${String(month + 1).padStart(2, '0')}-${day.padStart(2, '0')}T00:00:00Z`);
};

const validDate = (text: string): Date | null => {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date;
};
