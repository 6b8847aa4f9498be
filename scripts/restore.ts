/**
 * `npm run restore -- FILE|FOLDER [--until MOMENT] [--to NAME] [--other-key]`: restores a backup, or the newest one of
 * a folder (of MOMENT or before), into the installation's own empty database or, for a drill, into a new database NAME
 * beside it. It verifies the whole file first, then runs every check and prints the results.
 */
import { existsSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { reapplyErasures } from '#domains/privacy/server/reapplyErasures.ts'
import type { Manifest } from '#platform/backup/manifest.ts'
import { restoreBackup, type Restored } from '#platform/backup/restore.ts'
import { findBackup } from '#platform/backup/findBackup.ts'
import { CannotStart } from '#platform/cannotStart.ts'
import { type Config, loadConfig } from '#platform/config.ts'
import { appUrl, Database } from '#platform/database/connect.ts'
import { findDatabaseFolders } from '#platform/database/databaseFolders.ts'
import { erasuresToApply, readErasures } from '#platform/erasures.ts'
import { operate, say, withOwner } from './operator.ts'

const usage = 'Usage: npm run restore -- FILE|FOLDER [--until MOMENT] [--to NAME] [--other-key]'

await operate(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      'other-key': { type: 'boolean', default: false },
      until: { type: 'string' },
    },
  })
  const [from] = positionals
  if (from === undefined || positionals.length > 1) throw new CannotStart(usage)
  const started = performance.now()
  const until = values.until === undefined ? undefined : parseMoment(values.until)
  const { path: file, manifest } = await findBackup(from, process.env.BACKUP_KEY || undefined, until)
  say(
    `${file} is whole: of ${manifest.moment}, version ${manifest.version}, ${manifest.schools} schools, ${manifest.tables.length} tables`,
  )
  const config = configFor(values['other-key'])
  const options = { to: values.to, otherKey: values['other-key'], say }
  const restored = await fresh(config, values.to === undefined, () =>
    withOwner(config, async (ownerUrl) => {
      const restored = await restoreBackup({ ownerUrl, path: file, manifest, config }, options)
      // A drill's files are not where these settings say.
      if (values.to === undefined) await eraseAgain(ownerUrl, config, join(dirname(resolve(file)), 'erasures.csv'))
      return restored
    }),
  )
  const erasures = (await readErasures(config)).length
  return report(restored, manifest, { erasures, seconds: (performance.now() - started) / 1000 })
})

/** Erases the students again whom the list beside the backup names, as npm run erasures:apply does. */
async function eraseAgain(ownerUrl: string, config: Config, list: string): Promise<void> {
  if (!existsSync(list)) return
  const database = new Database(appUrl(ownerUrl, config.secrets), { connections: 1, onError: () => undefined })
  try {
    const { erased } = await reapplyErasures(database, config, await erasuresToApply(config, list))
    say(`  ${erased} students were erased again, by the list beside the backup (${list})`)
  } finally {
    await database.close()
  }
}

/** Parses --until. */
function parseMoment(text: string): Date {
  // Without a time zone the moment would depend on the machine.
  const at = /(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at)) throw new CannotStart('--until must be a moment with its zone, such as 2026-11-22T10:30:00+05:30.')
  return new Date(at)
}

/** Reads the configuration without creating a secret, because a new folder would get a new one, not the backup's. */
function configFor(otherKey: boolean): Config {
  const dataDir = resolve(process.env.DATA_DIR || './data')
  if (!process.env.SECRET_KEY && !existsSync(join(dataDir, 'secret.key')) && !otherKey)
    throw new CannotStart(
      `Set SECRET_KEY to the secret of the installation that was backed up, or put its secret.key into ${dataDir}: without it the sealed values do not open.`,
    )
  return loadConfig(process.env)
}

/** Runs the restore, and deletes a database folder that it created when it fails. */
async function fresh<T>(config: Config, own: boolean, run: () => Promise<T>): Promise<T> {
  const cluster = own && config.databaseUrl === undefined ? findDatabaseFolders(config.dataDir).cluster : undefined
  const existed = cluster === undefined || existsSync(cluster)
  try {
    return await run()
  } catch (error) {
    if (!existed && cluster !== undefined) rmSync(cluster, { recursive: true, force: true })
    throw error
  }
}

function report(
  { tables, files, lostFiles, settled, newer, checks, findings }: Restored,
  manifest: Manifest,
  { erasures, seconds }: { erasures: number; seconds: number },
): number {
  const filled = tables.filter(({ restored }) => restored > 0)
  for (const { name, restored } of filled) say(`  ${name}: ${restored} rows`)
  say(
    `  ${tables.length - filled.length} more tables are empty, as in the backup; sessions are not in a backup: everybody signs in again`,
  )
  for (const name of newer) say(`  migration ${name} ran on the restored rows`)
  if (manifest.files.kept === 'bucket') say(`  ${manifest.files.count} files are in the bucket, and not in the backup`)
  if (lostFiles.length > 0)
    say(`  ${lostFiles.length} files are not readable beside the backup (school and id): ${lostFiles.slice(0, 20).join(', ')}`)
  if (manifest.files.missing > 0) say(`  ${manifest.files.missing} files had been removed while the backup was written`)
  say(
    `  ${settled.messages} messages waited to be sent, and ${settled.mails} mails of documents: nobody knows whether they were since, so they are not sent by themselves (Messages, History: Unknown)`,
  )
  say(
    `  the data is as of ${manifest.moment}: receipts and other documents issued later are missing, and their numbers will be used again`,
  )
  say(`  ${erasuresSaid(erasures)}`)
  const violations = findings.reduce((sum, { rows }) => sum + rows.length, 0)
  for (const { check, schoolId, rows } of findings) say(`  check ${check}: school ${schoolId}: ${rows.length} rows`)
  say(`  ${seconds.toFixed(1)} s`)
  const rows = tables.reduce((sum, table) => sum + table.restored, 0)
  say(`restored ${rows} rows of ${tables.length} tables and ${files} files, ${checks} checks, ${violations} violations`)
  return violations === 0 ? 0 : 1
}

/**
 * Returns a reminder about students who were erased after the backup was made and are back now. The list of erasures
 * belongs to the installation and is in no backup.
 */
function erasuresSaid(count: number): string {
  return count === 0
    ? 'No erasures are noted with the files. If the installation that was backed up has such a list, beside its backups or in the folder erasures of its files: npm run erasures:apply -- PATH'
    : `${count} erasures of students are noted with the files; those after the backup are undone by it. Carry them out again before anybody signs in: npm run erasures:apply`
}
