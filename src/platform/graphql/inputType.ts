import type { EnumRef, InputRef } from '@pothos/core'
import { z } from 'zod'
import { builder } from './builder.ts'

const refs = new Map<z.ZodType, unknown>()

/** The zod schemas of all GraphQL input types by name; tests/texts.test.ts checks every text in them. */
export const graphqlInputs = new Map<string, z.ZodType>()
type Fields = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0]

/**
 * Returns the GraphQL input type of a command's zod schema, so that an input is defined once. Parsing stays with the
 * command. Supports objects, arrays, strings, numbers (integers become Int), booleans, enums, defaults, optional,
 * nullable, transforms (their input side), and `id` and `paise` of `shared/inputs.ts` through their meta.
 *
 * @throws while the schema is built, for any other type
 */
export function inputType<Schema extends z.ZodObject>(name: string, schema: Schema): InputRef<z.input<Schema>> {
  const known = refs.get(schema)
  if (known) return known as InputRef<z.input<Schema>>
  const ref = builder.inputType(name, {
    fields: (t) =>
      Object.fromEntries(
        Object.entries(schema.shape).map(([key, field]) => [key, inputField(t, `${name}.${key}`, field as z.ZodType)]),
      ),
  })
  refs.set(schema, ref)
  graphqlInputs.set(name, schema)
  return ref as unknown as InputRef<z.input<Schema>>
}

function inputField(t: Fields, path: string, schema: z.ZodType) {
  const { type, required } = typeOf(path, schema)
  return t.field({ type: type as 'String', required: required as true })
}

function typeOf(path: string, schema: z.ZodType): { type: unknown; required: boolean } {
  const named = schema.meta()?.graphql
  if (named === 'ID' || named === 'Paise') return { type: named, required: true }
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return { type: typeOf(path, schema.unwrap() as z.ZodType).type, required: false }
  if (schema instanceof z.ZodPipe)
    return typeOf(path, (schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType)
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return { type: 'String', required: true }
  if (schema instanceof z.ZodNumber) return { type: schema.isInt ? 'Int' : 'Float', required: true }
  if (schema instanceof z.ZodBoolean) return { type: 'Boolean', required: true }
  if (schema instanceof z.ZodEnum) return { type: enumType(path, schema), required: true }
  if (schema instanceof z.ZodArray) {
    const element = typeOf(path, schema.element as z.ZodType)
    return { type: [element.type], required: true }
  }
  if (schema instanceof z.ZodObject) return { type: inputType(nameOf(path), schema), required: true }
  throw new Error(`The input ${path} has a zod type that inputType() does not know: ${schema.def.type}`)
}

/** Returns the GraphQL enum of a zod enum, named by its meta `graphql`. All schemas and types that use it share it. */
export function enumType<Values extends z.util.EnumLike>(
  path: string,
  schema: z.ZodEnum<Values>,
): EnumRef<typeof builder.$inferSchemaTypes, z.output<typeof schema>> {
  const known = refs.get(schema)
  if (known) return known as EnumRef<typeof builder.$inferSchemaTypes, z.output<typeof schema>>
  const name = String(schema.meta()?.graphql ?? nameOf(path))
  const ref = builder.enumType(name, { values: schema.options.map(String) })
  refs.set(schema, ref)
  return ref as unknown as EnumRef<typeof builder.$inferSchemaTypes, z.output<typeof schema>>
}

function nameOf(path: string): string {
  return path
    .split('.')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
}
