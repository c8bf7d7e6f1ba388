import { faultClass } from '../../flow/fault.js';

/** `object-unsupported` is valid OCFL that this platform reads but does not add versions to. */
export type OcflFaultCode =
  | 'inventory-missing'
  | 'inventory-invalid'
  | 'inventory-digest-mismatch'
  | 'state-file-invalid'
  | 'content-digest-mismatch'
  | 'object-unsupported';

/** An object that cannot be read or extended; a retry does not help. */
export class OcflFault extends faultClass<OcflFaultCode>('OcflFault') {}
