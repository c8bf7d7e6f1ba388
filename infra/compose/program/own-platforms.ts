import type { Service } from '../../../clients/command-line/program/verb.js';
import { commandConfig } from '../commands/command-config.js';
import type { Platform } from '../platform/platform.js';
import type { OpenedService, OpenServiceOptions } from './open-service.js';

/** A platform that was started for a verb. */
interface OwnPlatform {
  readonly platform: Platform;
  /** How long work waits for a disk that refuses what is written: the platform needs the other half to end. */
  readonly patienceMs: number;
}

const platforms = new WeakMap<Service, OwnPlatform>();

/** The service of what was opened; a platform that was started for it is known by it from now on. */
export const serviceOf = (
  { service, own }: OpenedService,
  { environment }: Pick<OpenServiceOptions, 'environment'>,
): Service => {
  if (own !== null) platforms.set(service, { platform: own, patienceMs: commandConfig(environment).waitMs / 2 });
  return service;
};

/** The platform of a service that is in this process; undefined for one that runs elsewhere. */
export const platformOf = (service: Service): OwnPlatform | undefined => platforms.get(service);
