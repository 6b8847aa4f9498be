import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Call } from '#platform/command.ts'
import { pictureDataUrl } from '#platform/files/files.ts'
import type { PdfContent } from '#platform/pdf/document.ts'
import { pdfLimits } from '#platform/pdf/renderers.ts'
import { drawPicture, pictureAsUrl } from '#platform/pictures/drawPicture.ts'
import { Refusal } from '#platform/refusal.ts'
import { schoolById } from '#platform/school.ts'
import { turnOfCall } from '#platform/turnOfCall.ts'
import { t } from '#shared/texts.ts'
import { builtinsOf, imagesOf, inlineNodes } from '../certificates.rules.ts'
import { certificateCss, certificatePage, type CertificatePaper, certificateSheet, maxBoxes } from '../certificateSheet.ts'
import { type Builtin, formatBounds } from '../format.schema.ts'

/** A certificate's content, with its pictures as file ids. */
export interface Paper extends Pick<CertificatePaper, 'format' | 'value' | 'qr' | 'stamps' | 'issuedAgainOn'> {
  photoFile: string | null
  signatureFile: string | null
}

/**
 * Maximum characters of all occurrences of the logo in one document; likewise of the photo and of the signature. The
 * limit is reserved, because a certificate must stay printable when the logo or photo is replaced after its issue.
 */
const maxBuiltinLength = 1_000_000
/**
 * Characters reserved for the parts of the document that {@link fixedLength} does not count: these three pictures, QR
 * codes and fonts.
 */
const reservedLength = 3 * maxBuiltinLength + 1_000_000

const tooLargeMessage = () =>
  t`This certificate is too large to be printed: its pictures and what is written in its fields are more than one PDF can hold. Use smaller pictures in the format, or write less.`

/**
 * Maximum letters of all printed values. In a narrow column each letter takes a line, and more letters make more pages
 * than the renderer has time and memory for.
 */
const maxLetters = 50_000

/** Counts the letters and the boxes of all printed values. */
function countWritten({ format, value }: Pick<Paper, 'format' | 'value'>): { letters: number; boxes: number } {
  const sum = { letters: 0, boxes: 0 }
  for (const node of inlineNodes(format)) {
    if (node.type !== 'field') continue
    const { length } = value(node.attrs.name) ?? ''
    sum.letters += length
    if (node.attrs.boxes) sum.boxes += Math.max(node.attrs.boxes, length > maxBoxes ? 0 : length)
  }
  return sum
}

/**
 * Returns the document's length in characters without the parts that may change after the issue: layout, values and
 * their pictures.
 */
function fixedLength({ format, value }: Pick<Paper, 'format' | 'value'>, pictureLength: (fileId: string) => number): number {
  const content = {
    format,
    value,
    picture: () => 'data:',
    qr: null,
    stamps: [],
    logoUrl: null,
    photoUrl: null,
    signatureUrl: null,
  }
  const pictures = imagesOf(format).reduce((sum, fileId) => sum + pictureLength(fileId), 0)
  return renderToStaticMarkup(certificateSheet(content)).length + pictures
}

/**
 * Refuses a certificate that would not fit into one PDF.
 * @param bytesOf returns the size of a stored picture in bytes
 * @throws Refusal BAD_INPUT
 */
export function refuseTooLarge(paper: Pick<Paper, 'format' | 'value'>, bytesOf: (fileId: string) => number): void {
  const inBase64 = (fileId: string) => Math.ceil(bytesOf(fileId) / 3) * 4
  const { letters, boxes } = countWritten(paper)
  const fits = letters <= maxLetters && boxes <= formatBounds.boxes
  if (fits && fixedLength(paper, inBase64) <= pdfLimits.html - reservedLength) return
  throw new Refusal('BAD_INPUT', tooLargeMessage(), [{ path: 'formatId', message: tooLargeMessage() }])
}

/**
 * Builds the document of a certificate. The renderer fetches nothing, so all pictures are embedded; deleted ones are
 * left out. The logo is the school's current one.
 * @throws Refusal BAD_INPUT when it does not fit into one PDF; an issued certificate always fits
 */
export async function paperContent(
  call: Call,
  schoolId: number,
  { photoFile, signatureFile, ...paper }: Paper,
): Promise<Pick<PdfContent, 'page' | 'css' | 'body'>> {
  const school = await schoolById(call.database, schoolId)
  const pictures = new Map<string, string>()
  for (const fileId of new Set(imagesOf(paper.format))) {
    const data = await pictureDataUrl(call, schoolId, fileId)
    if (data !== null) pictures.set(fileId, data)
  }
  refuseTooLarge(paper, (fileId) => ((pictures.get(fileId)?.length ?? 0) * 3) / 4)
  const builtins = builtinsOf(paper.format)
  const builtin = async (name: Builtin, fileId: string | null | undefined) => {
    const times = builtins.filter((builtinName) => builtinName === name).length
    return times === 0 ? null : fitPicture(call, await pictureDataUrl(call, schoolId, fileId ?? null), maxBuiltinLength / times)
  }
  const sheet = certificateSheet({
    ...paper,
    picture: (fileId) => pictures.get(fileId),
    logoUrl: await builtin('logo', school?.logoFile),
    signatureUrl: await builtin('signature', signatureFile),
    photoUrl: await builtin('photo', photoFile),
  })
  return { page: certificatePage, css: certificateCss, body: renderToStaticMarkup(createElement('main', null, sheet)) }
}

/**
 * Shrinks a picture until its data URL has at most `maxLength` characters. Returns null if even the smallest size is
 * longer.
 */
async function fitPicture(call: Call, data: string | null, maxLength: number): Promise<string | null> {
  if (data === null || data.length <= maxLength) return data
  const bytes = Buffer.from(data.slice(data.indexOf(',') + 1), 'base64')
  for (const side of [512, 256, 128, 64]) {
    const smaller = pictureAsUrl(await drawPicture(bytes, { kind: 'SMALL', side, type: 'image/webp' }, turnOfCall(call)))
    if (smaller !== null && smaller.length <= maxLength) return smaller
  }
  return null
}
