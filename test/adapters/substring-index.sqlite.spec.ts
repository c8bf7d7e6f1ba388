import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSubstringIndex } from '../../infra/search-index/open-substring-index.js';
import { substringIndexContract } from '../contracts/substring-index.contract.js';

substringIndexContract('SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'search-index-'));
  const log = { warn: () => undefined };
  const open = () => openSubstringIndex({ folder, log });
  let index = await open();
  return {
    index,
    reopen: async () => {
      await index.close();
      index = await open();
      return index;
    },
    close: async () => {
      await index.close();
      await rm(folder, { recursive: true });
    },
  };
});
