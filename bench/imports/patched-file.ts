import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { escapePath } from '../../formats/paths/repository-path.js';
import { callOn } from '../../test/support/http/call-on.js';
import type { ImportPlatform } from './import-platform.js';
import { secondsOf } from '../measure.js';

interface ShownResult {
  readonly id: string;
  readonly status: string;
  readonly files: string;
}

/** The interval between requests for the result, which are work for the same process. */
const LOOK_MS = 20;

/** The duration of changing one file of a group by a posted job, from the request until its result is `completed`. */
export const patchFile = async (
  { preservation, dependencies, buckets }: ImportPlatform,
  group: string,
  path: string,
): Promise<number> => {
  const call = callOn(preservation);
  const archivalGroup = `${preservation}/repository/${group}`;
  const { body: deposit } = await call<ShownResult>('POST', '/deposits', { archivalGroup });
  const key = `${new URL(deposit.files).pathname.slice(1)}patch-${randomUUID()}`;
  const { size, sha256 } = await dependencies.bytes.put({ bucket: buckets.workspace, key }, randomBytes(10_000));
  const id = `${archivalGroup}/${escapePath(path)}`;
  const origin = `s3://${buckets.workspace}/${key}`;
  const binariesToPatch = [{ id, origin, size, digest: sha256, contentType: 'text/plain' }];
  return secondsOf(async () => {
    const job = { deposit: deposit.id, archivalGroup, isUpdate: true, binariesToPatch };
    let { body: result } = await call<ShownResult>('POST', `${deposit.id}/importjobs`, job);
    while (result.status === 'waiting' || result.status === 'running') {
      await pause(LOOK_MS);
      ({ body: result } = await call<ShownResult>('GET', result.id));
    }
    if (result.status !== 'completed') throw new Error(`the patch ended as ${JSON.stringify(result)}`);
  });
};
