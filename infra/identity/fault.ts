/** Faults of the identity provider. */
export type IdentityFaultCode =
  /** The provider does not answer, or not usably; a later call may succeed. */
  | 'provider-unavailable'
  /** The provider refuses us a token; a repeat does not help. */
  | 'client-refused';

/** Why a call of the identity provider failed. */
export class IdentityFault extends Error {
  override name = 'IdentityFault';
  readonly code: IdentityFaultCode;
  /** The same request may succeed later. */
  readonly transient: boolean;
  constructor(code: IdentityFaultCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.transient = code === 'provider-unavailable';
  }
}
