/** How numbers, sizes and times are written in a language (docs/console-design.md, sections 1 and 7). */
export interface Formats {
  /** `4,812` */
  readonly count: (n: number) => string;
  /** `38.2 GB`, in powers of 1,000. */
  readonly bytes: (n: number) => string;
  /** `38,214,559,104 bytes` */
  readonly exactBytes: (n: number) => string;
  /** `today 14:02`, `12 Nov 15:44`, `2 Oct 2025`, in the reader's zone. */
  readonly when: (at: string) => string;
  /** `14:02`, in the reader's zone. */
  readonly clock: (at: string) => string;
  /** `14:02:11`, in the reader's zone. */
  readonly seconds: (at: string) => string;
  /** `14:02:11.402`, in the reader's zone. */
  readonly milliseconds: (at: string) => string;
  /** `Thursday, 26 November`, in the reader's zone. */
  readonly day: (at: string | Date) => string;
  /** `Today`, `Yesterday`, else `Tuesday`. */
  readonly weekday: (at: string) => string;
  /** `26 November 2026` */
  readonly date: (at: string) => string;
  /** `2026-11-26 14:02:11.402 UTC` */
  readonly exact: (at: string) => string;
  /** `5 h ago`, `yesterday`. */
  readonly ago: (at: string) => string;
  /** `40 min`, `23 ms`, of a number of seconds. */
  readonly duration: (seconds: number) => string;
  /** `1:52:08`, of a number of seconds in a film or a sound. */
  readonly length: (seconds: number) => string;
  /** The form for a number of things, which it may name. */
  readonly plural: (n: number, one: string, other: string) => string;
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const;
/** Seconds that are told with a decimal. */
const FEW = 10;
const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

/** The unit and the number of it for a duration in seconds. */
const span = (seconds: number): readonly [number, 'second' | 'minute' | 'hour' | 'day'] => {
  if (seconds < MINUTE) return [Math.round(seconds), 'second'];
  if (seconds < HOUR) return [Math.round(seconds / MINUTE), 'minute'];
  if (seconds < DAY) return [Math.round(seconds / HOUR), 'hour'];
  return [Math.round(seconds / DAY), 'day'];
};

/** The same, where what takes moments is told more exactly. */
const shortSpan = (seconds: number): readonly [number, 'millisecond' | ReturnType<typeof span>[1]] => {
  if (seconds < 1) return [Math.round(seconds * 1_000), 'millisecond'];
  return seconds < FEW ? [seconds, 'second'] : span(seconds);
};

/** Days from now in the reader's calendar; 0 is today. */
const daysUntil = (date: Date, now: Date): number => {
  const midnight = (each: Date): number => Date.UTC(each.getFullYear(), each.getMonth(), each.getDate());
  return Math.round((midnight(date) - midnight(now)) / (DAY * 1_000));
};

const timesOf = (
  locale: string,
  now: () => Date,
): Pick<Formats, 'when' | 'clock' | 'seconds' | 'milliseconds' | 'day' | 'weekday' | 'date' | 'exact' | 'ago'> => {
  const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
  const seconds = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
  const milliseconds = new Intl.DateTimeFormat(locale, {
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
    fractionalSecondDigits: 3,
  });
  const thisYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
  const otherYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });
  const day = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' });
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long' });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
  const whenOf = (date: Date): string => {
    const days = daysUntil(date, now());
    if (days === 0 || days === -1) return `${relative.format(days, 'day')} ${clock.format(date)}`;
    if (date.getFullYear() === now().getFullYear()) return `${thisYear.format(date)} ${clock.format(date)}`;
    return otherYear.format(date);
  };
  return {
    when: (at) => whenOf(new Date(at)),
    clock: (at) => clock.format(new Date(at)),
    seconds: (at) => seconds.format(new Date(at)),
    milliseconds: (at) => milliseconds.format(new Date(at)),
    day: (at) => day.format(new Date(at)),
    weekday: (at) => {
      const days = daysUntil(new Date(at), now());
      const name = days === 0 || days === -1 ? relative.format(days, 'day') : weekday.format(new Date(at));
      return name.slice(0, 1).toLocaleUpperCase(locale) + name.slice(1);
    },
    date: (at) => date.format(new Date(at)),
    exact: (at) => `${new Date(at).toISOString().replace('T', ' ').replace('Z', '')} UTC`,
    ago: (at) => {
      const date = new Date(at);
      const seconds = Math.max(0, (now().getTime() - date.getTime()) / 1_000);
      if (seconds >= DAY) return relative.format(daysUntil(date, now()), 'day');
      const [n, unit] = span(seconds);
      return relative.format(-n, unit);
    },
  };
};

/** The formats of a language, as BCP 47 names it; times are told from `now`. */
export const formatsOf = (locale: string, now: () => Date = () => new Date()): Formats => {
  const count = new Intl.NumberFormat(locale);
  const plural = new Intl.PluralRules(locale);
  const exact = new Intl.NumberFormat(locale, { style: 'unit', unit: 'byte', unitDisplay: 'long' });
  const unitOf = (unit: string, digits: number): Intl.NumberFormat =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: unit === 'byte' ? 'long' : 'short',
      maximumFractionDigits: digits,
      minimumFractionDigits: digits,
    });
  const sizes = UNITS.map((unit, power) => [0, 1, 2].map((digits) => unitOf(unit, power === 0 ? 0 : digits)));
  return {
    ...timesOf(locale, now),
    count: (n) => count.format(n),
    bytes: (n) => {
      const power = n < 1_000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(n) / 3));
      const digits = power > 3 ? 2 : 1;
      return sizes[power]?.[digits]?.format(n / 1_000 ** power) ?? count.format(n);
    },
    exactBytes: (n) => exact.format(n),
    duration: (seconds) => {
      const [n, unit] = shortSpan(seconds);
      return new Intl.NumberFormat(locale, {
        ...{ style: 'unit', unit, unitDisplay: 'short' },
        maximumFractionDigits: 1,
      }).format(n);
    },
    length: (seconds) => {
      const [hours, minutes, rest] = [seconds / HOUR, (seconds % HOUR) / MINUTE, seconds % MINUTE].map(Math.floor);
      const two = (n = 0): string => String(n).padStart(2, '0');
      return hours === 0 ? `${minutes}:${two(rest)}` : `${hours}:${two(minutes)}:${two(rest)}`;
    },
    plural: (n, one, other) => (plural.select(n) === 'one' ? one : other),
  };
};
