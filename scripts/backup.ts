/**
 * `npm run backup [-- --to FILE|FOLDER] [--keep N]`: writes all data of the installation into one file, while it runs.
 * Without --to it writes into DATA_DIR/backups and keeps the last 14.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeBackup } from '#platform/backup/backup.ts'
import { noteBackup } from '#platform/backup/lastBackup.ts'
import { CannotStart } from '#platform/cannotStart.ts'
import { loadConfig } from '#platform/config.ts'
import { operate, say, withOwner } from './operator.ts'

await operate(async () => {
  const { values } = parseArgs({ options: { to: { type: 'string' }, keep: { type: 'string', default: '14' } } })
  const keep = Number(values.keep)
  if (!Number.isInteger(keep) || keep < 1) throw new CannotStart('--keep must be a whole number, 1 or more.')
  const dataDir = process.env.DATA_DIR ?? './data'
  if (!process.env.DATABASE_URL && !existsSync(dataDir)) throw new CannotStart(`There is nothing to back up in ${dataDir}.`)
  const config = loadConfig(process.env)
  const started = performance.now()
  const { path, size, manifest, troubles } = await withOwner(config, (ownerUrl) =>
    makeBackup(ownerUrl, config, { to: values.to ?? join(config.dataDir, 'backups/'), keep, say }),
  )
  const { tables, files, schools, moment } = manifest
  noteBackup(config.dataDir, moment)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  if (files.kept === 'bucket')
    say(`${files.count} files stay in the bucket, which has a backup of its own; their keys are in this one.`)
  if (config.backupKey === undefined)
    say('The file is not encrypted (BACKUP_KEY is not set): whoever can read it reads the data of the children in it.')
  say(`Keep SECRET_KEY apart from it: it is not inside, and without it the sealed values cannot be opened.`)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const megabytes = (size / 1e6).toFixed(1)
  const memory = Math.round(process.resourceUsage().maxRSS / 1024)
  say(`${path}: of ${moment}, ${schools} schools, ${megabytes} MB, ${seconds} s, ${memory} MB of memory at most`)
  const kept = files.kept === 'folder' ? files.count : 0
  say(`backed up ${rows} rows of ${tables.length} tables and ${kept} files`)
  for (const trouble of troubles) process.stderr.write(`${trouble}\n`)
  return troubles.length === 0 ? 0 : 1
})
