/** Runs every check of db/checks on every school and prints the violations. Exit code 1 when there are some. */
import { checkData } from '#platform/dataChecks.ts'
import { withDatabase } from './withDatabase.ts'

await withDatabase(async (database) => {
  const { checks, findings } = await checkData(database)
  for (const { check: name, schoolId, rows } of findings) {
    process.stdout.write(`${name}: school ${schoolId}: ${rows.length} ${rows.length === 1 ? 'row' : 'rows'}\n`)
    for (const row of rows.slice(0, 20)) process.stdout.write(`  ${JSON.stringify(row)}\n`)
  }
  const violations = findings.reduce((sum, { rows }) => sum + rows.length, 0)
  process.stdout.write(`${checks} checks, ${violations} violations\n`)
  return findings.length === 0 ? 0 : 1
})
