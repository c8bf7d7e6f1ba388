import type { DepositTemplate } from '../../../events/deposit.js';
import type { IdentityRecord } from '../../../formats/identity-records/identity-record.js';
import type { IdentityService } from '../../../formats/identity-records/identity-service.js';
import { PathFault, type RepositoryPath } from '../../../formats/paths/repository-path.js';
import { refused, success, type Result } from '../../../flow/result.js';
import { givenName, groupNameRefusal } from '../../archival-group/checks.js';
import { type CommandResult, refuse, type Refusal } from '../../core/decider.js';
import type { Dependencies } from '../../core/dependencies.js';
import type { Intent } from '../../core/intent.js';
import type { Deposit } from '../../deposit/state.js';
import { openRequestedDeposit, type NewDeposit } from './open-deposit.js';

/** A deposit for what an identifier names: a record's id under the schema `id` or `pid`, else another identifier. */
export interface IdentifiedDeposit {
  readonly schema: string;
  readonly value: string;
  readonly template: DepositTemplate;
  readonly bucket: string;
}

/** Where records are, and what is read from them. */
export interface IdentityLookUp {
  /** Null where the platform has none. */
  readonly identityService: IdentityService | null;
  /** The archival group that a URI on any host names; throws PathFault. */
  readonly groupOf: (uri: string) => RepositoryPath;
}

const notSet = (): Refusal => ({
  ...refuse('identity-service-not-set', 'There are no identity records that could be looked up here.'),
  advice: 'The operator sets MUNIMENT_IDENTITY_RECORDS or MUNIMENT_IDENTITY_SERVICE_URL.',
});

const recordsFor = async (
  service: IdentityService,
  schema: string,
  value: string,
): Promise<readonly IdentityRecord[]> => {
  if (!/^p?id$/i.test(schema)) return service.matching(schema, value);
  const record = await service.byId(value);
  return record === null ? [] : [record];
};

const find = async (
  service: IdentityService | null,
  { schema, value }: IdentifiedDeposit,
): Promise<Result<IdentityRecord, Refusal>> => {
  if (service === null) return refused(notSet());
  const [record, ...others] = await recordsFor(service, schema, value);
  const asked = `${schema}=${value}`;
  if (record === undefined)
    return refused(refuse('identity-record-not-found', `No Identity record found for ${asked}`));
  if (others.length === 0) return success(record);
  const count = `Multiple results (${others.length + 1}) found for ${asked}`;
  const advice = 'Send the id of one of the records, with the schema id.';
  return refused({ ...refuse('identity-record-ambiguous', count), advice });
};

const unusable = ({ id }: IdentityRecord, why: string): Refusal =>
  refuse('identity-record-unusable', `The identity record ${id} cannot be used: ${why}`);

const described = (
  record: IdentityRecord,
  groupOf: IdentityLookUp['groupOf'],
): Result<Pick<NewDeposit, 'archivalGroup' | 'archivalGroupName'>, Refusal> => {
  const { repositoryuri: uri, title } = record;
  const archivalGroupName = givenName(title);
  const unwritable = groupNameRefusal(archivalGroupName);
  if (unwritable !== null) return refused(unusable(record, `its title. ${unwritable.detail}`));
  try {
    return success({ archivalGroup: uri === null ? null : groupOf(uri), archivalGroupName });
  } catch (error) {
    if (!(error instanceof PathFault)) throw error;
    return refused(unusable(record, `its repositoryuri is '${uri ?? ''}'. ${error.message}`));
  }
};

/**
 * Creates a deposit for what an identity record tells: its group and its title (preservation 4.2, companion 13.4). A
 * repeated request answers the deposit of the first, also when the record has changed or is gone. Rejects with
 * IdentityServiceFault where records cannot be looked up.
 */
export const openIdentifiedDeposit = (
  dependencies: Dependencies,
  intent: Intent,
  request: IdentifiedDeposit,
  { identityService, groupOf }: IdentityLookUp,
): Promise<CommandResult<Deposit>> => {
  const { schema, value, template, bucket } = request;
  const submissionText = `Deposit created from identity: ${schema} = ${value}`;
  return openRequestedDeposit(dependencies, intent, {
    wanted: async () => {
      const record = await find(identityService, request);
      const about = record.ok ? described(record.value, groupOf) : record;
      return about.ok ? success({ ...about.value, template, submissionText, bucket }) : about;
    },
    isFor: (made) => made.submissionText === submissionText && made.template === template,
  });
};
