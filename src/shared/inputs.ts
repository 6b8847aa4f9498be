import { z } from 'zod'
import { isDay, schoolDay } from './dates.ts'
import { wholeShare } from './percent.ts'
import { t } from '#shared/texts.ts'
import './zodTexts.ts'

/** A message of a schema. A function, because it is said in the language of the request. */
export type Message = () => string

const required: Message = () => t`Required`
const tooLong =
  (max: number): Message =>
  () =>
    t`At most ${max} characters`

/** Id of a row: a GraphQL ID in requests, a number on the server. */
export const id = z.coerce
  .number<string | number>({ error: required })
  .int({ error: () => t`This is not an id` })
  .positive({ error: required })
  .meta({ graphql: 'ID' })

/**
 * Characters that a line of text must not contain: control characters and unpaired surrogates, which cannot be shown or
 * stored, line breaks, and direction marks, which can make one name look like another.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const disallowedCharacters = /[\u0000-\u001f\u007f\u2028\u2029\u202a-\u202e\u2066-\u2069\p{Cs}]/gu

/**
 * Invisible characters, which can make two names look equal: Unicode's default ignorable characters, the empty Braille
 * pattern and the empty note head.
 */
const invisibleCharacters = /[\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/gu

/**
 * Contexts in which a joiner or variation selector changes its neighbours' shape: half letters of Indian scripts,
 * Arabic letters, emoji.
 */
const shapeBefore = /(?:[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]|\p{Script=Arabic})$/u
const shapeAfter = /^[\p{L}]/u
const emojiBefore = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|[#*0-9])\ufe0f?$/u
const emojiAfter = /^\p{Extended_Pictographic}/u

function withoutInvisible(value: string): string {
  return value.replace(invisibleCharacters, (found: string, place: number) => {
    const [before, after] = [value.slice(Math.max(0, place - 4), place), value.slice(place + 1, place + 3)]
    const joinsLetters = (found === '\u200c' || found === '\u200d') && shapeBefore.test(before) && shapeAfter.test(after)
    const joinsEmoji = found === '\u200d' && emojiBefore.test(before) && emojiAfter.test(after)
    const drawsEmoji = found === '\ufe0f' && emojiBefore.test(before)
    return joinsLetters || joinsEmoji || drawsEmoji ? found : ''
  })
}

/** Replaces disallowed characters by spaces and removes invisible ones. */
export function cleanLine(value: string): string {
  return withoutInvisible(value.replace(disallowedCharacters, ' '))
}

/** Marks a schema that cleans or checks every character. tests/texts.test.ts requires it of every text argument. */
const checked = { checkedText: true }

/** A line of typed text. Trims it, replaces disallowed characters by spaces and removes invisible ones. */
export const text = (max = 200) =>
  z
    .string({ error: required })
    .max(max, { error: tooLong(max) })
    .meta(checked)
    .transform((value) => cleanLine(value).trim())

/** Like {@link text}, but keeps line breaks. For descriptions and addresses. */
export const lines = (max = 1000) =>
  z
    .string({ error: required })
    .max(max, { error: tooLong(max) })
    .meta(checked)
    .transform((value) =>
      withoutInvisible(
        value.replace(/\r\n?/g, '\n').replace(disallowedCharacters, (found) => (found === '\n' ? found : ' ')),
      ).trim(),
    )

/** A part of a longer text. Keeps its outer spaces. */
export const textPart = z
  .string({ error: required })
  .meta(checked)
  .transform(cleanLine)
  .pipe(z.string().min(1, { error: required }))

/** A text that a parser or a list of values checks next, such as a time. */
export const parsedText = (max: number, message = required) =>
  z.string({ error: message }).max(max, { error: message }).meta(checked)

/** A token or version that the server issued: printable ASCII, never typed by a person. */
export const code = (max: number, message: Message = () => t`This is not what the server has sent`) =>
  z
    .string({ error: required })
    .max(max, { error: message })
    .regex(/^[\x20-\x7e]*$/, { error: message })

/** A password, kept exactly as typed, spaces included. */
export const secretText = (message = required) =>
  z.string({ error: message }).regex(/^\P{Cc}*$/u, { error: () => t`A password has no control characters` })

/**
 * A text that must not be empty, such as a name. Collapses runs of spaces, so that two names never differ only in
 * spaces.
 */
export const requiredText = (max = 200, message = required) =>
  text(max)
    .transform((value) => value.replace(/\s+/gu, ' '))
    .pipe(z.string({ error: message }).min(1, { error: message }))

/** Maximum amount of one entry: ₹1,000 crore. The database enforces the same limit. */
const maxPaise = 1_000_000_000_000

const noAmount: Message = () => t`An amount such as 1,234.50`

/**
 * An amount of money in paise, zero or more: a whole number in requests (the scalar Paise). While the typed text is not
 * an amount, a form's field holds the text, so that the message appears beside it.
 */
export const paise = (message = required) =>
  z
    .number({
      error: ({ input }) => (input === '' || input === undefined || input === null ? message() : noAmount()),
    })
    .int({ error: noAmount })
    .min(0, { error: () => t`Not less than zero` })
    .max(maxPaise, { error: () => t`This is more than can be entered` })
    .meta({ graphql: 'Paise' })

/** An amount of money above zero. */
export const positivePaise = (message = required) =>
  paise(message)
    .min(1, { error: () => t`More than zero` })
    .meta({ graphql: 'Paise' })

/** A share in hundredths of a per cent. A form's field holds the typed text while it is not a per cent. */
export const share = (min = 1) =>
  z
    .number({ error: () => t`A per cent such as 25 or 12.5` })
    .int({ error: () => t`A per cent such as 25 or 12.5` })
    .min(min, { error: () => t`More than zero` })
    .max(wholeShare, { error: () => t`At most 100 %` })

/** A day of the calendar, `YYYY-MM-DD`. */
export const day = (message = required) =>
  z
    .string({ error: message })
    .regex(/^\d{4}-\d{2}-\d{2}$/, { error: message, abort: true })
    .refine(isDay, { error: message, abort: true })

/** A day that is not in the future in Indian time, at the moment of the check. */
export const pastDay = (message = required, future: Message = () => t`Not a day in the future`) =>
  day(message).refine((value) => value <= schoolDay(new Date()), { error: future })

/** Id of an upload; '' for none. */
export const uploadId = z
  .string()
  .refine((value) => value === '' || z.uuid().safeParse(value).success, {
    error: () => t`This upload is not there any more. Please choose the file again.`,
  })
  .meta(checked)

/**
 * Request key (idempotency key) that a form creates for one change. The server makes the change once, however often the
 * request arrives (platform/requestKeys.ts).
 */
export const requestKey = z.uuid({ error: () => t`This is not a request key` })
