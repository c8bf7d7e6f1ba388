import type { Service } from '../../../clients/command-line/program/verb.js';
import { commandConfig } from '../commands/command-config.js';
import { unlessDiskRefuses } from '../commands/unless-disk-refuses.js';
import type { Platform } from '../platform/platform.js';
import type { OpenedService, OpenServiceOptions } from './open-service.js';

const platforms = new WeakMap<Service, Platform>();

/** The service of what was opened; a platform that was started for it is known by it from now on. */
export const serviceOf = (
  { service, own }: OpenedService,
  { environment }: Pick<OpenServiceOptions, 'environment'>,
): Service => {
  if (own === null) return service;
  /** How long work waits for a disk that refuses what is written: the platform needs the other half to end. */
  const patienceMs = commandConfig(environment).waitMs / 2;
  const known: Service = { ...service, unlessRefused: (work) => unlessDiskRefuses(work, own.fault, patienceMs) };
  platforms.set(known, own);
  return known;
};

/** The platform of a service that is in this process; undefined for one that runs elsewhere. */
export const platformOf = (service: Service): Platform | undefined => platforms.get(service);
