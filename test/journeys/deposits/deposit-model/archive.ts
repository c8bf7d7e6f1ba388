import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Reply } from '../../../support/http/call-on.js';
import { AUDIENCE, claimsAt, newKey, signed } from '../../../support/identity/token-signer.js';
import { openScriptedProvider } from '../../../support/identity/scripted-provider.js';
import { placeOf, type JourneyPlatform } from '../../journey-platform.js';
import type { DepositModel, ExportModel, Model } from './model.js';
import { pathsBelow } from '../../../support/s3/keys-in.js';

export const NAME = 'A group';

interface ShownDeposit {
  readonly id: string;
  /** Of a deposit. */
  readonly files: string;
}

interface ShownList {
  readonly deposits: readonly { readonly id: string }[];
  readonly total: number;
}
interface ShownHistory {
  readonly entries: readonly { readonly type: string; readonly agent: string }[];
}

/** Listings look neither of these up (companion 2.7). */
const NOT_LISTED = { archivalGroupExists: null, metsETag: null };
/** Facts that only a request of a caller can bring about. */
const OF_CALLERS = ['DepositLocked', 'DepositLockSeized', 'DepositUnlocked', 'DepositActivated', 'DepositDeleted'];

/** Two groups of which nobody else knows, on a platform that tells its callers apart. */
export interface Archive {
  /** Sends a request as somebody; `path` is below the preservation service unless it is a whole address. */
  ask<Body = ShownDeposit>(agent: string, method: string, path: string, body?: unknown): Promise<Reply<Body>>;
  pathOf(group: number): string;
  /** Requests the export of a group into a prefix of its own. */
  exportAtStorage(agent: string, group: number, version: number | null): Promise<Reply<ShownDeposit>>;
  /** Puts a file into the workspace of a deposit; answers its address. */
  put(deposit: DepositModel, file: string): Promise<string>;
  settle(): Promise<void>;
  /** Compares a deposit, as it is now, with the model. */
  depositAgrees(model: Model, deposit: DepositModel): Promise<void>;
  /** Compares all that can be seen with the model, once nothing is under way. */
  agreesWith(model: Model): Promise<void>;
}

/** Starts a platform with the settings of an identity provider. */
export type Start = (environment: Readonly<Record<string, string>>) => Promise<JourneyPlatform>;

