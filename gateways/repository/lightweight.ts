import { findVersion } from '../../formats/ocfl/inventory/find-version.js';
import { mementoStamp } from '../../formats/ocfl/version-time.js';
import { versionReferenceViolation } from '../uris/version-reference.js';
import type { ResourceDocument } from '../../projections/repository/repository.js';
import { recordAt, type FoundResource } from './find-resource.js';
import { badRequest, notFound } from '../http/answer/problem.js';
import { gone } from '../service/gone.js';
import { renderLightGroup } from '../rendering/archival-group.js';
import { renderBinary, renderInnerContainer, renderPlace } from '../rendering/resource.js';
import { hostsOf, type RepositoryDependencies } from '../service/repository-dependencies.js';
import type { Answer } from '../http/route.js';
import { resourceAnswer } from './resource-answer.js';

const GONE = 'Resource has Gone';

/**
 * Names and dates of a resource, now or at a version (preservation 9); `wanted` is a label or a Memento timestamp. A
 * deleted resource is still shown at the versions that had it.
 */
export const lightweight = async (
  on: RepositoryDependencies,
  found: FoundResource,
  wanted: string | null,
): Promise<Answer> => {
  const refusal = versionRefusal(wanted, found.kind === 'archivalGroup');
  if (refusal !== null) return refusal;
  if (found.kind === 'deletedContainer') return gone(found.path, GONE);
  const { base } = hostsOf(on);
  if (found.kind === 'container') return lightContainer(base, found.place, wanted);
  if (found.kind === 'tombstone' && wanted === null) return gone(`${found.group.path}/${found.path}`, GONE);
  const group = found.kind === 'archivalGroup' ? found.place : found.group;
  const version = findVersion(await on.groups.inventory(group.path, found.head), wanted);
  if (version === null) return unknownVersion(group.path, wanted ?? '');
  const content = await on.groups.content(group.path, found.head, version);
  if (found.kind === 'archivalGroup') return resourceAnswer(renderLightGroup(group, content, base));
  const record = recordAt(content, found.path);
  if (record === null) return notFound(`There was no resource at ${group.path}/${found.path} in version ${version}`);
  return resourceAnswer(
    record.type === 'Binary'
      ? renderBinary(content, record, hostsOf(on), true)
      : renderInnerContainer(content, record, hostsOf(on), { depth: 'nothing', inItself: true }),
  );
};

const lightContainer = (base: string, place: ResourceDocument, wanted: string | null): Answer => {
  const { path, created, lastModified } = place;
  const isKnown = wanted === null || [created, lastModified].some((each) => mementoStamp(each) === wanted);
  return isKnown ? resourceAnswer(renderPlace(base, place)) : unknownVersion(path, wanted);
};

export const unknownVersion = (path: string, wanted: string): Answer => notFound(`${path} has no version ${wanted}`);

/** Refuses a text that names no version, and the label of one for anything but an archival group; else null. */
export const versionRefusal = (wanted: string | null, isGroup: boolean): Answer | null => {
  if (wanted === null || /^\d{14}$/.test(wanted)) return null;
  const violation = versionReferenceViolation(wanted);
  if (violation !== null) return badRequest(violation);
  if (isGroup) return null;
  return badRequest(
    "OCFL version format ('v1', 'v2', etc.) is only supported on Archival Groups. You can use Memento version.",
  );
};
