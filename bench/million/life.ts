import type { NewFact, Position, RecordedFact } from '../../events/envelope.js';
import { pathId } from '../../formats/paths/path-id.js';

/** What a copy of a life is of: its number, which every name and id of it has, and where it stands in time and in the log. */
export interface CopyOptions {
  readonly number: number;
  /** The number of its container. */
  readonly box: number;
  readonly agent: string;
  /** When it begins, in milliseconds since 1970. */
  readonly beginsMs: number;
  /** How many copies before it go on with the same ledger; of no effect on one that begins a ledger. */
  readonly copiesBefore: number;
}

/** The positions of facts of a copy that are in the log, by the places of these facts in the copy. */
type Positions = ReadonlyMap<number, Position>;

/** One fact of a copy. */
export interface CopiedFact {
  readonly stream: string;
  /** Whether the stream has none before it. */
  readonly isFirst: boolean;
  /** The places of facts in the copy whose positions it has: these have to be in the log before it. */
  readonly refersTo: readonly number[];
  readonly factWith: (positions: Positions) => NewFact;
}

/** All facts of one thing that a platform has recorded, in the order of its log, from which copies are made. */
export interface Life {
  readonly facts: number;
  readonly copy: (options: CopyOptions) => CopiedFact[];
}

/** The names in a recorded life that differ between copies, where it has them. */
export interface RecordedNames {
  /** The repository path of the group or the container. */
  readonly path: string;
  readonly box: string;
  readonly agent: string;
}

type Piece = string | ((options: CopyOptions, positions: Positions) => string);

const DIGITS = 7;
export const numbered = (prefix: string, number: number): string => `${prefix}-${String(number).padStart(DIGITS, '0')}`;

const LETTERS = 'abcdefghjkmnpqrstuvwxyz';
const ID_LENGTH = 12;

/** An id as the platform makes them; `kind` keeps apart the ids of one copy, of which that of its deposit is the first. */
export const idOf = (kind: number, number: number): string => {
  let text = '';
  for (let rest = number; text.length < ID_LENGTH - 1; rest = Math.floor(rest / LETTERS.length))
    text = LETTERS.charAt(rest % LETTERS.length) + text;
  return LETTERS.charAt(kind) + text;
};

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const UUID_KEPT = 24;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?=\.\d{3})/g;
/** Those of all stores. */
const POSITION = /(?<=")\d{20}(?:-\d{20})?(?=")/g;
/** Where ids of a life are: of its deposit, its job, the result of that, and so on. */
const ID_FIELDS = /^(?:depositId|jobId|resultId)$/;

/** Admissions are named by their revisions in the ledger. */
const ADMISSION = /(?<="admission":)\d+/g;

const idsIn = (facts: readonly RecordedFact[]): string[] => {
  const found = facts.flatMap(({ data }) =>
    Object.entries(data).flatMap(([name, value]) => (ID_FIELDS.test(name) && typeof value === 'string' ? [value] : [])),
  );
  return [...new Set(found)];
};

/** Replaces every occurrence of a text or a pattern in the texts among the pieces. */
const replaced = (pieces: readonly Piece[], found: string | RegExp, make: (match: string) => Piece): readonly Piece[] =>
  pieces.flatMap((piece): Piece[] => {
    if (typeof piece !== 'string') return [piece];
    const between = piece.split(found);
    const matches = typeof found === 'string' ? between.slice(1).map(() => found) : (piece.match(found) ?? []);
    return between.flatMap((text, index) => {
      const match = matches[index];
      return match === undefined ? [text] : [text, make(match)];
    });
  });

const secondText = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 19);

/** The place of the fact at a position among others. Throws RangeError where it is none of them. */
const placeOf = (position: string, facts: readonly RecordedFact[]): number => {
  const place = facts.findIndex((fact) => fact.position === position);
  if (place === -1) throw new RangeError(`${position} is the position of no fact that was recorded`);
  return place;
};

/** The steps by which the text of a fact becomes pieces; longer names come before those that they contain. */
const piecesOf = (
  text: string,
  facts: readonly RecordedFact[],
  { path, box, agent }: RecordedNames,
): readonly Piece[] => {
  const begunMs = Date.parse(facts[0]?.metadata.occurredAt ?? '');
  const [name = ''] = path.split('/').slice(-1);
  const boxName = (number: number): string => numbered('box', number);
  const pathOf = ({ number, box: of }: CopyOptions): string =>
    path.replace(box, () => boxName(of)).replace(name, () => numbered(name.slice(0, name.indexOf('-')), number));
  const boxPath = path.includes(box) ? path.slice(0, path.indexOf(box) + box.length) : path;
  const boxPathOf = (options: CopyOptions): string => boxPath.replace(box, () => boxName(options.box));
  let pieces: readonly Piece[] = [text];
  const replace = (found: string | RegExp, make: (match: string) => Piece): void => {
    pieces = replaced(pieces, found, make);
  };
  replace(
    UUID,
    (uuid) =>
      ({ number }) =>
        uuid.slice(0, UUID_KEPT) + number.toString(16).padStart(ID_LENGTH, '0'),
  );
  replace(TIME, (time) => {
    const sinceMs = Date.parse(`${time}Z`) - begunMs;
    return ({ beginsMs }) => secondText(beginsMs + sinceMs);
  });
  replace(POSITION, (found) => {
    const place = placeOf(found, facts);
    return (_, positions) => positions.get(place) ?? '';
  });
  const [first] = facts;
  if (first !== undefined && first.revision > 0n) {
    const ofLedger = facts.filter(({ stream }) => stream === first.stream).length;
    replace(
      ADMISSION,
      (found) =>
        ({ copiesBefore }) =>
          String(Number(found) + (copiesBefore + 1) * ofLedger),
    );
  }
  for (const [kind, found] of idsIn(facts).entries())
    replace(
      found,
      () =>
        ({ number }) =>
          idOf(kind, number),
    );
  replace(pathId(path), () => (options) => pathId(pathOf(options)));
  replace(pathId(boxPath), () => (options) => pathId(boxPathOf(options)));
  replace(
    name,
    () =>
      ({ number }) =>
        numbered(name.slice(0, name.indexOf('-')), number),
  );
  replace(
    box,
    () =>
      ({ box: of }) =>
        boxName(of),
  );
  replace(agent, () => (options) => options.agent);
  return pieces;
};

/** The life that these facts are, which were recorded of one thing and follow each other in the log. */
export const lifeOf = (facts: readonly RecordedFact[], names: RecordedNames): Life => {
  const made = (pieces: readonly Piece[], options: CopyOptions, positions: Positions): string =>
    pieces.map((piece) => (typeof piece === 'string' ? piece : piece(options, positions))).join('');
  const templates = facts.map(({ stream, id, type, data, metadata, revision }) => {
    const text = JSON.stringify({ id, type, data, metadata });
    const refersTo = [...new Set(text.match(POSITION) ?? [])].map((position) => placeOf(position, facts));
    const [name, fact] = [piecesOf(stream, facts, names), piecesOf(text, facts, names)];
    return { isFirst: revision === 0n, refersTo, name, fact };
  });
  return {
    facts: facts.length,
    copy: (options) =>
      templates.map(({ isFirst, refersTo, name, fact }) => ({
        ...{ stream: made(name, options, new Map()), isFirst, refersTo },
        factWith: (positions) => JSON.parse(made(fact, options, positions)) as NewFact,
      })),
  };
};
