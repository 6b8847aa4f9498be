import type { Problem } from '#ui/problems.ts'
import type { ScoreColumn } from '../../scores.rules.ts'
import { type Grades, typedScore } from './typedScore.ts'

/** A cell of a sheet: a student and a test. */
export interface CellRef {
  studentId: string
  component: string
  test: number
}

/** A typed value that the server has not acknowledged. */
export interface Draft extends CellRef {
  /** The value that stood in the cell when it was typed. */
  seen: string
  /** As it is stored, or as it was typed if it cannot be. */
  value: string
  /** Why the server refused it. It is not sent again by itself. */
  refusal?: string
}

/** Drafts by cell, in the order in which they were typed. */
export type Drafts = Readonly<Record<string, Draft>>

export interface StoredScore {
  value: string
  changedAt: string
  changedByName: string
}

/** A sheet with its stored and waiting values by cell. */
export interface Grid {
  columns: readonly ScoreColumn[]
  grades: Grades
  /** Stored scores by cell. */
  stored: ReadonlyMap<string, StoredScore>
  /** The last value of a cell that waits in the outbox. */
  waiting: ReadonlyMap<string, string>
}

export function cellKey({ studentId, component, test }: CellRef): string {
  return `${studentId} ${test} ${component}`
}

type Students = readonly { studentId: string; scores: readonly (Pick<CellRef, 'component' | 'test'> & StoredScore)[] }[]

/** Returns the stored scores of a sheet by cell. */
export function storedScores(students: Students): Map<string, StoredScore> {
  return new Map(
    students.flatMap(({ studentId, scores }) => scores.map((score) => [cellKey({ studentId, ...score }), score] as const)),
  )
}

/** Returns the value that a person sees in a cell without a draft. */
export function seenValue(grid: Pick<Grid, 'stored' | 'waiting'>, cell: CellRef): string {
  const key = cellKey(cell)
  return grid.waiting.get(key) ?? grid.stored.get(key)?.value ?? ''
}

export type CellState = 'stored' | 'typed' | 'waiting' | 'wrong' | 'conflict'

/** A cell as it is shown. */
export interface CellView {
  text: string
  state: CellState
  /** What is wrong with it. */
  problem: string
  /** In a conflict: what somebody else has stored meanwhile. Null: it was cleared. */
  theirs?: StoredScore | null
}

/** Returns how a cell is shown: its draft, else what waits for the network, else what is stored. */
export function cellView(grid: Grid, drafts: Drafts, cell: CellRef): CellView {
  const key = cellKey(cell)
  const draft = drafts[key]
  const stored = grid.stored.get(key) ?? null
  const waiting = grid.waiting.get(key)
  if (!draft) return { text: seenValue(grid, cell), state: waiting === undefined ? 'stored' : 'waiting', problem: '' }
  const { value, seen, refusal } = draft
  const problem = problemOf(grid, draft)
  if (problem) return { text: value, state: 'wrong', problem }
  if (waiting === value) return { text: value, state: 'waiting', problem: '' }
  if (waiting === undefined && isMeanwhile(stored, draft)) return { text: value, state: 'conflict', problem: '', theirs: stored }
  if (refusal !== undefined) return { text: value, state: 'wrong', problem: refusal }
  return { text: value, state: value === seen && value === (stored?.value ?? '') ? 'stored' : 'typed', problem: '' }
}

/** Whether somebody else has stored another value than the one that was seen. */
function isMeanwhile(stored: StoredScore | null, { seen, value }: Draft): boolean {
  const now = stored?.value ?? ''
  return now !== seen && now !== value
}

/** Returns why a value cannot be stored; '' if it can. */
function problemOf({ columns, grades }: Grid, { component, test, value }: Draft): string {
  const column = columns.find((each) => each.component === component && each.test === test)
  return column ? (typedScore(value, column, grades).problem ?? '') : ''
}

