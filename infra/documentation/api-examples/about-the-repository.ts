import { escapePath } from '../../../formats/paths/repository-path.js';
import { type Talk, MINUTE, GROUP, PAGE } from './talk.js';

export const containers = async ({ preservation, storage }: Talk): Promise<void> => {
  await preservation('putResource container', 'PUT /repository/letters', { body: { name: 'Letters' }, status: 201 });
  await storage('putResource container', 'PUT /repository/scans', { body: { name: 'Scans' }, status: 201 });
  const refused = { body: { name: 'Everything' }, status: 409 };
  await preservation('putRepositoryRoot refused', 'PUT /repository', refused);
  await storage('putRepositoryRoot refused', 'PUT /repository', refused);
  await preservation('validateArchivalGroup possible', `GET /validation/archivalgroup/${GROUP}`);
  await storage('testImportPath possible', 'GET /import/test-path/scans/1911');
};

export const repository = async ({ preservation, storage }: Talk): Promise<void> => {
  for (const ask of [preservation, storage]) {
    await ask('getRepositoryRoot root', 'GET /repository');
    await ask('getResource container', 'GET /repository/letters');
    await ask('getResource archival-group', `GET /repository/${GROUP}`);
    await ask('getResource binary', `GET /repository/${GROUP}/${escapePath(PAGE)}`);
    await ask('getResource lightweight', `GET /repository/${GROUP}?view=lightweight`);
    await ask('getStorageMap newest', `GET /ocfl/storagemap/${GROUP}`);
  }
  await preservation('getResource parsed-mets', `GET /repository/${GROUP}?view=parsed-mets`);
  await preservation('listRootChildren first-page', 'GET /children?limit=2');
  await preservation('listChildren container', 'GET /children/letters');
  await preservation('listChildren folder', `GET /children/${GROUP}/objects?limit=1`);
  await preservation('listFiles folder', `GET /files/${GROUP}?below=objects&limit=2`);
  await preservation('listObjectFiles newest', `GET /ocfl/files/${GROUP}?limit=3`);
  await preservation('listVersions archival-group', `GET /versions/${GROUP}`);
  await preservation('compareVersions first-version', `GET /changes/${GROUP}?limit=1`);
  await preservation('getReport newest', `GET /reports/${GROUP}`);
  await preservation('listVersions file', `GET /versions/${GROUP}/${escapePath(PAGE)}`);
};

export const streams = async ({ preservation, storage, platform }: Talk): Promise<void> => {
  platform.passTime(MINUTE);
  const object = { id: `${platform.ready.preservation}/repository/${GROUP}`, type: 'ArchivalGroup' };
  const collection = '/activity/archivalgroups/collection';
  await preservation('addGroupActivity update', `POST ${collection}`, {
    body: { type: 'Update', object },
    status: 204,
  });
  await platform.settle();
  await preservation('getGroupActivities collection', `GET ${collection}`);
  await preservation('getGroupActivityPage newest', 'GET /activity/archivalgroups/pages/1');
  await storage('getImportActivities collection', 'GET /activity/importjobs/collection');
  await storage('getImportActivityPage newest', 'GET /activity/importjobs/pages/1');
  await preservation('getActivity newest', 'GET /activity?limit=2');
  await preservation('listEvents page', 'GET /events?topics=containers&limit=2');
};

export const searches = async ({ preservation, storage }: Talk): Promise<void> => {
  const found = ({ total }: { readonly total: number }): boolean => total > 0;
  await storage('searchRepository part-of-a-path', 'GET /RepoSearch?text=PAGE-1', { until: found });
  await preservation('search part-of-a-path', 'GET /search?text=page-1');
  await preservation('searchFiles part-of-a-path', 'GET /search/files?text=page-1');
  await storage('searchFiles part-of-a-path', 'GET /search/files?text=page-1');
  await preservation('search identifier', 'GET /search?text=471102');
};

export const aboutServices = async ({ preservation, storage }: Talk): Promise<void> => {
  await preservation('describeApi document', 'GET /openapi.json');
  await storage('describeApi document', 'GET /openapi.json');
  await preservation('describeProtectedResource open', 'GET /.well-known/oauth-protected-resource');
  await storage('describeProtectedResource open', 'GET /.well-known/oauth-protected-resource');
  await preservation('whoAmI user', 'GET /whoami');
  await storage('whoAmI user', 'GET /whoami');
  await preservation('checkStorageService reached', 'GET /storage');
  await preservation('checkWorkspaceBucket reached', 'GET /storage/check-s3');
  await preservation('checkStorageBucket reached', 'GET /storage/check-storage-s3');
  await storage('checkRepository reached', 'GET /repo');
  await storage('checkRepositoryBucket reached', 'GET /storagecheck');
  await preservation('listAccessConditions default', 'GET /access-conditions');
  await preservation('listRangeTypes default', 'GET /range-types');
};
