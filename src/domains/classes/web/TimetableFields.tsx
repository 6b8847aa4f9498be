import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { SelectField } from '#ui/forms/SelectField.tsx'
import { TimeField } from '#ui/forms/TimeField.tsx'
import { weekdayName } from '#shared/dates.ts'
import { defaultSlot, type Slot, weekdays } from '../classes.rules.ts'
import { Stack } from '#ui/kit/Stack.tsx'
import styles from './TimetableFields.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { AddIcon, DeleteIcon } from '#ui/kit/icons.ts'
import { Tooltip } from '#ui/kit/Tooltip.tsx'
import { IconButton } from '#ui/kit/IconButton.tsx'

/** A slot in a form, where the day is text. */
export interface SlotInput {
  day: string
  start: string
  end: string
}

const days = weekdays.map((day) => ({ value: String(day), label: weekdayName(day) }))

export function slotInput({ day, start, end }: Slot): SlotInput {
  return { day: String(day), start, end }
}

/** Returns the default for another slot: the day after the last one, at the same time. */
function nextSlot(last: SlotInput | undefined): SlotInput {
  if (!last) return slotInput(defaultSlot)
  return { ...last, day: String((Number(last.day) + 1) % 7) }
}

/** The fields for a subject's slots, in the form's field `timetable`. */
export function TimetableFields() {
  const { getValues } = useFormContext<{ timetable: SlotInput[] }>()
  const { fields, append, remove } = useFieldArray<{ timetable: SlotInput[] }>({ name: 'timetable' })
  const titleId = useId()
  return (
    <Stack role="group" aria-labelledby={titleId} gap={4}>
      <div className={styles.row}>
        <Text id={titleId} size="small" as="h3">
          <Trans>Timetable</Trans>
        </Text>
        <Button variant="quiet" size="small" icon={<AddIcon />} onClick={() => append(nextSlot(getValues('timetable').at(-1)))}>
          <Trans>Add Slot</Trans>
        </Button>
      </div>
      {fields.length === 0 && (
        <Text tone="quiet" size="small">
          <Trans>This subject has no fixed time.</Trans>
        </Text>
      )}
      {fields.map((field, index) => (
        <div key={field.id} role="group" aria-label={t`Slot ${index + 1}`} className={styles.grid}>
          <div className={styles.box}>
            <SelectField name={`timetable.${index}.day`} label={t`Day`} options={days} />
          </div>
          <div className={styles.start}>
            <TimeField name={`timetable.${index}.start`} label={t`From`} />
          </div>
          <div className={styles.start}>
            <TimeField name={`timetable.${index}.end`} label={t`To`} />
          </div>
          <Tooltip text={t`Remove slot ${index + 1}`}>
            <IconButton aria-label={t`Remove slot ${index + 1}`} onClick={() => remove(index)} className={styles.button}>
              <DeleteIcon size={20} />
            </IconButton>
          </Tooltip>
        </div>
      ))}
    </Stack>
  )
}
