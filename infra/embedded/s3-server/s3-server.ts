/**
 * The embedded S3 server: the only module of this folder that others may import. `openObjectEngine` opens the store in
 * a data folder, `openS3Endpoint` serves an open store over HTTP, and `filesOnDisk` reads a bucket of plain files
 * without its index.
 */
export { openObjectEngine } from './engine/open-object-engine.js';
export { UploadFault } from './contract/object-engine.js';
export type { Attributes, ObjectEngine, StagedBytes, StoredObject } from './contract/object-engine.js';
export { openS3Endpoint } from './http/endpoint.js';
export type { S3Endpoint } from './http/endpoint.js';
export type { S3Credential } from './http/settings.js';
export { filesOnDisk } from './layouts/plain/files-on-disk.js';
