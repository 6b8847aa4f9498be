import { crc32, deflateRawSync } from 'node:zlib'
import type { Chance } from '../faults/random.ts'

/** A ZIP entry, with its false claims. */
interface Entry {
  name: string
  content: Buffer
  /** Size and checksum that it claims instead of the real ones. */
  said?: { size?: number; crc?: number }
  stored?: boolean
}

/** Builds a ZIP file of the entries. */
export function zipOf(entries: readonly Entry[]): Buffer {
  const locals: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const { name, content, said, stored } of entries) {
    const packed = stored ? content : deflateRawSync(content, { level: 1 })
    const path = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(stored ? 0 : 8, 4)
    common.writeUInt32LE(said?.crc ?? crc32(content), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(said?.size ?? content.length, 18)
    common.writeUInt16LE(path.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, path, packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    list.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, place, path]))
    locals.push(local)
    at += local.length
  }
  const directory = Buffer.concat(list)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, directory, end])
}

const escaped = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const parts = 'http://schemas.openxmlformats.org/package/2006'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Hostile XML: entity expansion, external entities, or no XML at all. */
const hostileXml = [
  `<!DOCTYPE a [${Array.from({ length: 12 }, (_, nth) => `<!ENTITY e${nth} "${nth === 0 ? 'lol' : `&e${nth - 1};`.repeat(10)}">`).join('')}]><worksheet xmlns="${main}"><sheetData><row r="1"><c t="inlineStr"><is><t>&e11;</t></is></c></row></sheetData></worksheet>`,
  `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><worksheet xmlns="${main}"><sheetData><row r="1"><c t="inlineStr"><is><t>&x;</t></is></c></row></sheetData></worksheet>`,
  '<worksheet><sheetData><row><c>',
  '<'.repeat(20_000),
  `<worksheet>${'<a>'.repeat(5000)}`,
  '',
  'not xml at all',
  '<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&#x110000;&#xD800;&#0;&nope;&#99999999999;</t></is></c></row></sheetData></worksheet>',
]

/** Cell references that do not exist in a spreadsheet. */
const hostilePlaces = [
  'XFD1048576',
  'A0',
  'ZZZZZZ1',
  'A99999999999',
  '1A',
  '',
  'A-1',
  'AAA',
  'XFE1',
  'a1',
  '$A$1',
  'A1:B2',
  'FXSHRXX1',
]
const hostileValues = ['999999999', '-1', '1.5', 'NaN', '', '1e400', '__proto__', '0x1', '9'.repeat(400)]

