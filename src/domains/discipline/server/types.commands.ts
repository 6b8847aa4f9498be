import { sql } from 'kysely'
import { z } from 'zod'
import { command, query } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { t } from '#shared/texts.ts'
import { speakIn } from '#platform/languages/speech.ts'
import { languageOfSchool } from '#platform/school.ts'
import { usualTypes } from '../discipline.rules.ts'
import { incidentTypeForm, incidentTypeId, incidentTypeUpdate } from '../discipline.schema.ts'
import { disciplineActions } from './discipline.permissions.ts'
import { type IncidentType, typeRows } from './discipline.sql.ts'

const conflicts = {
  incident_types_name: {
    path: 'name',
    get message() {
      return t`A type with this name exists already`
    },
  },
}

/** Returns the school's types, highest points first. */
export const listIncidentTypes = query({
  action: disciplineActions.listTypes,
  input: z.object({}),
  run: async ({ db, read, schoolId }): Promise<IncidentType[]> => (await read(typeRows(db, schoolId)))[0],
})

/** Adds a type. CONFLICT on `name` when the school has a type with this name in any letter case. */
export const addIncidentType = command({
  action: disciplineActions.addType,
  input: incidentTypeForm,
  conflicts,
  run: async ({ db, schoolId, input }) => {
    const { id } = await db
      .insertInto('incidentTypes')
      .values({ schoolId, ...input })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { result: { schoolId, id, ...input }, ids: [id], fields: Object.keys(input) }
  },
})

/** Adds the usual types in the school's language, except names that exist. Returns all types. */
export const addUsualIncidentTypes = command({
  action: disciplineActions.addType,
  input: z.object({}),
  run: async ({ db, school, schoolId }) => {
    const types = speakIn(languageOfSchool(school), usualTypes)
    const { rows } = await sql<{ id: number }>`
      insert into incident_types (school_id, name, points)
      select ${schoolId}::bigint, usual.name, usual.points
      from unnest(${types.map((type) => type.name)}::text[], ${types.map((type) => type.points)}::smallint[])
        as usual (name, points)
      on conflict (school_id, lower(name)) where deleted_at is null do nothing
      returning id`.execute(db)
    return { result: await typeRows(db, schoolId).execute(), ids: rows.map((row) => row.id), fields: ['name', 'points'] }
  },
})

/** Replaces the name and points of a type. Incidents keep their points. CONFLICT on `name` as when adding. */
export const updateIncidentType = command<typeof incidentTypeUpdate, IncidentType, IncidentType>({
  action: disciplineActions.updateType,
  input: incidentTypeUpdate,
  conflicts,
  load: ({ db, schoolId, input }) => lockType(db, schoolId, input.id),
  run: async ({ db, schoolId, input: { id, ...fields } }) => {
    await db.updateTable('incidentTypes').set(fields).where('schoolId', '=', schoolId).where('id', '=', id).execute()
    return { result: { schoolId, id, ...fields }, ids: [id], fields: Object.keys(fields) }
  },
})

/** Deletes a type: it can no longer be chosen, and its incidents stay. Returns its id. */
export const deleteIncidentType = command<typeof incidentTypeId, IncidentType, number>({
  action: disciplineActions.deleteType,
  input: incidentTypeId,
  load: ({ db, schoolId, input }) => lockType(db, schoolId, input.id),
  run: async ({ db, schoolId, input: { id } }) => {
    await db
      .updateTable('incidentTypes')
      .set({ deletedAt: new Date() })
      .where('schoolId', '=', schoolId)
      .where('id', '=', id)
      .execute()
    return { result: id, ids: [id], fields: ['deletedAt'] }
  },
})

function lockType(db: Tx, schoolId: number, id: number): Promise<IncidentType | undefined> {
  return typeRows(db, schoolId).where('id', '=', id).forUpdate().executeTakeFirst()
}
