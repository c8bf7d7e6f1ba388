import {
  setMetsProperties as setProperties,
  type PropertyChange,
} from '../../../commands/mets-edits/set-properties.js';
import type { NewProperties } from '../../../formats/mets/edit-mets.js';
import type { RecordIdentifier } from '../../../formats/mets/model/described-mets.js';
import { requireLength } from '../../../formats/paths/repository-path.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { badRequest } from '../../http/answer/problem.js';
import { intentOf, resultAnswer } from '../../service/command-call.js';
import { json, route, pathParameter, type Route } from '../../http/route.js';

type ClearedProperty = 'name' | 'accessRestrictions' | 'rightsStatement' | 'recordInfo';

/** One posted change. A property that is absent, and not cleared, stays unchanged. */
interface PostedChange {
  readonly paths: readonly string[];
  readonly name?: string;
  readonly accessRestrictions?: readonly string[];
  readonly rightsStatement?: string;
  readonly rightsStatementSuppressed?: boolean;
  readonly recordInfo?: { readonly recordIdentifiers: readonly RecordIdentifier[] };
  readonly clear?: readonly ClearedProperty[];
}

/** Sets names, access, rights and record identifiers of files and folders in the METS. */
export const setMetsProperties = (on: DepositDependencies): Route =>
  route<unknown, { readonly changes: readonly PostedChange[] }>('setMetsProperties', async (call) => {
    const { changes } = call.body;
    for (const { paths } of changes) paths.forEach(requireLength);
    for (const [index, change] of changes.entries()) {
      const fault = faultOf(change);
      if (fault !== null) return badRequest(`The change at ${index} of \`changes\` ${fault}`, 'Invalid properties');
    }
    const dependencies = { ...on.dependencies, holder: call.holder };
    const set = await setProperties(dependencies, intentOf(dependencies, call), {
      depositId: pathParameter(call, 'depositId'),
      ifMatch: call.header('if-match') ?? null,
      changes: changes.map(changeOf),
    });
    return resultAnswer(on, set, ({ items, etag }) => json(200, { items }, { ETag: etag }));
  });

/** What is wrong with a change, as the rest of a sentence; null where nothing is. */
const faultOf = (change: PostedChange): string | null => {
  const { clear = [], rightsStatement, rightsStatementSuppressed: suppressed = false } = change;
  const twice = clear.find((name) => change[name] !== undefined || (name === 'rightsStatement' && suppressed));
  if (twice !== undefined) return `both sets and clears \`${twice}\`.`;
  if (suppressed && rightsStatement !== undefined)
    return 'has both a `rightsStatement` and `rightsStatementSuppressed`; send one of them.';
  return Object.keys(propertiesOf(change)).length === 0 ? 'has no property to set or to clear.' : null;
};

const changeOf = (posted: PostedChange): PropertyChange => ({ paths: posted.paths, properties: propertiesOf(posted) });

const CLEARED: Readonly<Record<ClearedProperty, NewProperties>> = {
  name: { name: null },
  accessRestrictions: { accessRestrictions: [] },
  rightsStatement: { rightsStatement: null },
  recordInfo: { recordIdentifiers: [] },
};

const propertiesOf = (posted: PostedChange): NewProperties => {
  const { name, accessRestrictions, rightsStatement, rightsStatementSuppressed, recordInfo, clear = [] } = posted;
  return {
    ...(name === undefined ? {} : { name }),
    ...(accessRestrictions === undefined ? {} : { accessRestrictions }),
    ...(rightsStatement === undefined ? {} : { rightsStatement }),
    ...(rightsStatementSuppressed === true ? { rightsStatementSuppressed } : {}),
    ...(recordInfo === undefined ? {} : { recordIdentifiers: recordInfo.recordIdentifiers }),
    ...clear.reduce<NewProperties>((cleared, each) => ({ ...cleared, ...CLEARED[each] }), {}),
  };
};
