import { crc32, deflateRawSync } from 'node:zlib';

/** What a header of a member says, where it is not the truth. */
export interface ZipHeader {
  readonly flags?: number;
  readonly method?: number;
  readonly packedBytes?: number;
  readonly bytes?: number;
  /** Of the entry only. */
  readonly offset?: number;
}

/** A ZIP archive with one compressed member, whose header and entry of the directory may differ from the truth. */
export const zipOf = (content: Buffer, header: ZipHeader = {}, entry: ZipHeader = header): Buffer => {
  const body = deflateRawSync(content);
  const common = ({ flags = 0, method = 8, packedBytes = body.length, bytes = content.length }: ZipHeader): Buffer => {
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(flags, 2);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(packedBytes, 14);
    fields.writeUInt32LE(bytes, 18);
    fields.writeUInt16LE(1, 22);
    return fields;
  };
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), common(header), Buffer.from('a'), body]);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(entry.offset ?? 0, 10);
  const listed = Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), common(entry), rest, Buffer.from('a')]);
  const end = Buffer.alloc(18);
  for (const at of [4, 6]) end.writeUInt16LE(1, at);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, listed, Buffer.from('PK\x05\x06'), end]);
};
