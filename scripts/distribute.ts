/**
 * `npm run db:distribute`: distributes the tables over the nodes of the Citus cluster whose coordinator is
 * DATABASE_URL, with all rows of a school on one node. Can be repeated after an interruption, and to print the
 * distribution.
 */
import { CannotStart } from '#platform/cannotStart.ts'
import { loadConfig } from '#platform/config.ts'
import { distribute } from '#platform/database/citus/distribute.ts'
import { migrate } from '#platform/database/migrate.ts'
import { operate, say, withOwner } from './operator.ts'

await operate(async () => {
  const config = loadConfig(process.env)
  if (config.databaseUrl === undefined)
    throw new CannotStart(
      'The database that comes with Shala is one machine. Name the coordinator of a Citus cluster with DATABASE_URL.',
    )
  const { distributed, reference, left } = await withOwner(config, async (ownerUrl) => {
    await migrate(ownerUrl, config.secrets)
    return distribute(ownerUrl, say)
  })
  for (const table of left) say(`left: ${table}`)
  say(`distributed ${distributed} tables, ${reference} reference, ${left.length} left`)
  return left.length === 0 ? 0 : 1
})
