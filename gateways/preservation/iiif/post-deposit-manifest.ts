import { refuse } from '../../../commands/core/decider.js';
import type { RefusalCode } from '../../../commands/core/refusal-codes.js';
import { readDeposit } from '../../../commands/deposit/deposit-stream.js';
import { findDepositMets } from '../../../commands/workspace/deposit-mets.js';
import { replaceStructures } from '../../../commands/mets-edits/replace-structures.js';
import { timestampOf } from '../../../events/time.js';
import { canvasBase } from '../../../formats/iiif/deposit-manifest.js';
import { postedStructures } from '../../../formats/iiif/posted-structures.js';
import { StructuresFault } from '../../../formats/iiif/structures-fault.js';
import type { NewRange } from '../../../formats/mets/logical/new-range.js';
import { badRequest } from '../../http/answer/problem.js';
import { noContent, route, pathParameter, type Answer, type Route } from '../../http/route.js';
import { resultAnswer } from '../../service/command-call.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import type { OpenIiif } from './iiif-dependencies.js';
import { isOfMets } from './manifest-tag.js';
import { isAnswer, sessionOf } from './session-answer.js';

/** A posted manifest, as far as it is looked at; nothing about it is checked yet. */
interface PostedManifest {
  readonly type?: unknown;
  readonly items?: unknown;
  readonly structures?: unknown;
}

const invalid = (detail: string): Answer => badRequest(detail, 'Invalid IIIF Manifest');

/** Replaces the logical structures of a deposit by those of a manifest (preservation 4.9, companion 15.3). */
export const postDepositManifest = (on: OpenIiif): Route =>
  route('postDepositManifest', async (call) => {
    const { baseUrls } = on;
    const dependencies = { ...on.dependencies, holder: call.holder };
    const depositId = pathParameter(call, 'depositId');
    const session = await sessionOf(on, depositId, pathParameter(call, 'token'));
    if (isAnswer(session)) return session;
    const roots = readRoots(call.body, canvasBase({ base: baseUrls.preservation, depositId }));
    if (isAnswer(roots)) return roots;
    const { commandId, correlationId } = call;
    const intent = { commandId, correlationId, actor: session.actor, at: timestampOf(dependencies.now()) };
    const seen = call.header('if-match');
    const ifMatch = seen === undefined ? null : await metsSeen(on, depositId, seen);
    if (ifMatch === 'stale') return refusalAnswer(stale);
    const replaced = await replaceStructures(dependencies, intent, { depositId, ifMatch, roots });
    const isStale = seen !== undefined && !replaced.ok && CHANGED.has(replaced.refusal.code);
    return isStale ? refusalAnswer(stale) : resultAnswer(on, replaced, () => noContent());
  });

/** Refusals because of a METS that was changed since it was looked at. */
const CHANGED: ReadonlySet<RefusalCode> = new Set(['mets-etag-stale', 'mets-race-lost']);

const stale = refuse('structures-stale', 'The METS was changed since this manifest was read. Nothing was overwritten.');

/** The ETag of the METS whose manifest the caller has seen; `stale` where the METS is another one; null without one. */
const metsSeen = async (
  { dependencies: { events, bytes } }: OpenIiif,
  depositId: string,
  ifMatch: string,
): Promise<string | null> => {
  const deposit = await readDeposit(events, depositId);
  const found = deposit && (await findDepositMets(bytes, deposit.files));
  if (found === null) return null;
  return isOfMets(ifMatch, found.info.etag) ? found.info.etag : 'stale';
};

const readRoots = (body: unknown, base: string): readonly NewRange[] | Answer => {
  const { type, items = null, structures = [] }: PostedManifest = typeof body === 'object' && body !== null ? body : {};
  if (type !== 'Manifest') return invalid('The body is not a Manifest of the IIIF presentation API 3.');
  if (!(items === null || Array.isArray(items)) || !Array.isArray(structures))
    return invalid('Its items and structures must be lists.');
  const declared = items && new Set(items.flatMap(idOf));
  try {
    return postedStructures(structures, { base, declared });
  } catch (error) {
    if (error instanceof StructuresFault) return invalid(error.message);
    throw error;
  }
};

const idOf = (item: unknown): string[] =>
  typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'string' ? [item.id] : [];
