import { inflateSync } from 'node:zlib'

/** What makes a viewer act by itself: scripts, programs, files inside files, forms that send. */
const active = /\/(JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData|GoToE|XFA)(?![A-Za-z0-9])/

const most = 20_000_000

/**
 * What is wrong with a PDF, in a sentence, or null. It must be one from its first byte to its last, so that nothing can take
 * it for something else, and hold nothing that acts by itself. Page contents and pictures are not looked into: only objects are.
 */
export function pdfProblem(bytes: Buffer): string | null {
  if (bytes.subarray(0, 5).toString('latin1') !== '%PDF-') return 'This is not a PDF file.'
  const text = bytes.toString('latin1')
  if (!/%%EOF\s*$/.test(text.slice(-64)) || !text.includes('startxref'))
    return 'This PDF file is incomplete. Please export it again.'
  return active.test(unescaped(objectsOf(text)))
    ? 'This PDF holds scripts or attached files. Please print it to a PDF and upload that.'
    : null
}

/** The objects of a PDF without its streams, and with the objects that are packed into streams. */
function objectsOf(text: string): string {
  const parts: string[] = []
  let unpacked = 0
  let at = 0
  for (;;) {
    const start = /stream\r?\n/g
    start.lastIndex = at
    const opening = start.exec(text)
    const end = opening ? text.indexOf('endstream', start.lastIndex) : -1
    if (!opening || end < 0) {
      parts.push(text.slice(at))
      return parts.join(' ')
    }
    const dictionary = text.slice(at, opening.index)
    parts.push(dictionary)
    if (/\/ObjStm(?![A-Za-z0-9])/.test(unescaped(dictionary.slice(dictionary.lastIndexOf(' obj')))) && unpacked < most) {
      const inner = inflated(text.slice(start.lastIndex, end))
      unpacked += inner.length
      parts.push(inner)
    }
    at = end + 'endstream'.length
  }
}

function inflated(packed: string): string {
  try {
    return inflateSync(Buffer.from(packed, 'latin1'), { maxOutputLength: most }).toString('latin1')
  } catch {
    // Encrypted with a password, as Aadhaar's own PDFs are, or packed in another way: a viewer's sandbox has to do.
    return ''
  }
}

/** A name may be written with escapes: /J#61vaScript is /JavaScript. */
function unescaped(objects: string): string {
  return objects.replace(/#([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
