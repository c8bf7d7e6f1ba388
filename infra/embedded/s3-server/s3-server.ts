/**
 * The embedded S3 server; others import this module and `plain-files.ts` alone. `openObjectEngine` opens the store in a
 * data folder, `openS3Endpoint` serves an open store over HTTP.
 */
export { openObjectEngine } from './engine/open-object-engine.js';
export { UploadFault } from './contract/object-engine.js';
export type { Attributes, ObjectEngine, StagedBytes, StoredObject } from './contract/object-engine.js';
export { openS3Endpoint } from './http/endpoint.js';
export type { S3Endpoint } from './http/endpoint.js';
export type { S3Credential } from './http/settings.js';
