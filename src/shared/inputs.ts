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

/**
 * Characters that show nothing, by which two equal names can differ: Unicode's default ignorable characters, the empty
 * Braille pattern and the empty note head.
 */
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/gu

/** Joiners and variation selectors that change how their neighbours look: half letters of Indian scripts, Arabic letters, emoji. */
const shapeBefore = /(?:[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]|\p{Script=Arabic})$/u
const shapeAfter = /^[\p{L}]/u
const emojiBefore = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|[#*0-9])\ufe0f?$/u
const emojiAfter = /^\p{Extended_Pictographic}/u

function withoutInvisible(value: string): string {
  return value.replace(invisible, (found: string, place: number) => {
    const [before, after] = [value.slice(Math.max(0, place - 4), place), value.slice(place + 1, place + 3)]
    const joinsLetters = (found === '\u200c' || found === '\u200d') && shapeBefore.test(before) && shapeAfter.test(after)
    const joinsEmoji = found === '\u200d' && emojiBefore.test(before) && emojiAfter.test(after)
    const drawsEmoji = found === '\ufe0f' && emojiBefore.test(before)
    return joinsLetters || joinsEmoji || drawsEmoji ? found : ''
  })
}

/** A text with a space for everything that no line holds, and without what shows nothing. */
export function asLine(value: string): string {
  return withoutInvisible(value.replace(unwanted, ' '))
}

/** Marks a text whose schema cleans or checks every character; tests/texts.test.ts demands it of every text of every operation. */
const checked = { checkedText: true }

/** A line of text a person types, without outer spaces and what no line holds. */
export const text = (max = 200) =>
  z
    .string('Required')
    .max(max, `At most ${max} characters`)
    .meta(checked)
    .transform((value) => asLine(value).trim())

/** The same with line breaks, for descriptions and addresses. */
export const lines = (max = 1000) =>
  z
    .string('Required')
    .max(max, `At most ${max} characters`)
    .meta(checked)
    .transform((value) =>
      withoutInvisible(value.replace(/\r\n?/g, '\n').replace(unwanted, (found) => (found === '\n' ? found : ' '))).trim(),
    )

/** A piece of a longer text: its spaces are kept. */
export const textPart = z.string('Required').meta(checked).transform(asLine).pipe(z.string().min(1, 'Required'))

/** A text that a parser or a list of words decides about right behind it, such as a time. */
export const parsedText = (max: number, message = 'Required') => z.string(message).max(max, message).meta(checked)

/** A token or a version that the server has made: printable letters, and none that a person types. */
export const code = (max: number, message = 'This is not what the server has sent') =>
  z
    .string('Required')
    .max(max, message)
    .regex(/^[\x20-\x7e]*$/, message)

/** A password as it is typed, spaces included. */
export const secretText = (message = 'Required') => z.string(message).regex(/^\P{Cc}*$/u, 'A password has no control characters')

/** A text that must be there, such as a name. Several spaces in a row become one, so that two names never differ in them alone. */
export const requiredText = (max = 200, message = 'Required') =>
  text(max)
    .transform((value) => value.replace(/\s+/gu, ' '))
    .pipe(z.string(message).min(1, message))

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
export const day = (message = 'Required') =>
  z
    .string(message)
    .regex(/^\d{4}-\d{2}-\d{2}$/, { message, abort: true })
    .refine(isDay, { message, abort: true })

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
  .meta(checked)

/** The key a form makes for one thing it wants done, so that it is done once however often it is sent (platform/once.ts). */
export const requestKey = z.uuid('This is not a request key')
