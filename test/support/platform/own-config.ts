import { readConfig, type Config } from '../../../infra/config/config.js';

/** Settings of a platform that takes any free ports. */
export const FREE_PORTS = {
  MUNIMENT_PRESERVATION_PORT: '0',
  MUNIMENT_STORAGE_PORT: '0',
  MUNIMENT_S3_PORT: '0',
  MUNIMENT_OPERATIONS_PORT: '0',
} as const;

/** The settings of an embedded platform on a data folder of its own, on any free ports, that says errors only. */
export const ownConfig = (data: string, environment: Readonly<Record<string, string>> = {}): Config =>
  readConfig({
    MUNIMENT_DATA: data,
    ...FREE_PORTS,
    MUNIMENT_LOG_LEVEL: 'error',
    ...environment,
  });
