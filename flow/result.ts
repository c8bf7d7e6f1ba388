/** What may be refused answers: a value, or why there is none. `ok` tells the two apart. */
export type Result<T, R> = Success<T> | Refused<R>;

export interface Success<T> {
  readonly ok: true;
  readonly value: T;
}

export interface Refused<R> {
  readonly ok: false;
  readonly refusal: R;
}

export const success = <T>(value: T): Success<T> => ({ ok: true, value });

export const refused = <R>(refusal: R): Refused<R> => ({ ok: false, refusal });
