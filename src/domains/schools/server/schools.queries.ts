import { z } from 'zod'
import { query } from '../../../platform/command.ts'
import { schoolActions } from './schools.permissions.ts'
import { schoolList, termList } from './schools.sql.ts'

/** Every school of the installation, by name; called with school 0. */
export const listSchools = query({
  action: schoolActions.list,
  input: z.object({}),
  run: async ({ db, read }) => (await read(schoolList(db)))[0],
})

/** The viewer's school, or the one a SUPERADMIN names. */
export const viewSchool = query({
  action: schoolActions.view,
  input: z.object({}),
  run: async ({ school }) => school,
})

/** The terms of a school, oldest first. */
export const listTerms = query({
  action: schoolActions.view,
  input: z.object({}),
  run: async ({ db, read, schoolId }) => (await read(termList(db, schoolId)))[0],
})
