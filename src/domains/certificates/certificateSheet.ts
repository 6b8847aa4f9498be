import { createElement as h, Fragment, type ReactElement, type ReactNode } from 'react'
import { hasBuiltin, type Stamp } from './certificates.rules.ts'
import type { Alignment, BlockNode, Builtin, CellNode, FormatDoc, InlineNode, MarkName, RowNode } from './format.schema.ts'

/** The content of a certificate. Pictures are `data:` URLs on the server, and signed file addresses in the browser. */
export interface CertificatePaper {
  format: FormatDoc
  /** Returns a field's value. For undefined the field's name is shown; '' leaves an empty space. */
  value: (name: string) => string | undefined
  /** Returns the address of an uploaded picture; undefined leaves the picture out. */
  picture: (fileId: string) => string | undefined
  logoUrl: string | null
  photoUrl: string | null
  signatureUrl: string | null
  /** The QR code of the public page as a picture, with its caption; null on a preview. */
  qr: { url: string; caption: string } | null
  stamps: readonly Stamp[]
  /** The day on which a duplicate was issued, as it is printed; '' for none. */
  issuedAgainOn?: string
}

/**
 * Renders a certificate for the editor's preview, the screen and the PDF alike, styled by {@link certificateCss}. Texts
 * of the layout and the values are never parsed as HTML.
 */
export function certificateSheet(paper: CertificatePaper): ReactElement {
  const { format, stamps, qr } = paper
  const across = stamps.filter((stamp) => stamp !== 'DUPLICATE')
  return h(
    'article',
    { className: 'certificate', 'aria-label': 'Certificate' },
    across.length > 0 && h('div', { className: 'certificate-across', 'aria-hidden': true }, across.join(' ')),
    across.includes('CANCELLED') && h('p', { className: 'certificate-note' }, stampWords(format).cancelled),
    stamps.includes('DUPLICATE') &&
      !hasBuiltin(format, 'duplicate') &&
      h('p', { className: 'certificate-top' }, duplicate(paper)),
    blocks(format.content, paper),
    qr !== null && !hasBuiltin(format, 'qr') && h('div', { className: 'certificate-bottom' }, code(paper)),
  )
}

function blocks(nodes: readonly BlockNode[], paper: CertificatePaper): ReactNode {
  return nodes.map((node, index) => h(Fragment, { key: index }, block(node, paper)))
}

function block(node: BlockNode, paper: CertificatePaper): ReactNode {
  switch (node.type) {
    case 'paragraph':
      return h('p', { className: aligned(node.attrs?.textAlign) }, line(node.content, paper))
    case 'heading':
      return h(`h${node.attrs.level}`, { className: aligned(node.attrs.textAlign) }, line(node.content, paper))
    case 'horizontalRule':
      return h('hr')
    case 'bulletList':
      return h('ul', null, items(node.content, paper))
    case 'orderedList':
      return h('ol', { start: node.attrs?.start, type: node.attrs?.type ?? undefined }, items(node.content, paper))
    case 'table':
      return h(
        'table',
        { className: node.attrs?.plain ? 'certificate-plain' : undefined },
        columns(node.content[0]),
        h(
          'tbody',
          null,
          node.content.map((row, index) =>
            h(
              'tr',
              { key: index },
              row.content.map((tableCell, column) => cell(tableCell, column, paper)),
            ),
          ),
        ),
      )
  }
}

function items(nodes: readonly { content: BlockNode[] }[], paper: CertificatePaper): ReactNode {
  return nodes.map((item, index) => h('li', { key: index }, blocks(item.content, paper)))
}

/** Renders the column widths as percentages, if the first row gives all of them. */
function columns(first: RowNode | undefined): ReactNode {
  const widths =
    first?.content.flatMap(({ attrs }) => attrs?.colwidth ?? Array.from({ length: attrs?.colspan ?? 1 }, () => 0)) ?? []
  const all = widths.reduce((sum, width) => sum + width, 0)
  if (widths.length === 0 || widths.some((width) => width <= 0)) return null
  const part = (width: number) => `${Math.round((width * 10_000) / all) / 100}%`
  return h(
    'colgroup',
    null,
    widths.map((width, index) => h('col', { key: index, style: { width: part(width) } })),
  )
}

function cell({ type, attrs, content }: CellNode, key: number, paper: CertificatePaper): ReactElement {
  return h(
    type === 'tableHeader' ? 'th' : 'td',
    {
      key,
      colSpan: attrs?.colspan === 1 ? undefined : attrs?.colspan,
      rowSpan: attrs?.rowspan === 1 ? undefined : attrs?.rowspan,
      className: aligned(attrs?.align),
    },
    blocks(content, paper),
  )
}

