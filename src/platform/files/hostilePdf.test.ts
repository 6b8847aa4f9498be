import { PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pdfActions } from '#tests/pdfActions.ts'
import { deflated, hex, objectStream, pdf, stream } from '#tests/pdfParts.ts'
import { pdfText } from '#tests/pdfText.ts'
import { runs } from '#tests/properties.ts'
import { rewritePdf } from './rewritePdf.ts'

/*
 * The shapes of public collections of hostile PDFs, written by this file: corkami's PDF tricks, "Portable Document
 * Flaws 101" and pdf-insecurity.org, malicious-pdf, PortSwigger's "Portable Data Exfiltration", and the keywords of
 * pdfid. pdf.js is the second opinion: it finds nothing that acts in what was accepted.
 */

const js = '<< /S /JavaScript /JS (app.alert(1)) >>'
const annotation = (rest: string) => `/Annots [<< /Type /Annot /Rect [0 0 9 9] ${rest} >>]`
const link = (action: string) => annotation(`/Subtype /Link ${action}`)
const font = (rest: string) => `/Resources << /Font << /F 4 0 R >> >> /Contents 5 0 R ${rest}`
const text = stream('', 'BT /F 12 Tf 10 10 Td (x) Tj ET')
const catalog = (rest: string) => `<< /Type /Catalog /Pages 2 0 R ${rest} >>`

async function refusalOf(bytes: Uint8Array): Promise<string | null> {
  const checked = await rewritePdf(bytes)
  return 'refusal' in checked ? checked.refusal.kind : null
}

async function stored(bytes: Uint8Array): Promise<Buffer> {
  const checked = await rewritePdf(bytes)
  if ('refusal' in checked) throw new Error(checked.refusal.kind)
  return Buffer.from(checked.bytes)
}

/** A PDF whose trailer is the dictionary of a cross-reference stream. */
function withXrefStream(trailer: string): Buffer {
  const xref = `4 0 obj\n${stream(`/Type /XRef /Size 5 /W [1 1 1] ${trailer}`, '')}\nendobj\n`
  return Buffer.from(
    pdf({ behind: xref })
      .toString('latin1')
      .replace(/trailer <<.*>>/, ''),
    'latin1',
  )
}

describe('what is a reference in the standard is one', () => {
  test.each([
    ['the root in the trailer', pdf({ root: catalog('') })],
    ['the root with a script', pdf({ root: catalog(`/OpenAction ${js}`) })],
    ['the root with scripts by name', pdf({ root: catalog(`/Names << /JavaScript << /Names [(a) ${js}] >> >>`) })],
    ['the root in a cross-reference stream', withXrefStream(`/Root ${catalog(`/OpenAction ${js}`)}`)],
    ['the root of a later trailer', pdf({ behind: `trailer << /Root ${catalog(`/OpenAction ${js}`)} >>\n`, root: catalog('') })],
    ['the description of the document', pdf({ trailer: '/Info << /Title (x) >>' })],
    ['a description with a script', pdf({ trailer: `/Info << /Title (x) /Any ${js} >>` })],
    [
      'the tree of pages',
      pdf({ root: '4 0 R', objects: ['<< /Type /Catalog /Pages << /Type /Pages /Kids [3 0 R] /Count 1 >> >>'] }),
    ],
    [
      'a page',
      pdf({
        root: '4 0 R',
        objects: [catalog('').replace('2 0 R', '5 0 R'), '<< /Type /Pages /Count 1 /Kids [<< /Type /Page >>] >>'],
      }),
    ],
    ['the parent of a page', pdf({ page: '/Parent << /Type /Pages >>' })],
    ['the outline', pdf({ catalog: '/Outlines << /Count 0 >>' })],
    ['an item of the outline', pdf({ catalog: '/Outlines 4 0 R', objects: ['<< /First << /Title (x) >> >>'] })],
    [
      'the next item of the outline',
      pdf({ catalog: '/Outlines 4 0 R', objects: ['<< /First 5 0 R >>', '<< /Title (x) /Next << /Title (y) >> >>'] }),
    ],
    ['a field', pdf({ catalog: '/AcroForm << /Fields [<< /T (x) /FT /Tx >>] >>' })],
    ['the child of a field', pdf({ catalog: '/AcroForm << /Fields [4 0 R] >>', objects: ['<< /T (x) /Kids [<< /T (y) >>] >>'] })],
    ['a branch of a name tree', pdf({ catalog: '/Names << /Dests << /Kids [<< /Names [] >>] >> >>' })],
    ['the page of an annotation', pdf({ page: link('/P << /Type /Page >>') })],
    ['a stream', pdf({ page: `/Contents ${text}` })],
    ['a stream in a list', pdf({ page: `/Contents [${text}]` })],
    ['what stands where an object should', pdf({ page: '/Contents 4 0 R', objects: ['5 0 R', text] })],
  ])('%s', async (_, bytes) => {
    expect(await refusalOf(bytes)).toMatch(/DAMAGED|SCRIPTS/)
  })
})

