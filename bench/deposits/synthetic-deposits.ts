import { descriptionOf } from '../../events/deposit-description.js';
import type { DepositFact } from '../../events/deposit.js';
import type { NewFact } from '../../events/envelope.js';
import { randomNumbers } from '../../test/support/random/random-numbers.js';
import { platformFact } from '../../test/support/facts/platform-fact.js';

const FIRST_MS = Date.UTC(2021, 0, 1);
const YEARS_MS = 5 * 365 * 24 * 3_600_000;
const AGENTS = 50;
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const LETTERS = 23;
const IDENTITY = { holder: 'bench', producer: '0', hasEnded: () => false, now: () => new Date(FIRST_MS) };

/** A number from 0 below `most`; small ones are more frequent. */
const skewed = (random: () => number, most: number): number => Math.floor(random() ** 2 * most);

const timeText = (milliseconds: number): string => new Date(milliseconds).toISOString().replace('Z', '0000Z');

/** A deposit and its facts. */
export interface SyntheticDeposit {
  readonly stream: string;
  readonly facts: readonly NewFact<DepositFact>[];
}

/** Deposits made over five years: most are preserved, and few are active. */
export function* syntheticDeposits(count: number): Generator<SyntheticDeposit> {
  const random = randomNumbers(1);
  for (let each = 0; each < count; each++) {
    const begun = FIRST_MS + Math.floor((each / count) * YEARS_MS);
    const depositId = Array.from({ length: 12 }, (_, index) =>
      ALPHABET.charAt(Math.floor(random() * (index === 0 ? LETTERS : ALPHABET.length))),
    ).join('');
    const by = `agent-${skewed(random, AGENTS)}@example.org`;
    const archivalGroup = `c${skewed(random, 12)}/box-${Math.floor(random() * 400)}/item-${each}`;
    const files = { bucket: 'workspace', prefix: `deposits/${depositId}/` };
    const beginning = { depositId, template: 'RootLevel', archivalGroup, files, admission: each } as const;
    const texts = descriptionOf({
      archivalGroupName: `Letters, box ${each}`,
      submissionText: 'Digitised from the originals',
    });
    const facts: DepositFact[] = [
      { type: 'DepositCreated', data: { ...beginning, ...texts, by, at: timeText(begun) } },
    ];
    const later = { depositId, by: `agent-${skewed(random, AGENTS)}@example.org` };
    const ended = begun + Math.floor(random() * 40 * 24 * 3_600_000);
    const outcome = random();
    const at = timeText(ended);
    if (outcome < 0.9) facts.push({ type: 'DepositPreserved', data: { ...later, jobId: 'j', version: 'v1', at } });
    else if (outcome < 0.95) facts.push({ type: 'DepositImportFailed', data: { ...later, jobId: 'j', at } });
    if (outcome < 0.3)
      facts.push({ type: 'DepositArchived', data: { ...later, jobId: 'j', removed: 1, at: timeText(ended + 1) } });
    yield { stream: `deposit-${depositId}`, facts: facts.map((fact) => platformFact(fact, IDENTITY)) };
  }
}
