import { timeLimit } from '../../../flow/time-limit.js';
import { pause } from '../../../flow/pause.js';
import type { OperationExamples, ServiceExamples } from '../../../schemas/openapi-examples.js';
import type { ServiceName } from '../../../schemas/openapi-document.js';

/** A request that becomes an example. */
export interface ExampleRequest {
  readonly service: ServiceName;
  readonly operationId: string;
  /** Its name among the examples of the operation, with hyphens. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number;
  /** Asked again until this is true of the response; only the last response is recorded. */
  readonly until?: (value: never) => boolean;
}

/** Sends requests to a platform, and keeps the JSON of each request and response. */
export interface Recorder {
  /** The JSON of the response; rejects where the status is not the expected one. */
  readonly record: (request: ExampleRequest) => Promise<unknown>;
  readonly examples: Readonly<Record<ServiceName, ServiceExamples>>;
}

const WAIT_MS = 60_000;

type RecordedExamples = Record<string, Record<string, Record<string, unknown>>>;

const keep = (examples: RecordedExamples, request: ExampleRequest, status: number, value: unknown): void => {
  const { operationId, name, body } = request;
  const ofOperation = (examples[operationId] ??= {});
  if (body !== undefined) (ofOperation['request'] ??= {})[name] = body;
  if (value !== undefined && status < 300) (ofOperation[String(status)] ??= {})[name] = value;
};

/** The value of a JSON response; undefined for another one. */
const jsonOf = async (response: Response): Promise<unknown> => {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return isJson ? JSON.parse(text) : undefined;
};

export const openRecorder = (bases: Readonly<Record<ServiceName, string>>): Recorder => {
  const examples: Record<ServiceName, RecordedExamples & Record<string, OperationExamples>> = {
    preservation: {},
    storage: {},
  };

  const send = async (request: ExampleRequest): Promise<{ readonly status: number; readonly value: unknown }> => {
    const { service, operationId, name, method, path, body, headers = {} } = request;
    const response = await fetch(bases[service] + path, {
      method,
      headers: {
        'idempotency-key': `${operationId}:${name}`,
        'x-correlation-id': `example-${operationId}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: timeLimit(WAIT_MS),
    });
    return { status: response.status, value: await jsonOf(response) };
  };

  return {
    examples,
    record: async (request) => {
      const { service, method, path, status = 200, until = () => true } = request;
      const deadline = performance.now() + WAIT_MS;
      for (;;) {
        const answer = await send(request);
        const isExpected = answer.status === status;
        if (isExpected && until(answer.value as never)) {
          keep(examples[service], request, status, answer.value);
          return answer.value;
        }
        const mayChange = isExpected || answer.status === 503;
        if (!mayChange || performance.now() > deadline)
          throw new Error(`${method} ${path} was answered with ${answer.status}: ${JSON.stringify(answer.value)}`);
        await pause(50);
      }
    },
  };
};
