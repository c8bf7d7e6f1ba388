import type { Fact, RecordedFact, Actor } from '../../events/envelope.js';
import { uuidV5 } from '../../events/ids.js';
import { timestampOf } from '../../events/time.js';
import type { Dependencies } from './dependencies.js';
import { createHash } from 'node:crypto';

/** A fact of a stream, read from the log or just written to it. */
export type StreamFact<F extends Fact = Fact> = F & Omit<RecordedFact, 'type' | 'data' | 'position'>;

/** One request, or one step of a process: its agent, and the id by which a repeat is recognised. */
export interface Intent {
  readonly commandId: string;
  readonly correlationId: string;
  /** The fact that led to this step; absent on a request. */
  readonly causationId?: string;
  readonly actor: Actor;
  /** UTC, seven fractional digits. */
  readonly at: string;
  /** Digest of the request, where a caller may send the same command id with another request. */
  readonly requestSha256?: string;
}

/**
 * The intent of a step that follows from a fact. It depends on the fact and the step alone, so that every process that
 * takes the step makes the same append.
 */
export const stepOf = (fact: StreamFact, step: string): Intent => ({
  commandId: uuidV5(`${fact.id}:${step}`),
  correlationId: fact.metadata.$correlationId,
  causationId: fact.id,
  actor: fact.metadata.actor,
  at: fact.metadata.occurredAt,
});

/** A job, and the correlation id of the request that began it. */
export interface CorrelatedJob {
  readonly jobId: string;
  readonly correlationId: string;
}

type JobIntent = (dependencies: Pick<Dependencies, 'now'>, job: CorrelatedJob, step: string, agent: string) => Intent;

/**
 * The intent of a step of a job of this kind; its id depends on the kind, the job and the step, so that any process may
 * repeat it.
 */
const jobIntent =
  (kind: 'import' | 'export' | 'pipeline run' | 'archiving' | 'platform job'): JobIntent =>
  ({ now }, { jobId, correlationId }, step, agent) => ({
    commandId: uuidV5(`${kind} ${jobId}: ${step}`),
    correlationId,
    actor: { agent, source: 'platform', appId: null },
    at: timestampOf(now()),
  });

export const importIntent = jobIntent('import');
export const exportIntent = jobIntent('export');
export const pipelineRunIntent = jobIntent('pipeline run');
export const archivingIntent = jobIntent('archiving');
export const platformJobIntent = jobIntent('platform job');

/** Without letters and digits that are easily confused (companion 4.1). */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz';
const ALPHABET = `23456789${LETTERS}`;
const LENGTH = 12;

/**
 * The id of a deposit, import job, result or export: twelve characters, the first a letter. The same seed always gives
 * the same id, so that a repeated request gets the same one.
 */
export const mintId = (seed: string): string => {
  let rest = BigInt(`0x${createHash('sha256').update(seed).digest('hex')}`);
  const draw = (alphabet: string): string => {
    const index = Number(rest % BigInt(alphabet.length));
    rest /= BigInt(alphabet.length);
    return alphabet.charAt(index);
  };
  return draw(LETTERS) + Array.from({ length: LENGTH - 1 }, () => draw(ALPHABET)).join('');
};

const ordered = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** JSON with the members of every object in one order, so that equal values have equal text. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, ordered);

/** Lower-case hex of the SHA-256 of a value's canonical JSON. */
export const digestOf = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex');
