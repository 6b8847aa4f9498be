import { failureOf } from '#ui/problems.ts'

/** Whether a poll failed for good: the lecture does not exist any more, or the user has no access to it any more. */
export function isLectureGone(error: unknown): boolean {
  return ['NOT_FOUND', 'FORBIDDEN', 'DISABLED_MODULE'].includes(failureOf(error).code)
}
