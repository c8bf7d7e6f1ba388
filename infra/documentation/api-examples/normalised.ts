import type { ServiceExamples } from '../../../schemas/openapi-examples.js';
import type { Ready } from '../../compose/platform/platform.js';

type StandIns = Readonly<Record<string, string | number>>;

/** Properties whose values are random, and what stands for them. */
const STAND_INS: StandIns = {
  accessKeyId: 'MUNIMENTEXAMPLEKEY',
  process: 'archive-1:4711',
  secretAccessKey: 'not-a-real-secret-of-any-deposit-000000000',
};

/** Those of the platform itself, which depend on the machine, and on how many events there are. */
const SYSTEM_STAND_INS: StandIns = {
  dataFolder: '/srv/archive/data',
  freeBytes: 212_000_000_000,
  totalBytes: 480_000_000_000,
  position: '00000000000000000412',
};

/** Parts of texts that differ with each run, and what stands for them. */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/X-Amz-Credential=[^&]+/g, 'X-Amz-Credential=MUNIMENTEXAMPLEKEY%2F20261121%2Fus-east-1%2Fs3%2Faws4_request'],
  [/X-Amz-Signature=[0-9a-f]+/g, `X-Amz-Signature=${'0'.repeat(64)}`],
  [/X-Amz-Date=\w+/g, 'X-Amz-Date=20261121T100000Z'],
  [/(?<before>(?:iiif-token|media)\/)[0-9a-f]{32}\b/g, `$<before>${'0123456789abcdef'.repeat(2)}`],
  [/\bcursor=[\w-]+/g, 'cursor=Ny5QOV9vTEdrLQ'],
  [/\btransient\/\d+/g, 'transient/639308521200000000'], // increases over all platforms of a process
];

/** The addresses of the services are those of an instance behind a proxy. */
const textOf = (text: string, { preservation, storage, s3 }: Ready): string => {
  const addresses = [
    [preservation, 'https://preservation.example'],
    [storage, 'https://storage.example'],
    [s3.endpoint, 'https://s3.example'],
  ] as const;
  const placed = addresses.reduce((result, [from, to]) => result.replaceAll(from, to), text);
  return PATTERNS.reduce((result, [pattern, standIn]) => result.replace(pattern, standIn), placed);
};

const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;

/** Numbers ids in the order in which they appear, so that what is the same stays the same. */
const numbering = (): ((text: string) => string) => {
  const known = new Map<string, string>();
  const numbered = (id: string): string => {
    const own = known.get(id) ?? `00000000-0000-5000-8000-${String(known.size + 1).padStart(12, '0')}`;
    known.set(id, own);
    return own;
  };
  return (text) => text.replace(UUID, numbered);
};

/** A function that replaces texts, and whole values by the names of their properties. */
const replacing =
  (change: (text: string) => string, standIns: StandIns) =>
  (value: unknown, name = ''): unknown => {
    const valueOf = replacing(change, standIns);
    const standIn = standIns[name];
    if (standIn !== undefined && typeof value === typeof standIn) return standIn;
    if (typeof value === 'string') return change(value);
    if (Array.isArray(value)) return value.map((each) => valueOf(each));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, valueOf(each, key)]));
  };

/** A document without its operations, as an example of itself. */
const shortened = (document: unknown): unknown => {
  const { openapi, info, servers } = document as Readonly<Record<'openapi' | 'info' | 'servers', unknown>>;
  return { openapi, info, servers, paths: {} };
};

/** Examples without what differs from one run to the next. */
export const normalised = ({ describeApi, getSystem, ...examples }: ServiceExamples, ready: Ready): unknown => {
  const numbered = numbering();
  const change = (text: string): string => numbered(textOf(text, ready));
  const document = shortened(describeApi?.['200']?.['document']);
  const shown = replacing(change, STAND_INS)({ describeApi: { 200: { document } }, ...examples }) as object;
  return getSystem === undefined ? shown : { ...shown, getSystem: replacing(change, SYSTEM_STAND_INS)(getSystem) };
};
