import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { showMoney, subtractMoney } from '#shared/money.ts'
import { formatMoneyInput, parseMoneyInput } from '#ui/forms/moneyInput.ts'
import styles from './CashGiven.module.css'
import { TextField } from '#ui/kit/TextField.tsx'

/** What the payer hands over, to read off the change. It is not stored. */
export function CashGiven({ amount }: { amount: number | string }) {
  const [typed, setTyped] = useState('')
  const given = parseMoneyInput(typed)
  const change = typeof given === 'number' && typeof amount === 'number' ? subtractMoney(given, amount) : null
  return (
    <TextField
      label={t`Cash given (optional)`}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => setTyped(formatMoneyInput(given))}
      hint={
        change === null ? undefined : change < 0 ? (
          <Trans>{showMoney(-change)} short</Trans>
        ) : (
          <Trans>
            Give back <strong className={styles.change}>{showMoney(change)}</strong>
          </Trans>
        )
      }
      start="₹"
      look="amount"
      inputMode="decimal"
      autoComplete="off"
    />
  )
}
