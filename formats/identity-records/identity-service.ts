import type { IdentityRecord } from './identity-record.js';
import { faultClass } from '../../flow/fault.js';

export type IdentityServiceFaultCode =
  | 'identity-service-unavailable' // it does not answer in time, or says that it cannot; a later call may succeed
  | 'identity-service-unusable'; // it refuses us, or its answer or file is not what it must be; an operator must act

/** Why identity records could not be looked up. The message is for callers; details for operators are the cause. */
export class IdentityServiceFault extends faultClass<IdentityServiceFaultCode>('IdentityServiceFault', [
  'identity-service-unavailable',
]) {}

/** An institution's identity service (companion 14.3). Every call ends in bounded time, and rejects with IdentityServiceFault only. */
export interface IdentityService {
  /** The record with this id; null where it is unknown. */
  byId(id: string): Promise<IdentityRecord | null>;
  /**
   * The records whose identifier under a schema (`catirn`, `repositoryuri`, …) is exactly this value; none where schema
   * or value are unknown. Of many, there may be only the first ones, but never fewer than two.
   */
  matching(schema: string, value: string): Promise<readonly IdentityRecord[]>;
}
