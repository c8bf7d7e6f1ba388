import { route, type Route } from '../../http/route.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { depositCredentials } from './deposit-credentials.js';
import type { UploadRequests } from './upload-request.js';

/** As `getDepositCredentials`, for more files than a URL can name. */
export const postDepositCredentials = (on: DepositDependencies): Route =>
  route<unknown, UploadRequests>('postDepositCredentials', (call) => depositCredentials(on, call, call.body));
