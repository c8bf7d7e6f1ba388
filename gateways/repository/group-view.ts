import type { FoundResource } from './find-resource.js';
import type { Answer } from '../http/route.js';

/** A representation of an archival group besides its JSON, which only one of the services has, for a holder of shares. */
export type GroupView = (group: FoundResource & { readonly kind: 'archivalGroup' }, holder: string) => Promise<Answer>;
