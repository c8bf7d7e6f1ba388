import type { Deposit } from '../../../commands/deposit/state.js';
import { yieldEvery } from '../../../flow/yield-every.js';
import { badRequest } from '../../http/answer/problem.js';
import { json, type Answer, type Call } from '../../http/route.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import { depositUri, s3Uri } from '../../uris/uris.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { withFileModified } from '../../../formats/file-modified.js';
import { EMPTY_SHA256 } from '../../../formats/digests/sha256-text.js';
import { NO_STORE } from './no-store.js';
import { openAccess } from './open-access.js';
import { SIGNED_PER_TURN } from './signed-per-turn.js';
import { uploadsViolation, type UploadRequest, type UploadRequests } from './upload-request.js';
import type { WorkspaceAccess } from './workspace-access.js';

const NO_KEYS =
  'The object store of this platform has no keys for one deposit: ask for presigned URLs, with ?file=<SHA-256>:<path> ' +
  'or in the body of a POST.';

/**
 * Access to the files of a deposit for this caller: keys where the store has such, and a presigned URL for each file
 * that was asked for. Refused for a deposit whose files the caller may not change now.
 */
export const depositCredentials = async (
  on: DepositDependencies,
  call: Call,
  uploads: UploadRequests,
): Promise<Answer> => {
  const opened = await openAccess(on, call);
  if (!opened.ok) return refusalAnswer(opened.refusal);
  const { deposit, access } = opened.value;
  const { depositId } = deposit;
  const violation = uploadsViolation(deposit.files.prefix, uploads);
  if (violation !== null) return badRequest(violation);
  const expiration = access.expires.toISOString();
  on.log.info('Access to the files of a deposit was given', {
    correlationId: call.correlationId,
    depositId,
    agent: call.actor.agent,
    uploads: uploads.files.length,
    keys: access.keys?.accessKeyId ?? null,
    expiration,
  });
  const answer = {
    type: 'DepositCredentials',
    deposit: depositUri(on.baseUrls.preservation, depositId),
    files: s3Uri(deposit.files.bucket, deposit.files.prefix),
    expiration,
    keys: access.keys === null ? null : { ...access.keys, expiration },
    uploads: await presigned(access, deposit, uploads),
    ...(access.keys === null ? { advice: NO_KEYS } : {}),
  };
  return json(200, answer, NO_STORE);
};

const presigned = async (access: WorkspaceAccess, { files }: Deposit, uploads: UploadRequests): Promise<object[]> => {
  const turn = yieldEvery(SIGNED_PER_TURN);
  const signed: object[] = [];
  const folders = (uploads.folders ?? []).map((path): UploadRequest => ({ path: `${path}/`, sha256: EMPTY_SHA256 }));
  for (const { path, sha256: given, modified } of [...uploads.files, ...folders]) {
    await turn();
    const sha256 = given.toLowerCase();
    const metadata = modified === undefined ? {} : withFileModified(new Date(modified));
    signed.push({ path, sha256, method: 'PUT', ...(await access.presignPut(files.prefix + path, sha256, metadata)) });
  }
  return signed;
};
