/** Runs every check of db/checks on every school once and prints what it finds; exit code 1 when there is something. */
import { checkData } from '../src/platform/dataChecks.ts'
import { withDatabase } from './withDatabase.ts'

await withDatabase(async (database) => {
  const { checks, schools, findings } = await checkData(database)
  for (const { check: name, schoolId, rows } of findings) {
    process.stdout.write(`${name}: school ${schoolId}: ${rows.length} ${rows.length === 1 ? 'row' : 'rows'}\n`)
    for (const row of rows.slice(0, 20)) process.stdout.write(`  ${JSON.stringify(row)}\n`)
  }
  process.stdout.write(
    `${checks} checks of ${schools} schools: ${findings.length === 0 ? 'nothing found' : `${findings.length} found something`}\n`,
  )
  return findings.length === 0 ? 0 : 1
})
