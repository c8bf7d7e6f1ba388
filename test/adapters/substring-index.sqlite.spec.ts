import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSubstringIndex } from '../../infra/search-index/open-substring-index.js';
import type { SubstringIndexLimits } from '../../infra/search-index/substring-index-limits.js';
import { substringIndexContract } from '../contracts/substring-index.contract.js';

const contractWith = (name: string, limits: Partial<SubstringIndexLimits>): void =>
  substringIndexContract(name, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'search-index-'));
    const log = { warn: () => undefined };
    const open = () => openSubstringIndex({ folder, log, limits });
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

contractWith('SQLite', {});
contractWith('SQLite, in blocks of two entries', { blockEntries: 2, fewMatches: 0, restMs: 0 });
