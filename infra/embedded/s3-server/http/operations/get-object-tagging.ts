import { xmlAnswer } from '../answer.js';
import type { Answer } from '../answer.js';
import type { ObjectRequest } from '../s3-request.js';
import { element } from '../xml/write-xml.js';
import { findObject } from './find-object.js';

/** No object has tags here, which clients ask for before they copy a large one. */
export const getObjectTagging = async (request: ObjectRequest): Promise<Answer> => {
  await findObject(request);
  return xmlAnswer('Tagging', [element('TagSet', [])]);
};
