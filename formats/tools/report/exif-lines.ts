import type { ExtractedFile } from '../findings/findings.js';
import type { AllFindings } from '../findings/file-findings.js';
import { pathInLine } from '../paths/path-in-line.js';
import { parentOf } from '../../paths/repository-path.js';

/** The column of the values. */
const COLUMN = 32;

/**
 * The output of the metadata extraction tool (companion 9.6): a block for each file, also where there is only one. Paths
 * begin with a slash, without which readers of the original system end in an error; a line break in one is encoded.
 */
export async function* exifLines(findings: AllFindings): AsyncGenerator<string> {
  const folders = new Set<string>();
  let files = 0;
  for await (const { path, extracted } of findings) {
    if (extracted === null) continue;
    folders.add(parentOf(path) ?? '');
    files += 1;
    yield blockOf(path, extracted);
  }
  yield `${`${folders.size}`.padStart(5)} directories scanned\n`;
  yield `${`${files}`.padStart(5)} image files read\n`;
}

const blockOf = (path: string, { tags }: ExtractedFile): string => {
  const lines = tags.map(({ name, value }) => `${name.padEnd(COLUMN)}: ${inOneLine(value)}\n`);
  return `======== /${pathInLine(path)}\n${lines.join('')}`;
};

const inOneLine = (value: string): string => value.replace(/\s*[\r\n]+\s*/g, ' ');
