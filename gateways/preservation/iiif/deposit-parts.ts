import { depositNotFound } from '../../../commands/deposit/checks.js';
import { depositManifest, depositManifestUri, type DepositAddresses } from '../../../formats/iiif/deposit-manifest.js';
import { route, pathParameter, type Answer, type Call, type Route } from '../../http/route.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import type { OpenIiif } from './iiif-dependencies.js';
import { canvasesAnswer, rangesAnswer, type CanvasesQuery } from './manifest-parts.js';
import { isAnswer, sessionOf } from './session-answer.js';
import type { ShownMedia } from './shown-media.js';

/** Some canvases of a deposit's manifest, for whoever has the token. */
export const listDepositCanvases = (on: OpenIiif): Route =>
  route<CanvasesQuery>('listDepositCanvases', (call) =>
    withMedia(on, call, (media, at) => canvasesAnswer(media, depositManifest(at, '', []), call.query)),
  );

/** The ranges of a deposit's manifest, likewise. */
export const listDepositRanges = (on: OpenIiif): Route =>
  route('listDepositRanges', (call) =>
    withMedia(on, call, (media, at) =>
      rangesAnswer(media, depositManifest(at, '', []), { 'X-IIIF-Post-Url': depositManifestUri(at) }),
    ),
  );

/** What the token opens, as it is now. */
const withMedia = async (
  on: OpenIiif,
  call: Pick<Call, 'params' | 'holder'>,
  answer: (media: ShownMedia, at: DepositAddresses) => Answer,
): Promise<Answer> => {
  const depositId = pathParameter(call, 'depositId');
  const token = pathParameter(call, 'token');
  const session = await sessionOf(on, depositId, token);
  if (isAnswer(session)) return session;
  const media = await on.media(depositId, call.holder, { fresh: true });
  const at = { base: on.baseUrls.preservation, depositId, token };
  return media === null ? refusalAnswer(depositNotFound(depositId)) : answer(media, at);
};
