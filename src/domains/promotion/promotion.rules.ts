import { countWithNoun } from '#shared/plural.ts'
import { daysOfTerm } from '#shared/moneyDays.ts'
import { collapseSpaces } from '#shared/names.ts'

/** What the specification's messages say (section 8). */
export const promotedWords = (from: string, to: string) => `Students from ${from} promoted to ${to} successfully!`
export const failedWords = (why: string) => `Error in Student Promotion: ${why}`
export const noSections = 'There are no sections associated with this term!'
export const canBeReversed =
  'A super administrator can reverse this on the page of the promotion until what it added is used, for example for attendance or fees.'

export interface Term {
  id: string | number
  name: string
}

/** Returns whether a term lies before another: by the years in their names, else in the order in which they were added. */
export function isEarlierTerm(term: Term, other: Term): boolean {
  const [days, otherDays] = [daysOfTerm(term.name), daysOfTerm(other.name)]
  return days && otherDays && days.first !== otherDays.first ? days.first < otherDays.first : Number(term.id) < Number(other.id)
}

/** By which a section is found from the names of its class and itself, whatever their case and spacing. */
export function placeKey(className: string, sectionName: string): string {
  return `${nameKey(className)}\n${nameKey(sectionName)}`
}

function nameKey(name: string): string {
  return collapseSpaces(name).toLowerCase()
}

/** The class after this one where classes are numbers: "7" → "8"; null for any other name. */
export function nextClass(name: string): string | null {
  const number = /^\s*(\d{1,3})\s*$/.exec(name)?.[1]
  return number === undefined ? null : String(Number(number) + 1)
}

/** A section as a choice of targets looks at it. */
export interface Place<Id> {
  id: Id
  className: string
  name: string
}

/** Where a section's students most likely go: the section of the same name in the next class; undefined where none is there. */
export function likelyTarget<Id>(from: Omit<Place<Id>, 'id'>, targets: readonly Place<Id>[]): Id | undefined {
  const next = nextClass(from.className)
  if (next === null) return undefined
  const wanted = placeKey(next, from.name)
  return targets.find(({ className, name }) => placeKey(className.replace(/^\s*0+(?=\d)/, ''), name) === wanted)?.id
}

/** One student of a section of the previous term. */
export interface Candidate {
  id: number
  sectionId: number
  roll: string
  disabled: boolean
  /** The section of the new term where the student is already. */
  targetId: number | null
}

/** The students of one section into one of the new term, without those who stay. */
export interface Move {
  sectionId: number
  targetSectionId: number
  stayingIds: readonly number[]
}

/** What a move would do. Everybody of the section is counted once: `moving + staying + disabled + already` are all. */
export interface MovePreview {
  sectionId: number
  targetSectionId: number
  movingIds: readonly number[]
  staying: number
  disabled: number
  already: number
  /** Where those are, with how many. */
  alreadyIn: readonly { sectionId: number; count: number }[]
  /** Rolls that several students of the target would have. */
  duplicateRolls: readonly string[]
}

/** What becomes of one student of a section that is promoted. */
export function fateOf(
  { id, disabled, targetId }: Candidate,
  staying: ReadonlySet<number>,
): 'MOVES' | 'STAYS' | 'DISABLED' | 'ALREADY' {
  if (targetId !== null) return 'ALREADY'
  if (disabled) return 'DISABLED'
  return staying.has(id) ? 'STAYS' : 'MOVES'
}

/**
 * What moves would do, before anything is done. It says what the carrying out does, by the same rules.
 * @param there who is in the targets already, with the roll
 * @param keepRolls whether the students keep their rolls: only then they can meet
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
    return Map.groupBy(bySection.get(sectionId) ?? [], (student) => fateOf(student, staying))
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
      // 0 is no roll.
      duplicateRolls: [...new Set(moving.map((student) => student.roll))]
        .filter((roll) => roll !== '0' && (taken?.get(roll) ?? 0) > 1)
        .sort(byNumber),
    }
  })
}

const naturally = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** 2 comes before 10. */
export function byNumber(one: string, other: string): number {
  return naturally.compare(one, other)
}

export const promotionStates = ['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'REVERSED'] as const
export type PromotionState = (typeof promotionStates)[number]

/** How long what may take, in milliseconds; the tests are in a hurry. */
export interface PromotionTimes {
  /** Between two looks for work that nobody has told of. */
  look: number
  /** A run that was silent for so long is given up, and another one goes on. Every part is a sign of life. */
  dead: number
  /** Before a run that could not go on is tried again. */
  again: number
}

export const promotionTimes: PromotionTimes = { look: 2000, dead: 10_000, again: 3000 }

/** So often a run is started at the same part: what has ended three would end the fourth. */
export const mostStarts = 3

/**
 * What is to be done about a batch that is found in the queue.
 * @param silent milliseconds since the last sign of life; null when there was none
 */
export function nextStep(
  { state, starts }: { state: PromotionState; starts: number },
  silent: number | null,
  times: PromotionTimes,
): 'GO_ON' | 'GIVE_UP' | 'WAIT' | 'NOTHING' {
  const since = silent ?? Number.POSITIVE_INFINITY
  switch (state) {
    case 'QUEUED':
      return since < times.again ? 'WAIT' : starts < mostStarts ? 'GO_ON' : 'GIVE_UP'
    case 'RUNNING':
      return since < times.dead ? 'WAIT' : starts < mostStarts ? 'GO_ON' : 'GIVE_UP'
    case 'DONE':
    case 'FAILED':
    case 'REVERSED':
      return 'NOTHING'
  }
}

/** "3 marks", "1 payment": what stands on a batch, from the names of tables. */
export function standingWords(table: string, count: number): string {
  const [one, many] = words[table] ?? [table.replaceAll('_', ' ').replace(/s$/, ''), table.replaceAll('_', ' ')]
  return countWithNoun(count, one, many)
}

const words: Readonly<Record<string, readonly [string, string]>> = {
  enrolments: ['student', 'students'],
  class_admins: ['admin limited to it by hand', 'admins limited to it by hand'],
  section_teachers: ['teacher added by hand', 'teachers added by hand'],
  subject_teachers: ['teacher added by hand', 'teachers added by hand'],
  book_teachers: ['teacher added by hand', 'teachers added by hand'],
  subject_slots: ['slot of the timetable', 'slots of the timetable'],
  student_fee_categories: ['fee category assigned', 'fee categories assigned'],
  mark_changes: ['correction', 'corrections'],
  collected_lines: ['collected line', 'collected lines'],
  book_progresses: ['books progress', 'books progresses'],
  moved: ['student moved or renumbered by hand', 'students moved or renumbered by hand'],
  online: ['online payment under way', 'online payments under way'],
  online_order_lines: ['line of an online payment', 'lines of online payments'],
  later: ['student promoted again since', 'students promoted again since'],
  notice_holds: ['notice held', 'notices held'],
}