function aligned(alignment: Alignment | null | undefined): string | undefined {
  return alignment && alignment !== 'left' ? `certificate-${alignment}` : undefined
}

/** Renders a line. An empty line keeps its height. */
function line(nodes: readonly InlineNode[] | undefined, paper: CertificatePaper): ReactNode {
  if (!nodes || nodes.length === 0) return h('br')
  return nodes.map((node, index) => h(Fragment, { key: index }, marked(inline(node, paper), node.marks)))
}

const markTags: Readonly<Record<MarkName, string>> = { bold: 'b', italic: 'i', underline: 'u' }

function marked(content: ReactNode, marks: readonly { type: MarkName }[] = []): ReactNode {
  return marks.reduce<ReactNode>((inner, { type }) => h(markTags[type], null, inner), content)
}

function inline(node: InlineNode, paper: CertificatePaper): ReactNode {
  switch (node.type) {
    case 'text':
      return node.text
    case 'hardBreak':
      return h('br')
    case 'field':
      return field(node.attrs.name, node.attrs.boxes ?? 0, paper)
    case 'image': {
      const url = paper.picture(node.attrs.fileId)
      return url === undefined ? null : picture(url, 'certificate-image', node.attrs.width)
    }
    case 'builtin':
      return builtin(node.attrs.name, node.attrs.width, paper)
  }
}

/** Longest value that is printed in boxes. A longer value cannot be an id and is printed without boxes. */
export const maxBoxes = 60

/** Renders a field. Its element is isolated, so that a value cannot change the text direction around it. */
function field(name: string, boxes: number, { value }: CertificatePaper): ReactNode {
  const text = value(name)
  if (text === undefined) return h('span', { className: 'certificate-open' }, `{{${name}}}`)
  const letters =
    boxes === 0 || text.length > maxBoxes
      ? []
      : [...new Intl.Segmenter('en-IN').segment(text.replace(/\s+/gu, ''))].map((part) => part.segment)
  if (letters.length === 0 && text !== '') return h('bdi', { className: 'certificate-value' }, text)
  if (boxes === 0) return null
  const count = Math.max(boxes, letters.length)
  return h(
    'span',
    { className: 'certificate-boxes' },
    Array.from({ length: count }, (_, index) => h('span', { key: index }, letters[index] ?? '\u00a0')),
  )
}

function builtin(name: Builtin, width: number | null | undefined, paper: CertificatePaper): ReactNode {
  switch (name) {
    case 'logo':
      return paper.logoUrl === null ? null : picture(paper.logoUrl, 'certificate-logo', width)
    case 'photo':
      return paper.photoUrl === null
        ? h('span', { className: 'certificate-frame' }, 'Photo')
        : picture(paper.photoUrl, 'certificate-photo', width)
    case 'signature':
      return paper.signatureUrl === null
        ? h('span', { className: 'certificate-signature' })
        : picture(paper.signatureUrl, 'certificate-signature', width)
    case 'qr':
      return code(paper)
    case 'duplicate':
      return paper.stamps.includes('DUPLICATE') ? duplicate(paper) : null
  }
}

function picture(src: string, className: string, width: number | null | undefined): ReactElement {
  return h('img', {
    src,
    alt: '',
    className,
    style: width ? { width: `${width}%`, height: 'auto', maxHeight: 'none' } : undefined,
  })
}

function duplicate({ format, issuedAgainOn }: CertificatePaper): ReactElement {
  const words = stampWords(format)
  const day = issuedAgainOn ? ` ${words.issuedAgain} ${issuedAgainOn}` : null
  return h('span', { className: 'certificate-duplicate' }, h('b', null, words.duplicate), day)
}

const englishStamps = {
  duplicate: 'DUPLICATE',
  issuedAgain: 'issued again on',
  cancelled: 'CANCELLED: this certificate is not valid any more.',
}

const marathiStamps = {
  duplicate: `दुय्यम प्रत / ${englishStamps.duplicate}`,
  issuedAgain: `पुन्हा दिल्याची तारीख / ${englishStamps.issuedAgain}`,
  cancelled: `हा दाखला रद्द केला असून तो वैध नाही. / ${englishStamps.cancelled}`,
}

/** Returns the words of stamps: in Marathi with English beside it where the format's own words are in Devanagari. */
function stampWords(format: FormatDoc): typeof englishStamps {
  return /[\u0900-\u097f]/.test(JSON.stringify(format)) ? marathiStamps : englishStamps
}

