import { existsSync } from 'node:fs';
import type { DescribedFile } from '../../formats/mets/model/described-mets.js';
import { preservationSchemas } from '../formats/mets/schemas.js';
import { openValidator, type XmlValidator } from '../support/repository/validate-xml.js';
import { sharedDataPath } from '../support/shared-data.js';
import { OUTPUTS, REPORT } from '../support/tools/run-outputs.js';
import { sha256Of } from '../support/sha256.js';
import { describeMets } from '../support/mets-in-bytes.js';

/** A deposit whose last run was worked to its end. */
export interface WorkedRun {
  /** The folder of the files, within the deposit; empty, or it ends in `/`. */
  readonly root: string;
  /** The SHA-256 of what the group has already, and with it the METS, by path. */
  readonly inherited: ReadonlyMap<string, string>;
  /** What the run looked at, by path below the root. */
  readonly files: ReadonlyMap<string, string>;
  /** The ids of all runs. */
  readonly runs: readonly string[];
}

/** What a run on these files puts; a table of duplicates only where there are any. */
const outputsOf = ({ files }: WorkedRun): readonly string[] =>
  new Set(files.values()).size === files.size ? OUTPUTS : [...OUTPUTS, `${REPORT}/csv_reports/duplicates.csv`];

/** Whether two lists of paths are the same, each path once, in words. */
const listFaults = (what: string, found: readonly string[], wanted: readonly string[]): string[] => [
  ...wanted
    .map((path) => [path, found.filter((each) => each === path).length] as const)
    .flatMap(([path, times]) => (times === 1 ? [] : [`${what} has ${path} ${times} times`])),
  ...found.filter((path) => !wanted.includes(path)).map((path) => `${what} has ${path}, which nobody put there`),
];

let validator: XmlValidator | null | undefined;

/** A METS has paths as they are, and one with more than a `#` is no URI. */
const PATH_AS_IT_IS = /attribute '\{http:\/\/www\.w3\.org\/1999\/xlink\}href'.* 'xs:anyURI'/;

/** What the schemas have against a METS; nothing where they are not at hand. */
const schemaFaults = (mets: Buffer): string[] => {
  validator ??= existsSync(sharedDataPath('xsd')) ? openValidator(preservationSchemas()) : null;
  const findings = validator?.validate(mets) ?? [];
  return findings.flatMap(({ message }) => (PATH_AS_IT_IS.test(message) ? [] : [`the METS: ${message}`]));
};

/** Each file of a run was scanned once, or once by each run. */
const scanFaults = ({ localPath, metadata }: DescribedFile, { files, runs }: WorkedRun): string[] => {
  const content = files.get(localPath);
  if (content === undefined) return [];
  const scans = metadata.flatMap((each) => (each.type === 'VirusScanMetadata' ? [each] : []));
  const times = new Set(scans.map(({ timestamp }) => timestamp?.toISOString()));
  const isRight = scans.length >= 1 && scans.length <= runs.length && times.size === scans.length;
  return [
    ...(isRight ? [] : [`the METS has ${scans.length} scans at ${times.size} times of ${localPath}`]),
    ...(scans[0]?.hasVirus === content.includes('EICAR') ? [] : [`the METS has another virus in ${localPath}`]),
  ];
};

const metsFaults = (contents: ReadonlyMap<string, Buffer>, worked: WorkedRun): string[] => {
  const mets = contents.get('mets.xml') ?? contents.get(`${worked.root}mets.xml`);
  if (mets === undefined) return ['there is no METS'];
  const { files } = describeMets(mets);
  const digestOf = (path: string): string | undefined => {
    const content = contents.get(worked.root + path);
    return content === undefined ? worked.inherited.get(path) : sha256Of(content);
  };
  const paths = files.map(({ localPath }) => localPath);
  return [
    ...schemaFaults(mets),
    ...listFaults('the METS', paths, [
      ...new Set([...worked.inherited.keys(), ...worked.files.keys()]),
      ...outputsOf(worked),
    ]),
    ...files.flatMap(({ localPath, digest }) =>
      digest === digestOf(localPath) ? [] : [`the METS has another digest of ${localPath}`],
    ),
    ...files.flatMap((file) => scanFaults(file, worked)),
  ];
};

/** The identified files of the last run are those that are there, with the bytes that they have. */
const formatFaults = (contents: ReadonlyMap<string, Buffer>, { root, files }: WorkedRun): string[] => {
  const records = `${contents.get(`${root}${REPORT}/formatid.csv`)?.toString()}`.split('\n').slice(1, -1);
  const identified = records.filter((record) => record.includes(',pronom,')).map((record) => record.split(','));
  return listFaults(
    'formatid.csv',
    identified.map(([path, , , , digest]) => `${path} ${digest}`),
    [...files].map(([path, content]) => `${path} ${sha256Of(content)}`),
  );
};

/** The manifest of a bag names each file of the payload, with the digest that it has. */
const bagFaults = (contents: ReadonlyMap<string, Buffer>, { root }: WorkedRun): string[] => {
  if (root === '') return [];
  const lines = `${contents.get('manifest-sha256.txt')?.toString()}`.split('\n').slice(0, -1);
  const payload = [...contents].filter(([path]) => path.startsWith(root) && !path.endsWith('/'));
  return listFaults(
    'the manifest',
    lines,
    payload.map(([path, content]) => `${sha256Of(content)}  ${path.replaceAll('%', '%25')}`),
  );
};

/** All that is wrong with the workspace of a deposit whose last run was worked to its end. */
export const outputFaults = (contents: ReadonlyMap<string, Buffer>, worked: WorkedRun): string[] => {
  const { root, files } = worked;
  const found = [...contents.keys()].filter((path) => path.startsWith(root) && !path.endsWith('/'));
  const inRoot = found
    .map((path) => path.slice(root.length))
    .filter((path) => path !== 'mets.xml' && !path.startsWith('files/'));
  return [
    ...listFaults('the deposit', inRoot, [...files.keys(), ...outputsOf(worked)]),
    ...metsFaults(contents, worked),
    ...formatFaults(contents, worked),
    ...bagFaults(contents, worked),
  ];
};
