import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  bringSecret,
  planRestore,
  refuseOtherSecretThan,
  restoreContinuous,
  type RestorePlan,
} from '#platform/backup/continuous/restoreContinuous.ts'
import { CannotStart } from '#platform/cannotStart.ts'
import { loadConfig } from '#platform/config.ts'
import { say } from './operator.ts'

/**
 * Restores the continuous backup of BACKUP_URL into a fresh DATA_DIR, completely or up to a moment.
 * @returns the exit code: 1 when a data check failed
 */
export async function restoreFromUrl(options: { until?: string; chain?: string }): Promise<number> {
  const { BACKUP_URL: backupUrl, BACKUP_KEY: backupKey, DATABASE_URL: databaseUrl } = process.env
  if (!backupUrl) throw new CannotStart('Set BACKUP_URL to the place of the backup.')
  if (databaseUrl)
    throw new CannotStart('Take DATABASE_URL away: a continuous backup is restored as the database that comes with Shala.')
  const started = performance.now()
  const until = options.until === undefined ? undefined : parseMoment(options.until)
  const { plan, objects } = await planRestore({ backupUrl, backupKey: backupKey || undefined, chain: options.chain, until }, say)
  const dataDir = resolve(process.env.DATA_DIR || './data')
  if (!process.env.SECRET_KEY && plan.secretKey === undefined && !existsSync(join(dataDir, 'secret.key')))
    throw new CannotStart('Set SECRET_KEY to the secret of the installation that was backed up: it is not in the backup.')
  if (!process.env.SECRET_KEY) await bringSecret(plan, dataDir)
  const config = loadConfig(process.env)
  refuseOtherSecretThan(plan, config.secrets)
  const restored = await restoreContinuous(objects, plan, config, say)
  for (const name of restored.newer) say(`  migration ${name} ran on the restored rows`)
  if (restored.missingFiles > 0) say(`  ${restored.missingFiles} uploaded files have a row and are not in the backup`)
  say(
    `  ${restored.settled.messages} messages waited to be sent, and ${restored.settled.mails} mails of documents: they are not sent by themselves (Messages, History: Unknown)`,
  )
  say('  everybody signs in again')
  for (const text of afterwards(plan)) say(`  ${text}`)
  const violations = restored.findings.reduce((sum, { rows }) => sum + rows.length, 0)
  for (const { check, schoolId, rows } of restored.findings) say(`  check ${check}: school ${schoolId}: ${rows.length} rows`)
  say(`  ${((performance.now() - started) / 1000).toFixed(1)} s`)
  say(
    `restored up to ${restored.lastCommit?.toISOString() ?? 'the base copy'} with ${restored.files} files, ${restored.checks} checks, ${violations} violations`,
  )
  return violations === 0 ? 0 : 1
}

function parseMoment(text: string): Date {
  // Without a time zone the moment would depend on the machine.
  const at = /(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at)) throw new CannotStart('--until must be a moment with its zone, such as 2026-11-22T10:30:00+05:30.')
  return new Date(at)
}

function afterwards({ until, safe }: RestorePlan): string[] {
  if (until !== undefined)
    return [
      `everything after ${until.toISOString()} is missing: later receipts are not in the data, and their numbers will be used again`,
      'students who were erased since are back: npm run erasures:apply, before anybody signs in',
    ]
  return [
    `the backup was complete up to ${safe?.at ?? 'its base copy'}; later receipts are not in the data, and their numbers will be used again`,
  ]
}
