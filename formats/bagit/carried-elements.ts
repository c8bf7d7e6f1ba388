import { bagFindings } from './bag-report.js';
import { bagInfoElements, type BagInfoElement } from './bag-info.js';
import type { BagSource } from './bag-source.js';
import { infoFileOf } from './check-bag-info.js';
import { DECLARATION, readDeclaration } from './declaration.js';
import { tagLines } from './tag-lines.js';

/** Labels, in lower case, of what is said of one making of a bag. A new bag has its own, or none. */
const OF_ONE_MAKING: ReadonlySet<string> = new Set([
  ...['payload-oxum', 'bagging-date', 'bag-size'],
  ...['packing-date', 'package-size'], // as BagIt 0.93 to 0.95 call them
  'archived-version', // of a bag that was made of a version, whose files may have been changed since
]);

/** How many characters of elements are read. */
const MOST = 1_048_576;

/** Who bags anew. */
export interface Bagger {
  readonly sourceOrganization: string | null;
  /** The name of the software, without its version. */
  readonly software: string;
}

/** Whether an element says that this software made the bag. */
export const isMadeBy = ({ software }: Pick<Bagger, 'software'>, [label, value]: BagInfoElement): boolean =>
  label.toLowerCase() === 'bag-software-agent' && `${value} `.startsWith(`${software} `);

/**
 * The elements of the `bag-info.txt` of a bag, in their order; none where it has no such file. Reading ends after a
 * mebicharacter.
 */
export const readBagInfo = async (source: BagSource): Promise<readonly BagInfoElement[]> => {
  const findings = bagFindings(0);
  const files = new Map<string, number>();
  for await (const { path, size } of source.list()) files.set(path, size);
  const declaration = await readDeclaration(source, files.has(DECLARATION), findings);
  const path = infoFileOf({ files, declaration });
  if (path === null) return [];
  const bag = { source, files, declaration, findings, limits: { files: files.size, findings: 0, width: 1 } };
  const elements: BagInfoElement[] = [];
  let length = 0;
  for await (const element of bagInfoElements(tagLines(bag, path), false, () => undefined)) {
    length += element[0].length + element[1].length;
    if (length > MOST) break;
    elements.push(element);
  }
  return elements;
};

/** The elements that stay in the `bag-info.txt` of a bag that is made anew: those of its depositor. */
export const carriedElements = (elements: readonly BagInfoElement[], bagger: Bagger): readonly BagInfoElement[] =>
  elements.filter((element) => {
    const [label, value] = element;
    const isOwnSource = label.toLowerCase() === 'source-organization' && value === bagger.sourceOrganization;
    return !isOwnSource && !isMadeBy(bagger, element) && !OF_ONE_MAKING.has(label.toLowerCase());
  });
