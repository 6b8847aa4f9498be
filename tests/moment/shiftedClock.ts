/**
 * Loaded before a program that a test starts (`node --import`), and in each of its processes and threads. Shifts its
 * clock by the milliseconds in TEST_CLOCK_AHEAD. By those in the file FAULTS_CLOCK as well, and jumps when it changes.
 */
import { readFileSync } from 'node:fs'
import { shiftDate } from './shiftDate.ts'

const ahead = Number(process.env.TEST_CLOCK_AHEAD ?? 0)
const file = process.env.FAULTS_CLOCK

function look(path: string): void {
  try {
    shiftDate(ahead + (Number(readFileSync(path, 'utf8')) || 0))
  } catch {
    // The file does not exist yet.
  }
}

shiftDate(ahead)
if (file) {
  look(file)
  setInterval(look, 20, file).unref()
}
