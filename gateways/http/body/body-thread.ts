import { parentPort, workerData } from 'node:worker_threads';
import type { OpenApiDocument } from '../../../schemas/openapi-document.js';
import type { Answer } from '../route.js';
import { bodyChecker, type CheckedBody, type MatchedRequest } from './body-checker.js';
import type { Result } from '../../../flow/result.js';

/** The worker data of the thread. */
export interface BodyOrder {
  readonly document: OpenApiDocument;
  readonly request: MatchedRequest;
  readonly bytes: Uint8Array;
}

/** The only message of the thread. */
export type BodyMessage = Result<CheckedBody, Answer>;

const { document, request, bytes } = workerData as BodyOrder;
const message: BodyMessage = bodyChecker(document)(request, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
parentPort?.postMessage(message);
