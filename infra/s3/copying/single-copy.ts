import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { retry } from '../../../flow/retry.js';
import { bucketUrl } from '../bucket-url.js';
import type { Clients } from '../clients.js';
import { isClockCorrected, isTurnedAway, isUncertain, type SdkError } from '../fault.js';
import { BACK_OFF } from '../retries.js';
import { copying as copyingTime } from '../time-limits.js';
import { copiedIn, type CopiedObject } from './copy-answer.js';
import type { CopyPlan } from './copy-plan.js';
import { copyRequest } from './copy-request.js';

/** The parts of the SDK that are used below its commands. */
interface Signer {
  sign(request: object, options: { readonly signingDate: Date }): Promise<object>;
}
interface Handler {
  handle(request: object, options: ReturnType<typeof copyingTime>): Promise<{ readonly response: Response }>;
}
interface Response {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}

/** Where the objects of a bucket are, and what signs requests for them. */
interface Route {
  readonly url: string;
  readonly signer: Signer;
}

/** How often a copy is repeated whose outcome is open. */
const UNSURE = 2;

/** Stores refuse a signature that is five to fifteen minutes off. */
const SKEW_MS = 4 * 60_000;

/**
 * Copies by one request each, signed and sent by the SDK, without the layers of its commands: these take two thirds of the
 * processor time of a small copy (ADR 73). Rejects with errors like the SDK's.
 */
export const singleCopier = ({ copying, calls, patienceMs }: Pick<Clients, 'copying' | 'calls' | 'patienceMs'>) => {
  const { config } = copying;
  const handler = config.requestHandler as unknown as Handler;
  const routes = new Map<string, Route>();
  const routeTo = async (bucket: string): Promise<Route> => {
    const signer = (await config.signer()) as unknown as Signer;
    const route = { url: await bucketUrl(copying, bucket), signer };
    routes.set(bucket, route);
    return route;
  };

  /** The next request is signed by the store's clock where this one was refused, or might have been, for its time. */
  const correctClock = (response: Response, offset: number): boolean => {
    const storeOffset = Date.parse(response.headers['date'] ?? '') - Date.now();
    const isOff = Math.abs(storeOffset - offset) >= SKEW_MS;
    if (isOff) config.systemClockOffset = storeOffset;
    return isOff;
  };

  const send = async (plan: CopyPlan): Promise<CopiedObject> => {
    const { url, signer } = routes.get(plan.to.bucket) ?? (await routeTo(plan.to.bucket));
    const offset = config.systemClockOffset;
    const signed = await signer.sign(copyRequest(url, plan), { signingDate: new Date(Date.now() + offset) });
    const { response } = await handler.handle(signed, copyingTime(plan.source.size));
    const clockSkewCorrected = correctClock(response, offset);
    const answer = await text(response.body);
    try {
      return copiedIn(response.statusCode, answer);
    } catch (error) {
      throw withMetadata(error, { clockSkewCorrected });
    }
  };

  return async (plan: CopyPlan): Promise<CopiedObject> => {
    let attempts = 0;
    const attempt = (): Promise<CopiedObject> => {
      attempts += 1;
      return calls.run(() => send(plan));
    };
    try {
      return await retry(attempt, { backOff: BACK_OFF, patienceMs, mayPass });
    } catch (error) {
      throw withMetadata(error, { attempts });
    }
  };
};

const mayPass = (error: unknown, failures: number): boolean =>
  isTurnedAway(error) || isClockCorrected(error) || (failures < UNSURE && isUncertain(error));

const withMetadata = (error: unknown, more: SdkError['$metadata']): unknown =>
  error instanceof Error ? Object.assign(error, { $metadata: { ...(error as SdkError).$metadata, ...more } }) : error;
