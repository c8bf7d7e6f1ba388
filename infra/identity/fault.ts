/** What may be wrong with the identity provider. */
export type IdentityFaultCode =
  /** The provider does not answer, or not with what can be used; it may later. */
  | 'provider-unavailable'
  /** The provider does not give us a token, and will not when asked again. */
  | 'client-refused';

/** Why the identity provider could not be asked. */
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
