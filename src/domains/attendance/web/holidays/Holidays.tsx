import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useState } from 'react'
import { addDays, type Day, schoolDay, schoolYearStart, showDay, showWeekday } from '#shared/dates.ts'
import { tableFromCells, type SheetTable } from '#shared/sheet.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { ExportButton } from '#ui/DataTable/ExportButton.tsx'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { DateField } from '#ui/forms/DateField.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { showSuccess } from '#ui/snackbars.ts'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { holidayForm } from '../../attendance.schema.ts'
import { showMonth } from '../view/monthColumns.ts'
import { AddHolidaysDocument, DeleteHolidayDocument, HolidaysDocument, type HolidaysQuery } from './holidays.graphql.ts'
import { Row } from '#ui/kit/Row.tsx'
import styles from './Holidays.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { AddIcon, DeleteIcon } from '#ui/kit/icons.ts'
import { List, ListRow, ListText } from '#ui/kit/List.tsx'
import { Dialog } from '#ui/kit/Dialog.tsx'
import { Tooltip } from '#ui/kit/Tooltip.tsx'

type Holiday = HolidaysQuery['holidays'][number]

/** Returns the span of days to list: from April of this school year, 400 days, because holidays are planned ahead. */
function listedSpan(today: Day): { from: Day; to: Day } {
  const from = schoolYearStart(today)
  return { from, to: addDays(from, 399) }
}

/** The tab Holidays: days without school, except Sundays. */
export default function Holidays({ mayChange }: { mayChange: boolean }) {
  const { schoolId } = useActiveSchool()
  const span = listedSpan(schoolDay(new Date()))
  const { data, error, refetch } = useQuery(HolidaysDocument, {
    variables: { schoolId, input: span },
  })
  const [adding, setAdding] = useState(false)
  const [deleting, setDeleting] = useState<Holiday | null>(null)
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />
  const add = mayChange && (
    <Button variant="primary" icon={<AddIcon />} onClick={() => setAdding(true)}>
      <Trans>Add Holidays</Trans>
    </Button>
  )
  return (
    <div className={styles.column}>
      {data.holidays.length === 0 ? (
        <EmptyState
          text={t`No holidays yet`}
          hint={t`On a holiday no register is expected and no absence notices are sent. Sundays need not be added.`}
          action={add}
        />
      ) : (
        <>
          <Row gap={2} align="center" wrap>
            <Text className={styles.hint}>
              <Plural
                value={data.holidays.length}
                one="# day without registers, besides Sundays"
                other="# days without registers, besides Sundays"
              />
            </Text>
            <ExportButton
              fileName="holidays"
              choices={[{ label: t`All holidays`, tables: () => [holidaysTable(data.holidays)] }]}
            />
            {add}
          </Row>
          {groupByMonth(data.holidays).map(([month, days]) => (
            <section key={month}>
              <Heading level={2}>{showMonth(month)}</Heading>
              <List>
                {days.map((holiday) => (
                  <ListRow
                    key={holiday.id}
                    divided
                    end={
                      mayChange && (
                        <Tooltip text={t`Delete`}>
                          <IconButton
                            aria-label={t`Delete ${holiday.name}, ${showDay(holiday.day)}`}
                            onClick={() => setDeleting(holiday)}
                          >
                            <DeleteIcon />
                          </IconButton>
                        </Tooltip>
                      )
                    }
                  >
                    <ListText title={holiday.name} detail={`${showWeekday(holiday.day)}, ${showDay(holiday.day)}`} />
                  </ListRow>
                ))}
              </List>
            </section>
          ))}
        </>
      )}
      {adding && <AddDialog onClose={() => setAdding(false)} />}
      {deleting && <DeleteQuestion holiday={deleting} onClose={() => setDeleting(null)} />}
    </div>
  )
}

function holidaysTable(holidays: readonly Holiday[]): SheetTable {
  return tableFromCells(t`Holidays`, [
    [t`Date`, t`Weekday`, t`Name`],
    ...holidays.map(({ day, name }) => [showDay(day), showWeekday(day), name]),
  ])
}

function groupByMonth(holidays: readonly Holiday[]): [string, Holiday[]][] {
  const months = new Map<string, Holiday[]>()
  for (const holiday of holidays) {
    const month = holiday.day.slice(0, 7)
    months.set(month, [...(months.get(month) ?? []), holiday])
  }
  return [...months]
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const today = schoolDay(new Date())
  const command = useCommandForm({
    schema: holidayForm,
    mutation: AddHolidaysDocument,
    defaultValues: { from: today, to: today, name: '' },
    variables: (input) => ({ schoolId, input }),
    success: ({ addHolidays }) =>
      plural(addHolidays.length, { one: 'Holiday Added Successfully!', other: '# Holidays Added Successfully!' }),
    onDone: onClose,
  })
  const from = command.form.watch('from')
  const to = command.form.watch('to')
  return (
    <Dialog title={t`Add Holidays`} onClose={onClose}>
      <CommandForm command={command} submitLabel={t`Add Holidays`} onCancel={onClose} inDialog>
        <FormWide>
          <TextField name="name" label={t`Name`} required autoFocus autoComplete="off" hint={t`Such as Diwali`} />
        </FormWide>
        <DateField name="from" label={t`First Day`} required />
        <DateField
          name="to"
          label={t`Last Day`}
          required
          hint={from !== '' && to === from ? t`The same day for a single holiday` : undefined}
        />
      </CommandForm>
    </Dialog>
  )
}

function DeleteQuestion({ holiday, onClose }: { holiday: Holiday; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()
  const { name } = holiday
  const weekdayName = showWeekday(holiday.day)
  const dayName = showDay(holiday.day)
  return (
    <ConfirmDialog
      open
      title={t`Delete ${name}?`}
      confirmLabel={t`Delete Holiday`}
      onClose={onClose}
      onConfirm={async () => {
        await sendCommand(DeleteHolidayDocument, { schoolId, input: { id: holiday.id } })
        showSuccess(t`Holiday Deleted Successfully!`)
      }}
    >
      {t`${weekdayName}, ${dayName} becomes a school day: registers are expected on it. Marks that were taken stay.`}
    </ConfirmDialog>
  )
}
