import type { Figure } from '../figure.js';
import { median } from '../measure.js';
import { BEFORE, THIS, VERSIONS, type Version } from '../versions.js';
import type { MeasuredImport } from './import-process.js';
import type { MeasuredServer } from './measured-server.js';

const MEBIBYTE = 1024 * 1024;

interface PlannedImport {
  readonly data: string;
  readonly plan: string;
  /** The server with the files; null where they are in the data folder. */
  readonly server?: MeasuredServer | null;
}

/** Imports in a separate process, so that its memory and time do not include creating the files. */
export const measureImport = (
  version: Version,
  { data, plan, server = null }: PlannedImport,
): Promise<MeasuredImport> => {
  const { accessKeyId, secretAccessKey } = server?.server ?? {};
  const env = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
  return version.run('imports/import-process.js', [data, plan, JSON.stringify(server)], server === null ? {} : env);
};

interface MeasurementNames {
  /** Where it ran: the beginning of every name. */
  readonly where: string;
  /** What it is compared with. */
  readonly to: string;
}

/** The figures of a measured import of `count` files of 10 KB. */
const importFigures = (it: MeasuredImport, count: number, { where, to }: MeasurementNames): readonly Figure[] => {
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

/** What may be beside the version before. */
const MOST = { embedded: 1, server: 1.15 };

/** The figures of an import of `count` files of 10 KB, which is measured for this version and the one before. */
export const comparedFigures = async (
  count: number,
  described: MeasurementNames,
  measure: (version: Version) => Promise<MeasuredImport>,
): Promise<readonly Figure[]> => {
  const each = new Map<Version, MeasuredImport>();
  for (const version of VERSIONS) each.set(version, await measure(version));
  const [now, before] = [each.get(THIS), BEFORE === null ? undefined : each.get(BEFORE)];
  if (now === undefined) return [];
  const figures = importFigures(now, count, described);
  if (before === undefined) return figures;
  const name = `${described.where}import of ${count.toLocaleString('en')} files of 10 KB`;
  const atMost = described.where === '' ? MOST.embedded : MOST.server;
  const ratio = (value: number) => ({ to: 'that of the version before', value, atMost });
  const { importing, cpuSeconds } = now;
  return [
    ...figures,
    { name: `${name}: wall time`, value: importing, unit: 's', ratio: ratio(importing / before.importing) },
    { name: `${name}: CPU time`, value: cpuSeconds, unit: 's', ratio: ratio(cpuSeconds / before.cpuSeconds) },
  ];
};
