import { type Day, showDay } from '#shared/dates.ts'
import { speakIn } from '#platform/languages/speech.ts'

/** Returns a day as a message to a family says it: in English, whatever the language of whose request queues it. */
export function messageDay(day: Day): string {
  return speakIn('en', () => showDay(day))
}
