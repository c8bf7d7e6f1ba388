import type { MetadataEntry } from '../../formats/metadata/entries.js';
import { MetadataFault } from '../../formats/metadata/fault.js';
import type { MetsEdit } from '../../formats/mets/edit-mets.js';
import { refuse, type Refusal } from '../core/decider.js';
import type { Digests, FileWithoutDigest } from './lacking-digests.js';
import type { NamedEntry, FoundObject } from './named-paths.js';
import { eachSliced, mapSliced, type SlicedWork } from '../../flow/slices.js';
import { coalesceDigest } from '../../formats/metadata/coalesce-digest.js';
import { coalesceFormat } from '../../formats/metadata/coalesce-format.js';
import { coalesceExif } from '../../formats/metadata/coalesce-newest.js';
import { contentTypes } from '../../formats/metadata/content-types.js';
import { currentEntries } from '../../formats/metadata/current-entries.js';
import { entriesOfType } from '../../formats/metadata/entries-of-type.js';
import { significantProperties } from '../../formats/metadata/significant-properties.js';
import type { FileValues, WrittenExtents } from '../../formats/mets/model/entry-values.js';

/** The edits that record what was found, as far as the sources of each file agree. */
export interface RecordingEdits {
  readonly edits: readonly MetsEdit[];
  /** Why a file could not be recorded; the edits end before it. */
  readonly disagreement: Refusal | null;
}

/** Fewer than elsewhere: collecting the values of a file takes longer than other sliced work. */
const FILES_PER_SLICE = 200;

export function* recordingOf(
  found: readonly NamedEntry[],
  toolMetadata: (path: string) => readonly MetadataEntry[],
): SlicedWork<RecordingEdits> {
  const edits: MetsEdit[] = [];
  try {
    yield* eachSliced(found, (each) => edits.push(editFor(each, toolMetadata(each.path))), FILES_PER_SLICE);
  } catch (error) {
    if (!(error instanceof MetadataFault)) throw error;
    return { edits, disagreement: refuse('mets-edit-impossible', error.message) };
  }
  return { edits, disagreement: null };
}

const editFor = ({ path, info, isDir }: NamedEntry, toolMetadata: readonly MetadataEntry[]): MetsEdit => {
  if (!isDir && info !== null) return { kind: 'put-file', values: knownValues(path, info, toolMetadata) };
  return { kind: 'put-folder', values: { path, name: info?.name ?? null } };
};

/** The recording with the digests that the platform has computed; `computed` is by object key. */
export function* withComputed(
  { edits, disagreement }: RecordingEdits,
  lacking: readonly FileWithoutDigest[],
  computed: Digests,
): SlicedWork<RecordingEdits> {
  const byPath = new Map<string, string | undefined>();
  yield* eachSliced(lacking, ({ path, info }) => byPath.set(path, computed.get(info.key)?.sha256));
  const completed = yield* mapSliced(edits, (edit): MetsEdit => {
    const digest = edit.kind === 'put-file' ? byPath.get(edit.values.path) : undefined;
    if (edit.kind !== 'put-file' || digest === undefined) return edit;
    return { ...edit, values: { ...edit.values, digest, digestComputed: true } };
  });
  return { edits: completed, disagreement };
}

/**
 * The values of a file for its METS entry: those its tools agree on, else those of the store (companion 5.4). Throws
 * MetadataFault where tools disagree.
 */
const knownValues = (path: string, info: FoundObject, toolMetadata: readonly MetadataEntry[]): FileValues => {
  const entries = currentEntries(toolMetadata, info.lastModified);
  const { sha256, size, contentType } = info;
  const format = coalesceFormat(path, entries, { digest: sha256, size, contentType });
  const allEntries = format === null ? entries : [...entries, format];
  return {
    path,
    name: info.name,
    contentType: contentTypes(allEntries, contentType).best,
    digest: coalesceDigest(path, entries) ?? sha256,
    size: format?.size ?? size,
    fileModified: info.fileModified,
    format: format?.pronomKey ? { pronomKey: format.pronomKey, name: format.formatName } : null,
    storageLocation: format?.storageLocation ?? null,
    virusScans: entriesOfType(entries, 'VirusScanMetadata'),
    exif: coalesceExif(entries)?.tags ?? null,
    extents: extentsOf(path, entries),
  };
};

const extentsOf = (path: string, entries: readonly MetadataEntry[]): WrittenExtents | null => {
  const properties = significantProperties(path, entries);
  if (properties.size === 0) return null;
  return {
    width: pixels(properties.get('ImageWidth')),
    height: pixels(properties.get('ImageHeight')),
    duration: properties.get('Duration') ?? null,
    bitrate: properties.get('Bitrate') ?? null,
  };
};

/** The number of pixels; null for any other text. */
const pixels = (text: string | undefined): number | null => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : null);
