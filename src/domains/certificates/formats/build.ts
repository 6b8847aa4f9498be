import type { Alignment, BlockNode, Builtin, CellNode, FormatDoc, InlineNode, MarkName, RowNode } from '../format.schema.ts'

/** A layout the product brings along. */
export interface ReadyFormat {
  key: string
  name: string
  format: FormatDoc
}

/** Text with `{{name}}` for fields, `**bold**` around what is bold, and `[logo]` and the like for built-in parts. */
export function line(text: string, ...marks: MarkName[]): InlineNode[] {
  const kept = (bold: boolean) => {
    const all = [...new Set<MarkName>([...marks, ...(bold ? (['bold'] as const) : [])])]
    return all.length > 0 ? { marks: all.map((type) => ({ type })) } : {}
  }
  return text.split('**').flatMap((stretch, place) => {
    const mark = kept(place % 2 === 1)
    return stretch.split(/(\{\{[^{}]+\}\}|\[[a-z]+\]|\n)/).flatMap((part): InlineNode[] => {
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

/** A cell of one paragraph, or of several blocks, over so many columns. */
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

/** Numbered rows of what is asked and what is answered. */
export function numbered(rows: readonly (readonly [label: string, value: string])[]): BlockNode {
  return table(rows.map(([label, value], place) => [cell(`${place + 1}.`, 36, 'right'), cell(label, 312), cell(value, 370)]))
}
