/** The polynomial of CRC-64/NVME (NVM Express command set 1.0, 5.2.1.3.4), reflected. */
const POLYNOMIAL = 0x9a6c9329ac4bc9b5n;

const TABLE = BigUint64Array.from({ length: 256 }, (_, byte) => {
  let value = BigInt(byte);
  for (let bit = 0; bit < 8; bit++) value = value & 1n ? (value >> 1n) ^ POLYNOMIAL : value >> 1n;
  return value;
});

// Two halves of 32 bits: arithmetic on bigint would be some fifty times slower.
const LOW = Int32Array.from(TABLE, (value) => Number(BigInt.asIntN(32, value)));
const HIGH = Int32Array.from(TABLE, (value) => Number(BigInt.asIntN(32, value >> 32n)));

/** CRC-64/NVME over bytes that come in pieces; `digest` gives 8 bytes, big-endian. */
export const crc64nvme = (): { update(bytes: Uint8Array): void; digest(): Buffer } => {
  let low = -1;
  let high = -1;
  return {
    update(bytes) {
      for (const byte of bytes) {
        const index = (low ^ byte) & 0xff;
        low = ((low >>> 8) | (high << 24)) ^ (LOW[index] ?? 0);
        high = (high >>> 8) ^ (HIGH[index] ?? 0);
      }
    },
    digest() {
      const value = Buffer.alloc(8);
      value.writeInt32BE(~high, 0);
      value.writeInt32BE(~low, 4);
      return value;
    },
  };
};
