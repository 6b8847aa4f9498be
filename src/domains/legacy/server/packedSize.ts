import { inflateRawSync } from 'node:zlib'

const marks = { entry: 0x02014b50, file: 0x04034b50, locator: 0x07064b50 }
const deflated = 8
/** The flag of an entry whose size stands behind it. */
const sizeFollows = 8
/** In the place of a number that stands elsewhere: in what ZIP64 has added. */
const [elsewhere16, elsewhere] = [0xffff, 0xffffffff]
/** The longest comment that can follow the list of a zip's entries. */
const furthestEnd = 65_557

/**
 * How many bytes a zip has when it is unpacked, counted by unpacking it, because what it says of itself may be untrue.
 * @returns more than `most` as soon as it is more; null for what is no zip that can be read, or one of which a reader could find other
 *   entries than those that were counted: ZIP64, which no spreadsheet of this size needs, and sizes that are left out or not so
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
  // ZIP64 has a second list of entries, and whoever reads it would read another file than the one that is measured here.
  if (count === elsewhere16 || at === elsewhere || bytes.readUInt32LE(endAt + 12) === elsewhere) return null
  if (endAt >= 20 && bytes.readUInt32LE(endAt - 20) === marks.locator) return null
  let size = 0
  for (let nth = 0; nth < count; nth += 1) {
    if (bytes.readUInt32LE(at) !== marks.entry) return null
    const packed = bytes.readUInt32LE(at + 20)
    const said = bytes.readUInt32LE(at + 24)
    const fileAt = bytes.readUInt32LE(at + 42)
    if (packed === elsewhere || said === elsewhere || fileAt === elsewhere) return null
    // Where the list leaves the size out, it is read from a place that this does not look at.
    if (packed === 0 && (bytes.readUInt16LE(at + 8) & sizeFollows) !== 0) return null
    if (bytes.readUInt32LE(fileAt) !== marks.file) return null
    const from = fileAt + 30 + bytes.readUInt16LE(fileAt + 26) + bytes.readUInt16LE(fileAt + 28)
    const content = bytes.subarray(from, from + packed)
    const unpacked = bytes.readUInt16LE(at + 10) === deflated ? inflatedSize(content, most - size) : content.length
    size += unpacked
    if (size > most) return size
    if (said !== 0 && said !== unpacked) return null
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
