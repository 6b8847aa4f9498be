import { z } from 'zod'
import { parsedText, text, textPart } from '#shared/inputs.ts'

/*
 * What a certificate's layout may hold: the JSON of the editor (ProseMirror), as a closed list of nodes. Nothing of it is HTML,
 * an address or a style. Everything that stands in a line is inline: text, line breaks, fields, pictures and built-in parts.
 */

export const alignments = ['left', 'center', 'right', 'justify'] as const
const markNames = ['bold', 'italic', 'underline'] as const
/** What the server puts in: the school's logo, the student's photo, the code of the public page, the head's signature, and DUPLICATE. */
export const builtins = ['logo', 'photo', 'qr', 'signature', 'duplicate'] as const

export type Alignment = (typeof alignments)[number]
export type MarkName = (typeof markNames)[number]
export type Builtin = (typeof builtins)[number]

interface Marked {
  marks?: { type: MarkName }[] | undefined
}
interface Aligned {
  attrs?: { textAlign?: Alignment | null | undefined } | undefined
}

export type InlineNode =
  | ({ type: 'text'; text: string } & Marked)
  | ({ type: 'hardBreak' } & Marked)
  /** `boxes` draws each character in a box of its own, that many at least: the boxes of a student id. */
  | ({ type: 'field'; attrs: { name: string; boxes?: number | null | undefined } } & Marked)
  /** `width` in per cent of the line. */
  | ({ type: 'image'; attrs: { fileId: string; width?: number | null | undefined } } & Marked)
  | ({ type: 'builtin'; attrs: { name: Builtin; width?: number | null | undefined } } & Marked)

export interface CellNode {
  type: 'tableCell' | 'tableHeader'
  attrs?:
    | {
        colspan?: number | undefined
        rowspan?: number | undefined
        /** In the editor's pixels, one for each column it spans. */
        colwidth?: number[] | null | undefined
        align?: 'left' | 'center' | 'right' | null | undefined
      }
    | undefined
  content: BlockNode[]
}
export interface RowNode {
  type: 'tableRow'
  content: CellNode[]
}
interface ItemNode {
  type: 'listItem'
  content: BlockNode[]
}
export type BlockNode =
  | ({ type: 'paragraph'; content?: InlineNode[] | undefined } & Aligned)
  | { type: 'heading'; attrs: { level: 1 | 2 | 3; textAlign?: Alignment | null | undefined }; content?: InlineNode[] | undefined }
  | { type: 'bulletList'; content: ItemNode[] }
  | {
      type: 'orderedList'
      attrs?: { start?: number | undefined; type?: '1' | 'a' | 'A' | 'i' | 'I' | null | undefined } | undefined
      content: ItemNode[]
    }
  | {
      type: 'table'
      /** Without lines: columns beside each other. */
      attrs?: { plain?: boolean | null | undefined } | undefined
      content: RowNode[]
    }
  | { type: 'horizontalRule' }

/** A certificate's layout. */
export interface FormatDoc {
  type: 'doc'
  content: BlockNode[]
}

/** A field's name: what stands between {{ and }}. */
export const fieldName = text().pipe(
  z
    .string()
    .min(1, 'Required')
    .max(60, 'At most 60 characters')
    .regex(/^[^{}<>]*$/, 'A name has no brackets'),
)

const width = z.number().int().min(1).max(100).nullish()
const textAlign = z.enum(alignments).nullish()
const marks = z
  .array(z.strictObject({ type: z.enum(markNames) }))
  .max(markNames.length)
  .optional()

/** Boxes that a field has besides those of a longer value. */
const boxesOfField = 30

const inline: z.ZodType<InlineNode> = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: textPart, marks }),
  z.strictObject({ type: z.literal('hardBreak'), marks }),
  z.strictObject({
    type: z.literal('field'),
    attrs: z.strictObject({ name: fieldName, boxes: z.number().int().min(1).max(boxesOfField).nullish() }),
    marks,
  }),
  z.strictObject({ type: z.literal('image'), attrs: z.strictObject({ fileId: z.uuid(), width }), marks }),
  z.strictObject({ type: z.literal('builtin'), attrs: z.strictObject({ name: z.enum(builtins), width }), marks }),
])
const line = z.array(inline).optional()

