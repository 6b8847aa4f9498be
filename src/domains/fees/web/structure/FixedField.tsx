import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useField } from '#ui/forms/field.ts'
import styles from './FixedField.module.css'
import { Radio, RadioGroup } from '#ui/kit/Checkbox.tsx'
import { FieldHint, GroupLabel } from '#ui/kit/Field.tsx'

/** The field that tells whether a fee has a fixed amount. `locked` says why it cannot be changed. */
export function FixedField({ locked }: { locked?: string | undefined }) {
  const { id, field, error, hint } = useField({ name: 'fixedAmount', label: t`Amount is`, hint: locked })
  return (
    <div>
      <GroupLabel id={`${id}-label`} required>
        <Trans>Amount is</Trans>
      </GroupLabel>
      <RadioGroup
        name={field.name}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        value={String(field.value)}
        onChange={(value) => field.onChange(value === 'true')}
        onBlur={field.onBlur}
        className={styles.choices}
      >
        <Radio ref={field.ref} value="true" label={t`Fixed`} disabled={locked !== undefined} />
        <Radio value="false" label={t`Not fixed`} disabled={locked !== undefined} />
      </RadioGroup>
      {hint && (
        <FieldHint id={`${id}-hint`} error={error}>
          {hint}
        </FieldHint>
      )}
    </div>
  )
}
