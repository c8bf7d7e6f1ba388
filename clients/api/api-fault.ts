/** A problem document, as the service answers what it does not carry out. */
export interface Problem {
  readonly title?: string;
  readonly detail?: string | null;
  /** What the caller can do about it. */
  readonly advice?: string;
  /** Who holds what since when, where that stands in the way. */
  readonly holder?: { readonly what: string; readonly by: string; readonly since: string };
}

/** Where a request did not come to an answer that was expected. */
interface Circumstances {
  /** Of the answer; 0 where there was none. */
  readonly status?: number;
  readonly problem?: Problem;
  readonly transient?: boolean;
  readonly retryAfterMs?: number;
}

/** A request that was refused, put off or not answered; its message names the request and the reason. */
export class ApiFault extends Error {
  override name = 'ApiFault';
  readonly code = 'api-failed';
  /** Of the answer; 0 where there was none. */
  readonly status: number;
  readonly title: string | null;
  readonly detail: string | null;
  readonly advice: string | null;
  readonly holder: NonNullable<Problem['holder']> | null;
  /** Whether the same request may succeed in a moment. */
  readonly transient: boolean;
  /** How many milliseconds the service asks to be left alone for. */
  readonly retryAfterMs: number;
  constructor(
    message: string,
    { status = 0, problem = {}, transient = false, retryAfterMs = 0 }: Circumstances = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.status = status;
    this.title = problem.title ?? null;
    this.detail = problem.detail ?? null;
    this.advice = problem.advice ?? null;
    this.holder = problem.holder ?? null;
    this.transient = transient;
    this.retryAfterMs = retryAfterMs;
  }
}
