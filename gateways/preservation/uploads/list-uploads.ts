import { json, route, type Route } from '../../http/route.js';
import { moment } from '../../rendering/moment.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import { depositUri } from '../../uris/uris.js';
import { openAccess } from '../credentials/open-access.js';
import { NO_STORE } from '../credentials/no-store.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { renderUpload } from './named-upload.js';

/** The unfinished uploads of a deposit. */
export const listUploads = (on: DepositDependencies): Route =>
  route('listUploads', async (call) => {
    const opened = await openAccess(on, call);
    if (!opened.ok) return refusalAnswer(opened.refusal);
    const { deposit, access } = opened.value;
    const { depositId, files } = deposit;
    const uploads = (await access.uploads.list()).map(({ key, uploadId, begun }) => ({
      ...renderUpload(on, depositId, { uploadId, path: key.slice(files.prefix.length) }),
      begun: moment(begun.toISOString()),
    }));
    return json(200, { type: 'Uploads', deposit: depositUri(on.baseUrls.preservation, depositId), uploads }, NO_STORE);
  });
