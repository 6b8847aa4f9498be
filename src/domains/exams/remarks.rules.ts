import type { Share } from '#shared/percent.ts'
import { wholeShare } from '#shared/percent.ts'
import type { RemarkRule } from './remarks.schema.ts'
import type { StudentResult } from './results.rules.ts'

/** What the rules of remarks look at. Shares are hundredths of a per cent, null while there is none. */
export interface RemarkFacts {
  total: Share | null
  subjects: readonly { name: string; share: Share | null; failed: boolean }[]
  attendance: Share | null
}

/**
 * Returns the facts of a student's result in a part, or in the year for null. Subjects are failed in the year alone.
 * @param attendance days of the registers; null without registers
 */
export function remarkFacts(
  result: StudentResult,
  part: string | null,
  attendance: { present: number; workingDays: number } | null,
): RemarkFacts {
  const shareOf = (value: StudentResult['total'] | undefined) => (typeof value === 'object' ? value.share : null)
  const total = part === null ? result.total : result.parts.find((each) => each.part === part)?.result
  return {
    total: shareOf(total),
    subjects: result.subjects.map(({ subject: name, parts, result: year }) => ({
      name,
      share: shareOf(part === null ? year : parts.find((each) => each.part === part)?.result),
      failed: part === null && result.shortfalls.some(({ subject }) => subject === name),
    })),
    attendance:
      attendance === null || attendance.workingDays === 0
        ? null
        : Math.round((attendance.present * wholeShare) / attendance.workingDays),
  }
}

/** Returns the remarks that are proposed for a student, in the order of the list. Those without a rule never are. */
export function proposedRemarks<Remark extends { rule: RemarkRule | null }>(
  list: readonly Remark[],
  facts: RemarkFacts,
): Remark[] {
  return list.filter(({ rule }) => rule !== null && applies(rule, facts))
}

function applies({ on, subject, from, to }: RemarkRule, { total, subjects, attendance }: RemarkFacts): boolean {
  const isNamed = ({ name }: { name: string }) => name.toLowerCase() === subject.toLowerCase()
  switch (on) {
    case 'TOTAL':
      return isBetween(total, from, to)
    case 'ATTENDANCE':
      return isBetween(attendance, from, to)
    case 'SUBJECT':
      return isBetween(subjects.find(isNamed)?.share ?? null, from, to)
    case 'FAILED':
      return subjects.some((each) => each.failed && (subject === '' || isNamed(each)))
  }
}

/** Tells whether a share is from one on and below another. The whole has nothing above it, and belongs to the last. */
function isBetween(share: Share | null, from: Share, to: Share): boolean {
  return share !== null && share >= from && (share < to || (share === wholeShare && to === wholeShare))
}
