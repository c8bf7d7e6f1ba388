import { useQuery } from '@tanstack/react-query';
import { bagInfoElements } from '../../../../formats/bagit/bag-info.js';
import { asyncSource } from '../../../../flow/streams/async-source.js';
import { ApiFault } from '../../../api/api-fault.js';
import { readDownload } from '../../api/deposits.js';
import { Section } from '../../parts/page.js';
import { useFormats, useWords } from '../../words/language.js';

const FILE = 'bag-info.txt';

/** So many bytes of it are read. */
const MOST = 65_536;

interface BagInfo {
  readonly url: string;
  /** The first value of each label, which is in lower case. */
  readonly values: ReadonlyMap<string, string>;
}

/** What a bag says of itself now; null where it has no such file. */
const readInfo = async (depositId: string, signal: AbortSignal): Promise<BagInfo | null> => {
  const found = await readDownload(depositId, FILE, false).catch((error: unknown) => {
    if (error instanceof ApiFault && error.status === 404) return null;
    throw error;
  });
  if (found === null) return null;
  const { url, size } = found;
  const values = new Map<string, string>();
  if (size === 0) return { url, values };
  const response = await fetch(url, { headers: { Range: `bytes=0-${MOST - 1}` }, signal });
  if (!response.ok) return null;
  const lines = asyncSource([(await response.text()).split(/\r\n|\n|\r/)]);
  for await (const [label, value] of bagInfoElements(lines, false, () => undefined)) {
    const key = label.toLowerCase();
    if (!values.has(key)) values.set(key, value);
  }
  return { url, values };
};

/** Who made a bag, when and with what, and how much it says that it holds. */
export const BagInfo = ({ depositId }: { readonly depositId: string }) => {
  const { tools: words } = useWords();
  const { bytes } = useFormats();
  const { data } = useQuery({
    queryKey: ['deposits', depositId, 'bag info'],
    queryFn: ({ signal }) => readInfo(depositId, signal),
  });
  if (!data) return null;
  const { url, values } = data;
  const [, octets, files] = /^(\d+)\.(\d+)$/.exec(values.get('payload-oxum') ?? '') ?? [];
  const [date, software] = [values.get('bagging-date'), values.get('bag-software-agent')];
  const facts = [
    [words.bagFrom, values.get('source-organization')],
    [words.bagged, date === undefined && software === undefined ? undefined : words.baggedWith(date, software)],
    [
      words.payload,
      octets === undefined || files === undefined ? undefined : words.payloadSays(Number(files), bytes(Number(octets))),
    ],
    [words.bagWhat, values.get('external-description')],
  ] as const;
  return (
    <Section title={words.bagSays} link={<a href={url}>{FILE}</a>}>
      <dl className="dl full">
        {facts.map(([name, value]) =>
          value === undefined ? null : (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
    </Section>
  );
};
