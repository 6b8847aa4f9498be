/** A work with the processor time of a request, in milliseconds. */
export interface Cost {
  name: string
  processor: { server: number; database: number }
}

/**
 * What the people of a school of 5,000 students do in its busiest five minutes, the first of the day. All registers are
 * opened and saved. Five clerks take a payment a minute, each after a search and a look at the account. The office
 * looks at lists, students, the day's collection and the school's attendance.
 */
const busiestMinutes: Readonly<Record<string, number>> = {
  'register of 50, open': 100,
  'register of 50, save': 100,
  'search by name, 60 hits': 25,
  'a student’s fees': 25,
  'one payment': 25,
  'students, first page with count': 50,
  'one student': 50,
  'day’s collection, first page with sums': 20,
  'whole school’s attendance, one term': 5,
}

const minutes = 5
/** Of the cores; the rest is for jobs, and for a second that is worse than the others. */
const used = 0.7

/**
 * Returns sentences about how many such schools a server carries when all are at their busiest at once: its cores'
 * milliseconds of five minutes, by those that a school needs. It takes for granted that cores add up.
 */
export function capacity(costs: readonly Cost[]): string[] {
  const needed = (time: (processor: Cost['processor']) => number) =>
    costs.reduce((sum, { name, processor }) => sum + (busiestMinutes[name] ?? 0) * time(processor), 0)
  const both = needed(({ server, database }) => server + database)
  const database = needed((processor) => processor.database)
  const schools = (cores: number, each: number) => Math.floor((cores * used * minutes * 60_000) / each)
  const text = (cores: number, each: number) => `${cores} cores ${schools(cores, each).toLocaleString('en')}`
  return [
    `the busiest five minutes of this school: ${(both / 1000).toFixed(2)} s of a core, ${(database / 1000).toFixed(2)} of it PostgreSQL`,
    `such schools at once at 70%: one server of ${[2, 8, 32].map((cores) => text(cores, both)).join(', ')}; PostgreSQL alone on ${text(32, database)}`,
  ]
}
