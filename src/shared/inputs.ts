import { z } from 'zod'

/** The id of a row: a GraphQL ID on the wire, a number on the server. */
export const id = z.coerce
  .number<string | number>('Required')
  .int('This is not an id')
  .positive('Required')
  .meta({ graphql: 'ID' })

/**
 * A text a person types: outer spaces go, and so do control characters other than a line break and halves of surrogate pairs,
 * which no screen can show and no database holds.
 */
export const text = (max = 200) =>
  z
    .string('Required')
    .max(max, `At most ${max} characters`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
    .transform((value) => value.replace(/[\u0000-\u0009\u000b-\u001f\u007f\p{Cs}]/gu, ' ').trim())

/** A text that must be there. */
export const requiredText = (max = 200, message = 'Required') => text(max).pipe(z.string(message).min(1, message))
