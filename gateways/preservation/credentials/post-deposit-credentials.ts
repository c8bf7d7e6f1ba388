import { route, type Route } from '../../http/route.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { depositCredentials } from './deposit-credentials.js';
import type { UploadRequest } from './upload-request.js';

/** As `getDepositCredentials`, for more files than a URL can name. */
export const postDepositCredentials = (on: DepositDependencies): Route =>
  route<unknown, { readonly files: readonly UploadRequest[] }>('postDepositCredentials', (call) =>
    depositCredentials(on, call, call.body.files),
  );
