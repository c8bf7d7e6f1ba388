import { createHash } from 'node:crypto';
import type { OpenedGroupAddresses } from '../../../formats/iiif/opened-group-manifest.js';
import type { RepositoryPath } from '../../../formats/paths/repository-path.js';
import type { Answer } from '../../http/route.js';
import { findGroupVersion, type FoundGroupVersion } from './find-group-version.js';
import type { OpenIiif } from './iiif-dependencies.js';
import { isAnswer, sessionExpired, sessionOf } from './session-answer.js';

/** A version of an archival group that a token opens. */
export interface OpenedGroup extends FoundGroupVersion {
  readonly at: OpenedGroupAddresses;
}

/** What the sessions on an archival group are kept under: no deposit has such an id. */
export const sessionIdOf = (path: RepositoryPath): string =>
  createHash('sha256').update(path).digest('hex').slice(0, 24);

/** The id of a version in addresses. */
export const groupVersionId = (path: RepositoryPath, version: string): string => `${sessionIdOf(path)}-${version}`;

const GROUP_VERSION = /^([0-9a-f]{24})-(v[1-9]\d{0,9})$/;

/** The version with this id that the token opens; or the answer where it does not, or no longer. */
export const openedGroup = async (on: OpenIiif, id: string, token: string): Promise<OpenedGroup | Answer> => {
  const [, sessionId, version] = GROUP_VERSION.exec(id) ?? [];
  if (sessionId === undefined || version === undefined) return sessionExpired();
  const session = await sessionOf(on, sessionId, token);
  if (isAnswer(session)) return session;
  const { archivalGroup: path } = session;
  if (path === undefined) return sessionExpired();
  const found = await findGroupVersion(on, path, version);
  const at = { base: on.baseUrls.preservation, token, source: 'archivalgroup', id, path, version } as const;
  return isAnswer(found) ? found : { ...found, at };
};
