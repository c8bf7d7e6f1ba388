import { route, type Route } from '../../http/route.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { depositCredentials } from './deposit-credentials.js';
import { parseUploadRequest } from './upload-request.js';

/** Access to the files of a deposit, with presigned URLs for the files in the query. */
export const getDepositCredentials = (on: DepositDependencies): Route =>
  route<{ readonly file?: readonly string[] }>('getDepositCredentials', (call) =>
    depositCredentials(on, call, { files: (call.query.file ?? []).map(parseUploadRequest) }),
  );
