import { escapePath } from '../../../formats/paths/repository-path.js';
import { route, pathParameter, type Route } from '../../http/route.js';
import { contentUri } from '../../uris/uris.js';
import { answerGroupMets } from '../mets/group-mets.js';
import { findGroupVersion } from './find-group-version.js';
import type { IiifDependencies } from './iiif-dependencies.js';

/** The manifest of a version of an archival group, by default the newest; 404 for anything else (preservation 4.9, companion 15.5). */
export const getGroupManifest = (on: IiifDependencies): Route =>
  route<{ readonly version?: string }>('getGroupManifest', async (call) => {
    const { dependencies, baseUrls, groups, answerMets } = on;
    const path = pathParameter(call, 'path');
    const found = await findGroupVersion(on, path, call.query.version ?? null);
    if ('status' in found) return found;
    const at = {
      id: `${baseUrls.preservation}/iiif/${escapePath(path)}`,
      content: `${contentUri(baseUrls.storage, path)}/`,
      version: call.query.version === undefined ? null : found.version,
    };
    const answering = { dependencies, groups, answer: answerMets, holder: call.holder };
    return answerGroupMets(answering, found.group, found.version, ({ name }) => ({
      kind: 'group-manifest',
      group: { at, label: name === '' ? path : name },
    }));
  });
