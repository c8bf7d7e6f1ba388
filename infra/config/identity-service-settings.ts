import type { Setting } from './setting.js';

/** The settings of the identity service, in which `POST /deposits/from-identifier` looks records up. */
export const identityServiceSettings = {
  identityRecords: {
    variable: 'MUNIMENT_IDENTITY_RECORDS',
    fallback: '',
    meaning:
      'A JSON file of identity records for `POST /deposits/from-identifier` ([depositing](depositing.md#from-an-identifier)); read again whenever it has changed. Instead of an identity service.',
  },
  identityServiceUrl: {
    variable: 'MUNIMENT_IDENTITY_SERVICE_URL',
    fallback: '',
    meaning: 'Base address of an identity service: requests go to `/api/v1/ids` below it. Instead of a file.',
  },
  identityServiceKey: {
    variable: 'MUNIMENT_IDENTITY_SERVICE_KEY',
    fallback: '',
    meaning: 'The key that the identity service knows the platform by. None is sent, when empty.',
    isSecret: true,
  },
  identityServiceKeyHeader: {
    variable: 'MUNIMENT_IDENTITY_SERVICE_KEY_HEADER',
    fallback: 'X-API-KEY',
    meaning: 'The header of that key.',
  },
  identityServiceTimeout: {
    variable: 'MUNIMENT_IDENTITY_SERVICE_TIMEOUT_MS',
    fallback: '5000',
    meaning: 'How long an answer of the identity service may take, in milliseconds.',
  },
  identityAlternativeContainer: {
    variable: 'MUNIMENT_IDENTITY_ALTERNATIVE_CONTAINER',
    fallback: '',
    meaning:
      'For test environments: the container that stands for `cc` in the repository URIs of identity records, so that `/cc/` becomes `/<container>/`. Nothing is replaced, when empty.',
  },
} as const satisfies Record<string, Setting>;
