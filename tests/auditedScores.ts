import { listAudit, viewAuditedScores } from '#domains/privacy/server/audit.queries.ts'
import type { TestWorld } from './world/testWorld.ts'

/**
 * Returns what the newest entry of the audit log shows of scores, each before and after:
 * `Asha Patil, Science: Notebook in Term 1: 3 > 4`.
 */
export async function auditedScores(world: TestWorld): Promise<string[]> {
  const call = await world.call('admin')
  const { rows } = await listAudit(call, world.own.id, { pageSize: 1 })
  const { total, scores } = await viewAuditedScores(call, world.own.id, { id: rows[0]!.id })
  const said = scores.map(({ studentName, place, was, value, reason }) =>
    [`${studentName}, ${place}: ${was} > ${value}`, reason].filter(Boolean).join(', '),
  )
  return total === said.length ? said : [`${total} of them`, ...said]
}
