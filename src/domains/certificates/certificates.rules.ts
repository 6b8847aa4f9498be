import { type Day, isDay } from '#shared/dates.ts'
import { numberInWords } from '#shared/amountInWords.ts'
import type { BlockNode, Builtin, FormatDoc, InlineNode } from './format.schema.ts'

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const ordinals = [
  'First',
  'Second',
  'Third',
  'Fourth',
  'Fifth',
  'Sixth',
  'Seventh',
  'Eighth',
  'Ninth',
  'Tenth',
  'Eleventh',
  'Twelfth',
  'Thirteenth',
  'Fourteenth',
  'Fifteenth',
  'Sixteenth',
  'Seventeenth',
  'Eighteenth',
  'Nineteenth',
  'Twentieth',
  'Twenty First',
  'Twenty Second',
  'Twenty Third',
  'Twenty Fourth',
  'Twenty Fifth',
  'Twenty Sixth',
  'Twenty Seventh',
  'Twenty Eighth',
  'Twenty Ninth',
  'Thirtieth',
  'Thirty First',
]

/** A birth date in words, as certificates have it: `Third June Two Thousand Fifteen`. Text that is no day is nothing. */
export function dayInWords(day: Day): string {
  if (!isDay(day)) return ''
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return `${ordinals[date - 1]} ${months[month - 1]} ${numberInWords(BigInt(year))}`
}

/** Every node of a line, in the order of the paper. */
export function* inlineNodes(format: FormatDoc): Generator<InlineNode> {
  for (const node of format.content) yield* inlineOf(node)
}

function* inlineOf(node: BlockNode): Generator<InlineNode> {
  switch (node.type) {
    case 'paragraph':
    case 'heading':
      yield* node.content ?? []
      return
    case 'bulletList':
    case 'orderedList':
      for (const item of node.content) for (const inner of item.content) yield* inlineOf(inner)
      return
    case 'table':
      for (const row of node.content) for (const cell of row.content) for (const inner of cell.content) yield* inlineOf(inner)
      return
    case 'horizontalRule':
  }
}

/** A format's fields as they are asked: in the order given, and after them those the layout uses besides, in its own order. */
export function completeFields(
  format: FormatDoc,
  given: readonly { name: string; sr: number }[],
): { name: string; sr: number }[] {
  const names = new Set(given.toSorted((one, other) => one.sr - other.sr).map((field) => field.name))
  for (const name of printedFields(format)) names.add(name)
  return [...names].map((name, place) => ({ name, sr: place + 1 }))
}

/** The uploaded pictures of a layout, each as often as it stands there. */
export function imagesOf(format: FormatDoc): string[] {
  return [...inlineNodes(format)].flatMap((node) => (node.type === 'image' ? [node.attrs.fileId] : []))
}

/** The uploaded pictures of a layout, each once. */
export function picturesOf(format: FormatDoc): string[] {
  return [...new Set(imagesOf(format))]
}

/** The built-in parts of a layout, each as often as it stands there. */
export function builtinsOf(format: FormatDoc): Builtin[] {
  return [...inlineNodes(format)].flatMap((node) => (node.type === 'builtin' ? [node.attrs.name] : []))
}

/** Whether a layout says itself where a built-in part stands. */
export function hasBuiltin(format: FormatDoc, name: string): boolean {
  for (const node of inlineNodes(format)) if (node.type === 'builtin' && node.attrs.name === name) return true
  return false
}

/** What a paper says in a field; '' where the layout has no such field, or nothing but a dash stands in it. */
export function printed(format: FormatDoc, values: ReadonlyMap<string, string>, name: string): string {
  return printedFields(format).includes(name) ? said(values, name) : ''
}

/**
 * The name of the student as the paper has it: its full name, or else the first name and the surname in the order in which they
 * stand, with the father's name where that is printed between the two. null where the paper has no name.
 */
export function printedName(format: FormatDoc, values: ReadonlyMap<string, string>): string | null {
  const whole = printed(format, values, 'studentName')
  if (whole) return whole
  const parts = printedFields(format).filter((name) => nameParts.has(name))
  const own = parts.flatMap((name, place) => (name === 'fatherName' ? [] : [place]))
  const shown = parts.slice(own[0] ?? 0, (own.at(-1) ?? -1) + 1)
  const partValues = new Map(shown.map((name) => [name, said(values, name)]))
  const single = withoutRepeats(partValues)
  return shown.flatMap((name) => single.get(name) || []).join(' ') || null
}

/**
 * Returns the parts of a name without the words that one part repeats from another. Records often hold the father's name with the
 * surname ("Mahesh Gupta"), or a first name with the names that follow it.
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

/** Returns a part of a name without the words it ends with; a part that has no other words stays as it is. */
function withoutEnd(part: string, end: string): string {
  const repeats = end !== '' && part.toLowerCase().endsWith(` ${end.toLowerCase()}`)
  return repeats ? part.slice(0, -end.length).trimEnd() : part
}

const nameParts: ReadonlySet<string> = new Set(['firstName', 'fatherName', 'surname'])

/** What every certificate states, with the fields that state it. The first field is the one to insert. */
const requiredParts = [
  { label: 'the student’s name', fields: ['studentName', 'firstName'] },
  { label: 'the serial number', fields: ['serialNo'] },
  { label: 'the date of issue', fields: ['issueDate'] },
] as const

/** A required part that a layout does not print: its label, and the field to insert. */
export interface MissingPart {
  label: string
  field: string
}

/** The required parts that a layout does not print. A certificate without one of them proves nothing. */
export function missingParts(format: FormatDoc): MissingPart[] {
  const printedNames = new Set(printedFields(format))
  return requiredParts
    .filter(({ fields }) => !fields.some((name) => printedNames.has(name)))
    .map(({ label, fields }) => ({ label, field: fields[0] }))
}

/** Why a layout cannot be a certificate's; '' when no part is missing. */
export function missingPartsMessage(missing: readonly MissingPart[]): string {
  if (missing.length === 0) return ''
  return `A leaving certificate states the student’s name, its serial number and its date of issue. The paper lacks ${listOf(missing.map(({ label }) => label))}.`
}

const listOf = (labels: readonly string[]) => new Intl.ListFormat('en-IN', { type: 'conjunction' }).format(labels)

/** The fields of a layout in the order of the paper, each once. */
function printedFields(format: FormatDoc): string[] {
  const names = new Set<string>()
  for (const node of inlineNodes(format)) if (node.type === 'field') names.add(node.attrs.name)
  return [...names]
}

function said(values: ReadonlyMap<string, string>, name: string): string {
  const value = (values.get(name) ?? '').replace(/\s+/gu, ' ').trim()
  return /[\p{L}\p{N}]/u.test(value) ? value : ''
}

/** The token of a public page: the school in base 36, and at least 128 random bits. */
export const tokenShape = /^[0-9a-z]{1,11}-[0-9A-Za-z_-]{22,64}$/

/** The school of a token; null for what is no token. */
export function schoolOfToken(token: string): number | null {
  if (!tokenShape.test(token)) return null
  const school = Number.parseInt(token.slice(0, token.indexOf('-')), 36)
  return Number.isSafeInteger(school) ? school : null
}

/** Where the code on the paper leads. */
export function certificatePath(token: string): string {
  return `/certificate/${token}`
}

/** What stands across a paper, so that nobody can take it for a valid original. */
export type Stamp = 'PREVIEW' | 'DUPLICATE' | 'CANCELLED'
