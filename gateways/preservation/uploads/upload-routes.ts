import type { Route } from '../../http/route.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { abortUpload } from './abort-upload.js';
import { beginUpload } from './begin-upload.js';
import { completeUpload } from './complete-upload.js';
import { getUpload } from './get-upload.js';
import { listUploads } from './list-uploads.js';
import { presignUploadParts } from './presign-upload-parts.js';

/** The operations on uploads of files in parts. */
export const uploadRoutes = (on: DepositDependencies): Route[] => [
  listUploads(on),
  beginUpload(on),
  getUpload(on),
  presignUploadParts(on),
  completeUpload(on),
  abortUpload(on),
];
