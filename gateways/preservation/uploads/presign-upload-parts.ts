import { yieldEvery } from '../../../flow/yield-every.js';
import { json, route, type Route } from '../../http/route.js';
import { SIGNED_PER_TURN } from '../credentials/signed-per-turn.js';
import type { PartToPut } from '../credentials/workspace-access.js';
import { NO_STORE } from '../credentials/no-store.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { openUpload, renderUpload, type UploadQuery } from './named-upload.js';

interface PartsToPut {
  readonly parts: readonly PartToPut[];
}

/** Presigned requests for parts of an upload, as often as a client asks. */
export const presignUploadParts = (on: DepositDependencies): Route =>
  route<UploadQuery, PartsToPut>('presignUploadParts', async (call) => {
    const opened = await openUpload(on, call);
    if (!opened.ok) return opened.refusal;
    const { deposit, access, upload, path } = opened.value;
    const turn = yieldEvery(SIGNED_PER_TURN);
    const parts: object[] = [];
    for (const { number, sha256 } of call.body.parts) {
      await turn();
      const signed = await access.presignPart(upload, { number, sha256: sha256.toLowerCase() });
      parts.push({ number, method: 'PUT', ...signed });
    }
    const { id } = renderUpload(on, deposit.depositId, { ...upload, path });
    return json(200, { type: 'UploadParts', upload: id, expiration: access.expires.toISOString(), parts }, NO_STORE);
  });
