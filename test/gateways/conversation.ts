import { randomUUID } from 'node:crypto';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { otherBases, requireListedStatus } from '../support/http/listed-status.js';
import { foreignUris } from '../support/http/own-hosts.js';
import { startedServices, type LiveServices } from './live-services.js';
import { pathsBelow } from '../support/s3/keys-in.js';

/** What specs look at in answers; each property is there where the answer is of a kind that has it. */
export interface ShownResource {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly partOf: string;
  readonly content: string;
  readonly containers: readonly ShownResource[];
  readonly binaries: readonly ShownResource[];
  readonly version: { readonly ocflVersion: string; readonly mementoTimestamp: string };
  readonly sourceVersion: { readonly ocflVersion: string };
  readonly storageMap: { readonly files: object };
  readonly originalId: string;
  readonly containersToAdd: readonly ShownResource[];
  readonly binariesToAdd: readonly ShownResource[];
  readonly binariesToPatch: readonly ShownResource[];
  readonly binariesToDelete: readonly ShownResource[];
  readonly binariesAdded: readonly ShownResource[];
  readonly [other: string]: unknown;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; {} where it is none. */
  readonly body: ShownResource;
}

export const names = (list: readonly ShownResource[]): string[] => list.map(({ name }) => name);

/**
 * Sends one request; a body goes as JSON. Rejects for a status that the service's document does not list, and for an
 * answer of the preservation service with URIs of the storage service where they do not belong.
 */
export const ask = async (
  method: string,
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> => {
  const answer = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  requireListedStatus(method, url, answer.status);
  const text = await answer.text();
  const isJson = /\bjson\b/.test(answer.headers.get('content-type') ?? '');
  const json = (isJson && text !== '' ? JSON.parse(text) : {}) as ShownResource;
  const foreign = otherBases(url).flatMap((base) => foreignUris(json, base));
  if (foreign.length > 0) throw new Error(`${method} ${url} was answered with ${foreign.join(', ')}`);
  return { status: answer.status, headers: answer.headers, text, body: json };
};

/** A name that nothing else uses. */
export const fresh = (name: string): string => `${name}-${randomUUID().slice(0, 8)}`;

/** A container of its own, at the top of the repository. */
export const newContainer = async (live: LiveServices): Promise<string> => {
  const path = fresh('box');
  await ask('PUT', `${live.preservation}/repository/${path}`);
  return path;
};

export interface OpenedDeposit {
  readonly uri: string;
  readonly id: string;
  readonly prefix: string;
}

export const newDeposit = async (live: LiveServices, request: object = {}): Promise<OpenedDeposit> => {
  const { body, status, text } = await ask('POST', `${live.preservation}/deposits`, request);
  if (status !== 201) throw new Error(`no deposit: ${text}`);
  const uri = body.id;
  const id = uri.slice(uri.lastIndexOf('/') + 1);
  return { uri, id, prefix: `deposits/${id}/` };
};

export const upload = async (
  live: LiveServices,
  { prefix }: OpenedDeposit,
  files: Record<string, string>,
): Promise<void> => {
  for (const [path, text] of Object.entries(files)) {
    const at = { bucket: live.places.workspaceBucket, key: prefix + path };
    await live.bytes.put(at, Buffer.from(text), { contentType: 'text/plain' });
  }
};

/** Puts files by plain uploads to the S3 endpoint, so that the store has no SHA-256 of them. */
export const uploadWithoutDigest = async (
  { s3, places }: LiveServices,
  { prefix }: OpenedDeposit,
  files: Record<string, string>,
): Promise<void> => {
  for (const [path, text] of Object.entries(files))
    await s3.send(new PutObjectCommand({ Bucket: places.workspaceBucket, Key: prefix + path, Body: text }));
};

/** The keys in the workspace of a deposit, relative to it. */
export const keysIn = async ({ bytes, places }: LiveServices, { prefix }: OpenedDeposit): Promise<string[]> => {
  return pathsBelow(bytes, places.workspaceBucket, prefix);
};

/** A deposit from the template RootLevel with these files in its workspace. */
export const filledDeposit = async (live: LiveServices, files: Record<string, string>): Promise<OpenedDeposit> => {
  const deposit = await newDeposit(live, { template: 'RootLevel' });
  await upload(live, deposit, files);
  return deposit;
};

export const etagOf = async (deposit: OpenedDeposit): Promise<string> =>
  String((await ask('GET', deposit.uri)).body['metsETag']);

/** Describes files in the METS of a deposit. */
export const describeFiles = async (deposit: OpenedDeposit, paths: readonly string[]): Promise<Reply> =>
  ask('POST', `${deposit.uri}/mets`, paths, { 'if-match': await etagOf(deposit) });

/** Deletes items of a deposit, from METS and workspace unless `changes` say otherwise. */
export const deleteItems = async (
  deposit: OpenedDeposit,
  items: readonly object[],
  changes: object = {},
): Promise<Reply> => {
  const selection = { deleteFromMets: true, deleteFromDepositFiles: true, items, ...changes };
  return ask('POST', `${deposit.uri}/mets/delete`, selection, { 'if-match': await etagOf(deposit) });
};

/** The result of a job once it has ended. */
export const ended = async (live: LiveServices, resultUri: string): Promise<ShownResource> => {
  await live.settle();
  const { body } = await ask('GET', resultUri);
  if (!/^completed/.test(String(body['status']))) throw new Error(`the job is ${String(body['status'])}`);
  return body;
};

/** An archival group with these files, imported through both services, and the deposit it came from. */
export const newGroup = async (
  files: Record<string, string>,
  name = 'group',
): Promise<{
  readonly live: LiveServices;
  readonly path: string;
  readonly deposit: OpenedDeposit;
  readonly result: string;
}> => {
  const live = await startedServices();
  const path = `${await newContainer(live)}/${name}`;
  const archivalGroup = `${live.preservation}/repository/${path}`;
  const deposit = await newDeposit(live, { template: 'RootLevel', archivalGroup, archivalGroupName: 'A group' });
  await upload(live, deposit, files);
  await describeFiles(deposit, Object.keys(files));
  const submitted = await ask('POST', `${deposit.uri}/importjobs`, { id: `${deposit.uri}/importjobs/diff` });
  if (submitted.status !== 201) throw new Error(`no import job: ${submitted.text}`);
  const result = submitted.body.id;
  await ended(live, result);
  return { live, path, deposit, result };
};
