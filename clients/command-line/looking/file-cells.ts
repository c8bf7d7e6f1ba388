import type { ArchivedFile, Digest } from '../../archive/archive.js';
import { sizeText, timeText, utcText } from '../output/amounts.js';
import { shownName } from '../output/printable.js';
import { fitted, widthOf } from '../output/screen-width.js';
import type { Output } from '../program/output.js';

/** The digits of a digest that are shown in a list. */
const DIGITS = 12;
/** The cells of the name of a format in a list. */
const FORMAT_CELLS = 22;

/** Twelve digits on a terminal, all of them elsewhere or where they are asked for; SHA-512 is named. */
export const digestCell = ({ algorithm, value }: Digest, { form }: Pick<Output, 'form'>, isFull = false): string => {
  const digits = form === 'terminal' && !isFull ? `${value.slice(0, DIGITS)}…` : value;
  return algorithm === 'sha256' ? digits : `${algorithm}:${digits}`;
};

/** `12.4 kB` on a terminal, bytes elsewhere. */
export const sizeCell = (bytes: number, { form }: Pick<Output, 'form'>): string =>
  form === 'terminal' ? sizeText(bytes) : `${bytes}`;

/** Local time on a terminal, UTC elsewhere; empty where there is none. */
export const timeCell = (time: string | null, { form }: Pick<Output, 'form'>): string => {
  if (time === null) return '';
  return form === 'terminal' ? timeText(new Date(time)) : utcText(new Date(time));
};

/** `PNG 1.1 fmt/12`, or the media type where no tool has identified the format; empty where nothing is known. */
export const formatCell = (
  { format, mediaType }: Pick<ArchivedFile, 'format' | 'mediaType'>,
  { form }: Pick<Output, 'form'>,
): string => {
  if (format === null) return shownName(mediaType ?? '');
  const { name, version, key } = format;
  const called = shownName([name, ...(version === null ? [] : [version])].join(' '));
  const end = key === null ? '' : ` ${shownName(key)}`;
  const text = form === 'terminal' ? fitted(called, Math.max(8, FORMAT_CELLS - widthOf(end))) : called;
  return `${text}${end}`;
};
