import type { Setting } from './setting.js';

/** The settings of the identity service, in which `POST /deposits/from-identifier` looks records up. */
export const identityServiceSettings = {
  identityRecords: {
    variable: 'MUNIMENT_IDENTITY_RECORDS',
    fallback: '',
    meaning:
      'A JSON file of identity records for `POST /deposits/from-identifier` ([depositing](depositing.md#from-an-identifier)); read again whenever it has changed. Set this or an identity service, not both.',
  },
  identityServiceUrl: {
    variable: 'MUNIMENT_IDENTITY_SERVICE_URL',
    fallback: '',
    meaning:
      'Base address of an identity service: requests go to `/api/v1/ids` below it. Set this or a file, not both.',
  },
  identityServiceKey: {
    variable: 'MUNIMENT_IDENTITY_SERVICE_KEY',
    fallback: '',
    meaning: 'The key by which the identity service knows the platform. When empty: no key is sent.',
    isSecret: true,
  },
  identityServiceKeyHeader: {
    variable: 'MUNIMENT_IDENTITY_SERVICE_KEY_HEADER',
    fallback: 'X-API-KEY',
    meaning: 'The header that has this key.',
  },
  identityServiceTimeout: {
    variable: 'MUNIMENT_IDENTITY_SERVICE_TIMEOUT_MS',
    fallback: '5000',
    meaning: 'How long the identity service may take to answer, in milliseconds.',
  },
  identityAlternativeContainer: {
    variable: 'MUNIMENT_IDENTITY_ALTERNATIVE_CONTAINER',
    fallback: '',
    meaning:
      'For test environments: the container that stands for `cc` in the repository URIs of identity records, so that `/cc/` becomes `/<container>/`. When empty: nothing is replaced.',
  },
} as const satisfies Record<string, Setting>;
