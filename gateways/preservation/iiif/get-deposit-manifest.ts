import { depositNotFound } from '../../../commands/deposit/checks.js';
import type { Deposit } from '../../../commands/deposit/state.js';
import { readDeposit } from '../../../commands/deposit/deposit-stream.js';
import { descriptionOf } from '../../../events/deposit-description.js';
import { findDepositMets, readFoundMets, presentPaths, agentsOf } from '../../../commands/workspace/deposit-mets.js';
import { depositManifestUri, type DepositAddresses } from '../../../formats/iiif/deposit-manifest.js';
import { refuseTooLarge } from '../../../formats/xml/parse.js';
import { notFound } from '../../http/answer/problem.js';
import { route, pathParameter, type Answer, type Route } from '../../http/route.js';
import type { ManifestDeposit } from '../../rendering/manifest.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import { resourceUri } from '../../uris/uris.js';
import { groupExists } from '../deposits/chosen-group.js';
import type { OpenIiif } from './iiif-dependencies.js';
import { isAnswer, sessionOf } from './session-answer.js';

/** The manifest of a deposit, for whoever has the token (preservation 4.9, companion 15.2). */
export const getDepositManifest = (on: OpenIiif): Route =>
  route('getDepositManifest', async (call) => {
    const { dependencies, baseUrls, answerMets } = on;
    const { bytes, events } = dependencies;
    const depositId = pathParameter(call, 'depositId');
    const token = pathParameter(call, 'token');
    const session = await sessionOf(on, depositId, token);
    if (isAnswer(session)) return session;
    const deposit = await readDeposit(events, depositId);
    if (deposit === null) return refusalAnswer(depositNotFound(depositId));
    const found = await findDepositMets(bytes, deposit.files);
    if (found === null) return withoutMets(depositId);
    refuseTooLarge(found.info.size);
    const at = { base: baseUrls.preservation, depositId, token };
    const exists = await groupExists(dependencies, deposit.archivalGroup);
    const shape = { kind: 'deposit-manifest', deposit: shownOf(deposit, at, exists) } as const;
    const load = async () => {
      const mets = await readFoundMets(bytes, found);
      if (mets === null) return null;
      const present = await presentPaths(dependencies, deposit, mets);
      return { bytes: mets.bytes, order: { agents: agentsOf(dependencies), present, shape } };
    };
    const answer = (await answerMets({ size: found.info.size, holder: call.holder, load })) ?? withoutMets(depositId);
    const headers = { 'X-IIIF-Post-Url': depositManifestUri(at), 'Cache-Control': 'private, no-cache' };
    return answer.status === 200 ? { ...answer, headers: { ...answer.headers, ...headers } } : answer;
  });

const withoutMets = (depositId: string): Answer => notFound(`Deposit ${depositId} has no METS file.`);

const shownOf = (deposit: Deposit, at: DepositAddresses, archivalGroupExists: boolean): ManifestDeposit => {
  const { archivalGroup, status, created, createdBy, lastModified, lastModifiedBy, preserved, exported } = deposit;
  return {
    at,
    ...descriptionOf(deposit),
    archivalGroupPath: archivalGroup,
    archivalGroupUri: archivalGroup === null ? null : resourceUri(at.base, archivalGroup),
    archivalGroupExists,
    ...{ status, created, createdBy, lastModified, lastModifiedBy, preserved, exported },
  };
};
