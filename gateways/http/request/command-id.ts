import { randomUUID } from 'node:crypto';
import { uuidV5 } from '../../../events/ids.js';

/** The parts of a request by which a repeat is recognised. */
export interface RequestIdentity {
  readonly caller: string;
  readonly method: string;
  readonly path: string;
  /** The Idempotency-Key header. */
  readonly key: string | undefined;
}

/** The id of the command behind a request: the same for a repeat under the same key, else a new one. */
export const commandIdOf = ({ caller, method, path, key }: RequestIdentity): string =>
  key === undefined ? randomUUID() : uuidV5(JSON.stringify([caller, method, path, key]));
