import { escapePath } from '../../../formats/paths/repository-path.js';
import { notFound } from '../../http/answer/problem.js';
import { route, pathParameter, type Route } from '../../http/route.js';
import { findResource } from '../../repository/find-resource.js';
import { contentUri } from '../../uris/uris.js';
import { answerGroupMets } from '../mets/group-mets.js';
import type { IiifDependencies } from './iiif-dependencies.js';

/** The manifest of an archival group's newest version; 404 for anything else (preservation 4.9, companion 15.5). */
export const getGroupManifest = (on: IiifDependencies): Route =>
  route('getGroupManifest', async (call) => {
    const { dependencies, baseUrls, groups, repository, answerMets } = on;
    const path = pathParameter(call, 'path');
    const found = await findResource(repository, groups, path);
    if (found?.kind !== 'archivalGroup') return notFound(`There is no Archival Group at ${path}`);
    const at = {
      id: `${baseUrls.preservation}/iiif/${escapePath(path)}`,
      content: `${contentUri(baseUrls.storage, path)}/`,
    };
    const answering = { dependencies, groups, answer: answerMets, holder: call.holder };
    return answerGroupMets(answering, found, ({ name }) => ({
      kind: 'group-manifest',
      group: { at, label: name === '' ? path : name },
    }));
  });
