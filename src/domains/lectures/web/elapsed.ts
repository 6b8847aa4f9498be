import { elapsedSeconds } from '../lectures.rules.ts'

/** HH:MM:SS from one moment to another, in milliseconds since 1970; hours go on beyond a day, and it never goes back. */
export function elapsedText(from: number, to: number): string {
  const seconds = elapsedSeconds(new Date(from), new Date(to))
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}
