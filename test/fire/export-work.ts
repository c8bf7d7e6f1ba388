import { setTimeout as pause } from 'node:timers/promises';
import { settings } from '../../infra/config/settings.js';
import { escapePath } from '../../formats/paths/repository-path.js';
import type { ModelState } from '../support/repository/group-model.js';
import type { Client } from './client.js';
import { differences, exportedFaults, type Exported } from './exported-faults.js';
import type { FurtherWork, Preserved } from './further-work.js';
import type { Tally } from './tally.js';

interface Shown {
  readonly id: string;
  readonly status: string;
  readonly dateFinished: string | null;
  readonly errors: readonly object[] | null;
}

/** A group, and the version of it that is exported. */
interface Wanted extends Preserved {
  readonly label: string;
  readonly state: ModelState;
}

/** How many exports follow a job, at most. */
const MOST_EXPORTS = 4;
const BUCKET = settings.workspaceBucket.fallback;

const idOf = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1);

const until = async (client: Client, request: Parameters<Client['ask']>[0], isOver: (shown: Shown) => boolean) => {
  for (;;) {
    const { body } = await client.ask<Shown>(request);
    if (isOver(body)) return body;
    await pause(25);
  }
};

/** Creates a deposit by an export; deletes it at once, or when its files have proved to be right. */
const toDeposit = async (client: Client, wanted: Wanted, deletesAtOnce: boolean): Promise<[Exported, string[]]> => {
  const { group, token, label, state } = wanted;
  const body = { archivalGroup: `/repository/${escapePath(group)}`, versionExported: label };
  const posting = { method: 'POST', path: '/deposits/export', body, key: `${token} export`, wished: [201] };
  const depositId = idOf((await client.ask<Shown>(posting)).body.id);
  const prefix = `deposits/${depositId}/`;
  const path = `/deposits/${depositId}`;
  const faults: string[] = [];
  if (!deletesAtOnce) {
    await until(client, { method: 'GET', path, wished: [200] }, ({ status }) => status !== 'exporting');
    faults.push(...differences(await client.digests(BUCKET, prefix), state));
  }
  await client.ask({ method: 'DELETE', path, wished: [204, 404] });
  return [{ depositId, prefix, state: null }, faults];
};

/** Exports to a prefix, where the files stay. */
const toPrefix = async (client: Client, wanted: Wanted): Promise<[Exported, string[]]> => {
  const { group, token, label, state } = wanted;
  const prefix = `exports/${encodeURIComponent(token).replaceAll('%', '_')}/`;
  const body = {
    archivalGroup: `/repository/${escapePath(group)}`,
    destination: `s3://${BUCKET}/${prefix}`,
    sourceVersion: label,
  };
  const key = `${token} export`;
  const posted = await client.ask<Shown>({
    service: 'storage',
    method: 'POST',
    path: '/export',
    body,
    key,
    wished: [201],
  });
  const path = `/export/${idOf(posted.body.id)}`;
  const looking = { service: 'storage', method: 'GET', path, wished: [200] } as const;
  const { errors } = await until(client, looking, ({ dateFinished }) => dateFinished !== null);
  const failed = (errors ?? []).length > 0 ? [`${path} has the errors ${JSON.stringify(errors)}`] : [];
  return [{ depositId: null, prefix, state }, [...failed, ...differences(await client.digests(BUCKET, prefix), state)]];
};

/** Exports of any version of a group, to deposits and to prefixes; some of the deposits are deleted at once. */
export const exportWork = (tally: Tally): FurtherWork => {
  const exported: Exported[] = [];
  const exportOnce = async (client: Client, preserved: Preserved): Promise<string[]> => {
    const { versions, random, group } = preserved;
    const index = Math.floor(random() * versions.length);
    const state = versions[index];
    if (state === undefined) return [];
    const wanted = { ...preserved, label: `v${index + 1}`, state };
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
