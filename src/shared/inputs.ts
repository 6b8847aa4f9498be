import { z } from 'zod'

/** The id of a row: a GraphQL ID on the wire, a number on the server. */
export const id = z.coerce
  .number<string | number>('Required')
  .int('This is not an id')
  .positive('Required')
  .meta({ graphql: 'ID' })

/**
 * What no line of text holds: control characters and halves of surrogate pairs, which no screen can show and no database keeps,
 * line breaks, and the marks that turn the direction of what follows, by which one name can pass for another.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const unwanted = /[\u0000-\u001f\u007f\u2028\u2029\u202a-\u202e\u2066-\u2069\p{Cs}]/gu

/** A line of text a person types, without outer spaces and what no line holds. */
export const text = (max = 200) =>
  z
    .string('Required')
    .max(max, `At most ${max} characters`)
    .transform((value) => value.replace(unwanted, ' ').trim())

/** The same with line breaks, for descriptions and addresses. */
export const lines = (max = 1000) =>
  z
    .string('Required')
    .max(max, `At most ${max} characters`)
    .transform((value) => value.replace(unwanted, (found) => (found === '\n' ? found : ' ')).trim())

/** A text that must be there. */
export const requiredText = (max = 200, message = 'Required') => text(max).pipe(z.string(message).min(1, message))
