import { noContent, route, type Route } from '../../http/route.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { openUpload, type UploadQuery } from './named-upload.js';

/** Ends an upload; its parts are deleted. */
export const abortUpload = (on: DepositDependencies): Route =>
  route<UploadQuery>('abortUpload', async (call) => {
    const opened = await openUpload(on, call);
    if (!opened.ok) return opened.refusal;
    await opened.value.access.uploads.abort(opened.value.upload);
    return noContent();
  });
