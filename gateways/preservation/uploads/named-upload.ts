import type { Deposit } from '../../../commands/deposit/state.js';
import { refused, success, type Result } from '../../../flow/result.js';
import { badRequest } from '../../http/answer/problem.js';
import { pathParameter, type Answer, type Call } from '../../http/route.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import { depositUri } from '../../uris/uris.js';
import { openAccess, type OpenedAccess } from '../credentials/open-access.js';
import { workspacePathViolation } from '../../../commands/workspace/workspace-path-violation.js';
import type { UploadAddress } from '../credentials/workspace-access.js';
import type { DepositDependencies } from '../deposit-dependencies.js';

/** The query of an operation on one upload. */
export interface UploadQuery {
  /** Of the file, in the deposit. */
  readonly path: string;
}

/** The upload that a call is about. */
export interface NamedUpload extends OpenedAccess {
  readonly upload: UploadAddress;
  readonly path: string;
}

/** What is wrong with a path; an answer. */
export const pathRefusal = ({ files }: Deposit, path: string): Answer | null => {
  const violation = workspacePathViolation(files.prefix, path);
  return violation === null
    ? null
    : badRequest(`${JSON.stringify(path.slice(0, 200))} cannot be uploaded: ${violation}`);
};

/** Opens the access to the upload that the path and the query of a call name, or gives the answer that refuses it. */
export const openUpload = async (
  on: DepositDependencies,
  call: Call<UploadQuery>,
): Promise<Result<NamedUpload, Answer>> => {
  const opened = await openAccess(on, call);
  if (!opened.ok) return refused(refusalAnswer(opened.refusal));
  const { deposit } = opened.value;
  const { path } = call.query;
  const wrong = pathRefusal(deposit, path);
  if (wrong !== null) return refused(wrong);
  const upload = { key: deposit.files.prefix + path, uploadId: pathParameter(call, 'uploadId') };
  return success({ ...opened.value, upload, path });
};

/** An upload as every answer names it. */
export const renderUpload = (
  { baseUrls }: Pick<DepositDependencies, 'baseUrls'>,
  depositId: string,
  { uploadId, path }: { readonly uploadId: string; readonly path: string },
) => {
  const deposit = depositUri(baseUrls.preservation, depositId);
  const id = `${deposit}/uploads/${encodeURIComponent(uploadId)}?path=${encodeURIComponent(path)}`;
  return { type: 'Upload', id, deposit, path };
};
