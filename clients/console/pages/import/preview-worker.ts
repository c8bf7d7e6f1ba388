import { sheetRecord } from '../../../../formats/text/csv-record.js';
import { ApiFault } from '../../../api/api-fault.js';
import { serviceRequests } from '../../../api/service-requests.js';
import type { PathSelection } from '../../parts/lists/path-selection.js';
import {
  foldersOf,
  goneFolders,
  jobOf,
  KINDS,
  pathIn,
  type ChangedFolder,
  type ImportJob,
  type Sums,
} from './changes.js';
import type { Answered, Ask, Asked, Kind, Reply, Rules, Summary } from './preview-protocol.js';
import { folderAt, openAtFirst, rowsIn } from './rows.js';

/** The job that the difference makes, which may have a hundred thousand files; it stays here, and the page sees parts of it. */
let job: ImportJob | null = null;
let kept: { readonly of: ImportJob; readonly key: string; readonly top: ChangedFolder } | null = null;

const theJob = (): ImportJob => {
  if (job === null) throw new Error('The difference has not been read yet.');
  return job;
};

const selectionOf = (rules: Rules): PathSelection => ({ rules: new Map(rules) });

/** The folders of what is chosen; made once for the same rules. */
const topOf = (rules: Rules): ChangedFolder => {
  const of = theJob();
  const key = JSON.stringify(rules);
  if (kept?.of !== of || kept.key !== key) kept = { of, key, top: foldersOf(jobOf(of, selectionOf(rules))) };
  return kept.top;
};

const requests = serviceRequests();

/** What is asked for; a request that was not answered is sent again for a minute, also the one that starts the import. */
const json = async (request: Request): Promise<unknown> => (await requests.send(request)).json();

const read = async (address: string): Promise<ImportJob> => {
  job = (await json(new Request(address))) as ImportJob;
  return job;
};

const EVERYTHING: Rules = [['', true]];

const summaryOf = (rules: Rules): Summary => {
  const { created, archivalGroup, sourceVersion, warnings = [], ...lists } = theJob();
  const top = topOf(rules);
  const label = sourceVersion?.ocflVersion ?? 'v0';
  return {
    made: created ?? new Date().toISOString(),
    archivalGroup,
    from: Number(label.slice(1)),
    sums: top.sums,
    hasMets: lists.binariesToPatch.some(({ id }) => pathIn({ archivalGroup }, id) === 'mets.xml'),
    isEmpty: KINDS.every((kind) => top.files[kind].length === 0) && top.folders.size === 0,
    gone: goneFolders(top),
    warnings,
    open: openAtFirst(top),
  };
};

/** The limit of a body, below which the job that was previewed is posted. */
const BODY_LIMIT = 64 * 1024 * 1024;

const isSame = (one: Sums, other: Sums): boolean =>
  KINDS.every((kind) => one[kind].files === other[kind].files && one[kind].bytes === other[kind].bytes);

const isWhole = (rules: Rules): boolean => rules.every(([, isIn]) => isIn);

const post = async ({ rules, address, query, key, confirmed }: Asked['post']): Promise<Answered['post']> => {
  let body = JSON.stringify(jobOf(theJob(), selectionOf(rules)));
  if (new Blob([body]).size >= BODY_LIMIT) {
    if (!isWhole(rules)) throw new Error('too-large');
    const before = theJob();
    const now = await read(`${address}/diff${query}`);
    if (now.sourceVersion?.ocflVersion !== before.sourceVersion?.ocflVersion || !isSame(topOf(rules).sums, confirmed))
      return { result: null };
    body = JSON.stringify({ id: now.originalId });
  }
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key };
  const { id } = (await json(new Request(`${address}${query}`, { method: 'POST', headers, body }))) as {
    readonly id: string;
  };
  return { result: id.slice(id.lastIndexOf('/') + 1) };
};

const csvOf = ({ rules, heads }: Asked['csv']): string => {
  const lines = [sheetRecord(heads)];
  const add = ({ files, folders }: ChangedFolder): void => {
    for (const kind of KINDS)
      for (const { path, name, size } of files[kind]) lines.push(sheetRecord([kind, path, name, size]));
    for (const folder of folders.values()) add(folder);
  };
  add(topOf(rules));
  return lines.join('');
};

const ANSWERS: { readonly [Each in Kind]: (asked: Asked[Each]) => Answered[Each] | Promise<Answered[Each]> } = {
  read: async ({ address }) => {
    await read(address);
    return summaryOf(EVERYTHING);
  },
  choose: ({ rules }) => summaryOf(rules),
  rows: ({ rules, folder, show, whole, offset, limit }) => {
    const found = folderAt(topOf(rules), folder);
    const rows = found === null ? [] : rowsIn(found, show, new Set(whole));
    return { entries: rows.slice(offset, offset + limit), total: rows.length };
  },
  post,
  csv: csvOf,
};

const reply = async ({ number, kind, value }: Ask): Promise<Reply> => {
  try {
    const answer = ANSWERS[kind] as (asked: unknown) => Promise<Answered[Kind]>;
    return { number, value: await answer(value) };
  } catch (error) {
    const { status, problem } = error instanceof ApiFault ? error : { status: 0, problem: {} };
    return { number, failure: { message: error instanceof Error ? error.message : String(error), status, problem } };
  }
};

addEventListener('message', ({ data }: MessageEvent<Ask>) => {
  void reply(data).then((answer) => postMessage(answer));
});
