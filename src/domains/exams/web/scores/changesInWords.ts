import { t } from '@lingui/core/macro'
import { showMoment } from '#shared/dates.ts'

interface ChangeOfMark {
  id: string
  was: string
  value: string
  reason: string
  at: string
  changedByName: string
}

/** Returns the changes of one mark in words: what it was and is, who changed it when, and why. */
export function changesInWords(changes: readonly ChangeOfMark[]) {
  return changes.map(({ id, was, value, reason, at, changedByName }) => {
    const [before, after] = [was || '–', value || '–']
    return {
      key: id,
      title: was === '' ? after : t`${before} → ${after}`,
      details: [`${changedByName}, ${showMoment(at)}`, reason],
    }
  })
}