/** Starts the platform once; `fresh` gives an archive with groups of its own. */
export const openArchives = async (start: Start): Promise<{ fresh(): Promise<Archive>; close(): Promise<void> }> => {
  const key = newKey('k');
  const provider = await openScriptedProvider([key]);
  const { issuer } = provider;
  const platform = await start({ MUNIMENT_AUTH_ISSUER: issuer, MUNIMENT_AUTH_AUDIENCE: AUDIENCE });
  const headersOf = (agent: string): Record<string, string> => {
    const claims = claimsAt(Math.floor(Date.now() / 1000), { iss: issuer, upn: agent });
    return { authorization: `Bearer ${signed(key, claims)}` };
  };
  const ask: Archive['ask'] = (agent, method, path, body) => platform.call(method, path, body, headersOf(agent));
  const namesIn = async (address: string): Promise<string[]> => {
    const { bucket, root } = placeOf(address);
    return pathsBelow(platform.s3, bucket, root);
  };

  const fresh = async (): Promise<Archive> => {
    const container = `model-${randomUUID()}`;
    const made = await ask('ann', 'PUT', `/repository/${container}`);
    expect(made.status).to.equal(201);
    const { bucket } = placeOf((await ask('ann', 'POST', '/deposits', {})).body.files);
    const pathOf = (group: number): string => `/repository/${container}/group-${group}`;
    const agentUri = (name: string | undefined): string | null =>
      name === undefined ? null : `${platform.preservation}/agents/${name}`;

    const depositAgrees: Archive['depositAgrees'] = async ({ groups }, deposit) => {
      const { id, status, group, active, exported, preserved } = deposit;
      const { status: answered, body } = await ask<Record<string, unknown>>('ben', 'GET', `/deposits/${id}`);
      expect(answered, id).to.equal(status === 'deleted' ? 404 : 200);
      if (status === 'deleted') return;
      expect(body['status'], id).to.be.oneOf(status === 'exporting' ? ['exporting', 'new'] : [status]);
      expect(body, id).to.include({
        active,
        archivalGroup: group === null ? null : `${platform.preservation}${pathOf(group)}`,
        archivalGroupExists: group !== null && groups[group]!.versions.length > 0,
        archivalGroupName: deposit.name,
        submissionText: deposit.text,
        createdBy: agentUri(deposit.createdBy),
        lockedBy: agentUri(deposit.lock ?? undefined),
        exportedBy: agentUri(exported?.by),
        versionExported: exported === null ? null : `v${exported.version}`,
        preservedBy: agentUri(preserved?.by),
        versionPreserved: preserved === null ? null : `v${preserved.version}`,
      });
    };
    const exportAgrees = async ({ uri, copies, version }: ExportModel): Promise<void> => {
      const { status, body } = await ask<Record<string, unknown>>('cat', 'GET', uri);
      expect(status, uri).to.equal(200);
      if (version !== null && copies !== 'error') expect(body['sourceVersion']).to.equal(`v${version}`);
      expect(body['dateFinished'] === null, uri).to.equal(copies === null);
      expect(body['files'], uri).to.have.length(typeof copies === 'number' ? copies : 0);
      if (copies === null) expect(body['errors'], uri).to.equal(null);
      else expect(body['errors'], uri).to.have.length(copies === 'error' ? 1 : 0);
    };
    const workspaceAgrees = async ({ id, status, files, exported }: DepositModel): Promise<void> => {
      const names = await namesIn(files);
      if (status === 'deleted') expect(names, id).to.deep.equal([]);
      else expect(names, id).to.include.members([...(exported?.names ?? [])]);
    };

    const list = async (query: string): Promise<ShownList> => {
      const { status, body } = await ask<ShownList>('cat', 'GET', `/deposits?${query}&pageSize=500`);
      expect(status, query).to.equal(200);
      expect(body.total, query).to.equal(body.deposits.length);
      return body;
    };
    const listingAgrees = async ({ deposits, groups }: Model): Promise<void> => {
      const wanted = deposits.filter(({ group, status }) => group !== null && status !== 'deleted');
      const all = await list(`showAll=true&archivalGroupPathParent=/repository/${container}`);
      const idsOf = ({ deposits: shown }: ShownList): string[] =>
        shown.map(({ id }) => id.slice(id.lastIndexOf('/') + 1));
      expect(idsOf(all)).to.have.members(wanted.map(({ id }) => id));
      for (const listed of all.deposits) {
        const { body } = await ask<Record<string, unknown>>('ben', 'GET', listed.id);
        expect({ ...listed, ...NOT_LISTED }, listed.id).to.deep.equal({ ...body, ...NOT_LISTED });
      }
      for (const [group, { holder }] of groups.entries()) {
        const active = await list(`archivalGroupPath=${pathOf(group)}`);
        expect(idsOf(active)).to.have.members(holder === null ? [] : [holder.id]);
      }
    };
    const historyAgrees = async ({ id, history }: DepositModel): Promise<void> => {
      const { status, body } = await ask<ShownHistory>('cat', 'GET', `/deposits/${id}/history?limit=500`);
      expect(status, id).to.equal(200);
      const types = new Set([...history.map(([type]) => type), ...OF_CALLERS]);
      const shown = body.entries.filter(({ type }) => types.has(type)).reverse();
      const agents = history.map(([, agent], index) => (agent === null ? shown[index]?.agent : agentUri(agent)));
      expect(
        shown.map(({ type, agent }) => [type, agent]),
        id,
      ).to.deep.equal(history.map(([type], index) => [type, agents[index]]));
    };

    return {
      ask,
      pathOf,
      exportAtStorage: (agent, group, version) =>
        ask(agent, 'POST', `${platform.storage}/export`, {
          archivalGroup: `${platform.storage}${pathOf(group)}`,
          destination: `s3://${bucket}/exports/${randomUUID()}`,
          ...(version === null ? {} : { sourceVersion: `v${version}` }),
        }),
      async put({ files }, file) {
        await platform.s3.put({ bucket, key: placeOf(files).root + file }, Buffer.from(file));
        return files + file;
      },
      settle: () => platform.settle(headersOf('ann')),
      depositAgrees,
      async agreesWith(model) {
        for (const deposit of model.deposits) {
          await depositAgrees(model, deposit);
          await workspaceAgrees(deposit);
          await historyAgrees(deposit);
        }
        await listingAgrees(model);
        for (const each of model.exports) await exportAgrees(each);
      },
    };
  };
  const close = async (): Promise<void> => {
    await platform.remove();
    await provider.close();
  };
  return { fresh, close };
};
