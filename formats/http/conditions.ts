/** What identifies the state of a representation (RFC 9110, section 8.8). */
export interface Validators {
  /** A strong entity tag, with its quotation marks. */
  readonly etag: string;
  /** Null where it is not known. */
  readonly lastModified: Date | null;
}

/** The headers with the conditions of a read; undefined for one that is missing, or not evaluated. */
export interface ReadConditions {
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
  readonly ifModifiedSince?: string | undefined;
  readonly ifUnmodifiedSince?: string | undefined;
}

/**
 * Evaluates conditions in the order of RFC 9110, section 13.2.2: an entity tag takes precedence over a date. A weak tag
 * matches If-None-Match alone; what is no date of HTTP is ignored.
 */
export const evaluateConditions = (
  { ifMatch, ifNoneMatch, ifModifiedSince, ifUnmodifiedSince }: ReadConditions,
  { etag, lastModified }: Validators,
): 'met' | 'failed' | 'not-modified' => {
  const isNewer = (than: string | undefined): boolean | null => {
    const date = httpDate(than);
    return date === null || lastModified === null ? null : seconds(lastModified) > seconds(date);
  };
  if (ifMatch === undefined ? isNewer(ifUnmodifiedSince) === true : !names(ifMatch, etag, STRONG_TAG)) return 'failed';
  if (ifNoneMatch === undefined ? isNewer(ifModifiedSince) === false : names(ifNoneMatch, etag, ANY_TAG))
    return 'not-modified';
  return 'met';
};

/** Whether a Range header applies: without If-Range, or where that has exactly the current validator (section 13.1.5). */
export const rangeApplies = (ifRange: string | undefined, { etag, lastModified }: Validators): boolean => {
  const wanted = ifRange?.trim();
  if (wanted === undefined || wanted === etag) return true;
  const date = httpDate(wanted);
  return date !== null && lastModified !== null && seconds(lastModified) === seconds(date);
};

/** The tags of a list, weak ones without their `W/`. */
const ANY_TAG = /"[^"]*"/g;

const STRONG_TAG = /(?<![^\s,])"[^"]*"/g;

const names = (list: string, etag: string, tag: RegExp): boolean =>
  list.trim() === '*' || list.match(tag)?.includes(etag) === true;

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
