import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { CopyObjectCommand } from '@aws-sdk/client-s3';
import type { Clients } from '../clients.js';
import { sha256Hex } from '../object-info.js';
import { copying as copyingTime } from '../time-limits.js';
import { asConditionalFault } from '../fault.js';
import { conditionOf } from '../write-condition.js';
import { attributesOf, copySource, type CopyPlan } from './copy-plan.js';
import { copiedIn, copyRequest, routeOf, type CopiedObject, type Route, type SentRequest } from './plain-copy.js';

/** The parts of the SDK that a plain request uses. */
interface Signer {
  sign(request: object, options: { readonly signingDate: Date }): Promise<object>;
}
interface Handler {
  handle(
    request: object,
    options: ReturnType<typeof copyingTime>,
  ): Promise<{ readonly response: { readonly statusCode: number; readonly body: Readable } }>;
}

/** What became of a plain request. */
interface PlainAnswer {
  /** Null for an error, and for an answer that is not the usual one. */
  readonly copied: CopiedObject | null;
  /** Whether the store said that nothing was copied. */
  readonly isRefusal: boolean;
}

const NO_ANSWER: PlainAnswer = { copied: null, isRefusal: false };

/** After so many plain requests in vain there are no more: each costs a request beside that of the SDK. */
const MOST_IN_VAIN = 8;

const commandOf = ({ source, to, replace, onlyIf }: CopyPlan): CopyObjectCommand =>
  new CopyObjectCommand({
    Bucket: to.bucket,
    Key: to.key,
    CopySource: copySource(source),
    CopySourceIfMatch: source.etag,
    ChecksumAlgorithm: 'SHA256',
    MetadataDirective: replace === null ? 'COPY' : 'REPLACE',
    ...(replace === null ? {} : attributesOf(replace)),
    ...conditionOf(onlyIf),
  });

/**
 * Copies by one request each. The first copy into a bucket goes through the SDK, which shows where its requests are sent; the
 * others are signed and sent without its layers, which take two thirds of the processor time of a small copy (ADR 52). Where
 * the answer is not the usual one, the SDK asks again, and decides about repetitions and errors.
 */
export const singleCopier = ({ copying, calls }: Pick<Clients, 'copying' | 'calls'>) => {
  const { config } = copying;
  const handler = config.requestHandler as unknown as Handler;
  const routes = new Map<string, Route>();
  let signer: Promise<Signer> | null = null;
  let inVain = 0;

  const plainly = async (route: Route, plan: CopyPlan): Promise<PlainAnswer> => {
    signer ??= config.signer() as Promise<unknown> as Promise<Signer>;
    const signingDate = new Date(Date.now() + config.systemClockOffset);
    const signed = await (await signer).sign(copyRequest(route, plan), { signingDate });
    const { response } = await handler.handle(signed, copyingTime(plan.source.size));
    const answer = await text(response.body);
    const { statusCode } = response;
    return { copied: statusCode === 200 ? copiedIn(answer) : null, isRefusal: statusCode > 200 && statusCode < 500 };
  };

  const bySdk = async (plan: CopyPlan): Promise<CopiedObject> => {
    const sent: SentRequest[] = [];
    const command = commandOf(plan);
    command.middlewareStack.add(
      (next) => (args) => {
        sent.push(args.request as SentRequest);
        return next(args);
      },
      { step: 'finalizeRequest', priority: 'low', name: 'watchRequest' },
    );
    const { CopyObjectResult: result } = await copying.send(command, copyingTime(plan.source.size));
    const [request] = sent;
    const route = request === undefined ? null : routeOf(request, plan.to);
    if (route !== null) routes.set(plan.to.bucket, route);
    return { etag: result?.ETag ?? '', sha256: sha256Hex(result?.ChecksumSHA256) };
  };

  return async (plan: CopyPlan): Promise<CopiedObject> => {
    const route = inVain < MOST_IN_VAIN ? routes.get(plan.to.bucket) : undefined;
    if (route === undefined) return bySdk(plan);
    const { copied, isRefusal } = await calls.run(() => plainly(route, plan)).catch(() => NO_ANSWER);
    if (copied !== null) {
      inVain = 0;
      return copied;
    }
    const repeated = await bySdk(plan).catch((error: unknown) => {
      throw plan.onlyIf === undefined ? error : asConditionalFault(error, { before: !isRefusal });
    });
    inVain += 1;
    return repeated;
  };
};
