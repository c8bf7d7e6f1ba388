import { isReplaced, ByteStoreFault, type ByteStore } from '../../formats/bytes.js';
import type { MetadataEntry } from '../../formats/metadata/entries.js';
import { readToolOutputs } from '../../formats/tools/read-tool-outputs.js';
import type { ToolReadings } from '../../formats/tools/tool-readings.js';
import { isMarker, type WorkspaceObject } from './workspace-object.js';

/** The objects of a workspace, and the outputs of tools in it. */
export interface ReadWorkspace {
  /** In the order of their keys, with markers of folders. */
  readonly objects: readonly WorkspaceObject[];
  readonly tools: ToolReadings;
}

/** How often a workspace is read while outputs in it are being replaced. */
const ATTEMPTS = 3;

/**
 * Reads a workspace and the tool outputs that were listed in it: where one was replaced or deleted since, everything is
 * read `again`. Rejects with ByteStoreFault.
 */
export const readWithTools = async (
  bytes: ByteStore,
  files: { readonly bucket: string; readonly prefix: string },
  read: (again: boolean) => Promise<readonly WorkspaceObject[]>,
): Promise<ReadWorkspace> => {
  for (let attempt = 1; ; attempt++) {
    const objects = await read(attempt > 1);
    const listed = new Map(objects.filter((each) => !isMarker(each)).map((each) => [each.path, each]));
    const faults: ByteStoreFault[] = [];
    const tools = await readToolOutputs({
      files: listed.values(),
      open: (path) => contentOf(bytes, { bucket: files.bucket, key: files.prefix + path }, listed.get(path), faults),
    });
    const storeFault = faults.find((fault) => !isReplaced(fault));
    if (storeFault !== undefined) throw storeFault;
    if (faults.length === 0 || attempt >= ATTEMPTS) return { objects, tools };
  }
};

/** The reader of outputs ignores an unreadable output, so faults are collected here. */
async function* contentOf(
  bytes: ByteStore,
  at: { readonly bucket: string; readonly key: string },
  listed: WorkspaceObject | undefined,
  faults: ByteStoreFault[],
): AsyncGenerator<Uint8Array> {
  try {
    const { stream } = await bytes.get(at, listed === undefined ? {} : { etag: listed.etag });
    yield* stream as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (error instanceof ByteStoreFault) faults.push(error);
    throw error;
  }
}

/** The metadata that tools give for the file or folder at a path relative to the deposit. */
export const toolMetadataOf = ({ tools }: Pick<ReadWorkspace, 'tools'>, path: string): MetadataEntry[] => {
  if (!path.startsWith(tools.filesRoot)) return [];
  const local = path.slice(tools.filesRoot.length);
  return [...(tools.entries.get(local) ?? []), ...tools.documentsOf(local)];
};
