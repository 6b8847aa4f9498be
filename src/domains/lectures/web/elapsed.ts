import { elapsedSeconds } from '../lectures.rules.ts'

/** Formats the time between two epoch milliseconds as HH:MM:SS. Hours go beyond 24; a negative time is 00:00:00. */
export function elapsedText(from: number, to: number): string {
  const seconds = elapsedSeconds(new Date(from), new Date(to))
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}
