import { REFUSALS, type RefusalCode } from '../../../commands/core/refusal-codes.js';
import { codeOfStatus } from '../../http/answer/problem.js';
import { STATUS } from '../refusal-answer.js';
import { REMEDIES } from '../remedies.js';

/** What one kind of problem means, and what can be done; `remedy` is Markdown with code spans and no other markup. */
export interface Explanation {
  readonly status: number;
  readonly meaning: string;
  readonly remedy: string;
}

const IN_THE_LOG = 'The operator finds the fault in the log, by the id in the detail.';

/** Problems that have no other code than the name of their status. */
const OF_STATUS: Readonly<Record<number, readonly [meaning: string, remedy: string]>> = {
  400: [
    'The request does not have the form that the interface describes; the detail names the part.',
    'Compare the request with the document of the service (`/docs`), and correct it.',
  ],
  401: [
    'The request has no token, or one that the service does not accept.',
    'Get a token of the identity provider for this service, and send it as `Authorization: Bearer …`.',
  ],
  403: ['The caller may not use this resource; the detail says why.', 'Ask the client or the operator it belongs to.'],
  404: ['There is nothing at the address.', 'Look the address up in the answer that named it.'],
  405: ['The address exists, but not with this method.', 'Use one of the methods in the header `Allow`.'],
  408: ['The body of the request arrived too slowly or stopped.', 'Send the request again over a better connection.'],
  409: [
    'The request does not fit the present state; the detail says why.',
    'Read the resource again, and decide anew.',
  ],
  410: [
    'The resource was deleted; a tombstone keeps its path taken.',
    'Choose another path. For a container, `DELETE …?purge=true` frees the path.',
  ],
  412: [
    'A condition of the request does not hold: what is there has changed.',
    'Read it again without the condition, and decide anew.',
  ],
  413: [
    'The body, or a text in it, is longer than the service takes.',
    'Send less; the detail says what was too long.',
  ],
  415: ['The body has another media type or encoding than JSON.', 'Send `Content-Type: application/json`.'],
  416: ['The asked range lies beyond the end of the file.', 'Ask for a range below the size in `Content-Range`.'],
  422: ['The request was understood, but cannot be carried out; the detail says why.', 'Do what the detail says.'],
  429: [
    'The caller has as much at the same time as one caller may have.',
    'End some of it, then send the request again.',
  ],
  500: ['The service failed; nothing is known to be wrong with the request.', IN_THE_LOG],
  501: ['The operator has not set up what this request needs.', 'Ask the operator.'],
  503: [
    'Something that the service needs does not respond at the moment.',
    'Send the same request again after the seconds in `Retry-After`.',
  ],
  507: ['There is no room left to store this; nothing was changed.', 'The operator makes room.'],
};

const ofStatus = Object.entries(OF_STATUS).map(([status, [meaning, remedy]]): readonly [string, Explanation] => [
  codeOfStatus(Number(status)),
  { status: Number(status), meaning, remedy },
]);

const ofRefusals = (Object.keys(REFUSALS) as RefusalCode[]).map((code): readonly [string, Explanation] => [
  code,
  { status: STATUS[code], meaning: REFUSALS[code], remedy: REMEDIES[code] },
]);

/** What keeps the service from answering for a while, with a code of its own. */
const INCOMPLETE: readonly [string, Explanation] = [
  'view-incomplete',
  {
    status: 503,
    meaning:
      'What the answer is made from was begun anew, and has not read the whole event log yet; an answer would lack entries. `progress` says how far it is. Everything else is answered meanwhile.',
    remedy:
      'Send the same request again after the seconds in `Retry-After`. Where `progress` does not change for minutes, the operator looks at `/ready` and the log of the processes with the role `projector`.',
  },
];

/** Every kind of problem by its code, which its problem documents have at the end of their `type`. */
export const explanations: ReadonlyMap<string, Explanation> = new Map([...ofStatus, INCOMPLETE, ...ofRefusals]);
