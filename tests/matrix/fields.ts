import type { Canary } from './canaries.ts'
import type { Asker, Cell } from './cells.ts'
import { type FieldRule, fieldRules, ofClass7 } from './fieldRules.ts'

/** Searches every response for every canary, and counts by operation, person and kind. */
export class FieldCheck {
  readonly #canaries: readonly Canary[]
  readonly #kinds: readonly string[]
  readonly #asked = new Set<string>()
  readonly #used = new Set<string>()
  readonly #wrong = new Set<string>()

  constructor(canaries: readonly Canary[]) {
    this.#canaries = canaries
    this.#kinds = [...new Set(canaries.map(({ kind }) => kind))]
  }

  /** Checks the response of an operation. It may contain another school's values only if it was about that school. */
  look({ operation, who, target, text }: Cell): void {
    this.#asked.add(`${operation} ${who}`)
    const asked = target === 'other' ? 'other' : 'own'
    for (const canary of this.#canaries) {
      if (!canary.texts.some((one) => text.includes(one))) continue
      const rules = fieldRules.filter((rule) => allows(rule, canary, operation, who))
      const foreign = canary.school !== asked
      const outside = canary.place === 8 && ofClass7.some((one) => one === who)
      if (rules.length > 0 && !foreign && !outside)
        for (const rule of rules) this.#used.add(keyOf(rule, who)).add(keyOf(rule, operation))
      else this.#wrong.add(`${operation} as ${who} on ${target} answers ${canary.kind} of ${whose(canary)}`)
    }
  }

  /** Checks a route's response: it may contain only canaries of the named kinds. */
  lookAtDoor(door: string, text: string, mayHold: readonly string[] = []): void {
    this.#asked.add(`door ${door}`)
    for (const { kind, school, place, texts } of this.#canaries)
      if (!mayHold.includes(kind) && texts.some((one) => text.includes(one)))
        this.#wrong.add(`${door} answers ${kind} of ${whose({ school, place })}`)
  }

  /** Returns the number of checked pairs of person and kind, and the violations. */
  result(): { count: number; wrong: string[] } {
    const uses = fieldRules.flatMap((rule) => [...rule.who, ...(rule.operations ?? [])].map((name) => ({ rule, name })))
    const unused = uses
      .filter(({ rule, name }) => !this.#used.has(keyOf(rule, name)))
      .map(
        ({ rule, name }) =>
          `Nothing of ${rule.kinds.join(', ')} was answered by or to ${name}, which is allowed as ${rule.because}`,
      )
    return { count: this.#asked.size * this.#kinds.length + uses.length, wrong: [...this.#wrong, ...unused] }
  }
}

function keyOf(rule: FieldRule, name: string): string {
  return `${fieldRules.indexOf(rule)} ${name}`
}

function allows({ kinds, who, operations }: FieldRule, canary: Canary, operation: string, person: Asker): boolean {
  return kinds.includes(canary.kind) && who.includes(person) && (operations === undefined || operations.includes(operation))
}

function whose({ school, place }: Pick<Canary, 'school' | 'place'>): string {
  return `${school === null ? 'the installation' : `the ${school} school`}${place === null ? '' : `, class ${place}`}`
}
