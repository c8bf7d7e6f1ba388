import type { RepositoryDependencies } from '../service/repository-dependencies.js';
import { route, type Route } from '../http/route.js';
import { makeContainer, type ContainerBody } from './put-resource.js';

/** Refused like every existing container: the root always exists. */
export const putRepositoryRoot = (on: RepositoryDependencies): Route =>
  route<unknown, ContainerBody | undefined>('putRepositoryRoot', (call) => makeContainer(on, call, ''));
