import Negotiator from 'negotiator';

const names = (accepted: readonly string[], wanted: string): boolean =>
  accepted.some((each) => each.toLowerCase() === wanted);

/**
 * Whether the value of an Accept header names a media type, with a quality above 0; a wildcard does not suffice. The media
 * type is in lower case.
 */
export const acceptsByName = (accept: string | undefined, mediaType: string): boolean =>
  accept !== undefined && names(new Negotiator({ headers: { accept } }).mediaTypes(), mediaType);

/** Whether the value of an Accept-Encoding header names an encoding, with a quality above 0 (RFC 9110, 12.5.3). */
export const acceptsEncoding = (accepted: string | undefined, encoding: string): boolean =>
  accepted !== undefined && names(new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings(), encoding);

/** The languages in which texts are answered; the first where a client asks for none of them. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * The language that the value of an Accept-Language header prefers (RFC 9110, 12.5.4): of the ranges with the highest quality
 * the first; `de-AT` is German. English without one, and where it names no other.
 */
export const preferredLanguage = (accepted: string | undefined): Language => {
  const preferred = new Negotiator({ headers: { 'accept-language': accepted ?? '*' } }).language([...LANGUAGES]);
  return LANGUAGES.find((each) => each === preferred) ?? LANGUAGES[0];
};
