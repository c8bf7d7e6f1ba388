import { xmlAnswer } from '../answer.js';
import type { Answer } from '../answer.js';
import type { ObjectRequest } from '../s3-request.js';
import { element } from '../xml/write-xml.js';
import { findObject } from './find-object.js';

/** Objects have no tags; clients ask for them before they copy a large object. */
export const getObjectTagging = async (request: ObjectRequest): Promise<Answer> => {
  await findObject(request);
  return xmlAnswer('Tagging', [element('TagSet', [])]);
};
