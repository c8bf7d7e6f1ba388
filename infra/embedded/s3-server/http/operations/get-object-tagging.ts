import { xmlAnswer } from '../answer.js';
import type { Answer } from '../answer.js';
import type { ObjectCall } from '../call.js';
import { element } from '../xml/write-xml.js';
import { findObject } from './find-object.js';

/** No object has tags here, which clients ask for before they copy a large one. */
export const getObjectTagging = async (call: ObjectCall): Promise<Answer> => {
  await findObject(call);
  return xmlAnswer('Tagging', [element('TagSet', [])]);
};
