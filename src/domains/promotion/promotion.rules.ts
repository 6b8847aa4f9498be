import { countWithNoun } from '#shared/plural.ts'
import { compareNaturally } from '#shared/naturalOrder.ts'
import { daysOfTerm } from '#shared/moneyDays.ts'
import { collapseSpaces } from '#shared/names.ts'
import { plural, t } from '#shared/texts.ts'

/** Returns the message of the specification (section 8) about a promotion that failed. */
export const failedMessage = (why: string) => t`Error in Student Promotion: ${why}`

export interface Term {
  id: string | number
  name: string
}

/**
 * Returns whether a term lies before another: by the years in their names, else in the order in which they were added.
 */
export function isEarlierTerm(term: Term, other: Term): boolean {
  const [days, otherDays] = [daysOfTerm(term.name), daysOfTerm(other.name)]
  return days && otherDays && days.first !== otherDays.first ? days.first < otherDays.first : Number(term.id) < Number(other.id)
}

/** Returns a key of a class name and a section name, for comparisons that ignore case and spacing. */
export function sectionKey(className: string, sectionName: string): string {
  return `${nameKey(className)}\n${nameKey(sectionName)}`
}

function nameKey(name: string): string {
  return collapseSpaces(name).toLowerCase()
}

/** Returns the next class for a number: "7" → "8"; null for any other name. */
export function nextClass(name: string): string | null {
  const number = /^\s*(\d{1,3})\s*$/.exec(name)?.[1]
  return number === undefined ? null : String(Number(number) + 1)
}

/** A section that may be the target of a promotion. */
export interface SectionName<Id> {
  id: Id
  className: string
  name: string
}

/** Returns the likely target of a section: the section of the same name in the next class; undefined without one. */
export function likelyTarget<Id>(from: Omit<SectionName<Id>, 'id'>, targets: readonly SectionName<Id>[]): Id | undefined {
  const next = nextClass(from.className)
  if (next === null) return undefined
  const wanted = sectionKey(next, from.name)
  return targets.find(({ className, name }) => sectionKey(className.replace(/^\s*0+(?=\d)/, ''), name) === wanted)?.id
}

/** A student of a section of the previous term. */
export interface Candidate {
  id: number
  sectionId: number
  roll: string
  disabled: boolean
  /** The section of the new term in which the student is already enrolled. */
  targetId: number | null
}

/** The move of a section's students to a section of the new term, except those kept back. */
export interface Move {
  sectionId: number
  targetSectionId: number
  stayingIds: readonly number[]
}

/**
 * The preview of a move. Each student is counted once: `moving + staying + disabled + already` is the whole section.
 */
export interface MovePreview {
  sectionId: number
  targetSectionId: number
  movingIds: readonly number[]
  staying: number
  disabled: number
  already: number
  /** The sections of the students counted in `already`, with numbers. */
  alreadyIn: readonly { sectionId: number; count: number }[]
  /** Rolls that several students of the target section would have. */
  duplicateRolls: readonly string[]
}

/** Returns what a promotion does with a student of the section. */
export function outcomeOf(
  { id, disabled, targetId }: Candidate,
  staying: ReadonlySet<number>,
): 'MOVES' | 'STAYS' | 'DISABLED' | 'ALREADY' {
  if (targetId !== null) return 'ALREADY'
  if (disabled) return 'DISABLED'
  return staying.has(id) ? 'STAYS' : 'MOVES'
}

/**
 * Previews moves by the same rules as the promotion.
 * @param there the students enrolled in the targets already, with their rolls
 * @param keepRolls whether the students keep their rolls; only then can rolls collide
 */
export function previewMoves(
  moves: readonly Move[],
  candidates: readonly Candidate[],
  there: readonly { targetId: number; roll: string }[],
  keepRolls: boolean,
): MovePreview[] {
  const bySection = Map.groupBy(candidates, (student) => student.sectionId)
  const fates = moves.map(({ sectionId, stayingIds }) => {
    const staying = new Set(stayingIds)
    return Map.groupBy(bySection.get(sectionId) ?? [], (student) => outcomeOf(student, staying))
  })
  const rolls = new Map<number, Map<string, number>>()
  const take = (targetId: number, roll: string) => {
    const taken = rolls.get(targetId) ?? new Map<string, number>()
    rolls.set(targetId, taken.set(roll, (taken.get(roll) ?? 0) + 1))
  }
  if (keepRolls) {
    for (const { targetId, roll } of there) take(targetId, roll)
    moves.forEach(({ targetSectionId }, index) => {
      for (const { roll } of fates[index]?.get('MOVES') ?? []) take(targetSectionId, roll)
    })
  }
  return moves.map(({ sectionId, targetSectionId }, index) => {
    const fate = fates[index]
    const moving = fate?.get('MOVES') ?? []
    const already = fate?.get('ALREADY') ?? []
    const taken = rolls.get(targetSectionId)
    return {
      sectionId,
      targetSectionId,
      movingIds: moving.map((student) => student.id),
      staying: fate?.get('STAYS')?.length ?? 0,
      disabled: fate?.get('DISABLED')?.length ?? 0,
      already: already.length,
      alreadyIn: [...Map.groupBy(already, (student) => student.targetId ?? 0)].map(([id, all]) => ({
        sectionId: id,
        count: all.length,
      })),
      // Roll 0 means none.
      duplicateRolls: [...new Set(moving.map((student) => student.roll))]
        .filter((roll) => roll !== '0' && (taken?.get(roll) ?? 0) > 1)
        .sort(byNumber),
    }
  })
}

