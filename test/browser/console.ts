import { expect } from 'chai';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { openChromium } from '../support/browser/chromium.js';
import { openConsolePage, type ConsolePage } from '../support/browser/console-page.js';
import { freePort } from '../support/free-port.js';
import { callOn } from '../support/http/call-on.js';
import { restartable, type Restartable } from '../support/processes/restartable.js';
import { sha256Of } from '../support/sha256.js';
import { until } from '../support/scheduling/until.js';
import { startTestPlatform, type TestPlatform, type TestPlatformOptions } from '../support/platform/test-platform.js';

/** What a page finds. */
export interface ConsoleDeposits {
  /** A deposit with these files in its workspace; its id. */
  readonly deposit: (fields: object, files: Readonly<Record<string, string>>) => Promise<string>;
  /** A deposit for a group at this path, with these files in its workspace and recorded in its METS; its id. */
  readonly recorded: (group: string, files: Readonly<Record<string, string>>) => Promise<string>;
  /** Uploads files into the workspace of a deposit. */
  readonly upload: (depositId: string, files: Readonly<Record<string, string>>) => Promise<void>;
  /** Imports a deposit whose files are recorded. */
  readonly imported: (depositId: string) => Promise<void>;
  /** As `recorded`, and imported as the next version of the group. */
  readonly preserved: (group: string, files: Readonly<Record<string, string>>) => Promise<string>;
}

/** A platform with its console, and a browser. */
export interface OpenedConsole extends ConsoleDeposits {
  readonly platform: TestPlatform;
  readonly browser: Browser;
  /** The address of a page of the console, of its path below `/console`. */
  readonly at: (path: string) => string;
  readonly open: (path: string, options?: BrowserContextOptions) => Promise<ConsolePage>;
  readonly close: () => Promise<void>;
}

interface Credentials {
  readonly uploads: readonly {
    readonly url: string;
    readonly method: string;
    readonly headers: Record<string, string>;
  }[];
}

/** Makes deposits at a preservation service. */
export const depositsAt = (base: string): ConsoleDeposits => {
  const call = callOn(base);
  const upload: ConsoleDeposits['upload'] = async (depositId, files) => {
    const paths = Object.keys(files);
    const asked = { files: paths.map((path) => ({ path, sha256: sha256Of(files[path] ?? '') })) };
    const { body: granted } = await call<Credentials>('POST', `/deposits/${depositId}/credentials`, asked);
    for (const [index, { url, method, headers }] of granted.uploads.entries()) {
      const { ok, status } = await fetch(url, { method, headers, body: files[paths[index] ?? ''] ?? '' });
      if (!ok) throw new Error(`${paths[index]}: ${status}`);
    }
  };
  const deposit: ConsoleDeposits['deposit'] = async (fields, files) => {
    const { body } = await call<{ id: string }>('POST', '/deposits', { template: 'RootLevel', ...fields });
    const depositId = body.id.slice(body.id.lastIndexOf('/') + 1);
    await upload(depositId, files);
    return depositId;
  };
  const recorded: ConsoleDeposits['recorded'] = async (group, files) => {
    const archivalGroup = `${base}/repository/${group}`;
    const depositId = await deposit({ archivalGroup, archivalGroupName: group }, files);
    const { body } = await call<{ metsETag: string }>('GET', `/deposits/${depositId}`);
    const headers = { 'If-Match': body.metsETag };
    expect((await call('POST', `/deposits/${depositId}/mets`, Object.keys(files), headers)).status).to.equal(200);
    return depositId;
  };
  const imported: ConsoleDeposits['imported'] = async (depositId) => {
    const id = `${base}/deposits/${depositId}/importjobs/diff`;
    const posted = await call<{ id: string }>('POST', `/deposits/${depositId}/importjobs`, { id });
    expect(posted.status).to.equal(201);
    await until('the import has ended', async () => {
      const { body: result } = await call<{ status: string }>('GET', posted.body.id);
      return result.status === 'completed';
    });
  };
  const preserved: ConsoleDeposits['preserved'] = async (group, files) => {
    const depositId = await recorded(group, files);
    await imported(depositId);
    return depositId;
  };
  return { deposit, recorded, upload, imported, preserved };
};

/** Starts both; null where there is no Chromium. The pages were built by `npm run test:browser`. */
export const openConsole = async (options: TestPlatformOptions = {}): Promise<OpenedConsole | null> => {
  const browser = await openChromium();
  if (browser === null) return null;
  const platform = await startTestPlatform({
    ...options,
    environment: {
      MUNIMENT_CONSOLE_BUILD: 'false',
      MUNIMENT_ENABLE_IIIF_MEDIA_ENDPOINTS: 'true',
      ...options.environment,
    },
  });
  const at = (path: string): string => `${platform.ready.preservation}/console${path}`;
  return {
    platform,
    browser,
    at,
    open: async (path, context) => {
      const opened = await openConsolePage(browser, context);
      await opened.page.goto(at(path));
      return opened;
    },
    ...depositsAt(platform.ready.preservation),
    close: async () => {
      await browser.close();
      await platform.remove();
    },
  };
};

/** Names that would run something if a page took them for markup, or that are hard to show. */
export const HOSTILE_NAMES: readonly string[] = [
  '<img src=x onerror=alert(1)>.txt',
  '"><svg onload=alert(1)>.txt',
  "javascript:alert(1)'.txt",
  '{{constructor.constructor("alert(1)")()}}.txt',
  'a #1 100% 😀?x=y&z.txt',
  'e\u0301 und é.txt',
  '%2e%2e%2fetc.txt',
  'line\u2028break.txt',
];

/** A platform in a process of its own, with its console, which may be killed and started again at the same addresses. */
export const killablePlatform = async (
  data: string,
): Promise<{ readonly base: string; readonly platform: Restartable }> => {
  const port = `${await freePort()}`;
  const env = {
    MUNIMENT_PRESERVATION_PORT: port,
    MUNIMENT_S3_PORT: `${await freePort()}`,
    MUNIMENT_STORAGE_PORT: '0',
    MUNIMENT_OPERATIONS_PORT: '0',
    MUNIMENT_DATA: data,
  };
  const platform = restartable({ file: 'infra/compose/muniment.js', words: ['start'], env });
  await platform.start();
  return { base: `http://127.0.0.1:${port}`, platform };
};
