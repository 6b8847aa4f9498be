import { z } from 'zod'
import { command, query } from '#platform/command.ts'
import { invalidateSchool } from '#platform/school.ts'
import { setupState, type StepState } from '../setup.rules.ts'
import { setupHidden } from '../setup.schema.ts'
import { setupActions } from './setup.permissions.ts'
import { setupCounts } from './setup.sql.ts'

/** The progress of a school's set-up. */
export interface Setup {
  schoolId: number
  steps: StepState[]
  /** Whether somebody has hidden it on the dashboard. */
  hidden: boolean
}

/** Returns the set-up steps of a school with what is missing in the current term. */
export const viewSetup = query({
  action: setupActions.view,
  input: z.object({}),
  run: async ({ db, read, school, schoolId }): Promise<Setup> => {
    const [[counts]] = await read(setupCounts(db, schoolId))
    if (!counts) throw new Error('The counts query must return one row.')
    return { schoolId, steps: setupState(school, counts), hidden: school.setupHiddenAt !== null }
  },
})

/** Hides the set-up on the dashboard for everybody, or shows it again. Returns whether it is hidden. */
export const setSetupHidden = command({
  action: setupActions.hide,
  input: setupHidden,
  run: async ({ db, call, schoolId, input: { hidden } }) => {
    await db
      .updateTable('schools')
      .set({ setupHiddenAt: hidden ? new Date() : null })
      .where('id', '=', schoolId)
      .execute()
    const after = () => invalidateSchool(call.database, schoolId)
    return { result: hidden, ids: [schoolId], fields: ['setupHiddenAt'], afterCommit: after }
  },
})
