import { agreesWithTypes } from '../../formats/metadata/content-types.js';
import { exifMismatches } from './exif-mismatches.js';
import type { FileFacts } from './file-facts.js';
import type { Mismatch } from './mismatch.js';

/** The field of a mismatch where one side has no such section. */
const MISSING = '(Missing section)';
const VIRUS_CHECK = '(virus check)';
const EXIF = '(exif metadata)';

/** The differences of a file between workspace and METS (preservation 2.10, companion 10). */
export const mismatchesOf = (deposit: FileFacts, mets: FileFacts): Mismatch[] => [
  ...formatMismatches(deposit, mets),
  ...digestMismatches(deposit, mets),
  ...virusMismatches(deposit, mets),
  ...sectionMismatches(deposit, mets),
];

const differing = (
  metadataType: Mismatch['metadataType'],
  fields: readonly (readonly [field: string, inDeposit: string | null, inMets: string | null])[],
): Mismatch[] =>
  fields
    .filter(([, inDeposit, inMets]) => (inDeposit ?? '') !== (inMets ?? ''))
    .map(([field, valueInDeposit, valueInMets]) => ({ metadataType, field, valueInDeposit, valueInMets }));

/** Where tools disagree, all of their values are compared with the METS. */
const formatMismatches = (deposit: FileFacts, mets: FileFacts): Mismatch[] => {
  const [first, ...more] = deposit.pronomKeys;
  if (mets.format === null || (deposit.format === null && first === undefined)) return [];
  const { format } = deposit;
  const pronomKey = more.length === 0 ? (format?.pronomKey ?? null) : deposit.pronomKeys.join(', ');
  const { best: typeInMets } = mets.contentTypes;
  const { best, candidates } = deposit.contentTypes;
  const isOtherType = !agreesWithTypes(typeInMets, deposit.contentTypes);
  const isNoneOfThese = best === null && !candidates.includes(typeInMets ?? '');
  const hasBothTypes = typeInMets !== null && candidates.length > 0;
  return [
    ...differing('FileFormatMetadata', [
      ...(format === null ? [] : ([['FormatName', format.formatName, mets.format.formatName]] as const)),
      ['PronomKey', pronomKey, mets.format.pronomKey],
    ]),
    ...(hasBothTypes && (isOtherType || isNoneOfThese)
      ? differing('FileFormatMetadata', [['ContentType', candidates.join(', '), typeInMets]])
      : []),
    ...(format?.digest && mets.format.digest
      ? differing('FileFormatMetadata', [['Digest', format.digest.toLowerCase(), mets.format.digest.toLowerCase()]])
      : []),
  ];
};

/** The digests of the store and a bag's manifest against those of the METS; an import would be refused for these. */
const digestMismatches = (deposit: FileFacts, mets: FileFacts): Mismatch[] => {
  const [inMets, ...others] = mets.digests;
  if (inMets === undefined) return [];
  if (others.length === 0 && deposit.digests.every((digest) => digest === inMets)) return [];
  return differing('DigestMetadata', [['Digest', deposit.digests.join(', '), mets.digests.join(', ')]]);
};

const virusMismatches = ({ virusScan: inDeposit }: FileFacts, { virusScan: inMets }: FileFacts): Mismatch[] => {
  if (inDeposit === null || inMets === null) return [];
  return differing('VirusScanMetadata', [
    ['HasVirus', String(inDeposit.hasVirus), String(inMets.hasVirus)],
    ['VirusFound', inDeposit.virusFound.trim(), inMets.virusFound.trim()],
    ['VirusDefinition', inDeposit.virusDefinition.trim(), inMets.virusDefinition.trim()],
  ]);
};

/** A missing scan is a mismatch on either side; missing tags only in the METS. */
const sectionMismatches = (deposit: FileFacts, mets: FileFacts): Mismatch[] => {
  const scanned = (facts: FileFacts): string | null => (facts.virusScan === null ? null : VIRUS_CHECK);
  const scans = differing('VirusScanMetadata', [[MISSING, scanned(deposit), scanned(mets)]]);
  if (deposit.exif === null) return scans;
  if (mets.exif === null) return [...scans, ...differing('ExifMetadata', [[MISSING, EXIF, null]])];
  return [...scans, ...exifMismatches(deposit.exif.tags, mets.exif.tags)];
};
