import { asLine } from '#shared/inputs.ts'
import type { MessageChannel, MessageKind } from './messaging.rules.ts'
import { kindsOfMessages, type TemplateChannel, type Variable } from './texts.kinds.ts'

/** What one variable of a registered SMS may hold at most (DLT). */
export const longestSmsValue = 30

/** What stands where a variable has nothing to say, and a text is registered: WhatsApp refuses an empty one. */
const nothing = '-'

// What stands between the brackets is trimmed afterwards: with spaces on either side in the expression, its time grows with their cube.
const placeholder = /\{\{([^{}]*)\}\}/g

/** `{{text3}}` is the third piece of thirty characters of `text`. */
const piece = /^(.*?)([2-9])$/

/**
 * The variables a text names, each once, in the order in which it first names them: the n-th is the provider's n-th variable. A piece
 * such as `text2` is a variable of its own.
 */
export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(placeholder)].map((match) => (match[1] ?? '').trim()))]
}

function variableOf(kind: MessageKind, name: string): { variable: Variable; nth: number } | null {
  const known = (wanted: string) => kindsOfMessages[kind].variables.find((variable) => variable.name === wanted)
  const whole = known(name)
  if (whole) return { variable: whole, nth: 1 }
  const [, start = '', nth] = piece.exec(name) ?? []
  const variable = nth === undefined ? undefined : known(start)
  return variable ? { variable, nth: Number(nth) } : null
}

/** Why a text cannot be registered for a kind, in words for who writes it; null when it can. */
export function textProblem(kind: MessageKind, channel: TemplateChannel, text: string): string | null {
  const names = variablesIn(text)
  const unknown = names.find((name) => variableOf(kind, name) === null)
  if (unknown !== undefined) {
    const known = kindsOfMessages[kind].variables.map((variable) => `{{${variable.name}}}`).join(' ')
    return `{{${unknown}}} is not known here. Use ${known}`
  }
  if (/\{\{|\}\}/.test(text.replace(placeholder, ''))) return 'A variable is written {{name}}, with two brackets on either side'
  const stray = names.find((name) => {
    const { variable, nth } = variableOf(kind, name) ?? { variable: { name }, nth: 1 }
    return nth > 1 && !names.includes(nth === 2 ? variable.name : `${variable.name}${nth - 1}`)
  })
  if (stray !== undefined) return `{{${stray}}} needs the piece before it in the text`
  const ofSms = channel === 'SMS' ? undefined : names.find((name) => (variableOf(kind, name)?.nth ?? 1) > 1)
  return ofSms === undefined ? null : `{{${ofSms}}} is for SMS, whose variables are short`
}

/** A text of a message, as one channel sends it. */
export interface Filled {
  text: string
  /** The values of the text's variables by name, pieces among them. */
  params: Record<string, string>
  /** Why it cannot go this way, in words for staff; null when it can. */
  problem: string | null
}

/**
 * Fills a text for a channel. In an SMS no variable holds more than thirty characters: a value goes on in the pieces that the text
 * names (`{{text}}{{text2}}`), a name is cut, and of anything else the problem is told.
 * @param params the kind's variables by name; one that is missing has nothing to say
 */
export function filled(
  kind: MessageKind,
  channel: MessageChannel,
  text: string,
  params: Readonly<Record<string, string>>,
): Filled {
  const names = variablesIn(text)
  const values: Record<string, string> = {}
  const free = channel === 'EMAIL' || channel === 'APP'
  let problem: string | null = null
  for (const { name: whole, cut } of kindsOfMessages[kind].variables) {
    const pieces = names.filter((name) => variableOf(kind, name)?.variable.name === whole)
    if (pieces.length === 0) continue
    const value =
      asLine(params[whole] ?? '')
        .replace(/\s+/g, ' ')
        .trim() || (free ? '' : nothing)
    if (channel !== 'SMS') {
      values[whole] = value
      continue
    }
    const room = longestSmsValue * pieces.length
    const kept = cut ? shortened(value, room) : value
    const letters = [...kept]
    if (letters.length > room)
      problem ??= `${whole} has ${letters.length} characters; in SMS ${pieces.length === 1 ? 'a variable has' : `its ${pieces.length} pieces have`} ${room} at most`
    for (const name of pieces) {
      const nth = (variableOf(kind, name)?.nth ?? 1) - 1
      values[name] = letters.slice(nth * longestSmsValue, (nth + 1) * longestSmsValue).join('')
    }
  }
  const said = text.replace(placeholder, (_, name: string) => values[name.trim()] ?? '')
  return { text: free ? said.replace(/ {2,}/g, ' ').trim() : said, params: values, problem }
}

/** A name cut to a number of characters, at a space where there is one in its second half. */
export function shortened(value: string, most: number): string {
  const letters = [...value]
  if (letters.length <= most) return value
  const start = letters.slice(0, most + 1).join('')
  const space = start.lastIndexOf(' ')
  const kept = space > start.length / 2 ? start.slice(0, space) : letters.slice(0, most).join('')
  return kept.replace(/[\s,]+$/, '')
}

/** The names of siblings as one text: `Asha Patil, Rohan Patil`; where that is too long, `Asha Patil and 2 more`. */
export function namesOf(names: readonly string[], most = longestSmsValue): string {
  const all = names.join(', ')
  if ([...all].length <= most || names.length < 2) return all
  const more = ` and ${names.length - 1} more`
  return `${shortened(names[0] ?? '', most - more.length)}${more}`
}

/** The characters of GSM 03.38 that take one place, and those that take two. */
const gsm = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const gsmTwice = new Set('^{}\\[~]|€\f')

/**
 * How many SMS a text is charged as. In the GSM alphabet 160 places, 153 in each of several; in any other script 70 and 67 code units.
 * A character of two places is never split over two SMS.
 */
export function smsSegments(text: string): number {
  const characters = [...text]
  const plain = characters.every((one) => gsm.has(one) || gsmTwice.has(one))
  const places = characters.map((one) => (plain ? (gsmTwice.has(one) ? 2 : 1) : one.length))
  const all = places.reduce((sum, one) => sum + one, 0)
  if (all <= (plain ? 160 : 70)) return all === 0 ? 0 : 1
  const room = plain ? 153 : 67
  let [segments, used] = [1, 0]
  for (const place of places) {
    if (used + place > room) {
      segments += 1
      used = 0
    }
    used += place
  }
  return segments
}
