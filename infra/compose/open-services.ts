import type { Services } from '../../commands/services.js';
import { groupReader } from '../../gateways/group-reader.js';
import { createPreservationApp } from '../../gateways/preservation-app.js';
import { createStorageApp } from '../../gateways/storage-app.js';
import type { ReadModels } from '../../projections/read-models.js';
import type { Config } from '../config.js';
import { openS3Endpoint, type S3Endpoint } from '../embedded/s3-endpoint/endpoint.js';
import type { NamedLog } from '../log/logger.js';
import { clientCredential } from './client-credential.js';
import type { EmbeddedStores } from './embedded-stores.js';
import { listen, listenFault } from './listen.js';
import { openIdentity } from './open-identity.js';
import type { Parts } from './parts.js';
import type { Ready } from './platform.js';
import { refusedGroups, withholding } from './refused-groups.js';

const REGION = 'us-east-1';
const BODY_LIMIT_BYTES = 64 * 1024 * 1024;

interface Behind {
  readonly config: Config;
  readonly services: Services;
  readonly views: ReadModels;
  readonly stores: EmbeddedStores;
  readonly log: (subsystem: string) => NamedLog;
  readonly now: () => Date;
}

const openObjects = ({ config, stores, log, now }: Behind): Promise<S3Endpoint> => {
  const { host, ports } = config;
  const { engine, folder } = stores;
  const credentials = [clientCredential(folder.credentials, config)];
  return openS3Endpoint({ engine, host, port: ports.s3, region: REGION, credentials, now, log: log('s3') }).catch(
    (error: unknown) => {
      throw listenFault('S3 endpoint', host, ports.s3, error);
    },
  );
};

/** Opens the three doors: S3, preservation and storage. Ids carry the addresses they listen on, unless others are set. */
export const openServices = async (behind: Behind, parts: Parts): Promise<Omit<Ready, 'ready' | 'data'>> => {
  const { config, services, views, stores, log } = behind;
  const { host, ports, baseUrls, buckets } = config;
  const s3 = parts.keep('S3 endpoint', await openObjects(behind), (it) => it.close());
  const open = async (what: string, port: number) =>
    parts.keep(what, await listen(what, host, port), (it) => it.close());
  const preservation = await open('preservation service', ports.preservation);
  const storage = await open('storage service', ports.storage);

  const identity = parts.keep('identity', openIdentity(config.identity, log('identity')), (it) => it.close());
  const refused = await refusedGroups(services, views.repository);
  for (const { group, reason } of refused) log('start').error('An archival group is not served', { group, reason });
  const common = {
    services,
    views,
    groups: withholding(groupReader(services), refused),
    identify: identity.identify,
    bodyLimitBytes: BODY_LIMIT_BYTES,
    baseUrls: {
      preservation: baseUrls.preservation ?? preservation.address,
      storage: baseUrls.storage ?? storage.address,
    },
  };
  preservation.serve(createPreservationApp({ ...common, log: log('preservation') }));
  storage.serve(createStorageApp({ ...common, log: log('storage') }));
  return {
    preservation: preservation.address,
    storage: storage.address,
    s3: {
      endpoint: s3.endpoint,
      region: REGION,
      ...stores.folder.credentials,
      workspaceBucket: buckets.workspace,
      repositoryBucket: buckets.repository,
    },
  };
};
