/** A problem document of the service (RFC 9457). */
export interface Problem {
  readonly title?: string;
  readonly detail?: string | null;
  /** What the caller can do about it. */
  readonly advice?: string;
  /** How far the read model has come that the answer depends on. */
  readonly progress?: object;
  /** What is in conflict, held by whom since when. */
  readonly holder?: { readonly what: string; readonly by: string; readonly since: string };
}

/** Details of a failed request. */
interface Circumstances {
  /** The status of the response; 0 without one. */
  readonly status?: number;
  readonly problem?: Problem;
  readonly transient?: boolean;
  readonly retryAfterMs?: number;
}

/** A request that was refused, deferred or not answered; the message names the request and the reason. */
export class ApiFault extends Error {
  override name = 'ApiFault';
  readonly code = 'api-failed';
  /** The status of the response; 0 without one. */
  readonly status: number;
  readonly title: string | null;
  readonly detail: string | null;
  readonly advice: string | null;
  readonly holder: NonNullable<Problem['holder']> | null;
  /** How far the service is with what the answer waits for, as JSON; null where it does not say. */
  readonly progress: string | null;
  /** The problem document, with members that only this service has; empty without one. */
  readonly problem: Problem;
  /** Whether the same request may succeed in a moment. */
  readonly transient: boolean;
  /** The service's Retry-After in milliseconds. */
  readonly retryAfterMs: number;
  constructor(
    message: string,
    { status = 0, problem = {}, transient = false, retryAfterMs = 0 }: Circumstances = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.status = status;
    this.problem = problem;
    this.title = problem.title ?? null;
    this.detail = problem.detail ?? null;
    this.advice = problem.advice ?? null;
    this.holder = problem.holder ?? null;
    this.progress = problem.progress === undefined ? null : JSON.stringify(problem.progress);
    this.transient = transient;
    this.retryAfterMs = retryAfterMs;
  }
}
