import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { certificateSheet } from './certificateSheet.ts'
import { issueForm } from './certificates.schema.ts'
import { type FormatDoc, formatField } from './format.schema.ts'

/*
 * Layouts and values that want something else than a certificate. Each is refused with the place named, or printed as
 * the text it is.
 */

const file = '0b6f3a52-8f0e-4c5c-9d0e-6a1f6f3b2c11'
const text = (value: string, extra: object = {}) => ({ type: 'text', text: value, ...extra })
const p = (...content: unknown[]) => ({ type: 'paragraph', content })
const doc = (...content: unknown[]) => ({ type: 'doc', content })
const inTable = (...content: unknown[]) => ({
  type: 'table',
  content: [{ type: 'tableRow', content: [{ type: 'tableCell', content }] }],
})
const image = (attrs: object) => p({ type: 'image', attrs })
const nested = (depth: number): unknown => {
  let node: unknown = p(text('deep'))
  for (let level = 0; level < depth; level += 1) node = { type: 'bulletList', content: [{ type: 'listItem', content: [node] }] }
  return doc(node)
}

/** What is sent, and where the problem stands. */
const layouts: Record<string, [sent: unknown, place: string]> = {
  'a script element': [doc({ type: 'script', content: [text('alert(1)')] }), 'content.0.type'],
  'an iframe': [doc({ type: 'iframe', attrs: { src: 'http://169.254.169.254/latest/meta-data/' } }), 'content.0.type'],
  'an object': [doc({ type: 'object', attrs: { data: 'file:///etc/passwd' } }), 'content.0.type'],
  'raw HTML': [doc({ type: 'html', html: '<script>alert(1)</script>' }), 'content.0.type'],
  'a video in a line': [doc(p({ type: 'video', attrs: { src: 'https://evil.example/a.mp4' } })), 'content.0.content.0.type'],
  'a link': [
    doc(p(text('here', { marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] }))),
    'content.0.content.0.marks.0',
  ],
  'a style mark': [
    doc(p(text('x', { marks: [{ type: 'textStyle', attrs: { color: 'url(http://evil.example)' } }] }))),
    'content.0.content.0.marks.0',
  ],
  'a mark with attributes': [
    doc(p(text('x', { marks: [{ type: 'bold', attrs: { onclick: 'alert(1)' } }] }))),
    'content.0.content.0.marks.0',
  ],
  'an event handler on a paragraph': [doc({ type: 'paragraph', attrs: { onclick: 'alert(1)' } }), 'content.0.attrs'],
  'a style on a paragraph': [
    doc({ type: 'paragraph', attrs: { style: 'background:url(http://evil.example/x)' } }),
    'content.0.attrs',
  ],
  'a class': [doc({ type: 'paragraph', attrs: { class: 'certificate-across' } }), 'content.0.attrs'],
  'an alignment that is CSS': [
    doc({ type: 'paragraph', attrs: { textAlign: 'left;background:url(http://evil.example)' } }),
    'content.0.attrs.textAlign',
  ],
  'a heading of level 9': [doc({ type: 'heading', attrs: { level: 9 } }), 'content.0.attrs.level'],
  'a heading that names an element': [doc({ type: 'heading', attrs: { level: '1><script' } }), 'content.0.attrs.level'],
  'a picture by address': [doc(image({ src: 'http://evil.example/a.png' })), 'content.0.content.0.attrs'],
  'a picture by address besides its file': [doc(image({ fileId: file, src: 'file:///etc/passwd' })), 'content.0.content.0.attrs'],
  'a picture of javascript:': [doc(image({ fileId: 'javascript:alert(1)' })), 'content.0.content.0.attrs.fileId'],
  'a picture of a path': [doc(image({ fileId: '../../../etc/passwd' })), 'content.0.content.0.attrs.fileId'],
  'a picture of the metadata address': [
    doc(image({ fileId: 'http://169.254.169.254/latest' })),
    'content.0.content.0.attrs.fileId',
  ],
  'a picture of data:': [doc(image({ fileId: 'data:text/html,<script>alert(1)</script>' })), 'content.0.content.0.attrs.fileId'],
  'a picture wider than the paper': [doc(image({ fileId: file, width: 100_000 })), 'content.0.content.0.attrs.width'],
  'a width that is CSS': [doc(image({ fileId: file, width: '1%;position:fixed' })), 'content.0.content.0.attrs.width'],
  'a picture that is no number wide': [
    `{"type":"doc","content":[{"type":"paragraph","content":[{"type":"image","attrs":{"fileId":"${file}","width":1e999}}]}]}`,
    'content.0.content.0.attrs.width',
  ],
  'a built-in part that is none': [doc(p({ type: 'builtin', attrs: { name: 'passwords' } })), 'content.0.content.0.attrs.name'],
  'a built-in part of the prototype': [
    doc(p({ type: 'builtin', attrs: { name: '__proto__' } })),
    'content.0.content.0.attrs.name',
  ],
  'a field without a name': [doc(p({ type: 'field', attrs: { name: '  ' } })), 'content.0.content.0.attrs.name'],
  'a field with braces': [doc(p({ type: 'field', attrs: { name: 'a}}{{b' } })), 'content.0.content.0.attrs.name'],
  'a field of 10,000 characters': [
    doc(p({ type: 'field', attrs: { name: 'x'.repeat(10_000) } })),
    'content.0.content.0.attrs.name',
  ],
  'a field that is an element': [doc(p({ type: 'field', attrs: { name: '<img src=x>' } })), 'content.0.content.0.attrs.name'],
  'a field of a million boxes': [doc(p({ type: 'field', attrs: { name: 'a', boxes: 1e6 } })), 'content.0.content.0.attrs.boxes'],
  'text that is an object': [doc(p({ type: 'text', text: { toString: 'x' } })), 'content.0.content.0.text'],
  'text with children': [doc(p({ type: 'text', text: 'x', content: [text('y')] })), 'content.0.content.0'],
  'React of another hand': [
    doc({ $$typeof: 'Symbol(react.element)', type: 'script', props: { dangerouslySetInnerHTML: { __html: 'x' } } }),
    'content.0.type',
  ],
  dangerouslySetInnerHTML: [doc({ type: 'paragraph', dangerouslySetInnerHTML: { __html: '<script>' } }), 'content.0'],
  'a block in a line': [doc(p(p(text('x')))), 'content.0.content.0.type'],
  'a line outside of a block': [doc(text('x')), 'content.0.type'],
  'a cell over 1,000,000 columns': [
    doc({
      type: 'table',
      content: [{ type: 'tableRow', content: [{ type: 'tableCell', attrs: { colspan: 1e6 }, content: [p()] }] }],
    }),
    'content.0.content.0.content.0.attrs.colspan',
  ],
  'a cell over no rows': [
    doc({
      type: 'table',
      content: [{ type: 'tableRow', content: [{ type: 'tableCell', attrs: { rowspan: 0 }, content: [p()] }] }],
    }),
    'content.0.content.0.content.0.attrs.rowspan',
  ],
  'widths of columns that are CSS': [
    doc({
      type: 'table',
      content: [
        { type: 'tableRow', content: [{ type: 'tableCell', attrs: { colwidth: ['expression(alert(1))'] }, content: [p()] }] },
      ],
    }),
    'content.0.content.0.content.0.attrs.colwidth.0',
  ],
  'a script in a table': [doc(inTable({ type: 'script' })), 'content.0.content.0.content.0.content.0.type'],
  'a table without rows': [doc({ type: 'table', content: [] }), 'content.0.content'],
  'a list that counts from a million': [
    doc({ type: 'orderedList', attrs: { start: 1e6 }, content: [{ type: 'listItem', content: [p()] }] }),
    'content.0.attrs.start',
  ],
  'a list with a type of its own': [
    doc({ type: 'orderedList', attrs: { type: 'url(x)' }, content: [{ type: 'listItem', content: [p()] }] }),
    'content.0.attrs.type',
  ],
  'a document in a document': [doc(doc(p(text('x')))), 'content.0.type'],
  'another root': [{ type: 'html', content: [] }, 'type'],
  'a root with more': [{ ...doc(p()), onload: 'alert(1)' }, ''],
  'an empty document': [doc(), 'content'],
  'a list instead of a tree': [[doc(p())], ''],
  'a number': [42, ''],
  null: [null, ''],
  'text that is no JSON': ['<html><script>alert(1)</script></html>', ''],
  'a broken JSON': ['{"type":"doc","content":[', ''],
  'a tree of 50 levels': [nested(50), ''],
  'a tree of 20,000 levels': [`${'{"type":"doc","content":['.repeat(14_000)}${']}'.repeat(14_000)}`, ''],
  'a tree of 20,000 nodes': [`{"type":"doc","content":[${Array.from({ length: 20_000 }, () => '{"type":"p"}').join(',')}]}`, ''],
  'one picture 1,000 times': [doc(...Array.from({ length: 1000 }, () => image({ fileId: file }))), ''],
  'the code 100 times': [doc(p(...Array.from({ length: 100 }, () => ({ type: 'builtin', attrs: { name: 'qr' } })))), ''],
  'a megabyte of text': [doc(p(text('x'.repeat(1_000_000)))), ''],
  '200,000 letters of text': [doc(p(text('x'.repeat(200_000)))), ''],
  'a megabyte of another key': [{ ...doc(p()), x: 'x'.repeat(390_000) }, ''],
}

