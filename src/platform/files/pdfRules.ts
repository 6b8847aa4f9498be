import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRef, PDFStream } from '@cantoo/pdf-lib'
import { PdfProblem, pdfProblems, type PdfRefusal } from './pdfProblems.ts'

const words = (list: string) => new Set(list.split(/\s+/))

/** Actions that stay inside the document. */
const allowedActions = words('GoTo Named')
const allowedNamedActions = words('NextPage PrevPage FirstPage LastPage')
/** All actions of the standard. One that is not allowed is refused wherever it is, even if nothing leads to it. */
const standardActions = words(
  `GoTo GoToR GoToE GoToDp Launch Thread URI Sound Movie Hide Named SubmitForm ResetForm ImportData JavaScript SetOCGState
  Rendition Trans GoTo3DView RichMediaExecute NOP`,
)

/** Annotations that are drawn. Others play, run or carry files. */
const allowedAnnotations = words(
  `Text Link FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink Popup Widget
  PrinterMark TrapNet Watermark Redact`,
)
const allowedNameTrees = words('Dests')
/** Kinds of streams: pictures, drawings, metadata and fonts. */
const allowedStreams = words('Image Form XML Type1 Type1C CIDFontType0C OpenType TrueType')
const allowedFilters = words(
  `FlateDecode Fl LZWDecode LZW ASCII85Decode A85 ASCIIHexDecode AHx RunLengthDecode RL CCITTFaxDecode CCF DCTDecode DCT
  JPXDecode JBIG2Decode`,
)

/** Keys kept at the document's root and at a page. Others are private notes of programs, and are removed. */
const catalogKeys = words(
  `Type Version Extensions Pages PageLabels Names Dests ViewerPreferences PageLayout PageMode Outlines Threads OpenAction Metadata
  StructTreeRoot MarkInfo Lang OutputIntents OCProperties AcroForm`,
)
const pageKeys = words(
  `Type Parent Resources MediaBox CropBox BleedBox TrimBox ArtBox Contents Rotate Group Thumb Annots Metadata StructParents
  StructParent Tabs UserUnit LastModified B`,
)

/** Keys whose values act by themselves or lead out of the document. */
const refusedKeys: Readonly<Record<string, PdfRefusal>> = {
  AA: pdfProblems.scripts,
  JS: pdfProblems.scripts,
  XFA: pdfProblems.scripts,
  AF: pdfProblems.scripts,
  EF: pdfProblems.scripts,
  RF: pdfProblems.scripts,
  Collection: pdfProblems.scripts,
  RichMediaContent: pdfProblems.scripts,
  URI: pdfProblems.links,
}
/** Keys of a stream that name an external file with its data. */
const refusedStreamKeys = ['F', 'FFilter', 'FDecodeParms', 'Ref', 'OPI']
/** Dictionaries whose keys are names chosen by a program. */
const keyedByNames = words('Font XObject ColorSpace Pattern Shading ExtGState Properties CharProcs RoleMap ClassMap Dests')

/**
 * Checks every object of a PDF and refuses what is not allowed.
 *
 * @throws PdfProblem
 */
export function checkPdf(context: PDFContext): void {
  for (const [, object] of context.enumerateIndirectObjects()) check(object)
  const root = context.lookup(context.trailerInfo.Root)
  const pages = root instanceof PDFDict ? root.lookup(PDFName.of('Pages')) : undefined
  if (!(root instanceof PDFDict) || nameAt(root, 'Type') !== 'Catalog' || !(pages instanceof PDFDict))
    throw new PdfProblem(pdfProblems.damaged)
  if (context.trailerInfo.Info !== undefined) check(context.trailerInfo.Info)
}

/** Removes unused objects, and programs' notes at the root and at pages. */
export function tidyPdf(context: PDFContext): void {
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFDict)) continue
    const type = nameAt(object, 'Type')
    const kept = type === 'Catalog' ? catalogKeys : type === 'Page' ? pageKeys : undefined
    if (kept) for (const key of object.keys()) if (!kept.has(key.decodeText())) object.delete(key)
  }
  const used = new Set<PDFRef>()
  const waiting: (PDFObject | undefined)[] = [context.trailerInfo.Root, context.trailerInfo.Info]
  for (let object = waiting.pop(); waiting.length > 0 || object !== undefined; object = waiting.pop()) {
    if (object instanceof PDFRef && !used.has(object)) {
      used.add(object)
      waiting.push(context.lookup(object))
    } else if (object instanceof PDFArray) waiting.push(...object.asArray())
    else if (object instanceof PDFDict) waiting.push(...object.values())
    else if (object instanceof PDFStream) waiting.push(object.dict)
  }
  for (const [ref, object] of context.enumerateIndirectObjects()) if (!used.has(ref) || isContainer(object)) context.delete(ref)
}

