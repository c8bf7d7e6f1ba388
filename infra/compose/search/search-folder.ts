import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../config/config.js';
import type { DataFolder } from '../../embedded/data-folder.js';
import type { DisposalStack } from '../process/disposal-stack.js';

/** The folder of the search indexes: as the settings say, in the data folder, or a temporary one that ends with the process. */
export const searchFolderOf = async (
  { searchFolder }: Pick<Config, 'searchFolder'>,
  data: DataFolder | null,
  disposal: DisposalStack,
): Promise<string> => {
  const known = searchFolder ?? data?.search;
  if (known !== undefined) return known;
  const temporary = await mkdtemp(join(tmpdir(), 'muniment-search-'));
  return disposal.keep('temporary folder of search indexes', temporary, (it) =>
    rm(it, { recursive: true, force: true }),
  );
};
