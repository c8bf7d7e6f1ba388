import type { FoundResource } from './find-resource.js';
import type { Answer } from '../http/route.js';

/** Another representation of an archival group than its JSON, which only one of the services has. */
export type GroupView = (group: FoundResource & { readonly kind: 'archivalGroup' }) => Promise<Answer>;
