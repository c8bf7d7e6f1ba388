import type { Ledger } from '../../commands/archival-group/state.js';
import { digestStream } from '../../formats/digests/digested.js';
import type { Finding } from '../../formats/ocfl/finding.js';
import { sidecarText } from '../../formats/ocfl/inventory/sidecar.js';
import { readBytes } from '../../formats/ocfl/object-reader.js';
import { versionName } from '../../formats/ocfl/version-name.js';
import type { ObjectFiles } from '../../formats/ocfl/storage-root/object-files.js';
import { decidedVersion } from './unpublished-version.js';

/**
 * Checks the files that publishing a decided version replaces: root inventory, sidecar and the version's own inventory
 * must each be as before the version or as after it.
 */
export const checkUnpublished = async ({ entries, reader }: ObjectFiles, ledger: Ledger): Promise<Finding[]> => {
  const decided = decidedVersion(ledger);
  if (decided === null) return [];
  const before = ledger.versions.at(-1)?.inventory.sha256 ?? null;
  const after = decided.inventory.sha256;
  const folder = versionName(decided.version);
  const digestOf = (path: string): Promise<string> => digestStream(reader.open(path)).then(({ sha256 }) => sha256);
  const inventories = { 'inventory.json': [before, after], [`${folder}/inventory.json`]: [null, after] };
  const findings: Finding[] = [];
  const judge = (code: string, path: string, expected: readonly (string | null)[], found: string | null): void => {
    if (expected.includes(found)) return;
    const message = 'A version is on the way, and this is neither as it was nor as it will be.';
    const either = expected.map((each) => each ?? 'no file').join(' or ');
    findings.push({ code, path, message, differing: { expected: either, found: found ?? 'no file' } });
  };
  for (const [path, expected] of Object.entries(inventories)) {
    judge('inventory-not-decided', path, expected, entries.has(path) ? await digestOf(path) : null);
    const sidecar = `${path}.sha256`;
    const text = entries.has(sidecar) ? (await readBytes(reader, sidecar)).toString('utf8') : null;
    const digest = expected.find((each) => each !== null && sidecarText(each) === text) ?? text?.trim() ?? null;
    judge(digest === null ? 'E058' : 'E060', sidecar, expected, digest);
  }
  return findings;
};
