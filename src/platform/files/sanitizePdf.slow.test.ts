import { PDFDocument, PDFName, StandardFonts } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { deflated, hex, objectStream, pdf, stream } from '#tests/pdfParts.ts'
import { pdfText } from '#tests/pdfText.ts'
import { pdfRenderer } from '../pdf/renderers.ts'
import { sanitizeFile, RefusedFile } from './sanitizeFile.ts'
import { pdfRefusalText } from './pdfProblems.ts'
import { type SanitizedPdf, sanitizePdf } from './sanitizePdf.ts'
import { rewritePdf } from './rewritePdf.ts'

const turn = { person: 'a person', urgency: 'PERSON' } as const

async function problem(bytes: Buffer, check = rewritten): Promise<string | null> {
  const checked = await check(bytes)
  return 'problem' in checked ? checked.problem : null
}

async function rewritten(bytes: Buffer): Promise<SanitizedPdf> {
  const checked = await rewritePdf(bytes)
  return 'refusal' in checked ? { problem: pdfRefusalText(checked.refusal) } : checked
}

async function stored(bytes: Uint8Array): Promise<Buffer> {
  const checked = await rewritePdf(bytes)
  if ('refusal' in checked) throw new Error(checked.refusal.kind)
  return Buffer.from(checked.bytes)
}

const script = '<< /S /JavaScript /JS (app.alert(1)) >>'
const link = (action: string) => `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] ${action} >>]`
const scripts = /scripts or attached files\. Please open it, print it to a PDF and upload that\.$/
const links = /links to web pages or to other files\. Please open it, print it to a PDF and upload that\.$/

describe('every object of a PDF is checked: scripts and embedded files are refused', () => {
  test.each([
    ['a script', pdf({ catalog: `/OpenAction ${script}` })],
    ['a script under an escaped name', pdf({ catalog: '/OpenAction << /S /J#61vaScript >>' })],
    ['a script that nothing leads to', pdf({ objects: [script] })],
    ['a script in an object stream without a filter', pdf({ objects: [objectStream(script)] })],
    ['a script in an object stream packed as ASCIIHex', pdf({ objects: [objectStream(script, '/Filter /ASCIIHexDecode', hex)] })],
    [
      'a script in an object stream packed as hex and Flate together',
      pdf({
        objects: [objectStream(script, '/Filter [/ASCIIHexDecode /FlateDecode]', (text) => hex(deflated(text)))],
      }),
    ],
    ['a script in an object stream packed by Flate', pdf({ objects: [objectStream(script, '/Filter /FlateDecode', deflated)] })],
    ['a script behind the literal string (stream)', pdf({ page: `/Note (stream\n) /AA << /O ${script} >> /End (endstream)` })],
    ['a script behind a hexadecimal string', pdf({ page: `/Note <73747265616d0a> /AA << /O ${script} >>` })],
    ['a script deep in a list', pdf({ objects: [`[[[[<< /Any [${script}] >>]]]]`] })],
    ['a script after another action', pdf({ catalog: `/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next [${script}] >>` })],
    [
      'a script by the name of its kind elsewhere',
      pdf({ catalog: '/OpenAction << /S 5 0 R >>', objects: ['null', '/JavaScript'] }),
    ],
    ['a script of a form field', pdf({ page: link('').replace('/Link', `/Widget /AA << /K ${script} >>`) })],
    ['a form of another kind (XFA)', pdf({ catalog: '/AcroForm << /Fields [] /XFA (x) >>' })],
    ['a program to start', pdf({ objects: ['<< /S /Launch /F (cmd.exe) >>'] })],
    [
      'a file inside',
      pdf({ catalog: '/Names << /EmbeddedFiles << /Names [(a) 4 0 R] >> >>', objects: ['<< /Type /Filespec >>'] }),
    ],
    ['an attached file on a page', pdf({ page: link('').replace('/Link', '/FileAttachment') })],
    ['a collection of files', pdf({ catalog: '/Collection << >>' })],
  ])('%s', async (_, bytes) => {
    expect(await problem(bytes)).toMatch(scripts)
  })
})

describe('links out of a PDF are refused with advice', () => {
  test.each([
    ['a web page (URI)', pdf({ page: link('/A << /S /URI /URI (https://example.test) >>') })],
    ['a web page in an object stream', pdf({ objects: [objectStream('<< /S /URI /URI (https://example.test) >>')] })],
    ['another file (GoToR)', pdf({ page: link('/A << /Type /Action /S /GoToR /F (other.pdf) /D [0 /Fit] >>') })],
    ['a base for web pages', pdf({ catalog: '/URI << /Base (https://example.test) >>' })],
    ['contents from another file', pdf({ objects: [stream('/F (secret.txt)', 'x')] })],
  ])('%s', async (_, bytes) => {
    expect(await problem(bytes)).toMatch(links)
  })
})

