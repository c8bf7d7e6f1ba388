import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '../../api/data-of.js';
import type { components } from '../../api/generated/preservation.js';
import { serviceRequests } from '../../api/service-requests.js';
import { escapePath, type RepositoryPath } from '../../../formats/paths/repository-path.js';
import type { ManifestRange } from './manifest-range.js';
import { preservation, PRESERVATION } from './services.js';

/** What a manifest is of: a deposit as it is now, or a version of a group, by default the newest. */
export type Shown =
  | { readonly kind: 'deposit'; readonly depositId: string }
  | { readonly kind: 'group'; readonly path: RepositoryPath; readonly version: string | null };

/** A manifest that this session has opened; whoever has the token can see what it shows. */
export interface OpenedManifest {
  readonly kind: Shown['kind'];
  /** Of the deposit, or of the version of a group. */
  readonly id: string;
  readonly token: string;
}

/** A media file that a canvas is painted with, or that stands beside it. */
export interface Media {
  readonly id: string;
  readonly type: string;
  readonly format?: string;
  readonly width?: number;
  readonly height?: number;
  readonly label?: Readonly<Record<string, readonly string[]>>;
  readonly provides?: readonly string[];
}

/** A Canvas of the IIIF presentation API 3, as our manifests have them. */
export interface Canvas {
  readonly id: string;
  readonly width?: number;
  readonly height?: number;
  /** In seconds. */
  readonly duration?: number;
  readonly thumbnail?: readonly Media[];
  readonly rendering?: readonly Media[];
  readonly items: readonly { readonly items: readonly { readonly body: Media }[] }[];
  readonly annotations?: readonly { readonly items: readonly { readonly body: Media }[] }[];
}

type Listing = components['schemas']['CanvasListing'];
export type NumberedCanvas = Omit<Listing['canvases'][number], 'canvas'> & { readonly canvas: Canvas };
export interface CanvasListing extends Omit<Listing, 'canvases'> {
  readonly canvases: readonly NumberedCanvas[];
}
export type CanvasKind = NumberedCanvas['kind'];

/** Canvases that are read together. */
export const CANVASES = 100;

const requests = serviceRequests();

/** The parts of a query key that name what is shown. */
export const shownKey = (shown: Shown): readonly [string, string, string] =>
  shown.kind === 'deposit'
    ? ['deposits', shown.depositId, 'manifest']
    : ['repository', shown.path, `manifest of ${shown.version ?? 'the newest'}`];

/**
 * Opens a manifest. The redirect tells its address; the manifest itself, which may be large, is not read. It is opened once,
 * whatever changes, so that pictures keep their addresses.
 */
export const openedQuery = (shown: Shown) =>
  queryOptions({
    queryKey: shownKey(shown),
    queryFn: async ({ signal }): Promise<OpenedManifest> => {
      const version = shown.kind === 'deposit' || shown.version === null ? '' : `?version=${shown.version}`;
      const address =
        shown.kind === 'deposit'
          ? `${PRESERVATION}/deposits/${shown.depositId}/iiif`
          : `${PRESERVATION}/viewer/${escapePath(shown.path)}${version}`;
      const response = await requests.open(new Request(address, { signal }));
      await response.body?.cancel();
      const [, id = '', token = ''] = /\/([^/]+)\/iiif-token\/([^/?]+)/.exec(new URL(response.url).pathname) ?? [];
      return { kind: shown.kind, id: decodeURIComponent(id), token };
    },
    staleTime: 'static',
  });

export interface CanvasesWanted {
  readonly page?: number;
  readonly pageSize?: number;
  readonly path?: string;
  readonly kind?: CanvasKind;
  /** Whether a range has it. */
  readonly ranged?: boolean;
}

/** Some canvases of an opened manifest. */
export const readCanvases = async (
  { kind, id, token }: OpenedManifest,
  query: CanvasesWanted,
  signal: AbortSignal,
): Promise<CanvasListing> => {
  const listing =
    kind === 'deposit'
      ? preservation.GET('/deposits/{depositId}/iiif-token/{token}/canvases', {
          params: { path: { depositId: id, token }, query },
          signal,
        })
      : preservation.GET('/archivalgroups/{groupVersion}/iiif-token/{token}/canvases', {
          params: { path: { groupVersion: id, token }, query },
          signal,
        });
  return (await dataOf<Listing>(listing)) as unknown as CanvasListing;
};

/** A page of canvases, from 1. */
export const canvasesQuery = (shown: Shown, opened: OpenedManifest, query: CanvasesWanted) =>
  queryOptions({
    queryKey: [...shownKey(shown), 'canvases', opened.token, query],
    queryFn: ({ signal }) => readCanvases(opened, { pageSize: CANVASES, ...query }, signal),
  });

/** The structures of an opened manifest, and the ETag under which a deposit's can be posted. */
export const rangesQuery = (shown: Shown, { kind, id, token }: OpenedManifest) =>
  queryOptions({
    queryKey: [...shownKey(shown), 'ranges', token],
    queryFn: async ({ signal }) => {
      const { data, response } =
        kind === 'deposit'
          ? await preservation.GET('/deposits/{depositId}/iiif-token/{token}/ranges', {
              params: { path: { depositId: id, token } },
              signal,
            })
          : await preservation.GET('/archivalgroups/{groupVersion}/iiif-token/{token}/ranges', {
              params: { path: { groupVersion: id, token } },
              signal,
            });
      const structures = (data?.structures ?? []) as unknown as readonly ManifestRange[];
      return { structures, etag: response.headers.get('etag') };
    },
  });

/** The public address of an opened manifest, for other viewers. */
export const manifestAddress = (base: string, { kind, id, token }: OpenedManifest): string =>
  `${base}/${kind === 'deposit' ? 'deposits' : 'archivalgroups'}/${id}/iiif-token/${token}`;
