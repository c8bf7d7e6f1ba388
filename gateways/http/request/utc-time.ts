import { timestampOf } from '../../../events/time.js';

/** A text that is no time; the message is for the caller. */
export class TimeFault extends Error {
  override name = 'TimeFault';
}

const TICKS_DIGITS = 7;

/**
 * A time of RFC 3339 as facts hold it: UTC, with seven fractional digits, the rest left out. Throws TimeFault for a date
 * that does not exist, or is not in the years 0 to 9999.
 */
export const utcTime = (text: string): string => {
  const [, second = '', fraction = '', zone = ''] = /^(.*?)(?:\.(\d+))?(z|[+-]\d{2}:\d{2})$/i.exec(text) ?? [];
  const date = new Date(`${second}${zone}`.toUpperCase());
  const digits = fraction.slice(0, TICKS_DIGITS).padEnd(TICKS_DIGITS, '0');
  try {
    return timestampOf(date).replace(/\.\d+Z$/, `.${digits}Z`);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new TimeFault(`'${text.slice(0, 100)}' is not a date of the years 0 to 9999.`);
  }
};
