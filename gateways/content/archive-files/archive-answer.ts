import { versionName } from '../../../formats/ocfl/version-name.js';
import { contentDisposition } from '../../http/answer/content-disposition.js';
import { entityTag } from '../../http/answer/conditional.js';
import { badRequest } from '../../http/answer/problem.js';
import { pathParameter, type Answer, type Call } from '../../http/route.js';
import { versionOf } from '../../../formats/ocfl/inventory/inventory.js';
import { CACHING, type ContentDependencies } from '../content-dependencies.js';
import { findPart } from '../find-content.js';
import { archiveFileName } from './file-name.js';
import { keptCrcs } from './kept-crcs.js';
import type { FindObject, ObjectAtVersion } from '../object/object-files.js';
import { makeArchiveFile, type ArchiveForm, type MakingArchives, type WantedArchive } from './make-archive-file.js';
import { objectZip } from './object-zip.js';

/** Changes whenever the same version is given with other bytes, so that no half of one is joined to a half of another. */
const LAYOUT = 1;

/** What is asked for: a form, a version, and whether everything is wanted that is stored. */
export interface ArchiveQuery {
  readonly as: ArchiveForm | 'ocfl';
  readonly version: string | null;
  readonly stored: boolean;
}

/** Answers the archive file of an archival group, of a folder in one, or of the OCFL object of a group. */
export type ArchiveAnswer = (call: Call, query: ArchiveQuery) => Promise<Answer>;

export const archiveAnswers = (on: ContentDependencies, findObject: FindObject): ArchiveAnswer => {
  const crcs = keptCrcs();
  const makingFor = ({ correlationId }: Call): MakingArchives => {
    const { bytes, metsAgent } = on.dependencies;
    return { bytes, crcs, log: on.log, software: metsAgent.name, correlationId };
  };
  return async (call, { as: form, version, stored }) => {
    const caching = version === null ? CACHING.newest : CACHING.version;
    if (form === 'ocfl') {
      if (stored) return badRequest('`stored` is not for an OCFL object, which has everything.');
      const object = await findObject(call, version);
      if ('status' in object) return object;
      return on.serveArchive(call, {
        etag: tagOfObject(object),
        caching,
        kind: 'zip',
        disposition: dispositionOf(object.group, object.version, '', 'zip'),
        make: () => objectZip(makingFor(call), object),
      });
    }
    const found = await findPart(on, pathParameter(call, 'path'), version);
    if ('status' in found) return found;
    const wanted = { ...found, form, stored };
    const kind = kindOf(form);
    return on.serveArchive(call, {
      etag: tagOf(wanted),
      caching,
      kind,
      disposition: dispositionOf(found.version.group, found.version.version, found.below, kind),
      make: () => makeArchiveFile(makingFor(call), wanted),
    });
  };
};

/** A bag comes as a zip. */
const kindOf = (form: ArchiveForm): 'zip' | 'tar' => (form === 'tar' ? 'tar' : 'zip');

const tagOf = ({ version: { group, version, heading }, below, form, stored }: WantedArchive): string =>
  entityTag(LAYOUT, group, versionName(version), heading.created, below, form, stored);

const tagOfObject = ({ group, version, inventory }: ObjectAtVersion): string =>
  entityTag(LAYOUT, group, version, versionOf(inventory, versionName(version)).created, 'ocfl');

const dispositionOf = (group: string, version: number, below: string, kind: 'zip' | 'tar'): string =>
  contentDisposition('attachment', `${archiveFileName(group, versionName(version), below)}.${kind}`);
