import { sql } from 'kysely'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db } from '#platform/database/connect.ts'
import { wasTold } from '#domains/messaging/server/familyMessages.exports.ts'

/**
 * Selects the incidents of students of which their families were told, newest first. Without the note: the message says
 * what the school wanted to tell.
 */
export function incidentsTold(db: Db, schoolId: number, termId: number, studentIds: readonly number[]) {
  return (
    db
      // Child by child: for the newest of all, PostgreSQL would read the incidents of the whole school in their order.
      .selectFrom((from) =>
        from
          .selectFrom(sql<{ childId: number }>`unnest(${studentIds}::bigint[])`.as<'child'>(sql`child(child_id)`))
          .innerJoinLateral(
            (of) =>
              of
                .selectFrom('incidents')
                .selectAll('incidents')
                .where('incidents.schoolId', '=', schoolId)
                .whereRef('incidents.studentId', '=', 'child.childId')
                .where('incidents.termId', '=', termId)
                .where('incidents.deletedAt', 'is', null)
                .where('incidents.notify', '=', true)
                .as('incident'),
            (join) => join.onTrue(),
          )
          .selectAll('incident')
          .as('incidents'),
      )
      .innerJoin('incidentTypes', (on) => onSameSchool(on, 'incidentTypes.id', 'incidents.incidentTypeId'))
      .select(['incidents.id', 'incidents.studentId', 'incidents.day', 'incidents.points', 'incidentTypes.name as type'])
      .where(wasTold(schoolId, 'DISCIPLINE', sql`incidents.id::text`))
      .orderBy('incidents.day', 'desc')
      .orderBy('incidents.id', 'desc')
      .limit(30)
  )
}
