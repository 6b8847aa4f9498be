import { z } from 'zod'
import { parsedText, text, textPart } from '#shared/inputs.ts'
import { t } from '#shared/texts.ts'

/*
 * The schema of a certificate's layout: the editor's JSON (ProseMirror), limited to a closed list of nodes. It contains
 * no HTML, no addresses and no styles. Text, line breaks, fields, pictures and built-in parts are inline nodes.
 */

export const alignments = ['left', 'center', 'right', 'justify'] as const
const markNames = ['bold', 'italic', 'underline'] as const
/**
 * The parts that the server fills in: school logo, student photo, QR code of the public page, head's signature, and
 * DUPLICATE.
 */
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
  /** `boxes` prints each character in its own box, with at least that many boxes, as for a student id. */
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
        /** Widths in the editor's pixels, one per spanned column. */
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
      /** True for a table without lines, used to put columns beside each other. */
      attrs?: { plain?: boolean | null | undefined } | undefined
      content: RowNode[]
    }
  | { type: 'horizontalRule' }

/** A certificate's layout. */
export interface FormatDoc {
  type: 'doc'
  content: BlockNode[]
}

/** A field's name: the text between {{ and }}. */
export const fieldName = text().pipe(
  z
    .string()
    .min(1, { error: () => t`Required` })
    .max(60, { error: () => t`At most ${60} characters` })
    .regex(/^[^{}<>]*$/, { error: () => t`A name has no brackets` }),
)

const width = z.number().int().min(1).max(100).nullish()
const textAlign = z.enum(alignments).nullish()
const marks = z
  .array(z.strictObject({ type: z.enum(markNames) }))
  .max(markNames.length)
  .optional()

/** Maximum number of boxes set for a field. A longer value may print more. */
const maxFieldBoxes = 30

const inline: z.ZodType<InlineNode> = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: textPart, marks }),
  z.strictObject({ type: z.literal('hardBreak'), marks }),
  z.strictObject({
    type: z.literal('field'),
    attrs: z.strictObject({ name: fieldName, boxes: z.number().int().min(1).max(maxFieldBoxes).nullish() }),
    marks,
  }),
  z.strictObject({ type: z.literal('image'), attrs: z.strictObject({ fileId: z.uuid(), width }), marks }),
  z.strictObject({ type: z.literal('builtin'), attrs: z.strictObject({ name: z.enum(builtins), width }), marks }),
])
const line = z.array(inline).optional()

/** Maximum number of columns of a table. */
const maxColumns = 40

const cell = z.strictObject({
  type: z.enum(['tableCell', 'tableHeader']),
  attrs: z
    .strictObject({
      colspan: z.number().int().min(1).max(maxColumns).optional(),
      rowspan: z.number().int().min(1).max(200).optional(),
      colwidth: z.array(z.number().int().min(0).max(4000)).max(maxColumns).nullish(),
      align: z.enum(['left', 'center', 'right']).nullish(),
    })
    .optional(),
  content: z.lazy(() => z.array(block).min(1)),
})
const item = z.strictObject({ type: z.literal('listItem'), content: z.lazy(() => z.array(block).min(1)) })

const row: z.ZodType<RowNode> = z.strictObject({ type: z.literal('tableRow'), content: z.array(cell).max(maxColumns) })

/**
 * Refuses cells that overlap or reach outside the table, because the renderer would spend work on columns and rows that
 * nobody sees.
 */
