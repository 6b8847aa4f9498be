import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib'
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

/** Keys whose values act by themselves or lead out of the document. */
const refusedKeys: ReadonlyMap<string, PdfRefusal> = new Map<string, PdfRefusal>([
  ...['AA', 'JS', 'XFA', 'AF', 'EF', 'RF', 'Collection', 'RichMediaContent'].map((key) => [key, pdfProblems.scripts] as const),
  ...['URI', 'FS'].map((key) => [key, pdfProblems.links] as const),
])

/**
 * Entries whose value is an indirect reference wherever they are (ISO 32000-1, tables 29, 30, 152, 153, 170, 183, 220
 * and 323).
 */
const referenceKeys = ['Parent', 'First', 'Last', 'Prev', 'Popup', 'Pg']
/** Entries of the document's root whose value is an indirect reference (table 28). */
const referenceKeysOfRoot = ['Pages', 'Dests', 'Outlines', 'Threads']
/** Entries of an outline item besides {@link referenceKeys}. An action has a Next too, which may stand in it. */
const referenceKeysOfOutlineItem = ['Next', 'SE']

/** Keys of a stream that name an external file with its data. */
const refusedStreamKeys = ['F', 'FFilter', 'FDecodeParms', 'Ref', 'OPI']
/** Dictionaries whose keys are names chosen by a program. */
const keyedByNames = words('Font XObject ColorSpace Pattern Shading ExtGState Properties CharProcs RoleMap ClassMap')

/**
 * Checks every object of a PDF, used or not, and refuses what is not allowed. What the standard wants as an indirect
 * reference has to be one.
 *
 * @throws PdfProblem
 */
export function checkPdf(context: PDFContext): void {
  for (const [, object] of context.enumerateIndirectObjects()) checkIndirect(object)
  const { Root, Info, ID } = context.trailerInfo
  requireReference(Root)
  requireReference(Info)
  if (ID !== undefined) check(ID)
  const root = context.lookup(Root)
  const pages = root instanceof PDFDict ? root.lookup(PDFName.of('Pages')) : undefined
  if (!(root instanceof PDFDict) || nameAt(root, 'Type') !== 'Catalog' || !(pages instanceof PDFDict))
    throw new PdfProblem(pdfProblems.damaged)
}

/**
 * Returns whether an object is a stream of packed objects or of offsets. Its content has been parsed and is rewritten.
 */
export function isContainer(object: PDFObject): boolean {
  return object instanceof PDFStream && ['ObjStm', 'XRef'].includes(nameAt(object.dict, 'Type') ?? '')
}

/** Checks an object that has a number. */
function checkIndirect(object: PDFObject): void {
  // A reference to a reference: viewers follow one of them, or both.
  if (object instanceof PDFRef) throw new PdfProblem(pdfProblems.damaged)
  if (!(object instanceof PDFStream)) check(object)
  else if (!isContainer(object)) {
    checkStream(object.dict)
    check(object.dict)
  }
}

function check(object: PDFObject, isKeyedByNames = false): void {
  // Every stream has a number of its own.
  if (object instanceof PDFStream) throw new PdfProblem(pdfProblems.damaged)
  if (object instanceof PDFArray) for (const item of object.asArray()) check(item)
  if (!(object instanceof PDFDict)) return
  if (!isKeyedByNames) checkDictionary(object)
  for (const [key, value] of object.entries()) check(value, !isKeyedByNames && isOfNames(object, key.decodeText()))
}

/** Returns whether the keys of an entry's dictionary are names. The root's Dests are; those of its Names are a tree. */
function isOfNames(dict: PDFDict, key: string): boolean {
  return keyedByNames.has(key) || (key === 'Dests' && nameAt(dict, 'Type') === 'Catalog')
}

/** Refuses what is neither a reference nor nothing. */
function requireReference(value: PDFObject | undefined): void {
  if (value !== undefined && value !== PDFNull && !(value instanceof PDFRef)) throw new PdfProblem(pdfProblems.damaged)
}

function requireReferences(dict: PDFDict, keys: readonly string[]): void {
  for (const key of keys) requireReference(dict.get(PDFName.of(key)))
}

/** Refuses a list whose items are not all references. */
function requireReferenceList(list: PDFObject | undefined): void {
  if (list instanceof PDFArray) for (const item of list.asArray()) requireReference(item)
}

/** Checks that entries are references where the standard wants them. */
function checkReferences(dict: PDFDict): void {
  requireReferences(dict, referenceKeys)
  requireReferenceList(dict.lookup(PDFName.of('Kids')))
  if (dict.has(PDFName.of('Title'))) requireReferences(dict, referenceKeysOfOutlineItem)
  const type = nameAt(dict, 'Type')
  if (type === 'StructElem') requireReferences(dict, ['P'])
  if (type !== 'Catalog') return
  requireReferences(dict, referenceKeysOfRoot)
  const form = dict.lookup(PDFName.of('AcroForm'))
  if (form instanceof PDFDict) for (const key of ['Fields', 'CO']) requireReferenceList(form.lookup(PDFName.of(key)))
}

function checkDictionary(dict: PDFDict): void {
  checkReferences(dict)
  for (const key of dict.keys()) {
    const problem = refusedKeys.get(key.decodeText())
    if (problem !== undefined) throw new PdfProblem(problem)
  }
  for (const key of ['A', 'PA', 'OpenAction', 'Next']) checkAction(dict.lookup(PDFName.of(key)))
  const type = nameAt(dict, 'Type')
  const action = nameAt(dict, 'S')
  if (type === 'Action' || (action !== undefined && standardActions.has(action) && type !== 'StructElem')) checkAction(dict)
  if (type === 'Filespec' || type === 'F' || type === 'EmbeddedFile') throw new PdfProblem(pdfProblems.scripts)
  if (type === 'Annot') checkAnnotation(dict)
  checkFontMatrix(dict)
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
  requireReferences(annotation, ['P'])
  if (kind === 'FileAttachment') throw new PdfProblem(pdfProblems.scripts)
  if (!allowedAnnotations.has(kind)) throw new PdfProblem(pdfProblems.other(kind))
}

/** A viewer that computes with code it writes has run the text in place of a number (CVE-2024-4367). */
function checkFontMatrix(font: PDFDict): void {
  const matrix = font.lookup(PDFName.of('FontMatrix'))
  if (matrix === undefined) return
  const items = matrix instanceof PDFArray ? matrix.asArray().map((item) => font.context.lookup(item)) : [matrix]
  if (!items.every((item) => item instanceof PDFNumber)) throw new PdfProblem(pdfProblems.other('FontMatrix'))
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

export function nameAt(dict: PDFDict, key: string): string | undefined {
  const value = dict.lookup(PDFName.of(key))
  return value instanceof PDFName ? value.decodeText() : undefined
}
