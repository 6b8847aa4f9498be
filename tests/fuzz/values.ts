import fc, { type Arbitrary } from 'fast-check'

const lone = ['\ud800', 'a\udfff', '\udc00\ud800x']

/** Invisible texts. */
export const invisibleTexts = ['\u200b', '\u2063\u200c\ufe0f', '\u3164', '\u2800\u2800', '\u{e0041}\u00ad', '\u115f\u1160']

/** Texts that are tried once in every text of every operation. */
export const everywhereTexts = ['a\u0000b', '\u200b\u2063\u3164']

/** Texts that programs get wrong: not storable, executable in another language, or deceptive. */
const hostileTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  ...lone,
  '\ufeff',
  '\u202eabc',
  '\u200f\u200e',
  '\n',
  '\r\n\t',
  '\u2028',
  '\u0007\u001b[31m',
  ...invisibleTexts,
  'As\u200bha\u2063',
  'र्\u200dय',
  "'; drop table students; --",
  "' or '1'='1",
  '$1',
  '$$',
  '%',
  '_',
  '\\',
  "\\'",
  '%s%n',
  ':schoolId',
  '(select 1)',
  '*/',
  '{}',
  '{1,2}',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '=1+1',
  '@SUM(A1)',
  '{{7*7}}',
  '${7*7}',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  'true',
  '[object Object]',
  'आशा पाटील',
  'שלום',
  'مرحبا',
  '👩‍👩‍👧‍👦',
  '😀'.repeat(60),
  'é',
  'e\u0301'.repeat(50),
  'ﬃ',
  'İ',
  'ß',
  '１２３',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A',
  '9876543210',
  '0000000000',
  '+91 98765 43210',
  'a@b.test',
  'A@WORLD.TEST',
  '@',
  'a@b@c',
  'SBIN0001234',
  '123412341234',
  '7:5',
  ':',
  '1:2:3',
]

const days = [
  '2026-11-21',
  '2026-02-29',
  '2024-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-04-31',
  '0000-01-01',
  '0000-00-00',
  '0001-01-01',
  '1899-12-31',
  '1900-01-01',
  '2199-12-31',
  '2200-01-01',
  '9999-12-31',
  '10000-01-01',
  '99999-01-01',
  '-0001-01-01',
  '2026-11-21 BC',
  'infinity',
  '-infinity',
  'epoch',
  'now',
  'today',
  '21/11/2026',
  '2026-11-21T24:00:00Z',
  '2026-11-21T08:00:00+05:30',
  '2026-11-21T08:00:00.000Z',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '0000-01-01T00:00:00Z',
  '२०२६-११-२१',
]

const times = [
  '00:00',
  '23:59',
  '24:00',
  '24:00:00',
  '25:61',
  '08:00:60',
  '08:00:00+99:99',
  '8:5',
  '-01:00',
  '08:00:00.123456789',
]

const numberTexts = [
  '0',
  '-1',
  '1',
  '1.5',
  '1e3',
  '1e400',
  '0x10',
  '007',
  ' 5 ',
  '+5',
  '-0',
  '2147483647',
  '2147483648',
  '-2147483649',
  '9007199254740991',
  '9007199254740992',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775809',
  '99999999999999999999',
  '9'.repeat(400),
  'Infinity',
  '-Infinity',
  'NaN',
  '٣',
  '1,234',
  '1_000',
]

const uuids = [
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '7B0A9E5C-2F7E-4B44-9D0B-2A1B0F1D6C55',
  '{7b0a9e5c-2f7e-4b44-9d0b-2a1b0f1d6c55}',
  '7b0a9e5c2f7e4b449d0b2a1b0f1d6c55',
  '7b0a9e5c-2f7e-4b44-9d0b-2a1b0f1d6c5g',
]

const places = ['99999999999999999999:1', '1:99999999999999999999', '9223372036854775808:-1', '1.5:2', 'NaN:NaN', '0:0']

const versions = ['30000:0:0:0', '9'.repeat(30), '1:2', '-1:-1:-1:-1', '1e9:0:0:0', '\u0000:0:0:0']

const numbers = [
  0,
  -0,
  1,
  -1,
  2,
  7,
  100,
  999,
  65536,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31),
  -(2 ** 31) - 1,
  1e10,
  1e12,
  1e12 + 1,
  -1e12,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  1e21,
  1e308,
  5e-324,
  0.1,
  1.5,
  -0.5,
  1e-7,
]

/** Texts of 100 kB. The third has as many characters as its bytes allow, the fourth is deeply nested as JSON. */
const longTexts = [
  'x'.repeat(100_000),
  '\u0000'.repeat(100_000),
  'क'.repeat(33_000),
  '['.repeat(100_000),
  `${'a '.repeat(50_000)}`,
]

/** Unexpected cells of a file. */
export const hostileCells: readonly string[] = [...hostileTexts, ...days, ...times, ...numberTexts]

/** Plausible words, so that the rest of an input is checked too. */
const plainTexts = ['A', 'B', '7', '1', 'Asha Patil', '2027-28', 'Science', '10:30', '2026-06-10', 'paid twice', '40 %']

/** Any text. */
export const anyText: Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...plainTexts) },
  { weight: 8, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 5, arbitrary: fc.constantFrom(...days, ...times) },
  { weight: 4, arbitrary: fc.constantFrom(...numberTexts) },
  { weight: 3, arbitrary: fc.constantFrom(...uuids, ...places, ...versions) },
  { weight: 4, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 300 }) },
  { weight: 1, arbitrary: fc.constantFrom(...longTexts) },
)

/** Any JSON number. */
export const anyNumber: Arbitrary<number> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...numbers) },
  { weight: 1, arbitrary: fc.integer() },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
)

/** A number that the scalar Int accepts. */
export const anyInt: Arbitrary<number> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...numbers.filter((one) => Number.isInteger(one) && Math.abs(one) < 2 ** 31)) },
  { weight: 2, arbitrary: fc.integer({ min: -3, max: 40 }) },
  { weight: 1, arbitrary: fc.integer() },
  { weight: 1, arbitrary: anyNumber },
)

/** A JSON value of an unexpected type, with keys that target an object's prototype. */
export const anyJson: Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.oneof(anyText, anyNumber, fc.boolean(), fc.constant(null)) },
  { weight: 2, arbitrary: fc.array(fc.oneof(anyText, anyNumber, fc.constant(null)), { maxLength: 4 }) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('{"__proto__":{"a":1}}', '{"constructor":{"prototype":{}}}', '{"toString":1,"length":-1}')
      .map((text) => JSON.parse(text) as unknown),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.constant(nested(200)) },
)

/** An id as in a request: of an existing row, of none, or invalid. */
export const anyId = (known: readonly string[]): Arbitrary<unknown> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...known) },
    { weight: 3, arbitrary: fc.constantFrom<unknown>(...numberTexts, ...uuids) },
    { weight: 1, arbitrary: anyInt },
    { weight: 1, arbitrary: anyText },
  )

function nested(depth: number): unknown {
  let value: unknown = null
  for (let at = 0; at < depth; at += 1) value = at % 2 ? [value] : { a: value }
  return value
}
