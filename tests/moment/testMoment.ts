import pg from 'pg'
import { shiftDate } from './shiftDate.ts'

/**
 * A Wednesday morning with registers to take, in the middle of a month, a term and the receipts' year. As if on another
 * day: `TEST_MOMENT=2028-02-29T23:58+05:30 npm test`.
 */
const usual = '2026-11-25T10:00+05:30'

/** Loads {@link shiftDate} in every program that is started from here. */
const preload = `--import=${new URL('shiftedClock.ts', import.meta.url).href}`

/**
 * Sets the clock of this process, and of the programs that it starts, to the test moment. The clock goes on from there.
 *
 * @param minutes how long before the test moment
 * @throws Error when TEST_MOMENT is no time
 */
export function enterTestMoment(minutes = 0): void {
  const given = process.env.TEST_MOMENT || usual
  const moment = Date.parse(given)
  if (Number.isNaN(moment)) throw new Error(`TEST_MOMENT is a time with its zone, like ${usual}, and not ${given}.`)
  setClock(moment - minutes * 60_000 - shiftDate(0))
}

/**
 * For a file about given days, or about a school day: the usual moment, whatever TEST_MOMENT says. In `vi.hoisted`,
 * because modules that the file imports ask for the day.
 */
export function enterUsualMoment(): void {
  setClock(Date.parse(usual) - shiftDate(0))
}

/**
 * For tests of PostgreSQL servers whose clock cannot be shifted: this file has the real time. In `vi.hoisted`, because
 * modules that the file imports ask for the day.
 */
export function leaveTestMoment(): void {
  setClock(0)
}

function setClock(ahead: number): void {
  shiftDate(ahead)
  process.env.TEST_CLOCK_AHEAD = String(ahead)
  const options = process.env.NODE_OPTIONS ?? ''
  if (!options.includes(preload)) process.env.NODE_OPTIONS = `${options} ${preload}`.trim()
}

/** Returns the settings by which a program that is started with an environment of its own has this process's clock. */
export function clockSettings(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS, TEST_CLOCK_AHEAD } = process.env
  return TEST_CLOCK_AHEAD === undefined ? {} : { NODE_OPTIONS, TEST_CLOCK_AHEAD }
}

/** PostgreSQL's functions that tell the time, and how they may be planned. */
const clocks = { now: 'stable', statement_timestamp: 'stable', clock_timestamp: 'volatile' }

/**
 * Lets the clock of one database agree with `Date` of this process. A function keeps its identity when it is replaced,
 * so defaults of columns follow, and it is a single expression, which the planner inlines.
 *
 * @param ownerUrl the database, as a superuser
 */
export async function shiftDatabase(ownerUrl: string): Promise<void> {
  const ahead = Math.round(Number(process.env.TEST_CLOCK_AHEAD ?? 0))
  const statements = Object.entries(clocks).map(
    ([name, volatility]) => `
      create or replace function pg_catalog.real_${name}() returns timestamptz
        language internal ${volatility} strict parallel safe as '${name}';
      create or replace function pg_catalog.${name}() returns timestamptz
        language sql ${volatility} parallel safe return pg_catalog.real_${name}() + interval '${ahead} milliseconds'`,
  )
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  // Each node of a cluster has its own, and a worker may not pass them on.
  await owner.query(['set citus.enable_ddl_propagation to off', ...statements].join(';')).finally(() => owner.end())
}
