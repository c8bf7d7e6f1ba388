import type { RepositoryServices } from '../service/repository-services.js';
import { route, type Route } from '../http/route.js';
import { makeContainer, type ContainerBody } from './put-resource.js';

/** Refused like every existing container: the root always exists. */
export const putRepositoryRoot = (on: RepositoryServices): Route =>
  route<unknown, ContainerBody | undefined>('putRepositoryRoot', (call) => makeContainer(on, call, ''));
