import { json, route, type Route } from '../../http/route.js';
import { NO_STORE } from '../credentials/no-store.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { openUpload, renderUpload, type UploadQuery } from './named-upload.js';
import { uploadRefusal } from './upload-refusals.js';

/** The parts that the store has of an upload, so that a client can go on. */
export const getUpload = (on: DepositDependencies): Route =>
  route<UploadQuery>('getUpload', async (call) => {
    const opened = await openUpload(on, call);
    if (!opened.ok) return opened.refusal;
    const { deposit, access, upload, path } = opened.value;
    const parts = await access.uploads.parts(upload);
    if (parts === null) return uploadRefusal('not-found');
    return json(200, { ...renderUpload(on, deposit.depositId, { ...upload, path }), parts }, NO_STORE);
  });
