import { sortByUtf8 } from '../../formats/paths/utf8-order.js';
import { ancestorsOf, escapePath, lastName, type RepositoryPath } from '../../formats/paths/repository-path.js';
import {
  ArchiveFault,
  type Archive,
  type ArchivedChange,
  type ArchivedFile,
  type Child,
  type JobChoice,
  type Place,
} from '../archive/archive.js';
import { orArchiveFault, orNone } from './archive-faults.js';
import { comparisonsOf } from './compared-places.js';
import { dataOf } from './data-of.js';
import { openContent } from './resumed-content.js';
import { reportsOf } from './read-report.js';
import { tarPlacer } from './tar-placer.js';
import { serviceRequests, type ServiceOptions } from './service-requests.js';
import { preservationServiceOver, type PreservationService } from './typed-service.js';

/** Files on a page: some megabytes. */
const FILES = 10_000;
/** Versions on the first pages: who wants the newest alone waits for no others. */
const VERSIONS = [1, 10, 100];
const CHILDREN = 10_000;
const ENTRIES = 500;
const FOUND = 1_000;
/** Names among which one that is not there is looked for. */
const NAMES = 1_000;

const at = (path: RepositoryPath) => ({ path: { path: escapePath(path) } });

/** Follows `next` from page to page; a page is asked for when the one before was taken. */
async function* followed<Page extends { readonly next: unknown }>(
  ask: (next: Exclude<Page['next'], null> | undefined) => Promise<Page>,
): AsyncGenerator<Page> {
  let next: Exclude<Page['next'], null> | undefined;
  do {
    const page: Page = await orArchiveFault(ask(next));
    yield page;
    next = page.next === null ? undefined : (page.next as Exclude<Page['next'], null>);
  } while (next !== undefined);
}

type Part<Name extends keyof Archive> = Pick<Archive, Name>;

const childrenOf = async (
  service: PreservationService,
  path: RepositoryPath,
  query: { after?: string; limit: number },
) => {
  if (path === '') return dataOf(service.GET('/children', { params: { query } }));
  const page = await dataOf(service.GET('/children/{path}', { params: { ...at(path), query } }));
  if (page.type === 'ChildListing') return page;
  throw new ArchiveFault('not-found', `There is no container at ${path}`);
};

const placesOf = (service: PreservationService): Part<'place' | 'children'> => {
  const groupAt = async (path: RepositoryPath): Promise<Place | null> => {
    const params = { ...at(path), query: { limit: 0 } };
    const found = path === '' ? null : await orNone(dataOf(service.GET('/versions/{path}', { params })));
    if (found === null) return null;
    const { group, name, head, below } = found;
    return { kind: 'group', path: group, name, head, below };
  };
  const namesIn = async (path: RepositoryPath): Promise<readonly string[] | null> => {
    const page = await orNone(childrenOf(service, path, { limit: NAMES }));
    return page?.children.map((child) => lastName(child.path)) ?? null;
  };
  return {
    async place(path) {
      const group = await groupAt(path);
      if (group !== null) return group;
      for (const nearest of [...ancestorsOf(path), path].reverse()) {
        const names = await namesIn(nearest);
        if (names === null) continue;
        return nearest === path ? { kind: 'container', path } : { kind: 'none', nearest, names };
      }
      return path === ''
        ? { kind: 'container', path }
        : { kind: 'none', nearest: '', names: (await namesIn('')) ?? [] };
    },
    async *children(container) {
      const all: Child[] = [];
      const pages = followed((after?: string) =>
        childrenOf(service, container, { limit: CHILDREN, ...(after === undefined ? {} : { after }) }),
      );
      for await (const { children } of pages)
        for (const { kind, path, name, head, modified } of children)
          all.push({ kind, path, name, head, modified: kind === 'group' ? modified : null });
      // The service gives them in the order of escaped names.
      yield* sortByUtf8(all, (child) => child.path);
    },
  };
};

const versionsOf = (service: PreservationService): Part<'versions' | 'changesOf'> => {
  async function* listed(group: RepositoryPath, below: string): AsyncGenerator<ArchivedChange> {
    let path = below;
    let asked = 0;
    const pages = followed((before?: number) => {
      const limit = VERSIONS[Math.min(asked++, VERSIONS.length - 1)] ?? 1;
      const query = { limit, ...(before === undefined ? {} : { before }) };
      const params = { ...at(path === '' ? group : `${group}/${path}`), query };
      return dataOf(service.GET('/versions/{path}', { params }));
    });
    for await (const page of pages) {
      if (page.group !== group) throw new ArchiveFault('not-found', `There is no archival group at ${group}`);
      for (const version of page.versions) {
        yield { ...version, file: version.file ?? null };
        path = version.file?.from ?? path;
      }
    }
  }
  return {
    async *versions(group) {
      for await (const { file: _file, ...version } of listed(group, '')) yield version;
    },
    changesOf: listed,
  };
};

