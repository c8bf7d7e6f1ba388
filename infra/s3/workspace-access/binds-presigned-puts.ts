import { randomUUID } from 'node:crypto';
import { timeLimit } from '../../../flow/time-limit.js';
import type { PresignedPut } from '../../../gateways/preservation/credentials/workspace-access.js';
import { EMPTY_SHA256 } from '../../../formats/digests/sha256-text.js';

const ANSWER_MS = 10_000;

/**
 * Whether a store refuses a presigned PUT with a header that was not signed, as S3 does. Where it does not, anyone who
 * has a URL can make the store copy any object that the platform may read to the key of the URL. Tried with a source
 * that does not exist, so nothing is written in any case. Rejects where the store gives no clear answer.
 */
export const bindsPresignedPuts = async (
  { bucket, prefix }: { readonly bucket: string; readonly prefix: string },
  presignPut: (key: string, sha256: string) => Promise<PresignedPut>,
): Promise<boolean> => {
  const key = `${prefix}${randomUUID()}`;
  const { url, headers } = await presignPut(key, EMPTY_SHA256);
  const answer = await fetch(url, {
    method: 'PUT',
    headers: { ...headers, 'x-amz-copy-source': `${bucket}/${key}` },
    signal: timeLimit(ANSWER_MS),
  });
  const [, code = 'no code'] = /<Code>([^<]*)<\/Code>/.exec(await answer.text()) ?? [];
  if (code === 'AccessDenied') return true;
  if (answer.status === 404 || answer.ok) return false;
  throw new Error(`the store answered ${answer.status} ${code} when it was tried whether it binds presigned URLs`);
};
