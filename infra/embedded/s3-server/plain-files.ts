/** Reads a bucket of plain files without its index. Apart, since a command that only looks loads no server. */
export { filesOnDisk, readFault } from './layouts/plain/files-on-disk.js';
export type { StateOnDisk } from './layouts/plain/files-on-disk.js';
