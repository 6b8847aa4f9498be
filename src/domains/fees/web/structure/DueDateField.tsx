import { t } from '@lingui/core/macro'
import { DateField } from '#ui/forms/DateField.tsx'

/** The day by which a one-time fee is to be paid. */
export function DueDateField() {
  return <DateField name="dueOn" label={t`Due on`} hint={t`The start of the term if left blank`} />
}
