import { serviceRequests } from '../../api/service-requests.js';
import { preservationServiceOver, storageServiceOver } from '../../api/typed-service.js';
import { askingForLock } from './lock-question.js';
import { askingForTree } from './tree-progress.js';

const requests = serviceRequests();

/** The request, for texts in the language of the page, which need not be the browser's. */
export const inLanguageOfPage = (request: Request): Request => {
  request.headers.set('Accept-Language', document.documentElement.lang);
  return request;
};

/** A read is not sent again here: TanStack Query does that, and the page says so meanwhile. */
const send = (request: Request): Promise<Response> =>
  request.method === 'GET'
    ? askingForTree(inLanguageOfPage(request), requests.sendOnce)
    : askingForLock(request.url, () => requests.send(request.clone()));

/** The path of the console's server part, with its final slash; the page may lie below the path of a proxy. */
export const BASE = new URL(document.baseURI).pathname;

/** Where the server part forwards to the two services. */
export const PRESERVATION = `${BASE}api/preservation`;
export const STORAGE = `${BASE}api/storage`;

/** The services, with the rights of the session. Calls reject with ApiFault from status 400. */
export const preservation = preservationServiceOver(PRESERVATION, { send });
/** As `preservation`, where the lock of somebody else refuses a change and nobody is asked: to change many things. */
export const preservationUnasked = preservationServiceOver(PRESERVATION, requests);
export const storage = storageServiceOver(STORAGE, { send });
