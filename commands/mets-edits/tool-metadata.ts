import type { MetadataEntry } from '../../formats/metadata/entries.js';
import { findOutputs } from '../../formats/tools/find-outputs.js';
import type { Editable } from './begin-edit.js';
import type { Dependencies } from '../core/dependencies.js';
import { viewWorkspace } from '../workspace/view-workspace.js';

/**
 * The metadata that tools give for the files of a workspace, by path below the METS root, read again. The workspace is
 * read only if it has outputs of tools.
 */
export const readToolMetadata = async (
  dependencies: Dependencies,
  { deposit: { depositId, files }, root }: Editable,
): Promise<(path: string) => readonly MetadataEntry[]> => {
  if (!(await hasOutputs(dependencies.bytes, files, root))) return () => [];
  const view = await viewWorkspace(dependencies, depositId, { fresh: true });
  return (path) => (view.ok ? (view.value.tools.entries.get(path) ?? []) : []);
};

const hasOutputs = async (
  bytes: Dependencies['bytes'],
  { bucket, prefix }: Editable['deposit']['files'],
  root: Editable['root'],
): Promise<boolean> => {
  const manifest = 'manifest-sha256.txt';
  const paths = (await bytes.head({ bucket, key: prefix + manifest })) === null ? [] : [manifest];
  for await (const { key } of bytes.list(bucket, `${prefix}${root}metadata/`)) paths.push(key.slice(prefix.length));
  const { manifest: digests, formats, report, virusDefinition, exif } = findOutputs(paths);
  return [digests, formats, report, virusDefinition, exif].some((place) => place !== null);
};
