import { withFileModified } from '../../../formats/file-modified.js';
import { badRequest } from '../../http/answer/problem.js';
import { json, route, type Route } from '../../http/route.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import { openAccess } from '../credentials/open-access.js';
import { NO_STORE } from '../credentials/no-store.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { pathRefusal, renderUpload } from './named-upload.js';
import { partSizeOf } from './part-size.js';

interface FileToUpload {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  readonly contentType?: string;
  /** When the file was last changed before its upload, RFC 3339. */
  readonly modified?: string;
}

/** Headers hold no other characters, and signatures of some stores no others. */
const HEADER_TEXT = /^[\x21-\x7e][\x20-\x7e]*$/;

/** Begins the upload of one file in parts. */
export const beginUpload = (on: DepositDependencies): Route =>
  route<unknown, FileToUpload>('beginUpload', async (call) => {
    const { path, size, contentType = null, modified } = call.body;
    const opened = await openAccess(on, call);
    if (!opened.ok) return refusalAnswer(opened.refusal);
    const { deposit, access } = opened.value;
    const wrong = pathRefusal(deposit, path);
    if (wrong !== null) return wrong;
    if (contentType !== null && !HEADER_TEXT.test(contentType)) return badRequest('contentType is no media type.');
    const metadata = modified === undefined ? {} : withFileModified(new Date(modified));
    const uploadId = await access.uploads.begin(deposit.files.prefix + path, { contentType, metadata });
    on.log.info('The upload of a file in parts was begun', {
      correlationId: call.correlationId,
      depositId: deposit.depositId,
      agent: call.actor.agent,
      uploadId,
      size,
    });
    const partSize = partSizeOf(size);
    const upload = renderUpload(on, deposit.depositId, { uploadId, path });
    const answer = { ...upload, size, partSize, partCount: Math.ceil(size / partSize) };
    return json(201, answer, { ...NO_STORE, Location: upload.id });
  });