describe('scripts and attached files are found', () => {
  const filespec = '<< /Type /Filespec /F (a.exe) /EF << /F 4 0 R >> >>'
  const file = stream('/Type /EmbeddedFile', 'MZ')
  test.each([
    // corkami
    ['behind comments', pdf({ catalog: `/OpenAction%(\n<</S%>>\n/JavaScript/JS%\n(app.alert(1))>>` })],
    ['without white space', pdf({ catalog: '/OpenAction<</S/JavaScript/JS<6170702e616c657274283129>>>' })],
    ['as a stream', pdf({ catalog: '/OpenAction << /S /JavaScript /JS 4 0 R >>', objects: [stream('', 'app.alert(1)')] })],
    [
      'as a packed stream',
      pdf({
        catalog: '/OpenAction << /S /JavaScript /JS 4 0 R >>',
        objects: [stream('/Filter [/AHx /Fl]', hex(deflated('app.alert(1)')))],
      }),
    ],
    ['in octal', pdf({ catalog: '/OpenAction << /S /JavaScript /JS (\\141\\160p.alert\\\n\\0501\\051) >>' })],
    [
      'in an object after the end',
      Buffer.concat([pdf({ catalog: '/OpenAction 9 0 R' }), Buffer.from(`9 0 obj ${js} endobj\n%%EOF\n`)]),
    ],
    ['in an object stream', pdf({ catalog: '/OpenAction 9 0 R', objects: [objectStream(js)] })],
    [
      'in an object stream as ASCII85',
      pdf({ objects: [objectStream(js, '/Filter /AHx', hex).replace('/AHx', '/ASCIIHexDecode')] }),
    ],
    ['by an event of a form', pdf({ page: annotation(`/Subtype /Widget /FT /Tx /T (x) /AA << /C ${js} >>`) })],
    ['by an annotation', pdf({ page: link(`/A ${js}`) })],
    ['by the press of an annotation', pdf({ page: link(`/PA ${js}`) })],
    ['named twice, first harmless', pdf({ page: link(`/A << /S /GoTo /D [3 0 R /Fit] >> /A ${js}`) })],
    ['attached to an annotation', pdf({ page: annotation('/Subtype /FileAttachment /FS 5 0 R'), objects: [file, filespec] })],
    ['attached by name', pdf({ catalog: '/Names << /EmbeddedFiles << /Names [(a) 5 0 R] >> >>', objects: [file, filespec] })],
    [
      'attached by a branch of names',
      pdf({
        catalog: '/Names << /EmbeddedFiles << /Kids [6 0 R] >> >>',
        objects: [file, filespec, '<< /Limits [(a) (a)] /Names [(a) 5 0 R] >>'],
      }),
    ],
    ['attached and used nowhere', pdf({ objects: [file] })],
    // pdfid
    ['a name with escapes in capitals', pdf({ catalog: '/OpenAction << /S /#4A#61#76#61#53#63#72#69#70#74 /#4A#53 (x) >>' })],
    ['a name with small escapes', pdf({ catalog: '/OpenAction << /S /#4a#61#76#61#53#63#72#69#70#74 /#4a#53 (x) >>' })],
    ['an escaped key of actions', pdf({ catalog: `/#41#41 << /WC ${js} >>` })],
    ['a collection', pdf({ catalog: '/Collection << /Type /Collection >>' })],
    [
      'XFA as a list',
      pdf({ catalog: '/AcroForm << /Fields [] /XFA [(template) 4 0 R] >>', objects: [stream('', '<template/>')] }),
    ],
    // malicious-pdf, Portable Document Flaws 101
    ['another file that opens (GoToE)', pdf({ page: '/AA << /O << /S /GoToE /F (\\\\\\\\host\\\\a.pdf) /D [0 /Fit] >> >>' })],
    ['GoToE when the document opens', pdf({ catalog: '/OpenAction << /S /GoToE /F (a.pdf) /D [0 /Fit] >>' })],
    ['a program (Launch)', pdf({ catalog: '/OpenAction << /S /Launch /Win << /F (cmd.exe) /O (print) >> >>' })],
    ['a form that is sent', pdf({ catalog: '/OpenAction << /S /SubmitForm /F << /F (https://example.test) >> /Flags 256 >>' })],
    ['data that are fetched', pdf({ catalog: '/OpenAction << /S /ImportData /F (a.fdf) >>' })],
    [
      'scripts by name, in branches',
      pdf({
        catalog: '/Names << /JavaScript << /Kids [4 0 R] >> >>',
        objects: [`<< /Limits [(a) (b)] /Names [(a) ${js} (b) ${js}] >>`],
      }),
    ],
    ['when the mouse enters', pdf({ page: annotation(`/Subtype /Widget /FT /Btn /T (x) /AA << /E ${js} >>`) })],
    [
      'in a chain of actions',
      pdf({
        catalog: '/OpenAction 4 0 R',
        objects: ['<< /S /GoTo /D [3 0 R /Fit] /Next 5 0 R >>', `<< /S /GoTo /D [3 0 R /Fit] /Next [6 0 R] >>`, js],
      }),
    ],
    [
      'by an item of the outline',
      pdf({ catalog: '/Outlines 4 0 R', objects: ['<< /First 5 0 R /Last 5 0 R >>', `<< /Title (x) /Parent 4 0 R /A ${js} >>`] }),
    ],
    [
      'by the order of calculation',
      pdf({ catalog: '/AcroForm << /Fields [4 0 R] /CO [4 0 R] >>', objects: [`<< /T (x) /FT /Tx /AA << /C ${js} >> >>`] }),
    ],
    ['by a file of a page (AF)', pdf({ page: '/AF [5 0 R]', objects: [file, filespec] })],
    // Parsers that differ: one number for two objects
    [
      'a kind of action with two generations',
      Buffer.from(
        pdf({
          catalog: '/OpenAction << /S 4 0 R /F (cmd.exe) >>',
          objects: ['/GoTo'],
          behind: '4 1 obj\n<< /S /Launch >>\nendobj\n',
        }),
      ),
    ],
  ])('%s', async (_, bytes) => {
    expect(await refusalOf(bytes)).toBe('SCRIPTS')
  })
})

