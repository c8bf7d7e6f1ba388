import { readConfig, type Config } from '../../config/config.js';

/**
 * The settings of a command that starts a platform for its work: those of `npm start`, but with free ports, without the
 * console, and with a quiet log unless the environment sets one.
 */
export const commandConfig = (environment: Readonly<Record<string, string | undefined>>): Config => {
  const config = readConfig({
    MUNIMENT_LOG_LEVEL: 'warn',
    ...environment,
    MUNIMENT_PRESERVATION_PORT: '0',
    MUNIMENT_STORAGE_PORT: '0',
    MUNIMENT_S3_PORT: '0',
    MUNIMENT_OPERATIONS_PORT: '0',
    MUNIMENT_DRAIN_SECONDS: '0', // no load balancer uses these ports
    MUNIMENT_ARCHIVE_EVERY_HOURS: '0', // it archives only what the command asks for
  });
  return { ...config, roles: config.roles.filter((role) => role !== 'console') };
};
