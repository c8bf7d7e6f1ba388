import type { QueryClient } from '@tanstack/react-query';
import { depositQuery, readFolder } from '../api/deposits.js';
import { sessionQuery } from '../api/session.js';
import { workerDigests } from './digests.js';
import { forgetUploads, keeperOf, keepOpenUpload } from './keeper.js';
import { placed, type Chosen, type Destination } from './plan.js';
import { payloadOf, platformOf } from './platform.js';
import type { Digests } from './ports.js';
import { putBytes } from './put.js';
import { isOpen, show, uploadOf } from './store.js';
import { Upload } from './upload.js';
import type { UploadView } from './upload-view.js';

let digests: Digests | null = null;

/** Lets the pages read the deposit again, and the platform look at the workspace. */
const refresh = async (client: QueryClient, depositId: string): Promise<void> => {
  await readFolder(depositId, { path: '', limit: 0, refresh: true }).catch(() => undefined);
  await client.invalidateQueries({ queryKey: ['deposits', depositId] });
};

/** Keeps that an upload goes on, so that a page that is loaded again can say so. */
const keepOpen = (depositId: string, { register, begun }: Upload, name: string | null): void => {
  const upload = { name: name ?? '', files: register.items.size, bytes: register.bytes.all, begun };
  void keepOpenUpload(depositId, upload).catch(() => undefined);
};

/** Puts what was chosen into a deposit: as a new upload, or as more of the one that is going on. */
export const startUpload = async (
  client: QueryClient,
  depositId: string,
  chosen: Chosen,
  { into, keepsName }: Destination,
): Promise<Upload> => {
  const [session, deposit] = await Promise.all([
    client.query({ ...sessionQuery, staleTime: 'static' }),
    client.query({ ...depositQuery(depositId), staleTime: 'static' }),
  ]);
  const payload = payloadOf(deposit.layout);
  const files = placed(chosen, { into: payload + into, keepsName });
  const running = uploadOf(depositId);
  if (running !== null && isOpen(running)) {
    running.upload.add(files);
    keepOpen(depositId, running.upload, running.view.name);
    return running.upload;
  }
  const upload: Upload = new Upload({
    ports: {
      platform: platformOf(session, depositId, payload),
      digests: (digests ??= workerDigests()),
      keeper: keeperOf(depositId),
      put: putBytes,
    },
    name: chosen.name,
    into: payload + into,
    onView: (view: UploadView) => show(depositId, { upload, view }),
    onEnded: () => {
      void forgetUploads(depositId).catch(() => undefined);
      void refresh(client, depositId);
    },
  });
  upload.start(files);
  keepOpen(depositId, upload, chosen.name);
  return upload;
};

/** Ends an upload; what went up stays, and it can go on when the same is chosen again. */
export const stopUpload = async (client: QueryClient, depositId: string): Promise<void> => {
  uploadOf(depositId)?.upload.stop();
  show(depositId, null);
  await refresh(client, depositId);
};
