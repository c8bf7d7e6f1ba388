import type { ListedDeposit } from './deposit-document.js';

/** What the counters tell apart. */
export interface Kind {
  readonly status: string;
  readonly active: boolean;
  readonly archived: boolean;
  readonly preserved: boolean;
  readonly exported: boolean;
  /** Whether it has an archival group. */
  readonly grouped: boolean;
}

const FLAGS = { active: 'a', archived: 'r', preserved: 'p', exported: 'e', grouped: 'g' } as const;
type Flag = keyof typeof FLAGS;

/** A kind as text, which documents and counters hold: `new ag`. Short, since nodes of counters have many. */
const kindText = (kind: Kind): string => {
  const flags = Object.entries(FLAGS).map(([flag, letter]) => (kind[flag as Flag] ? letter : ''));
  return `${kind.status} ${flags.join('')}`;
};

export const kindOf = (deposit: ListedDeposit): string =>
  kindText({
    status: deposit.status,
    active: deposit.active,
    archived: deposit.archived !== null,
    preserved: deposit.preserved !== null,
    exported: deposit.exported !== null,
    grouped: deposit.archivalGroup !== null,
  });

/** The kind that a text stands for. */
export const parseKind = (text: string): Kind => {
  const [status = '', letters = ''] = text.split(' ');
  const has = (flag: Flag): boolean => letters.includes(FLAGS[flag]);
  return {
    status,
    active: has('active'),
    archived: has('archived'),
    preserved: has('preserved'),
    exported: has('exported'),
    grouped: has('grouped'),
  };
};
