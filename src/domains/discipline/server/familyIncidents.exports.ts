import { sql } from 'kysely'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db } from '#platform/database/connect.ts'
import { wasTold } from '#domains/messaging/server/familyMessages.exports.ts'

/**
 * Selects the incidents of students of which their families were told, newest first. Without the note: the message says
 * what the school wanted to tell.
 */
export function incidentsTold(db: Db, schoolId: number, termId: number, studentIds: readonly number[]) {
  return db
    .selectFrom('incidents')
    .innerJoin('incidentTypes', (on) => onSameSchool(on, 'incidentTypes.id', 'incidents.incidentTypeId'))
    .select(['incidents.id', 'incidents.studentId', 'incidents.day', 'incidents.points', 'incidentTypes.name as type'])
    .where('incidents.schoolId', '=', schoolId)
    .where('incidents.termId', '=', termId)
    .where(sql<boolean>`incidents.student_id = any(${studentIds}::bigint[])`)
    .where('incidents.deletedAt', 'is', null)
    .where('incidents.notify', '=', true)
    .where(wasTold(schoolId, 'DISCIPLINE', sql`incidents.id::text`))
    .orderBy('incidents.day', 'desc')
    .orderBy('incidents.id', 'desc')
    .limit(30)
}
