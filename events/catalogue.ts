import type { FactDeclaration } from './declaration.js';

/** Every fact type the platform writes or has ever written. */
export const catalogue: readonly FactDeclaration[] = [];
