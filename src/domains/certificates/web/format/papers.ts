import { t } from '@lingui/core/macro'
import type { CertificatePaper } from '../../certificateSheet.ts'
import type { FormatDoc } from '../../format.schema.ts'

function placeholderPicture(text: string, width: number, height: number): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" fill="#f3f3f3" stroke="#777" stroke-dasharray="3 3"/><text x="50%" y="50%" dy=".35em" text-anchor="middle" font-family="sans-serif" font-size="13" fill="#444">${text}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

const [logo, signature] = [placeholderPicture(t`Logo`, 76, 76), placeholderPicture(t`Signature`, 170, 46)]

/** Returns a layout as a paper without a student: fields show their names, logo and signature are placeholders. */
export function emptyPaper(
  format: FormatDoc,
  urlOf: (fileId: string) => string | undefined,
  labelOf: (name: string) => string | undefined = () => undefined,
): CertificatePaper {
  return {
    format,
    picture: urlOf,
    logoUrl: logo,
    photoUrl: null,
    signatureUrl: signature,
    qr: null,
    stamps: [],
    value: labelOf,
  }
}

/** Returns a lookup for the addresses of a layout's pictures. */
export function pictureUrls(pictures: readonly { fileId: string; url: string }[]): (fileId: string) => string | undefined {
  const urls = new Map(pictures.map(({ fileId, url }) => [fileId, url]))
  return (fileId) => urls.get(fileId)
}

/** Parses a stored layout, which the server has validated. */
export function parsedFormat(format: string): FormatDoc {
  return JSON.parse(format) as FormatDoc
}
