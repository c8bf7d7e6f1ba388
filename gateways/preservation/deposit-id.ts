import type { Call } from '../http/route.js';

/** The deposit that a request is about. */
export const depositIdOf = ({ params }: Pick<Call, 'params'>): string => params['depositId'] ?? '';
