import { inflateSync, constants } from 'node:zlib'
import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFParser,
  PDFRawStream,
  type PDFRef,
  type PDFStream,
} from '@cantoo/pdf-lib'
import { PdfProblem, pdfProblems } from './pdfProblems.ts'

/** Bounds of one PDF; the most that Word, LibreOffice and scanners write for 5 MB stay well below. */
const most = { values: 2_000_000, depth: 60, unpackedBytes: 20_000_000, objectNumber: 8_388_607 }

/**
 * Parses a PDF from its first byte to its last, with every object that is packed into object streams.
 * @throws PdfProblem where an object cannot be read, or the file takes more than a document needs
 */
export async function parsePdf(bytes: Uint8Array): Promise<PDFContext> {
  const parser = new BoundedParser(bytes)
  let context: PDFContext
  try {
    context = await parser.parseDocument()
  } catch (error) {
    throw parser.exceeded ?? (error instanceof PdfProblem ? error : new PdfProblem(pdfProblems.damaged))
  }
  if (context.trailerInfo.Encrypt !== undefined) throw new PdfProblem(pdfProblems.password)
  if (context.largestObjectNumber > most.objectNumber) throw new PdfProblem(pdfProblems.tooMuch)
  return context
}

/** pdf-lib's parser, strict about objects that it cannot read, and with bounds for depth, number and unpacked bytes. */
class BoundedParser extends PDFParser {
  /** Set where a bound was exceeded, because the parser hides the reason of a failed object. */
  exceeded: PdfProblem | undefined
  private values = 0
  private depth = 0
  private unpackedBytes = 0

  constructor(bytes: Uint8Array) {
    super(bytes, Number.POSITIVE_INFINITY, true)
  }

  override parseObject(ref?: PDFRef): PDFObject {
    this.values += 1
    this.depth += 1
    if (this.values > most.values || this.depth > most.depth) this.exceed()
    const object = super.parseObject(ref)
    this.depth -= 1
    return object
  }

  protected override parseDictOrStream(ref?: PDFRef): PDFDict | PDFStream {
    const object = super.parseDictOrStream(ref)
    if (!(object instanceof PDFRawStream)) return object
    const type = object.dict.lookup(PDFName.of('Type'))
    if (type === PDFName.of('XRef')) return this.trailerOf(object)
    if (type === PDFName.of('ObjStm')) return PDFRawStream.of(withoutFilter(object.dict), this.unpacked(object))
    return object
  }

  /** A cross-reference stream without its entries: objects are found by reading the file, and the trailer's keys are enough. */
  private trailerOf({ dict }: PDFRawStream): PDFRawStream {
    const trailer = withoutFilter(dict)
    trailer.set(PDFName.of('Index'), PDFArray.withContext(this.context))
    return PDFRawStream.of(trailer, new Uint8Array())
  }

  /** The bytes of an object stream. Only packings that programs use for objects are taken, and none that can grow without a bound. */
  private unpacked({ dict, contents }: PDFRawStream): Uint8Array {
    const filters = listAt(dict, 'Filter')
    const parameters = listAt(dict, 'DecodeParms')
    if (parameters.some((one) => one instanceof PDFDict && hasPredictor(one))) throw new PdfProblem(pdfProblems.damaged)
    let bytes = contents
    for (const filter of filters) bytes = this.decoded(bytes, filter)
    this.unpackedBytes += bytes.length
    if (this.unpackedBytes > most.unpackedBytes) this.exceed()
    // pdf-lib reads what is packed with a parser of its own, which does not count.
    this.values += valuesIn(bytes)
    if (this.values > most.values) this.exceed()
    return bytes
  }

  private decoded(bytes: Uint8Array, filter: PDFObject): Uint8Array {
    if (filter === PDFName.of('FlateDecode') || filter === PDFName.of('Fl')) return this.inflated(bytes)
    const isText = [PDFName.of('ASCIIHexDecode'), PDFName.of('ASCII85Decode')].some((name) => name === filter)
    if (!isText) throw new PdfProblem(pdfProblems.damaged)
    const dict = PDFDict.withContext(this.context)
    dict.set(PDFName.of('Filter'), filter)
    return decodePDFRawStream(PDFRawStream.of(dict, bytes)).decode()
  }

  private inflated(bytes: Uint8Array): Uint8Array {
    try {
      // A stream whose checksum is cut off is read by every viewer.
      return inflateSync(bytes, { maxOutputLength: most.unpackedBytes, finishFlush: constants.Z_SYNC_FLUSH })
    } catch (error) {
      if (error instanceof RangeError) this.exceed()
      throw error
    }
  }

  private exceed(): never {
    this.exceeded = new PdfProblem(pdfProblems.tooMuch)
    throw this.exceeded
  }
}

/** Bytes between which a value of a PDF stands: white space and delimiters (ISO 32000-1, 7.2.2). */
const separators = new Set(Buffer.from('\0\t\n\f\r ()<>[]{}/%', 'latin1'))

/** The delimiters that open a string, a list or a dictionary. */
const openers = new Set(Buffer.from('(<[', 'latin1'))

/**
 * Returns how many values an unpacked object stream holds at most: runs of bytes between separators, and opened strings, lists and
 * dictionaries.
 */
function valuesIn(bytes: Uint8Array): number {
  let values = 0
  let inside = false
  for (const byte of bytes) {
    const separator = separators.has(byte)
    if ((!separator && !inside) || openers.has(byte)) values += 1
    inside = !separator
  }
  return values
}

function withoutFilter(dict: PDFDict): PDFDict {
  const copy = PDFDict.withContext(dict.context)
  for (const [key, value] of dict.entries()) copy.set(key, value)
  copy.delete(PDFName.of('Filter'))
  copy.delete(PDFName.of('DecodeParms'))
  return copy
}

function hasPredictor(parameters: PDFDict): boolean {
  const predictor = parameters.lookup(PDFName.of('Predictor'))
  return predictor !== undefined && !(predictor instanceof PDFNumber && predictor.asNumber() === 1)
}

/** One object or a list of them, as filters are written. */
function listAt(dict: PDFDict, key: string): PDFObject[] {
  const object = dict.lookup(PDFName.of(key))
  if (object === undefined) return []
  return object instanceof PDFArray ? object.asArray().map((one) => dict.context.lookup(one) ?? one) : [object]
}
