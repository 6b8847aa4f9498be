import { getSchema, type JSONContent } from '@tiptap/core'
import { expect, test } from 'vitest'
import { formatField } from '../../format.schema.ts'
import { readyFormats } from '../../formats/readyFormats.ts'
import { fieldsOf, formatExtensions, inOrder, storedFormat } from './nodes.ts'

const schema = getSchema(formatExtensions({ labelOf: (name) => name, urlOf: () => null }))

/** What is stored of a layout that is opened in the editor and saved as it is. */
function saved(format: JSONContent): JSONContent {
  const node = schema.nodeFromJSON(format)
  node.check()
  return storedFormat(node.toJSON() as JSONContent)
}

const line = (...content: JSONContent[]): JSONContent => ({ type: 'paragraph', content })
const cell = (attrs: object, ...content: JSONContent[]): JSONContent => ({ type: 'tableCell', attrs, content })

/** Everything that the server takes (format.schema.ts), once. */
const everything: JSONContent = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 1, textAlign: 'center' }, content: [{ type: 'text', text: 'Certificate' }] },
    {
      ...line(
        { type: 'text', marks: [{ type: 'bold' }, { type: 'italic' }, { type: 'underline' }], text: 'Of ' },
        { type: 'field', attrs: { name: 'studentName' }, marks: [{ type: 'bold' }] },
        { type: 'hardBreak' },
        { type: 'field', attrs: { name: 'House colour', boxes: 19 } },
        { type: 'builtin', attrs: { name: 'photo' } },
        { type: 'builtin', attrs: { name: 'signature', width: 40 } },
        { type: 'image', attrs: { fileId: '2b8b6c3e-6f0a-4a54-9c39-0a1de8a1f1c5', width: 30 } },
      ),
      attrs: { textAlign: 'justify' },
    },
    { type: 'horizontalRule' },
    { type: 'bulletList', content: [{ type: 'listItem', content: [line({ type: 'text', text: 'one' })] }] },
    { type: 'orderedList', attrs: { start: 3, type: 'a' }, content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] },
    {
      type: 'table',
      attrs: { plain: true },
      content: [
        {
          type: 'tableRow',
          content: [
            { type: 'tableHeader', attrs: { colspan: 2, colwidth: [100, 50] }, content: [{ type: 'paragraph' }] },
            cell({ rowspan: 2, align: 'right' }, line({ type: 'field', attrs: { name: 'roll' } })),
          ],
        },
        {
          type: 'tableRow',
          content: [
            { type: 'tableCell', content: [{ type: 'paragraph' }] },
            { type: 'tableCell', content: [{ type: 'paragraph' }] },
          ],
        },
      ],
    },
  ],
}

test('the editor keeps all that the server takes, and the server takes all that the editor keeps', () => {
  for (const format of [everything, ...readyFormats.map((ready) => ready.format as JSONContent)]) {
    const kept = saved(format)
    const parsed = formatField.safeParse(JSON.stringify(kept))
    expect(parsed.error).toBeUndefined()
    expect(storedFormat(parsed.data as JSONContent)).toEqual(storedFormat(format))
    // Opened again, it is the same: nothing looks changed that nobody has changed.
    expect(saved(kept)).toEqual(kept)
  }
})

test('fields keep their place while they stand on the paper', () => {
  const used = fieldsOf(everything)
  expect(used).toEqual(['studentName', 'House colour', 'roll'])
  expect(inOrder(used, ['roll', 'gone', 'studentName'])).toEqual(['roll', 'studentName', 'House colour'])
  expect(fieldsOf(line({ type: 'text', text: 'Typed {{ House  colour }} and {{x}}' }))).toEqual(['House colour', 'x'])
})
