import type { Day } from '#shared/dates.ts'

/** The rules that find children, in the order in which a case shows its reasons. */
export const ruleNames = ['ABSENT_RUN', 'LOW_SHARE', 'FALL', 'WEEKDAY', 'GATE', 'OVERDUE'] as const
export type RuleName = (typeof ruleNames)[number]

/**
 * What a case is about. A child has one open case of each. Teachers see no money, so that fees are a case of their own.
 */
export const concerns = ['ATTENDANCE', 'FEES'] as const
export type Concern = (typeof concerns)[number]

interface RuleDefinition {
  concern: Concern
  /** Whether a school that has set nothing uses the rule. */
  enabled: boolean
  /** The limit of a school that has set none, and the smallest and largest one: days, per cent, points or times. */
  threshold: number
  min: number
  max: number
  /**
   * From which figure on a found child is well again. It lies apart from the limit, so that a child beside the limit
   * does not come and go every day.
   */
  goneAt: (threshold: number) => number
}

/** The days that the rules FALL and GATE look at, up to the day itself. */
export const recentDays = 14
/** The days in which the rule WEEKDAY looks for them: twelve weeks. */
export const weekdayDays = 84
/** How many of the last same weekdays the rule WEEKDAY looks at. */
export const weekdaysSeen = 5
/** A share of the term says something from this many days with marks on. */
export const leastDays = 10
/** The same of the last two weeks. */
export const leastRecentDays = 5
/** Attendance has not fallen when a child was away on fewer days of the last two weeks: an illness is no fall. */
export const leastRecentAway = 3

export const caseRules: Readonly<Record<RuleName, RuleDefinition>> = {
  /** Absent on so many days in a row. Gone after so many days of presence in a row. */
  ABSENT_RUN: { concern: 'ATTENDANCE', enabled: true, threshold: 3, min: 2, max: 30, goneAt: () => 2 },
  /** Attendance of the term under so many per cent. Gone from so many per cent on. */
  LOW_SHARE: { concern: 'ATTENDANCE', enabled: true, threshold: 75, min: 30, max: 95, goneAt: (limit) => limit + 2 },
  /** Attendance of the last two weeks so many points under that before. Gone when it is at most so many points. */
  FALL: { concern: 'ATTENDANCE', enabled: true, threshold: 15, min: 6, max: 60, goneAt: (limit) => limit - 5 },
  /** Absent on so many of the last five same weekdays. Gone when absent on at most so many. */
  WEEKDAY: { concern: 'ATTENDANCE', enabled: true, threshold: 4, min: 3, max: weekdaysSeen, goneAt: (limit) => limit - 2 },
  /** In by the gate and absent in class on so many days within two weeks. Gone when on none. */
  GATE: { concern: 'ATTENDANCE', enabled: true, threshold: 1, min: 1, max: 10, goneAt: () => 0 },
  /** Fees overdue for more than so many days. Gone when none is overdue for more than so many. */
  OVERDUE: { concern: 'FEES', enabled: false, threshold: 60, min: 10, max: 365, goneAt: (limit) => Math.floor(limit / 2) },
}

/** A rule as a school has set it. */
export interface RuleSetting {
  rule: RuleName
  enabled: boolean
  threshold: number
}

/** Returns all rules of a school from those that it has set. */
export function settingsOf(stored: readonly { rule: string; enabled: boolean; threshold: number }[]): RuleSetting[] {
  return ruleNames.map((rule) => {
    const { enabled, threshold } = stored.find((row) => row.rule === rule) ?? caseRules[rule]
    return { rule, enabled, threshold }
  })
}

/** What a rule has counted of a child. */
export interface Figure {
  /**
   * ABSENT_RUN: days of the run. LOW_SHARE and FALL: the share of the term or of two weeks, in tenths of a per cent.
   * WEEKDAY and GATE: days. OVERDUE: paise.
   */
  value: number
  /**
   * ABSENT_RUN: days of presence since. LOW_SHARE: marks of the term. FALL: the share before, in tenths. WEEKDAY: how
   * many weekdays were looked at. GATE: days that were looked at. OVERDUE: 0.
   */
  base: number
  /** First day of a run, last day of a mismatch, oldest due date. */
  since: Day | null
  /** 0 for Sunday. */
  weekday: number | null
}

/**
 * A child's figure on a day: whether the rule finds the child by it, and whether a child found before is well again.
 */
export interface Finding extends Figure {
  studentId: number
  rule: RuleName
  opens: boolean
  gone: boolean
}

/** Why a reason stands no more: its figure is good again, the child has left, the term is over, or the rule is off. */
export const goneWhys = ['FIGURE', 'LEFT', 'TERM', 'OFF'] as const
export type GoneWhy = (typeof goneWhys)[number]

/** A reason that stands, with its figure as it was stored last. */
export interface StandingReason extends Figure {
  id: number
  studentId: number
  rule: RuleName
  /** Whether the child is still at the school and in the term of the case. */
  place: 'HERE' | 'LEFT' | 'TERM'
}

/** What changes in the reasons of a school on a day. */
export interface Decisions {
  found: Finding[]
  changed: (Figure & { id: number })[]
  gone: (Figure & { id: number; why: GoneWhy })[]
}

/**
 * Decides which reasons are new, which have another figure, and which stand no more. A child with a standing reason of
 * a rule is not found by it again, even if the case was closed by hand. A reason without a figure stands.
 * @param enabled the rules that the school uses
 */
export function decideReasons(
  enabled: ReadonlySet<RuleName>,
  standing: readonly StandingReason[],
  findings: readonly Finding[],
): Decisions {
  const figures = new Map(findings.map((finding) => [keyOf(finding), finding]))
  const known = new Set(standing.map(keyOf))
  const decisions: Decisions = {
    found: findings.filter((finding) => finding.opens && !known.has(keyOf(finding))),
    changed: [],
    gone: [],
  }
  for (const reason of standing) {
    const finding = figures.get(keyOf(reason))
    const why =
      reason.place !== 'HERE' ? reason.place : !enabled.has(reason.rule) ? 'OFF' : finding?.gone === true ? 'FIGURE' : null
    const figure = finding && why !== 'OFF' ? newFigure(reason, finding) : figureOf(reason)
    if (why !== null) decisions.gone.push({ id: reason.id, ...figure, why })
    else if (!sameFigure(reason, figure)) decisions.changed.push({ id: reason.id, ...figure })
  }
  return decisions
}

/** Returns the figure to store. Of a child who was back for a day, the longest run stays. */
function newFigure(reason: StandingReason, finding: Finding): Figure {
  if (reason.rule !== 'ABSENT_RUN' || finding.value >= reason.value) return figureOf(finding)
  return { ...figureOf(reason), base: finding.base }
}

function figureOf({ value, base, since, weekday }: Figure): Figure {
  return { value, base, since, weekday }
}

function sameFigure(a: Figure, b: Figure): boolean {
  return a.value === b.value && a.base === b.base && a.since === b.since && a.weekday === b.weekday
}

function keyOf({ studentId, rule }: { studentId: number; rule: RuleName }): string {
  return `${studentId} ${rule}`
}
