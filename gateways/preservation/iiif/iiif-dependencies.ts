import type { SessionStore } from '../../../commands/iiif-sessions/iiif-sessions.js';
import type { RepositoryDependencies } from '../../service/repository-dependencies.js';
import type { AnswerKnownMets } from '../../parsed-mets/parsed-mets-answer.js';
import type { DepositMedia } from './deposit-media.js';
import type { GroupMedia } from './group-media.js';
import type { ImageRenderer } from '../../../formats/iiif/image-renderer.js';
import type { RenderedImages } from './rendered-images.js';

/** How deposits, and the pictures of archival groups, are shown in IIIF viewers. */
export interface IiifOptions {
  /** How long a session lives after its last use, in milliseconds. */
  readonly sessionMs: number;
  /** How many bytes of images are kept in memory. */
  readonly imageCacheBytes: number;
  readonly renderer: ImageRenderer;
}

export interface IiifDependencies extends Pick<
  RepositoryDependencies,
  'dependencies' | 'baseUrls' | 'groups' | 'repository' | 'waitForViews'
> {
  readonly answerMets: AnswerKnownMets;
}

/** What the routes with sessions use. */
export interface OpenIiif extends IiifDependencies {
  readonly sessions: SessionStore;
  readonly media: DepositMedia;
  readonly groupMedia: GroupMedia;
  readonly images: RenderedImages;
}
