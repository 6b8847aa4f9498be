import { isDay, showDay } from '#shared/dates.ts'
import type { Language } from '#shared/languages.ts'
import { type PaymentMode, paymentModes } from '#shared/paymentModes.ts'
import { speakIn } from '#platform/languages/speech.ts'

/** The variables that are stored as YYYY-MM-DD. */
const days: ReadonlySet<string> = new Set(['day', 'from', 'to'])

/**
 * Returns a message's values as its text says them. Days and payment modes are stored as values, because the language
 * of the family may be another one by the time a message is sent.
 */
export function spokenParams(params: Readonly<Record<string, string>>, language: Language): Record<string, string> {
  return speakIn(language, () => Object.fromEntries(Object.entries(params).map(([name, value]) => [name, spoken(name, value)])))
}

function spoken(name: string, value: string): string {
  if (days.has(name) && isDay(value)) return showDay(value)
  return name === 'mode' && value in paymentModes ? paymentModes[value as PaymentMode].inMessage : value
}
