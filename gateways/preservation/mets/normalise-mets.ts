import * as command from '../../../commands/mets-edits/normalise-mets.js';
import { intentOf, resultAnswer } from '../../service/command-call.js';
import type { NormalisedMets } from '../../../formats/mets/normalise-mets.js';
import { notFound } from '../../http/answer/problem.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import { json, route, pathParameter, type Answer, type Route } from '../../http/route.js';

const notEnabled = (): Answer => notFound('Normalising METS ids is not enabled.');

/** Gives the ids of a METS the form that the platform mints; 404 unless the feature flag is on. */
export const normaliseMets = (on: DepositDependencies): Route =>
  route('normaliseMets', async (call) => {
    if (!on.normalisesMets) return notEnabled();
    const request = { depositId: pathParameter(call, 'depositId'), ifMatch: call.header('if-match') ?? null };
    const dependencies = { ...on.dependencies, holder: call.holder };
    const normalised = await command.normaliseMets(dependencies, intentOf(dependencies, call), request);
    return resultAnswer(on, normalised, ({ bytes, ...found }) => json(200, resultOf(found, bytes !== null)));
  });

/** What `normaliseMets` would do, without doing it; 404 unless the feature flag is on. */
export const previewNormalisation = (on: DepositDependencies): Route =>
  route('previewNormalisation', async (call) => {
    if (!on.normalisesMets) return notEnabled();
    const dependencies = { ...on.dependencies, holder: call.holder };
    const preview = await command.previewNormalisation(dependencies, pathParameter(call, 'depositId'));
    if (!preview.ok) return refusalAnswer(preview.refusal);
    const { etag, ...found } = preview.value;
    return json(200, resultOf(found, false), { ETag: etag });
  });

const resultOf = (
  { rewrites, referencesRewritten, warnings }: Omit<NormalisedMets, 'bytes'>,
  changed: boolean,
): object => ({
  idsRewritten: rewrites.length,
  referencesRewritten,
  rewrites,
  warnings,
  duplicateIds: [],
  changed,
});
