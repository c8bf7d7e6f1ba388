import { xmlAnswer } from '../answer.js';
import type { Answer } from '../answer.js';
import type { ObjectCall } from '../call.js';
import { S3Error } from '../s3-error.js';
import { element } from '../xml/write-xml.js';

/** No object has tags here, which clients ask for before they copy a large one. */
export const getObjectTagging = async ({ engine, bucket, key }: ObjectCall): Promise<Answer> => {
  if ((await engine.head({ bucket, key })) === null) {
    throw new S3Error('NoSuchKey', 'The specified key does not exist.');
  }
  return xmlAnswer('Tagging', [element('TagSet', [])]);
};