/** Compares texts in natural order: 2 before 10. */
export const byNumber = compareNaturally

export const promotionStates = ['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'REVERSED'] as const
export type PromotionState = (typeof promotionStates)[number]

/** Describes rows of a table that block a reversal, such as "3 marks" or "1 payment". */
export function blockerText(table: string, count: number): string {
  const words = table.replaceAll('_', ' ')
  return rowTexts[table]?.(count) ?? countWithNoun(count, words.replace(/s$/, ''), words)
}

const teachersAdded = (count: number) =>
  t`${plural(count, { one: '# teacher added manually', other: '# teachers added manually' })}`

/** Texts that count the rows of a table. A table that is not here is called by its name. */
const rowTexts: Readonly<Record<string, (count: number) => string>> = {
  enrolments: (count) => t`${plural(count, { one: '# student', other: '# students' })}`,
  class_admins: (count) =>
    t`${plural(count, { one: '# admin limited to it manually', other: '# admins limited to it manually' })}`,
  section_teachers: teachersAdded,
  subject_teachers: teachersAdded,
  book_teachers: teachersAdded,
  subject_slots: (count) => t`${plural(count, { one: '# slot of the timetable', other: '# slots of the timetable' })}`,
  student_fee_categories: (count) => t`${plural(count, { one: '# fee category assigned', other: '# fee categories assigned' })}`,
  fee_category_classes: (count) =>
    t`${plural(count, { one: '# class of a fee category', other: '# classes of fee categories' })}`,
  fee_category_exceptions: (count) =>
    t`${plural(count, { one: '# fee category removed from a student', other: '# fee categories removed from students' })}`,
  former_places: (count) =>
    t`${plural(count, { one: '# student moved to another section', other: '# students moved to another section' })}`,
  mark_changes: (count) => t`${plural(count, { one: '# correction', other: '# corrections' })}`,
  collected_lines: (count) => t`${plural(count, { one: '# collected line', other: '# collected lines' })}`,
  book_progresses: (count) => t`${plural(count, { one: '# books progress', other: '# books progresses' })}`,
  moved: (count) =>
    t`${plural(count, { one: '# student moved or renumbered manually', other: '# students moved or renumbered manually' })}`,
  online: (count) => t`${plural(count, { one: '# online payment under way', other: '# online payments under way' })}`,
  online_order_lines: (count) => t`${plural(count, { one: '# line of an online payment', other: '# lines of online payments' })}`,
  later: (count) => t`${plural(count, { one: '# student promoted again since', other: '# students promoted again since' })}`,
  notice_holds: (count) => t`${plural(count, { one: '# notice held', other: '# notices held' })}`,
  sections: (count) => t`${plural(count, { one: '# section', other: '# sections' })}`,
  subjects: (count) => t`${plural(count, { one: '# subject', other: '# subjects' })}`,
  books: (count) => t`${plural(count, { one: '# book', other: '# books' })}`,
  fees: (count) => t`${plural(count, { one: '# fee', other: '# fees' })}`,
  registers: (count) => t`${plural(count, { one: '# register', other: '# registers' })}`,
  marks: (count) => t`${plural(count, { one: '# mark', other: '# marks' })}`,
  lectures: (count) => t`${plural(count, { one: '# lecture', other: '# lectures' })}`,
  incidents: (count) => t`${plural(count, { one: '# incident', other: '# incidents' })}`,
  class_assessments: (count) => t`${plural(count, { one: '# assessment of a class', other: '# assessments of classes' })}`,
  assessed_subjects: (count) => t`${plural(count, { one: '# assessed subject', other: '# assessed subjects' })}`,
  scores: (count) => t`${plural(count, { one: '# score', other: '# scores' })}`,
  report_cards: (count) => t`${plural(count, { one: '# report card', other: '# report cards' })}`,
  result_publications: (count) => t`${plural(count, { one: '# publication of results', other: '# publications of results' })}`,
  score_locks: (count) => t`${plural(count, { one: '# locked sheet of scores', other: '# locked sheets of scores' })}`,
  student_remarks: (count) =>
    t`${plural(count, { one: '# student with remarks for the report card', other: '# students with remarks for the report card' })}`,
  reexamination_scores: (count) =>
    t`${plural(count, { one: '# score of a re-examination', other: '# scores of re-examinations' })}`,
  holistic_entries: (count) => t`${plural(count, { one: '# holistic card', other: '# holistic cards' })}`,
  certificates: (count) => t`${plural(count, { one: '# certificate', other: '# certificates' })}`,
  payments: (count) => t`${plural(count, { one: '# payment', other: '# payments' })}`,
  chat_threads: (count) => t`${plural(count, { one: '# chat thread', other: '# chat threads' })}`,
}