const filesOf = (service: PreservationService): Part<'files'> => ({
  async *files(group, version, below = '', { described = true, placed = false } = {}) {
    const pages = followed((after?: string) => {
      const query = {
        version: `v${version}`,
        below,
        described,
        limit: FILES,
        ...(after === undefined ? {} : { after }),
      };
      return dataOf(service.GET('/files/{path}', { params: { ...at(group), query } }));
    });
    try {
      const withPlace = placed ? tarPlacer(below) : (file: ArchivedFile) => file;
      for await (const page of pages) for (const file of page.files) yield withPlace(file);
    } catch (error) {
      throw await ofVersion(service, group, error);
    }
  },
});

const objectFilesOf = (service: PreservationService): Part<'objectFiles'> => ({
  async *objectFiles(group, version) {
    const pages = followed((after?: string) => {
      const query = { version: `v${version}`, limit: FILES, ...(after === undefined ? {} : { after }) };
      return dataOf(service.GET('/ocfl/files/{path}', { params: { ...at(group), query } }));
    });
    try {
      for await (const page of pages) yield* page.files;
    } catch (error) {
      throw await ofVersion(service, group, error);
    }
  },
});

/** Of what is not there of a group that is there, the version is not there. */
const ofVersion = async (service: PreservationService, group: RepositoryPath, error: unknown): Promise<unknown> => {
  if (!(error instanceof ArchiveFault) || error.code !== 'not-found') return error;
  const place = await placesOf(service).place(group);
  const isThere = place.kind === 'group' && place.path === group;
  return isThere ? new ArchiveFault('version-not-found', error.message, { cause: error }) : error;
};

const searchOf = (service: PreservationService): Part<'search'> => ({
  async *search(wanted) {
    const pages = followed((after?: string) => {
      const query = { ...wanted, limit: FOUND, ...(after === undefined ? {} : { after }) };
      return dataOf(service.GET('/search/files', { params: { query } }));
    });
    for await (const { files } of pages) yield* files;
  },
});

const jobQuery = ({ group, kinds, states }: JobChoice) => ({
  ...(group === undefined ? {} : { group: escapePath(group) }),
  ...(kinds === undefined ? {} : { kind: kinds.join(',') }),
  ...(states === undefined ? {} : { state: states.join(',') }),
});

const recordsOf = (service: PreservationService): Part<'history' | 'jobs'> => ({
  async *history(group) {
    const pages = followed((next?: string) => {
      const cursor = next === undefined ? null : new URL(next).searchParams.get('cursor');
      const query = { limit: ENTRIES, ...(cursor === null ? {} : { cursor }) };
      return dataOf(service.GET('/history/{path}', { params: { ...at(group), query } }));
    });
    for await (const { entries } of pages) yield* entries;
  },
  async *jobs(choice = {}) {
    const pages = followed(async (page?: number) => {
      const query = { page: page ?? 1, pageSize: ENTRIES, ...jobQuery(choice) };
      const found = await dataOf(service.GET('/jobs', { params: { query } }));
      return { jobs: found.jobs, next: query.page * found.pageSize < found.total ? query.page + 1 : null };
    });
    for await (const { jobs } of pages) yield* jobs;
  },
});

/**
 * The archive of a platform that runs, at the base address of its preservation service without a final slash. A request
 * that is not answered is repeated for a minute.
 */
export const httpArchive = (base: string, options: ServiceOptions = {}): Archive => {
  const requests = serviceRequests(options);
  const service = preservationServiceOver(base, requests);
  const { retries } = options;
  const transfer = { requests, ...(retries === undefined ? {} : { retries }) };
  return {
    ...placesOf(service),
    ...versionsOf(service),
    ...comparisonsOf(service),
    ...filesOf(service),
    ...objectFilesOf(service),
    ...reportsOf(service),
    ...searchOf(service),
    ...recordsOf(service),
    open: async (group, version, { stored, size }, from = 0) => {
      const address = `${base}/content/${escapePath(`${group}/${stored}`)}?version=v${version}`;
      return openContent(transfer, { address, size, from });
    },
    openTar: async (group, version, below, { start, end }) => {
      const path = escapePath(below === '' ? group : `${group}/${below}`);
      const address = `${base}/content/${path}?version=v${version}&as=tar&stored=true`;
      return openContent(transfer, { address, size: end, from: start, isPart: true });
    },
    openObjectFile: async (group, version, { stored, size }, from = 0) => {
      const query = new URLSearchParams({ file: stored, version: `v${version}` });
      const address = `${base}/ocfl/content/${escapePath(group)}?${query.toString()}`;
      return openContent(transfer, { address, size, from });
    },
    close: () => Promise.resolve(),
  };
};
