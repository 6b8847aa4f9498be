import { t } from '@lingui/core/macro'
import { showMoment } from '#shared/dates.ts'
import { ageInWords } from './ageInWords.ts'
import type { BackupStatusQuery } from './schools.graphql.ts'

type BackupStatus = BackupStatusQuery['backupStatus']

interface BackupStatusMessage {
  severity: 'success' | 'info' | 'warning' | 'error'
  text: string
}

/** A safe moment that is late by more than this is an error, as it is for the alert. */
const alertAfterMs = 10 * 60_000

/** Returns the status of the backup: how much work would be lost if the disk failed now. */
export function backupStatusMessage({
  state,
  safeAt,
  everyMinutes,
  serverNow,
  trouble,
  nightlyAt,
}: BackupStatus): BackupStatusMessage {
  const nightly =
    nightlyAt === null ? t`There is no nightly backup either.` : t`The last nightly backup is of ${showMoment(nightlyAt)}.`
  if (state === 'OFF')
    return {
      severity: 'warning',
      text: t`Regular backups are off: if the disk fails, everything since the last backup is lost. ${nightly} To turn them on, see BACKUP_EVERY in docs/settings.md.`,
    }
  // The reason is a sentence of its own, from the server.
  const withReason = (text: string) => (trouble === null ? text : `${text} ${trouble}`)
  if (state === 'STARTING' || safeAt === null)
    return {
      severity: trouble === null ? 'info' : 'error',
      text: withReason(t`Regular backups are on, but the first one is not complete yet.`),
    }
  const ageMs = Math.max(0, Date.parse(serverNow) - Date.parse(safeAt))
  const age = ageInWords(ageMs)
  const moment = showMoment(safeAt)
  if (ageMs > everyMinutes * 60_000 + alertAfterMs)
    return {
      severity: 'error',
      text: withReason(t`The backup has stopped: if the disk fails now, everything since ${moment} (${age}) is lost.`),
    }
  return {
    severity: trouble === null ? 'success' : 'warning',
    text: withReason(t`Backup: everything up to ${moment} is safe (${age} ago).`),
  }
}
