import { depositNotFound } from '../../../commands/deposit/checks.js';
import { openIiifSession } from '../../../commands/iiif-sessions/iiif-sessions.js';
import { readDeposit } from '../../../commands/deposit/deposit-stream.js';
import { route, pathParameter, type Route } from '../../http/route.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import { publicPath } from '../../uris/base-urls.js';
import type { OpenIiif } from './iiif-dependencies.js';

/** Redirects to the manifest of a deposit, behind a token of the caller (companion 15.1). */
export const openDepositManifest = ({ dependencies, sessions, baseUrls }: OpenIiif): Route =>
  route('openDepositManifest', async (call) => {
    const depositId = pathParameter(call, 'depositId');
    if ((await readDeposit(dependencies.events, depositId)) === null) return refusalAnswer(depositNotFound(depositId));
    const token = await openIiifSession(sessions, { id: depositId }, call.actor);
    const Location = publicPath(baseUrls.preservation, `/deposits/${depositId}/iiif-token/${token}`);
    return { status: 302, headers: { Location, 'Cache-Control': 'no-store' } };
  });
