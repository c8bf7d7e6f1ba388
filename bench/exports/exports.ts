import { join } from 'node:path';
import type { Figure } from '../figure.js';
import { openImportPlatform } from '../imports/import-platform.js';
import { makeFiles } from '../imports/planned-files.js';
import { inFolder } from '../in-folder.js';
import { exportFigures, measureExport } from './measured-export.js';

const exportsOf = (count: number): Promise<readonly Figure[]> =>
  inFolder(async (folder) => {
    const [data, plan] = [join(folder, 'data'), join(folder, 'plan.ndjson')];
    const on = await openImportPlatform(data);
    await makeFiles(on, { count, plan });
    await on.platform.stop();
    return exportFigures(await measureExport(data, plan), { where: '', to: 'bare copies in the same store' });
  });

/** An export of 10,000 files, compared with bare copies of the same files by the same store. */
export const exportsBench = (): Promise<readonly Figure[]> => exportsOf(10_000);

/** The same with 100,000 files. */
export const largeExportsBench = (): Promise<readonly Figure[]> => exportsOf(100_000);
