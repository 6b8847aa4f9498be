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

/** Limits of one PDF. Files of up to 5 MB from Word, LibreOffice and scanners stay well below. */
const limits = { values: 2_000_000, depth: 60, unpackedBytes: 20_000_000, objectNumber: 8_388_607 }

/**
 * Parses a PDF from its first byte to its last, with all objects inside object streams.
 *
 * @throws PdfProblem when an object cannot be parsed, or the file exceeds a limit
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
  if (context.largestObjectNumber > limits.objectNumber) throw new PdfProblem(pdfProblems.tooMuch)
  return context
}

/**
 * pdf-lib's parser, strict about objects that it cannot parse, and with limits for depth, number and unpacked bytes.
 */
class BoundedParser extends PDFParser {
  /** Set when a limit was exceeded, because the parser hides the reason of a failed object. */
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
    if (this.values > limits.values || this.depth > limits.depth) this.exceed()
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

  /**
   * Returns a cross-reference stream without its entries. Objects are found by reading the file, and the trailer's keys
   * are enough.
   */
  private trailerOf({ dict }: PDFRawStream): PDFRawStream {
    const trailer = withoutFilter(dict)
    trailer.set(PDFName.of('Index'), PDFArray.withContext(this.context))
    return PDFRawStream.of(trailer, new Uint8Array())
  }

  /**
   * Unpacks an object stream. Accepts only filters that programs use for objects, and none that can grow without limit.
   */
  private unpacked({ dict, contents }: PDFRawStream): Uint8Array {
    const filters = listAt(dict, 'Filter')
    const parameters = listAt(dict, 'DecodeParms')
    if (parameters.some((parameter) => parameter instanceof PDFDict && hasPredictor(parameter)))
      throw new PdfProblem(pdfProblems.damaged)
    let bytes = contents
    for (const filter of filters) bytes = this.decoded(bytes, filter)
    this.unpackedBytes += bytes.length
    if (this.unpackedBytes > limits.unpackedBytes) this.exceed()
    // pdf-lib parses unpacked bytes with another parser, which does not count.
    this.values += valuesIn(bytes)
    if (this.values > limits.values) this.exceed()
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
      // Every viewer accepts a stream whose checksum is cut off.
      return inflateSync(bytes, { maxOutputLength: limits.unpackedBytes, finishFlush: constants.Z_SYNC_FLUSH })
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

/** Bytes between the values of a PDF: white space and delimiters (ISO 32000-1, 7.2.2). */
const separators = new Set(Buffer.from('\0\t\n\f\r ()<>[]{}/%', 'latin1'))

/** The delimiters that open a string, a list or a dictionary. */
const openers = new Set(Buffer.from('(<[', 'latin1'))

/**
 * Returns the maximum number of values in an unpacked object stream: runs of bytes between separators, and opened
 * strings, lists and dictionaries.
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

/** Returns one object or a list of them as a list, as filters are written. */
function listAt(dict: PDFDict, key: string): PDFObject[] {
  const object = dict.lookup(PDFName.of(key))
  if (object === undefined) return []
  return object instanceof PDFArray ? object.asArray().map((item) => dict.context.lookup(item) ?? item) : [object]
}
