import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { useField } from '#ui/forms/field.ts'
import { type CardField, cardFieldNames, cardFields, type CardHolderKind, fieldIsOf } from '../../cardFields.ts'
import type { DesignValues } from './designForm.ts'
import styles from './FieldsField.module.css'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { ArrowDownIcon, ArrowUpIcon } from '#ui/kit/icons.ts'
import { Checkbox } from '#ui/kit/Checkbox.tsx'
import { FieldHint, GroupLabel } from '#ui/kit/Field.tsx'

/** A form field for the card's fields. The chosen ones come first and can be moved up and down. */
export function FieldsField({ holder }: { holder: CardHolderKind }) {
  const { field, error, hint } = useField<DesignValues>({ name: 'fields', label: t`On the card` })
  const labelId = useId()
  const chosen = (field.value as CardField[]).filter((name) => fieldIsOf(name, holder))
  const others = cardFieldNames.filter((name) => fieldIsOf(name, holder) && !chosen.includes(name))

  function move(index: number, by: 1 | -1) {
    const next = [...chosen]
    const [moved] = next.splice(index, 1)
    if (moved) next.splice(index + by, 0, moved)
    field.onChange(next)
  }

  return (
    <div role="group" aria-labelledby={labelId}>
      <GroupLabel id={labelId}>
        <Trans>On the card, besides photo and name</Trans>
      </GroupLabel>
      <div className={styles.column}>
        {[...chosen, ...others].map((name, index) => {
          const on = index < chosen.length
          return (
            <div key={name} className={styles.row}>
              <Checkbox
                checked={on}
                onChange={() => field.onChange(on ? chosen.filter((other) => other !== name) : [...chosen, name])}
                className={styles.box}
                label={choiceLabel(name)}
              />
              {on && (
                <>
                  <IconButton
                    size="small"
                    aria-label={t`${choiceLabel(name)}: up`}
                    disabled={index === 0}
                    onClick={() => move(index, -1)}
                  >
                    <ArrowUpIcon size={20} />
                  </IconButton>
                  <IconButton
                    size="small"
                    aria-label={t`${choiceLabel(name)}: down`}
                    disabled={index === chosen.length - 1}
                    onClick={() => move(index, 1)}
                  >
                    <ArrowDownIcon size={20} />
                  </IconButton>
                </>
              )}
            </div>
          )
        })}
      </div>
      {hint && <FieldHint error={error}>{hint}</FieldHint>}
    </div>
  )
}

function choiceLabel(field: CardField): string {
  const { label, choice }: { label: string; choice?: string } = cardFields[field]
  return choice ?? label
}
