import { route, type Route } from '../http/route.js';
import { present } from './head-resource.js';

/** The root always exists, and counts as a container (companion 3.1). */
export const headRepositoryRoot = (): Route => route('headRepositoryRoot', () => Promise.resolve(present('Container')));