describe('ways out of the document are found', () => {
  test.each([
    ['a page of the web', pdf({ page: link('/A << /S /URI /URI (https://example.test) >>') })],
    ['a share of Windows', pdf({ page: link('/A << /S /URI /URI (\\\\\\\\host\\\\x) >>') })],
    ['a script as an address', pdf({ page: link('/A << /S /URI /URI (javascript:alert\\(1\\)) >>') })],
    [
      'an address that breaks out of its text',
      pdf({ page: link('/A << /S /URI /URI (x) >> /A << /S /URI /URI (https://example.test) >>') }),
    ],
    ['a base for addresses', pdf({ catalog: '/URI << /Base (https://example.test/) >>' })],
    ['another document (GoToR)', pdf({ catalog: '/OpenAction << /S /GoToR /F (a.pdf) /D [0 /Fit] >>' })],
    ['a thread of another document', pdf({ catalog: '/OpenAction << /S /Thread /F << /F (https://example.test) >> /D 0 >>' })],
    [
      'a picture from an address',
      pdf({ objects: [stream('/Type /XObject /Subtype /Image /F << /FS /URL /F (https://example.test) >>', '')] }),
    ],
    ['an address as a file', pdf({ objects: ['<< /FS /URL /F (https://example.test) >>'] })],
    [
      'a page of another document (Ref)',
      pdf({ objects: [stream('/Type /XObject /Subtype /Form /Ref << /F (a.pdf) /Page 0 >>', '')] }),
    ],
  ])('%s', async (_, bytes) => {
    expect(await refusalOf(bytes)).toBe('LINKS')
  })
})

