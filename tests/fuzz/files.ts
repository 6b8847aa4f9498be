import type { Chance } from '../faults/random.ts'
import { spreadsheetOf } from './spreadsheets.ts'
import { hostileCells } from './values.ts'

type Table = string[][]

/** Column names that programs get wrong. */
const hostileHeaders = [
  '',
  ' ',
  '__proto__',
  'constructor',
  'toString',
  'length',
  '0',
  'name',
  'NAME',
  'Name ',
  '_name_',
  '\ufeffname',
  '"',
  'a\nb',
  '💥',
  'नाम',
  '=1+1',
  'x'.repeat(20_000),
]

/** Returns a file as a person uploads it: a table with or without mistakes, or no table at all. */
export function hostileFile(chance: Chance, columns: readonly string[], goodRow: (nth: number) => string[]): Uint8Array {
  const shape = chance.weighed({ table: 88, none: 12 })
  if (shape === 'none') return noTable(chance)
  const count = Number(chance.weighed({ '0': 4, '1': 30, '2': 30, '5': 26, '40': 9, '1500': 0.1 }))
  const rows = Array.from({ length: count }, (_, nth) => goodRow(nth))
  const table = changedTable(chance, [[...columns], ...rows])
  if (chance.of100(18)) return spreadsheetOf(chance, table, 80)
  return encoded(chance, written(chance, table))
}

function changedTable(chance: Chance, [header = [], ...rows]: Table): Table {
  const at = () => chance.whole(0, Math.max(0, header.length - 1))
  switch (chance.weighed({ none: 25, cells: 40, headers: 14, fewer: 5, order: 6, ragged: 5, twice: 5, wide: 1 })) {
    case 'cells':
      for (let times = chance.whole(1, 4); times > 0; times -= 1) {
        const row = rows[chance.whole(0, Math.max(0, rows.length - 1))]
        if (row) row[at()] = chance.of100(1) ? 'x'.repeat(chance.pick([9_999, 10_001, 200_000])) : chance.pick(hostileCells)
      }
      break
    case 'headers':
      for (let times = chance.whole(1, 3); times > 0; times -= 1)
        if (chance.of100(50)) header[at()] = chance.pick(hostileHeaders)
        else header.splice(at(), 0, chance.pick([...hostileHeaders, header[at()] ?? '']))
      break
    case 'fewer':
      for (const row of [header, ...rows]) row.splice(at(), chance.whole(1, 3))
      break
    case 'order': {
      const shift = at()
      for (const row of [header, ...rows]) row.push(...row.splice(0, shift))
      break
    }
    case 'ragged':
      for (const row of rows)
        if (chance.of100(50)) row.push(...Array.from({ length: chance.whole(1, 5) }, () => chance.pick(hostileCells)))
      break
    case 'twice':
      rows.push(...rows.slice(0, 3).map((row) => [...row]))
      break
    case 'wide':
      header.push(...Array.from({ length: 1000 }, (_, nth) => `c${nth % 900}`))
      break
    case 'none':
      break
  }
  return [header, ...rows]
}

function written(chance: Chance, table: Table): string {
  const delimiter = chance.weighed({ ',': 70, ';': 15, '\t': 15 })
  const end = chance.weighed({ '\r\n': 50, '\n': 45, '\r': 5 })
  const quoting = chance.weighed({ right: 85, never: 8, always: 7 })
  const cell = (text: string) =>
    quoting === 'always' || (quoting === 'right' && /[",;\t\r\n]/.test(text)) ? `"${text.replaceAll('"', '""')}"` : text
  let text = table.map((row) => row.map(cell).join(chance.of100(1) ? chance.pick([',', ';', '\t', '|']) : delimiter)).join(end)
  if (chance.of100(4)) text = `sep=${chance.pick([',', ';', '|', ''])}${end}${text}`
  if (chance.of100(4)) text = `${end.repeat(3)}${text}`
  if (chance.of100(4)) text += chance.pick(['"', '"never closed', `${end}"`, '\u0000', '\u001a'])
  if (chance.of100(4)) {
    const place = chance.whole(0, text.length)
    text = text.slice(0, place) + chance.pick(['"', '""', '\r', '\ufeff', '\u0000', '\u2028', ',,,,']) + text.slice(place)
  }
  return text
}

function encoded(chance: Chance, text: string): Uint8Array {
  const big = () => Buffer.from(text, 'utf16le').swap16()
  const bytes = {
    utf8: () => Buffer.from(text),
    bom: () => Buffer.from(`\ufeff${text}`),
    utf16: () => Buffer.from(`\ufeff${text}`, 'utf16le'),
    utf16big: () => Buffer.concat([Buffer.from([0xfe, 0xff]), big()]),
    utf16bare: () => Buffer.from(text, 'utf16le'),
    utf16bigBare: () => big(),
    windows: () => Buffer.from(text, 'latin1'),
    twoBoms: () => Buffer.from(`\ufeff\ufeff${text}`),
  }[chance.weighed({ utf8: 50, bom: 14, utf16: 6, utf16big: 5, utf16bare: 4, utf16bigBare: 4, windows: 12, twoBoms: 5 })]()
  if (chance.of100(6) && bytes.length > 0)
    for (let times = chance.whole(1, 8); times > 0; times -= 1) bytes[chance.whole(0, bytes.length - 1)] = chance.whole(0, 255)
  return chance.of100(4) ? bytes.subarray(0, chance.whole(0, bytes.length)) : bytes
}

function noTable(chance: Chance): Uint8Array {
  const random = (size: number) => Buffer.from(Array.from({ length: size }, () => chance.whole(0, 255)))
  return {
    empty: () => Buffer.alloc(0),
    zeros: () => Buffer.alloc(chance.whole(1, 5000)),
    spaces: () => Buffer.from(chance.pick([' ', '\n', '\r\n,,,\r\n', '\ufeff', ',', '"', '""'])),
    random: () => random(chance.whole(1, 400)),
    zip: () => Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), random(chance.whole(0, 300))]),
    old: () => Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), random(100)]),
    picture: () => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), random(100)]),
    page: () => Buffer.from('<html><body><table><tr><td>name</td></tr></table></body></html>'),
    oneCell: () => Buffer.alloc(chance.pick([20_000, 300_000]), 'x'),
    quotes: () => Buffer.alloc(chance.pick([1001, 50_000]), '"'),
    commas: () => Buffer.alloc(chance.pick([2000, 60_000]), ','),
    lines: () => Buffer.alloc(chance.pick([2000, 20_000]), 'a\n'),
    emptyLines: () => Buffer.alloc(chance.pick([100_000, 2_000_000]), chance.pick(['\n', '\r\n', ',,\n', '\r'])),
  }[
    chance.weighed({
      empty: 4,
      zeros: 5,
      spaces: 10,
      random: 25,
      zip: 15,
      old: 6,
      picture: 6,
      page: 8,
      oneCell: 4,
      quotes: 6,
      commas: 6,
      lines: 5,
      emptyLines: 2,
    })
  ]()
}
