import type { MetadataEntry } from '../../formats/metadata/entries.js';
import { findOutputs } from '../../formats/tools/find-outputs.js';
import { warningSentence } from '../../formats/tools/warning-sentence.js';
import type { Editable } from './begin-edit.js';
import type { Dependencies } from '../core/dependencies.js';
import { hasManifest } from '../workspace/bag-layout.js';
import { listWorkspace } from '../workspace/view-workspace.js';

/** What tools say of a workspace: their metadata, by path below the METS root, and what is wrong with their outputs. */
export interface ToolMetadata {
  readonly of: (path: string) => readonly MetadataEntry[];
  /** Sentences. */
  readonly warnings: readonly string[];
}

/** Reads the outputs of tools again. The workspace is read only if it has any. */
export const readToolMetadata = async (
  dependencies: Dependencies,
  { deposit: { depositId, files }, root }: Editable,
): Promise<ToolMetadata> => {
  const none: ToolMetadata = { of: () => [], warnings: [] };
  if (!(await hasOutputs(dependencies.bytes, files, root))) return none;
  const view = await listWorkspace(dependencies, depositId, { fresh: true });
  if (!view.ok) return none;
  const { entries, warnings } = view.value.tools;
  return { of: (path) => entries.get(path) ?? [], warnings: warnings.map(warningSentence) };
};

const hasOutputs = async (
  bytes: Dependencies['bytes'],
  { bucket, prefix }: Editable['deposit']['files'],
  root: Editable['root'],
): Promise<boolean> => {
  if (await hasManifest(bytes, { bucket, prefix })) return true;
  const paths: string[] = [];
  for await (const { key } of bytes.list(bucket, `${prefix}${root}metadata/`)) paths.push(key.slice(prefix.length));
  const { formats, report, virusDefinition, exif } = findOutputs(paths);
  return [formats, report, virusDefinition, exif].some((place) => place !== null);
};
