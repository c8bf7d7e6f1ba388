import { printable } from './printable.js';

/** What the tools found of formats. */
export interface FormatsFound {
  readonly identified: number;
  readonly unidentified: number;
  /** The most frequent first. */
  readonly formats: readonly { readonly puid: string; readonly name: string | null; readonly files: number }[];
}

const FORMATS = 20;

/** A row for each of the most frequent formats, below one with the count of identified files. */
export const formatRows = ({ formats, identified, unidentified }: FormatsFound): string[] => {
  const more = formats.slice(FORMATS).reduce((sum, { files }) => sum + files, 0);
  const rows = formats
    .slice(0, FORMATS)
    .map(({ puid, name, files }) => `  ${`${files}`.padStart(7)}  ${puid.padEnd(12)} ${printable(name ?? '')}`);
  return [
    `formats         ${identified} of ${identified + unidentified} files identified`,
    ...rows,
    ...(more > 0 ? [`  ${`${more}`.padStart(7)}  of other formats`] : []),
  ];
};
