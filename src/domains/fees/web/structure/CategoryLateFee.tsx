import { t } from '@lingui/core/macro'
import { useWatch } from 'react-hook-form'
import { FormWide } from '#ui/forms/CommandForm.tsx'
import { MoneyField } from '#ui/forms/MoneyField.tsx'
import { SelectField } from '#ui/forms/SelectField.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import type { FeeCategoryWithLateFeeFragment } from './feeCategories.graphql.ts'

/** The values of the late fee fields. */
export interface LateFeeValues {
  /** '' for no late fee. */
  kind: 'FLAT' | 'BY_DAY' | ''
  amount: number | ''
  graceDays: number | string
  max: number | ''
}

/** Returns the values of the late fee fields for a category, or for a new one. */
export function lateFeeValues(category: FeeCategoryWithLateFeeFragment | null): LateFeeValues {
  const rule = category?.lateFee
  if (!rule) return { kind: '', amount: '', graceDays: '0', max: '' }
  return { kind: rule.kind, amount: rule.amount, graceDays: String(rule.graceDays), max: rule.max ?? '' }
}

/** The fields that say what is paid on top of the fees of a category when they are overdue. */
export function CategoryLateFee() {
  const kind: LateFeeValues['kind'] = useWatch({ name: 'lateFee.kind' })
  return (
    <>
      <FormWide>
        <SelectField
          name="lateFee.kind"
          label={t`Late Fee`}
          emptyLabel={t`No late fee`}
          options={[
            { value: 'FLAT', label: t`Once for each overdue fee` },
            { value: 'BY_DAY', label: t`For each day that a fee is overdue` },
          ]}
          hint={kind === '' ? undefined : t`It applies to all overdue fees of this category, also to those that are overdue now`}
        />
      </FormWide>
      {kind !== '' && (
        <>
          <MoneyField name="lateFee.amount" label={kind === 'FLAT' ? t`Late fee of one fee` : t`Late fee a day`} required />
          <TextField
            name="lateFee.graceDays"
            label={t`Days of grace`}
            required
            inputMode="numeric"
            autoComplete="off"
            hint={t`Days after the due date without a late fee`}
          />
        </>
      )}
      {kind === 'BY_DAY' && <MoneyField name="lateFee.max" label={t`Highest late fee of one fee`} required />}
    </>
  )
}
