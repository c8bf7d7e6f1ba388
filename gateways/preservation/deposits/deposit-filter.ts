import type { DepositFilter, TimeRange } from '../../../projections/deposits/deposit-query.js';
import {
  AGENTS,
  DATES,
  FOUND,
  type AgentName,
  type DateName,
  type FoundName,
} from '../../../projections/deposits/fields.js';
import { namedAgent, namedPath } from '../../uris/uri-references.js';
import { utcTime } from '../../http/request/utc-time.js';

type Texts = Readonly<Partial<Record<AgentName | `${DateName}After` | `${DateName}Before`, string>>>;

type Founds = Readonly<Partial<Record<FoundName, boolean>>>;

/** The filters of a listing, with the types of the document. */
export interface FilterParameters extends Texts, Founds {
  readonly running?: boolean;
  readonly archivalGroupPath?: string;
  readonly archivalGroupPathParent?: string;
  readonly status?: string;
  readonly active?: boolean;
  readonly showAll: boolean;
  readonly archived?: boolean;
}

const isBlank = (text: string | undefined): text is undefined => text === undefined || text.trim() === '';

const agentsOf = (parameters: FilterParameters): NonNullable<DepositFilter['agents']> =>
  Object.fromEntries(
    AGENTS.flatMap((role) => {
      const text = parameters[role];
      return isBlank(text) ? [] : [[role, namedAgent(text)]];
    }),
  );

const rangeOf = (after: string | undefined, before: string | undefined): TimeRange => ({
  ...(after === undefined ? {} : { atLeast: utcTime(after) }),
  ...(before === undefined ? {} : { below: utcTime(before) }),
});

const datesOf = (parameters: FilterParameters): NonNullable<DepositFilter['dates']> =>
  Object.fromEntries(
    DATES.flatMap((date) => {
      const range = rangeOf(parameters[`${date}After`], parameters[`${date}Before`]);
      return Object.keys(range).length === 0 ? [] : [[date, range]];
    }),
  );

const pathsOf = (parameters: FilterParameters): Pick<DepositFilter, 'path' | 'below'> => {
  const { archivalGroupPath: path, archivalGroupPathParent: parent } = parameters;
  return {
    ...(isBlank(path) ? {} : { path: path.includes('/') ? { is: namedPath(path) } : { endsWith: path } }),
    ...(isBlank(parent) ? {} : { below: namedPath(parent) }),
  };
};

const foundIn = (parameters: FilterParameters): Founds =>
  Object.fromEntries(FOUND.flatMap((name) => (parameters[name] === undefined ? [] : [[name, parameters[name]]])));

/** Active deposits alone by default; archived ones are asked for whether active or not. */
const activeIn = ({ showAll, active, archived }: FilterParameters): boolean | undefined => {
  if (showAll) return undefined;
  return active ?? (archived === true ? undefined : true);
};

/** What the parameters of a listing select (preservation 4.2.1). Throws PathFault, and TimeFault for an unknown date. */
export const depositFilter = (parameters: FilterParameters): DepositFilter => {
  const { status, archived, running } = parameters;
  const active = activeIn(parameters);
  return {
    agents: agentsOf(parameters),
    dates: datesOf(parameters),
    ...pathsOf(parameters),
    ...(isBlank(status) ? {} : { status }),
    ...(active === undefined ? {} : { active }),
    ...(archived === undefined ? {} : { archived }),
    ...(running === undefined ? {} : { running }),
    found: foundIn(parameters),
  };
};
