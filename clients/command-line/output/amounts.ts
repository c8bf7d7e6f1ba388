const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** The unit for so many bytes, in which they are below 1000 when rounded to so many digits. */
const unitOf = (bytes: number, digits: number): { readonly unit: string; readonly of: number } => {
  const power = UNITS.findIndex((_, index) => Number((bytes / 1000 ** index).toPrecision(digits)) < 1000);
  const index = power < 0 ? UNITS.length - 1 : power;
  return { unit: UNITS[index] ?? '', of: 1000 ** index };
};

const decimalsOf = (value: number, digits: number): number =>
  Math.max(0, digits - Math.max(1, Math.floor(Math.log10(Number(value.toPrecision(digits)))) + 1));

/** `826 B`, `12.4 kB`, `1.20 GB`. */
export const sizeText = (bytes: number, digits = 3): string => {
  const { unit, of } = unitOf(bytes, digits);
  if (of === 1) return `${Math.round(bytes)} ${unit}`;
  return `${(bytes / of).toFixed(decimalsOf(bytes / of, digits))} ${unit}`;
};

/** `2.1 of 12.4 kB`: in the unit and with the decimals of the whole. */
export const sizeOfText = (bytes: number, whole: number): string => {
  const { of } = unitOf(whole, 3);
  const decimals = of === 1 ? 0 : decimalsOf(whole / of, 3);
  return `${(bytes / of).toFixed(decimals)} of ${sizeText(whole)}`;
};

/** `41 s`, `3 min 20 s`, `2 h 5 min`. */
export const durationText = (ms: number): string => {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

const two = (value: number): string => `${value}`.padStart(2, '0');

const offsetText = (minutes: number): string =>
  `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;

/** `2026-11-26 15:49` in local time; with seconds also the offset, `2026-11-26 15:49:15 +01:00`. */
export const timeText = (date: Date, { seconds = false }: { readonly seconds?: boolean } = {}): string => {
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const minute = `${two(date.getHours())}:${two(date.getMinutes())}`;
  return seconds
    ? `${day} ${minute}:${two(date.getSeconds())} ${offsetText(-date.getTimezoneOffset())}`
    : `${day} ${minute}`;
};

/** `2026-11-26T14:49:15Z`, for a pipe. */
export const utcText = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`;

/** `1,204`. */
export const numberText = (count: number): string => count.toLocaleString('en-US');

/** `1 file`, `1,204 files`. */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`;
