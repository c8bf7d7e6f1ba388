import { Readable } from 'node:stream';
import { readDepositMets } from '../../commands/deposit-mets.js';
import { depositNotFound } from '../../commands/deposit/checks.js';
import { readDeposit } from '../../commands/read-deposit.js';
import type { DepositServices } from '../deposit-services.js';
import { notFound } from '../problem.js';
import { refusalAnswer } from '../refusal-answer.js';
import { route, type Route } from '../route.js';
import { depositIdOf } from './deposit-id.js';

/** The METS as it lies in the workspace, with the store's own ETag. */
export const getDepositMets = ({ services }: DepositServices): Route =>
  route('getDepositMets', async (call) => {
    const depositId = depositIdOf(call);
    const deposit = await readDeposit(services.events, depositId);
    if (deposit === null) return refusalAnswer(depositNotFound(depositId));
    const mets = await readDepositMets(services.bytes, deposit.files);
    if (mets === null) return notFound(`Deposit ${depositId} has no METS file.`);
    const { bytes, etag } = mets;
    const stream = Readable.from([bytes]);
    return {
      status: 200,
      headers: { ETag: etag },
      content: { kind: 'bytes', stream, mediaType: 'application/xml', size: bytes.length },
    };
  });