/** Columns of a table. */
const mostColumns = 40

const cell = z.strictObject({
  type: z.enum(['tableCell', 'tableHeader']),
  attrs: z
    .strictObject({
      colspan: z.number().int().min(1).max(mostColumns).optional(),
      rowspan: z.number().int().min(1).max(200).optional(),
      colwidth: z.array(z.number().int().min(0).max(4000)).max(mostColumns).nullish(),
      align: z.enum(['left', 'center', 'right']).nullish(),
    })
    .optional(),
  content: z.lazy(() => z.array(block).min(1)),
})
const item = z.strictObject({ type: z.literal('listItem'), content: z.lazy(() => z.array(block).min(1)) })

const row: z.ZodType<RowNode> = z.strictObject({ type: z.literal('tableRow'), content: z.array(cell).max(mostColumns) })

/**
 * Cells lie beside each other, none over another and none outside of the table: one that spans more than there is makes the renderer
 * work on columns and rows that nobody sees.
 */
const rows = z
  .array(row)
  .min(1)
  .superRefine((given, context) => {
    /** By the column, in how many rows from this one on a cell of above still stands. */
    const taken = Array.from({ length: mostColumns }, () => 0)
    for (const [at, { content }] of given.entries()) {
      let column = 0
      for (const [place, { attrs }] of content.entries()) {
        const { colspan = 1, rowspan = 1 } = attrs ?? {}
        while ((taken[column] ?? 0) > 0) column += 1
        const under = taken.slice(column, column + colspan)
        const path = [at, 'content', place, 'attrs']
        if (at + rowspan > given.length)
          context.addIssue({ code: 'custom', path: [...path, 'rowspan'], message: 'it spans more rows than the table has' })
        else if (under.length < colspan)
          context.addIssue({
            code: 'custom',
            path: [...path, 'colspan'],
            message: `the row has more than ${mostColumns} columns`,
          })
        else if (under.some((left) => left > 0))
          context.addIssue({ code: 'custom', path: [...path, 'colspan'], message: 'it lies over a cell of another row' })
        else {
          taken.fill(rowspan, column, column + colspan)
          column += colspan
          continue
        }
        return
      }
      for (const [index, left] of taken.entries()) taken[index] = Math.max(0, left - 1)
    }
  })

const block: z.ZodType<BlockNode> = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('paragraph'), attrs: z.strictObject({ textAlign }).optional(), content: line }),
  z.strictObject({
    type: z.literal('heading'),
    attrs: z.strictObject({ level: z.literal([1, 2, 3]), textAlign }),
    content: line,
  }),
  z.strictObject({ type: z.literal('bulletList'), content: z.array(item).min(1) }),
  z.strictObject({
    type: z.literal('orderedList'),
    attrs: z
      .strictObject({
        start: z.number().int().min(0).max(9999).optional(),
        type: z.enum(['1', 'a', 'A', 'i', 'I']).nullish(),
      })
      .optional(),
    content: z.array(item).min(1),
  }),
  z.strictObject({
    type: z.literal('table'),
    attrs: z.strictObject({ plain: z.boolean().nullish() }).optional(),
    content: rows,
  }),
  z.strictObject({ type: z.literal('horizontalRule') }),
])

const doc: z.ZodType<FormatDoc> = z.strictObject({ type: z.literal('doc'), content: z.array(block).min(1) })

/** More than any paper has: whoever sends more wants to keep the server busy. */
export const formatBounds = {
  json: 400_000,
  nodes: 5000,
  depth: 20,
  text: 60_000,
  pictures: 30,
  fields: 500,
  boxes: 2000,
  rows: 500,
} as const

