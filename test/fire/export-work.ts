import { escapePath } from '../../formats/paths/repository-path.js';
import type { ModelState } from '../support/repository/group-model.js';
import { WORKSPACE } from '../support/oracle/at-rest.js';
import { idOf, shownOnce, type Client } from './client.js';
import { differences, exportedFaults, type AcknowledgedExport } from './exported-faults.js';
import type { FurtherWork, PreservedGroup } from './further-work.js';
import type { ShownDeposit } from './post-work.js';
import type { Tally } from './tally.js';

interface ShownExport {
  readonly id: string;
  readonly dateFinished: string | null;
  readonly errors: readonly object[] | null;
}

/** A group, and the version of it that is exported. */
export interface WantedContent extends Pick<PreservedGroup, 'group' | 'token'> {
  readonly label: string;
  readonly state: ModelState;
  /** Whether the deposit gets a METS; only for the head. */
  readonly hasMets: boolean;
}

/** How many exports follow a job, at most. */
const MOST_EXPORTS = 4;

/** Creates a deposit by an export. */
const exportedDeposit = async (
  client: Client,
  { group, token, label, hasMets }: WantedContent,
): Promise<ShownDeposit> => {
  const template = hasMets ? 'RootLevel' : 'None';
  const body = { archivalGroup: `/repository/${escapePath(group)}`, versionExported: label, template };
  const key = `${token} export`;
  return (await client.ask<ShownDeposit>({ method: 'POST', path: '/deposits/export', body, key, wished: [201] })).body;
};

/** Waits for the files of an exported deposit; answers what is wrong with them. */
const arrivedFaults = async (client: Client, id: string, { state, hasMets }: WantedContent): Promise<string[]> => {
  const request = { path: `/deposits/${id}` };
  await shownOnce<{ readonly status: string }>(client, request, ({ status }) => status !== 'exporting');
  const digests = await client.digests(WORKSPACE, `deposits/${id}/`);
  const isContent = (path: string): boolean => !hasMets || path.startsWith('objects/');
  return differences(new Map([...digests].filter(([path]) => isContent(path))), state);
};

/** Creates a deposit by an export and waits for its files; answers what is wrong with them, too. */
export const depositWithFiles = async (client: Client, wanted: WantedContent): Promise<[ShownDeposit, string[]]> => {
  const deposit = await exportedDeposit(client, wanted);
  return [deposit, await arrivedFaults(client, idOf(deposit.id), wanted)];
};

/** Creates a deposit by an export; deletes it at once, or when its files have proved to be right. */
const toDeposit = async (
  client: Client,
  wanted: WantedContent,
  deletesAtOnce: boolean,
): Promise<[AcknowledgedExport, string[]]> => {
  const depositId = idOf((await exportedDeposit(client, wanted)).id);
  const faults = deletesAtOnce ? [] : await arrivedFaults(client, depositId, wanted);
  await client.ask({ method: 'DELETE', path: `/deposits/${depositId}`, wished: [204, 404] });
  return [{ depositId, prefix: `deposits/${depositId}/`, state: null }, faults];
};

/** Exports to a prefix, where the files stay. */
const toPrefix = async (client: Client, wanted: WantedContent): Promise<[AcknowledgedExport, string[]]> => {
  const { group, token, label, state } = wanted;
  const prefix = `exports/${encodeURIComponent(token).replaceAll('%', '_')}/`;
  const body = {
    archivalGroup: `/repository/${escapePath(group)}`,
    destination: `s3://${WORKSPACE}/${prefix}`,
    sourceVersion: label,
  };
  const key = `${token} export`;
  const posted = await client.ask<ShownExport>({
    service: 'storage',
    method: 'POST',
    path: '/export',
    body,
    key,
    wished: [201],
  });
  const path = `/export/${idOf(posted.body.id)}`;
  const request = { service: 'storage', path } as const;
  const { errors } = await shownOnce<ShownExport>(client, request, ({ dateFinished }) => dateFinished !== null);
  const failed = (errors ?? []).length > 0 ? [`${path} has the errors ${JSON.stringify(errors)}`] : [];
  return [
    { depositId: null, prefix, state },
    [...failed, ...differences(await client.digests(WORKSPACE, prefix), state)],
  ];
};

/** Exports of any version of a group, to deposits and to prefixes; some of the deposits are deleted at once. */
export const exportWork = (tally: Tally): FurtherWork => {
  const exported: AcknowledgedExport[] = [];
  const exportOnce = async (client: Client, preserved: PreservedGroup): Promise<string[]> => {
    const { versions, random, group } = preserved;
    const index = Math.floor(random() * versions.length);
    const state = versions[index];
    if (state === undefined) return [];
    const wanted = { ...preserved, label: `v${index + 1}`, state, hasMets: false };
    const dice = random();
    const [made, faults] = dice < 0.3 ? await toPrefix(client, wanted) : await toDeposit(client, wanted, dice < 0.6);
    exported.push(made);
    tally.exports += 1;
    return faults.map((fault) => `export of ${group} to ${made.prefix}: ${fault}`);
  };
  return {
    async workOn(client, preserved) {
      const { token, random } = preserved;
      const times = 1 + Math.floor(random() * MOST_EXPORTS);
      for (let number = 1; number <= times; number++) {
        const faults = await exportOnce(client, { ...preserved, token: `${token} ${number}` });
        if (faults.length > 0) return faults;
      }
      return [];
    },
    audit: (data) => exportedFaults(data, exported),
  };
};
