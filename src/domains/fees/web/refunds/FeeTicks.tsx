import { useId } from 'react'
import type { FieldValues } from 'react-hook-form'
import { type FieldProps, useField } from '#ui/forms/field.ts'
import { Checkbox } from '#ui/kit/Checkbox.tsx'
import { FieldHint, GroupLabel } from '#ui/kit/Field.tsx'
import styles from './FeeTicks.module.css'

interface FeeTicksProps<Values extends FieldValues> extends FieldProps<Values> {
  fees: readonly { feeId: string; title: string; amount: string }[]
}

/** Fees to tick, each with an amount. The form holds the ids of the ticked ones. */
export function FeeTicks<Values extends FieldValues>(props: FeeTicksProps<Values>) {
  const { label, fees, required = false, disabled = false } = props
  const { field, error, hint } = useField<Values>(props)
  const hintId = useId()
  const ticked = new Set<string>((field.value ?? []).map(String))
  const toggle = (feeId: string) => {
    if (!ticked.delete(feeId)) ticked.add(feeId)
    field.onChange(fees.filter((fee) => ticked.has(fee.feeId)).map((fee) => fee.feeId))
  }
  return (
    <fieldset className={styles.fees} aria-describedby={hint ? hintId : undefined} disabled={disabled}>
      <GroupLabel as="legend" required={required}>
        {label}
      </GroupLabel>
      <ul className={styles.list}>
        {fees.map(({ feeId, title, amount }, index) => (
          <li key={feeId}>
            <Checkbox
              className={styles.fee}
              label={
                <>
                  <span>{title}</span> <span className={styles.amount}>{amount}</span>
                </>
              }
              checked={ticked.has(feeId)}
              onChange={() => toggle(feeId)}
              onBlur={field.onBlur}
              ref={index === 0 ? field.ref : undefined}
            />
          </li>
        ))}
      </ul>
      {hint && (
        <FieldHint id={hintId} error={error}>
          {hint}
        </FieldHint>
      )}
    </fieldset>
  )
}
