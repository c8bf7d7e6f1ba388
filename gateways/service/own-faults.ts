import { refuse } from '../../commands/core/decider.js';
import { UnfinishedDelete } from '../../commands/mets-edits/unfinished-delete.js';
import { MetsFault } from '../../formats/mets/fault.js';
import { XmlFault } from '../../formats/xml/fault.js';
import type { OwnFaults } from '../http/fault-answer.js';
import { refusalAnswer } from './refusal-answer.js';

/** The faults of the archive as callers see them: a METS that cannot be read is the caller's. */
export const ownFaults: OwnFaults = {
  answer: (fault) =>
    fault instanceof XmlFault || fault instanceof MetsFault
      ? refusalAnswer(refuse('mets-unreadable', fault.message))
      : null,
  progress: (fault) => (fault instanceof UnfinishedDelete ? `Delete failed after ${fault.deleted} items. ` : ''),
};
