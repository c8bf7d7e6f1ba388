import type { PublishedVersion } from '../../commands/archival-group/state.js';
import type { Finding } from '../../formats/ocfl/finding.js';
import { versionName } from '../../formats/ocfl/version-name.js';
import type { Examination } from '../../formats/ocfl/validation/examine-object.js';
import type { OwnCode } from './audit-finding.js';

/** The part of a decided, published or adopted version that is compared. */
type KnownVersion = Pick<PublishedVersion, 'version' | 'inventory'>;

const differs = (code: OwnCode, path: string, message: string, expected: string, found: string): Finding => ({
  code,
  path,
  message,
  differing: { expected, found },
});

/** Findings where the versions of a ledger are not v1, v2 and so on. */
const gaps = (versions: readonly KnownVersion[]): Finding[] =>
  versions.flatMap(({ version }, index) =>
    version === index + 1
      ? []
      : [differs('ledger-gap', '', 'The ledger does not count on.', versionName(index + 1), versionName(version))],
  );

const inventoryFinding = (
  { inventories }: Examination,
  path: string,
  { version, inventory }: KnownVersion,
): Finding[] => {
  const found = inventories.get(path);
  const name = versionName(version);
  if (found === inventory.sha256) return [];
  if (found === undefined)
    return [differs('version-missing', path, `The ledger has ${name}.`, inventory.sha256, 'no inventory')];
  const message = `The inventory is not the one that was decided for ${name}.`;
  return [differs('inventory-not-decided', path, message, inventory.sha256, found)];
};

/** Compares an object with the versions of its ledger, with a decided and not yet published one. */
export const compareLedger = (examination: Examination, versions: readonly KnownVersion[]): Finding[] => {
  const { root, inventories } = examination;
  const last = versions.at(-1);
  if (last === undefined) return [{ code: 'object-unknown', path: '', message: 'No ledger has a version of it.' }];
  const expected = versionName(last.version);
  const own = versions.flatMap((each) =>
    inventoryFinding(examination, `${versionName(each.version)}/inventory.json`, each),
  );
  const head =
    root === null || root.head === expected
      ? []
      : [differs('head-differs', 'inventory.json', 'The object is not where its ledger is.', expected, root.head)];
  // OCFL has its own code for a missing root inventory.
  const isThere = head.length === 0 && inventories.has('inventory.json');
  const atRoot = isThere ? inventoryFinding(examination, 'inventory.json', last) : [];
  return [...gaps(versions), ...head, ...own, ...atRoot];
};
