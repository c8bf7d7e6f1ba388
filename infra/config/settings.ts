import { identityServiceSettings } from './identity-service-settings.js';
import { identitySettings } from './identity-settings.js';
import { pipelineSettings } from './pipeline-settings.js';
import type { Setting } from './setting.js';
import { toolSettings } from './tool-settings.js';
import { vocabularySettings } from './vocabulary-settings.js';

/** All settings; docs/settings.md is generated from this list. */
export const settings = {
  roles: {
    variable: 'MUNIMENT_ROLES',
    fallback: '',
    meaning:
      'What this process does, separated by commas: `preservation`, `storage`, `projector`, `relay`, `importer`, `exporter`, `pipeline`, `steward`, `archiver`. Everything, when empty; a part of them needs all four servers below.',
  },
  data: {
    variable: 'MUNIMENT_DATA',
    fallback: './data',
    meaning: 'The data folder: event log, read models, workspaces, and the OCFL repository in `ocfl/`.',
  },
  searchFolder: {
    variable: 'MUNIMENT_SEARCH_FOLDER',
    fallback: '',
    meaning:
      'Where a process with the role `preservation` or `storage` keeps its indexes for searches, on a local disk. They are built from the event log and the repository, and may be deleted while the process is stopped. `search/` in the data folder, when empty; where there is no data folder, a temporary folder, so that every start builds them.',
  },
  host: { variable: 'MUNIMENT_HOST', fallback: '127.0.0.1', meaning: 'The address that all listeners bind to.' },
  preservationPort: {
    variable: 'MUNIMENT_PRESERVATION_PORT',
    fallback: '8080',
    meaning: 'Port of the preservation service; 0 picks a free one.',
  },
  storagePort: {
    variable: 'MUNIMENT_STORAGE_PORT',
    fallback: '8081',
    meaning: 'Port of the storage service; 0 picks a free one.',
  },
  s3Port: { variable: 'MUNIMENT_S3_PORT', fallback: '8082', meaning: 'Port of the S3 endpoint; 0 picks a free one.' },
  s3ServedRegion: {
    variable: 'MUNIMENT_S3_SERVED_REGION',
    fallback: 'us-east-1',
    meaning: 'The region of the S3 endpoint. Clients may sign for this or any other.',
  },
  operationsPort: {
    variable: 'MUNIMENT_OPERATIONS_PORT',
    fallback: '8083',
    meaning:
      'Port of `/live`, `/ready` and `/metrics`, which need no credentials: reachable for operators only; 0 picks a free one.',
  },
  connections: {
    variable: 'MUNIMENT_CONNECTIONS',
    fallback: '1000',
    meaning:
      'The most concurrent connections of each address that is listened on; a further one is closed immediately. One remote address, such as that of a proxy, may have half of them, and a quarter is kept for remote addresses that have none. Fewer where the process may open fewer files.',
  },
  origins: {
    variable: 'MUNIMENT_ORIGINS',
    fallback: '',
    meaning:
      'Origins of web pages that may call both services from a browser, as `https://desk.example.org`, separated by commas; `*` is every origin. None, when empty; while authentication is off, pages of other origins then change nothing.',
  },
  preservationUrl: {
    variable: 'MUNIMENT_PRESERVATION_URL',
    fallback: '',
    meaning: 'Public base address of the preservation service, as in every id. The listening address, when empty.',
  },
  storageUrl: {
    variable: 'MUNIMENT_STORAGE_URL',
    fallback: '',
    meaning: 'Public base address of the storage service. The listening address, when empty.',
  },
  storageInternalUrl: {
    variable: 'MUNIMENT_STORAGE_INTERNAL_URL',
    fallback: '',
    meaning:
      'Where the preservation service asks the storage service for its checks (`GET /storage`), when the public address does not lead there from inside. The storage service of the same process, else the public address, when empty.',
  },
  eventStoreUrl: {
    variable: 'MUNIMENT_EVENTSTORE_URL',
    fallback: '',
    meaning: 'The event log: an EventStoreDB, as `esdb://…`. A file in the data folder, when empty.',
    isSecret: true,
  },
  mongodbUrl: {
    variable: 'MUNIMENT_MONGODB_URL',
    fallback: '',
    meaning: 'The read models: a MongoDB, as `mongodb://…`. A file in the data folder, when empty.',
    isSecret: true,
  },
  mongodbDatabase: {
    variable: 'MUNIMENT_MONGODB_DATABASE',
    fallback: 'muniment',
    meaning: 'The database of the read models.',
  },
  kafkaBrokers: {
    variable: 'MUNIMENT_KAFKA_BROKERS',
    fallback: '',
    meaning: 'The broker: Kafka, as `host:port` separated by commas. Inside the process, when empty.',
  },
  kafkaTopicPrefix: {
    variable: 'MUNIMENT_KAFKA_TOPIC_PREFIX',
    fallback: 'preservation',
    meaning: 'Prefix of the names of topics and consumer groups.',
  },
  kafkaReplication: {
    variable: 'MUNIMENT_KAFKA_REPLICATION',
    fallback: '-1',
    meaning: 'Copies of each topic that is created; -1 leaves it to the brokers.',
  },
  kafkaTls: { variable: 'MUNIMENT_KAFKA_TLS', fallback: 'false', meaning: '`true` uses TLS with the brokers.' },
  kafkaSasl: {
    variable: 'MUNIMENT_KAFKA_SASL',
    fallback: '',
    meaning: 'How to log in to the brokers: `plain`, `scram-sha-256` or `scram-sha-512`. No login, when empty.',
  },
  kafkaUser: { variable: 'MUNIMENT_KAFKA_USER', fallback: '', meaning: 'The user of that login.' },
  kafkaPassword: {
    variable: 'MUNIMENT_KAFKA_PASSWORD',
    fallback: '',
    meaning: 'The password of that login.',
    isSecret: true,
  },
  s3Region: {
    variable: 'MUNIMENT_S3_REGION',
    fallback: '',
    meaning:
      'The objects: S3, in this region, with credentials from the usual places of AWS tools. The data folder, when empty.',
  },
  s3Endpoint: {
    variable: 'MUNIMENT_S3_ENDPOINT',
    fallback: '',
    meaning: 'Address of an S3 store that is not AWS itself.',
  },
  s3PathStyle: {
    variable: 'MUNIMENT_S3_PATH_STYLE',
    fallback: '',
    meaning: '`true` puts buckets into the path; the default where an endpoint is set.',
  },
  s3SingleCopyBytes: {
    variable: 'MUNIMENT_S3_SINGLE_COPY_BYTES',
    fallback: '5368709120',
    meaning: 'The largest object that the store copies by one request; larger ones are copied in parts.',
  },
  s3PublicUrl: {
    variable: 'MUNIMENT_S3_PUBLIC_URL',
    fallback: '',
    meaning:
      'The address of the objects for clients, as in presigned URLs and beside keys for a deposit: scheme, host and port, without a path. That of the S3 endpoint or of the S3 store, when empty.',
  },
  credentialSeconds: {
    variable: 'MUNIMENT_CREDENTIAL_SECONDS',
    fallback: '3600',
    meaning: 'How long presigned URLs and keys for the files of a deposit are valid.',
  },
  takeoverSeconds: {
    variable: 'MUNIMENT_TAKEOVER_SECONDS',
    fallback: '60',
    meaning: 'How long a process must have sent no heartbeat before another one takes over its work.',
  },
  deadlineSeconds: {
    variable: 'MUNIMENT_DEADLINE_SECONDS',
    fallback: '60',
    meaning: 'A request that is not answered within this many seconds after its last byte gets 503.',
  },
  drainSeconds: {
    variable: 'MUNIMENT_DRAIN_SECONDS',
    fallback: '5',
    meaning:
      'How long services still answer after SIGTERM, while they are not ready, so that the balancer uses others. 0 where the event log is a file.',
  },
  waitSeconds: {
    variable: 'MUNIMENT_WAIT_SECONDS',
    fallback: '60',
    meaning:
      'How long a command (`preserve`, `audit`, `adopt`, `archive`) waits for an unavailable server before it fails; where the disk takes nothing more, `preserve` waits for half of it, and has the other half to end in order. `npm start` waits without limit.',
  },
  viewCheckHours: {
    variable: 'MUNIMENT_VIEW_CHECK_HOURS',
    fallback: '24',
    meaning:
      'How many hours lie between comparisons of the read models with the event log; they are also compared after a start and a rebuild.',
  },
  archiveHours: {
    variable: 'MUNIMENT_ARCHIVE_EVERY_HOURS',
    fallback: '0',
    meaning:
      'How many hours lie between two batches of the archiver, which removes the files of old deposits that the repository has. 0: it archives only on request.',
  },
  archiveOlderThan: {
    variable: 'MUNIMENT_ARCHIVE_OLDER_THAN',
    fallback: 'P6M',
    meaning: 'How long ago a deposit must have been modified last, as an ISO 8601 period such as `P6M` or `P90D`.',
  },
  archiveBatch: {
    variable: 'MUNIMENT_ARCHIVE_BATCH',
    fallback: '25',
    meaning: 'How many deposits the archiver takes in a batch, the oldest first.',
  },
  workspaceBucket: {
    variable: 'MUNIMENT_WORKSPACE_BUCKET',
    fallback: 'muniment-workspace',
    meaning: 'The bucket of deposit workspaces.',
  },
  repositoryBucket: {
    variable: 'MUNIMENT_REPOSITORY_BUCKET',
    fallback: 'muniment-repository',
    meaning: 'The bucket of the OCFL repository; plain files below `ocfl/` of the data folder.',
  },
  stagingBucket: {
    variable: 'MUNIMENT_STAGING_BUCKET',
    fallback: 'muniment-staging',
    meaning: "The platform's own bucket for inventories before their commit.",
  },
  exportDestinations: {
    variable: 'MUNIMENT_EXPORT_DESTINATIONS',
    fallback: '',
    meaning:
      'Where `POST /export` may copy archival groups to, besides the workspaces of their own deposits: S3 URIs such as `s3://bucket/exports/`, separated by commas. `exports/` in every bucket of workspaces, when empty.',
  },
  ...identitySettings,
  ...identityServiceSettings,
  ...vocabularySettings,
  ...pipelineSettings,
  ...toolSettings,
  metsAgent: {
    variable: 'MUNIMENT_METS_AGENT',
    fallback: 'Muniment',
    meaning: 'The agent name written into METS; METS of this agent may be edited.',
  },
  acceptedMetsAgents: {
    variable: 'MUNIMENT_ACCEPTED_METS_AGENTS',
    fallback: 'University of Leeds Digital Library Infrastructure Project',
    meaning: 'Further agents whose METS may be edited, separated by `;`.',
  },
  productNames: {
    variable: 'MUNIMENT_PRODUCT_NAMES',
    fallback: 'false',
    meaning:
      '`true` serves the names of the original system beside the neutral ones: `/FedoraSearch` and `/fedora`, and in searches `fedoraSearch`, `fedoraId` and the type `Fedora`. See [existing-clients.md](existing-clients.md).',
  },
  metsIdNormalisation: {
    variable: 'MUNIMENT_ENABLE_METS_ID_NORMALISATION',
    fallback: 'false',
    meaning:
      '`true` enables `POST /deposits/{id}/mets/normalise`, which rewrites ids that are no XML names (EnableMetsIdNormalisation).',
  },
  iiifMediaEndpoints: {
    variable: 'MUNIMENT_ENABLE_IIIF_MEDIA_ENDPOINTS',
    fallback: 'false',
    meaning:
      '`true` lets deposits be opened in a IIIF viewer: `GET /deposits/{id}/iiif`, and the manifest and media behind the token that it gives (EnableIiifMediaEndpoints). See [iiif.md](iiif.md).',
  },
  iiifSessionMinutes: {
    variable: 'MUNIMENT_IIIF_SESSION_MINUTES',
    fallback: '480',
    meaning: 'How many minutes after its last use the token of such a deposit ends.',
  },
  iiifImageCacheMebibytes: {
    variable: 'MUNIMENT_IIIF_IMAGE_CACHE_MIB',
    fallback: '128',
    meaning: 'How much memory a process may keep images in that it made for IIIF viewers.',
  },
  logLevel: { variable: 'MUNIMENT_LOG_LEVEL', fallback: 'info', meaning: 'error, warn, info or debug.' },
} as const satisfies Record<string, Setting>;
