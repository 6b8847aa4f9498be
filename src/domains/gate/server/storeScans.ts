import { sql } from 'kysely'
import type { Tx } from '#platform/database/connect.ts'
import { schoolDay, schoolTime } from '#shared/dates.ts'
import type { Viewer } from '#platform/viewer.ts'
import { decideScan, type StoredScan } from '../gate.rules.ts'
import type { GateDirection, ScanDirection, ScanMeans, ScanResult } from '../gate.schema.ts'

/** One reading of a card, with the moment it counts for. */
export interface Scan {
  key: string
  code: string
  means: ScanMeans
  direction: GateDirection
  /** null for one that is too old to count. */
  at: Date | null
  deviceAt: Date | null
}

/** Whose scans they are: a reader's, or of the person at the camera. */
interface Scanner {
  deviceId: number | null
  subject: string | null
  name: string
}

/** What became of one scan, in the order they were sent. */
export interface Scanned {
  key: string
  result: ScanResult
  /** The moment that stands; of a scan too early, the first one's; of one too old, when it arrived. */
  at: Date
  direction: ScanDirection | null
  student: ScannedStudent | null
  message: string
}

/** A student as the gate shows her. */
interface ScannedStudent {
  schoolId: number
  id: number
  name: string
  photoFile: string | null
  sectionName: string
}

/** A scan that counts. */
interface FreshScan extends Scan {
  at: Date
  studentId: number
  result: ScanDirection
}

interface Batch {
  schoolId: number
  scanner: Scanner
  scans: readonly Scan[]
  arrivedAt: Date
  /** Narrows whose cards are known; null for a reader, which is the school's. */
  viewer: Viewer | null
}

/**
 * Decides scans in the order of their moments and stores those that count, in the caller's transaction. Scans of one student are
 * taken one after the other, whoever sends them; a key that is stored already answers what it stored.
 * @returns what became of each, and the ids of the rows stored now
 */
export async function storeScans(db: Tx, { schoolId, scanner, scans, arrivedAt, viewer }: Batch) {
  const students = await lockStudents(db, schoolId, scans, viewer)
  const ofCode = (scan: Scan) => students.find((student) => student[scan.means === 'QR' ? 'qrcode' : 'rfid'] === scan.code)
  const known = await scansOf(db, schoolId)
    .where(sql<boolean>`key = any(${scans.map((scan) => scan.key)}::uuid[])`)
    .execute()
  const ofDay = await scansOf(db, schoolId)
    .where(sql<boolean>`student_id = any(${students.map((student) => student.id)}::bigint[])`)
    .where(sql<boolean>`day = any(${[...new Set(scans.flatMap((scan) => (scan.at ? schoolDay(scan.at) : [])))]}::date[])`)
    .execute()
  const stored = new Map(known.map((row) => [row.key, row]))
  const byStudentAndDay = Map.groupBy(ofDay as (StoredScan & { studentId: number; day: string })[], dayOfStudent)
  const fresh: FreshScan[] = []
  const answers = new Map<Scan, Scanned>()
  const momentOf = (scan: Scan) => scan.at ?? arrivedAt
  const of = (scan: Scan, student: ScannedStudent | null) => ({
    key: scan.key,
    at: momentOf(scan),
    direction: null,
    student,
  })
  for (const scan of scans.toSorted((a, b) => momentOf(a).getTime() - momentOf(b).getTime())) {
    const student = ofCode(scan)
    const before = stored.get(scan.key)
    if (!student || (before && before.studentId !== student.id)) {
      answers.set(scan, { ...of(scan, null), result: 'UNKNOWN', message: 'No student has this card' })
      continue
    }
    if (before) {
      const direction = before.direction as ScanDirection
      answers.set(scan, {
        ...of(scan, student),
        result: direction,
        direction,
        at: before.at,
        message: said(student, direction, before.at),
      })
      continue
    }
    if (student.disabled) {
      answers.set(scan, { ...of(scan, student), result: 'DISABLED', message: `${student.name} is disabled` })
      continue
    }
    const { at: scannedAt } = scan
    if (scannedAt === null) {
      answers.set(scan, { ...of(scan, student), result: 'UNKNOWN', message: 'This scan is too old to count' })
      continue
    }
    const day = schoolDay(scannedAt)
    const place = dayOfStudent({ studentId: student.id, day })
    const others = byStudentAndDay.get(place) ?? []
    const decided = decideScan(others, scannedAt, scan.direction)
    if (decided.result === 'TOO_EARLY') {
      const { at, direction } = decided.first
      const message = `${student.name} was scanned at ${schoolTime(at).slice(0, 5)} already`
      answers.set(scan, { ...of(scan, student), result: 'TOO_EARLY', direction, at, message })
      continue
    }
    const row = { key: scan.key, studentId: student.id, day, at: scannedAt, direction: decided.result }
    byStudentAndDay.set(place, [...others, row])
    stored.set(scan.key, row)
    fresh.push({ ...scan, at: scannedAt, studentId: student.id, result: decided.result })
    const message = said(student, decided.result, scannedAt)
    answers.set(scan, { ...of(scan, student), result: decided.result, direction: decided.result, message })
  }
  const ids = fresh.length === 0 ? [] : await insert(db, schoolId, scanner, arrivedAt, fresh)
  return { answers: scans.map((scan) => answers.get(scan) as Scanned), ids }
}

function said(student: ScannedStudent, direction: ScanDirection, at: Date): string {
  return `${student.name} ${direction === 'IN' ? 'came in' : 'went out'} at ${schoolTime(at).slice(0, 5)}`
}

function dayOfStudent({ studentId, day }: { studentId: number; day: string }): string {
  return `${studentId} ${day}`
}

function scansOf(db: Tx, schoolId: number) {
  return db.selectFrom('gateScans').select(['key', 'studentId', 'day', 'at', 'direction']).where('schoolId', '=', schoolId)
}

/** The students of the codes, held in the order of their ids: scans of one student wait for each other, and never in a circle. */
async function lockStudents(db: Tx, schoolId: number, scans: readonly Scan[], viewer: Viewer | null) {
  const codes = (means: ScanMeans) => scans.filter((scan) => scan.means === means).map((scan) => scan.code)
  await sql`select id from students where school_id = ${schoolId}
    and ((qrcode <> '' and qrcode = any(${codes('QR')}::text[])) or (rfid <> '' and rfid = any(${codes('RFID')}::text[])))
    order by id for no key update`.execute(db)
  const { rows } = await sql<ScannedStudent & { qrcode: string; rfid: string; disabled: boolean }>`
    select s.school_id, s.id, s.name, s.photo_file, s.qrcode, s.rfid, s.disabled, coalesce(place.name, '') as section_name
      from students s
      left join lateral (
        select c.name || '-' || sections.name as name, sections.class_id
          from enrolments e
          join terms t on t.school_id = e.school_id and t.id = e.term_id and t.current
          join sections on sections.school_id = e.school_id and sections.id = e.section_id
          join classes c on c.school_id = e.school_id and c.id = sections.class_id
         where e.school_id = s.school_id and e.student_id = s.id
      ) place on true
     where s.school_id = ${schoolId}
       and ((qrcode <> '' and qrcode = any(${codes('QR')}::text[])) or (rfid <> '' and rfid = any(${codes('RFID')}::text[])))
       and (${viewer?.classIds ?? null}::bigint[] is null or place.class_id = any(${viewer?.classIds ?? null}::bigint[]))
     order by s.id`.execute(db)
  return rows
}

async function insert(
  db: Tx,
  schoolId: number,
  scanner: Scanner,
  arrivedAt: Date,
  scans: readonly FreshScan[],
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
