import {
  PDFArray,
  PDFBool,
  PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib'
import { PdfProblem, pdfProblems } from './pdfProblems.ts'
import { isContainer, nameAt } from './pdfRules.ts'

const words = (list: string) => new Set(list.split(/\s+/))

/** Keys kept at the document's root and at a page. Others are private notes of programs, and are left out. */
const catalogKeys = words(
  `Type Version Extensions Pages PageLabels Names Dests ViewerPreferences PageLayout PageMode Outlines OpenAction Metadata
  StructTreeRoot MarkInfo Lang OutputIntents OCProperties AcroForm`,
)
const pageKeys = words(
  `Type Parent Resources MediaBox CropBox BleedBox TrimBox ArtBox Contents Rotate Group Thumb Annots Metadata StructParents
  StructParent Tabs UserUnit LastModified`,
)

/**
 * Copies the objects that the document uses into a new document, which holds nothing that two viewers could read
 * differently: one number for each object, no earlier versions, values in place of references to them, and strings
 * without escapes. What a reference does not find is null.
 *
 * @param source a document that `checkPdf` has accepted
 * @throws PdfProblem when the tree of pages has a circle or a page is missing
 */
export function copyPdf(source: PDFContext): PDFContext {
  return new PdfCopy(source).copy()
}

class PdfCopy {
  readonly #source: PDFContext
  readonly #target = PDFContext.create()
  /** The number of each object in the copy. */
  readonly #copied = new Map<PDFRef, PDFRef>()
  readonly #waiting: [PDFObject, PDFRef][] = []
  readonly #pages = new Set<PDFObject>()

  constructor(source: PDFContext) {
    this.#source = source
  }

  copy(): PDFContext {
    const { Root, Info, ID } = this.#source.trailerInfo
    this.#findPages()
    this.#target.trailerInfo = { Root: this.#reference(Root), Info: this.#reference(Info), ID: this.#identifier(ID) }
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop())
      this.#target.assign(next[1], this.#object(next[0]))
    return this.#target
  }

  /** Finds the pages by the tree, because a viewer draws them whatever their Type says. */
  #findPages(): void {
    const root = this.#source.lookup(this.#source.trailerInfo.Root, PDFDict)
    const seen = new Set<PDFObject>()
    const waiting: (PDFObject | undefined)[] = [root.get(PDFName.of('Pages'))]
    while (waiting.length > 0) {
      const node = this.#source.lookup(waiting.pop())
      if (!(node instanceof PDFDict) || seen.has(node)) throw new PdfProblem(pdfProblems.damaged)
      seen.add(node)
      const kids = node.lookup(PDFName.of('Kids'))
      if (kids instanceof PDFArray) waiting.push(...kids.asArray())
      else this.#pages.add(node)
    }
  }

  #reference(object: PDFObject | undefined): PDFObject | undefined {
    const copied = object && this.#value(object)
    return copied instanceof PDFRef ? copied : undefined
  }

  /** Keeps the two strings that identify a file. */
  #identifier(object: PDFObject | undefined): PDFObject | undefined {
    const list = this.#source.lookup(object)
    if (!(list instanceof PDFArray)) return undefined
    const strings = list.asArray().map((item) => this.#value(item))
    return strings.length === 2 && strings.every((item) => item instanceof PDFHexString) ? this.#array(list) : undefined
  }

  /** Copies an object as a part of another one. */
  #value(object: PDFObject): PDFObject {
    if (!(object instanceof PDFRef)) return this.#object(object)
    const found = this.#source.lookup(object)
    if (found === undefined || isContainer(found)) return PDFNull
    if (!(found instanceof PDFArray || found instanceof PDFDict || found instanceof PDFRawStream)) return this.#object(found)
    let copied = this.#copied.get(object)
    if (copied === undefined) {
      copied = this.#target.nextRef()
      this.#copied.set(object, copied)
      this.#waiting.push([found, copied])
    }
    return copied
  }

  #object(object: PDFObject): PDFObject {
    if (object instanceof PDFArray) return this.#array(object)
    if (object instanceof PDFDict) return this.#dictionary(object)
    if (object instanceof PDFRawStream) return PDFRawStream.of(this.#dictionary(object.dict), object.contents)
    if (object instanceof PDFString || object instanceof PDFHexString) return PDFHexString.fromBytes(object.asBytes())
    if (object instanceof PDFName || object instanceof PDFNumber || object instanceof PDFBool || object === PDFNull) return object
    throw new PdfProblem(pdfProblems.damaged)
  }

  #array(list: PDFArray): PDFArray {
    const copy = PDFArray.withContext(this.#target)
    for (const item of list.asArray()) copy.push(this.#value(item))
    return copy
  }

  #dictionary(dict: PDFDict): PDFDict {
    const kept = this.#keptKeys(dict)
    const copy = PDFDict.withContext(this.#target)
    for (const [key, value] of dict.entries())
      if (kept === undefined || kept.has(key.decodeText())) copy.set(key, this.#value(value))
    if (this.#pages.has(dict)) copy.set(PDFName.of('Type'), PDFName.of('Page'))
    return copy
  }

  #keptKeys(dict: PDFDict): ReadonlySet<string> | undefined {
    const type = nameAt(dict, 'Type')
    if (type === 'Catalog') return catalogKeys
    return type === 'Page' || this.#pages.has(dict) ? pageKeys : undefined
  }
}
