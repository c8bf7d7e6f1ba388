import { createReadStream } from 'node:fs';
import { readToolOutputs } from '../../../formats/tools/read-tool-outputs.js';
import type { ToolReadings, ToolSources } from '../../../formats/tools/tool-readings.js';

/** The bytes of a text, in chunks of a few bytes each so that nothing fits into one. */
export async function* inSmallChunks(content: string | Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(content);
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

/** When everything in the workspaces of these tests was stored. */
export const STORED = new Date('2026-01-02T03:04:05.678Z');

type Content = string | Uint8Array | { readonly from: string } | { readonly fails: Error };

/** A workspace of these files; `from` names a real file that stands in for one. */
export const workspace = (files: Readonly<Record<string, Content>>): ToolSources & { readonly opened: string[] } => {
  const opened: string[] = [];
  return {
    opened,
    files: Object.keys(files).map((path) => ({ path, size: 0, modified: STORED })),
    open: (path) => {
      opened.push(path);
      const content = files[path] ?? '';
      if (typeof content === 'string' || content instanceof Uint8Array) return inSmallChunks(content, 1000);
      if ('from' in content) return createReadStream(content.from);
      throw content.fails;
    },
  };
};

export const readWorkspace = (files: Readonly<Record<string, Content>>): Promise<ToolReadings> =>
  readToolOutputs(workspace(files));
