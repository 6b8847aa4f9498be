import type { Day } from '#shared/dates.ts'
import { schoolTime } from '#shared/dates.ts'

/** One scan of a student; `at` is a moment. */
export interface Scan {
  day: Day
  at: string
  direction: 'IN' | 'OUT'
  device: string
}

/** A student's day at the gate; times are `HH:mm`. */
export interface GateDay {
  day: Day
  firstIn: string | null
  lastOut: string | null
  /** Whole minutes between each IN and the OUT that follows it. */
  minutes: number
  /** The last scan of the day went in. */
  open: boolean
  devices: string[]
}

/** The days of a student's scans, which come in the order in which they were made. */
export function gateDays(scans: readonly Scan[]): GateDay[] {
  return [...Map.groupBy(scans, (scan) => scan.day)].map(([day, own]) => {
    const ins = own.filter((scan) => scan.direction === 'IN')
    const outs = own.filter((scan) => scan.direction === 'OUT')
    return {
      day,
      firstIn: timeOf(ins[0]),
      lastOut: timeOf(outs.at(-1)),
      minutes: minutesInside(own),
      open: own.at(-1)?.direction === 'IN',
      devices: [...new Set(own.map((scan) => scan.device))],
    }
  })
}

function timeOf(scan: Scan | undefined): string | null {
  return scan ? schoolTime(new Date(scan.at)).slice(0, 5) : null
}

/** An OUT ends the IN right before it; what is left open, or was never begun, adds nothing. */
function minutesInside(scans: readonly Scan[]): number {
  let milliseconds = 0
  scans.forEach((scan, place) => {
    const before = scans[place - 1]
    if (scan.direction === 'OUT' && before?.direction === 'IN') milliseconds += Date.parse(scan.at) - Date.parse(before.at)
  })
  return Math.floor(milliseconds / 60_000)
}

/** The mean of times of day `HH:mm`, rounded to the minute; null of none. */
export function meanTime(times: readonly string[]): string | null {
  if (times.length === 0) return null
  const minutes = times.reduce((sum, time) => sum + Number(time.slice(0, 2)) * 60 + Number(time.slice(3)), 0)
  const middle = Math.round(minutes / times.length)
  return `${String(Math.floor(middle / 60)).padStart(2, '0')}:${String(middle % 60).padStart(2, '0')}`
}
