import type { VirusScanMetadata } from '../../metadata/entries.js';
import type { XmlElement } from '../../xml/tree.js';
import { METS } from '../elements/namespaces.js';
import { referencedIds } from '../ids/references.js';
import type { MetsSections } from '../structure/sections.js';
import { PREFIXES } from '../premis/virus-check.js';

/**
 * Gives the virus checks of a file for its ADMID value and the section that it names, the newest first (companion 5.5,
 * 6.3).
 */
export type VirusChecks = (references: string | null, admId: string | null) => readonly VirusScanMetadata[];

export const virusChecksIn = (sections: MetsSections): VirusChecks => {
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
    return found.flatMap(sections.values.virusChecks).reverse().sort(newestFirst);
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

const isSection = ({ ids }: MetsSections, id: string): boolean =>
  (['techMD', 'amdSec', 'digiprovMD'] as const).some((name) => ids.get(id, name) !== undefined);

/** The amdSec of a file. Undefined where one amdSec describes many files: its events may belong to any of them. */
const ownSection = (
  { ids }: MetsSections,
  owners: ReadonlyMap<number, XmlElement>,
  admId: string,
): XmlElement | undefined => {
  const element = ids.get(admId, 'techMD');
  return element === undefined ? ids.get(admId, 'amdSec') : owners.get(element.address);
};

const provenanceByFoldedId = ({ mets, ids }: MetsSections): ReadonlyMap<string, XmlElement> => {
  const found = new Map<string, XmlElement>();
  mets.forEachAttribute(PROVENANCE_IDS, (element, id) => {
    found.set(id.toLowerCase(), ids.get(id, 'digiprovMD') ?? element);
  });
  return found;
};

const PROVENANCE_IDS = { expression: 'mets:amdSec/mets:digiprovMD/@ID', prefixes: { mets: METS } };

/** Each element once, in their order. */
const distinct = (elements: readonly XmlElement[]): XmlElement[] => [
  ...new Map(elements.map((each) => [each.address, each])).values(),
];

/** The amdSecs with a single techMD, by the address of that. */
const ownersOf = (mets: XmlElement): Map<number, XmlElement> => {
  const owners = new Map<number, XmlElement>();
  for (const section of mets.elements(METS, 'amdSec')) {
    const [first, second] = section.elements(METS, 'techMD');
    if (first !== undefined && second === undefined) owners.set(first.address, section);
  }
  return owners;
};

/**
 * Those without a time come last. The input is in reverse document order, so that of two on one day the later comes
 * first.
 */
const newestFirst = (a: VirusScanMetadata, b: VirusScanMetadata): number => timeOf(b) - timeOf(a);

const timeOf = ({ timestamp }: VirusScanMetadata): number => timestamp?.getTime() ?? Number.MIN_SAFE_INTEGER;
