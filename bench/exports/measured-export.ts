import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Figure } from '../figure.js';
import type { MeasuredServer } from '../measured-server.js';
import type { MeasuredExport } from './export-process.js';

const MEBIBYTE = 1024 * 1024;
/** The heap of an exporter with 1 GB (docs/running-distributed.md); on a large machine V8 lets garbage grow by far more. */
const HEAP_MEBIBYTES = 768;

/** Imports a plan in one process and exports it in another, so that its memory and time are those of the export. */
export const measureExport = async (
  data: string,
  plan: string,
  server: MeasuredServer | null = null,
): Promise<MeasuredExport> => {
  const program = fileURLToPath(new URL('export-process.js', import.meta.url));
  const { accessKeyId, secretAccessKey } = server?.server ?? {};
  const env = { ...process.env, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
  const run = (what: string, options: readonly string[]) =>
    promisify(execFile)(process.execPath, [...options, program, what, data, plan, JSON.stringify(server)], { env });
  await run('prepare', []);
  return JSON.parse((await run('measure', [`--max-old-space-size=${HEAP_MEBIBYTES}`])).stdout) as MeasuredExport;
};

/** The figures of a measured export of files of 10 KB; `where` is the beginning of every name. */
export const exportFigures = (it: MeasuredExport, { where, to }: { where: string; to: string }): readonly Figure[] => {
  const name = `${where}export of ${it.files.toLocaleString('en')} files of 10 KB`;
  const [exporting, copying] = [it.files / it.exporting, it.files / it.copying];
  return [
    { name, value: exporting, unit: 'files/s', ratio: { to, value: exporting / copying, goal: 0.8 } },
    { name: `${name}: ${to}`, value: copying, unit: 'files/s' },
    { name: `${name}: CPU time`, value: it.cpuSeconds, unit: 's' },
    {
      name: `${name}: peak memory, with a heap of at most ${HEAP_MEBIBYTES} MiB`,
      value: it.peakBytes / MEBIBYTE,
      unit: 'MiB',
      atMost: 512,
    },
    { name: `${name}: longest wait of a timer`, value: it.longestStall * 1_000, unit: 'ms', atMost: 100 },
    { name: `${name}: writes beside one a file`, value: it.writes - it.files, unit: 'requests', atMost: 8 },
    { name: `${name}: reads`, value: it.reads, unit: 'requests' },
    { name: `${name}: bytes of files through this process`, value: it.bodyBytes, unit: 'bytes', atMost: 0 },
  ];
};
