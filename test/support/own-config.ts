import { readConfig, type Config } from '../../infra/config/config.js';

/** The settings of an embedded platform on a data folder of its own, on any free ports, that says errors only. */
export const ownConfig = (data: string, environment: Readonly<Record<string, string>> = {}): Config =>
  readConfig({
    MUNIMENT_DATA: data,
    MUNIMENT_PRESERVATION_PORT: '0',
    MUNIMENT_STORAGE_PORT: '0',
    MUNIMENT_S3_PORT: '0',
    MUNIMENT_OPERATIONS_PORT: '0',
    MUNIMENT_LOG_LEVEL: 'error',
    ...environment,
  });
