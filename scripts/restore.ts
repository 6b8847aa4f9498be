/**
 * `npm run restore -- --continuous [--until MOMENT] [--chain NAME]`: restores the continuous backup at BACKUP_URL
 * (restoreContinuous.ts).
 * `npm run restore -- FILE [--to NAME] [--other-key]`: restores a backup into the installation's own empty database or,
 * for a drill, into a new database NAME beside it. It verifies the whole file first, then runs every check and prints
 * the results.
 */
import { existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Manifest } from '#platform/backup/manifest.ts'
import { restoreBackup, type Restored } from '#platform/backup/restore.ts'
import { verifyBackup } from '#platform/backup/verify.ts'
import { CannotStart } from '#platform/cannotStart.ts'
import { type Config, loadConfig } from '#platform/config.ts'
import { findDatabaseFolders } from '#platform/database/databaseFolders.ts'
import { readErasures } from '#platform/erasures.ts'
import { operate, say, withOwner } from './operator.ts'
import { restoreFromUrl } from './restoreContinuous.ts'

const usage =
  'Usage: npm run restore -- FILE [--to NAME] [--other-key], or npm run restore -- --continuous [--until MOMENT] [--chain NAME]'

await operate(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      'other-key': { type: 'boolean', default: false },
      continuous: { type: 'boolean', default: false },
      until: { type: 'string' },
      chain: { type: 'string' },
    },
  })
  if (values.continuous) {
    if (positionals.length > 0 || values.to !== undefined) throw new CannotStart(usage)
    return restoreFromUrl(values)
  }
  const [file] = positionals
  if (file === undefined || positionals.length > 1) throw new CannotStart(usage)
  const started = performance.now()
  const manifest = await verifyBackup(file, process.env.BACKUP_KEY || undefined)
  say(
    `${file} is whole: of ${manifest.moment}, version ${manifest.version}, ${manifest.schools} schools, ${manifest.tables.length} tables`,
  )
  const config = configFor(values['other-key'])
  const options = { to: values.to, otherKey: values['other-key'], say }
  const restored = await fresh(config, values.to === undefined, () =>
    withOwner(config, (ownerUrl) => restoreBackup({ ownerUrl, path: file, manifest, config }, options)),
  )
  const erasures = (await readErasures(config)).length
  return report(restored, manifest, { erasures, seconds: (performance.now() - started) / 1000 })
})

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
  { tables, files, settled, newer, checks, findings }: Restored,
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
