import type { NormalisedMets } from '../../formats/mets/normalise-mets.js';
import { refuse } from '../core/decider.js';
import { agentsOf, failureRefusal, metsWork } from '../workspace/mets-work.js';
import { beginEdit, type EditRequest } from './begin-edit.js';
import { orRaceLost, recordEdit, storeMets } from './store-mets.js';
import { latest } from '../core/handle.js';
import type { Intent, Services, Settled } from '../core/services.js';

/**
 * Gives the ids of a deposit's METS the form that the platform mints (preservation 4.3, companion 7.4). A METS with
 * nothing to rewrite is not written; `bytes` is null then.
 */
export const normaliseMets = async (
  services: Services,
  intent: Intent,
  request: EditRequest,
): Promise<Settled<NormalisedMets>> => {
  const begun = await beginEdit(services, intent, request, 'where-given');
  if ('code' in begun) return { refusal: begun };
  const { deposit, stored } = begun;
  const { depositId } = deposit;
  if (stored === null) return { refusal: refuse('nothing-to-normalise', `Deposit ${depositId} has no METS file.`) };
  const order = { agents: agentsOf(services), now: services.now() };
  const result = await orRaceLost(() => metsWork(services)('normalise', stored.source, order));
  if ('code' in result) return { refusal: result };
  if ('fault' in result) return { refusal: failureRefusal(result) };
  if (result.bytes === null) return { ok: result, position: null };
  const written = await storeMets(services, { deposit, stored }, result.bytes);
  if ('code' in written) return { refusal: written };
  const noted = await recordEdit(services, intent, { depositId, etag: written.etag, recorded: 0, removed: 0 });
  return { ok: result, position: latest(noted) };
};
