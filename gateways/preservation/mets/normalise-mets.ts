import * as command from '../../../commands/mets-edits/normalise-mets.js';
import { intentOf, resultAnswer } from '../../service/command-call.js';
import { notFound } from '../../http/answer/problem.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { json, route, pathParameter, type Route } from '../../http/route.js';

/** Gives the ids of a METS the form that the platform mints; 404 unless the feature flag is on. */
export const normaliseMets = (on: DepositDependencies): Route =>
  route('normaliseMets', async (call) => {
    if (!on.normalisesMets) return notFound('Normalising METS ids is not enabled.');
    const request = { depositId: pathParameter(call, 'depositId'), ifMatch: call.header('if-match') ?? null };
    const dependencies = { ...on.dependencies, holder: call.holder };
    const normalised = await command.normaliseMets(dependencies, intentOf(dependencies, call), request);
    return resultAnswer(on, normalised, ({ bytes, rewrites, referencesRewritten, warnings }) =>
      json(200, {
        idsRewritten: rewrites.length,
        referencesRewritten,
        rewrites,
        warnings,
        duplicateIds: [],
        changed: bytes !== null,
      }),
    );
  });
