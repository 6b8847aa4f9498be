/**
 * Statements that are about the rows of several schools, so that none of them names one: by a part of their text, with
 * the reason. A cluster runs them on every node, which it cannot do with each statement: try a new one there.
 */
const statementsOverSchools: readonly (readonly [part: RegExp, reason: string])[] = [
  [
    /^\s*with waiting as \(select distinct school_id from message_queue/,
    'takes due messages of all schools; a cluster has its own',
  ],
  [/^select "school_id", "message_id", "try" from "message_refs"/, 'finds the school of a provider’s report by its reference'],
]

/** Returns whether a statement is known to be about several schools. */
export function isOverSchools(sql: string): boolean {
  return statementsOverSchools.some(([part]) => part.test(sql))
}
