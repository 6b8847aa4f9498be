import type { Db, Tx } from '#platform/database/connect.ts'

/** Selects a school's buses in the order of their numbers. */
export function busList(db: Db, schoolId: number) {
  return db.selectFrom('buses').selectAll().where('schoolId', '=', schoolId).orderBy('busno').orderBy('id')
}

/** Locks a bus for a change. */
export function lockBus(db: Tx, schoolId: number, id: number) {
  return db.selectFrom('buses').selectAll().where('schoolId', '=', schoolId).where('id', '=', id).forUpdate().executeTakeFirst()
}
