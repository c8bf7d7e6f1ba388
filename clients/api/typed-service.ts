import createClient, { type Client } from 'openapi-fetch';
import type { paths as PreservationPaths } from './generated/preservation.js';
import type { paths as StoragePaths } from './generated/storage.js';
import { serviceRequests, type ServiceOptions, type ServiceRequests } from './service-requests.js';

/** Every operation of the preservation service, typed by its OpenAPI document. */
export type PreservationService = Client<PreservationPaths, 'application/json'>;

/** Every operation of the storage service, typed by its OpenAPI document. */
export type StorageService = Client<StoragePaths, 'application/json'>;

/** Puts parameters into a path as they are: repository paths are escaped name by name and have slashes. */
const pathSerializer = (template: string, values: Record<string, unknown>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

const settings = (base: string, requests: ServiceRequests) => ({
  baseUrl: base,
  pathSerializer,
  fetch: (request: Request) => requests.send(request),
});

/**
 * The preservation service at a base address without a final slash, over these requests. Path parameters are escaped by the caller
 * (`escapePath`). Calls reject with ApiFault for every status from 400, and with the signal's reason when it aborts.
 */
export const preservationServiceOver = (base: string, requests: ServiceRequests): PreservationService =>
  createClient<PreservationPaths, 'application/json'>(settings(base, requests));

/** The preservation service at a base address, on the same terms. */
export const preservationService = (base: string, options?: ServiceOptions): PreservationService =>
  preservationServiceOver(base, serviceRequests(options));

/** The storage service at a base address over these requests, on the same terms. */
export const storageServiceOver = (base: string, requests: ServiceRequests): StorageService =>
  createClient<StoragePaths, 'application/json'>(settings(base, requests));

/** The storage service at a base address, on the same terms. */
export const storageService = (base: string, options?: ServiceOptions): StorageService =>
  storageServiceOver(base, serviceRequests(options));