describe('what a document on paper does not have is found', () => {
  test.each([
    ['when a page becomes visible', pdf({ page: annotation(`/Subtype /Screen /AA << /PV ${js} >>`) })],
    ['by a rendition', pdf({ page: annotation('/Subtype /Screen /A << /S /Rendition /OP 0 /JS (x) >>') })],
    ['by what plays', pdf({ page: annotation('/Subtype /RichMedia /RichMediaContent << >>') })],
    ['a sound', pdf({ page: annotation('/Subtype /Sound') })],
    ['a film', pdf({ page: annotation('/Subtype /Movie') })],
    ['a model', pdf({ page: annotation('/Subtype /3D') })],
    ['an action that hides', pdf({ catalog: '/OpenAction << /S /Hide /T (x) >>' })],
    ['an action that empties a form', pdf({ catalog: '/OpenAction << /S /ResetForm >>' })],
    ['layers that change', pdf({ catalog: '/OpenAction << /S /SetOCGState /State [/ON] >>' })],
    ['a command of the viewer', pdf({ catalog: '/OpenAction << /S /Named /N /SaveAs >>' })],
    ['an action without a name', pdf({ catalog: '/OpenAction << /S (JavaScript) >>' })],
    ['a script under a name of a name', pdf({ catalog: '/OpenAction << /S /J#2361vaScrip#74x >>' })],
    ['renditions by name', pdf({ catalog: '/Names << /Renditions << /Names [] >> >>' })],
    ['PostScript', pdf({ objects: [stream('/Type /XObject /Subtype /PS', 'x')] })],
    [
      'text in place of numbers of a font (CVE-2024-4367)',
      pdf({
        page: font(''),
        objects: ['<< /Type /Font /Subtype /Type1 /FontMatrix [0.1 0 0 0.1 0 (0\\); alert\\(1\\)//)] >>', text],
      }),
    ],
  ])('%s', async (_, bytes) => {
    expect(await refusalOf(bytes)).toBe('OTHER')
  })

  test.each([
    [
      'a circle of pages',
      pdf({ root: '4 0 R', objects: [catalog('').replace('2 0 R', '5 0 R'), '<< /Type /Pages /Kids [5 0 R] >>'] }),
    ],
    [
      'a page that is not there',
      pdf({ root: '4 0 R', objects: [catalog('').replace('2 0 R', '5 0 R'), '<< /Type /Pages /Kids [3 0 R 99 0 R] >>'] }),
    ],
    ['a list of actions that holds itself', pdf({ catalog: '/OpenAction 4 0 R', objects: ['[4 0 R]'] })],
    ['a password that is empty', pdf({ trailer: '/Encrypt << /Filter /Standard /V 1 /R 2 /O () /U () /P -1 >>' })],
  ])('%s', async (_, bytes) => {
    expect(await refusalOf(bytes)).toMatch(/DAMAGED|PASSWORD/)
  })
})

