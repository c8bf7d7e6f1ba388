import type { Archive, ArchivedFile, ArchivedVersion } from '../../../archive/archive.js';
import { CommandFault } from '../../command-fault.js';
import { namingOf } from '../../looking/naming.js';
import { versionText, type GroupTarget } from '../../looking/target.js';
import { countedFormats, type CountedFormat } from './counted-formats.js';
import { lastCheckOf, type LastCheck } from './last-check.js';

/** What the scan for viruses found in a version. */
export interface Scanned {
  readonly scanned: number;
  readonly notScanned: number;
  readonly infected: readonly { readonly path: string; readonly virus: string | null }[];
}

/** One version of an archival group, with what its METS says of its files. */
export interface ShownVersion extends ArchivedVersion {
  readonly group: string;
  readonly name: string | null;
  /** Number of the newest version. */
  readonly head: number;
  /** The most frequent first. */
  readonly formats: readonly CountedFormat[];
  readonly viruses: Scanned;
  readonly lastCheck: LastCheck | null;
}

type Shown = Pick<Archive, 'versions' | 'files' | 'jobs'>;

const versionOf = async (archive: Shown, target: GroupTarget): Promise<ArchivedVersion> => {
  for await (const version of archive.versions(target.group)) if (version.version === target.version) return version;
  throw new CommandFault(`${versionText(target)} cannot be read.`, { code: 'version-not-found' });
};

const scanOf = (files: readonly ArchivedFile[]): Scanned => {
  const { pathOf } = namingOf(false);
  const scanned = files.filter(({ virus }) => virus !== null);
  return {
    scanned: scanned.length,
    notScanned: files.length - scanned.length,
    infected: scanned.flatMap((file) =>
      file.virus?.found === true ? [{ path: pathOf(file), virus: file.virus.name }] : [],
    ),
  };
};

/** Reads all that is shown of a version. */
export const readShownVersion = async (archive: Shown, target: GroupTarget): Promise<ShownVersion> => {
  const { group, name, head } = target;
  const version = await versionOf(archive, target);
  const files: ArchivedFile[] = [];
  for await (const file of archive.files(group, target.version, 'objects')) files.push(file);
  const formats = countedFormats(files);
  return {
    group,
    name,
    head,
    ...version,
    formats,
    viruses: scanOf(files),
    lastCheck: await lastCheckOf(archive, group),
  };
};
