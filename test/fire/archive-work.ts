import { idOf, shownOnce, type Client } from './client.js';
import { archivedFaults, isRemovable, type ArchivedDeposit } from './archived-faults.js';
import { WORKSPACE } from '../support/oracle/at-rest.js';
import { depositWithFiles } from './export-work.js';
import type { FurtherWork, PreservedGroup } from './further-work.js';
import type { Tally } from './tally.js';
import { impossible, renaming } from './works.js';

interface ShownJob {
  readonly status: string;
  readonly errors: readonly object[] | null;
}

/** Has a deposit archived and waits for the end of the job; answers what is wrong with that end. */
const archive = async (client: Client, id: string, key: string): Promise<[ArchivedDeposit, string[]]> => {
  const posting = { method: 'POST', path: `/deposits/${id}/archive`, body: { olderThan: 'P0D' }, key, wished: [202] };
  await client.ask(posting);
  const job = { path: `/depositArchiveJobs/${id}` };
  const { status, errors } = await shownOnce<ShownJob>(client, job, (shown) => /^completed/.test(shown.status));
  const left = await client.digests(WORKSPACE, `deposits/${id}/`);
  const faults = [
    ...(status === 'completed' && errors === null ? [] : [`the job is ${status} with ${JSON.stringify(errors)}`]),
    ...[...left.keys()].filter(isRemovable).map((path) => `${path} is left`),
    ...['mets.xml', 'archived.txt'].filter((path) => !left.has(path)).map((path) => `${path} is not there`),
  ];
  return [{ depositId: id, left }, faults.map((fault) => `archiving of deposit ${id}: ${fault}`)];
};

/** Makes a deposit preserved, or lets its import fail; answers what is wrong with its job. */
const endedDeposit = async (client: Client, preserved: PreservedGroup): Promise<[string, string[]]> => {
  const { group, token, versions, random, importFrom } = preserved;
  const state = versions.at(-1)!;
  const label = `v${versions.length}`;
  const [deposit, faults] = await depositWithFiles(client, { group, token, label, state, hasMets: true });
  const id = idOf(deposit.id);
  if (faults.length > 0) return [id, faults.map((fault) => `export of ${group} to deposit ${id}: ${fault}`)];
  const work = random() < 0.5 ? renaming(random, state, token) : impossible();
  return [id, await importFrom(deposit, work, `${token} import`)];
};

/** Has deposits archived, preserved ones and those whose import failed; some of them are locked. */
export const archiveWork = (tally: Tally): FurtherWork => {
  const archived: ArchivedDeposit[] = [];
  return {
    async workOn(client, preserved) {
      const { token, versions, random } = preserved;
      if (versions.length === 0) return [];
      const [id, wrong] = await endedDeposit(client, preserved);
      if (wrong.length > 0) return wrong;
      if (random() < 0.5)
        await client.ask({ method: 'POST', path: `/deposits/${id}/lock`, key: `${token} lock`, wished: [204] });
      const [made, faults] = await archive(client, id, `${token} archive`);
      archived.push(made);
      tally.archived += 1;
      return faults;
    },
    audit: (data) => archivedFaults(data, archived),
  };
};
