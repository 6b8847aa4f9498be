import { sql } from 'kysely'
import type { Tx } from '#platform/database/connect.ts'
import { schoolDay, schoolTime } from '#shared/dates.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { StudentHead } from '#domains/students/server/studentHead.exports.ts'
import { t } from '#shared/texts.ts'
import { decideScan, type StoredScan } from '../gate.rules.ts'
import type { GateDirection, ScanDirection, ScanMeans } from '../gate.rules.ts'
import type { ScanResult } from '../gate.schema.ts'

/** One reading of a card with the time that counts. */
export interface Scan {
  key: string
  code: string
  means: ScanMeans
  direction: GateDirection
  /** null for a scan that is too old to count. */
  at: Date | null
  deviceAt: Date | null
}

/** The source of scans: a reader, or the user at the page. */
interface Scanner {
  deviceId: number | null
  subject: string | null
  name: string
}

/** The outcome of one scan. */
export interface ScanOutcome {
  key: string
  result: ScanResult
  /** The time that counts: for a scan too early, that of the first scan; for one too old, its arrival. */
  at: Date
  direction: ScanDirection | null
  student: StudentHead | null
  message: string
}

/** A scan that counts and will be stored. */
interface NewScan extends Scan {
  at: Date
  studentId: number
  result: ScanDirection
}

interface Batch {
  schoolId: number
  scanner: Scanner
  scans: readonly Scan[]
  arrivedAt: Date
  /** Limits the students to the viewer's classes; null for a reader, which sees the whole school. */
  viewer: Viewer | null
}

/**
 * Decides scans in time order and stores those that count, in the caller's transaction. Locks serialize scans of one
 * student, whoever sends them. A stored key returns its stored scan.
 * @returns the outcome of each scan in the order they were sent, and the ids of the new rows
 */
export async function storeScans(db: Tx, { schoolId, scanner, scans, arrivedAt, viewer }: Batch) {
  const students = await lockStudents(db, schoolId, scans, viewer)
  const studentOf = (scan: Scan) => students.find((student) => student[scan.means === 'QR' ? 'qrcode' : 'rfid'] === scan.code)
  const repeated = await storedScans(db, schoolId)
    .where(sql<boolean>`key = any(${scans.map((scan) => scan.key)}::uuid[])`)
    .execute()
  const scansOfDays = await storedScans(db, schoolId)
    .where(sql<boolean>`student_id = any(${students.map((student) => student.id)}::bigint[])`)
    .where(sql<boolean>`day = any(${[...new Set(scans.flatMap((scan) => (scan.at ? schoolDay(scan.at) : [])))]}::date[])`)
    .execute()
  const stored = new Map(repeated.map((row) => [row.key, row]))
  const byStudentAndDay = Map.groupBy(scansOfDays as (StoredScan & { studentId: number; day: string })[], studentDayKey)
  const newScans: NewScan[] = []
  const answers = new Map<Scan, ScanOutcome>()
  const timeOf = (scan: Scan) => scan.at ?? arrivedAt
  const outcomeBase = (scan: Scan, student: StudentHead | null) => ({
    key: scan.key,
    at: timeOf(scan),
    direction: null,
    student,
  })
  for (const scan of scans.toSorted((a, b) => timeOf(a).getTime() - timeOf(b).getTime())) {
    const student = studentOf(scan)
    const storedScan = stored.get(scan.key)
    if (!student || (storedScan && storedScan.studentId !== student.id)) {
      answers.set(scan, { ...outcomeBase(scan, null), result: 'UNKNOWN', message: t`No student has this card` })
      continue
    }
    if (storedScan) {
      const direction = storedScan.direction as ScanDirection
      answers.set(scan, {
        ...outcomeBase(scan, student),
        result: direction,
        direction,
        at: storedScan.at,
        message: scanMessage(student, direction, storedScan.at),
      })
      continue
    }
    if (student.disabled) {
      answers.set(scan, { ...outcomeBase(scan, student), result: 'DISABLED', message: t`${student.name} is disabled` })
      continue
    }
    const { at: scannedAt } = scan
    if (scannedAt === null) {
      answers.set(scan, { ...outcomeBase(scan, student), result: 'UNKNOWN', message: t`This scan is too old to count` })
      continue
    }
    const day = schoolDay(scannedAt)
    const dayKey = studentDayKey({ studentId: student.id, day })
    const others = byStudentAndDay.get(dayKey) ?? []
    const decision = decideScan(others, scannedAt, scan.direction)
    if (decision.result === 'TOO_EARLY') {
      const { at, direction } = decision.first
      const message = t`${student.name} was scanned at ${schoolTime(at).slice(0, 5)} already`
      answers.set(scan, { ...outcomeBase(scan, student), result: 'TOO_EARLY', direction, at, message })
      continue
    }
    const row = { key: scan.key, studentId: student.id, day, at: scannedAt, direction: decision.result }
    byStudentAndDay.set(dayKey, [...others, row])
    stored.set(scan.key, row)
    newScans.push({ ...scan, at: scannedAt, studentId: student.id, result: decision.result })
    const message = scanMessage(student, decision.result, scannedAt)
    answers.set(scan, { ...outcomeBase(scan, student), result: decision.result, direction: decision.result, message })
  }
  const ids = newScans.length === 0 ? [] : await insertScans(db, schoolId, scanner, arrivedAt, newScans)
  return { answers: scans.map((scan) => answers.get(scan) as ScanOutcome), ids }
}

