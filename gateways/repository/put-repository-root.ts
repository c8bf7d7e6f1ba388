import type { RepositoryServices } from '../service/repository-services.js';
import { route, type Route } from '../http/route.js';
import { makeContainer, type ContainerBody } from './put-resource.js';

/** Refused as every container that is there already: the root always is. */
export const putRepositoryRoot = (on: RepositoryServices): Route =>
  route<unknown, ContainerBody | undefined>('putRepositoryRoot', (call) => makeContainer(on, call, ''));
