import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { checkedPdf } from './pdf.ts'

/** A file that is not taken; `status` is the HTTP status it is answered with. */
export class RefusedFile extends Error {
  readonly status: 400 | 413 | 415 | 422

  constructor(status: 400 | 413 | 415 | 422, message: string) {
    super(message)
    this.status = status
  }
}

/** The longer side of a stored picture, in pixels; of one that shows a written page, more. */
const longestSide = 1024
export const longestSideOfPage = 1600
/** As much as a phone's camera gives; beyond, a small file could fill the memory. */
const mostPixels = 64_000_000

// Pictures are rare and memory is short: one thread for each, and no cache between them.
sharp.concurrency(1)
sharp.cache(false)

/**
 * Makes of sent bytes what may be stored: a picture is drawn anew, upright, without its metadata and at most 1024 pixels
 * wide or high unless said otherwise, as JPEG, or as WebP when it has transparency; a PDF is read and written anew, a table is stored as it is.
 * @param declared the type the upload was granted for; the bytes must really be of it
 * @throws RefusedFile
 */
export async function checkedFile(
  bytes: Buffer,
  declared: string,
  side = longestSide,
): Promise<{ bytes: Buffer; contentType: string }> {
  const found = await fileTypeFromBuffer(bytes)
  // A text has no mark of its own: what is none is found out when it is read, on the server.
  if (declared === 'text/csv' && found === undefined) return { bytes, contentType: declared }
  if (found?.mime !== declared)
    throw new RefusedFile(
      415,
      `The file is not what its name says: ${nameOf(declared)} was expected${found ? `, ${nameOf(found.mime)} came` : ''}.`,
    )
  if (declared === 'application/pdf') {
    const checked = await checkedPdf(bytes)
    if ('problem' in checked) throw new RefusedFile(422, checked.problem)
    return { bytes: Buffer.from(checked.bytes), contentType: declared }
  }
  if (!declared.startsWith('image/')) return { bytes, contentType: declared }
  try {
    const picture = sharp(bytes, { limitInputPixels: mostPixels, sequentialRead: true, pages: 1 })
    const { hasAlpha } = await picture.metadata()
    const small = picture.autoOrient().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    return hasAlpha
      ? { bytes: await small.webp({ quality: 90 }).toBuffer(), contentType: 'image/webp' }
      : { bytes: await small.jpeg({ quality: 85 }).toBuffer(), contentType: 'image/jpeg' }
  } catch {
    throw new RefusedFile(422, 'This picture cannot be read: it is damaged or too large. Please save it again as PNG or JPEG.')
  }
}

function nameOf(type: string): string {
  if (type === 'text/csv') return 'CSV'
  if (type.endsWith('.spreadsheetml.sheet')) return 'XLSX'
  return type.replace(/^(application|image)\//, '').toUpperCase()
}
