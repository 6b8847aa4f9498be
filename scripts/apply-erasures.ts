/**
 * `npm run erasures:apply [-- FILE]`: repeats, after a restore, the erasures of students that the backup does not
 * contain. Reads DATA_DIR/erasures.csv, or the named list, such as the copy beside the backups. Idempotent.
 */
import { reapplyErasures } from '#domains/privacy/server/reapplyErasures.ts'
import { erasureList } from '#platform/erasures.ts'
import { withDatabase } from './withDatabase.ts'

await withDatabase(async (database, config) => {
  const { erased, nothing } = await reapplyErasures(database, config, erasureList(config, process.argv[2]))
  process.stdout.write(`${erased} erased again, ${nothing} needed nothing\n`)
  return 0
})