describe('only listed features are allowed in a PDF', () => {
  test.each([
    ['an action that nobody knows', pdf({ catalog: '/OpenAction << /S /Surprise >>' }), 'Surprise'],
    ['an annotation that plays', pdf({ page: link('').replace('/Link', '/Screen') }), 'Screen'],
    ['an annotation without a kind', pdf({ page: '/Annots [<< /Rect [0 0 9 9] >>]' }), '()'],
    ['a printer dialog', pdf({ catalog: '/OpenAction << /S /Named /N /Print >>' }), 'Named'],
    ['a list of templates', pdf({ catalog: '/Names << /Templates << /Names [] >> >>' }), 'Templates'],
    ['a PostScript program', pdf({ objects: [stream('/Type /XObject /Subtype /PS', 'showpage')] }), 'PS'],
    ['a filter that decrypts', pdf({ objects: [stream('/Filter /Crypt', 'x')] }), 'Crypt'],
  ])('%s', async (_, bytes, name) => {
    expect(await problem(bytes)).toContain(name)
  })

  test('internal destinations and named resources are allowed', async () => {
    const bytes = pdf({
      catalog: '/OpenAction [3 0 R /Fit] /Outlines 7 0 R /Names << /Dests << /Names [(a) [3 0 R /Fit]] >> >>',
      page: `${link('/A << /S /GoTo /D (a) >>')} /Resources << /Font << /AA 5 0 R >> >> /Contents 6 0 R`,
      objects: [
        '<< /Title (One) /Parent 7 0 R /A << /S /Named /N /NextPage >> >>',
        '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
        stream('', 'BT /AA 12 Tf 10 10 Td (/JavaScript /JS stays a text) Tj ET'),
        '<< /Type /Outlines /First 4 0 R /Last 4 0 R /Count 1 >>',
      ],
    })
    expect((await pdfText(await stored(bytes))).texts).toEqual(['/JavaScript /JS stays a text'])
  })
})

describe('a PDF that cannot be read as a whole is refused', () => {
  test.each([
    ['with a password', pdf({ trailer: '/Encrypt << /Filter /Standard >>' }), /protected with a password/],
    ['without pages', Buffer.from(pdf().toString('latin1').replace('/Pages 2 0 R', '')), /damaged/],
    ['with an object that does not end', pdf({ objects: ['<< /A [1 2'] }), /damaged/],
    ['with an object stream of an unknown packing', pdf({ objects: [objectStream('1', '/Filter /JBIG2Decode')] }), /damaged/],
    [
      'whose list of addresses says a billion',
      pdf({ objects: [stream('/Type /XRef /Size 9 /Root 1 0 R /W [1 1 1] /Index [0 1000000000]', 'x'), 'x'] }),
      /damaged/,
    ],
    ['nested deeply', pdf({ objects: ['['.repeat(500) + ']'.repeat(500)] }), /too much to read/],
    [
      'that unpacks to more than a memory holds',
      pdf({ objects: [objectStream('1', '/Filter /FlateDecode', (text) => deflated(text + ' '.repeat(100_000_000)))] }),
      /too much to read/,
    ],
  ])('%s', async (_, bytes, words) => {
    expect(await problem(bytes)).toMatch(words)
  })

  test.each([
    ['nested without end', pdf({ objects: ['['.repeat(3_000_000)] })],
    ['of millions of values', pdf({ objects: [`[${'0 '.repeat(2_400_000)}]`] })],
    ['of millions of values in an object stream', pdf({ objects: [objectStream(`[${'0 '.repeat(2_400_000)}]`)] })],
    ['of millions of empty lists in an object stream', pdf({ objects: [objectStream(`[${'[]'.repeat(2_400_000)}]`)] })],
    ['that takes for ever', pdf({ behind: '1'.repeat(3_000_000) })],
  ])('%s, within a bound of time and memory', { timeout: 300_000 }, async (_, bytes) => {
    const before = process.memoryUsage.rss()
    expect(await problem(bytes, (sent) => sanitizePdf(Buffer.from(sent), turn, 3000))).toMatch(/too much to read|damaged/)
    expect(process.memoryUsage.rss() - before).toBeLessThan(700_000_000)
  })

  test.each([
    ['a page of HTML in front', Buffer.concat([Buffer.from('<html>'), pdf()])],
    ['cut off', pdf().subarray(0, 40)],
    ['something after its end', Buffer.concat([pdf(), Buffer.from('PK\u0003\u0004<script>')])],
  ])('with %s', async (_, bytes) => {
    const error: unknown = await sanitizeFile(bytes, 'application/pdf', turn).catch((one: unknown) => one)
    expect(error).toBeInstanceOf(RefusedFile)
    expect([415, 422]).toContain((error as RefusedFile).status)
  })
})

