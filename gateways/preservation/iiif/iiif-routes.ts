import { notFound } from '../../http/answer/problem.js';
import { route, type Answer, type Route } from '../../http/route.js';
import { listDepositCanvases, listDepositRanges } from './deposit-parts.js';
import { depositMedia } from './deposit-media.js';
import { getDepositManifest } from './get-deposit-manifest.js';
import { getGroupManifest } from './get-group-manifest.js';
import { getMedia } from './get-media.js';
import type { IiifDependencies, IiifOptions, OpenIiif } from './iiif-dependencies.js';
import { openDepositManifest } from './open-deposit-manifest.js';
import { groupMedia } from './group-media.js';
import {
  getOpenedGroupManifest,
  listGroupCanvases,
  listGroupRanges,
  openGroupManifest,
} from './opened-group-routes.js';
import { postDepositManifest } from './post-deposit-manifest.js';
import { renderedImages } from './rendered-images.js';
import { mediaKeeper } from './shown-media.js';

export type { IiifOptions } from './iiif-dependencies.js';

/**
 * IIIF (preservation 4.9). Without options, which is EnableIiifMediaEndpoints turned off, nothing of a deposit is there;
 * archival groups have their manifests in any case.
 */
export const iiifRoutes = (on: IiifDependencies, options: IiifOptions | null): Route[] => [
  getGroupManifest(on),
  ...(options === null ? disabled : openRoutes(on, options)),
];

const openRoutes = (on: IiifDependencies, options: IiifOptions): Route[] => {
  const { sessionMs: lifetimeMs, imageCacheBytes, renderer } = options;
  const keep = mediaKeeper();
  const open: OpenIiif = {
    ...on,
    sessions: { ...on.dependencies, lifetimeMs },
    media: depositMedia(on.dependencies, keep),
    groupMedia: groupMedia(on.dependencies, on.groups, keep),
    images: renderedImages(renderer, imageCacheBytes),
  };
  return [
    openDepositManifest(open),
    getDepositManifest(open),
    listDepositCanvases(open),
    listDepositRanges(open),
    postDepositManifest(open),
    openGroupManifest(open),
    getOpenedGroupManifest(open),
    listGroupCanvases(open),
    listGroupRanges(open),
    getMedia(open),
  ];
};

const isDisabled = (): Promise<Answer> => Promise.resolve(notFound('IIIF viewing of deposits is not enabled.'));

const disabled: readonly Route[] = [
  'openDepositManifest',
  'getDepositManifest',
  'listDepositCanvases',
  'listDepositRanges',
  'postDepositManifest',
  'openGroupManifest',
  'getOpenedGroupManifest',
  'listGroupCanvases',
  'listGroupRanges',
  'getMedia',
].map((operationId) => route(operationId, isDisabled));
