import { schoolTime } from '#shared/dates.ts'
import type { RecordScansMutation } from '../gate.graphql.ts'

export type Scanned = RecordScansMutation['recordScans'][number]

/** How an answer is shown and sounds: it is well, something to notice, or somebody to stop. */
export type Tone = 'good' | 'notice' | 'stop'

export interface ScanAnswer {
  key: string
  tone: Tone
  /** 'IN', 'OUT', 'Too early', …: in large letters. */
  word: string
  name: string
  section: string
  /** One sentence or the time. */
  text: string
  photoUrl: string | null
}

const time = (moment: string) => schoolTime(new Date(moment)).slice(0, 5)

/** The server's answer to a scan, in the words of the gate. */
export function answerOf(scanned: Scanned): ScanAnswer {
  const { key, result, studentName, sectionName, photoUrl, at, message } = scanned
  const who = { key, name: studentName ?? '', section: sectionName ?? '', photoUrl: photoUrl ?? null }
  if (result === 'IN' || result === 'OUT') return { ...who, tone: 'good', word: result, text: time(at) }
  if (result === 'TOO_EARLY') return { ...who, tone: 'notice', word: 'Scanned already', text: message }
  if (result === 'DISABLED') return { ...who, tone: 'stop', word: 'Disabled', text: message }
  return { ...who, tone: 'stop', word: 'Unknown card', text: message }
}

/** A scan that is kept on the device until there is a connection. */
export function keptAnswer(key: string, code: string): ScanAnswer {
  return {
    key,
    tone: 'notice',
    word: 'Kept',
    name: '',
    section: '',
    photoUrl: null,
    text: `No connection. Card ${code} is kept on this device, and sent as soon as there is one.`,
  }
}

export function refusedAnswer(key: string, message: string): ScanAnswer {
  return { key, tone: 'stop', word: 'Not stored', name: '', section: '', text: message, photoUrl: null }
}
