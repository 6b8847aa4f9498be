import { countWithNoun } from '#shared/plural.ts'
import { showMoment } from '#shared/dates.ts'
import type { BackupStatusQuery } from './schools.graphql.ts'

type Status = BackupStatusQuery['backupStatus']

interface BackupWords {
  severity: 'success' | 'info' | 'warning' | 'error'
  text: string
}

/** An older last safe moment is alerted of. */
const oldMs = 10 * 60_000

/** Says what a disk that dies now would cost. */
export function backupWords({ state, safeAt, serverNow, trouble, nightlyAt }: Status): BackupWords {
  const nightly =
    nightlyAt === null ? 'There is no nightly backup either.' : `The last nightly backup is of ${showMoment(nightlyAt)}.`
  if (state === 'OFF')
    return {
      severity: 'warning',
      text: `Continuous backup is off: a disk that dies takes everything since the last backup. ${nightly} How to turn it on: BACKUP_URL in docs/settings.md.`,
    }
  const suffix = trouble === null ? '' : ` ${trouble}`
  if (state === 'STARTING' || safeAt === null)
    return {
      severity: trouble === null ? 'info' : 'error',
      text: `Continuous backup has been turned on, and its first copy is not complete yet.${suffix}`,
    }
  const ageMs = Math.max(0, Date.parse(serverNow) - Date.parse(safeAt))
  if (ageMs > oldMs)
    return {
      severity: 'error',
      text: `Continuous backup has stopped: a disk that dies now takes everything since ${showMoment(safeAt)} (${ageText(ageMs)}).${suffix}`,
    }
  return {
    severity: trouble === null ? 'success' : 'warning',
    text: `Continuous backup: everything up to ${showMoment(safeAt)} is safe (${ageText(ageMs)} ago).${suffix}`,
  }
}

function ageText(ms: number): string {
  const [count, unit] =
    ms < 60_000
      ? [Math.round(ms / 1000), 'second']
      : ms < 2 * 3_600_000
        ? [Math.round(ms / 60_000), 'minute']
        : [Math.round(ms / 3_600_000), 'hour']
  return countWithNoun(count, unit)
}
