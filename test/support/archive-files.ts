import { spawnSync } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import type { ArchiveEntry, ArchiveFile, ArchiveRange } from '../../formats/archive-files/archive-file.js';
import type { SeekableBytes } from '../../formats/archive-files/seekable-bytes.js';

/** An entry with what it holds. */
export interface FilledEntry extends ArchiveEntry {
  readonly content: Buffer;
}

export const filled = (path: string, content: string | Buffer = path, modified: Date | null = null): FilledEntry => {
  const bytes = Buffer.from(content);
  return { path, size: bytes.length, modified, content: bytes };
};

/** What an entry holds, in small chunks. */
export async function* openFilled({ content }: FilledEntry): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += 7) yield await Promise.resolve(content.subarray(at, at + 7));
}

export const allOf = (file: ArchiveFile, range?: ArchiveRange): Promise<Buffer> => buffer(file.read(range));

/** Bytes in memory, to be read anywhere. */
export const seekable = (bytes: Buffer): SeekableBytes => ({
  size: bytes.length,
  read: (position, length) => Promise.resolve(bytes.subarray(position, position + length)),
  async *stream(start, end) {
    yield await Promise.resolve(bytes.subarray(start, end));
  },
});

/** Names that programs have trouble with, in seven scripts. */
export const ODD_ENTRIES: readonly FilledEntry[] = [
  filled('Brief an Jürgen.txt', 'Lieber Jürgen!', new Date('1998-02-11T09:30:01.900Z')),
  filled('empty', ''),
  filled('folder/', ''),
  filled('письмо/первое.txt'),
  filled('手紙/一.txt'),
  filled('رسالة.txt'),
  filled('γράμμα.txt'),
  filled('편지.txt'),
  filled('מכתב.txt'),
  filled('💜 "quoted" 50%.txt'),
  filled('line\nend.txt'),
  filled(`${'long '.repeat(40)}/${'x'.repeat(255)}`),
  filled('before 1980', 'old', new Date('1911-03-04T12:00:00Z')),
];

/** Runs a program of Python; null where there is no Python. */
export const inPython = (program: string, ...words: readonly string[]): unknown => {
  const { error, status, stdout, stderr } = spawnSync('python3', ['-c', program, ...words], {
    encoding: 'utf8',
    maxBuffer: 2 ** 27,
  });
  if (error !== undefined) return null;
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
};
