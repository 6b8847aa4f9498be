import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type CertificatePaper, certificateSheet } from './certificateSheet.ts'
import { type BlockNode, formatField, type InlineNode } from './format.schema.ts'
import { readyFormats } from './formats/readyFormats.ts'

const p = (...content: InlineNode[]): BlockNode => ({ type: 'paragraph', content })
const qr = { url: 'data:image/svg+xml;base64,QR', caption: 'No. 7, 21/11/2026' }

function html(content: BlockNode[], paper: Partial<CertificatePaper> = {}): string {
  return renderToStaticMarkup(
    certificateSheet({
      format: { type: 'doc', content },
      value: (name: string) => `of ${name}`,
      picture: () => undefined,
      qr: null,
      stamps: [],
      logoUrl: null,
      photoUrl: null,
      signatureUrl: null,
      ...paper,
    }),
  )
}

test('draws every node, with the marks and places it has', () => {
  const bold = [{ type: 'bold' as const }, { type: 'underline' as const }]
  const drawn = html([
    { type: 'heading', attrs: { level: 2, textAlign: 'center' }, content: [{ type: 'text', text: 'A & B' }] },
    { type: 'paragraph' },
    p({ type: 'text', text: 'x', marks: bold }, { type: 'hardBreak' }, { type: 'field', attrs: { name: 'a' }, marks: bold }),
    { type: 'orderedList', attrs: { start: 3, type: 'a' }, content: [{ type: 'listItem', content: [p()] }] },
    { type: 'bulletList', content: [{ type: 'listItem', content: [p()] }] },
    { type: 'horizontalRule' },
    {
      type: 'table',
      attrs: { plain: true },
      content: [
        {
          type: 'tableRow',
          content: [
            { type: 'tableHeader', attrs: { colspan: 2, rowspan: 1, colwidth: [100, 200], align: 'right' }, content: [p()] },
            { type: 'tableCell', attrs: { colspan: 1, rowspan: 2, colwidth: [100] }, content: [p()] },
          ],
        },
      ],
    },
  ])
  expect(drawn).toBe(
    '<article class="certificate" aria-label="Certificate"><h2 class="certificate-center">A &amp; B</h2><p><br/></p>' +
      '<p><u><b>x</b></u><br/><u><b><bdi class="certificate-value">of a</bdi></b></u></p>' +
      '<ol start="3" type="a"><li><p><br/></p></li></ol><ul><li><p><br/></p></li></ul><hr/>' +
      '<table class="certificate-plain"><colgroup><col style="width:25%"/><col style="width:50%"/><col style="width:25%"/></colgroup>' +
      '<tbody><tr><th colSpan="2" class="certificate-right"><p><br/></p></th><td rowSpan="2"><p><br/></p></td></tr></tbody></table></article>',
  )
})

test('an id stands in boxes; what is no id, and nothing, does not break them', () => {
  const boxed = (value: string | undefined) =>
    html([p({ type: 'field', attrs: { name: 'a', boxes: 3 } })], { value: () => value }).match(/<p>(.*)<\/p>/)?.[1]
  const boxes = (...letters: string[]) =>
    `<span class="certificate-boxes">${letters.map((letter) => `<span>${letter}</span>`).join('')}</span>`
  expect(boxed('1 2')).toBe(boxes('1', '2', '\u00a0'))
  expect(boxed('1234')).toBe(boxes('1', '2', '3', '4'))
  expect(boxed('क्षा')).toBe(boxes('क्षा', '\u00a0', '\u00a0'))
  expect(boxed('')).toBe(boxes('\u00a0', '\u00a0', '\u00a0'))
  expect(boxed('x'.repeat(1000))).toBe(`<bdi class="certificate-value">${'x'.repeat(1000)}</bdi>`)
  expect(boxed(undefined)).toBe('<span class="certificate-open">{{a}}</span>')
})

test('the code and DUPLICATE stand on the paper also where the layout has no place for them, and once where it has', () => {
  const count = (text: string, part: string) => text.split(part).length - 1
  for (const content of [
    [p()],
    [p({ type: 'builtin', attrs: { name: 'qr' } }, { type: 'builtin', attrs: { name: 'duplicate' } })],
  ]) {
    const drawn = html(content, { qr, stamps: ['DUPLICATE'], issuedAgainOn: '12/05/2026' })
    expect([count(drawn, qr.url), count(drawn, qr.caption), count(drawn, 'DUPLICATE</b> issued again')]).toEqual([1, 1, 1])
    expect(html(content, { qr })).not.toContain('DUPLICATE')
  }
  expect(html([p()], { stamps: ['DUPLICATE', 'CANCELLED'] })).toMatch(/certificate-across.*>CANCELLED<.*not valid any more/)
  expect(html([p()], { stamps: ['PREVIEW'] })).toContain('>PREVIEW<')
})

test('a layout in Devanagari has its stamps in Marathi, with English beside', () => {
  const marathi = [p({ type: 'text', text: 'शाळा सोडल्याचा दाखला' })]
  const drawn = html(marathi, { stamps: ['DUPLICATE', 'CANCELLED'], issuedAgainOn: '12/05/2026' })
  expect(drawn).toContain('<b>दुय्यम प्रत / DUPLICATE</b> पुन्हा दिल्याची तारीख / issued again on 12/05/2026')
  expect(drawn).toContain('हा दाखला रद्द केला असून तो वैध नाही. / CANCELLED: this certificate is not valid any more.')
  expect(html([p({ type: 'text', text: 'Leaving Certificate' })], { stamps: ['DUPLICATE'] })).toContain('<b>DUPLICATE</b>')
})

test.each(readyFormats.map(({ key, format }) => [key, format.content] as const))(
  '%s is a paper also without logo, photo, signature and code',
  (_, content) => {
    expect(html([...content])).not.toContain('<img')
    const signed = html([...content], { logoUrl: 'data:L', signatureUrl: 'data:S', qr })
    expect(signed.match(/<img src="[^"]+"/g)).toEqual(['<img src="data:L"', `<img src="${qr.url}"`, '<img src="data:S"'])
  },
)

test('a picture that is not there any more is left out, others have the width they were given', () => {
  const fileId = '0b6f3a52-8f0e-4c5c-9d0e-6a1f6f3b2c11'
  const format = JSON.stringify({ type: 'doc', content: [p({ type: 'image', attrs: { fileId, width: 40 } })] })
  const { content } = formatField.parse(format)
  expect(html(content)).not.toContain('<img')
  expect(html(content, { picture: (id) => (id === fileId ? 'data:P' : undefined) })).toContain('style="width:40%;')
})
