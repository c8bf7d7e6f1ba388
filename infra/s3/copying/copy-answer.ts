import { sha256FromBase64 } from '../../../formats/digests/sha256-text.js';

/** What the answer to a copy tells; the SHA-256 in lower-case hex, null where there is none. */
export interface CopiedObject {
  readonly etag: string;
  readonly sha256: string | null;
}

const CHARACTERS: Readonly<Partial<Record<string, string>>> = { quot: '"', apos: "'", amp: '&', lt: '<', gt: '>' };
const REFERENCE = /&(?:#x(?<hex>[\da-f]{1,5})|#(?<decimal>\d{1,6})|(?<name>\w+));/gi;

const withoutReferences = (text: string): string =>
  text.replace(REFERENCE, (all, hex?: string, decimal?: string, name?: string) =>
    name === undefined
      ? String.fromCodePoint(hex === undefined ? Number(decimal) : parseInt(hex, 16))
      : (CHARACTERS[name] ?? all),
  );

/**
 * The text of the first element of that name; empty where there is none. Not by `formats/xml`, whose 12 µs would be 2 % of
 * the time of an import, where this takes 3.
 */
const textOf = (xml: string, element: string): string => {
  const [, text = ''] = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml) ?? [];
  return withoutReferences(text);
};

/** S3 answers 200 before it begins on a copy; what fails then has its error in the body, or none at all. */
const FAILED_LATER = 503;

/** What the answer to a copy tells. Throws the error that it is, as the SDK does. */
export const copiedIn = (status: number, xml: string): CopiedObject => {
  if (status === 200 && xml.includes('<CopyObjectResult'))
    return { etag: textOf(xml, 'ETag'), sha256: sha256FromBase64(textOf(xml, 'ChecksumSHA256')) };
  const $metadata = { httpStatusCode: status === 200 ? FAILED_LATER : status };
  throw Object.assign(new Error(textOf(xml, 'Message')), { name: textOf(xml, 'Code') || `Status${status}`, $metadata });
};
