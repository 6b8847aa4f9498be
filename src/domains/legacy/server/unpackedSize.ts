import { inflateRawSync } from 'node:zlib'

const signatures = { entry: 0x02014b50, file: 0x04034b50, locator: 0x07064b50 }
const deflated = 8
/** Flag of an entry whose sizes follow its content in a data descriptor. */
const dataDescriptorFlag = 8
/** Values that mean "see the ZIP64 extension". */
const [zip64Marker16, zip64Marker32] = [0xffff, 0xffffffff]
/** Maximum distance of the end record from the end of the file: 22 bytes and the longest comment. */
const maxEndDistance = 65_557

/**
 * Returns the unpacked size of a zip in bytes. Counts by unpacking, because the declared sizes may be false.
 * @returns a number above `limit` as soon as the limit is exceeded. Returns null for an unreadable zip, and for one in
 *   which another reader could find other entries: ZIP64, which no spreadsheet of this size needs, and missing or false
 *   sizes
 */
export function unpackedSize(bytes: Buffer, limit: number): number | null {
  try {
    return sizeOf(bytes, limit)
  } catch {
    return null
  }
}

function sizeOf(bytes: Buffer, most: number): number | null {
  const end = bytes.subarray(Math.max(0, bytes.length - maxEndDistance)).lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0) return null
  const endAt = Math.max(0, bytes.length - maxEndDistance) + end
  const count = bytes.readUInt16LE(endAt + 10)
  let at = bytes.readUInt32LE(endAt + 16)
  // ZIP64 has a second list of entries; a reader that uses it would read another file than the one measured here.
  if (count === zip64Marker16 || at === zip64Marker32 || bytes.readUInt32LE(endAt + 12) === zip64Marker32) return null
  if (endAt >= 20 && bytes.readUInt32LE(endAt - 20) === signatures.locator) return null
  let size = 0
  for (let index = 0; index < count; index += 1) {
    if (bytes.readUInt32LE(at) !== signatures.entry) return null
    const packed = bytes.readUInt32LE(at + 20)
    const declared = bytes.readUInt32LE(at + 24)
    const fileAt = bytes.readUInt32LE(at + 42)
    if (packed === zip64Marker32 || declared === zip64Marker32 || fileAt === zip64Marker32) return null
    // If the list omits the size, readers take it from a data descriptor, which is not checked here.
    if (packed === 0 && (bytes.readUInt16LE(at + 8) & dataDescriptorFlag) !== 0) return null
    if (bytes.readUInt32LE(fileAt) !== signatures.file) return null
    const from = fileAt + 30 + bytes.readUInt16LE(fileAt + 26) + bytes.readUInt16LE(fileAt + 28)
    const content = bytes.subarray(from, from + packed)
    const unpacked = bytes.readUInt16LE(at + 10) === deflated ? inflatedSize(content, most - size) : content.length
    size += unpacked
    if (size > most) return size
    if (declared !== 0 && declared !== unpacked) return null
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return size
}

/** Returns the inflated size, or `limit + 1` if it is larger; unpacks nothing beyond the limit. */
function inflatedSize(content: Buffer, most: number): number {
  try {
    return inflateRawSync(content, { maxOutputLength: Math.max(1, most) }).length
  } catch (error) {
    if (error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') return most + 1
    throw error
  }
}
