import { type Talk, type AnswerProperties, GROUP, idIn, pathOf, upload } from './talk.js';

const said = (label: string, value: string): object => ({ label: { en: [label] }, value: { none: [value] } });

/** The manifest is found by a redirect, which ends where it is. */
export const iiif = async ({ preservation }: Talk, deposit: string): Promise<void> => {
  const before = await preservation('getDepositManifest with-structures', `GET ${deposit}/iiif`);
  const { id, items } = before as unknown as {
    readonly id: string;
    readonly items: readonly { readonly id: string }[];
  };
  const structures = [
    {
      id: 'https://viewer.example/ranges/1',
      type: 'Range',
      label: { en: ['Collection: Letters of 1911'] },
      metadata: [said('Type', 'Collection'), said('Name', 'Letters of 1911'), said('id', 'letters-1911')],
      items: items.map((canvas) => ({ id: canvas.id, type: 'Canvas' })),
    },
  ];
  const declared = items.map((canvas) => ({ id: canvas.id, type: 'Canvas' }));
  await preservation('postDepositManifest one-range', `POST ${pathOf(id)}`, {
    body: { type: 'Manifest', items: declared, structures },
    status: 204,
  });
  await preservation('getDepositManifest with-structures', `GET ${pathOf(id)}`);
  await preservation('listDepositCanvases first-page', `GET ${pathOf(id)}/canvases`);
  await preservation('listDepositRanges all', `GET ${pathOf(id)}/ranges`);
  const opened = await preservation('getOpenedGroupManifest newest', `GET /viewer/${GROUP}`);
  await preservation('listGroupCanvases first-page', `GET ${pathOf(opened.id)}/canvases`);
  await preservation('listGroupRanges all', `GET ${pathOf(opened.id)}/ranges`);
  await preservation('getGroupManifest newest', `GET /iiif/${GROUP}`);
};

/** A deposit with an image whose size a tool has found; how it comes about is shown elsewhere. */
export const imageService = async ({ preservation, platform }: Talk): Promise<void> => {
  const base = platform.ready.preservation;
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'image-service' };
  const opened = await fetch(`${base}/deposits`, { method: 'POST', headers, body: '{"template":"RootLevel"}' });
  const { id, files } = (await opened.json()) as AnswerProperties;
  const printed = '======== objects/page-1.tif\nMIME Type : image/tiff\nImage Width : 4000\nImage Height : 3000\n';
  await upload(platform, files, 'objects/page-1.tif', '');
  await upload(platform, files, 'metadata/exif/exif_output.txt', printed);
  const { metsETag } = (await (await fetch(id)).json()) as AnswerProperties;
  const sent = { 'content-type': 'application/json', 'if-match': metsETag };
  await fetch(`${id}/mets`, { method: 'POST', headers: sent, body: '["objects/page-1.tif"]' });
  const { headers: found } = await fetch(`${id}/iiif`, { redirect: 'manual' });
  const token = idIn(found.get('location') ?? '');
  const service = `/media/${token}/deposit/${idIn(id)}/imagesvc/objects/page-1.tif`;
  await preservation('getMedia image-service', `GET ${service}/info.json`);
};
