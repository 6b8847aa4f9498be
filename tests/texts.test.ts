import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import '../src/app/schema.ts'
import { inputSchemas } from '../src/platform/command.ts'
import { code, day, requiredText, text } from '../src/shared/inputs.ts'

/** Places of texts that take any character: neither the schema of a text nor a pattern looks at them. */
function unchecked(schema: z.ZodType, path: string, above: readonly z.ZodType[] = []): string[] {
  if (above.includes(schema)) return []
  const inside = (inner: unknown, name = '') => unchecked(inner as z.ZodType, `${path}${name}`, [...above, schema])
  if (schema.meta()?.checkedText === true || schema instanceof z.ZodStringFormat) return []
  if (schema instanceof z.ZodString) {
    const hasPattern = (schema.def.checks ?? []).some((check) => check._zod.def.check === 'string_format')
    return hasPattern ? [] : [path]
  }
  if (schema instanceof z.ZodPipe) {
    if (schema.in instanceof z.ZodTransform) return inside(schema.out)
    return inside(schema.in).length === 0 ? [] : inside(schema.out)
  }
  if (schema instanceof z.ZodTransform) return [path]
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape).flatMap(([key, field]) => inside(field, `.${key}`))
  if (schema instanceof z.ZodArray) return inside(schema.element)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => inside(option))
  if (schema instanceof z.ZodLazy) return inside(schema.unwrap())
  if (schema instanceof z.ZodRecord) return [...inside(schema.keyType), ...inside(schema.valueType)]
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly
  )
    return inside(schema.unwrap())
  return []
}

describe('every text of every operation goes through the one text schema', () => {
  test('all operations are walked', () => {
    expect(inputSchemas.length).toBeGreaterThan(150)
    expect(inputSchemas.flatMap(({ name, schema }) => unchecked(schema, name))).toEqual([])
  })

  test('a text without it is found wherever it stands', () => {
    const schema = z.object({
      good: text(10).optional(),
      name: requiredText(),
      version: code(20),
      on: day(),
      bad: z.array(z.object({ text: z.string().max(9).optional() })),
      worse: z.string().trim(),
    })
    expect(unchecked(schema, 'x')).toEqual(['x.bad.text', 'x.worse'])
  })
})
