import { depositStream } from '../../../commands/deposit/deposit-stream.js';
import { depositNotFound } from '../../../commands/deposit/checks.js';
import { route, pathParameter, type Route } from '../../http/route.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import { depositUri } from '../../uris/uris.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { historyAnswer, type HistoryQuery } from './history-answer.js';
import { subjectIn } from './stream-history.js';

/** What happened to a deposit, newest first; also of one that was deleted, since auditors ask after it. */
export const getDepositHistory = (on: DepositDependencies): Route =>
  route<HistoryQuery>('getDepositHistory', async (call) => {
    const depositId = pathParameter(call, 'depositId');
    const of = depositUri(on.baseUrls.preservation, depositId);
    const subject = subjectIn(on, depositStream(depositId), { of, address: `${of}/history` });
    return (await historyAnswer(on, subject, call)) ?? refusalAnswer(depositNotFound(depositId));
  });