function cellXml(chance: Chance, text: string, place: string, shared: string[], hostile: boolean): string {
  const style = chance.of100(10) ? ` s="${chance.pick(['0', '1', '2', '99', '-1', 'x'])}"` : ''
  const at = hostile && chance.of100(6) ? chance.pick(hostilePlaces) : place
  const where = chance.of100(4) ? '' : ` r="${at}"`
  if (hostile && chance.of100(10))
    return chance.pick([
      `<c${where}${style} t="s"><v>${chance.pick(hostileValues)}</v></c>`,
      `<c${where}${style} t="e"><v>#REF!</v></c>`,
      `<c${where}${style} t="b"><v>${chance.pick(['1', '2', 'x'])}</v></c>`,
      `<c${where}${style} t="d"><v>2026-13-45T99:99:99Z</v></c>`,
      `<c${where}${style} t="zz"><v>1</v></c>`,
      `<c${where}${style}><f>WEBSERVICE("http://127.0.0.1:1/")</f><v>${escaped(text)}</v></c>`,
      `<c${where}${style}><f t="shared" ref="A1:XFD1048576" si="0">A1</f></c>`,
      `<c${where} s="1"><v>${chance.pick(['45000', '-1', '60', '0', '2958466', '1e15', '45000.99999', 'x'])}</v></c>`,
      `<c${where}${style}><v>${chance.pick(hostileValues)}</v></c>`,
    ])
  if (chance.of100(30) && /^\d{1,10}$/.test(text)) return `<c${where}${style}><v>${text}</v></c>`
  if (chance.of100(50)) {
    shared.push(text)
    return `<c${where}${style} t="s"><v>${shared.length - 1}</v></c>`
  }
  return `<c${where}${style} t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
}

function letters(column: number): string {
  let [left, name] = [column + 1, '']
  for (; left > 0; left = Math.floor((left - 1) / 26)) name = String.fromCharCode(65 + ((left - 1) % 26)) + name
  return name
}

/**
 * Builds a spreadsheet (.xlsx) with a table. With this probability in percent it contains something that no program
 * writes.
 */
export function spreadsheetOf(chance: Chance, table: readonly (readonly string[])[], percent: number): Buffer {
  const hostile = chance.of100(percent)
  const shared: string[] = []
  const rows = table.map((row, nth) => {
    const number = hostile && chance.of100(2) ? chance.pick(['99999999', '0', '-1', 'x', '1048577', '1e9']) : String(nth + 1)
    const cells = row.map((text, column) => cellXml(chance, text, `${letters(column)}${nth + 1}`, shared, hostile))
    return `<row r="${number}">${cells.join('')}</row>`
  })
  const extra = hostile && chance.of100(15) ? '<dimension ref="A1:XFD1048576"/>' : ''
  const merged =
    hostile && chance.of100(15) ? '<mergeCells><mergeCell ref="A1:XFD1048576"/><mergeCell ref="x"/></mergeCells>' : ''
  const sheet =
    hostile && chance.of100(12)
      ? chance.pick(hostileXml)
      : `${head}<worksheet xmlns="${main}">${extra}<sheetData>${rows.join('')}</sheetData>${merged}</worksheet>`
  const hidden = hostile && chance.of100(8) ? chance.pick([' state="hidden"', ' state="veryHidden"', ' state="?"']) : ''
  const target =
    hostile && chance.of100(8)
      ? chance.pick(['../../../etc/passwd', 'worksheets/none.xml', '/xl/worksheets/sheet1.xml', ''])
      : 'worksheets/sheet1.xml'
  const text = (name: string, content: string): Entry => ({ name, content: Buffer.from(content) })
  const entries = [
    text(
      '[Content_Types].xml',
      `${head}<Types xmlns="${parts}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    ),
    text(
      '_rels/.rels',
      `${head}<Relationships xmlns="${parts}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    text(
      'xl/workbook.xml',
      `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="S" sheetId="1"${hidden} r:id="rId1"/></sheets></workbook>`,
    ),
    text(
      'xl/_rels/workbook.xml.rels',
      `${head}<Relationships xmlns="${parts}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="${target}"/><Relationship Id="rId2" Type="${office}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    ),
    text('xl/worksheets/sheet1.xml', sheet),
    text(
      'xl/sharedStrings.xml',
      `${head}<sst xmlns="${main}">${shared.map((one) => `<si><t xml:space="preserve">${escaped(one)}</t></si>`).join('')}</sst>`,
    ),
    text(
      'xl/styles.xml',
      `${head}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="170" formatCode="0000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>`,
    ),
  ]
  if (!hostile) return zipOf(entries)
  return damaged(chance, entries)
}

function damaged(chance: Chance, entries: Entry[]): Buffer {
  const how = chance.weighed({
    none: 50,
    missing: 8,
    crc: 6,
    size: 6,
    bomb: 1,
    traversal: 6,
    twice: 6,
    cut: 8,
    flipped: 8,
    stored: 5,
    zip64: 5,
  })
  if (how === 'missing') entries.splice(chance.whole(0, entries.length - 1), 1)
  if (how === 'crc') entries[chance.whole(0, 6)]!.said = { crc: 1 }
  if (how === 'size') entries[chance.whole(0, 6)]!.said = { size: chance.pick([0, 1, 5_000_000, 0xffffffff]) }
  if (how === 'bomb')
    entries[4]!.content = Buffer.alloc(chance.pick([5_000_000, 20_000_000]), chance.pick([' ', '<row>', '<c><v>1</v></c>']))
  if (how === 'traversal')
    entries.push({
      name: chance.pick(['../../tmp/x', '/etc/passwd', 'C:\\x', 'xl/../../../x', '__proto__']),
      content: Buffer.from('x'),
    })
  if (how === 'twice') entries.push({ ...entries[chance.whole(0, 6)]!, content: Buffer.from('x') })
  if (how === 'stored') for (const entry of entries) entry.stored = true
  const bytes = zipOf(entries)
  if (how === 'cut') return bytes.subarray(0, chance.whole(4, bytes.length - 1))
  if (how === 'flipped')
    for (let at = chance.whole(1, 20); at > 0; at -= 1) bytes[chance.whole(4, bytes.length - 1)] = chance.whole(0, 255)
  if (how === 'zip64') bytes.writeUInt32LE(0xffffffff, bytes.length - chance.pick([6, 10, 12]))
  return bytes
}
