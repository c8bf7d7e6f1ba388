import { openIiifSession } from '../../../commands/iiif-sessions/iiif-sessions.js';
import { openedGroupManifest, openedGroupUri } from '../../../formats/iiif/opened-group-manifest.js';
import { route, pathParameter, type Answer, type Call, type Route } from '../../http/route.js';
import { publicPath } from '../../uris/base-urls.js';
import { answerGroupMets } from '../mets/group-mets.js';
import { findGroupVersion } from './find-group-version.js';
import type { OpenIiif } from './iiif-dependencies.js';
import { canvasesAnswer, rangesAnswer, type CanvasesQuery } from './manifest-parts.js';
import { groupVersionId, openedGroup, sessionIdOf, type OpenedGroup } from './opened-group.js';
import { isAnswer } from './session-answer.js';

/** Redirects to the manifest of a version of an archival group, by default the newest, behind a token of the caller. */
export const openGroupManifest = (on: OpenIiif): Route =>
  route<{ readonly version?: string }>('openGroupManifest', async (call) => {
    const path = pathParameter(call, 'path');
    const found = await findGroupVersion(on, path, call.query.version ?? null);
    if (isAnswer(found)) return found;
    const token = await openIiifSession(on.sessions, { id: sessionIdOf(path), archivalGroup: path }, call.actor);
    const address = openedGroupUri({ base: '', id: groupVersionId(path, found.version), token });
    const Location = publicPath(on.baseUrls.preservation, address);
    return { status: 302, headers: { Location, 'Cache-Control': 'no-store' } };
  });

/** The manifest of a version of an archival group with its pictures, for whoever has the token. */
export const getOpenedGroupManifest = (on: OpenIiif): Route =>
  route('getOpenedGroupManifest', (call) =>
    withOpened(on, call, async ({ group, version, at }) => {
      const { dependencies, groups, answerMets: answer } = on;
      const answering = { dependencies, groups, answer, holder: call.holder };
      const answered = await answerGroupMets(answering, group, version, ({ name }) => ({
        kind: 'opened-group',
        group: { at, label: name === '' ? at.path : name },
      }));
      return { ...answered, headers: { ...answered.headers, 'Cache-Control': 'private, no-cache' } };
    }),
  );

/** Some canvases of that manifest, likewise. */
export const listGroupCanvases = (on: OpenIiif): Route =>
  route<CanvasesQuery>('listGroupCanvases', (call) =>
    withOpened(on, call, async (opened) => {
      const media = await on.groupMedia(opened, call.holder);
      return canvasesAnswer(media, openedGroupManifest(opened.at, ''), call.query);
    }),
  );

/** The ranges of that manifest, likewise. */
export const listGroupRanges = (on: OpenIiif): Route =>
  route('listGroupRanges', (call) =>
    withOpened(on, call, async (opened) => {
      const media = await on.groupMedia(opened, call.holder);
      return rangesAnswer(media, openedGroupManifest(opened.at, ''), {});
    }),
  );

const withOpened = async (
  on: OpenIiif,
  call: Pick<Call, 'params'>,
  answer: (opened: OpenedGroup) => Promise<Answer>,
): Promise<Answer> => {
  const { groupVersion = '', token = '' } = call.params;
  const opened = await openedGroup(on, groupVersion, token);
  return isAnswer(opened) ? opened : answer(opened);
};
