import { pause } from '../../../flow/pause.js';
import { ApiFault } from '../../api/api-fault.js';
import { dataOf } from '../../api/data-of.js';
import { serviceRequests } from '../../api/service-requests.js';
import { readFolder } from '../api/deposits.js';
import { askingForLock } from '../api/lock-question.js';
import { preservation } from '../api/services.js';
import { forwardedAddress, type Session } from '../api/session.js';
import type { WorkspaceFile } from './compare.js';
import type { Part, PartedUpload, PresignedPut, UploadPlatform } from './ports.js';

const requests = serviceRequests();

const ACCEPTED = 202;
const AGAIN_MS = 1_000;

/** Rows of one answer. */
const PAGE = 1_000;

/** The part of a workspace that is preserved, as its files are named in it: that of a bag is in `data`. */
export const payloadOf = (layout: string | undefined): string => (layout === 'BagIt' ? 'data/' : '');

/** Sends JSON to the address of an upload. */
const send = async (address: string, method: string, body: object | null, signal?: AbortSignal): Promise<Response> => {
  const init: RequestInit = {
    method,
    ...(body === null ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    ...(signal === undefined ? {} : { signal }),
  };
  const request = new Request(address, init);
  // A read is not sent again here: the course of the upload does that.
  return method === 'GET'
    ? requests.sendOnce(request)
    : askingForLock(request.url, () => requests.send(request.clone()));
};

/** The same, for the JSON of the answer. */
const asked = async <Answer>(...request: Parameters<typeof send>): Promise<Answer> => {
  const text = await (await send(...request)).text();
  return (text === '' ? null : JSON.parse(text)) as Answer;
};

/** Completes an upload; asks again while the parts of a very large file are being joined. */
const completed = async (address: string, body: object, signal: AbortSignal): Promise<void> => {
  for (;;) {
    const { status } = await send(address, 'PUT', body, signal);
    if (status !== ACCEPTED) return;
    await pause(AGAIN_MS, signal);
  }
};

/** Levels of folders of one answer. */
const DEPTH = 16;

/** All files below a folder; folders that lie deeper than an answer goes are asked for by themselves. */
const workspaceOf = async (
  depositId: string,
  payload: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, WorkspaceFile>> => {
  const found = new Map<string, WorkspaceFile>();
  const folders = [''];
  for (let path = folders.pop(); path !== undefined; path = folders.pop())
    for (let offset = 0, total = 1; offset < total; offset += PAGE) {
      const refresh = path === '' && offset === 0;
      const query = { path, depth: DEPTH, offset, limit: PAGE, ...(refresh ? { refresh } : {}) };
      const page = await readFolder(depositId, query, signal);
      total = page.total;
      for (const entry of page.entries) {
        if (entry.kind === 'file' && entry.inWorkspace !== null) found.set(payload + entry.path, entry.inWorkspace);
        if (entry.kind === 'folder' && entry.depth === DEPTH && entry.files > 0) folders.push(entry.path);
      }
    }
  return found;
};

/** The platform, for the uploads of a deposit. */
export const platformOf = (session: Session, depositId: string, payload: string): UploadPlatform => {
  const params = { path: { depositId } };
  const at = (id: string): string => new URL(forwardedAddress(session, id), document.baseURI).href;
  return {
    credentials: async (files, folders, signal) => {
      const body = { files: [...files], folders: [...folders] };
      const { uploads } = await dataOf(
        preservation.POST('/deposits/{depositId}/credentials', { params, body, signal }),
      );
      return new Map(uploads.map((each): [string, PresignedPut] => [each.path, each]));
    },
    begin: (body, signal) =>
      dataOf(preservation.POST('/deposits/{depositId}/uploads', { params, body, signal })) as Promise<PartedUpload>,
    presign: async (id, parts, signal) => {
      const answer = await asked<{ parts: (PresignedPut & { number: number })[] }>(at(id), 'POST', { parts }, signal);
      return new Map(answer.parts.map((each) => [each.number, each]));
    },
    parts: (id, signal) =>
      asked<{ parts: Part[] }>(at(id), 'GET', null, signal).then(
        ({ parts }) => parts,
        (error: unknown) => {
          if (error instanceof ApiFault && error.status === 404) return null;
          throw error;
        },
      ),
    complete: (id, sha256, parts, signal) => completed(at(id), { sha256, parts }, signal),
    abort: (id) => asked(at(id), 'DELETE', null),
    workspace: (signal) => workspaceOf(depositId, payload, signal),
  };
};
