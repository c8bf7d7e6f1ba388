import { depositNotFound } from '../../../commands/deposit/checks.js';
import type { Deposit } from '../../../commands/deposit/state.js';
import { readDeposit } from '../../../commands/deposit/deposit-stream.js';
import { descriptionOf } from '../../../events/deposit-description.js';
import { findDepositMets, presentPaths, agentsOf } from '../../../commands/workspace/deposit-mets.js';
import { isReplaced } from '../../../formats/bytes.js';
import { depositManifestUri, type DepositAddresses } from '../../../formats/iiif/deposit-manifest.js';
import { storedSource } from '../../../formats/mets/mets-work.js';
import { refuseTooLarge } from '../../../formats/xml/limits.js';
import { notFound } from '../../http/answer/problem.js';
import { route, pathParameter, type Answer, type Route } from '../../http/route.js';
import type { ManifestDeposit } from '../../rendering/manifest.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import { resourceUri } from '../../uris/uris.js';
import { groupExists } from '../deposits/chosen-group.js';
import type { OpenIiif } from './iiif-dependencies.js';
import { manifestTag } from './manifest-tag.js';
import { isAnswer, sessionOf } from './session-answer.js';

/** The manifest of a deposit, for whoever has the token (preservation 4.9, companion 15.2). */
export const getDepositManifest = (on: OpenIiif): Route =>
  route('getDepositManifest', async (call) => {
    const depositId = pathParameter(call, 'depositId');
    const token = pathParameter(call, 'token');
    const session = await sessionOf(on, depositId, token);
    if (isAnswer(session)) return session;
    const deposit = await readDeposit(on.dependencies.events, depositId);
    if (deposit === null) return refusalAnswer(depositNotFound(depositId));
    const at = { base: on.baseUrls.preservation, depositId, token };
    const answer = await manifestOf(on, deposit, at, call.holder);
    if (answer === null) return notFound(`Deposit ${depositId} has no METS file.`);
    const headers = { 'X-IIIF-Post-Url': depositManifestUri(at), 'Cache-Control': 'private, no-cache' };
    return answer.status === 200 ? { ...answer, headers: { ...answer.headers, ...headers } } : answer;
  });

/** Null without a METS. */
const manifestOf = async (
  on: OpenIiif,
  deposit: Deposit,
  at: DepositAddresses,
  holder: string,
): Promise<Answer | null> => {
  const { dependencies, answerMets } = on;
  const found = await findDepositMets(dependencies.bytes, deposit.files);
  if (found === null) return null;
  const { bucket, key, etag, size } = found.info;
  refuseTooLarge(size);
  const exists = await groupExists(dependencies, deposit.archivalGroup);
  const shape = { kind: 'deposit-manifest', deposit: shownOf(deposit, at, exists) } as const;
  const present = await presentPaths(dependencies, deposit, found.info);
  const order = { agents: agentsOf(dependencies), present, shape };
  const load = () => Promise.resolve({ source: storedSource(dependencies.bytes, found.info, { etag }), order });
  const madeOf = [bucket, key, etag, shape, [...(present ?? [])]];
  try {
    const answer = await answerMets({ size, holder, load, madeOf });
    return answer?.status === 200
      ? { ...answer, headers: { ...answer.headers, ETag: manifestTag(etag, madeOf) } }
      : answer;
  } catch (error) {
    if (!isReplaced(error)) throw error;
    return manifestOf(on, deposit, at, holder); // the METS was replaced or deleted since it was found
  }
};

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
