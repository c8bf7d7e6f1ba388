import type { MemorySearch } from './memory-search.js';

const unsearched = { search: () => Promise.reject(new Error('nothing is searched here')) };

/** For services whose specs search nothing. */
export const noSearch: Pick<MemorySearch, 'fileSearch' | 'depositSearch' | 'searchFiles'> = {
  fileSearch: unsearched,
  depositSearch: unsearched,
  searchFiles: unsearched.search,
};