describe('what is stored has one meaning', () => {
  test('foreign bytes at every place between the parts are gone', async () => {
    const parts = pdf({ page: '/Note (x)' })
      .toString('latin1')
      .split(/(?=\d 0 obj|trailer|startxref)/)
    const polyglot = parts.map((part, place) => `${part}%FOREIGN${place} PK\u0003\u0004\n`).join('')
    const kept = await stored(Buffer.from(`${polyglot}startxref\n9\n%%EOF\n`, 'latin1'))
    expect(kept.includes('FOREIGN')).toBe(false)
  })

  test('the trailer has the root, the description, the identifier and the size alone', async () => {
    const trailer = `/Info 4 0 R /ID [(one) <74776f>] /Prev 0 /XRefStm 0 /Private (x) /Any ${js}`
    const { context } = await PDFDocument.load(await stored(pdf({ trailer, objects: ['<< /Title (x) >>'] })))
    const trailers = context
      .enumerateIndirectObjects()
      .flatMap(([, object]) => (object instanceof PDFRawStream && object.dict.has(PDFName.of('Root')) ? [object.dict] : []))
    const keys = trailers.map((dict) => dict.keys().map((key) => key.decodeText()))
    const ownOfStream = ['Type', 'W', 'Index', 'Filter', 'Length']
    expect(keys.map((all) => all.filter((key) => !ownOfStream.includes(key)).toSorted())).toEqual([
      ['ID', 'Info', 'Root', 'Size'],
    ])
    expect(trailers[0]?.get(PDFName.of('ID'))?.toString()).toMatch(/^\[ <6F6E65> <74776F> \]$/i)
  })

  test('an identifier that is none is left out', async () => {
    const { context } = await PDFDocument.load(await stored(pdf({ trailer: '/ID [<< /Any 1 >> 2]' })))
    expect(context.trailerInfo.ID).toBeUndefined()
  })

  test('of two objects with one number each reference has its own, and a missing one is nothing', async () => {
    const bytes = pdf({
      page: font('/Missing 99 0 R /Thumb 99 0 R').replace('5 0 R', '[5 0 R 5 1 R 98 0 R]'),
      objects: ['<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>', stream('', 'BT /F 12 Tf 10 10 Td (one) Tj ET')],
      behind: `5 1 obj\n${stream('', 'BT /F 12 Tf 10 30 Td (two) Tj ET')}\nendobj\n`,
    })
    const kept = await stored(bytes)
    expect((await pdfText(kept)).text).toMatch(/one\s*two/)
    const { context } = await PDFDocument.load(kept)
    expect(context.enumerateIndirectObjects().every(([ref]) => ref.generationNumber === 0)).toBe(true)
  })

  test('of what was hidden by a later version nothing is left (shadow attacks)', async () => {
    const shown = 'BT /F 12 Tf 10 10 Td (shown) Tj ET'
    const bytes = pdf({
      page: font(''),
      objects: ['<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>', stream('', shown.replace('shown', 'hidden'))],
      behind: `xref\n0 0\ntrailer << /Root 1 0 R >>\nstartxref\n9\n%%EOF\n5 0 obj\n${stream('', shown)}\nendobj\n`,
    })
    const kept = await stored(bytes)
    expect((await pdfText(kept)).text).toBe('shown')
    expect(kept.includes('hidden')).toBe(false)
  })

  test('rights of a signature, security stores and private notes are not kept', async () => {
    const notes = '/Perms << /UR3 4 0 R >> /DSS << >> /PieceInfo << >> /Requirements [] /SpiderInfo << >> /NeedsRendering true'
    const kept = await PDFDocument.load(
      await stored(pdf({ catalog: notes, page: '/PieceInfo << >> /Trans << /S /Fly >>', objects: ['<< /Type /Sig >>'] })),
    )
    expect(
      kept.catalog
        .keys()
        .map((key) => key.decodeText())
        .toSorted(),
    ).toEqual(['Pages', 'Type'])
    expect(
      kept
        .getPage(0)
        .node.keys()
        .map((key) => key.decodeText())
        .toSorted(),
    ).toEqual(['MediaBox', 'Parent', 'Type'])
  })

  test('a page without a type loses its notes too', async () => {
    const untyped = pdf({ page: '/PieceInfo << /Any (x) >>' }).toString('latin1').replace('/Type /Page /Parent', '/Parent')
    const kept = await PDFDocument.load(await stored(Buffer.from(untyped, 'latin1')))
    const pages = kept.context.lookup(kept.catalog.get(PDFName.of('Pages')), PDFDict).get(PDFName.of('Kids'))
    expect(kept.context.enumerateIndirectObjects().some(([, object]) => object.toString().includes('PieceInfo'))).toBe(false)
    expect(pages).toBeDefined()
  })

  test('a key that JavaScript knows is a key like others', async () => {
    expect(await refusalOf(pdf({ page: '/Resources << /constructor << /toString 1 >> /__proto__ 2 >>' }))).toBeNull()
  })

  test('a scan packed as JBIG2 is a picture', async () => {
    const image =
      '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /JBIG2Decode'
    expect(await refusalOf(pdf({ page: '/Resources << /XObject << /I 4 0 R >> >>', objects: [stream(image, 'x')] }))).toBeNull()
  })
})

/** A part of a document: a number, a name or another token, a list, a dictionary or a stream. */
type Value = number | string | readonly Value[] | Dictionary | { content: string }
interface Dictionary {
  [key: string]: Value
}

/** How one document is written: numbers that decide, one after another. */
type Choices = readonly number[]

/**
 * Writes a document with the given entries of its root and its page. The choices decide for each list and dictionary
 * whether it stands in its place, has a number, or is in an object stream; and which letters of names are escaped.
 */
