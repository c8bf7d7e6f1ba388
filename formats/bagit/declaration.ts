import { TextDecoder } from 'node:util';
import type { BagFindings } from './bag-report.js';
import type { BagSource } from './bag-source.js';

export const DECLARATION = 'bagit.txt';

/** The byte-order mark of UTF-8. */
export const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** What `bagit.txt` says, and what follows from it. */
export interface Declaration {
  readonly version: string | null;
  /** Whether the rules of BagIt 1.0 apply; else what they add gives warnings only. */
  readonly isStrict: boolean;
  /** The encoding of the other tag files, as TextDecoder names it. */
  readonly encoding: string;
}

const VERSIONS: ReadonlySet<string> = new Set(['0.93', '0.94', '0.95', '0.96', '0.97', '1.0']);

/** The longest declaration that is read, in bytes. */
const LONGEST = 4_096;

const VERSION = /^\s*BagIt-Version\s*:\s*(\d+\.\d+)\s*$/i;
const ENCODING = /^\s*Tag-File-Character-Encoding\s*:\s*(\S+)\s*$/i;
const EXACT = /^BagIt-Version: \d+\.\d+(?:\r\n|\n|\r)Tag-File-Character-Encoding: \S+(?:\r\n|\n|\r)?$/;

/** The name that TextDecoder gives to an encoding; null for an unknown one. */
export const encodingNamed = (label: string): string | null => {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
};

/** Reads `bagit.txt` (RFC 8493, 2.1.1); what it does not say is assumed, so that the rest of the bag can be judged. */
export const readDeclaration = async (
  source: BagSource,
  isThere: boolean,
  findings: BagFindings,
): Promise<Declaration> => {
  if (!isThere) {
    findings.problem('declaration-missing', DECLARATION, 'The bag has no bagit.txt.');
    return { version: null, isStrict: false, encoding: 'utf-8' };
  }
  const bytes = await firstBytes(source.open(DECLARATION));
  if (bytes.subarray(0, 3).equals(MARK))
    findings.problem('byte-order-mark', DECLARATION, 'It begins with a byte-order mark, which it must not have.');
  return declarationOf(new TextDecoder().decode(bytes), findings);
};

const declarationOf = (text: string, findings: BagFindings): Declaration => {
  const wrong = (message: string): void => findings.problem('declaration-malformed', DECLARATION, message);
  const [first, second] = text.split(/\r\n|\n|\r/);
  const version = valueIn(first, VERSION);
  const label = valueIn(second, ENCODING);
  const isStrict = version === '1.0';
  if (version === null) wrong('Its first line is not "BagIt-Version: " and a version such as 1.0.');
  else if (!VERSIONS.has(version))
    findings.problem('version-unsupported', DECLARATION, `BagIt ${version} is not a version that can be checked.`);
  if (label === null) wrong('Its second line is not "Tag-File-Character-Encoding: " and the name of an encoding.');
  if (version !== null && label !== null && !EXACT.test(text))
    findings[isStrict ? 'problem' : 'warning'](
      'declaration-malformed',
      DECLARATION,
      'It has white space or lines in addition to "BagIt-Version: " and "Tag-File-Character-Encoding: " with their values.',
    );
  return { version, isStrict, encoding: encodingOf(label, findings) };
};

const valueIn = (line = '', pattern: RegExp): string | null => pattern.exec(line)?.[1] ?? null;

const encodingOf = (label: string | null, findings: BagFindings): string => {
  const encoding = label === null ? 'utf-8' : encodingNamed(label);
  if (encoding === null)
    findings.problem('encoding-unsupported', DECLARATION, `Tag files in ${label} cannot be read; UTF-8 is assumed.`);
  return encoding ?? 'utf-8';
};

const firstBytes = async (chunks: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  let bytes = Buffer.alloc(0);
  for await (const chunk of chunks) {
    bytes = Buffer.concat([bytes, chunk.subarray(0, LONGEST)]);
    if (bytes.length >= LONGEST) break;
  }
  return bytes;
};
