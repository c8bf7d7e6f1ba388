import { readWhole } from '../../../formats/read-whole.js';
import { localArchive } from '../../../infra/compose/program/local/local-archive.js';
import type { ContentOnDisk } from '../../../infra/embedded/content-on-disk.js';
import { CONTENTS } from '../../support/archive/contents.js';
import { newContainer } from '../../gateways/conversation.js';
import { startedServices } from '../../gateways/live-services.js';
import { adoptObject, preserveVersions } from '../../gateways/preserved-versions.js';
import { archiveContract } from './archive.contract.js';

archiveContract('the stores of a data folder', async () => {
  const live = await startedServices();
  const container = await newContainer(live);
  for (const group of CONTENTS.groups) await preserveVersions(live, container, group);
  await adoptObject(live, container, CONTENTS.adopted);
  const { events, bytes, places } = live.dependencies;
  const content: ContentOnDisk = {
    open: async ({ key }, start) =>
      (await readWhole(bytes, { bucket: places.repository.bucket, key })).bytes.subarray(start),
    pathOf: (key) => key,
  };
  const stores = { events, bytes, content, places, documents: '', close: () => Promise.resolve() };
  return { archive: localArchive(stores), container };
});
