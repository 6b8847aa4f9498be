import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { type MissingPart, missingPartsMessage } from '../../certificates.rules.ts'
import styles from './MissingParts.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { AddIcon } from '#ui/kit/icons.ts'

export interface MissingPartsProps {
  missing: readonly MissingPart[]
  labelOf: (name: string) => string
  /** Number of attempts to save with these parts missing. */
  refusals: number
  onInsert: (field: string) => void
}

/** Shows the parts that a layout lacks, each with a button that inserts it at the cursor. */
export function MissingParts({ missing, labelOf, refusals, onInsert }: MissingPartsProps) {
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusals > 0) alert.current?.focus()
  }, [refusals])
  if (missing.length === 0) return null
  return (
    <Alert ref={alert} kind={refusals > 0 ? 'error' : 'info'} tabIndex={-1}>
      {missingPartsMessage(missing)} <Trans>Click on the paper where each belongs, then insert it:</Trans>
      <div className={styles.row}>
        {missing.map(({ field }) => (
          <Button key={field} size="small" icon={<AddIcon />} onClick={() => onInsert(field)}>
            {labelOf(field)}
          </Button>
        ))}
      </div>
    </Alert>
  )
}
