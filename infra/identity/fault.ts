import { faultClass } from '../../flow/fault.js';

/** Faults of the identity provider. */
export type IdentityFaultCode =
  /** The provider does not answer, or not usably; a later call may succeed. */
  | 'provider-unavailable'
  /** What the provider says of itself does not fit the settings; a repeat does not help. */
  | 'provider-unfit'
  /** The provider refuses us a token; a repeat does not help. */
  | 'client-refused'
  /** The person refused the login, or did not answer in time. */
  | 'login-refused'
  | 'login-too-late'
  /** The provider does not prolong the login any more. */
  | 'login-ended';

/** Why a call of the identity provider failed. */
export class IdentityFault extends faultClass<IdentityFaultCode>('IdentityFault', ['provider-unavailable']) {}
