import type { ExamplePlatform } from '../example-platform.js';
import type { ExampleRequest } from './recorder.js';

export type RequestContent = Omit<ExampleRequest, 'service' | 'operationId' | 'name' | 'method' | 'path'>;

/** What every part of the conversation is given. */
export interface Talk {
  readonly platform: ExamplePlatform;
  /** `words` are the operationId and the name of the example; `line` is the method and the path. */
  readonly preservation: (words: string, line: string, sent?: RequestContent) => Promise<AnswerProperties>;
  readonly storage: (words: string, line: string, sent?: RequestContent) => Promise<AnswerProperties>;
}

/** The properties that later requests use. */
export interface AnswerProperties {
  readonly id: string;
  readonly files: string;
  readonly metsETag: string;
  readonly parts: readonly { readonly url: string; readonly headers: Readonly<Record<string, string>> }[];
}

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
export const GROUP = 'letters/1911';
export const PAGE = 'objects/page-1.txt';
export const PAGE_TEXT = 'Dear Clara,\n';

export const idIn = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1);
export const pathOf = (uri: string): string => new URL(uri).pathname;
/** The path of a URI with its query. */
export const targetOf = (uri: string): string => new URL(uri).pathname + new URL(uri).search;
export const hasEnded = ({ status }: { readonly status: string }): boolean => status.startsWith('completed');

export const upload = async (platform: ExamplePlatform, files: string, path: string, text: string): Promise<void> => {
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/(.*)$/.exec(files) ?? [];
  await platform.bytes.put({ bucket, key: prefix + path }, Buffer.from(text), { contentType: 'text/plain' });
};
