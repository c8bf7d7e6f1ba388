import { CommandFault } from '../../../clients/command-line/command-fault.js';
import type { Service, Session } from '../../../clients/command-line/program/verb.js';
import { servingAddress } from '../process/archive-in-use.js';

/** Where work on the repository is done. */
interface Places<T> {
  readonly onPlatform: (service: Service) => Promise<T>;
  readonly onStores: () => Promise<T>;
}

/** Does work over the server that is named, or the platform that runs on the data folder; else on the stores themselves. */
export const platformOrStores = async <T>(
  { environment, service }: Pick<Session, 'environment' | 'service'>,
  { onPlatform, onStores }: Places<T>,
): Promise<T> => {
  if (environment['MUNIMENT_SERVER'] !== undefined) return onPlatform(await service());
  try {
    return await onStores();
  } catch (error) {
    if (!(error instanceof CommandFault) || servingAddress(error.cause) === null) throw error;
    return onPlatform(await service());
  }
};
