import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Text of some kilobytes that is different in each file, and the same in each run. */
const textOf = (index: number): string =>
  Array.from({ length: 40 + (index % 160) }, (_, line) =>
    createHash('sha256').update(`${index} ${line}`).digest('hex'),
  ).join('\n');

const KINDS: readonly (readonly [extension: string, content: (index: number) => Buffer | string])[] = [
  ['txt', textOf],
  ['csv', (index) => `number,text\n${textOf(index).replaceAll('\n', '\n1,')}`],
  ['json', (index) => JSON.stringify({ lines: textOf(index).split('\n') })],
  ['svg', (index) => `<svg xmlns="http://www.w3.org/2000/svg"><desc>${textOf(index)}</desc></svg>`],
  ['html', (index) => `<!DOCTYPE html><html><body><p>${textOf(index)}</p></body></html>`],
  ['png', (index) => Buffer.concat([PNG, Buffer.from(textOf(index))])],
  ['pdf', (index) => `%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n% ${textOf(index)}\n%%EOF\n`],
];

/** Writes so many files of different kinds, some kilobytes each, a hundred to a folder. */
export const makeMixedFiles = async (folder: string, files: number): Promise<void> => {
  for (let index = 0; index < files; index++) {
    const [extension, content] = KINDS[index % KINDS.length]!;
    const path = join(folder, `${Math.floor(index / 100)}`, `${index}.${extension}`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content(index));
  }
};