/**
 * Returns whether an object is a stream of packed objects or of offsets. Its content has been parsed and is rewritten.
 */
function isContainer(object: PDFObject): boolean {
  return object instanceof PDFStream && ['ObjStm', 'XRef'].includes(nameAt(object.dict, 'Type') ?? '')
}

function check(object: PDFObject, isKeyedByNames = false): void {
  if (object instanceof PDFArray) for (const item of object.asArray()) check(item)
  if (object instanceof PDFStream) {
    if (isContainer(object)) return
    checkStream(object.dict)
    check(object.dict)
  }
  if (!(object instanceof PDFDict)) return
  if (!isKeyedByNames) checkDictionary(object)
  for (const [key, value] of object.entries()) check(value, !isKeyedByNames && keyedByNames.has(key.decodeText()))
}

function checkDictionary(dict: PDFDict): void {
  for (const key of dict.keys()) {
    const problem = refusedKeys[key.decodeText()]
    if (problem !== undefined) throw new PdfProblem(problem)
  }
  for (const key of ['A', 'PA', 'OpenAction', 'Next']) checkAction(dict.lookup(PDFName.of(key)))
  const type = nameAt(dict, 'Type')
  const action = nameAt(dict, 'S')
  if (type === 'Action' || (action !== undefined && standardActions.has(action) && type !== 'StructElem')) checkAction(dict)
  if (type === 'Filespec' || type === 'F' || type === 'EmbeddedFile') throw new PdfProblem(pdfProblems.scripts)
  if (type === 'Annot') checkAnnotation(dict)
  const annotations = dict.lookup(PDFName.of('Annots'))
  if (annotations instanceof PDFArray)
    for (let place = 0; place < annotations.size(); place += 1) checkAnnotation(annotations.lookup(place))
  if (type === 'Catalog') checkNameTrees(dict.lookup(PDFName.of('Names')))
}

function checkAction(action: PDFObject | undefined): void {
  if (action instanceof PDFArray) {
    for (let place = 0; place < action.size(); place += 1) checkAction(action.lookup(place))
    return
  }
  if (!(action instanceof PDFDict) || !action.has(PDFName.of('S'))) return
  const kind = nameAt(action, 'S') ?? ''
  if (kind === 'Named' && !allowedNamedActions.has(nameAt(action, 'N') ?? '')) throw new PdfProblem(pdfProblems.other('Named'))
  if (allowedActions.has(kind)) return
  if (['URI', 'GoToR', 'GoToDp', 'Thread'].includes(kind)) throw new PdfProblem(pdfProblems.links)
  if (['JavaScript', 'Launch', 'GoToE', 'SubmitForm', 'ImportData'].includes(kind)) throw new PdfProblem(pdfProblems.scripts)
  throw new PdfProblem(pdfProblems.other(kind))
}

function checkAnnotation(annotation: PDFObject | undefined): void {
  if (!(annotation instanceof PDFDict)) return
  const kind = nameAt(annotation, 'Subtype') ?? ''
  if (kind === 'FileAttachment') throw new PdfProblem(pdfProblems.scripts)
  if (!allowedAnnotations.has(kind)) throw new PdfProblem(pdfProblems.other(kind))
}

function checkNameTrees(trees: PDFObject | undefined): void {
  if (!(trees instanceof PDFDict)) return
  for (const key of trees.keys()) {
    const name = key.decodeText()
    if (name === 'JavaScript' || name === 'EmbeddedFiles') throw new PdfProblem(pdfProblems.scripts)
    if (!allowedNameTrees.has(name)) throw new PdfProblem(pdfProblems.other(name))
  }
}

function checkStream(dict: PDFDict): void {
  if (refusedStreamKeys.some((key) => dict.has(PDFName.of(key)))) throw new PdfProblem(pdfProblems.links)
  const kind = nameAt(dict, 'Subtype')
  if (nameAt(dict, 'Type') === 'EmbeddedFile') throw new PdfProblem(pdfProblems.scripts)
  if (kind !== undefined && !allowedStreams.has(kind)) throw new PdfProblem(pdfProblems.other(kind))
  const filter = dict.lookup(PDFName.of('Filter'))
  const filters = filter instanceof PDFArray ? filter.asArray().map((item) => dict.context.lookup(item)) : [filter]
  for (const item of filters) {
    if (item === undefined) continue
    const name = item instanceof PDFName ? item.decodeText() : ''
    if (!allowedFilters.has(name)) throw new PdfProblem(pdfProblems.other(name))
  }
}

function nameAt(dict: PDFDict, key: string): string | undefined {
  const value = dict.lookup(PDFName.of(key))
  return value instanceof PDFName ? value.decodeText() : undefined
}
