import { Metadata, status, type ServiceError } from '@grpc/grpc-js';

/** An error as the server sends one: a gRPC status, and its own name for it in the trailers. */
export const serviceError = (
  code: status,
  details: string,
  trailers: Readonly<Record<string, string>> = {},
): ServiceError => {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(trailers)) metadata.set(name, value);
  return Object.assign(new Error(details), { code, details, metadata });
};

export const unavailable = (why: string): ServiceError => serviceError(status.UNAVAILABLE, why);

/** What a reader hears whose name or password is wrong, or who lacks the right to read. */
export const denied = (what: 'user' | 'right'): ServiceError =>
  what === 'user'
    ? serviceError(status.UNAUTHENTICATED, 'Received HTTP status code 401')
    : serviceError(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });

/** What a caller hears of a request that the server did not foresee, such as an empty name. */
export const handlerThrew = (): ServiceError => serviceError(status.UNKNOWN, 'Exception was thrown by handler.');

export const streamDeleted = (stream: string): ServiceError =>
  serviceError(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });

export const wrongExpectedVersion = (stream: string, expected: string, actual: number): ServiceError =>
  serviceError(status.FAILED_PRECONDITION, 'Append failed due to WrongExpectedVersion.', {
    exception: 'wrong-expected-version',
    'stream-name': stream,
    'expected-version': expected,
    'actual-version': `${actual}`,
  });

export const appendTooLarge = (limit: number): ServiceError =>
  serviceError(status.INVALID_ARGUMENT, 'Maximum Append Size Exceeded.', {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': `${limit}`,
  });

export const notLeader = (port: number): ServiceError =>
  serviceError(status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': '127.0.0.1',
    'leader-endpoint-port': `${port}`,
  });
