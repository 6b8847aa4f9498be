import fc from 'fast-check'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { writeCsv } from './csv.ts'
import { cellText, decodeText, findDelimiter, parseFile, parseText, UnreadableFile } from './parseFile.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string, bigEndian = false, mark = true) => {
  const units = [...(mark ? '\uFEFF' : ''), ...text].flatMap((letter) => letter.split(''))
  const bytes = new Uint8Array(units.length * 2)
  const view = new DataView(bytes.buffer)
  units.forEach((unit, index) => view.setUint16(index * 2, unit.charCodeAt(0), !bigEndian))
  return bytes
}
const latin = (text: string) => Uint8Array.from(text, (letter) => (letter === '’' ? 0x92 : letter.charCodeAt(0)))
const cells = async (bytes: Uint8Array) => {
  const file = await parseFile(bytes)
  return [file.headers, ...file.rows.map((row) => row.cells)]
}

describe('text files', () => {
  const table = [
    ['name', 'phone'],
    ['आशा पाटील', '0987654321'],
  ]
  const text = 'name,phone\r\nआशा पाटील,0987654321\r\n'

  test.each([
    ['UTF-8', utf8(text)],
    ['UTF-8', utf8(`\uFEFF${text}`)],
    ['UTF-16', utf16(text)],
    ['UTF-16', utf16(text, true)],
    ['UTF-16', utf16(text, false, false)],
    ['UTF-16', utf16(text, true, false)],
  ])('Devanagari and leading zeros survive %s', async (format, bytes) => {
    expect(await cells(bytes)).toEqual(table)
    expect(decodeText(bytes).format).toBe(format)
  })

  test('bytes that are not UTF-8 are read as Windows-1252', async () => {
    const bytes = latin('name;note\nJos\u00e9;Asha’s\n')
    expect(decodeText(bytes).format).toBe('Windows-1252')
    expect(await cells(bytes)).toEqual([
      ['name', 'note'],
      ['José', 'Asha’s'],
    ])
  })

  test.each([
    ['name,phone\n', ','],
    ['name;phone,x;y\n', ';'],
    ['name\tphone\n', '\t'],
    ['"a;b;c",d\n', ','],
    ['\r\n\r\nname;phone\n', ';'],
    ['one', ','],
  ])('the delimiter of %j is %j', (head, delimiter) => {
    expect(findDelimiter(head)).toBe(delimiter)
  })

  test('line breaks inside quotes, doubled quotes, mixed line endings, blank and ragged rows', async () => {
    const file = await parseFile(utf8('a,b,c\r\n"x\ny","say ""hi""",1\r\r\n\n,,\nonly\n1,2,3,4\n'))
    expect(file.headers).toEqual(['a', 'b', 'c'])
    expect(file.rows.map((row) => row.cells)).toEqual([['x\ny', 'say "hi"', '1'], ['only'], ['1', '2', '3', '4']])
    expect(file.rows[0]?.number).toBe(2)
  })

  test("the delimiter named in Excel's first line is used", () => {
    expect(parseText('sep=;\r\na;b\r\n')).toEqual([['a', 'b']])
  })

  test('a header may be called __proto__', async () => {
    const file = await parseFile(utf8('__proto__,constructor\n1,2\n'))
    expect(file.headers).toEqual(['__proto__', 'constructor'])
    expect(file.rows[0]?.cells).toEqual(['1', '2'])
    expect(({} as Record<string, unknown>)['1']).toBeUndefined()
  })

  test.each([['\n'], ['\r\n'], [',,,\n'], ['\r'], ['"";""\n']])(
    'two million empty CSV lines (%j) are refused before they are parsed',
    async (line) => {
      const bytes = utf8(`name,phone\nAsha,9876543210\n${line.repeat(2_000_000)}`)
      await expect(parseFile(bytes)).rejects.toThrow('The file has 20,00,000 empty lines. Please delete the empty rows')
    },
  )

  test('a cell of 10 MB is one cell', async () => {
    const file = await parseFile(utf8(`a,b\n"${'x,'.repeat(5_000_000)}",2\n`))
    expect(file.rows[0]?.cells.map((cell) => cell.length)).toEqual([10_000_000, 1])
  })

  test.each([
    ['nothing', ''],
    ['blank lines only', '\n \n,,\n'],
    ['a quote that never closes', 'a,b\n"x,1\ny,2\n'],
    ['bytes of a picture', '\u0089PNG\r\n\u0000\u0000\u0000'],
  ])('%s is refused with a message', async (_, content) => {
    await expect(parseFile(utf8(content))).rejects.toThrow(UnreadableFile)
  })

  test('an exported file is read back with the same cells', async () => {
    const cell = fc
      .string({ unit: 'grapheme' })
      .filter((text) => !/^[\s\u0000]*[=+\-@＝＋－＠]|^[\t\r\n]|\u0000|^\uFEFF/u.test(text))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 20 }), async (rows) => {
        const file = await parseFile(utf8(writeCsv([['one', 'two', 'three'], ...rows])))
        expect(file.rows.map((row) => row.cells)).toEqual(rows.filter((row) => row.some((text) => text.trim() !== '')))
      }),
    )
  })

  test('for any bytes, the only error is UnreadableFile', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        await parseFile(bytes).catch((error: unknown) => expect(error).toBeInstanceOf(UnreadableFile))
      }),
    )
  })
})

describe('spreadsheets', () => {
  test('cells are read as a spreadsheet program shows them', async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'Students',
          columns: [{}, { numFmt: '00000' }, { numFmt: 'dd/mm/yyyy' }, {}],
          rows: [
            ['name', 'roll', 'birthdate', 'phone'],
            ['आशा', 12, new Date(Date.UTC(2012, 5, 3)), 9876543210],
            [null, null, null, null],
            ['Rohan', '007', null, '0987654321'],
          ],
        },
      ],
    })
    const file = await parseFile(bytes)
    expect(file.headers).toEqual(['name', 'roll', 'birthdate', 'phone'])
    expect(file.rows).toEqual([
      { number: 2, cells: ['आशा', '00012', '03/06/2012', '9876543210'] },
      { number: 4, cells: ['Rohan', '007', '', '0987654321'] },
    ])
  })

  test.each([
    [1234567890123456, undefined, '1234567890123456'],
    [0.1 + 0.2, undefined, '0.3'],
    [-5, '000', '-005'],
    [true, undefined, 'TRUE'],
    [new Date(Date.UTC(1899, 11, 30, 9, 5)), undefined, '09:05:00'],
    [new Date(Number.NaN), undefined, ''],
  ])('the cell %s in the format %s is %j', (value, format, text) => {
    expect(cellText(value, format)).toBe(text)
  })

  test('a ZIP file that is not a spreadsheet is refused with a message', async () => {
    await expect(parseFile(Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0, 0, 0))).rejects.toThrow(UnreadableFile)
  })
})
