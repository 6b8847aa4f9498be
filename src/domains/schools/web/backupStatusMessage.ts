import { countWithNoun } from '#shared/plural.ts'
import { showMoment } from '#shared/dates.ts'
import type { BackupStatusQuery } from './schools.graphql.ts'

type BackupStatus = BackupStatusQuery['backupStatus']

interface BackupStatusMessage {
  severity: 'success' | 'info' | 'warning' | 'error'
  text: string
}

/** A last safe moment older than this is an error. */
const alertAfterMs = 10 * 60_000

/** Returns the status of the backup: how much work would be lost if the disk failed now. */
export function backupStatusMessage({ state, safeAt, serverNow, trouble, nightlyAt }: BackupStatus): BackupStatusMessage {
  const nightly =
    nightlyAt === null ? 'There is no nightly backup either.' : `The last nightly backup is of ${showMoment(nightlyAt)}.`
  if (state === 'OFF')
    return {
      severity: 'warning',
      text: `Continuous backup is off: if the disk fails, everything since the last backup is lost. ${nightly} To turn it on, see BACKUP_URL in docs/settings.md.`,
    }
  const suffix = trouble === null ? '' : ` ${trouble}`
  if (state === 'STARTING' || safeAt === null)
    return {
      severity: trouble === null ? 'info' : 'error',
      text: `Continuous backup is on, but its first copy is not complete yet.${suffix}`,
    }
  const ageMs = Math.max(0, Date.parse(serverNow) - Date.parse(safeAt))
  if (ageMs > alertAfterMs)
    return {
      severity: 'error',
      text: `Continuous backup has stopped: if the disk fails now, everything since ${showMoment(safeAt)} (${formatAge(ageMs)}) is lost.${suffix}`,
    }
  return {
    severity: trouble === null ? 'success' : 'warning',
    text: `Continuous backup: everything up to ${showMoment(safeAt)} is safe (${formatAge(ageMs)} ago).${suffix}`,
  }
}

function formatAge(ms: number): string {
  const [count, unit] =
    ms < 60_000
      ? [Math.round(ms / 1000), 'second']
      : ms < 2 * 3_600_000
        ? [Math.round(ms / 60_000), 'minute']
        : [Math.round(ms / 3_600_000), 'hour']
  return countWithNoun(count, unit)
}
