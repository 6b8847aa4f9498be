import { cleanLine } from '#shared/inputs.ts'
import { t } from '#shared/texts.ts'
import type { MessageChannel, MessageKind } from './messaging.rules.ts'
import { kindsOfMessages, type TemplateChannel, type Variable } from './texts.kinds.ts'

/** Maximum number of characters of one variable in a registered SMS (DLT). */
export const maxSmsValueLength = 30

/** Replaces an empty value in a registered text, because WhatsApp refuses an empty parameter. */
const emptyValue = '-'

// The name is trimmed afterwards: matching the spaces in the expression takes time that grows with their cube.
const placeholder = /\{\{([^{}]*)\}\}/g

/** Matches a piece: `{{text3}}` is the third piece of thirty characters of `text`. */
const pieceName = /^(.*?)([2-9])$/

/**
 * Returns the variables that a text names, each once, in order of first use. The n-th is the provider's n-th variable.
 * A piece such as `text2` is a variable of its own.
 */
export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(placeholder)].map((match) => (match[1] ?? '').trim()))]
}

function findVariable(kind: MessageKind, name: string): { variable: Variable; nth: number } | null {
  const variableNamed = (wanted: string) => kindsOfMessages[kind].variables.find((variable) => variable.name === wanted)
  const whole = variableNamed(name)
  if (whole) return { variable: whole, nth: 1 }
  const [, start = '', nth] = pieceName.exec(name) ?? []
  const variable = nth === undefined ? undefined : variableNamed(start)
  return variable ? { variable, nth: Number(nth) } : null
}

/** Returns a variable as it stands in a text. */
function written(name: string): string {
  return `{{${name}}}`
}

/** Returns why a text is not valid for a kind and channel, as text for its author; null when it is valid. */
export function textProblem(kind: MessageKind, channel: TemplateChannel, text: string): string | null {
  const names = variablesIn(text)
  const unknown = names.find((name) => findVariable(kind, name) === null)
  if (unknown !== undefined) {
    const known = kindsOfMessages[kind].variables.map((variable) => written(variable.name)).join(' ')
    return t`${written(unknown)} is not a variable of this kind. Use ${known}`
  }
  if (/\{\{|\}\}/.test(text.replace(placeholder, '')))
    return t`A variable is written ${written('name')}, with two brackets on either side`
  const orphan = names.find((name) => {
    const { variable, nth } = findVariable(kind, name) ?? { variable: { name }, nth: 1 }
    return nth > 1 && !names.includes(nth === 2 ? variable.name : `${variable.name}${nth - 1}`)
  })
  if (orphan !== undefined) return t`${written(orphan)} needs the piece before it in the text`
  const piece = channel === 'SMS' ? undefined : names.find((name) => (findVariable(kind, name)?.nth ?? 1) > 1)
  return piece === undefined
    ? null
    : t`${written(piece)} is for SMS only, where a variable is limited to ${maxSmsValueLength} characters`
}

/** A message's text for one channel, with its variables replaced. */
export interface RenderedText {
  text: string
  /** The value of every variable and piece that the text names. */
  params: Record<string, string>
  /** Why this channel cannot carry the text, as text for staff; null when it can. */
  problem: string | null
}

/**
 * Replaces the variables of a text for a channel. In an SMS a variable holds at most thirty characters. A longer value
 * continues in the pieces that the text names, as in `{{text}}{{text2}}`. A name is shortened; for any other value that
 * does not fit, `problem` is set.
 * @param params values by variable name; a missing one is empty
 */
export function renderText(
  kind: MessageKind,
  channel: MessageChannel,
  text: string,
  params: Readonly<Record<string, string>>,
): RenderedText {
  const names = variablesIn(text)
  const values: Record<string, string> = {}
  const isFreeText = channel === 'EMAIL' || channel === 'APP'
  let problem: string | null = null
  for (const { name: whole, canShorten } of kindsOfMessages[kind].variables) {
    const pieces = names.filter((name) => findVariable(kind, name)?.variable.name === whole)
    if (pieces.length === 0) continue
    const value =
      cleanLine(params[whole] ?? '')
        .replace(/\s+/g, ' ')
        .trim() || (isFreeText ? '' : emptyValue)
    if (channel !== 'SMS') {
      values[whole] = value
      continue
    }
    const room = maxSmsValueLength * pieces.length
    const kept = canShorten ? shortenName(value, room) : value
    const letters = [...kept]
    if (letters.length > room)
      problem ??=
        pieces.length === 1
          ? t`${whole} has ${letters.length} characters; in SMS a variable has ${room} at most`
          : t`${whole} has ${letters.length} characters; in SMS its ${pieces.length} pieces have ${room} at most`
    for (const name of pieces) {
      const nth = (findVariable(kind, name)?.nth ?? 1) - 1
      values[name] = letters.slice(nth * maxSmsValueLength, (nth + 1) * maxSmsValueLength).join('')
    }
  }
  const replaced = text.replace(placeholder, (_, name: string) => values[name.trim()] ?? '')
  return { text: isFreeText ? replaced.replace(/ {2,}/g, ' ').trim() : replaced, params: values, problem }
}

/** Shortens a name to a number of characters, at a space if there is one in its second half. */
export function shortenName(value: string, most: number): string {
  const letters = [...value]
  if (letters.length <= most) return value
  const start = letters.slice(0, most + 1).join('')
  const space = start.lastIndexOf(' ')
  const kept = space > start.length / 2 ? start.slice(0, space) : letters.slice(0, most).join('')
  return kept.replace(/[\s,]+$/, '')
}

/**
 * Joins the names of siblings: `Asha Patil, Rohan Patil`, or `Asha Patil and 2 more` where that is too long, in the
 * language that is spoken.
 */
export function joinNames(names: readonly string[], most = maxSmsValueLength): string {
  const all = names.join(', ')
  if ([...all].length <= most || names.length < 2) return all
  const withMore = (first: string) => t`${first} and ${names.length - 1} more`
  return withMore(shortenName(names[0] ?? '', most - [...withMore('')].length))
}

/** The GSM 03.38 characters that take one septet, and below, those of its extension table that take two. */
const gsmBasic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const gsmExtended = new Set('^{}\\[~]|€\f')

/**
 * Returns the number of SMS segments a text is charged as. One segment holds 160 GSM septets, or 153 when there are
 * several. In any other script it holds 70 or 67 UTF-16 code units. A two-unit character is never split.
 */
export function smsSegments(text: string): number {
  const characters = [...text]
  const isGsm = characters.every((character) => gsmBasic.has(character) || gsmExtended.has(character))
  const lengths = characters.map((character) => (isGsm ? (gsmExtended.has(character) ? 2 : 1) : character.length))
  const total = lengths.reduce((sum, length) => sum + length, 0)
  if (total <= (isGsm ? 160 : 70)) return total === 0 ? 0 : 1
  const room = isGsm ? 153 : 67
  let segments = 1
  let used = 0
  for (const length of lengths) {
    if (used + length > room) {
      segments += 1
      used = 0
    }
    used += length
  }
  return segments
}
