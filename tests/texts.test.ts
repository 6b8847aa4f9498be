import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { getNamedType, type GraphQLField, isInputObjectType } from 'graphql'
import { schema as graphqlSchema } from '#app/schema.ts'
import { graphqlInputs } from '#platform/graphql/inputType.ts'
import { inputSchemas } from '#platform/command.ts'
import { code, day, requiredText, text } from '#shared/inputs.ts'

/** Returns texts that accept any character: neither the text schema nor a pattern checks them. */
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
  return textless.some((kind) => schema instanceof kind) ? [] : [path]
}

/** Kinds without text of the sender. Any unknown kind counts as a text that accepts any character. */
const textless = [z.ZodNumber, z.ZodBoolean, z.ZodEnum, z.ZodLiteral, z.ZodNull]

/** Text arguments of operations without an input type, by what checks their characters. */
const textArguments: Readonly<Record<string, string>> = {
  'family.hash': 'tokenPattern',
  'createOrder.hash': 'tokenPattern',
  'chooseFamilyLanguage.hash': 'tokenPattern',
  'giveUpOrder.hash': 'tokenPattern',
  'giveUpOrder.ref': 'orderByRef',
  'onlineOrder.ref': 'orderByRef',
  'addLeaveNote.place': 'schoolOfOwnPlace',
  'attendFamilyLecture.place': 'schoolOfOwnPlace',
  'familyChat.place': 'schoolOfOwnPlace',
  'familyChatAttachment.place': 'schoolOfOwnPlace',
  'familyReportCard.place': 'schoolOfOwnPlace',
  'markFamilyChatRead.place': 'schoolOfOwnPlace',
  'sendFamilyMessage.place': 'schoolOfOwnPlace',
  'withdrawLeaveNote.place': 'schoolOfOwnPlace',
  'scoreSheet.part': 'scoreSheetChoice',
  'results.part': 'resultsChoice',
  'resultAnalysis.part': 'analysisChoice',
  'scoreFile.part': 'scoreFileChoice',
  'scoreReminder.part': 'reminderChoice',
  'studentCard.part': 'studentCardChoice',
  'sectionHolistic.part': 'holisticChoice',
  'sectionRemarks.part': 'sectionRemarksChoice',
  'remarkProposals.part': 'sectionRemarksChoice',
}

const operations = (): GraphQLField<unknown, unknown>[] =>
  [graphqlSchema.getQueryType(), graphqlSchema.getMutationType(), graphqlSchema.getSubscriptionType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {}),
  )

describe('every text of every operation uses the text schema', () => {
  test('all operations are checked', () => {
    expect(inputSchemas.length).toBeGreaterThan(150)
    expect(inputSchemas.flatMap(({ name, schema }) => unchecked(schema, name))).toEqual([])
    expect(operations().length).toBeGreaterThan(250)
    expect([...graphqlInputs].flatMap(([name, schema]) => unchecked(schema, name))).toEqual([])
  })

  test('no text argument, also inside inputs and lists, bypasses it', () => {
    const inputs = Object.values(graphqlSchema.getTypeMap()).filter(isInputObjectType)
    expect(inputs.map(({ name }) => name).toSorted()).toEqual([...graphqlInputs.keys()].toSorted())
    const texts = operations().flatMap(({ name, args }) =>
      args.filter(({ type }) => getNamedType(type).name === 'String').map((argument) => `${name}.${argument.name}`),
    )
    expect(texts.toSorted()).toEqual(Object.keys(textArguments).toSorted())
    const scalars = operations().flatMap(({ args }) => args.map(({ type }) => getNamedType(type)))
    const names = new Set(scalars.filter((type) => !isInputObjectType(type)).map(({ name }) => name))
    expect([...names].toSorted()).toEqual(['Boolean', 'ID', 'String'])
    const nested = Object.values(graphqlSchema.getTypeMap()).flatMap((type) =>
      'getFields' in type && !type.name.startsWith('__') && !isInputObjectType(type)
        ? Object.values(type.getFields() as Record<string, GraphQLField<unknown, unknown>>).filter(
            (field) => field.args.length > 0 && !operations().includes(field),
          )
        : [],
    )
    expect(nested.map(({ name }) => name)).toEqual([])
  })

  test('a text without it is found in any position', () => {
    const schema = z.object({
      good: text(10).optional(),
      name: requiredText(),
      version: code(20),
      on: day(),
      bad: z.array(z.object({ text: z.string().max(9).optional() })),
      worse: z.string().trim(),
      any: z.record(z.string(), z.unknown()),
      pair: z.tuple([z.string()]),
      both: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('A'), note: z.string() }),
        z.object({ kind: z.literal('B') }),
      ]),
    })
    expect(new Set(unchecked(schema, 'x'))).toEqual(new Set(['x.bad.text', 'x.worse', 'x.any', 'x.pair', 'x.both.note']))
  })
})
