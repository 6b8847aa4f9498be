import { inflateRawSync } from 'node:zlib'

const marks = { end: 0x06054b50, entry: 0x02014b50, file: 0x04034b50 }
const deflated = 8
/** The longest comment that can follow the list of a zip's entries. */
const furthestEnd = 65_557

/**
 * How many bytes a zip has when it is unpacked, counted by unpacking it, because what it says of itself may be untrue.
 * @returns more than `most` as soon as it is more; null for what is no zip that can be read
 */
export function unpackedSize(bytes: Buffer, most: number): number | null {
  try {
    return sizeOf(bytes, most)
  } catch {
    return null
  }
}

function sizeOf(bytes: Buffer, most: number): number | null {
  const end = bytes.subarray(Math.max(0, bytes.length - furthestEnd)).lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0) return null
  const endAt = Math.max(0, bytes.length - furthestEnd) + end
  const count = bytes.readUInt16LE(endAt + 10)
  let at = bytes.readUInt32LE(endAt + 16)
  let size = 0
  for (let nth = 0; nth < count; nth += 1) {
    if (bytes.readUInt32LE(at) !== marks.entry) return null
    const packed = bytes.readUInt32LE(at + 20)
    const fileAt = bytes.readUInt32LE(at + 42)
    if (bytes.readUInt32LE(fileAt) !== marks.file) return null
    const from = fileAt + 30 + bytes.readUInt16LE(fileAt + 26) + bytes.readUInt16LE(fileAt + 28)
    const content = bytes.subarray(from, from + packed)
    size += bytes.readUInt16LE(at + 10) === deflated ? inflatedSize(content, most - size) : content.length
    if (size > most) return size
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return size
}

/** More than `most` where it is more: nothing beyond is unpacked. */
function inflatedSize(content: Buffer, most: number): number {
  try {
    return inflateRawSync(content, { maxOutputLength: Math.max(1, most) }).length
  } catch (error) {
    if (error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') return most + 1
    throw error
  }
}
