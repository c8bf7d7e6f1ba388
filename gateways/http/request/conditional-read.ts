import type { Call } from '../route.js';

/** What identifies the state of a representation (RFC 9110, section 8.8). */
export interface Validators {
  /** A strong entity tag, with its quotation marks. */
  readonly etag: string;
  /** Null where it is not known. */
  readonly lastModified: Date | null;
}

type Headers = Call['header'];

/**
 * Whether the client has the representation already: by If-None-Match, or, without one, by If-Modified-Since (RFC 9110,
 * section 13.2.2). If-Match and If-Unmodified-Since are not evaluated, since no read is answered with 412.
 */
export const isNotModified = (header: Headers, { etag, lastModified }: Validators): boolean => {
  const tags = header('if-none-match');
  if (tags !== undefined) return tags.trim() === '*' || opaqueTags(tags).includes(etag);
  const since = httpDate(header('if-modified-since'));
  return since !== null && lastModified !== null && seconds(lastModified) <= seconds(since);
};

/** Whether a Range header applies: without If-Range, or where that has exactly the current validator (section 13.1.5). */
export const rangeApplies = (header: Headers, { etag, lastModified }: Validators): boolean => {
  const wanted = header('if-range')?.trim();
  if (wanted === undefined || wanted === etag) return true;
  const date = httpDate(wanted);
  return date !== null && lastModified !== null && seconds(lastModified) === seconds(date);
};

/** The tags of a list, weak ones without their `W/`, since a read is compared weakly. */
const opaqueTags = (list: string): string[] => list.match(/"[^"]*"/g) ?? [];

const seconds = (time: Date): number => Math.floor(time.getTime() / 1_000);

/** The three forms of section 5.6.7, each with the name of the day first; the third has no zone, and means GMT. */
const HTTP_DATE =
  /^(?:[A-Z][a-z]{2}, .+ GMT|[A-Z][a-z]+day, .+ GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d [\d:]{8} \d{4})$/;

/** Null for anything else than a date of HTTP, which is then ignored. */
const httpDate = (text: string | undefined): Date | null => {
  if (text === undefined || !HTTP_DATE.test(text)) return null;
  const date = new Date(text.endsWith(' GMT') ? text : `${text} GMT`);
  return Number.isNaN(date.getTime()) ? null : date;
};
