import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import type { PlannedOperation } from '../../events/import-plan.js';
import { forEachConcurrently } from '../../flow/concurrently.js';
import type { ImportPlatform } from './import-platform.js';

const FILE_BYTES = 10_000;
const FOLDER = 1_000;
/** The concurrency of an importer. */
const CONCURRENCY = 64;

const nameOf = (count: number, digits: number): string => String(count).padStart(digits, '0');

export const pathOf = (file: number): string =>
  `objects/box ${nameOf(Math.floor(file / FOLDER), 4)}/letter ${nameOf(file, 6)} to the editor.txt`;

function* upTo(count: number): Generator<number> {
  for (let index = 0; index < count; index++) yield index;
}

/** The place of the files. */
interface Workspace {
  readonly dependencies: Pick<ImportPlatform['dependencies'], 'bytes'>;
  readonly buckets: Pick<ImportPlatform['buckets'], 'workspace'>;
}

/** Puts files, of 10 KB by default, into the workspace, and writes the plan of their import to a file, one line each. */
export const makeFiles = async (
  { dependencies, buckets }: Workspace,
  {
    count,
    plan,
    size: fileBytes = FILE_BYTES,
  }: { readonly count: number; readonly plan: string; readonly size?: number },
): Promise<void> => {
  const lines = createWriteStream(plan);
  const write = (operation: PlannedOperation): void => void lines.write(`${JSON.stringify(operation)}\n`);
  write({ op: 'add-container', path: 'objects' });
  for (const box of upTo(Math.ceil(count / FOLDER)))
    write({ op: 'add-container', path: `objects/box ${nameOf(box, 4)}` });
  await forEachConcurrently(upTo(count), { width: CONCURRENCY }, async (file) => {
    const path = pathOf(file);
    const at = { bucket: buckets.workspace, key: `bench/${path}` };
    const { etag, sha256, size } = await dependencies.bytes.put(at, randomBytes(fileBytes), {
      contentType: 'text/plain',
    });
    const content = { contentType: 'text/plain', size, sha256, origin: { ...at, etag } };
    write({ op: 'add-binary', path, name: `Letter ${file}`, ...content });
  });
  await finished(lines.end());
};

/** The plan that `makeFiles` wrote. */
export const plannedIn = async (plan: string): Promise<readonly PlannedOperation[]> => {
  const planned: PlannedOperation[] = [];
  for await (const line of createInterface({ input: createReadStream(plan) }))
    planned.push(JSON.parse(line) as PlannedOperation);
  return planned;
};

/** Makes only the copies of a plan. */
export const copyBare = async (
  { dependencies, buckets }: ImportPlatform,
  plan: string,
): Promise<{ readonly files: number }> => {
  const puts: Required<Pick<PlannedOperation, 'path' | 'origin'>>[] = [];
  for (const { path, origin } of await plannedIn(plan)) if (origin !== undefined) puts.push({ path, origin });
  await forEachConcurrently(puts, { width: CONCURRENCY }, async ({ path, origin }) => {
    await dependencies.bytes.copy(origin, { bucket: buckets.repository, key: `bare/${path}` });
  });
  return { files: puts.length };
};
