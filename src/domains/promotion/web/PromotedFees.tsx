import { plural, t } from '@lingui/core/macro'
import { useState } from 'react'
import { showCount } from '#shared/counts.ts'
import { showMoney } from '#shared/money.ts'
import type { PreviewPromotionQuery } from './promotion.graphql.ts'
import styles from './PromotedFees.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'

type Totals = NonNullable<PreviewPromotionQuery['previewPromotion']['totals']>

/** What the promoted students pay in both terms, with a warning that names those whose fees fall. */
export function PromotedFees({ totals: { before, after, falling, fallingStudents } }: { totals: Totals }) {
  const [open, setOpen] = useState(false)
  const more = falling - fallingStudents.length
  return (
    <>
      <Text>{t`Their fees: ${showMoney(before)} a year become ${showMoney(after)}.`}</Text>
      {falling > 0 && (
        <Alert
          kind="warning"
          action={
            <Button variant="quiet" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? t`Hide` : t`Show names`}
            </Button>
          }
        >
          {plural(falling, {
            one: '# student would pay less than before.',
            other: '# students would pay less than before.',
          })}
          {open && (
            <ul className={styles.list}>
              {fallingStudents.map(({ studentName, target, before: less, after: now }, index) => (
                <li key={index}>{t`${studentName}, to ${target}: ${showMoney(less)} → ${showMoney(now)}`}</li>
              ))}
              {more > 0 && <li>{t`and ${showCount(more)} more`}</li>}
            </ul>
          )}
        </Alert>
      )}
    </>
  )
}
