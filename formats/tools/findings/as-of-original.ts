import type { FileFindings } from './file-findings.js';
import type { FormatMatch } from './findings.js';
import { lastName } from '../../paths/repository-path.js';

/** What the metadata extraction tool says about the copy that it looked at, and not about the file itself. */
const ABOUT_THE_COPY: ReadonlySet<string> = new Set([
  'Directory',
  'File Access Date/Time',
  'File Inode Change Date/Time',
  'File Permissions',
]);

/**
 * The findings about a copy, as of the original: with the original's name and time of its last change, without what
 * concerns the copy only, and with the formats of PRONOM. So the same file gives the same findings each time, wherever the copy lies.
 */
export const asOfOriginal = (found: FileFindings, modified: Date): FileFindings => {
  const { path, identified, extracted } = found;
  const replaced: Readonly<Record<string, string>> = {
    'File Name': lastName(path),
    'File Modification Date/Time': extractorTime(modified),
  };
  const tags = (extracted?.tags ?? []).filter(({ name }) => !ABOUT_THE_COPY.has(name));
  return {
    ...found,
    identified: identified && {
      ...identified,
      modified: modified.toISOString().replace(/\.\d+Z$/, 'Z'),
      matches: ofPronom(identified.matches),
    },
    extracted: extracted && {
      ...extracted,
      tags: tags.map(({ name, value }) => ({ name, value: replaced[name] ?? value })),
    },
  };
};

/** A tool may be set up with several registries; formats are named by PRONOM (preservation 2.8). */
const ofPronom = (matches: readonly FormatMatch[]): readonly FormatMatch[] => {
  const found = matches.filter(({ namespace }) => namespace === 'pronom');
  return found.length > 0 ? found : matches;
};

/** Such as `2026:02:13 11:28:14+00:00`. */
const extractorTime = (time: Date): string =>
  `${time.toISOString().slice(0, 19).replace('T', ' ').replaceAll('-', ':')}+00:00`;
