import { EntriesMoving } from '../../commands/container/entries-moving.js';
import { refuse } from '../../commands/core/decider.js';
import { UnfinishedDelete } from '../../commands/mets-edits/unfinished-delete.js';
import { percentOfLog } from '../../events/log-share.js';
import { IdentityServiceFault } from '../../formats/identity-records/identity-service.js';
import { MetsFault } from '../../formats/mets/model/fault.js';
import { OcflFault } from '../../formats/ocfl/ocfl-fault.js';
import { XmlFault } from '../../formats/xml/fault.js';
import { buildProgressIn, buildProgressText, type BuildProgress } from '../../projections/view-incomplete.js';
import { problem, RETRY_AFTER } from '../http/answer/problem.js';
import { NO_WORDS, type OwnFaults } from '../http/fault-answer.js';
import type { Answer } from '../http/route.js';
import { ContentFault } from './content-fault.js';
import { refusalAnswer } from './refusal-answer.js';

/** The answer while a read model lacks documents, which no caller may take for all that there is. */
const incomplete = (building: BuildProgress): Answer => {
  const { view, position, end, fetched = null } = building;
  const percent = end === null ? 0 : percentOfLog(position, end);
  const progress = { readModel: view, percent, position, ...(fetched === null ? {} : { fetched }) };
  const detail = `${buildProgressText(building)} The same request can be sent again; nothing is lost.`;
  return problem(503, { code: 'view-incomplete', detail, progress }, { 'Retry-After': RETRY_AFTER });
};

/** Answers for the faults of the archive: a METS that cannot be read, which the caller has caused, and half a view. */
export const ownFaults: OwnFaults = {
  answer: (fault) => {
    if (fault instanceof XmlFault || fault instanceof MetsFault)
      return refusalAnswer(refuse('mets-unreadable', fault.message));
    const missing = buildProgressIn(fault);
    return missing === null ? null : incomplete(missing);
  },
  words: (fault) => {
    if (fault instanceof UnfinishedDelete)
      return { progress: `Delete failed after ${fault.deleted} items. `, advice: DELETE_REST };
    if (fault instanceof IdentityServiceFault) return { progress: `${fault.message} `, advice: SEND_AGAIN };
    return fault instanceof ContentFault || fault instanceof EntriesMoving || isDamage(fault)
      ? { ...NO_WORDS, progress: `${fault.message} ` }
      : NO_WORDS;
  },
};

const isDamage = (fault: unknown): fault is OcflFault =>
  fault instanceof OcflFault && fault.code === 'content-digest-mismatch';

/** Identity records are looked up before anything is written. */
const SEND_AGAIN = 'Nothing was changed. The same request can be sent again.';

const DELETE_REST =
  'Read the METS again: it describes what was not deleted. To delete that, send another request, with the ETag of that ' +
  'METS and another Idempotency-Key.';