const rows = z
  .array(row)
  .min(1)
  .superRefine((tableRows, context) => {
    /** Per column, the number of rows, from the current one on, that a cell from above still spans. */
    const taken = Array.from({ length: maxColumns }, () => 0)
    for (const [rowIndex, { content }] of tableRows.entries()) {
      let column = 0
      for (const [cellIndex, { attrs }] of content.entries()) {
        const { colspan = 1, rowspan = 1 } = attrs ?? {}
        while ((taken[column] ?? 0) > 0) column += 1
        const covered = taken.slice(column, column + colspan)
        const path = [rowIndex, 'content', cellIndex, 'attrs']
        if (rowIndex + rowspan > tableRows.length)
          context.addIssue({ code: 'custom', path: [...path, 'rowspan'], message: t`it spans more rows than the table has` })
        else if (covered.length < colspan)
          context.addIssue({
            code: 'custom',
            path: [...path, 'colspan'],
            message: t`the row has more than ${maxColumns} columns`,
          })
        else if (covered.some((left) => left > 0))
          context.addIssue({ code: 'custom', path: [...path, 'colspan'], message: t`it lies over a cell of another row` })
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

/** Limits of a layout. No real paper needs more; larger input is meant to overload the server. */
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

/**
 * Returns why a tree is too large, or null. Not recursive, because a deep tree would overflow the stack and end the
 * process.
 */
function tooLarge(root: unknown): string | null {
  let nodes = 0
  let text = 0
  let pictures = 0
  let fields = 0
  let boxes = 0
  let rowsOfTables = 0
  const stack: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }]
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value, depth } = next
    if (typeof value === 'string') text += value.length
    if (typeof value !== 'object' || value === null) continue
    nodes += Array.isArray(value) ? 0 : 1
    // Each occurrence counts, because each is embedded in the document.
    if ('type' in value && (value.type === 'image' || value.type === 'builtin')) pictures += 1
    if ('type' in value && value.type === 'field') fields += 1
    if ('boxes' in value && typeof value.boxes === 'number') boxes += Math.min(value.boxes, maxFieldBoxes)
    if ('type' in value && value.type === 'tableRow') rowsOfTables += 1
    // A node is an object in an array, so it counts as two levels.
    if (depth > formatBounds.depth * 2) return t`The layout is nested too deeply.`
    if (nodes > formatBounds.nodes * 3) return t`The layout has too many parts.`
    for (const inner of Object.values(value)) stack.push({ value: inner, depth: depth + 1 })
  }
  if (pictures > formatBounds.pictures) return t`The layout has too many pictures: at most ${formatBounds.pictures}.`
  if (fields > formatBounds.fields) return t`The layout has too many fields: at most ${formatBounds.fields} places.`
  if (boxes > formatBounds.boxes) return t`The layout has too many boxes: at most ${formatBounds.boxes}.`
  if (rowsOfTables > formatBounds.rows) return t`The layout has too many rows in tables: at most ${formatBounds.rows}.`
  return text > formatBounds.text * 2 ? t`The layout has too much text.` : null
}

/**
 * A layout as JSON text. Nodes that are not on the list are refused; the problem's path continues with the keys of the
 * tree, such as `format.content.3.content.0`.
 */
export const formatField = parsedText(formatBounds.json, () => t`The layout is too large.`).transform(
  (json, context): FormatDoc => {
    let tree: unknown
    try {
      tree = JSON.parse(json)
    } catch {
      context.addIssue({ code: 'custom', message: t`This is not a layout.` })
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
      // Checked again, because each field that was typed as text became a node.
      const grownProblem = tooLarge(format)
      if (grownProblem === null) return format
      context.addIssue({ code: 'custom', message: grownProblem })
      return z.NEVER
    }
    for (const { path, message } of parsed.error.issues.slice(0, 20)) {
      const position = path.join('.')
      const text = position
        ? t`A certificate cannot hold what stands at ${position}: ${message}`
        : t`A certificate cannot hold what stands at its beginning: ${message}`
      context.addIssue({ code: 'custom', path, message: text })
    }
    return z.NEVER
  },
)

const placeholder = /\{\{([^{}<>]{1,200})\}\}/g

/** Returns the layout with every `{{name}}` in its texts turned into a field. */
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
      return {
        ...node,
        content: node.content.map((listItem) => ({ ...listItem, content: listItem.content.map(blockWithFields) })),
      }
    case 'table':
      return {
        ...node,
        content: node.content.map((tableRow) => ({
          ...tableRow,
          content: tableRow.content.map((tableCell) => ({ ...tableCell, content: tableCell.content.map(blockWithFields) })),
        })),
      }
    case 'horizontalRule':
      return node
  }
}

function split(node: InlineNode): InlineNode[] {
  if (node.type !== 'text' || !node.text.includes('{{')) return [node]
  const marking = node.marks ? { marks: node.marks } : {}
  const parts: InlineNode[] = []
  let from = 0
  const add = (text: string) => text !== '' && parts.push({ type: 'text', text, ...marking })
  for (const match of node.text.matchAll(placeholder)) {
    const name = fieldName.safeParse(match[1])
    if (!name.success) continue
    add(node.text.slice(from, match.index))
    parts.push({ type: 'field', attrs: { name: name.data }, ...marking })
    from = match.index + match[0].length
  }
  add(node.text.slice(from))
  return parts
}
