import type { Db } from '../../../platform/database/connect.ts'

/** Every school that is not a society, by name (specification, section 7). */
export function schoolList(db: Db) {
  return db.selectFrom('schools').selectAll().where('isSociety', '=', false).orderBy('name').orderBy('id')
}

/** A school's terms in ascending id order (specification, section 2). */
export function termList(db: Db, schoolId: number) {
  return db.selectFrom('terms').selectAll().where('schoolId', '=', schoolId).orderBy('id')
}
