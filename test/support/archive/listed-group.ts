import type { ArchivedFile } from '../../../clients/archive/archive.js';
import { listedFiles, type PlainFile } from './listed-files.js';

/** A version, with its files by their stored paths. */
export interface PlainVersion {
  readonly made?: string;
  readonly agent?: string | null;
  readonly message?: string | null;
  readonly files: Readonly<Record<string, string | PlainFile>>;
}

/** A group with the listings of its versions. */
export interface ListedGroup {
  readonly name: string | null;
  readonly versions: readonly (Required<Omit<PlainVersion, 'files'>> & { readonly files: readonly ArchivedFile[] })[];
}

/** The time of a version without one: a day after the one before. */
const dayOf = (version: number): string => new Date(Date.UTC(2026, 10, version, 12)).toISOString();

/** The group with the listings of its versions. */
export const listedGroup = ({ name = null, versions }: { name?: string | null; versions: readonly PlainVersion[] }) => {
  const listed: ListedGroup['versions'][number][] = [];
  for (const [index, { made = dayOf(index + 1), agent = 'ada', message = null, files }] of versions.entries())
    listed.push({ made, agent, message, files: listedFiles(files, listed[index - 1]?.files ?? [], index + 1) });
  return { name, versions: listed };
};