function written({ root = {}, page = {}, choices }: { root?: Dictionary; page?: Dictionary; choices: Choices }): Buffer {
  let chosen = 0
  const choose = (most: number) => (choices.length === 0 ? 0 : (choices[chosen++ % choices.length] ?? 0) % (most + 1))
  const objects: string[] = []
  let next = 10
  const name = (text: string) =>
    `/${[...text.slice(1)].map((letter) => [letter, letter, letter, `#${letter.charCodeAt(0).toString(16)}`][choose(3)]).join('')}`
  const numbered = (text: string, isPacked: boolean) => {
    const number = next++
    if (isPacked) objects.push(`${next++} 0 obj\n${objectStream(text, ...packing(), number)}\nendobj\n`)
    else objects.push(`${number} 0 obj\n${text}\nendobj\n`)
    return `${number} 0 R`
  }
  const packing = (): [string, (text: string) => string] =>
    choose(1) === 0 ? ['/Filter /FlateDecode', deflated] : ['/Filter /ASCIIHexDecode', hex]
  const direct = (value: Value): string => {
    if (typeof value === 'number') return String(value)
    if (typeof value === 'string') return value.startsWith('/') ? name(value) : value
    if (isList(value)) return `[${value.map(placed).join(' ')}]`
    const entries = Object.entries(value as Dictionary)
    return `<<${entries.map(([key, item]) => `${name(`/${key}`)} ${placed(item)}`).join(['\n', '%x\n', ' '][choose(2)])} >>`
  }
  const placed = (value: Value): string => {
    if (typeof value === 'object' && !isList(value) && 'content' in value)
      return numbered(stream('', String(value.content)), false)
    const text = direct(value)
    const place = typeof value === 'object' ? choose(3) : 0
    return place < 2 ? text : numbered(text, place === 3)
  }
  const catalogText = direct({ Type: '/Catalog', Pages: '2 0 R', ...root })
  const pageText = direct({ Type: '/Page', Parent: '2 0 R', MediaBox: [0, 0, 200, 200], ...page })
  const rootPlace = choose(3)
  const body = [
    ...(rootPlace === 1
      ? []
      : [
          rootPlace === 2
            ? `8 0 obj\n${objectStream(catalogText, ...packing(), 1)}\nendobj\n`
            : `1 0 obj\n${catalogText}\nendobj\n`,
        ]),
    '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n',
    `3 0 obj\n${pageText}\nendobj\n`,
    ...objects,
  ]
  const trailer = `trailer << /Root ${rootPlace === 1 ? catalogText : '1 0 R'} /Size ${next} >>`
  return Buffer.from(`%PDF-1.7\n${body.join('')}${trailer}\nstartxref\n9\n%%EOF\n`, 'latin1')
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value)
}

const jump: Dictionary = { S: '/GoTo', D: ['3 0 R', '/Fit'] }

const actions: Record<string, Dictionary> = {
  script: { S: '/JavaScript', JS: '(app.alert\\(1\\))' },
  'script in a stream': { S: '/JavaScript', JS: { content: 'app.alert(1)' } },
  'script after a jump': { ...jump, Next: { S: '/JavaScript', JS: '(x)' } },
  'script in a list after a jump': { ...jump, Next: [{ ...jump }, { S: '/JavaScript', JS: '<78>' }] },
  program: { S: '/Launch', F: '(cmd.exe)' },
  address: { S: '/URI', URI: '(https://example.test/)' },
  'another document': { S: '/GoToR', F: '(a.pdf)', D: [0, '/Fit'] },
  'a document inside': { S: '/GoToE', F: '(a.pdf)', D: [0, '/Fit'], T: { R: '/C', N: '(a)' } },
  'a form to send': { S: '/SubmitForm', F: { FS: '/URL', F: '(https://example.test)' } },
  'data to fetch': { S: '/ImportData', F: '(a.fdf)' },
  'a form to empty': { S: '/ResetForm' },
  'something that plays': { S: '/Rendition', OP: 0, JS: '(x)' },
  'fields to hide': { S: '/Hide', T: '(x)' },
  'layers to change': { S: '/SetOCGState', State: ['/ON'] },
  'a dialog to print': { S: '/Named', N: '/Print' },
}

/** Where an action is found. */
const places: Record<string, (action: Dictionary) => { root?: Dictionary; page?: Dictionary }> = {
  'the opening': (action) => ({ root: { OpenAction: action } }),
  'the closing': (action) => ({ root: { AA: { WC: action } } }),
  'the opening of a page': (action) => ({ page: { AA: { O: action } } }),
  'a link': (action) => ({ page: { Annots: [{ Type: '/Annot', Subtype: '/Link', Rect: [0, 0, 9, 9], A: action }] } }),
  'a link without a type': (action) => ({ page: { Annots: [{ Subtype: '/Link', Rect: [0, 0, 9, 9], A: action }] } }),
  'a button': (action) => ({
    page: { Annots: [{ Type: '/Annot', Subtype: '/Widget', FT: '/Btn', T: '(b)', Rect: [0, 0, 9, 9], AA: { D: action } }] },
  }),
  'the scripts by name': (action) => ({ root: { Names: { JavaScript: { Names: ['(a)', action] } } } }),
  'a named place': (action) => ({ root: { Names: { Dests: { Names: ['(a)', { D: ['3 0 R', '/Fit'], Next: action }] } } } }),
  'the outline': (action) => ({ root: { Outlines: { First: { Title: '(x)', A: action }, Count: 1 } } }),
  'the resources of a page': (action) => ({ page: { Resources: { Properties: { AA: { O: action } } } } }),
}

