import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import type { Call } from '#platform/command.ts'
import { pictureDataUrl } from '#platform/files/files.ts'
import type { PdfContent } from '#platform/pdf/document.ts'
import { pdfLimits } from '#platform/pdf/renderers.ts'
import { Refusal } from '#platform/refusal.ts'
import { schoolById } from '#platform/school.ts'
import { builtinsOf, imagesOf, inlineNodes } from '../certificates.rules.ts'
import { certificateCss, certificatePage, type CertificatePaper, certificateSheet, mostBoxes } from '../certificateSheet.ts'
import { type Builtin, formatBounds } from '../format.schema.ts'

/** A certificate's paper, its pictures by their files. */
export interface Paper extends Pick<CertificatePaper, 'format' | 'value' | 'qr' | 'stamps' | 'duplicateNote'> {
  photoFile: string | null
  signatureFile: string | null
}

/**
 * Characters of the logo in one document, as often as the layout shows it; of the photo and the signature likewise. Somebody may
 * choose another logo or photo long after a certificate was issued, and it has to be printed all the same.
 */
const mostOfBuiltin = 1_000_000
/** Characters of everything that is in the document besides {@link keptLength}: those three, the codes, the fonts. */
const roomBesides = 3 * mostOfBuiltin + 1_000_000

const tooLarge =
  'This certificate is too large to be printed: its pictures and what is written in its fields are more than one PDF can hold. Use smaller pictures in the format, or write less.'

/**
 * Letters of all values where they are printed. In narrow columns a letter is a line, and more of them make more pages than the renderer
 * has time and memory for.
 */
const mostLetters = 50_000

/** What the values of a paper come to: letters, and boxes of a letter each. */
function written({ format, value }: Pick<Paper, 'format' | 'value'>): { letters: number; boxes: number } {
  const sum = { letters: 0, boxes: 0 }
  for (const node of inlineNodes(format)) {
    if (node.type !== 'field') continue
    const { length } = value(node.attrs.name) ?? ''
    sum.letters += length
    if (node.attrs.boxes) sum.boxes += Math.max(node.attrs.boxes, length > mostBoxes ? 0 : length)
  }
  return sum
}

/** Everything of a paper that stays as it was issued, in characters of its document: the layout, the values and the layout's pictures. */
function keptLength({ format, value }: Pick<Paper, 'format' | 'value'>, pictureLength: (fileId: string) => number): number {
  const bare = { format, value, picture: () => 'data:', qr: null, stamps: [], logoUrl: null, photoUrl: null, signatureUrl: null }
  const pictures = imagesOf(format).reduce((sum, fileId) => sum + pictureLength(fileId), 0)
  return renderToStaticMarkup(certificateSheet(bare)).length + pictures
}

/**
 * @param bytesOf how large a stored picture is
 * @throws Refusal BAD_INPUT for a paper that would never fit one PDF
 */
export function refuseTooLarge(paper: Pick<Paper, 'format' | 'value'>, bytesOf: (fileId: string) => number): void {
  const inBase64 = (fileId: string) => Math.ceil(bytesOf(fileId) / 3) * 4
  const { letters, boxes } = written(paper)
  const fits = letters <= mostLetters && boxes <= formatBounds.boxes
  if (fits && keptLength(paper, inBase64) <= pdfLimits.html - roomBesides) return
  throw new Refusal('BAD_INPUT', tooLarge, [{ path: 'formatId', message: tooLarge }])
}

/**
 * A paper as a document. The renderer fetches nothing: every picture goes along, and one that is not there any more is left out. The
 * logo is the school's of today.
 * @throws Refusal BAD_INPUT when it does not fit one PDF, which an issued one always does
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
    const times = builtins.filter((one) => one === name).length
    return times === 0 ? null : fitted(await pictureDataUrl(call, schoolId, fileId ?? null), mostOfBuiltin / times)
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

/** A picture in so many characters at most: smaller in dots when it must be, and left out when even that is too much. */
async function fitted(data: string | null, most: number): Promise<string | null> {
  if (data === null || data.length <= most) return data
  const bytes = Buffer.from(data.slice(data.indexOf(',') + 1), 'base64')
  for (const side of [512, 256, 128, 64]) {
    const small = await sharp(bytes).resize({ width: side, height: side, fit: 'inside' }).webp({ quality: 80 }).toBuffer()
    const smaller = `data:image/webp;base64,${small.toString('base64')}`
    if (smaller.length <= most) return smaller
  }
  return null
}
