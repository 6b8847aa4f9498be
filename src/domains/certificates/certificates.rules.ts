import { joinWithAnd } from '#shared/joinWithAnd.ts'
import { t } from '#shared/texts.ts'
import type { BlockNode, Builtin, FormatDoc, InlineNode } from './format.schema.ts'

/** Iterates over all inline nodes of a layout, in the order of the paper. */
export function* inlineNodes(format: FormatDoc): Generator<InlineNode> {
  for (const node of format.content) yield* inlineNodesOf(node)
}

function* inlineNodesOf(node: BlockNode): Generator<InlineNode> {
  switch (node.type) {
    case 'paragraph':
    case 'heading':
      yield* node.content ?? []
      return
    case 'bulletList':
    case 'orderedList':
      for (const item of node.content) for (const inner of item.content) yield* inlineNodesOf(inner)
      return
    case 'table':
      for (const row of node.content)
        for (const cell of row.content) for (const inner of cell.content) yield* inlineNodesOf(inner)
      return
    case 'horizontalRule':
  }
}

/**
 * Returns the fields that a format asks for: the stored ones by `sr`, then the layout's other fields in the order of
 * the paper.
 */
export function completeFields(
  format: FormatDoc,
  stored: readonly { name: string; sr: number }[],
): { name: string; sr: number }[] {
  const names = new Set(stored.toSorted((a, b) => a.sr - b.sr).map((field) => field.name))
  for (const name of printedFields(format)) names.add(name)
  return [...names].map((name, index) => ({ name, sr: index + 1 }))
}

/** Returns the uploaded pictures of a layout, with repetitions. */
export function imagesOf(format: FormatDoc): string[] {
  return [...inlineNodes(format)].flatMap((node) => (node.type === 'image' ? [node.attrs.fileId] : []))
}

/** Returns the uploaded pictures of a layout, without repetitions. */
export function picturesOf(format: FormatDoc): string[] {
  return [...new Set(imagesOf(format))]
}

/** Returns the built-in parts of a layout, with repetitions. */
export function builtinsOf(format: FormatDoc): Builtin[] {
  return [...inlineNodes(format)].flatMap((node) => (node.type === 'builtin' ? [node.attrs.name] : []))
}

/** Tells whether a layout has a place for a built-in part. */
export function hasBuiltin(format: FormatDoc, name: string): boolean {
  for (const node of inlineNodes(format)) if (node.type === 'builtin' && node.attrs.name === name) return true
  return false
}

/**
 * Returns the value that the paper prints for a field; '' if the layout lacks the field or the value is only a dash.
 */
export function printed(format: FormatDoc, values: ReadonlyMap<string, string>, name: string): string {
  return printedFields(format).includes(name) ? cleanValue(values, name) : ''
}

/**
 * Returns the student's name as the paper prints it, or null if the paper has no name. Without the full name, it joins
 * first name and surname in their printed order, with the father's name if that is printed between them.
 */
export function printedName(format: FormatDoc, values: ReadonlyMap<string, string>): string | null {
  const fullName = printed(format, values, 'studentName')
  if (fullName) return fullName
  const parts = printedFields(format).filter((name) => nameParts.has(name))
  const ownParts = parts.flatMap((name, index) => (name === 'fatherName' ? [] : [index]))
  const joined = parts.slice(ownParts[0] ?? 0, (ownParts.at(-1) ?? -1) + 1)
  const partValues = withoutRepeats(new Map(joined.map((name) => [name, cleanValue(values, name)])))
  return joined.flatMap((name) => partValues.get(name) || []).join(' ') || null
}

/**
 * Returns the parts of a name without the words that one part repeats from another. Records often hold the father's
 * name with the surname ("Mahesh Gupta"), or a first name with the names that follow it.
 */
function withoutRepeats(parts: ReadonlyMap<string, string>): Map<string, string> {
  const surname = parts.get('surname') ?? ''
  const fatherName = withoutEnd(parts.get('fatherName') ?? '', surname)
  const firstName = withoutEnd(withoutEnd(parts.get('firstName') ?? '', surname), fatherName)
  return new Map([
    ['firstName', firstName],
    ['fatherName', fatherName],
    ['surname', surname],
  ])
}

/** Removes the words that a part of a name ends with. A part that has no other words stays as it is. */
function withoutEnd(part: string, end: string): string {
  const repeats = end !== '' && part.toLowerCase().endsWith(` ${end.toLowerCase()}`)
  return repeats ? part.slice(0, -end.length).trimEnd() : part
}

const nameParts: ReadonlySet<string> = new Set(['firstName', 'fatherName', 'surname'])

/**
 * The parts that every certificate must print, with the fields that print them. The first field is the one to insert.
 */
const requiredParts = [
  { label: () => t`the student’s name`, fields: ['studentName', 'firstName'] },
  { label: () => t`the serial number`, fields: ['serialNo'] },
  { label: () => t`the date of issue`, fields: ['issueDate'] },
] as const

/** A required part that a layout does not print: its label, and the field to insert. */
export interface MissingPart {
  label: string
  field: string
}

/** Returns the required parts that a layout does not print. A certificate without one of them proves nothing. */
export function missingParts(format: FormatDoc): MissingPart[] {
  const printedNames = new Set(printedFields(format))
  return requiredParts
    .filter(({ fields }) => !fields.some((name) => printedNames.has(name)))
    .map(({ label, fields }) => ({ label: label(), field: fields[0] }))
}

/** Returns why no certificate can be issued with a layout; '' when no part is missing. */
export function missingPartsMessage(missing: readonly MissingPart[]): string {
  if (missing.length === 0) return ''
  return t`A leaving certificate states the student’s name, its serial number and its date of issue. The paper lacks ${joinWithAnd(missing.map(({ label }) => label))}.`
}

/** Returns the fields of a layout in the order of the paper, without repetitions. */
function printedFields(format: FormatDoc): string[] {
  const names = new Set<string>()
  for (const node of inlineNodes(format)) if (node.type === 'field') names.add(node.attrs.name)
  return [...names]
}

function cleanValue(values: ReadonlyMap<string, string>, name: string): string {
  const value = (values.get(name) ?? '').replace(/\s+/gu, ' ').trim()
  return /[\p{L}\p{N}]/u.test(value) ? value : ''
}

/** Returns the path of a certificate's public page, to which its QR code leads. */
export function certificatePath(token: string): string {
  return `/certificate/${token}`
}

/** A mark on the paper, so that nobody can take it for a valid original. */
export type Stamp = 'PREVIEW' | 'DUPLICATE' | 'CANCELLED'
