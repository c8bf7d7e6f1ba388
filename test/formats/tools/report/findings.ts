import type { FileFindings } from '../../../../formats/tools/findings/file-findings.js';
import type { FormatMatch, ScanOutcome } from '../../../../formats/tools/findings/findings.js';

export const MODIFIED = '2026-01-02T03:04:05Z';
export const DIGEST = 'ab'.repeat(32);

export const TEXT: FormatMatch = {
  namespace: 'pronom',
  id: 'x-fmt/111',
  format: 'Plain Text File',
  version: '',
  mime: 'text/plain',
  class: 'Text',
  basis: 'extension match txt; text match ASCII, with a comma',
  warning: '',
};

/** What tools find out about a clean text file; `scanned` is the scan's outcome. */
export const found = (path: string, scanned: ScanOutcome = { result: 'clean' }): FileFindings => ({
  path,
  identified: { path, size: 5, modified: MODIFIED, errors: '', sha256: DIGEST, matches: [TEXT] },
  scanned,
  extracted: { path, tags: [{ name: 'File Size', value: '5 bytes' }], error: '' },
});

/** Findings that can be read again and again. */
export const all = (...files: readonly FileFindings[]): AsyncIterable<FileFindings> => ({
  // oxlint-disable-next-line typescript/require-await -- the findings of a run are read from a disk
  async *[Symbol.asyncIterator]() {
    yield* files;
  },
});

/** All lines as one text. */
export const textOf = async (lines: AsyncIterable<string> | Iterable<string>): Promise<string> => {
  let text = '';
  for await (const line of lines) text += line;
  return text;
};
