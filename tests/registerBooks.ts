/* A second count of registers: who was in which section on which day, and what the registers of these days come to. */

/** What happens in a history. Sections and students have numbers; days are counted from the first. */
export type History = readonly (
  | { kind: 'take'; section: number; ago: number; marks: string }
  | { kind: 'move'; child: number; section: number }
  | { kind: 'leave' | 'return'; child: number }
  | { kind: 'join'; section: number; admitted: number | null }
  | { kind: 'holiday'; offset: number; off: boolean }
  | { kind: 'nextDay' }
)[]

interface Child {
  section: number
  enabled: boolean
  /** The day of admission, before which nothing is expected. */
  admitted: number | null
  /** The section of each day; null for none. */
  days: (number | null)[]
  /** The section that has marked the child today before a move. */
  keptBy: number | null
}

/** The registers of three sections by the rules alone. */
export class RegisterBooks {
  today = 0
  private readonly children: Child[]
  /** By section and day: the marks by child, and the version of the register. */
  private readonly registers = new Map<string, { marks: Map<number, string>; version: number }>()

  constructor(sections: readonly number[]) {
    this.children = sections.map((section) => ({ section, enabled: true, admitted: null, days: [section], keptBy: null }))
  }

  nextDay(): void {
    this.today += 1
    for (const child of this.children) {
      child.keptBy = null
      child.days.push(child.enabled ? child.section : null)
    }
  }

  /** A child joins a section: today if it has a register of an earlier day, else it has always been there. */
  join(section: number, admitted: number | null): void {
    const runs = [...Array(this.today).keys()].some((offset) => this.registers.has(key(section, offset)))
    const before = runs && admitted === null ? null : section
    const days = [...Array.from({ length: this.today }, () => before), section]
    this.children.push({ section, enabled: true, admitted, days, keptBy: null })
  }

  move(nth: number, section: number): void {
    const child = this.child(nth)
    if (section === child.section) return
    const here = child.days[this.today]
    if (child.enabled && here === child.section && this.markOf(here, this.today, nth) !== null) child.keptBy = here
    if (child.keptBy === section) child.keptBy = null
    child.section = section
    this.settle(nth)
  }

  enable(nth: number, enabled: boolean): void {
    this.child(nth).enabled = enabled
    this.settle(nth)
  }

  /** Decides where a child is today. */
  private settle(nth: number): void {
    const child = this.child(nth)
    const marked = [0, 1, 2].some((section) => section !== child.section && this.markOf(section, this.today, nth) !== null)
    child.days[this.today] = child.keptBy ?? (child.enabled && !marked ? child.section : null)
  }

  /** Returns who is asked for in a register. */
  asked(section: number, offset: number): number[] {
    return this.children.flatMap(({ days, admitted }, nth) =>
      days[offset] === section && (admitted === null || admitted <= offset) ? [nth] : [],
    )
  }

  take(section: number, offset: number, marks: string, version: number): void {
    const register = this.registers.get(key(section, offset)) ?? { marks: new Map<number, string>(), version }
    for (const nth of this.asked(section, offset)) register.marks.set(nth, marks[nth] ?? 'P')
    this.registers.set(key(section, offset), { ...register, version })
  }

  version(section: number, offset: number): number {
    return this.registers.get(key(section, offset))?.version ?? 0
  }

  markOf(section: number, offset: number, nth: number): string | null {
    return this.registers.get(key(section, offset))?.marks.get(nth) ?? null
  }

  /** Returns a section's line of the summary. */
  summary(section: number, isFree: (offset: number) => boolean, isSunday: (offset: number) => boolean) {
    const sums = { students: this.asked(section, this.today).length, taken: 0, expected: 0, present: 0, absent: 0, late: 0 }
    for (let offset = 0; offset <= this.today; offset += 1) {
      const register = this.registers.get(key(section, offset))
      if (isFree(offset)) continue
      for (const mark of register?.marks.values() ?? []) sums[mark === 'P' ? 'present' : mark === 'A' ? 'absent' : 'late'] += 1
      if (isSunday(offset)) continue
      if (register) sums.taken += 1
      if (this.asked(section, offset).length > 0) sums.expected += 1
    }
    return sums
  }

  /** Returns a child's working days and days present, since the admission. */
  attendanceOf(nth: number, isFree: (offset: number) => boolean) {
    const sums = { workingDays: 0, daysPresent: 0 }
    const { admitted } = this.child(nth)
    for (let offset = Math.max(0, admitted ?? 0); offset <= this.today; offset += 1) {
      if (isFree(offset)) continue
      const taken = [0, 1, 2].filter(
        (section) =>
          this.registers.has(key(section, offset)) &&
          (this.markOf(section, offset, nth) !== null || this.asked(section, offset).includes(nth)),
      )
      if (taken.length === 0) continue
      sums.workingDays += 1
      if (taken.some((section) => 'PL'.includes(this.markOf(section, offset, nth) ?? '-'))) sums.daysPresent += 1
    }
    return sums
  }

  private child(nth: number): Child {
    const child = this.children[nth]
    if (!child) throw new Error(`There is no child ${nth}.`)
    return child
  }
}

function key(section: number, offset: number): string {
  return `${section} ${offset}`
}