function code({ qr }: CertificatePaper): ReactNode {
  if (qr === null) return h('span', { className: 'certificate-frame' }, 'QR')
  return h('span', { className: 'certificate-qr' }, h('img', { src: qr.url, alt: 'QR code' }), h('small', null, qr.caption))
}

/** The styles of {@link certificateSheet}, on screen and on paper. Always black on white, also in the dark theme. */
export const certificateCss = `
.certificate { position: relative; box-sizing: border-box; width: 794px; max-width: 100%; margin: 0 auto; padding: 38px; background: #fff; color: #000; color-scheme: light; font-family: "Noto Sans Devanagari", system-ui, sans-serif; font-size: 10.5pt; line-height: 1.4; text-align: left; overflow-wrap: anywhere; }
.certificate p { margin: 0 0 4px; white-space: pre-wrap; }
.certificate h1, .certificate h2, .certificate h3 { margin: 4px 0; font-weight: 600; line-height: 1.25; white-space: pre-wrap; }
.certificate h1 { font-size: 17pt; }
.certificate h2 { font-size: 14pt; }
.certificate h3 { font-size: 12pt; }
.certificate b { font-weight: 600; }
.certificate ul, .certificate ol { margin: 0 0 4px; padding-left: 24px; }
.certificate hr { margin: 6px 0; border: 0; border-top: 1px solid #000; }
.certificate table { width: calc(100% - 1px); table-layout: fixed; margin: 4px 0; border-collapse: collapse; }
.certificate td, .certificate th { padding: 2px 6px; border: 1px solid #555; text-align: inherit; vertical-align: top; font-weight: inherit; }
.certificate th { font-weight: 600; }
.certificate td > p:last-child, .certificate th > p:last-child, .certificate li > p:last-child { margin-bottom: 0; }
.certificate .certificate-plain { margin: 0; }
.certificate .certificate-plain > tbody > tr > td, .certificate .certificate-plain > tbody > tr > th { padding: 2px 4px; border: 0; }
.certificate tr { break-inside: avoid; }
.certificate .certificate-center { text-align: center; }
.certificate .certificate-right { text-align: right; }
.certificate .certificate-justify { text-align: justify; }
.certificate img { max-width: 100%; object-fit: contain; vertical-align: bottom; }
.certificate-logo { width: 76px; height: 76px; }
.certificate-photo { width: 94px; height: 113px; border: 1px solid #555; }
/* As high as two lines, like the empty spaces for the other signatures. */
.certificate-signature { display: inline-block; width: 170px; height: 2.8em; vertical-align: bottom; }
.certificate-image { max-height: 340px; }
.certificate-frame { display: inline-flex; align-items: center; justify-content: center; width: 72px; height: 72px; border: 1px dashed #777; color: #555; font-size: 9pt; }
.certificate-value { white-space: pre-wrap; }
.certificate-open { color: #555; }
.certificate-boxes { display: inline-flex; flex-wrap: wrap; vertical-align: bottom; }
.certificate-boxes > span { box-sizing: border-box; min-width: 18px; padding: 0 2px; border: 1px solid #000; margin-right: -1px; margin-bottom: -1px; text-align: center; font-variant-numeric: tabular-nums; }
.certificate-qr { display: inline-block; text-align: center; line-height: 1.2; }
.certificate-qr img { display: block; width: 84px; height: 84px; margin: 0 auto; image-rendering: pixelated; }
.certificate-qr small { display: block; margin-top: 3px; font-size: 7.5pt; }
.certificate-duplicate b { display: inline-block; padding: 0 8px; border: 1.5px solid #000; letter-spacing: 0.08em; }
.certificate .certificate-top { text-align: right; }
.certificate-bottom { margin-top: 8px; break-inside: avoid; }
.certificate .certificate-note { padding: 4px 10px; border: 2px solid #000; font-weight: 600; }
.certificate-across { position: absolute; inset: 0; z-index: 1; display: flex; align-items: center; justify-content: center; overflow: hidden; color: rgb(0 0 0 / 16%); font-size: min(72pt, 12vw); font-weight: 600; letter-spacing: 0.06em; white-space: nowrap; pointer-events: none; transform: rotate(-35deg); }
@media print {
  .certificate { width: auto; padding: 0; }
  .certificate-across { position: fixed; }
}
`

/** The CSS page size of a certificate. */
export const certificatePage = 'A4 portrait; margin: 10mm'
