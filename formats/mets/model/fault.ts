import { faultClass } from '../../../flow/fault.js';

export type MetsFaultCode =
  // of the document
  | 'mets-missing' // no mets element
  | 'mets-no-physical-map'
  | 'mets-duplicate-id'
  | 'mets-directory-unlabelled'
  | 'mets-path-twice' // two files of different content at one path
  | 'mets-too-repetitive' // what many files share would fill the memory or the answer
  // of an edit
  | 'mets-not-editable'
  | 'mets-path-invalid'
  | 'mets-path-unknown'
  | 'mets-parent-not-directory'
  | 'mets-not-a-file'
  | 'mets-not-a-directory'
  | 'mets-directory-not-empty'
  | 'mets-extents-differ'
  | 'mets-range-invalid'
  | 'mets-value-unwritable';

/** An error of a METS or of an edit, with a message for the caller. The edit changed nothing. */
export class MetsFault extends faultClass<MetsFaultCode>('MetsFault') {}
