import { faultClass } from '../../flow/fault.js';

/** What entries of the same file disagree on. */
export type MetadataFaultCode = 'digests-differ' | 'formats-differ' | 'extents-differ';

/** Sources that disagree on one file; the message is for the caller. */
export class MetadataFault extends faultClass<MetadataFaultCode>('MetadataFault') {}
