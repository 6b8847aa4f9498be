/**
 * `npm run erasures:apply [-- PATH]`: repeats, after a restore, the erasures of students that the backup does not
 * contain. Reads those in the storage of files, or the named list: the copy beside the backups, or the folder
 * `erasures` of the files before. Idempotent.
 */
import { reapplyErasures } from '#domains/privacy/server/reapplyErasures.ts'
import { erasuresToApply } from '#platform/erasures.ts'
import { withDatabase } from './withDatabase.ts'

await withDatabase(async (database, config) => {
  const erasures = await erasuresToApply(config, process.argv[2])
  const { erased, nothing } = await reapplyErasures(database, config, erasures)
  process.stdout.write(`${erased} erased again, ${nothing} needed nothing\n`)
  return 0
})
