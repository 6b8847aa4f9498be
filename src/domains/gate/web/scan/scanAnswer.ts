import { t } from '@lingui/core/macro'
import { schoolTime } from '#shared/dates.ts'
import type { RecordScansMutation } from '../gate.graphql.ts'

export type Scanned = RecordScansMutation['recordScans'][number]

/** Colour and sound of an answer: all well, something to notice, or a student to stop. */
export type Tone = 'good' | 'notice' | 'stop'

export interface ScanAnswer {
  key: string
  tone: Tone
  /** Shown in large letters: 'IN', 'OUT', 'Scanned already', … */
  word: string
  /** Whose card it is; null where that is not known. */
  student: Scanned['student']
  /** A sentence, or the time. */
  text: string
}

/** The two ways through a gate, in large letters. */
export const moveLabels = { IN: t`IN`, OUT: t`OUT` } as const

const time = (moment: string) => schoolTime(new Date(moment)).slice(0, 5)

/** Converts the server's answer to a scan into what the page shows. */
export function scanAnswer(scanned: Scanned): ScanAnswer {
  const { key, result, student, at, message } = scanned
  const who = { key, student }
  if (result === 'IN' || result === 'OUT') return { ...who, tone: 'good', word: moveLabels[result], text: time(at) }
  if (result === 'TOO_EARLY') return { ...who, tone: 'notice', word: t`Scanned already`, text: message }
  if (result === 'DISABLED') return { ...who, tone: 'stop', word: t`Disabled`, text: message }
  return { ...who, tone: 'stop', word: t`Unknown card`, text: message }
}

/** Returns the answer for a scan that waits on the device for a connection. */
export function queuedAnswer(key: string, code: string): ScanAnswer {
  return {
    key,
    tone: 'notice',
    word: t`Kept`,
    student: null,
    text: t`No connection. Card ${code} is kept on this device, and sent as soon as there is one.`,
  }
}

export function refusedAnswer(key: string, message: string): ScanAnswer {
  return { key, tone: 'stop', word: t`Not saved`, student: null, text: message }
}
