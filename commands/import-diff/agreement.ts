import { specificMediaTypes } from '../../formats/media-types/best-media-type.js';
import { agreesWithTypes, contentTypes } from '../../formats/metadata/content-types.js';
import { entriesOfType } from '../../formats/metadata/entries-of-type.js';
import type { FileFormatMetadata, MetadataEntry } from '../../formats/metadata/entries.js';
import { refuse, type Refusal } from '../core/decider.js';
import type { DescribedFile } from './description.js';
import type { WorkspaceFile } from '../workspace/workspace-files.js';
import { refused, success, type Result } from '../../flow/result.js';

/** A file in the workspace and its description in the METS. */
export interface FileSources {
  readonly path: string;
  readonly stored: WorkspaceFile | null;
  readonly described: DescribedFile | null;
  readonly isMets: boolean;
  /** Size of the file in the group as it is now. */
  readonly existing: number | null;
}

/** None for the METS and the tools' own outputs: tools described them before they were written. */
const toolMetadataOf = ({ path, stored, isMets }: FileSources): readonly MetadataEntry[] =>
  isMets || path.startsWith('metadata/') ? [] : (stored?.toolMetadata ?? []);

const formatsOf = (sources: FileSources): FileFormatMetadata[] =>
  entriesOfType(toolMetadataOf(sources), 'FileFormatMetadata');

/** The digests of the METS, the store and a bag's manifest; without any of these, those of tools. */
export const knownDigests = (sources: FileSources): string[] => {
  const { described, stored } = sources;
  const bagged = entriesOfType(stored?.toolMetadata ?? [], 'DigestMetadata').map(({ digest }) => digest);
  const known = distinct([described?.sha256 ?? null, stored?.sha256 ?? null, ...bagged]);
  return known.length > 0 ? known : distinct(formatsOf(sources).map(({ digest }) => digest));
};

const distinct = (digests: readonly (string | null)[]): string[] => [
  ...new Set(digests.flatMap((each) => each?.toLowerCase() ?? [])),
];

/** The size, in bytes, that every source with a size gives; else that of the existing file in the group. */
export const agreedSize = (sources: FileSources): Result<number, Refusal> => {
  const { path, stored, described, existing } = sources;
  const toolSizes = formatsOf(sources).map((format) => format.size);
  const sizes = new Set([described?.size ?? null, stored?.size ?? null, ...toolSizes].flatMap((each) => each ?? []));
  if (sizes.size === 0 && existing !== null) sizes.add(existing);
  const [size] = sizes;
  if (sizes.size === 1 && size !== undefined) return success(size);
  return refused(
    refuse(
      'deposit-inconsistent',
      `File ${path} has different sizes in deposit and mets or does not have a size at all`,
    ),
  );
};

export const agreedContentType = (sources: FileSources): Result<string | null, Refusal> => {
  const { path, stored, described, isMets } = sources;
  if (isMets) return success(described?.contentType ?? stored?.contentType ?? 'application/xml');
  const types = contentTypes(toolMetadataOf(sources), stored?.contentType ?? null);
  const { best, candidates } = types;
  const inMets = described?.contentType || null;
  const isAmbiguous = best === null && inMets === null && candidates.length > 0;
  if (agreesWithTypes(inMets, types) && !isAmbiguous) return success(specificMediaTypes([inMets, best])[0] ?? null);
  return refused(
    refuse(
      'deposit-inconsistent',
      `File ${path} has different content types in METS (${described?.contentType ?? 'none'}) and Deposit (${candidates.join(', ') || 'none'})`,
    ),
  );
};
