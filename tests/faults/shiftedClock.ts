/**
 * Loaded before a server (`node --import`): its clock is ahead of the machine's by so many milliseconds as the file FAULTS_CLOCK says, and
 * jumps when that is written anew. What only goes forward, timers and `performance`, goes on, as it does where a clock is set.
 */
import { readFileSync } from 'node:fs'

const file = process.env.FAULTS_CLOCK ?? ''
const Real = Date
let ahead = 0

function look(): void {
  try {
    ahead = Number(readFileSync(file, 'utf8')) || 0
  } catch {
    // Nobody has said anything yet.
  }
}

look()
setInterval(look, 20).unref()

globalThis.Date = new Proxy(Real, {
  construct: (target, given, self) => Reflect.construct(target, given.length === 0 ? [Real.now() + ahead] : given, self),
  apply: () => new Real(Real.now() + ahead).toString(),
  get: (target, name) => (name === 'now' ? () => Real.now() + ahead : Reflect.get(target, name)),
})
// Whoever asks a date what it is gets the same answer as by instanceof.
Real.prototype.constructor = globalThis.Date
