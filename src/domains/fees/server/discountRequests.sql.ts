import { sql } from 'kysely'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { visibleSection } from '#domains/classes/server/classes.exports.ts'
import type { FeeAccountKey } from './account.sql.ts'

/** Days for which an account shows a request that was refused. */
const refusedShownDays = 30

/** Selects discount requests of the students whom the viewer may see, with the student and the fees. */
export function requestRows(db: Db | Tx, schoolId: number, viewer: Viewer) {
  return db
    .selectFrom('discountRequests as request')
    .innerJoin('students', (on) => onSameSchool(on, 'students.id', 'request.studentId'))
    .innerJoin('terms', (on) => onSameSchool(on, 'terms.id', 'request.termId'))
    .innerJoin('enrolments', (on) =>
      onSameSchool(on, 'enrolments.studentId', 'request.studentId').onRef('enrolments.termId', '=', 'request.termId'),
    )
    .innerJoin('sections', (on) => onSameSchool(on, 'sections.id', 'enrolments.sectionId'))
    .innerJoin('classes', (on) => onSameSchool(on, 'classes.id', 'sections.classId'))
    .selectAll('request')
    .select([
      'students.name as studentName',
      'terms.name as termName',
      sql<string>`classes.name || '-' || sections.name`.as('sectionName'),
      sql<
        { name: string; month: string | null }[]
      >`(select coalesce(json_agg(json_build_object('name', f.name, 'month', f.month) order by f.sr, f.id), '[]')
        from fees f where f.school_id = ${schoolId} and f.id = any(request.fee_ids))`.as('fees'),
      // What is asked of the student for them, as `askedAmount` says.
      sql<number>`((select coalesce(sum(fee_amount_asked(f.amount, f.month, own.months, own.first_part)), 0) from fees f
          left join student_fee_categories own
            on own.school_id = ${schoolId} and own.student_id = request.student_id and own.fee_category_id = f.fee_category_id
          where f.school_id = ${schoolId} and f.id = any(request.fee_ids))
        - (select coalesce(sum(line.amount), 0) from collected_lines line
          where line.school_id = ${schoolId} and line.student_id = request.student_id and line.fee_id = any(request.fee_ids)
            and line.status = 'OPENING' and line.deleted_at is null))::bigint`.as('feesAmount'),
    ])
    .where('request.schoolId', '=', schoolId)
    .where(visibleSection(viewer))
}

/** A discount above the limit of the school, with its student and fees. */
export type DiscountRequest = Awaited<ReturnType<ReturnType<typeof requestRows>['execute']>>[number]

/** Selects the requests of an account that are waiting, and those that were refused in the last days, oldest first. */
export function requestsOfAccount(db: Db | Tx, viewer: Viewer, { schoolId, termId, studentId }: FeeAccountKey) {
  return requestRows(db, schoolId, viewer)
    .where('request.termId', '=', termId)
    .where('request.studentId', '=', studentId)
    .where(
      sql<boolean>`(request.state = 'WAITING' or request.state = 'REFUSED' and request.decided_at > now() - make_interval(days => ${refusedShownDays}))`,
    )
    .orderBy('request.id')
}

/** Selects the requests that wait for an ADMIN, of every term, oldest first. */
export function waitingRequests(db: Db | Tx, schoolId: number, viewer: Viewer) {
  return (
    requestRows(db, schoolId, viewer)
      // A literal, because the partial index does not match a parameter.
      .where(sql<boolean>`request.state = 'WAITING'`)
      .where('students.erasedAt', 'is', null)
      .orderBy('request.id')
  )
}
