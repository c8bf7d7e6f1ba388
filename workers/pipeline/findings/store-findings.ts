import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { RecordedFindings } from '../../../events/pipeline-run.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import {
  indexAddress,
  rowsAddress,
  type Finding,
  type FindingsIndex,
  type NewestFiles,
} from '../../../commands/run-findings/findings.js';
import type { WorkspaceObject } from '../../../commands/workspace/workspace-object.js';
import { digestBytes } from '../../../formats/digests/digested.js';
import type { AllFindings } from '../../../formats/tools/findings/file-findings.js';
import { FindingsRows, rowsOf } from './findings-rows.js';
import type { PipelineTask } from '../pipeline-task.js';
import type { RunAttempt } from '../run-attempt.js';

/** What storing findings uses. */
export interface StoringFindings extends Pick<RunAttempt, 'step' | 'epoch' | 'folder'> {
  readonly dependencies: Pick<Dependencies, 'bytes' | 'places'>;
  readonly task: PipelineTask;
  readonly requireLive: () => Promise<unknown>;
}

/** What the tools found of all files that they looked at. */
export const storeFindings = async (
  storing: StoringFindings,
  found: { readonly findings: AllFindings; readonly files: readonly WorkspaceObject[]; readonly filesRoot: string },
): Promise<RecordedFindings> => {
  let looked = 0;
  const rows = async function* (): AsyncGenerator<Finding> {
    for await (const each of found.findings) {
      looked += 1;
      yield* rowsOf(each, found.filesRoot);
    }
  };
  return store(storing, rows(), () => ({ files: looked, leftOut: 0, newest: newestOf(found.files) }));
};

/** What is wrong with a bag, of which `files` are listed in its manifests. */
export const storeBagFindings = (
  storing: StoringFindings,
  { rows, ...counted }: { readonly rows: readonly Finding[]; readonly files: number; readonly leftOut: number },
): Promise<RecordedFindings> => store(storing, Readable.from(rows), () => ({ ...counted, newest: null }));

/** Puts the rows, then their index with what is known after them, so that where the index is, the rows are. Safe to repeat. */
const store = async (
  storing: StoringFindings,
  rows: AsyncIterable<Finding>,
  known: () => Pick<FindingsIndex, 'files' | 'leftOut' | 'newest'>,
): Promise<RecordedFindings> => {
  const { dependencies, step, requireLive, task, epoch } = storing;
  const folder = join(storing.folder, 'findings-rows');
  await mkdir(folder);
  const written = new FindingsRows(folder);
  for await (const row of rows) await written.add(row);
  const { locations, sections, offsets, size } = await written.end();
  const of = { depositId: task.depositId, runId: task.jobId, epoch };
  await requireLive();
  await step('put-findings', () =>
    dependencies.bytes.put(
      rowsAddress(dependencies, of),
      size === 0 ? new Uint8Array() : { stream: Readable.from(concatenated(locations)), size },
      { contentType: 'application/x-ndjson' },
    ),
  );
  const index: FindingsIndex = { schema: 1, ...known(), sections, offsets, size };
  const body = Buffer.from(JSON.stringify(index));
  await step('put-findings-index', () =>
    dependencies.bytes.put(indexAddress(dependencies, of), body, { contentType: 'application/json' }),
  );
  const count = sections.reduce((sum, section) => sum + section.rows, 0);
  return { rows: count, sha256: digestBytes(body).sha256 };
};

async function* concatenated(locations: readonly string[]): AsyncGenerator<Buffer> {
  for (const location of locations) for await (const chunk of createReadStream(location)) yield chunk as Buffer;
}

/** The files with the latest time of the store, by which later ones are told. */
const newestOf = (files: readonly WorkspaceObject[]): NewestFiles | null => {
  if (files.length === 0) return null;
  const latest = files.reduce((time, { listed }) => Math.max(time, listed.modified.getTime()), 0);
  const newest = files.filter(({ listed }) => listed.modified.getTime() === latest);
  const etags = Object.fromEntries(newest.map(({ path, listed }) => [path, listed.etag]));
  return { modified: latest, etags };
};