/** Returns the drafts after a person has typed into a cell. A value that stands there already is no draft. */
export function withTyped(grid: Grid, drafts: Drafts, cell: CellRef, typed: string): Drafts {
  const key = cellKey(cell)
  const column = grid.columns.find((each) => each.component === cell.component && each.test === cell.test)
  if (!column) return drafts
  const { value } = typedScore(typed, column, grid.grades)
  const before = drafts[key]
  const shown = seenValue(grid, cell)
  // A conflict stays one until the person has chosen.
  const seen = before && grid.waiting.get(key) === undefined ? before.seen : shown
  if (value === shown && value === seen) return without(drafts, [key])
  return { ...drafts, [key]: { studentId: cell.studentId, component: cell.component, test: cell.test, seen, value } }
}

function without(drafts: Drafts, keys: readonly string[]): Drafts {
  return Object.fromEntries(Object.entries(drafts).filter(([key]) => !keys.includes(key)))
}

/** Returns the drafts after a person has chosen between the own value and the one that somebody else has stored. */
export function withChoice(grid: Grid, drafts: Drafts, cell: CellRef, choice: 'mine' | 'theirs'): Drafts {
  const key = cellKey(cell)
  const draft = drafts[key]
  if (!draft) return drafts
  if (choice === 'theirs') return without(drafts, [key])
  const { refusal: _, ...mine } = draft
  return { ...drafts, [key]: { ...mine, seen: grid.stored.get(key)?.value ?? '' } }
}

/** Returns the drafts without those that say what is stored or waits already. */
export function withoutStored(grid: Pick<Grid, 'stored' | 'waiting'>, drafts: Drafts): Drafts {
  const done = Object.keys(drafts).filter((key) => {
    const value = drafts[key]?.value
    return value === (grid.waiting.get(key) ?? grid.stored.get(key)?.value ?? '')
  })
  return done.length === 0 ? drafts : without(drafts, done)
}

/** Returns the drafts that may be sent: right, not refused, and in no conflict. */
export function sendable(grid: Grid, drafts: Drafts, except: string | null = null): Draft[] {
  return Object.entries(drafts)
    .filter(([key, draft]) => key !== except && cellView(grid, drafts, draft).state === 'typed')
    .map(([, draft]) => draft)
}

/** The entry of a cell in a command. */
export interface ScoreEntry extends CellRef {
  seen: string
  value: string
}

export function entryOf({ studentId, component, test, seen, value }: Draft): ScoreEntry {
  return { studentId, component, test, seen, value }
}

/**
 * Returns the drafts with those of a refused entry, each with the problem of its cell. A newer draft of a cell stays.
 * Cells without a problem are sent again.
 */
export function withRefused(drafts: Drafts, scores: readonly ScoreEntry[], problems: readonly Problem[]): Drafts {
  const next: Record<string, Draft> = { ...drafts }
  scores.forEach((score, index) => {
    const key = cellKey(score)
    const own = problems.find(({ path }) => path === `scores.${index}` || path.startsWith(`scores.${index}.`))
    const newer = drafts[key]
    if (newer && newer.value !== score.value) next[key] = { ...newer, seen: score.seen }
    else next[key] = { ...entryOf(score), ...(own && { refusal: own.message }) }
  })
  return next
}

/** Counts the scores of a sheet: those that stand in it, and those that need a look. */
export function countCells(grid: Grid, drafts: Drafts, students: readonly { studentId: string }[]) {
  let [entered, wrong, unsaved] = [0, 0, 0]
  for (const { studentId } of students)
    for (const { component, test } of grid.columns) {
      const { text, state } = cellView(grid, drafts, { studentId, component, test })
      if (text !== '' && state !== 'wrong') entered += 1
      if (state === 'wrong' || state === 'conflict') wrong += 1
      if (state === 'typed') unsaved += 1
    }
  return { entered, wrong, unsaved, needed: students.length * grid.columns.length }
}
