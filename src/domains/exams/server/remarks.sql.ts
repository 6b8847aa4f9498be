import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { visibleSection } from '#domains/classes/server/classes.exports.ts'
import { remarkKinds } from '../reportCard.schema.ts'
import type { RemarkRule } from '../remarks.schema.ts'
import { rowsOf } from './scores.sql.ts'

type RemarkKind = (typeof remarkKinds)[number]

/** A remark in three languages; '' where it is not written in one. */
export interface RemarkTexts {
  kind: RemarkKind
  en: string
  hi: string
  mr: string
}

/** A remark of the school's list. */
export interface RemarkRow extends RemarkTexts {
  schoolId: number
  id: number
  /** For whom it is proposed; null for nobody. */
  rule: RemarkRule | null
  version: number
  changedAt: Date
  changedByName: string
}

/** Selects the school's list of remarks by kind, the oldest first. Pass its rows to {@link remarkFrom}. */
export function selectRemarks(db: Db | Tx, schoolId: number) {
  return db
    .selectFrom('remarks')
    .selectAll()
    .where('schoolId', '=', schoolId)
    .orderBy(sql`array_position(${remarkKinds}::text[], kind)`)
    .orderBy('id')
}

type StoredRemark = Awaited<ReturnType<ReturnType<typeof selectRemarks>['execute']>>[number]

export function remarkFrom({ kind, ruleOn, ruleSubject, ruleFrom, ruleTo, ...row }: StoredRemark): RemarkRow {
  const { schoolId, id, en, hi, mr, version, changedAt, changedByName } = row
  return {
    schoolId,
    id,
    kind: kind as RemarkKind,
    en,
    hi,
    mr,
    rule: ruleOn === null ? null : { on: ruleOn as RemarkRule['on'], subject: ruleSubject, from: ruleFrom, to: ruleTo },
    version,
    changedAt,
    changedByName,
  }
}

/** A section whose students have remarks. */
export interface RemarkSection {
  schoolId: number
  sectionId: number
  sectionName: string
  classId: number
  className: string
  termId: number
  /** The scheme of the class, as JSON text. */
  content: string
}

/** Selects a section that the viewer may see and whose class is assessed. */
export function selectRemarkSection(db: Db | Tx, viewer: Viewer, schoolId: number, sectionId: number) {
  return rowsOf(
    db,
    sql<RemarkSection>`
      select sections.school_id, sections.id as section_id, sections.name as section_name, sections.class_id,
        classes.name as class_name, sections.term_id, s.content::text as content
      from sections
      join classes on classes.school_id = ${schoolId} and classes.id = sections.class_id
      join class_assessments c on c.school_id = ${schoolId} and c.class_id = sections.class_id
      join assessment_schemes s on s.school_id = ${schoolId} and s.id = c.scheme_id
      where sections.school_id = ${schoolId} and sections.id = ${sectionId} and ${visibleSection(viewer)}`,
  )
}

/** A student of a section with the remarks of a part. */
export interface StudentRemarks {
  studentId: number
  name: string
  roll: string
  /** 0 without remarks. */
  version: number
  remarks: RemarkTexts[]
  changedByName: string
}

type SelectedRemarks = Omit<StudentRemarks, 'remarks'> & { remarks: string }

/** Selects the enabled students of a section by roll, with remarks of a part. Pass its rows to {@link remarksFrom}. */
export function selectStudentRemarks(db: Db | Tx, schoolId: number, { sectionId, part }: { sectionId: number; part: string }) {
  return rowsOf(
    db,
    sql<SelectedRemarks>`
      select e.student_id, s.name, e.roll, coalesce(r.version, 0) as version, coalesce(r.remarks, '[]')::text as remarks,
        coalesce(r.changed_by_name, '') as changed_by_name
      from enrolments e
      join students s on s.school_id = ${schoolId} and s.id = e.student_id and not s.disabled
      left join student_remarks r on r.school_id = ${schoolId} and r.term_id = e.term_id and r.student_id = e.student_id
        and r.part = ${part}
      where e.school_id = ${schoolId} and e.section_id = ${sectionId}
      order by e.roll_sort, e.roll, e.student_id`,
  )
}

const storedRemarks = z.array(z.object({ kind: z.enum(remarkKinds), en: z.string(), hi: z.string(), mr: z.string() }))

export function remarksFrom({ remarks, ...row }: SelectedRemarks): StudentRemarks {
  return { ...row, remarks: storedRemarks.parse(JSON.parse(remarks)) }
}

/** Locks the places of students in a section, so that the remarks of each are changed by one person at a time. */
export function lockPlaces(db: Tx, schoolId: number, sectionId: number, studentIds: readonly number[]) {
  return db
    .selectFrom('enrolments')
    .select('studentId')
    .where('schoolId', '=', schoolId)
    .where('sectionId', '=', sectionId)
    .where(sql<boolean>`student_id = any(${studentIds}::bigint[])`)
    .orderBy('studentId')
    .forNoKeyUpdate()
}
