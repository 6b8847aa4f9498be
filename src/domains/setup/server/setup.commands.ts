import { z } from 'zod'
import { command, query } from '#platform/command.ts'
import { invalidateSchool } from '#platform/school.ts'
import { setupState, type StepState } from '../setup.rules.ts'
import { setupHidden } from '../setup.schema.ts'
import { setupActions } from './setup.permissions.ts'
import { setupCounts } from './setup.sql.ts'

/** How far a school is set up. */
export interface Setup {
  schoolId: number
  steps: StepState[]
  /** Somebody said that it is not to be shown on the dashboard any more. */
  hidden: boolean
}

/** How far a school is set up: its steps with what is missing, of the current term. */
export const viewSetup = query({
  action: setupActions.view,
  input: z.object({}),
  run: async ({ db, read, school, schoolId }): Promise<Setup> => {
    const [[counts]] = await read(setupCounts(db, schoolId))
    if (!counts) throw new Error('Counting answers one row.')
    return { schoolId, steps: setupState(school, counts), hidden: school.setupHiddenAt !== null }
  },
})

/** Takes the set-up off the dashboard for good, or puts it back. Answers whether it is hidden. */
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
