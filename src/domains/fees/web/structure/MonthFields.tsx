import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useField } from '#ui/forms/field.ts'
import { type Month, schoolYearMonths, showMonth } from '../../months.ts'
import { monthOptions } from './structureTexts.ts'
import styles from './MonthFields.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { CheckIcon } from '#ui/kit/icons.ts'
import { ChipButton } from '#ui/kit/Chip.tsx'
import { FieldHint, GroupLabel } from '#ui/kit/Field.tsx'
import { Select } from '#ui/kit/Select.tsx'

/** A field for several months; the form value is a list. */
export function MonthsField() {
  const { id, field, error, hint } = useField({ name: 'months', label: t`Months` })
  const chosen: readonly Month[] = field.value ?? []
  const allChosen = chosen.length === schoolYearMonths.length
  const toggle = (month: Month) =>
    field.onChange(chosen.includes(month) ? chosen.filter((other) => other !== month) : [...chosen, month])
  return (
    <fieldset className={styles.fieldset}>
      <GroupLabel as="legend" id={`${id}-label`} required>
        <Trans>Months</Trans>
      </GroupLabel>
      <div className={styles.row}>
        {schoolYearMonths.map((month, index) => {
          const isChosen = chosen.includes(month)
          return (
            <ChipButton
              key={month}
              label={showMonth(month)}
              pressed={isChosen}
              {...(isChosen ? { icon: <CheckIcon /> } : {})}
              onClick={() => toggle(month)}
              onBlur={field.onBlur}
              className={styles.chip}
              {...(index === 0 ? { ref: field.ref } : {})}
            />
          )
        })}
        <Button variant="quiet" size="small" onClick={() => field.onChange(allChosen ? [] : [...schoolYearMonths])}>
          {allChosen ? t`No months` : t`All months`}
        </Button>
      </div>
      {hint && <FieldHint error={error}>{hint}</FieldHint>}
    </fieldset>
  )
}

/** A field for one month or none; the form value is a list. */
export function OneMonthField() {
  const { id, field, error, hint } = useField({
    name: 'months',
    label: t`Month`,
    hint: t`The month in which it is due, if there is one`,
  })
  const chosen: readonly Month[] = field.value ?? []
  return (
    <Select
      id={id}
      label={t`Month`}
      value={chosen[0] ?? ''}
      onChange={(event) => field.onChange(event.target.value === '' ? [] : [event.target.value])}
      onBlur={field.onBlur}
      ref={field.ref}
      error={error}
      hint={hint}
    >
      <option value="">{t`None`}</option>
      {monthOptions.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  )
}
