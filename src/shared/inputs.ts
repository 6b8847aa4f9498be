import { z } from 'zod'
import { isDay, schoolDay } from './dates.ts'

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

/** A text with a space for everything that no line holds. */
export function asLine(value: string): string {
  return value.replace(unwanted, ' ')
}

/** A line of text a person types, without outer spaces and what no line holds. */
export const text = (max = 200) =>
  z
    .string('Required')
    .max(max, `At most ${max} characters`)
    .transform((value) => asLine(value).trim())

/** The same with line breaks, for descriptions and addresses. */
export const lines = (max = 1000) =>
  z
    .string('Required')
    .max(max, `At most ${max} characters`)
    .transform((value) => value.replace(unwanted, (found) => (found === '\n' ? found : ' ')).trim())

/** A text that must be there. */
export const requiredText = (max = 200, message = 'Required') => text(max).pipe(z.string(message).min(1, message))

/** The largest amount of one entry: ₹1,000 crore. The database has the same bound. */
const mostPaise = 1_000_000_000_000

/**
 * An amount of money in paise, zero or more: a whole number on the wire (the scalar Paise). A form's field holds the text as
 * long as it is no amount, so that the message stands beside what was typed.
 */
export const paise = (message = 'Required') =>
  z
    .number({
      error: ({ input }) => (input === '' || input === undefined || input === null ? message : 'An amount such as 1,234.50'),
    })
    .int('An amount such as 1,234.50')
    .min(0, 'Not less than zero')
    .max(mostPaise, 'This is more than can be entered')
    .meta({ graphql: 'Paise' })

/** An amount of money that must be more than nothing. */
export const somePaise = (message = 'Required') => paise(message).min(1, 'More than zero').meta({ graphql: 'Paise' })

/** A day of the calendar, `YYYY-MM-DD`. */
export const day = (message = 'Required') => z.string(message).refine(isDay, { message, abort: true })

/** A day that is not in the future, by the school's calendar at the moment of the check. */
export const pastDay = (message = 'Required', future = 'Not a day in the future') =>
  day(message).refine((value) => value <= schoolDay(new Date()), future)

/** The id of an upload, '' for none. */
export const uploadId = z
  .string()
  .refine(
    (value) => value === '' || z.uuid().safeParse(value).success,
    'This upload is not there any more. Please choose the file again.',
  )

/** The key a form makes for one thing it wants done, so that it is done once however often it is sent (platform/once.ts). */
export const requestKey = z.uuid('This is not a request key')
