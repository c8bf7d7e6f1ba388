import type { RepositoryServices } from '../repository-services.js';
import { route, type Route } from '../route.js';
import { makeContainer, type ContainerBody } from './put-resource.js';

/** Refused as every container that is there already: the root always is. */
export const putRepositoryRoot = (on: RepositoryServices): Route =>
  route<unknown, ContainerBody | undefined>('putRepositoryRoot', (call) => makeContainer(on, call, ''));
