import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { KeyboardEvent } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { showMoney, sumMoney } from '#shared/money.ts'
import { useField } from '#ui/forms/field.ts'
import { TextField } from '#ui/kit/TextField.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Cell, HeadCell, Table } from '#ui/kit/Table.tsx'
import { type Denomination, denominations, valueOfNotes } from '../../cashier.rules.ts'
import styles from './CountTable.module.css'
import { countIn, type TypedNotes } from './typedNotes.ts'

/** The table in which notes and coins are counted, and those of them that go to the bank. Enter goes down a column. */
export function CountTable() {
  const { setValue } = useFormContext()
  const [notes, deposit]: [TypedNotes, TypedNotes] = useWatch({ name: ['notes', 'deposit'] })
  const sumOf = (typed: TypedNotes) =>
    showMoney(sumMoney(denominations.map((denomination) => valueOfNotes(denomination, countIn(typed, denomination)))))
  return (
    <>
      <Table aria-label={t`Notes and coins`} className={styles.table} onKeyDown={goDown}>
        <thead>
          <tr>
            <HeadCell className={styles.value}>
              <Trans>Value</Trans>
            </HeadCell>
            <HeadCell className={styles.count}>
              <Trans>Counted</Trans>
            </HeadCell>
            <HeadCell end>
              <Trans>Amount</Trans>
            </HeadCell>
            <HeadCell className={styles.count}>
              <Trans>To the bank</Trans>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {denominations.map((denomination) => (
            <CountRow key={denomination} denomination={denomination} notes={notes} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <Cell as="th" scope="row" colSpan={2}>
              <Trans>Counted</Trans>
            </Cell>
            <Cell end className={styles.sum}>
              {sumOf(notes)}
            </Cell>
            <Cell end className={styles.sum}>
              {sumOf(deposit)}
            </Cell>
          </tr>
        </tfoot>
      </Table>
      <div className={styles.all}>
        <Button
          size="small"
          variant="quiet"
          onClick={() => setValue('deposit', notes, { shouldDirty: true, shouldValidate: true })}
        >
          <Trans>All to the bank</Trans>
        </Button>
      </div>
    </>
  )
}

function CountRow({ denomination, notes }: { denomination: Denomination; notes: TypedNotes }) {
  const value = `₹${denomination}`
  const count = countIn(notes, denomination)
  return (
    <tr>
      <Cell as="th" scope="row" className={styles.value}>
        {value}
      </Cell>
      <Cell className={styles.count}>
        <CountField name={`notes.n${denomination}`} label={t`Number of ${value}`} />
      </Cell>
      <Cell end className={styles.amount}>
        {count > 0 && showMoney(valueOfNotes(denomination, count))}
      </Cell>
      <Cell className={styles.count}>
        <CountField name={`deposit.n${denomination}`} label={t`Number of ${value} to the bank`} />
      </Cell>
    </tr>
  )
}

function CountField({ name, label }: { name: string; label: string }) {
  const { id, field, error, hint } = useField({ name, label })
  return (
    <TextField
      {...field}
      value={field.value ?? ''}
      id={id}
      label={label}
      hideLabel
      placeholder="0"
      inputMode="numeric"
      autoComplete="off"
      look="amount"
      error={error}
      hint={hint}
    />
  )
}

/** Enter goes to the next value of the column. It does not send the form, because a drawer is counted by Enter. */
function goDown(event: KeyboardEvent<HTMLTableElement>) {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
  event.preventDefault()
  const [column = ''] = event.target.name.split('.')
  const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>(`input[name^="${column}."]`)]
  fields[fields.indexOf(event.target) + 1]?.focus()
}
