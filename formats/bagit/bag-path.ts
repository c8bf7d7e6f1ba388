/** The folder that holds the payload. */
export const PAYLOAD = 'data/';

/**
 * A path as a line of a manifest or of `fetch.txt` has it: line feed, carriage return and percent sign encoded, and no
 * other character (RFC 8493, 2.1.3).
 */
export const encodePath = (path: string): string =>
  path.replace(/[\n\r%]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);

/** The path that a line means; every percent sign that begins no escape of a line end or a percent sign stays. */
export const decodePath = (path: string): string => path.replace(/%(0A|0D|25)/gi, decoded);

/** The path that a line means before BagIt 1.0, which did not encode the percent sign. */
export const decodeOldPath = (path: string): string => path.replace(/%(0A|0D)/gi, decoded);

const decoded = (_escape: string, hex: string): string => String.fromCharCode(Number.parseInt(hex, 16));

/**
 * Whether bagit.py 1.9 and earlier take another name from a manifest than RFC 8493 has it: they decode no percent sign, cut
 * white space off the end, and break lines at more characters.
 */
export const isMisreadByBagitPy = (path: string): boolean =>
  /%|[\s\x1c-\x1f\x85]$|[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]/.test(path.replace(/[\n\r]/g, '.'));

/** Whether a percent sign is not one of the escapes that BagIt 1.0 knows. */
export const hasBarePercent = (path: string): boolean => /%(?!0A|0D|25)/i.test(path);

/** A path without `./` before it, as checksum tools write it. */
export const withoutLeadingDot = (path: string): string => path.replace(/^(?:\.\/)+/, '');

const UNSAFE: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/\0/, 'it holds a NUL character'],
  [/^[/\\]/, 'it is absolute'],
  [/^[A-Za-z]:/, 'it begins with the letter of a drive'],
  [/^~/, 'it begins with a tilde, for the folder of a user'],
  [/^%\w+%[/\\]/, 'it begins with a variable of the system'],
  [/(?:^|[/\\])\.\.(?:[/\\]|$)/, 'it leads to a folder above'],
];

/** Why a path may lead out of the bag on some system; null where it cannot (RFC 8493, 2.1.3 and 5.1). */
export const unsafePath = (path: string): string | null => UNSAFE.find(([pattern]) => pattern.test(path))?.[1] ?? null;

/** Whether a path is the same in every Unicode normalisation. */
export const isAscii = (path: string): boolean => /^[\0-\x7f]*$/.test(path);
