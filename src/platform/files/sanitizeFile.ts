import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { t } from '#shared/texts.ts'
import { sanitizePdf } from './sanitizePdf.ts'

/** Error for a refused file; `status` is the HTTP status of the answer. */
export class RefusedFile extends Error {
  readonly status: 400 | 413 | 415 | 422

  constructor(status: 400 | 413 | 415 | 422, message: string) {
    super(message)
    this.status = status
  }
}

/** Maximum width and height of a stored picture in pixels. Pictures of a written page may be larger. */
const maxSide = 1024
export const maxSideOfPage = 1600
/** The resolution of a phone's camera. A small file with more pixels could exhaust the memory. */
const maxPixels = 64_000_000

// Pictures are rare and memory is scarce: one thread for each, and no cache.
sharp.concurrency(1)
sharp.cache(false)

/**
 * Converts uploaded bytes into what may be stored. A picture is re-encoded, upright and without metadata, by default at
 * most 1024 pixels wide or high, as JPEG, or as WebP with transparency. A PDF is parsed and rewritten. A table is
 * stored unchanged.
 *
 * @param declared the type that the upload was granted for; the bytes must be of that type
 * @throws RefusedFile
 */
export async function sanitizeFile(
  bytes: Buffer,
  declared: string,
  side = maxSide,
): Promise<{ bytes: Buffer; contentType: string }> {
  const detected = await fileTypeFromBuffer(bytes)
  // A text file has no signature. The server finds out when it reads the file.
  if (declared === 'text/csv' && detected === undefined) return { bytes, contentType: declared }
  if (detected?.mime !== declared)
    throw new RefusedFile(415, otherTypeMessage(nameOf(declared), detected && nameOf(detected.mime)))
  if (declared === 'application/pdf') {
    const checked = await sanitizePdf(bytes)
    if ('problem' in checked) throw new RefusedFile(422, checked.problem)
    return { bytes: Buffer.from(checked.bytes), contentType: declared }
  }
  if (!declared.startsWith('image/')) return { bytes, contentType: declared }
  try {
    const picture = sharp(bytes, { limitInputPixels: maxPixels, sequentialRead: true, pages: 1 })
    const { hasAlpha } = await picture.metadata()
    const resized = picture.autoOrient().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    return hasAlpha
      ? { bytes: await resized.webp({ quality: 90 }).toBuffer(), contentType: 'image/webp' }
      : { bytes: await resized.jpeg({ quality: 85 }).toBuffer(), contentType: 'image/jpeg' }
  } catch {
    throw new RefusedFile(422, t`This picture cannot be read: it is damaged or too large. Please save it again as PNG or JPEG.`)
  }
}

function otherTypeMessage(expected: string, came: string | undefined): string {
  return came === undefined
    ? t`The file is not what its name says: ${expected} was expected.`
    : t`The file is not what its name says: ${expected} was expected, ${came} came.`
}

function nameOf(type: string): string {
  if (type === 'text/csv') return 'CSV'
  if (type.endsWith('.spreadsheetml.sheet')) return 'XLSX'
  return type.replace(/^(application|image)\//, '').toUpperCase()
}
