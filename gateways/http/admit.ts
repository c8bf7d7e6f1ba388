import type { Request } from 'express';
import type { Exchange } from './exchange.js';
import type { Identify } from './identify.js';
import { matchOperation } from './request/match-request.js';
import { sourceRefusal, type ObeyedSources } from './obeyed-sources.js';
import type { Access, Operation } from './operation.js';
import { splitTarget } from './request/request-target.js';
import type { Answer } from './route.js';
import { unattributable } from './unauthorized.js';

/** By what callers get access. */
export interface Admission {
  readonly identify: Identify;
  /** Undefined where requests are obeyed wherever they come from, since callers are identified. */
  readonly sources?: ObeyedSources | undefined;
}

const operationOf = (operations: readonly Operation[], { method, url }: Request): Operation | null => {
  const target = splitTarget(url);
  const found = target === null ? null : matchOperation(operations, method, target.path);
  return found !== null && 'operation' in found ? found.operation : null;
};

const accessOf = (operation: Operation | null): Access => operation?.access ?? 'named';

/** An identified agent, from whatever addresses it calls. */
const holderOf = ({ caller, holder }: Exchange): string => caller.actor?.agent ?? holder;

/**
 * Identifies the caller before anything else of the request is read, so that no body is read for an unknown caller.
 * Answers a refusal for a caller without access, else null; rejects when the caller cannot be identified at the moment.
 */
export const admit = async (
  operations: readonly Operation[],
  { identify, sources }: Admission,
  request: Request,
  exchange: Exchange,
): Promise<Answer | null> => {
  const operation = operationOf(operations, request);
  const access = accessOf(operation);
  const stranger = sources === undefined ? null : sourceRefusal(sources, request, operation);
  if (stranger === null && access === 'anyone') return null;
  const identity = stranger ?? (await identify({ values: (name) => request.headersDistinct[name] ?? [] }));
  if ('refused' in identity) {
    exchange.turnedAway = identity.because;
    return identity.refused;
  }
  exchange.caller = identity.caller;
  if (sources === undefined) exchange.holder = holderOf(exchange);
  if (identity.caller.actor !== null || access === 'authenticated') return null;
  exchange.turnedAway = 'neither the token nor a header names the caller';
  return unattributable();
};
