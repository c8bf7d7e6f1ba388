import { readConfig } from '../../../infra/config/config.js';

/** What is wrong with settings, as the platform says it; `none` where nothing is. */
export const faultsOf = (environment: Readonly<Record<string, string>>): string => {
  try {
    readConfig(environment);
    return 'none';
  } catch (error) {
    return (error as Error).message;
  }
};
