import { ApiFault } from './api-fault.js';

/** The JSON of a response; rejects with ApiFault where it has none. */
export const dataOf = async <Data>(
  answer: Promise<{ readonly data?: Data; readonly response: Response }>,
): Promise<Data> => {
  const { data, response } = await answer.catch((error: unknown) => {
    if (error instanceof SyntaxError) throw new ApiFault(`The response is not JSON: ${error.message}`);
    throw error;
  });
  if (data === undefined) throw new ApiFault(`The response has no JSON.`, { status: response.status });
  return data;
};
