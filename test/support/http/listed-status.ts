import { matchOperation } from '../../../gateways/http/request/match-request.js';
import { operationsOf, type Operation } from '../../../gateways/http/operation.js';
import { splitTarget } from '../../../gateways/http/request/request-target.js';
import { withProductNames } from '../../../gateways/service/product-names.js';
import { readOpenApi } from '../../../schemas/openapi-document.js';

type ServiceName = 'preservation' | 'storage';

interface DescribedOperations {
  readonly operations: readonly Operation[];
  /** The statuses that each operation lists, by its id; `default` among them. */
  readonly statuses: ReadonlyMap<string, ReadonlySet<string>>;
}

const readService = (name: ServiceName): DescribedOperations => {
  const document = withProductNames(readOpenApi(name)); // where they are not served, the answer is 404
  const statuses = new Map<string, ReadonlySet<string>>();
  for (const item of Object.values(document.paths))
    for (const part of Object.values(item))
      if ('operationId' in part) statuses.set(part.operationId, new Set(Object.keys(part.responses)));
  return { operations: operationsOf(document), statuses };
};

const known = new Map<ServiceName, DescribedOperations>();

const describedBy = (name: ServiceName): DescribedOperations => {
  const described = known.get(name) ?? readService(name);
  known.set(name, described);
  return described;
};

/** Headers that nobody reads to their end are answered by the HTTP server itself. */
const HEADERS_TOO_LONG = 431;

/** What is answered where there is no operation to list anything. */
const WITHOUT_OPERATION: ReadonlySet<number> = new Set([400, 401, 404, 405]);

/** Why a service should not have answered with a status, by its document; null where it may. */
export const unlistedStatus = (name: ServiceName, method: string, path: string, status: number): string | null => {
  const { operations, statuses } = describedBy(name);
  const found = matchOperation(operations, method, path);
  const operation = found !== null && 'operation' in found ? found.operation : null;
  const listed = statuses.get(operation?.operationId ?? '');
  // What `default` describes are faults of the service.
  if (status === HEADERS_TOO_LONG) return null;
  const isListed = listed?.has(String(status)) === true || (status >= 500 && listed?.has('default') === true);
  if (operation === null ? WITHOUT_OPERATION.has(status) : isListed) return null;
  return `${method} ${path} was answered with ${status}, which the document of the ${name} service does not list`;
};

const services = new Map<string, ServiceName>();

/** The bases of all storage services, where an address is of a preservation service; else none. */
export const otherBases = (address: string): string[] =>
  services.get(new URL(address).origin) === 'preservation'
    ? [...services].flatMap(([origin, name]) => (name === 'storage' ? [origin] : []))
    : [];

/** Lets answers from an address be checked from now on. */
export const checkStatusesOf = (addresses: Readonly<Record<ServiceName, string | null>>): void => {
  const { preservation, storage } = addresses;
  if (preservation !== null) services.set(new URL(preservation).origin, 'preservation');
  if (storage !== null) services.set(new URL(storage).origin, 'storage');
};

/** Throws where a service has answered with a status that its document does not list for the operation. */
export const requireListedStatus = (method: string, address: string, status: number): void => {
  const name = services.get(new URL(address).origin);
  const target = splitTarget(address);
  const fault = name === undefined || target === null ? null : unlistedStatus(name, method, target.path, status);
  if (fault !== null) throw new Error(fault);
};
