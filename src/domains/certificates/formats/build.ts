import type { Alignment, BlockNode, Builtin, CellNode, FormatDoc, InlineNode, MarkName, RowNode } from '../format.schema.ts'

/** A layout that comes with the product. */
export interface ReadyFormat {
  key: string
  name: string
  format: FormatDoc
}

/**
 * Builds a line from a text with `{{name}}` for fields, `**bold**` for bold text, and `[logo]` etc. for built-in parts.
 */
export function line(text: string, ...marks: MarkName[]): InlineNode[] {
  const markAttrs = (bold: boolean) => {
    const all = [...new Set<MarkName>([...marks, ...(bold ? (['bold'] as const) : [])])]
    return all.length > 0 ? { marks: all.map((type) => ({ type })) } : {}
  }
  return text.split('**').flatMap((segment, index) => {
    const mark = markAttrs(index % 2 === 1)
    return segment.split(/(\{\{[^{}]+\}\}|\[[a-z]+\]|\n)/).flatMap((part): InlineNode[] => {
      if (part === '') return []
      if (part === '\n') return [{ type: 'hardBreak' }]
      if (part.startsWith('{{')) {
        const [name = '', boxes] = part.slice(2, -2).split('|')
        return [{ type: 'field', attrs: { name, ...(boxes ? { boxes: Number(boxes) } : {}) }, ...mark }]
      }
      if (part.startsWith('[')) return [{ type: 'builtin', attrs: { name: part.slice(1, -1) as Builtin } }]
      return [{ type: 'text', text: part, ...mark }]
    })
  })
}

export function p(text: string, textAlign: Alignment = 'left'): BlockNode {
  return { type: 'paragraph', attrs: { textAlign }, content: line(text) }
}

export function heading(level: 1 | 2 | 3, text: string, textAlign: Alignment = 'center'): BlockNode {
  return { type: 'heading', attrs: { level, textAlign }, content: line(text) }
}

/** Builds a cell of one paragraph or of several blocks, with its column's width. */
export function cell(content: string | BlockNode[], width: number, textAlign: Alignment = 'left'): CellNode {
  return {
    type: 'tableCell',
    attrs: { colspan: 1, rowspan: 1, colwidth: [width] },
    content: typeof content === 'string' ? [p(content, textAlign)] : content,
  }
}

export function table(rows: CellNode[][], plain = false): BlockNode {
  return {
    type: 'table',
    ...(plain ? { attrs: { plain } } : {}),
    content: rows.map((content): RowNode => ({ type: 'tableRow', content })),
  }
}

/** Builds a table of numbered rows with a label and a value. */
export function numbered(rows: readonly (readonly [label: string, value: string])[]): BlockNode {
  return table(rows.map(([label, value], index) => [cell(`${index + 1}.`, 36, 'right'), cell(label, 312), cell(value, 370)]))
}
