import type { IdentityService } from '../../../formats/identity-records/identity-service.js';
import { ConfigFault, type Config } from '../../config/config.js';
import { settings } from '../../config/settings.js';
import { withAlternativeContainer } from '../../identity-service/alternative-container.js';
import { fileIdentityService } from '../../identity-service/file-identity-service.js';
import { httpIdentityService } from '../../identity-service/http-identity-service.js';

const causeOf = (error: unknown): string => {
  const { cause } = error instanceof Error ? error : { cause: error };
  return (cause instanceof Error ? cause.message : String(error)).replace(/\.$/, '');
};

/** Reads the file once, so that a broken one is noticed at the start. Rejects with ConfigFault. */
const openFile = async (file: string): Promise<IdentityService> => {
  const service = fileIdentityService(file);
  try {
    await service.check();
  } catch (error) {
    const { variable } = settings.identityRecords;
    throw new ConfigFault(`The settings are not valid: ${variable} cannot be used: ${causeOf(error)}.`, {
      cause: error,
    });
  }
  return service;
};

/** The identity service of the settings; null without one, and where no service of this process uses it. A service over HTTP is first asked by the first request. */
export const openIdentityService = async ({
  roles,
  identityService,
}: Pick<Config, 'roles' | 'identityService'>): Promise<IdentityService | null> => {
  if (identityService === null || !roles.includes('preservation')) return null;
  const { source, alternativeContainer } = identityService;
  const service = 'file' in source ? await openFile(source.file) : httpIdentityService(source);
  return alternativeContainer === null ? service : withAlternativeContainer(service, alternativeContainer);
};