describe('the stored file contains only what was parsed', () => {
  test('earlier versions of an object, bytes between objects and private notes are removed', async () => {
    const bytes = pdf({ page: '/Private (kept by a program)', behind: `3 0 obj ${script} endobj\n` })
    const later = `${bytes.toString('latin1').replace(/trailer[^]*$/, '')}garbage <script>\n3 0 obj\n<< /Type /Page /Parent 2 0 R >>\nendobj\n`
    const kept = await stored(Buffer.from(`${later}trailer << /Root 1 0 R /Size 4 >>\nstartxref\n9\n%%EOF\n`, 'latin1'))
    for (const left of ['JavaScript', 'garbage', 'Private']) expect(kept.includes(left), left).toBe(false)
    expect((await PDFDocument.load(kept)).getPageCount()).toBe(1)
  })

  test('a script hidden in the bytes of a picture is not an object of the stored file', async () => {
    const hidden = `\n9 0 obj ${script} endobj\n`
    const kept = await stored(
      pdf({
        page: '/Resources << /XObject << /P 4 0 R >> >>',
        objects: [stream('/Type /XObject /Subtype /Image /Width 1 /Height 1', hidden)],
      }),
    )
    const { context } = await PDFDocument.load(kept)
    const names = context.enumerateIndirectObjects().map(([, object]) => object.toString())
    expect(names.filter((text) => text.includes('/S /JavaScript') && !text.includes('stream'))).toEqual([])
  })
})

describe('ordinary PDFs are accepted', () => {
  test('by pdf-lib, with object streams and without', async () => {
    const made = await PDFDocument.create()
    made.setTitle('Birth certificate')
    made.addPage().drawText('Asha', { font: await made.embedFont(StandardFonts.TimesRoman) })
    for (const useObjectStreams of [true, false]) {
      const { texts, title } = await pdfText(await stored(await made.save({ useObjectStreams })))
      expect([texts, title]).toEqual([['Asha'], 'Birth certificate'])
    }
  })

  test('by a scanner: pages of pictures, as JPEG', async () => {
    const picture = sharp({ create: { width: 600, height: 800, channels: 3, background: 'white' } })
    const made = await PDFDocument.create()
    for (let page = 0; page < 3; page += 1)
      made.addPage([600, 800]).drawImage(await made.embedJpg(await picture.jpeg().toBuffer()), { x: 0, y: 0 })
    const { bytes } = await sanitizeFile(Buffer.from(await made.save()), 'application/pdf', turn)
    const kept = await PDFDocument.load(bytes)
    expect(kept.getPageCount()).toBe(3)
    expect(kept.getPage(2).node.Resources()?.has(PDFName.of('XObject'))).toBe(true)
  })

  test('with a form that was filled in', async () => {
    const made = await PDFDocument.create()
    const field = made.getForm().createTextField('name')
    field.addToPage(made.addPage())
    field.setText('Asha')
    const kept = await PDFDocument.load(await stored(await made.save()))
    expect(kept.getForm().getTextField('name').getText()).toBe('Asha')
  })

  test('changed afterwards and saved behind the first version', async () => {
    const made = await PDFDocument.create()
    made.addPage().drawText('One')
    const first = await made.save({ useObjectStreams: false })
    const opened = await PDFDocument.load(first, { forIncrementalUpdate: true })
    opened.addPage().drawText('Two')
    const both = Buffer.from(await opened.save())
    expect((await pdfText(await stored(both))).texts).toEqual(['One', 'Two'])
  })

  test('by a browser, with headings, a table, a script of India and places inside the document', {
    timeout: 300_000,
  }, async () => {
    const renderer = pdfRenderer({ pdfServiceUrl: undefined })
    try {
      const html =
        '<html lang="hi"><title>Report</title><h1 id="top">आशा Report</h1><table><tr><td>1</td></tr></table><a href="#top">Up</a></html>'
      const { texts } = await pdfText(await stored(await renderer.render(html)))
      expect(texts[0]).toContain('Report')
    } finally {
      await renderer.stop()
    }
  })
})
