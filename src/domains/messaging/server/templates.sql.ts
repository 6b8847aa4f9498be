import type { Selectable } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { MessageKinds, MessageTemplates } from '#platform/database/schema.types.ts'

export type Template = Selectable<MessageTemplates>
export type StoredKind = Selectable<MessageKinds>

/** Selects a school's templates. */
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

/** Locks a template for a change. */
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

/** Selects a school's stored kind settings. */
export function kindsOfSchool(db: Db | Tx, schoolId: number) {
  return db.selectFrom('messageKinds').selectAll().where('schoolId', '=', schoolId)
}
