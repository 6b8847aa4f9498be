import type { Selectable } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { MessageKinds, MessageTemplates } from '#platform/database/schema.types.ts'

export type Template = Selectable<MessageTemplates>
export type StoredKind = Selectable<MessageKinds>

/** A school's registered texts, notices by their names. */
export function templatesOfSchool(db: Db | Tx, schoolId: number) {
  return db
    .selectFrom('messageTemplates')
    .selectAll()
    .where('schoolId', '=', schoolId)
    .where('deletedAt', 'is', null)
    .orderBy('kind')
    .orderBy('name')
    .orderBy('channel')
    .orderBy('id')
}

/** One of them, locked for a change. */
export function lockTemplate(db: Tx, schoolId: number, id: number) {
  return db
    .selectFrom('messageTemplates')
    .selectAll()
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** What a school has set of the ways its messages go. */
export function kindsOfSchool(db: Db | Tx, schoolId: number) {
  return db.selectFrom('messageKinds').selectAll().where('schoolId', '=', schoolId)
}
