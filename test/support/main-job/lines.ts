import type { Moment } from '../faults/faulty.js';

/** Something the platform told its client, which must be so for ever. */
export type AcknowledgedLine =
  | { readonly kind: 'acknowledged'; readonly what: 'container' | 'deposit' | 'import'; readonly id: string }
  | { readonly kind: 'acknowledged'; readonly what: 'upload'; readonly key: string; readonly sha256: string };

/** What the main job says of itself, one JSON line each, written before it goes on. */
export type Line =
  | { readonly kind: 'step'; readonly step: string; readonly moment: Moment }
  /** The client begins a request: the method and the path without ids. */
  | { readonly kind: 'request'; readonly request: string }
  | AcknowledgedLine
  /** `job` is null when the group held the folder already. */
  | { readonly kind: 'ended'; readonly version: string; readonly job: string | null };
