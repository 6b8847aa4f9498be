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
  [/^select "school_id", "job_id" from "document_queue"/, 'finds the next documents of all schools'],
  [/^select "school_id", "import_id" from "legacy_queue"/, 'finds the imports of all schools that nobody carries out'],
  [/^select "school_id", "promotion_id" from "promotion_queue"/, 'finds the promotions of all schools that wait'],
  [/from schools left join school_figures f on f\.school_id = schools\.id/, 'compares the schools of the installation'],
  [/^select "school_id", "message_id", "try" from "message_refs"/, 'finds the school of a provider’s report by its reference'],
]

/** Returns whether a statement is known to be about several schools. */
export function isOverSchools(sql: string): boolean {
  return statementsOverSchools.some(([part]) => part.test(sql))
}
