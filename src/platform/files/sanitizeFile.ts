import { fileTypeFromBuffer } from 'file-type'
import { t } from '#shared/texts.ts'
import type { Turn } from '../fairQueue.ts'
import { drawPicture, pictureProblemText } from '../pictures/drawPicture.ts'
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

/**
 * Converts uploaded bytes into what may be stored. A picture is re-encoded, upright and without metadata, by default at
 * most 1024 pixels wide or high, as JPEG, or as WebP with transparency. A PDF is parsed and rewritten. A table is
 * stored unchanged.
 *
 * @param declared the type that the upload was granted for; the bytes must be of that type
 * @param turn whose file it is
 * @throws RefusedFile
 * @throws Refusal RATE_LIMITED or UNAVAILABLE when too many files wait
 */
export async function sanitizeFile(
  bytes: Buffer,
  declared: string,
  turn: Turn,
  side = maxSide,
): Promise<{ bytes: Buffer; contentType: string }> {
  const detected = await fileTypeFromBuffer(bytes)
  // A text file has no signature. The server finds out when it reads the file.
  if (declared === 'text/csv' && detected === undefined) return { bytes, contentType: declared }
  if (detected?.mime !== declared)
    throw new RefusedFile(415, otherTypeMessage(nameOf(declared), detected && nameOf(detected.mime)))
  if (declared === 'application/pdf') {
    const checked = await sanitizePdf(bytes, turn)
    if ('problem' in checked) throw new RefusedFile(422, checked.problem)
    return { bytes: Buffer.from(checked.bytes), contentType: declared }
  }
  if (!declared.startsWith('image/')) return { bytes, contentType: declared }
  const drawn = await drawPicture(bytes, { kind: 'STORED', side }, turn)
  if ('problem' in drawn) throw new RefusedFile(422, pictureProblemText(drawn.problem))
  return { bytes: Buffer.from(drawn.bytes), contentType: drawn.contentType }
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
