import type { Finding } from '../../../formats/ocfl/finding.js';
import { examineObject } from '../../../formats/ocfl/validation/examine-object.js';
import type { ObjectReader } from '../../../formats/ocfl/object-reader.js';

/** What is wrong with an OCFL object. */
export const validateObject = async (reader: ObjectReader): Promise<Finding[]> =>
  (await examineObject(reader)).findings;