/** Why a tree is too large, or null. It goes through the tree without calling itself: a deep one would end the process. */
function tooLarge(root: unknown): string | null {
  let nodes = 0
  let text = 0
  let pictures = 0
  let fields = 0
  let boxes = 0
  let rowsOfTables = 0
  const left: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }]
  for (let next = left.pop(); next; next = left.pop()) {
    const { value, depth } = next
    if (typeof value === 'string') text += value.length
    if (typeof value !== 'object' || value === null) continue
    nodes += Array.isArray(value) ? 0 : 1
    // Each is a file in the document, also the same one again.
    if ('type' in value && (value.type === 'image' || value.type === 'builtin')) pictures += 1
    if ('type' in value && value.type === 'field') fields += 1
    if ('boxes' in value && typeof value.boxes === 'number') boxes += Math.min(value.boxes, boxesOfField)
    if ('type' in value && value.type === 'tableRow') rowsOfTables += 1
    // A node is an object in an array: two levels.
    if (depth > formatBounds.depth * 2) return 'The layout is nested too deeply.'
    if (nodes > formatBounds.nodes * 3) return 'The layout has too many parts.'
    for (const inner of Object.values(value)) left.push({ value: inner, depth: depth + 1 })
  }
  if (pictures > formatBounds.pictures) return `The layout has too many pictures: at most ${formatBounds.pictures}.`
  if (fields > formatBounds.fields) return `The layout has too many fields: at most ${formatBounds.fields} places.`
  if (boxes > formatBounds.boxes) return `The layout has too many boxes: at most ${formatBounds.boxes}.`
  if (rowsOfTables > formatBounds.rows) return `The layout has too many rows in tables: at most ${formatBounds.rows}.`
  return text > formatBounds.text * 2 ? 'The layout has too much text.' : null
}

/**
 * A layout as JSON, as it is sent and stored. What is not on the list is refused with its place: the problem's path goes on with
 * the keys of the tree, `format.content.3.content.0`.
 */
export const formatField = parsedText(formatBounds.json, 'The layout is too large.').transform((json, context): FormatDoc => {
  let tree: unknown
  try {
    tree = JSON.parse(json)
  } catch {
    context.addIssue({ code: 'custom', message: 'This is not a layout.' })
    return z.NEVER
  }
  const problem = tooLarge(tree)
  if (problem !== null) {
    context.addIssue({ code: 'custom', message: problem })
    return z.NEVER
  }
  const parsed = doc.safeParse(tree)
  if (parsed.success) {
    const format = withFields(parsed.data)
    // A field that was typed as text is one more node.
    const grown = tooLarge(format)
    if (grown === null) return format
    context.addIssue({ code: 'custom', message: grown })
    return z.NEVER
  }
  for (const { path, message } of parsed.error.issues.slice(0, 20)) {
    const place = path.join('.') || 'its beginning'
    context.addIssue({ code: 'custom', path, message: `A certificate cannot hold what stands at ${place}: ${message}` })
  }
  return z.NEVER
})

const placeholder = /\{\{([^{}<>]{1,200})\}\}/g

/** The same layout, with `{{name}}` that was typed as text turned into fields. */
function withFields(format: FormatDoc): FormatDoc {
  return { ...format, content: format.content.map(blockWithFields) }
}

function blockWithFields(node: BlockNode): BlockNode {
  switch (node.type) {
    case 'paragraph':
    case 'heading':
      return node.content ? { ...node, content: node.content.flatMap(split) } : node
    case 'bulletList':
    case 'orderedList':
      return { ...node, content: node.content.map((each) => ({ ...each, content: each.content.map(blockWithFields) })) }
    case 'table':
      return {
        ...node,
        content: node.content.map((row) => ({
          ...row,
          content: row.content.map((each) => ({ ...each, content: each.content.map(blockWithFields) })),
        })),
      }
    case 'horizontalRule':
      return node
  }
}

function split(node: InlineNode): InlineNode[] {
  if (node.type !== 'text' || !node.text.includes('{{')) return [node]
  const { marks: kept } = node
  const parts: InlineNode[] = []
  let from = 0
  const add = (text: string) => text !== '' && parts.push({ type: 'text', text, ...(kept ? { marks: kept } : {}) })
  for (const found of node.text.matchAll(placeholder)) {
    const name = fieldName.safeParse(found[1])
    if (!name.success) continue
    add(node.text.slice(from, found.index))
    parts.push({ type: 'field', attrs: { name: name.data }, ...(kept ? { marks: kept } : {}) })
    from = found.index + found[0].length
  }
  add(node.text.slice(from))
  return parts
}
