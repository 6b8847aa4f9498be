import { z } from 'zod'
import { command, query } from '#platform/command.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import { type RuleSetting, settingsOf } from '../attention.rules.ts'
import { ruleOfField, rulesForm } from '../attention.schema.ts'
import { attentionActions } from './attention.permissions.ts'
import { hasRule } from './findCases.ts'

/** A rule of a school, and whether the school has what it counts. */
export interface SchoolRule extends RuleSetting {
  available: boolean
}

/** The rules of a school. */
export interface SchoolRules {
  schoolId: number
  rules: SchoolRule[]
}

function storedRules(db: Db | Tx, schoolId: number) {
  return db.selectFrom('attentionRules').selectAll().where('schoolId', '=', schoolId)
}

/** Returns the rules with their limits; those of a module that is off are not available. */
export const viewRules = query({
  action: attentionActions.viewRules,
  input: z.object({}),
  run: async ({ db, read, school }): Promise<SchoolRules> => {
    const [stored] = await read(storedRules(db, school.id))
    return rulesOf(school, stored)
  },
})

/**
 * Sets all rules of a school. The next run of the job, within five minutes, looks at every student by them: a rule that
 * was switched off closes its cases.
 */
export const setRules = command<typeof rulesForm, undefined, SchoolRules>({
  action: attentionActions.setRules,
  input: rulesForm,
  run: async ({ db, viewer, school, schoolId, input }) => {
    const rows = Object.entries(ruleOfField).map(([field, rule]) => ({
      schoolId,
      rule,
      ...input[field as keyof typeof input],
      changedByName: viewer.name,
    }))
    await db
      .insertInto('attentionRules')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['schoolId', 'rule']).doUpdateSet((row) => ({
          enabled: row.ref('excluded.enabled'),
          threshold: row.ref('excluded.threshold'),
          changedAt: new Date(),
          changedByName: viewer.name,
        })),
      )
      .execute()
    await db.updateTable('attentionSweeps').set({ sweptOn: null }).where('schoolId', '=', schoolId).execute()
    return { result: rulesOf(school, rows), ids: [schoolId], fields: Object.keys(ruleOfField) }
  },
})

function rulesOf(school: School, stored: Parameters<typeof settingsOf>[0]): SchoolRules {
  const rules = settingsOf(stored).map((setting) => ({ ...setting, available: hasRule(school, setting.rule) }))
  return { schoolId: school.id, rules }
}
