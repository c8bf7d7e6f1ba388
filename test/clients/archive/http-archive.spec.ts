import { httpArchive } from '../../../clients/api/http-archive.js';
import { CONTENTS } from '../../support/archive/contents.js';
import { newContainer } from '../../gateways/conversation.js';
import { startedServices } from '../../gateways/live-services.js';
import { adoptObject, preserveVersions } from '../../gateways/preserved-versions.js';
import { archiveContract } from './archive.contract.js';

archiveContract('a platform over HTTP', async () => {
  const live = await startedServices();
  const container = await newContainer(live);
  for (const group of CONTENTS.groups) await preserveVersions(live, container, group);
  await adoptObject(live, container, CONTENTS.adopted);
  return { archive: httpArchive(live.preservation), container };
});
