import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useNavigate } from '#ui/navigation.tsx'
import type { TeachableItemPartsFragment } from '../lectures.graphql.ts'
import type { StartState } from '../startState.ts'
import styles from './StartBar.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Select } from '#ui/kit/Select.tsx'

interface StartBarProps {
  items: TeachableItemPartsFragment[]
  termId: string
  /** The lengths to choose from. */
  minutes: readonly number[]
  defaultMinutes: number
  onCancel: () => void
}

/** Starts a lecture of the chosen entries. Sits at the bottom of the window, within a thumb's reach. */
export function StartBar({ items, termId, minutes, defaultMinutes, onCancel }: StartBarProps) {
  const navigate = useNavigate()
  const [length, setLength] = useState(defaultMinutes)

  function start() {
    const state: StartState = {
      items,
      termId,
      minutes: length,
      startTime: new Date().toISOString(),
      key: crypto.randomUUID(),
    }
    navigate('/teacherLive', { state })
  }

  return (
    <section aria-label={t`Start a live lecture`} className={styles.section}>
      <div role="status" className={styles.box}>
        {t`${items.length} selected`}
      </div>
      {minutes.length > 1 && (
        <Select id="minutes" label={t`Length`} value={length} onChange={(event) => setLength(Number(event.target.value))} compact>
          {minutes.map((option) => (
            <option key={option} value={option}>
              {t`${option} min`}
            </option>
          ))}
        </Select>
      )}
      <div className={styles.row}>
        <Button onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button variant="primary" onClick={start}>
          <Trans>Start Live</Trans>
        </Button>
      </div>
    </section>
  )
}
