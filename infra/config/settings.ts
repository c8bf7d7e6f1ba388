import { consoleSettings } from './console-settings.js';
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
      'What this process does, separated by commas: `preservation`, `storage`, `console`, `projector`, `relay`, `importer`, `exporter`, `pipeline`, `steward`, `archiver`. When empty: everything. A process with only some roles needs all four servers below, unless it is only `console` that it leaves out. `console` needs `preservation` in the same process.',
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
      'Where a process with the role `preservation` or `storage` keeps its indexes for searches, on a local disk. They are built from the event log and the repository, and can be deleted while the process is stopped. When empty: `search/` in the data folder; without a data folder, a temporary folder, so that every start builds them.',
  },
  host: {
    variable: 'MUNIMENT_HOST',
    fallback: '127.0.0.1',
    meaning:
      'The address that all listeners bind to. With `0.0.0.0` or `::`, which clients cannot use, set the public addresses as well.',
  },
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
    meaning: 'The region of the S3 endpoint. Clients can sign for this or any other region.',
  },
  operationsPort: {
    variable: 'MUNIMENT_OPERATIONS_PORT',
    fallback: '8083',
    meaning:
      'Port of `/live`, `/ready` and `/metrics`, which need no credentials: let only operators reach it; 0 picks a free one.',
  },
  connections: {
    variable: 'MUNIMENT_CONNECTIONS',
    fallback: '1000',
    meaning:
      'The largest number of concurrent connections to each listening address; a further one is closed immediately. One remote address, such as that of a proxy, can have half of them, and a quarter is reserved for remote addresses without a connection. The number is lower if the process may open fewer files.',
  },
  origins: {
    variable: 'MUNIMENT_ORIGINS',
    fallback: '',
    meaning:
      'Origins of web pages that may call both services and the S3 endpoint from a browser, as `https://desk.example.org`, separated by commas; `*` is every origin. When empty: none, and at the S3 endpoint pages of the preservation service. While authentication is off, pages of other origins cannot change anything.',
  },
  preservationUrl: {
    variable: 'MUNIMENT_PRESERVATION_URL',
    fallback: '',
    meaning:
      'Public base address of the preservation service, with which every id begins. When empty: the listening address.',
  },
  storageUrl: {
    variable: 'MUNIMENT_STORAGE_URL',
    fallback: '',
    meaning: 'Public base address of the storage service. When empty: the listening address.',
  },
  storageInternalUrl: {
    variable: 'MUNIMENT_STORAGE_INTERNAL_URL',
    fallback: '',
    meaning:
      'Where the preservation service asks the storage service for its checks (`GET /storage`), if it cannot reach it at its public address. When empty: the storage service of the same process, or else the public address.',
  },
  eventStoreUrl: {
    variable: 'MUNIMENT_EVENTSTORE_URL',
    fallback: '',
    meaning: 'The event log: an EventStoreDB, as `esdb://…`. When empty: a file in the data folder.',
    isSecret: true,
  },
  mongodbUrl: {
    variable: 'MUNIMENT_MONGODB_URL',
    fallback: '',
    meaning: 'The read models: a MongoDB, as `mongodb://…`. When empty: a file in the data folder.',
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
    meaning: 'The broker: Kafka, as `host:port` separated by commas. When empty: a broker inside the process.',
  },
  kafkaTopicPrefix: {
    variable: 'MUNIMENT_KAFKA_TOPIC_PREFIX',
    fallback: 'preservation',
    meaning: 'Prefix of the names of topics and consumer groups.',
  },
  kafkaReplication: {
    variable: 'MUNIMENT_KAFKA_REPLICATION',
    fallback: '-1',
    meaning: 'Number of replicas of each created topic; -1 leaves it to the brokers.',
  },
  kafkaTls: { variable: 'MUNIMENT_KAFKA_TLS', fallback: 'false', meaning: '`true` uses TLS with the brokers.' },
  kafkaSasl: {
    variable: 'MUNIMENT_KAFKA_SASL',
    fallback: '',
    meaning: 'How to log in to the brokers: `plain`, `scram-sha-256` or `scram-sha-512`. When empty: no login.',
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
      'The objects: S3, in this region, with credentials from the usual places of AWS tools. When empty: the data folder.',
  },
  s3Endpoint: {
    variable: 'MUNIMENT_S3_ENDPOINT',
    fallback: '',
    meaning: 'Address of an S3 store that is not AWS itself.',
  },
  s3PathStyle: {
    variable: 'MUNIMENT_S3_PATH_STYLE',
    fallback: '',
    meaning: '`true` puts buckets into the path; this is the default if an endpoint is set.',
  },
  s3SingleCopyBytes: {
    variable: 'MUNIMENT_S3_SINGLE_COPY_BYTES',
    fallback: '5368709120',
    meaning: 'The largest object that the store copies in one request; larger ones are copied in parts.',
  },
  s3PublicUrl: {
    variable: 'MUNIMENT_S3_PUBLIC_URL',
    fallback: '',
    meaning:
      'The address of the objects for clients, as in presigned URLs and beside keys for a deposit: scheme, host and port, without a path. When empty: the address of the S3 endpoint or of the S3 store.',
  },
  credentialSeconds: {
    variable: 'MUNIMENT_CREDENTIAL_SECONDS',
    fallback: '3600',
    meaning: 'How long presigned URLs and keys for the files of a deposit are valid.',
  },
  takeoverSeconds: {
    variable: 'MUNIMENT_TAKEOVER_SECONDS',
    fallback: '7',
    meaning:
      'How long a process must have shown no heartbeat before another one takes over its work. The time after which it gives up its own work is five sevenths of it.',
  },
  processName: {
    variable: 'MUNIMENT_PROCESS_NAME',
    fallback: '',
    meaning:
      'A name that at most one process has at a time, such as that of a pod of a StatefulSet: a process that starts with it takes over the work of its predecessor at once. When empty: that is known only of a predecessor on the same machine.',
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
      'How long a command (`preserve`, `audit`, `adopt`, `archive`) waits for an unavailable server before it fails; if the disk is full, `preserve` waits for half of this time, and has the other half to end in order. `npm start` waits without limit.',
  },
  viewCheckHours: {
    variable: 'MUNIMENT_VIEW_CHECK_HOURS',
    fallback: '24',
    meaning:
      'Hours between comparisons of the read models with the event log; they are also compared after a start and a rebuild.',
  },
  concurrentJobs: {
    variable: 'MUNIMENT_CONCURRENT_JOBS',
    fallback: '2',
    meaning:
      'How many jobs of each kind (imports, exports, pipeline runs, archive jobs; audits, adoptions and rebuilds together) this process works at once.',
  },
  agentJobs: {
    variable: 'MUNIMENT_AGENT_JOBS',
    fallback: '0',
    meaning:
      'How many jobs of one agent may run at once, in all processes together. For a moment there may be a few more, since processes learn of each other’s jobs from a read model. 0: any number; slots are shared fairly in any case.',
  },
  archiveHours: {
    variable: 'MUNIMENT_ARCHIVE_EVERY_HOURS',
    fallback: '0',
    meaning:
      'Hours between two batches of the archiver, which removes the files of old deposits that the repository has. 0: it archives only on request.',
  },
  archiveOlderThan: {
    variable: 'MUNIMENT_ARCHIVE_OLDER_THAN',
    fallback: 'P6M',
    meaning: 'How long ago a deposit must have been modified last, as an ISO 8601 period such as `P6M` or `P90D`.',
  },
  archiveBatch: {
    variable: 'MUNIMENT_ARCHIVE_BATCH',
    fallback: '25',
    meaning: 'How many deposits the archiver archives in a batch, the oldest first.',
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
      'Where `POST /export` may copy archival groups, besides the workspaces of their own deposits: S3 URIs such as `s3://bucket/exports/` or, for a whole bucket, `s3://bucket/`, separated by commas. They can be anywhere except in the repository, the staging area and the workspaces of this platform. When empty: `exports/` in every bucket of workspaces.',
  },
  ...identitySettings,
  ...consoleSettings,
  ...identityServiceSettings,
  ...vocabularySettings,
  ...pipelineSettings,
  ...toolSettings,
  metsAgent: {
    variable: 'MUNIMENT_METS_AGENT',
    fallback: 'Muniment',
    meaning: 'The agent name written into METS; METS of this agent can be edited.',
  },
  acceptedMetsAgents: {
    variable: 'MUNIMENT_ACCEPTED_METS_AGENTS',
    fallback: 'University of Leeds Digital Library Infrastructure Project',
    meaning: 'Further agents whose METS can be edited, separated by `;`.',
  },
  productNames: {
    variable: 'MUNIMENT_PRODUCT_NAMES',
    fallback: 'false',
    meaning:
      '`true` serves the names of the original system beside the neutral ones: `/FedoraSearch` and `/fedora`, and in searches `fedoraSearch`, `fedoraId` and the type `Fedora`; METS and workspaces get the names that its clients look for there. See [existing-clients.md](existing-clients.md).',
  },
  metsIdNormalisation: {
    variable: 'MUNIMENT_ENABLE_METS_ID_NORMALISATION',
    fallback: 'false',
    meaning:
      '`true` enables `POST /deposits/{id}/mets/normalise`, which rewrites ids that are not XML names (EnableMetsIdNormalisation).',
  },
  iiifMediaEndpoints: {
    variable: 'MUNIMENT_ENABLE_IIIF_MEDIA_ENDPOINTS',
    fallback: '',
    meaning:
      '`true` lets deposits and archival groups be opened in a IIIF viewer: `GET /deposits/{id}/iiif`, `GET /viewer/{path}`, and the manifest and media behind the token that it gives (EnableIiifMediaEndpoints). `false` does not. By default it is on where the process has the role `console`, whose viewer needs it. See [iiif.md](iiif.md).',
  },
  iiifSessionMinutes: {
    variable: 'MUNIMENT_IIIF_SESSION_MINUTES',
    fallback: '480',
    meaning: 'How many minutes after its last use the token for the IIIF viewer expires.',
  },
  iiifImageCacheMebibytes: {
    variable: 'MUNIMENT_IIIF_IMAGE_CACHE_MIB',
    fallback: '128',
    meaning: 'How much memory a process may use to keep images that it made for IIIF viewers.',
  },
  logLevel: { variable: 'MUNIMENT_LOG_LEVEL', fallback: 'info', meaning: 'error, warn, info or debug.' },
} as const satisfies Record<string, Setting>;
