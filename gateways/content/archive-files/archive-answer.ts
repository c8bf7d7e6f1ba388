import { versionName } from '../../../formats/ocfl/version-name.js';
import { contentDisposition } from '../../http/answer/content-disposition.js';
import { entityTag } from '../../http/answer/conditional.js';
import { pathParameter, type Answer, type Call } from '../../http/route.js';
import { CACHING, type ContentDependencies } from '../content-dependencies.js';
import { findPart } from '../find-content.js';
import { archiveFileName } from './file-name.js';
import { keptCrcs } from './kept-crcs.js';
import { makeArchiveFile, type ArchiveForm, type WantedArchive } from './make-archive-file.js';

/** Changes whenever the same version is given with other bytes, so that no half of one is joined to a half of another. */
const LAYOUT = 1;

/** What is asked for: a form, a version, and whether everything is wanted that is stored. */
export interface ArchiveQuery {
  readonly as: ArchiveForm;
  readonly version: string | null;
  readonly stored: boolean;
}

/** Answers the archive file of an archival group, or of a folder in one. */
export type ArchiveAnswer = (call: Call, query: ArchiveQuery) => Promise<Answer>;

export const archiveAnswers = (on: ContentDependencies): ArchiveAnswer => {
  const crcs = keptCrcs();
  return async (call, { as: form, version, stored }) => {
    const found = await findPart(on, pathParameter(call, 'path'), version);
    if ('status' in found) return found;
    const wanted = { ...found, form, stored };
    const { bytes, metsAgent } = on.dependencies;
    const making = { bytes, crcs, log: on.log, software: metsAgent.name, correlationId: call.correlationId };
    return on.serveArchive(call, {
      etag: tagOf(wanted),
      caching: version === null ? CACHING.newest : CACHING.version,
      kind: kindOf(form),
      disposition: dispositionOf(wanted),
      make: () => makeArchiveFile(making, wanted),
    });
  };
};

/** A bag comes as a zip. */
const kindOf = (form: ArchiveForm): 'zip' | 'tar' => (form === 'tar' ? 'tar' : 'zip');

const tagOf = ({ version: { group, version, heading }, below, form, stored }: WantedArchive): string =>
  entityTag(LAYOUT, group, versionName(version), heading.created, below, form, stored);

const dispositionOf = ({ version: { group, version }, below, form }: WantedArchive): string =>
  contentDisposition('attachment', `${archiveFileName(group, versionName(version), below)}.${kindOf(form)}`);
