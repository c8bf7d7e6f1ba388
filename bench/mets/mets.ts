import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { defaultAgents } from '../../formats/mets/model/agents.js';
import { createMets } from '../../formats/mets/create-mets.js';
import type { MetsEdit } from '../../formats/mets/edit-mets.js';
import { readSource } from '../../formats/mets/mets-work.js';
import { openMetsThreads } from '../../infra/threads/mets-threads.js';
import type { Figure } from '../figure.js';
import { inFolder } from '../in-folder.js';
import { median } from '../measure.js';
import type { MeasuredMets } from './mets-process.js';
import { pathOf } from '../imports/planned-files.js';
import { valueOf } from '../../test/support/value-of.js';

const FILES = 50_000;
const MEBIBYTE = 1024 * 1024;

/** The METS edit for a file that was uploaded with a digest and identified. */
const addition = (file: number): MetsEdit => ({
  kind: 'put-file',
  values: {
    path: pathOf(file),
    contentType: 'image/tiff',
    digest: randomBytes(32).toString('hex'),
    size: 10_000 + file,
    format: { pronomKey: 'fmt/353', name: 'Tagged Image File Format' },
  },
});

/** Builds a METS like a request that adds all files; answers it and the duration in seconds. */
const built = async (): Promise<{ readonly bytes: Uint8Array; readonly seconds: number }> => {
  const threads = openMetsThreads();
  const blank = createMets({ title: 'Letters', agent: defaultAgents.own, now: new Date() });
  const edits = Array.from({ length: FILES }, (_each, file) => addition(file));
  const start = performance.now();
  const result = valueOf(
    await threads.work(
      'edit',
      readSource(blank),
      {
        agents: defaultAgents,
        now: new Date(),
        edits,
      },
      '',
    ),
  );
  const seconds = (performance.now() - start) / 1_000;
  await threads.close();
  if (result.bytes === null) throw new Error('no METS was built');
  return { bytes: result.bytes, seconds };
};

/** Measures in a separate process, whose memory does not include the building. */
const measured = (bytes: Uint8Array): Promise<MeasuredMets> =>
  inFolder(async (folder) => {
    const [data, file] = [join(folder, 'data'), join(folder, 'mets.xml')];
    await writeFile(file, bytes);
    const program = fileURLToPath(new URL('mets-process.js', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [program, data, file]);
    return JSON.parse(stdout) as MeasuredMets;
  });

/** A METS of 50,000 files with PREMIS: built, edited and read through the service. */
export const metsBench = async (): Promise<readonly Figure[]> => {
  const { bytes, seconds } = await built();
  const { puts, edits, editsCpu, others, views, viewsCpu, peakBytes } = await measured(bytes);
  const name = `METS of ${FILES.toLocaleString('en')} files`;
  const edit = `${name}: one file added`;
  return [
    { name: `${name}: size`, value: bytes.length / MEBIBYTE, unit: 'MiB' },
    { name: `${name}: built from nothing by additions`, value: seconds * 1_000, unit: 'ms', atMost: 5_000 },
    { name: `${name}: put as it is, and no more`, value: median(puts) * 1_000, unit: 'ms' },
    { name: `${edit}, first`, value: (edits[0] ?? NaN) * 1_000, unit: 'ms' },
    { name: `${edit}, first: CPU time, the others' included`, value: (editsCpu[0] ?? NaN) * 1_000, unit: 'ms' },
    { name: `${edit}, median`, value: median(edits) * 1_000, unit: 'ms', atMost: 1_600 },
    { name: `${edit}: CPU time, the others' included`, value: median(editsCpu) * 1_000, unit: 'ms' },
    { name: `${edit}: p99 of other requests`, value: others * 1_000, unit: 'ms', atMost: 100 },
    { name: `${name}: parsed view`, value: median(views) * 1_000, unit: 'ms' },
    { name: `${name}: parsed view, CPU time`, value: median(viewsCpu) * 1_000, unit: 'ms' },
    { name: `${name}: peak memory`, value: peakBytes / MEBIBYTE, unit: 'MiB', atMost: 600 },
  ];
};
