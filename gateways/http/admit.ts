import type { Request } from 'express';
import type { Exchange } from './exchange.js';
import type { Identify } from './identify.js';
import { matchOperation } from './request/match-operation.js';
import type { Access, Operation } from './operation.js';
import { splitTarget } from './request/request-target.js';
import type { Answer } from './route.js';
import { unattributable } from './unauthorized.js';

/** The access that a request's operation requires; 'named' where there is no operation. */
const accessTo = (operations: readonly Operation[], { method, url }: Request): Access => {
  const target = splitTarget(url);
  const found = target === null ? null : matchOperation(operations, method, target.path);
  return found !== null && 'operation' in found ? found.operation.access : 'named';
};

/**
 * Identifies the caller before anything else of the request is read, so that no body is read for an unknown caller.
 * Answers a refusal for a caller without access, else null; rejects when the caller cannot be identified at the moment.
 */
export const admit = async (
  operations: readonly Operation[],
  identify: Identify,
  request: Request,
  exchange: Exchange,
): Promise<Answer | null> => {
  const access = accessTo(operations, request);
  if (access === 'anyone') return null;
  const identity = await identify({ values: (name) => request.headersDistinct[name] ?? [] });
  if ('refused' in identity) {
    exchange.turnedAway = identity.because;
    return identity.refused;
  }
  exchange.caller = identity.caller;
  if (identity.caller.actor !== null || access === 'authenticated') return null;
  exchange.turnedAway = 'neither the token nor a header names the caller';
  return unattributable();
};
