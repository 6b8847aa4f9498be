/**
 * Statements that are about the rows of several schools, so that none of them names one: by a part of their text, with
 * the reason. A cluster runs them on every node, which it cannot do with each statement: try a new one there.
 */
const statementsOverSchools: readonly (readonly [part: RegExp, reason: string])[] = [
  [
    /^\s*with waiting as \(select distinct school_id from message_queue/,
    'takes due messages of all schools; a cluster has its own',
  ],
  [/^\s*select school_id, message_id from \(/, 'does the same on a cluster'],
  [/^\(select channel from message_queue where channel = \$1/, 'finds the channels in which messages of any school are due'],
  [
    /^\s*select school_id, item_id from \(\s*select school_id, item_id, due_at, count\(run\)/,
    'finds the next work of all schools that is carried out behind the answer',
  ],
  [/^\s*with found \(work, since, given_up\) as \(/, 'counts what waits in all schools, for the operator'],
  [/^\s*select case when mailing then/, 'finds what servers of the version before have ordered in all schools'],
  [/from schools left join school_figures f on f\.school_id = schools\.id/, 'compares the schools of the installation'],
  [/^select "school_id", "message_id", "try" from "message_refs"/, 'finds the school of a provider’s report by its reference'],
]

/** Returns whether a statement is known to be about several schools. */
export function isOverSchools(sql: string): boolean {
  return statementsOverSchools.some(([part]) => part.test(sql))
}
