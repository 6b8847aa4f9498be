import type { Day } from '#shared/dates.ts'
import { schoolTime } from '#shared/dates.ts'

/** One scan of a student; `at` is an ISO moment. */
export interface Scan {
  day: Day
  at: string
  direction: 'IN' | 'OUT'
  device: string
}

/** A student's day at the gate. Times are `HH:mm`. */
export interface GateDay {
  day: Day
  firstIn: string | null
  lastOut: string | null
  /** Whole minutes inside: the sum from each IN to the OUT right after it. */
  minutes: number
  /** Whether the last scan of the day is IN. */
  endsInside: boolean
  devices: string[]
}

/** Groups a student's scans by day. The scans must be in the order of their time. */
export function gateDays(scans: readonly Scan[]): GateDay[] {
  return [...Map.groupBy(scans, (scan) => scan.day)].map(([day, dayScans]) => {
    const ins = dayScans.filter((scan) => scan.direction === 'IN')
    const outs = dayScans.filter((scan) => scan.direction === 'OUT')
    return {
      day,
      firstIn: scanTime(ins[0]),
      lastOut: scanTime(outs.at(-1)),
      minutes: minutesInside(dayScans),
      endsInside: dayScans.at(-1)?.direction === 'IN',
      devices: [...new Set(dayScans.map((scan) => scan.device))],
    }
  })
}

function scanTime(scan: Scan | undefined): string | null {
  return scan ? schoolTime(new Date(scan.at)).slice(0, 5) : null
}

/** Adds up the minutes from each IN to the OUT right after it. An IN or OUT without its counterpart adds nothing. */
function minutesInside(scans: readonly Scan[]): number {
  let milliseconds = 0
  scans.forEach((scan, index) => {
    const previous = scans[index - 1]
    if (scan.direction === 'OUT' && previous?.direction === 'IN') milliseconds += Date.parse(scan.at) - Date.parse(previous.at)
  })
  return Math.floor(milliseconds / 60_000)
}

/** Returns the mean of times `HH:mm`, rounded to the minute; null for none. */
export function meanTime(times: readonly string[]): string | null {
  if (times.length === 0) return null
  const minutes = times.reduce((sum, time) => sum + Number(time.slice(0, 2)) * 60 + Number(time.slice(3)), 0)
  const mean = Math.round(minutes / times.length)
  return `${String(Math.floor(mean / 60)).padStart(2, '0')}:${String(mean % 60).padStart(2, '0')}`
}
