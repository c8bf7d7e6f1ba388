import { expect } from 'chai';
import { ask, ended, fresh, newContainer, type Reply, type ShownResource } from './conversation.js';
import type { LiveServices } from './live-services.js';

/** What specs do with the storage service as clients that have made an import job themselves. */
export interface ImportClient {
  /** The path of a group that is not there yet, in a container that is. */
  newPath(): Promise<string>;
  groupAt(path: string): string;
  /** Puts a file where no deposit is; answers its S3 URI. */
  putAnywhere(text: string): Promise<string>;
  jobFor(path: string, rest?: object): object;
  post(job: object, headers?: Record<string, string>): Promise<Reply>;
  /** The result of a job that was accepted, once it has ended. */
  done(job: object): Promise<ShownResource>;
}

export const importClient = (live: LiveServices): ImportClient => {
  const groupAt = (path: string): string => `${live.storage}/repository/${path}`;
  const post: ImportClient['post'] = (job, headers = {}) => ask('POST', `${live.storage}/import`, job, headers);
  return {
    newPath: async () => `${await newContainer(live)}/group`,
    groupAt,
    async putAnywhere(text) {
      const at = { bucket: live.places.workspaceBucket, key: `elsewhere/${fresh('scan')}.txt` };
      await live.bytes.put(at, Buffer.from(text));
      return `s3://${at.bucket}/${at.key}`;
    },
    jobFor: (path, rest = {}) => ({
      archivalGroup: groupAt(path),
      archivalGroupName: 'A group',
      lastModifiedBy: `${live.storage}/agents/an%20archivist`,
      ...rest,
    }),
    post,
    async done(job) {
      const { status, body, text } = await post(job);
      expect(status, text).to.equal(201);
      return ended(live, body.id);
    },
  };
};
