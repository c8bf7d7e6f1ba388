import { findDepositMets } from '../../../commands/workspace/deposit-mets.js';
import { depositNotFound } from '../../../commands/deposit/checks.js';
import { readDeposit } from '../../../commands/deposit/deposit-stream.js';
import { ifThere } from '../../../formats/bytes.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { notFound } from '../../http/answer/problem.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import { route, pathParameter, type Answer, type Route } from '../../http/route.js';

/** The METS file of the workspace, streamed, with the store's ETag. */
export const getDepositMets = ({ dependencies }: DepositDependencies): Route =>
  route('getDepositMets', async (call) => {
    const depositId = pathParameter(call, 'depositId');
    const deposit = await readDeposit(dependencies.events, depositId);
    if (deposit === null) return refusalAnswer(depositNotFound(depositId));
    const none = (): Answer => notFound(`Deposit ${depositId} has no METS file.`);
    const found = await findDepositMets(dependencies.bytes, deposit.files);
    if (found === null) return none();
    const body = await ifThere(() => dependencies.bytes.get(found.info));
    if (body === null) return none(); // deleted meanwhile
    const { info, stream } = body;
    return {
      status: 200,
      headers: { ETag: info.etag },
      content: { kind: 'bytes', stream, mediaType: 'application/xml', size: info.size },
    };
  });
