import { expect, test } from 'vitest'
import { z } from 'zod'
import './zodTexts.ts'

const saying = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

test.each<[string, z.ZodType, unknown]>([
  ['Required', z.string(), undefined],
  ['Required', z.object({ a: z.number() }), { a: null }],
  ['Please enter a number', z.number(), 'seven'],
  ['This value cannot be used here', z.string(), 7],
  ['Required', z.string().min(1), ''],
  ['At least 3 characters', z.string().min(3), 'ab'],
  ['At most 3 characters', z.string().max(3), 'abcd'],
  ['At least 2', z.array(z.string()).min(2), ['a']],
  ['At most 1', z.array(z.string()).max(1), ['a', 'b']],
  ['At least 5', z.number().min(5), 4],
  ['At most 5', z.number().max(5), 6],
  ['Please enter a valid email', z.email(), 'asha'],
  ['This is not written as it should be', z.string().regex(/^a$/), 'b'],
  ['This is not written as it should be', z.uuid(), 'b'],
  ['Choose one of the offered values', z.enum(['a', 'b']), 'c'],
  ['This value cannot be used here', z.number().multipleOf(2), 3],
  ['This value cannot be used here', z.strictObject({}), { a: 1 }],
  ['This value cannot be used here', z.union([z.literal(1), z.literal(2)]), 3],
])('says "%s"', (expected, schema, value) => {
  expect(saying(schema, value)).toBe(expected)
})

test('a message of the schema’s own wins', () => {
  expect(saying(z.string({ error: () => 'Its own' }), 7)).toBe('Its own')
})
