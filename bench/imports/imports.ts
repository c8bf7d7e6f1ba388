import { join } from 'node:path';
import type { Figure } from '../figure.js';
import { inFolder } from '../in-folder.js';
import { comparedFigures, measureImport } from './measured-import.js';

/**
 * An import of so many files, beside bare copies of the same files by the same store, and beside the version before. ext4
 * does not reuse the inode of a deleted file for up to five minutes, and skips all such inodes whenever a file is created:
 * soon after very many files were deleted, this is measured instead.
 */
export const importsBench = (count: number): Promise<readonly Figure[]> =>
  comparedFigures(count, { where: '', to: 'bare copies in the same store' }, (version) =>
    inFolder(async (folder) => {
      const [data, plan] = [join(folder, 'data'), join(folder, 'plan.ndjson')];
      await version.run('imports/prepare-process.js', [data, plan, `${count}`]);
      return measureImport(version, { data, plan });
    }),
  );
