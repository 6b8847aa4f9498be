import { failureOf } from '#ui/problems.ts'

/** Whether a failed poll says that there is nothing to go on with: the lecture is gone, or it is not for this person any more. */
export function isOver(error: unknown): boolean {
  return ['NOT_FOUND', 'FORBIDDEN', 'DISABLED_MODULE'].includes(failureOf(error).code)
}
