import type { MetadataEntry } from '../../formats/metadata/entries.js';
import { findOutputs } from '../../formats/tools/find-outputs.js';
import { warningSentence } from '../../formats/tools/warning-sentence.js';
import type { Editable } from './begin-edit.js';
import type { NamedEntry } from './named-paths.js';
import { claimsOf } from '../workspace/digests/claimed-digests.js';
import type { Dependencies } from '../core/dependencies.js';
import type { ManifestDigests } from './lacking-digests.js';
import { hasManifest } from '../workspace/workspace-files.js';
import { bagIn, digestsToVerify } from '../workspace/judge-workspace-bag.js';
import { listWorkspace } from '../workspace/view-workspace.js';

/** What tools, manifests and uploads say of files, by path below the METS root, and what is wrong with outputs of tools. */
export interface ToolMetadata {
  readonly manifestDigests: ManifestDigests;
  readonly of: (path: string) => readonly MetadataEntry[];
  /** Sentences. */
  readonly warnings: readonly string[];
}

/** Reads the outputs of tools again. The workspace is read only if it has any; else only what was claimed of `described`. */
export const readToolMetadata = async (
  dependencies: Dependencies,
  { deposit: { depositId, files }, stored, root }: Editable,
  described: readonly NamedEntry[],
): Promise<ToolMetadata> => {
  const view = (await hasOutputs(dependencies.bytes, files, root))
    ? await listWorkspace(dependencies, depositId, { fresh: true })
    : null;
  if (view?.ok !== true) {
    const objects = described.flatMap(({ info }) => info ?? []);
    const claims = await claimsOf(dependencies, depositId, objects);
    const of = (path: string): readonly MetadataEntry[] => [claims.get(files.prefix + root + path) ?? []].flat();
    return { of, manifestDigests: () => [], warnings: [] };
  }
  const { entries, warnings } = view.value.tools;
  const found = bagIn(view.value, { metsPath: stored?.path ?? null });
  return {
    of: (path) => entries.get(path) ?? [],
    manifestDigests: (path) => (found === null ? [] : digestsToVerify(found, root + path)),
    warnings: warnings.map(warningSentence),
  };
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
