import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Figure } from '../figure.js';
import type { MeasuredImport } from './import-process.js';
import { median } from '../measure.js';
import type { MeasuredServer } from '../measured-server.js';

const MEBIBYTE = 1024 * 1024;

/** Imports in a separate process, so that its memory and time do not include creating the files. */
export const measureImport = async (
  data: string,
  plan: string,
  server: MeasuredServer | null = null,
): Promise<MeasuredImport> => {
  const program = fileURLToPath(new URL('import-process.js', import.meta.url));
  const { accessKeyId, secretAccessKey } = server?.server ?? {};
  const env = { ...process.env, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
  const words = [program, data, plan, JSON.stringify(server)];
  const { stdout } = await promisify(execFile)(process.execPath, words, { env });
  return JSON.parse(stdout) as MeasuredImport;
};

interface Described {
  readonly count: number;
  /** Where it ran: the beginning of every name. */
  readonly where: string;
  /** What it is compared with. */
  readonly to: string;
}

/** The figures of a measured import of `count` files of 10 KB. */
export const importFigures = (it: MeasuredImport, { count, where, to }: Described): readonly Figure[] => {
  const files = count.toLocaleString('en');
  const name = `${where}import of ${files} files of 10 KB`;
  const [importing, copying] = [count / it.importing, count / it.copying];
  const seconds = { value: it.importing, unit: 's', atMost: Math.ceil(it.copying / 0.8 + 20) };
  return [
    { name, value: importing, unit: 'files/s', ratio: { to, value: importing / copying, goal: 0.8 } },
    { name: `${name}: ${to}`, value: copying, unit: 'files/s' },
    { name: `${name}: wall time`, ...seconds },
    { name: `${name}: CPU time`, value: it.cpuSeconds, unit: 's' },
    { name: `${name}: peak memory`, value: it.peakBytes / MEBIBYTE, unit: 'MiB', atMost: 512 },
    { name: `${name}: longest wait of a timer`, value: it.longestStall * 1_000, unit: 'ms', atMost: 100 },
    { name: `${name}: writes beside one a file`, value: it.writes - count, unit: 'requests', atMost: 8 },
    { name: `${name}: deletes`, value: it.deletes, unit: 'requests' },
    { name: `${name}: reads`, value: it.reads, unit: 'requests' },
    { name: `${name}: bytes of files through this process`, value: it.bodyBytes, unit: 'bytes', atMost: 0 },
    {
      name: `${where}one file of ${files} patched by a posted job`,
      value: median(it.patching) * 1_000,
      unit: 'ms',
      atMost: 2_000,
    },
  ];
};