describe('a hostile layout is refused, with its place', () => {
  test.each(Object.entries(layouts).map(([name, [sent, place]]) => [name, sent, place] as const))('%s', (_, sent, place) => {
    const parsed = formatField.safeParse(typeof sent === 'string' ? sent : JSON.stringify(sent))
    expect(parsed.success).toBe(false)
    const places = parsed.error?.issues.map(({ path }) => path.join('.'))
    expect(places).toContain(place)
    for (const issue of parsed.error?.issues ?? []) expect(issue.message.length).toBeLessThan(300)
  })

  test('a prototype that is sent along changes nothing', () => {
    const sent = `{"type":"doc","__proto__":{"polluted":1},"content":[{"type":"paragraph","__proto__":{"type":"script"}}]}`
    const parsed = formatField.safeParse(sent)
    expect(JSON.stringify(parsed.data ?? null)).not.toMatch(/polluted|script/)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

const html = (format: FormatDoc, values: Record<string, string> = {}) =>
  renderToStaticMarkup(
    createElement(
      'main',
      null,
      certificateSheet({
        format,
        value: (name) => (Object.hasOwn(values, name) ? values[name] : undefined),
        picture: () => undefined,
        logoUrl: null,
        photoUrl: null,
        signatureUrl: null,
        qr: null,
        stamps: [],
      }),
    ),
  )

const values = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '</bdi></p><iframe src="file:///etc/passwd">',
  '<style>@import url(http://169.254.169.254/)</style>',
  '<link rel=stylesheet href=http://evil.example>',
  '<meta http-equiv=refresh content="0;url=http://evil.example">',
  '<base href="http://evil.example/">',
  '<object data="file:///etc/passwd"></object>',
  '<svg onload=alert(1)>',
  '"><b onmouseover=alert(1)>',
  "' style='background:url(http://evil.example)'",
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '{{studentName}}',
  '${process.env.SECRET_KEY}',
  '<!-- --!><script>',
  ']]><script>alert(1)</script>',
]

describe('a hostile value or text is printed as what it is', () => {
  test.each(values)('%j', (value) => {
    const parsed = formatField.parse(JSON.stringify(doc(p({ type: 'field', attrs: { name: 'a' } }, text(value)))))
    const printed = html(parsed, { a: value, studentName: 'Asha' })
    expect(printed.match(/<[a-z]+/g)?.every((tag) => ['<main', '<article', '<p', '<bdi', '<span'].includes(tag))).toBe(true)
    expect(printed).not.toMatch(/<[^>]*\s(on\w+|style|src|href)=/i)
  })

  test('names of the prototype are names of fields like any other', () => {
    const names = ['constructor', '__proto__', 'hasOwnProperty', 'valueOf']
    const parsed = formatField.parse(JSON.stringify(doc(p(...names.map((name) => ({ type: 'field', attrs: { name } }))))))
    expect(html(parsed)).toContain('{{constructor}}')
    expect(html(parsed, Object.fromEntries(names.map((name) => [name, `of ${name}`])))).toContain('of __proto__')
  })
})

const issue = (value: unknown, name: unknown = 'a') =>
  issueForm.safeParse({
    key: file,
    formatId: '1',
    formatVersion: 1,
    studentId: '2',
    disableStudent: false,
    values: [{ name, value }],
  })

describe('a hostile value on its way in', () => {
  test.each([
    ['10,000 characters', 'x'.repeat(10_000)],
    ['10,000 marks on one letter', `a${'\u0301'.repeat(10_000)}`],
    ['a number', 7],
    ['an object', { toString: 'x' }],
    ['a list', ['x']],
    ['null', null],
  ])('%s is refused', (_, value) => {
    expect(issue(value).error?.issues.map(({ path }) => path.join('.'))).toEqual(['values.0.value'])
  })

  test.each([
    ['an RTL override', 'Asha \u202egnp.exe', 'Asha  gnp.exe'],
    ['isolates', '\u2066Asha\u2069\u2067x', 'Asha  x'],
    ['a null byte', 'As\u0000ha', 'As ha'],
    ['control characters', 'a\u0008\u001b[31mb', 'a  [31mb'],
    ['half a surrogate pair', 'a\ud800b', 'a b'],
    ['a line separator', 'a\u2028b', 'a b'],
    ['only spaces of that kind', '\u202e\u0000 ', ''],
    ['Devanagari with joiners', 'श्रीमती क्‍ष', 'श्रीमती क्‍ष'],
    ['two lines', 'a\nb', 'a\nb'],
  ])('%s: only text is kept', (_, sent, kept) => {
    expect(issue(sent).data?.values).toEqual([{ name: 'a', value: kept }])
  })

  test('too many values are refused', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => ({ name: `f${at}`, value: 'x' }))
    const sent = { key: file, formatId: '1', formatVersion: 1, studentId: '2', disableStudent: false, values: many }
    expect(issueForm.safeParse(sent).error?.issues[0]?.path).toEqual(['values'])
  })

  test('the same marks in a layout are taken out', () => {
    const parsed = formatField.parse(JSON.stringify(doc(p(text('a\u202eb\u0000c\u2066d')))))
    expect(parsed.content).toEqual([{ type: 'paragraph', content: [text('a b c d')] }])
  })
})
