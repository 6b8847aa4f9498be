import pg from 'pg'
import { t } from '#shared/texts.ts'
import { type Problem, Refusal } from '../refusal.ts'
import { violatedConstraint } from './violatedConstraint.ts'

/** Maps a constraint name to the field and the message for the person, which is a getter: `get message()`. */
export type Conflicts = Readonly<Record<string, Problem>>

const down = () => t`The database does not answer. Nothing was saved. Please try again in a moment.`
const crossed = () => t`Somebody else was changing the same at this moment. Nothing was saved. Please try again.`
const late = () => t`This took too long and was stopped. Nothing was saved. Please try again in a moment.`
const full = () => t`The disk of the server is full. Nothing was saved. Please tell whoever runs the server to free some space.`

/**
 * Converts database errors into refusals that a person can act on: a mapped constraint becomes a CONFLICT on its field;
 * a database that is away or full is reported as such. Returns any other error unchanged.
 */
export function asRefusal(error: unknown, conflicts: Conflicts = {}): unknown {
  if (error instanceof pg.DatabaseError) {
    const problem = conflicts[violatedConstraint(error) ?? '']
    if (problem) return new Refusal('CONFLICT', problem.message, [{ ...problem }])
    // 40P01: deadlock, this transaction was aborted; 40001: serialization failure
    if (error.code === '40P01' || error.code === '40001') return new Refusal('UNAVAILABLE', crossed())
    // 57014: statement timeout; 25P03: idle transaction timeout
    if (error.code === '57014' || error.code === '25P03') return new Refusal('UNAVAILABLE', late())
    // 53100 disk full; 57P0x shutting down; 53300 too many connections; 08xxx connection lost
    if (error.code === '53100') return new Refusal('UNAVAILABLE', full())
    if (/^(57P0|53300|08)/.test(error.code ?? '')) return new Refusal('UNAVAILABLE', down())
    return error
  }
  if (error instanceof Error) {
    const code = 'code' in error ? error.code : undefined
    if (code === 'ENOSPC') return new Refusal('UNAVAILABLE', full())
    const away = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT'].includes(String(code)) && 'syscall' in error
    if (away || /timeout exceeded when trying to connect|Connection terminated|is not queryable/.test(error.message))
      return new Refusal('UNAVAILABLE', down())
  }
  return error
}
