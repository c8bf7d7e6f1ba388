import type { ArchivedEvent, ArchivedJob } from '../../../clients/archive/archive.js';
import { escapePath } from '../../../formats/paths/repository-path.js';
import { archiveContract } from './archive.contract.js';
import { archiveOf, type PlainGroup } from '../../support/archive/archive-of.js';
import { CONTENTS, type FileToPreserve } from '../../support/archive/contents.js';
import type { PlainFile } from '../../support/archive/listed-files.js';
import type { PlainVersion } from '../../support/archive/listed-group.js';
import { digestOf } from '../../support/archive/digest-of.js';

const METS = { 'mets.xml': '<mets/>' };

const plainFile = ({ text, modified, format, virus }: FileToPreserve): PlainFile => ({
  bytes: text,
  mediaType: 'text/plain',
  fileDate: modified ?? null,
  format: format === undefined ? null : { ...format, version: null },
  virus: virus === undefined ? null : { found: virus !== null, name: virus },
});

const published = (index: number): ArchivedEvent => ({
  type: 'VersionPublished',
  at: new Date(Date.UTC(2026, 10, index + 1)).toISOString(),
});

const importJobs = (): ArchivedJob[] =>
  CONTENTS.groups.flatMap(({ path, versions }) =>
    versions.map((_, index) => ({
      id: `http://localhost/jobs/${index}-${path}`,
      kind: 'import',
      state: 'completed',
      archivalGroup: `http://localhost/repository/${escapePath(`contents/${path}`)}`,
    })),
  );

const plainVersions = (): Record<string, PlainGroup> =>
  Object.fromEntries(
    CONTENTS.groups.map(({ path, name, versions }) => [
      `contents/${path}`,
      {
        name,
        events: versions.map((_, index) => published(index)).toReversed(),
        versions: versions.map(({ agent, message, files }): PlainVersion => ({
          agent,
          message,
          files: { ...METS, ...Object.fromEntries(Object.entries(files).map(([at, file]) => [at, plainFile(file)])) },
        })),
      },
    ]),
  );

const adoptedVersions = (): readonly PlainVersion[] =>
  CONTENTS.adopted.versions.map(({ created: made, user: agent, message, files }) => ({
    ...{ made, agent, message },
    files: Object.fromEntries(
      Object.entries(files).map(([at, bytes]) => [at, { bytes, digest: digestOf(CONTENTS.adopted.algorithm, bytes) }]),
    ),
  }));

archiveContract('in memory', () => {
  const adopted = { [`contents/${CONTENTS.adopted.path}`]: { versions: adoptedVersions() } };
  return Promise.resolve({
    archive: archiveOf({ groups: { ...plainVersions(), ...adopted }, jobs: importJobs() }),
    container: 'contents',
  });
});
