/**
 * Loaded before a server (`node --import`). Shifts its clock by the milliseconds in the file FAULTS_CLOCK, and jumps
 * when the file changes. Monotonic clocks (timers, `performance`) do not change, as when a real clock is set.
 */
import { readFileSync } from 'node:fs'

const file = process.env.FAULTS_CLOCK ?? ''
const Real = Date
let ahead = 0

function look(): void {
  try {
    ahead = Number(readFileSync(file, 'utf8')) || 0
  } catch {
    // The file does not exist yet.
  }
}

look()
setInterval(look, 20).unref()

globalThis.Date = new Proxy(Real, {
  construct: (target, given, self) => Reflect.construct(target, given.length === 0 ? [Real.now() + ahead] : given, self),
  apply: () => new Real(Real.now() + ahead).toString(),
  get: (target, name) => (name === 'now' ? () => Real.now() + ahead : Reflect.get(target, name)),
})
// `date.constructor` must agree with instanceof.
Real.prototype.constructor = globalThis.Date
