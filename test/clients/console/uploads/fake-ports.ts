import { createHash } from 'node:crypto';
import { ApiFault } from '../../../../clients/api/api-fault.js';
import type { WorkspaceFile } from '../../../../clients/console/uploads/compare.js';
import { LARGE, type Chosen, type ChosenFile } from '../../../../clients/console/uploads/plan.js';
import type {
  Part,
  PartedUpload,
  PresignedPut,
  PutAnswer,
  UploadPorts,
} from '../../../../clients/console/uploads/ports.js';
import { Upload } from '../../../../clients/console/uploads/upload.js';
import type { UploadView } from '../../../../clients/console/uploads/upload-view.js';

/** SHA-256 in hex. */
export const sha256 = async (bytes: Blob): Promise<string> =>
  createHash('sha256')
    .update(new Uint8Array(await bytes.arrayBuffer()))
    .digest('hex');

export const chosenFile = (path: string, content: string | Uint8Array<ArrayBuffer>): ChosenFile => {
  const file = new File([content], path, { lastModified: 1_000 });
  return { path, size: file.size, modified: file.lastModified, open: () => Promise.resolve(file) };
};

export const chosenFiles = (files: readonly ChosenFile[], emptyFolders: readonly string[] = []): Chosen => ({
  name: null,
  files,
  emptyFolders,
});

/** Half of what goes up whole. */
export const PART = LARGE / 2;
/** Two parts and a bit. */
export const largeBytes = (): Uint8Array<ArrayBuffer> => new Uint8Array(LARGE + 3).fill(7);

export const fault = (status: number, code: string, detail = ''): ApiFault =>
  new ApiFault(detail, { status, problem: { detail, type: `https://muniment.example/problems/${code}` } as object });

/** A platform and a store in memory; a test changes what they answer. */
export class FakePorts {
  /** What the workspace has, by path. */
  readonly workspace = new Map<string, WorkspaceFile>();
  readonly requests: string[] = [];
  readonly keptParted = new Map<string, PartedUpload & { size: number; modified: number }>();
  readonly parts = new Map<number, Part>();
  /** Answers a request to the store in the place of the fake one, unless it gives null. */
  onPut: (url: string, bytes: Blob) => Promise<PutAnswer | null> = () => Promise.resolve(null);
  /** Refuses a request for addresses. */
  onCredentials: (paths: readonly string[]) => void = () => undefined;
  isGone = false;
  #signed = 0;

  #address(name: string): PresignedPut {
    return { url: `https://store.example/${encodeURIComponent(name)}?${++this.#signed}`, headers: {} };
  }

  ports(): UploadPorts {
    return {
      digests: {
        file: sha256,
        whole: () => {
          const whole = createHash('sha256');
          return {
            part: async (bytes) => {
              whole.update(new Uint8Array(await bytes.arrayBuffer()));
              return sha256(bytes);
            },
            end: () => Promise.resolve(whole.digest('hex')),
            forget: () => undefined,
          };
        },
      },
      keeper: {
        files: () => Promise.resolve(new Map()),
        keepFiles: () => Promise.resolve(),
        parted: (path) => Promise.resolve(this.keptParted.get(path) ?? null),
        keepParted: (path, upload) => {
          if (upload === null) this.keptParted.delete(path);
          else this.keptParted.set(path, upload);
          return Promise.resolve();
        },
      },
      put: async (request, bytes, onSent) => {
        const { pathname, href } = new URL(request.url);
        const name = decodeURIComponent(pathname.slice(1));
        this.requests.push(`PUT ${name}`);
        const answer = await this.onPut(href, bytes);
        if (answer !== null) return answer;
        onSent(bytes.size);
        const [, part] = /^part (\d+)$/.exec(name) ?? [];
        const digest = part === undefined ? await sha256(bytes) : `part ${part}`;
        if (part === undefined) this.workspace.set(name, { size: bytes.size, digest });
        else this.parts.set(Number(part), { number: Number(part), sha256: digest, etag: `e${part}` });
        return { status: 200, code: '', etag: `e${part ?? ''}` };
      },
      platform: {
        credentials: async (files, folders) => {
          const paths = [...files.map(({ path }) => path), ...folders];
          await Promise.resolve();
          this.onCredentials(paths);
          return new Map(paths.map((path) => [path, this.#address(path)]));
        },
        begin: ({ path }) => {
          this.requests.push(`begin ${path}`);
          return Promise.resolve({ id: `upload of ${path}`, partSize: PART });
        },
        presign: (_id, parts) =>
          Promise.resolve(new Map(parts.map(({ number }) => [number, this.#address(`part ${number}`)]))),
        parts: () => Promise.resolve(this.isGone ? null : [...this.parts.values()]),
        complete: (_id, digest, parts) => {
          this.requests.push(`complete ${parts.map(({ number, etag }) => `${number}:${etag}`).join(' ')}`);
          this.workspace.set('whole', { size: 0, digest });
          return Promise.resolve();
        },
        abort: () => Promise.resolve(),
        workspace: () => Promise.resolve(this.workspace),
      },
    };
  }
}

/** An upload over fake ports, with what it shows. */
export const startFakeUpload = (fake: FakePorts, chosen: Chosen) => {
  const views: UploadView[] = [];
  let wake = (): void => undefined;
  const upload: Upload = new Upload({
    ports: fake.ports(),
    name: null,
    into: 'objects',
    onView: (view) => {
      views.push(view);
      wake();
    },
    onEnded: () => undefined,
  });
  upload.start(chosen);
  /** Resolves with the first view from now on that is so. */
  const until = async (isSo: (view: UploadView) => boolean): Promise<UploadView> => {
    for (;;) {
      const view = upload.view();
      if (isSo(view)) return view;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { upload, views, until, ended: () => until(({ phase }) => phase === 'ended') };
};
