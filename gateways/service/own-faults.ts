import { refuse } from '../../commands/core/decider.js';
import { UnfinishedDelete } from '../../commands/mets-edits/unfinished-delete.js';
import { IdentityServiceFault } from '../../formats/identity-records/identity-service.js';
import { MetsFault } from '../../formats/mets/fault.js';
import { XmlFault } from '../../formats/xml/fault.js';
import type { OwnFaults } from '../http/fault-answer.js';
import { ContentFault } from './content-fault.js';
import { refusalAnswer } from './refusal-answer.js';

/** Answers for the faults of the archive: the caller has caused a METS that cannot be read. */
export const ownFaults: OwnFaults = {
  answer: (fault) =>
    fault instanceof XmlFault || fault instanceof MetsFault
      ? refusalAnswer(refuse('mets-unreadable', fault.message))
      : null,
  progress: (fault) => {
    if (fault instanceof UnfinishedDelete) return `Delete failed after ${fault.deleted} items. `;
    return fault instanceof IdentityServiceFault || fault instanceof ContentFault ? `${fault.message} ` : '';
  },
};