function scanMessage(student: StudentHead, direction: ScanDirection, at: Date): string {
  const [{ name }, time] = [student, schoolTime(at).slice(0, 5)]
  return direction === 'IN' ? t`${name} came in at ${time}` : t`${name} went out at ${time}`
}

function studentDayKey({ studentId, day }: { studentId: number; day: string }): string {
  return `${studentId} ${day}`
}

function storedScans(db: Tx, schoolId: number) {
  return db.selectFrom('gateScans').select(['key', 'studentId', 'day', 'at', 'direction']).where('schoolId', '=', schoolId)
}

/** Locks and returns the students of the codes. Locks by id, so that concurrent scans wait without a deadlock. */
async function lockStudents(db: Tx, schoolId: number, scans: readonly Scan[], viewer: Viewer | null) {
  const codes = (means: ScanMeans) => scans.filter((scan) => scan.means === means).map((scan) => scan.code)
  await sql`select id from students where school_id = ${schoolId}
    and ((qrcode <> '' and qrcode = any(${codes('QR')}::text[])) or (rfid <> '' and rfid = any(${codes('RFID')}::text[])))
    order by id for no key update`.execute(db)
  const { rows } = await sql<StudentHead & { qrcode: string; rfid: string }>`
    select s.school_id, s.id, s.name, s.register_no, s.photo_file, s.qrcode, s.rfid, s.disabled, enrolled.name as section_name, enrolled.roll
      from students s
      left join lateral (
        select c.name || '-' || sections.name as name, sections.class_id, e.roll
          from enrolments e
          join terms t on t.school_id = current_school() and t.id = e.term_id and t.current
          join sections on sections.school_id = current_school() and sections.id = e.section_id
          join classes c on c.school_id = current_school() and c.id = sections.class_id
         where e.school_id = current_school() and e.student_id = s.id
      ) enrolled on true
     where s.school_id = ${schoolId}
       and ((qrcode <> '' and qrcode = any(${codes('QR')}::text[])) or (rfid <> '' and rfid = any(${codes('RFID')}::text[])))
       and (${viewer?.classIds ?? null}::bigint[] is null or enrolled.class_id = any(${viewer?.classIds ?? null}::bigint[]))
     order by s.id`.execute(db)
  return rows
}

async function insertScans(
  db: Tx,
  schoolId: number,
  scanner: Scanner,
  arrivedAt: Date,
  scans: readonly NewScan[],
): Promise<number[]> {
  const rows = await db
    .insertInto('gateScans')
    .values(
      scans.map((scan) => ({
        schoolId,
        key: scan.key,
        studentId: scan.studentId,
        day: schoolDay(scan.at),
        direction: scan.result,
        at: scan.at,
        arrivedAt,
        deviceAt: scan.deviceAt,
        means: scan.means,
        deviceId: scanner.deviceId,
        scannedBy: scanner.subject,
        scannedByName: scanner.name,
      })),
    )
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}
