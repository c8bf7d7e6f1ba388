/** Metadata travels in headers, which hold ASCII: anything else goes as an encoded word of RFC 2047. */
export const encodeWord = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;

/** Reads encoded words as S3 writes them, in either of their two forms; any other text stays as it is. */
export const decodeWords = (text: string): string =>
  text.replace(
    /=\?utf-8\?(?:b\?([A-Za-z0-9+/=]*)|q\?([^?]*))\?=(?:\s+(?==\?))?/gi,
    (_, base64?: string, quoted?: string) =>
      base64 === undefined ? decodeQuoted(quoted ?? '') : Buffer.from(base64, 'base64').toString('utf8'),
  );

const decodeQuoted = (text: string): string => {
  const bytes = text
    .replaceAll('_', ' ')
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
};
