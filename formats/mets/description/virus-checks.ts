import type { VirusScanMetadata } from '../../metadata/entries.js';
import type { MetsElement } from '../model/section-summary.js';
import { METS } from '../elements/namespaces.js';
import { referencedIds } from '../ids/references.js';
import type { MetsToRead } from '../structure/read-sections.js';
import { PREFIXES } from '../premis/virus-check.js';

/**
 * Gives the virus checks of a file for its ADMID value and the section that it names, the newest first (companion 5.5,
 * 6.3).
 */
export type VirusChecks = (references: string | null, admId: string | null) => readonly VirusScanMetadata[];

export const virusChecksIn = (sections: MetsToRead): VirusChecks => {
  const owners = ownersOf(sections.mets);
  const byFoldedId = provenanceByFoldedId(sections);

  return forSameArguments((references, admId) => {
    const named = referencedIds(references, (id) => isSection(sections, id));
    const own = admId === null ? undefined : ownSection(sections, owners, admId);
    const found = distinct([
      ...(own === undefined ? [] : own.elements(METS, 'digiprovMD')),
      ...named.flatMap((id) => sections.ids.get(id, 'digiprovMD') ?? []),
      ...PREFIXES.flatMap((prefix) => byFoldedId.get(prefix + (admId ?? '').toLowerCase()) ?? []),
    ]);
    return found
      .flatMap(({ summary }) => summary?.virusChecks ?? [])
      .reverse()
      .sort(newestFirst);
  });
};

/** Computes nothing again for files in a row that share their sections, which may be very many. */
const forSameArguments = (checks: VirusChecks): VirusChecks => {
  let last: { readonly references: string | null; readonly admId: string | null } | null = null;
  let found: ReturnType<VirusChecks> = [];
  return (references, admId) => {
    if (last?.references === references && last.admId === admId) return found;
    last = { references, admId };
    return (found = checks(references, admId));
  };
};

const isSection = ({ ids }: MetsToRead, id: string): boolean =>
  (['techMD', 'amdSec', 'digiprovMD'] as const).some((name) => ids.get(id, name) !== undefined);

/** The amdSec of a file. Undefined where one amdSec describes many files: its events may belong to any of them. */
const ownSection = (
  { ids }: MetsToRead,
  owners: ReadonlyMap<number, MetsElement>,
  admId: string,
): MetsElement | undefined => {
  const element = ids.get(admId, 'techMD');
  return element === undefined ? ids.get(admId, 'amdSec') : owners.get(element.at);
};

const provenanceByFoldedId = ({ mets, ids }: MetsToRead): ReadonlyMap<string, MetsElement> => {
  const found = new Map<string, MetsElement>();
  for (const section of mets.elements(METS, 'amdSec'))
    for (const provenance of section.elements(METS, 'digiprovMD')) {
      const id = provenance.attribute('ID');
      if (id !== null) found.set(id.toLowerCase(), ids.get(id, 'digiprovMD') ?? provenance);
    }
  return found;
};

/** Each element once, in their order. */
const distinct = (elements: readonly MetsElement[]): readonly MetsElement[] =>
  elements.length < 2 ? elements : [...new Map(elements.map((element) => [element.at, element])).values()];

/** The amdSecs with a single techMD, by the number of that. */
const ownersOf = (mets: MetsElement): Map<number, MetsElement> => {
  const owners = new Map<number, MetsElement>();
  for (const section of mets.elements(METS, 'amdSec')) {
    const [first, second] = section.elements(METS, 'techMD');
    if (first !== undefined && second === undefined) owners.set(first.at, section);
  }
  return owners;
};

/**
 * Those without a time come last. The input is in reverse document order, so that of two on one day the later comes
 * first.
 */
const newestFirst = (a: VirusScanMetadata, b: VirusScanMetadata): number => timeOf(b) - timeOf(a);

const timeOf = ({ timestamp }: VirusScanMetadata): number => timestamp?.getTime() ?? Number.MIN_SAFE_INTEGER;
