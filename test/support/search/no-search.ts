import type { FindFiles } from '../../../gateways/files/find-files.js';
import type { MemorySearch } from './memory-search.js';

const refuse = () => Promise.reject(new Error('nothing is searched here'));
const unsearched = { search: refuse, find: refuse };

/** For services whose specs search nothing. */
export const noSearch: Pick<MemorySearch, 'fileSearch' | 'depositSearch' | 'searchFiles'> & {
  readonly findFiles: FindFiles;
} = {
  fileSearch: unsearched,
  depositSearch: unsearched,
  searchFiles: refuse,
  findFiles: refuse,
};
