/** `object-unsupported` is valid OCFL that this platform reads but does not add versions to. */
export type OcflFaultCode =
  'inventory-missing' | 'inventory-invalid' | 'inventory-digest-mismatch' | 'state-file-invalid' | 'object-unsupported';

/** An object that cannot be read or extended; a retry does not help. */
export class OcflFault extends Error {
  override name = 'OcflFault';
  readonly code: OcflFaultCode;
  readonly transient = false;
  constructor(code: OcflFaultCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
