import { verhoeffDigit } from '../../shared/aadhaar.ts'
import { describe, expect, test } from 'vitest'
import { completeFields, dayInWords, keptValue, picturesOf, schoolOfToken } from './certificates.rules.ts'
import { fieldCatalogue, fieldLabel, isFixed } from './fields.ts'
import { type FormatDoc, formatField } from './format.schema.ts'
import { readyFormats } from './formats/ready.ts'

const doc = (...content: unknown[]): string => JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content }] })

test.each([
  ['2015-06-03', 'Third June Two Thousand Fifteen'],
  ['2012-02-29', 'Twenty Ninth February Two Thousand Twelve'],
  ['1999-12-31', 'Thirty First December One Thousand Nine Hundred Ninety Nine'],
  ['2000-01-20', 'Twentieth January Two Thousand'],
  ['2024-08-21', 'Twenty First August Two Thousand Twenty Four'],
  ['2015-02-30', ''],
  ['', ''],
])('%s is %j in words', (day, words) => {
  expect(dayInWords(day)).toBe(words)
})

test('every day of a leap year has its own words', () => {
  const days = Array.from({ length: 366 }, (_, day) => new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10))
  const words = new Set(days.map(dayInWords))
  expect(words.size).toBe(366)
  expect([...words].filter((each) => !/^[A-Z][a-z]+( [A-Z][a-z]+)+$/.test(each))).toEqual([])
})

describe('fields of a layout', () => {
  test('{{name}} that was typed becomes a field and keeps its marks; what is none stays text', () => {
    const marks = [{ type: 'bold' }]
    const parsed = formatField.parse(doc({ type: 'text', text: 'of {{ studentName }}, {{}} {{a{b}} {{Book no.}}!', marks }))
    expect(parsed.content).toEqual([
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'of ', marks },
          { type: 'field', attrs: { name: 'studentName' }, marks },
          { type: 'text', text: ', {{}} {{a{b}} ', marks },
          { type: 'field', attrs: { name: 'Book no.' }, marks },
          { type: 'text', text: '!', marks },
        ],
      },
    ])
  })

  test('are asked in the order given, then in the order of the layout, each once', () => {
    const parsed = formatField.parse(doc({ type: 'text', text: '{{c}} {{a}} {{c}} {{constructor}} {{b}}' }))
    const given = [
      { name: 'b', sr: 2 },
      { name: 'asked only', sr: 1 },
    ]
    expect(completeFields(parsed, given)).toEqual(
      ['asked only', 'b', 'c', 'a', 'constructor'].map((name, place) => ({ name, sr: place + 1 })),
    )
  })
})

describe('ready-made formats', () => {
  test.each(readyFormats.map(({ key, format }) => [key, format] as const))('%s is a layout like any other', (_, format) => {
    expect(formatField.parse(JSON.stringify(format))).toEqual(format)
    expect(picturesOf(format)).toEqual([])
    const names = completeFields(format, []).map(({ name }) => name)
    const known = new Set(fieldCatalogue.map(({ name }) => name))
    expect(names.filter((name) => !known.has(name))).toEqual([])
    expect(names).toEqual(expect.arrayContaining(['serialNo', 'issueDate', 'birthdate', 'birthdateInWords', 'registerNo']))
  })

  test('have every row that their form has', () => {
    const rows = Object.fromEntries(
      readyFormats.map(({ key, format }) => [key, (format.content.find(isNumbered) as { content: unknown[] }).content.length]),
    )
    expect(rows).toEqual({ maharashtra: 19, cbse: 24 })
  })
})

function isNumbered(node: FormatDoc['content'][number]): boolean {
  return node.type === 'table' && node.content.length > 5
}

test('names of the catalogue are its own alone', () => {
  expect(fieldLabel('studentName')).toBe('Full name of the student')
  for (const name of ['constructor', '__proto__', 'toString', 'Height']) {
    expect(fieldLabel(name)).toBe(name)
    expect(isFixed(name)).toBe(false)
  }
})

test('a whole Aadhaar number is masked before it is kept', () => {
  const number = `23456789012${verhoeffDigit('23456789012')}`
  const masked = `XXXX XXXX ${number.slice(-4)}`
  expect(keptValue('aadhaar', number)).toBe(masked)
  expect(keptValue('aadhaar', `${number.slice(0, 4)} ${number.slice(4, 8)} ${number.slice(8)}`)).toBe(masked)
  expect(keptValue('aadhaar', 'not given')).toBe('not given')
  expect(keptValue('apaarId', number)).toBe(number)
})

test.each([
  ['1-AAAAAAAAAAAAAAAAAAAAAAAA', 1],
  ['zz-AAAAAAAAAAAAAAAAAAAAAA', 1295],
  ['1-short', null],
  ['1-AAAAAAAAAAAAAAAAAAAAAA/..', null],
  ['zzzzzzzzzzzz-AAAAAAAAAAAAAAAAAAAAAA', null],
  ['-AAAAAAAAAAAAAAAAAAAAAAAA', null],
  ['', null],
])('the school of the token %j is %j', (token, school) => {
  expect(schoolOfToken(token)).toBe(school)
})