const choices = fc.array(fc.nat(11), { maxLength: 60 })

describe('however it is written', () => {
  test('pdf.js finds the actions in what was sent', async () => {
    const seen = async (action: string, place: string) =>
      pdfActions(written({ ...places[place]?.(actions[action] ?? {}), choices: [] }))
    for (const place of ['the opening of a page', 'a button', 'the scripts by name', 'the opening'])
      expect(await seen('script', place), place).not.toEqual([])
    for (const action of ['address', 'another document', 'a form to empty', 'layers to change', 'a dialog to print'])
      expect(await seen(action, 'a link'), action).not.toEqual([])
    expect(await pdfActions(written({ ...places['the opening']?.(actions.script ?? {}), choices: [1] }))).not.toEqual([])
  })

  test('an action is refused', async () => {
    const shape = fc.record({
      action: fc.constantFrom(...Object.keys(actions)),
      place: fc.constantFrom(...Object.keys(places)),
      choices,
    })
    await fc.assert(
      fc.asyncProperty(shape, async ({ action, place, choices }) => {
        const checked = await rewritePdf(written({ ...places[place]?.(actions[action] ?? {}), choices }))
        if ('bytes' in checked) expect(await pdfActions(checked.bytes)).toEqual([])
        expect(checked).toHaveProperty('refusal')
      }),
      { numRuns: runs(600) },
    )
  })

  test('an action with some bytes changed is refused, or stored without it', async () => {
    const change = fc.record({ at: fc.nat(2000), byte: fc.constantFrom(...Buffer.from('<>[]()/%# 0R\n\\', 'latin1')) })
    const shape = fc.record({
      action: fc.constantFrom(...Object.keys(actions)),
      place: fc.constantFrom(...Object.keys(places)),
      choices,
      changes: fc.array(change, { minLength: 1, maxLength: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(shape, async ({ action, place, choices, changes }) => {
        const bytes = written({ ...places[place]?.(actions[action] ?? {}), choices })
        for (const { at, byte } of changes) bytes[9 + (at % (bytes.length - 9))] = byte
        // In its thread an error of the parser is a refusal too.
        const checked = await rewritePdf(bytes).catch(() => null)
        if (checked && 'bytes' in checked) expect(await pdfActions(checked.bytes)).toEqual([])
      }),
      { numRuns: runs(400) },
    )
  })

  test('a document that is only paper is accepted, with its text and its places', async () => {
    const honest = {
      root: { OpenAction: jump, Names: { Dests: { Names: ['(a)', ['3 0 R', '/Fit']] } }, MarkInfo: { Marked: 'true' } },
      page: {
        Annots: [{ Type: '/Annot', Subtype: '/Link', Rect: [0, 0, 9, 9], A: { S: '/Named', N: '/NextPage' } }],
        Resources: { Font: { F: { Type: '/Font', Subtype: '/Type1', BaseFont: '/Helvetica' } } },
        Contents: { content: 'BT /F 12 Tf 10 10 Td (/JavaScript \\(is a text\\)) Tj ET' },
      },
    } satisfies { root: Dictionary; page: Dictionary }
    await fc.assert(
      fc.asyncProperty(choices, async (choices) => {
        const bytes = written({ ...honest, choices })
        const checked = await rewritePdf(bytes)
        // The root in the trailer is refused, see above.
        const isRefused = /trailer << \/Root <</.test(bytes.toString('latin1'))
        expect('refusal' in checked).toBe(isRefused)
        if ('refusal' in checked) return
        expect(await pdfActions(checked.bytes)).toEqual([])
        expect((await pdfText(checked.bytes)).text).toBe('/JavaScript (is a text)')
      }),
      { numRuns: 200 },
    )
  })
})
