import type { Dependencies } from '../../commands/core/dependencies.js';
import { objectPlaceOf } from '../../commands/reads/read-group.js';
import { versionName } from '../../formats/ocfl/version-name.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { originsKey } from './attempt.js';
import type { StagedJobs } from './unswept-imports.js';

/** Which jobs have something outside the storage root, by one listing. Rejects with ByteStoreFault. */
export const listStagedJobs = async ({
  bytes,
  places,
}: Pick<Dependencies, 'bytes' | 'places'>): Promise<StagedJobs> => {
  const root = `${places.staging.prefix}imports/`;
  const jobs = new Map<string, { onlyOrigins: boolean }>();
  for await (const { key } of bytes.list(places.staging.bucket, root)) {
    const [jobId = ''] = key.slice(root.length).split('/');
    const isOrigins = key === originsKey(places, jobId);
    jobs.set(jobId, { onlyOrigins: isOrigins && jobs.get(jobId)?.onlyOrigins !== false });
  }
  return jobs;
};

/** The folder of a version in the storage root, of a key below it. */
const VERSION_FOLDER = /^.*\/[0-9a-f]{64}\/v\d+(?=\/)/;

/** Whether uploads in parts are unfinished below a version, by one listing. Rejects with ByteStoreFault. */
export const listUploadsOfVersions = async ({
  bytes,
  places,
}: Pick<Dependencies, 'bytes' | 'places'>): Promise<(group: RepositoryPath, version: number) => boolean> => {
  const { bucket, prefix } = places.repository;
  const uploads = await bytes.listUploads(bucket, prefix);
  const folders = new Set(uploads.map(({ key }) => VERSION_FOLDER.exec(key)?.[0] ?? ''));
  return (group, version) =>
    folders.size > 0 && folders.has(`${objectPlaceOf({ places }, group).root}/${versionName(version)}`);
};
