import { identitySettings } from './identity-settings.js';

/** One setting, as the environment names it. */
export interface Setting {
  readonly variable: string;
  readonly fallback: string;
  /** For the table of settings. */
  readonly meaning: string;
}

/** Every setting there is; the table in docs/settings.md is written from this list. */
export const settings = {
  data: {
    variable: 'MUNIMENT_DATA',
    fallback: './data',
    meaning: 'The data folder: event log, read models, workspaces, and the OCFL repository in `ocfl/`.',
  },
  host: { variable: 'MUNIMENT_HOST', fallback: '127.0.0.1', meaning: 'The address that all three listeners bind to.' },
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
  preservationUrl: {
    variable: 'MUNIMENT_PRESERVATION_URL',
    fallback: '',
    meaning: 'Public base address of the preservation service, as it stands in every id. Where it listens, when empty.',
  },
  storageUrl: {
    variable: 'MUNIMENT_STORAGE_URL',
    fallback: '',
    meaning: 'Public base address of the storage service. Where it listens, when empty.',
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
    meaning: 'A bucket of the platform alone, for inventories that are not decided yet.',
  },
  ...identitySettings,
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
  logLevel: { variable: 'MUNIMENT_LOG_LEVEL', fallback: 'info', meaning: 'error, warn, info or debug.' },
} as const satisfies Record<string, Setting>;
