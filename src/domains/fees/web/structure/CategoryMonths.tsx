import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { sumMoney, showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { Select } from '#ui/kit/Select.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { type AssignedMonths, allMonths, endingWith, showMonths } from '../../assignedMonths.rules.ts'
import { type Month, monthLabel } from '../../months.ts'
import { useTermMonths } from '../useTermMonths.ts'
import { AskedByMonthsDocument } from './assignments.graphql.ts'
import styles from './CategoryMonths.module.css'

/** The months of each category that is paid for some months, by its id. */
export type MonthsByCategory = Readonly<Record<string, AssignedMonths>>

/** Returns the months of the chosen categories as the server takes them. */
export function monthsInput(months: MonthsByCategory, chosen: readonly string[]) {
  return chosen.flatMap((feeCategoryId) => {
    const { months: list, firstPart } = months[feeCategoryId] ?? allMonths
    return list === null ? [] : [{ feeCategoryId, months: [...list], firstPart }]
  })
}

const half = 500

/**
 * From which month until which each chosen category is paid, and what it asks for then. One that is chosen now begins
 * as the server says: for a child who joined after the term began, with the month of admission.
 */
export function CategoryMonths({
  studentId,
  categories,
  months,
  onChange,
}: {
  studentId: string
  categories: readonly { id: string; name: string }[]
  months: MonthsByCategory
  onChange: (months: MonthsByCategory) => void
}) {
  const { schoolId, termId } = useActiveSchool()
  const ofTerm = useTermMonths()
  const ids: string[] = useWatch({ name: 'feeCategoryIds' })
  const chosen = ids.flatMap((id) => categories.find((category) => category.id === id) ?? [])
  const input = { termId, studentId, feeCategoryIds: ids, months: monthsInput(months, ids) }
  const result = useQuery(AskedByMonthsDocument, { variables: { schoolId, input }, skip: ids.length === 0 })
  const rows = (result.data ?? result.previousData)?.askedByMonths
  const asked = new Map(rows?.map((row) => [row.feeCategoryId, row.asked]))
  useEffect(() => {
    const begun = rows?.filter(({ feeCategoryId }) => !(feeCategoryId in months)) ?? []
    if (begun.length === 0) return
    const added = begun.map((row) => [row.feeCategoryId, { months: row.months, firstPart: row.firstPart }])
    onChange({ ...months, ...Object.fromEntries(added) })
  }, [rows, months, onChange])
  if (chosen.length === 0) return null
  return (
    <div className={styles.rows}>
      {chosen.map((category) => (
        <CategoryRow
          key={category.id}
          category={category}
          value={months[category.id] ?? allMonths}
          asked={asked.get(category.id)}
          onChange={(value) => onChange({ ...months, [category.id]: value })}
        />
      ))}
      {chosen.length > 1 && (
        <AllCategories
          onChoose={(until) =>
            onChange({
              ...months,
              ...Object.fromEntries(chosen.map(({ id }) => [id, endingWith(months[id] ?? allMonths, until, ofTerm)])),
            })
          }
        />
      )}
      <Text className={styles.total} role="status">
        {t`Asked in this term: ${showMoney(sumMoney(chosen.map(({ id }) => asked.get(id) ?? 0)))}`}
      </Text>
    </div>
  )
}

/** Ends all categories with one month, for a child who leaves. */
function AllCategories({ onChoose }: { onChoose: (until: Month) => void }) {
  const ofTerm = useTermMonths()
  return (
    <Select label={t`The child leaves: all until`} value="" onChange={(event) => onChoose(event.target.value as Month)}>
      <option value="">{t`Choose the last month`}</option>
      {ofTerm.map((month) => (
        <option key={month} value={month}>
          {monthLabel(month)}
        </option>
      ))}
    </Select>
  )
}

function CategoryRow({
  category,
  value: { months, firstPart },
  asked,
  onChange,
}: {
  category: { id: string; name: string }
  value: AssignedMonths
  asked: number | undefined
  onChange: (value: AssignedMonths) => void
}) {
  const ofTerm = useTermMonths()
  // Without any month both are none.
  const from = months === null ? 0 : ofTerm.findIndex((month) => month === months[0])
  const until = months === null ? ofTerm.length - 1 : ofTerm.findIndex((month) => month === months.at(-1))
  const choose = (first: number, last: number, part: number | null) => {
    const list = ofTerm.slice(first, last + 1)
    onChange(list.length === ofTerm.length && part === null ? allMonths : { months: list, firstPart: part })
  }
  const { name } = category
  const hasGap = months !== null && months.length > 0 && months.length !== until - from + 1
  return (
    <fieldset className={styles.category}>
      <legend>
        {name}
        {asked !== undefined && <span className={styles.asked}>{showMoney(asked)}</span>}
      </legend>
      <MonthSelect
        label={t`From`}
        nth={from}
        least={0}
        onChange={(nth) => choose(nth, until < 0 ? 11 : Math.max(nth, until), firstPart)}
      />
      <MonthSelect
        label={t`Until`}
        nth={until}
        least={Math.max(from, 0)}
        onChange={(nth) => choose(Math.max(from, 0), nth, firstPart)}
      />
      <Select
        label={t`First month`}
        value={firstPart ?? ''}
        onChange={(event) => choose(from, until, event.target.value === '' ? null : Number(event.target.value))}
      >
        <option value="">{t({ message: 'Whole', context: 'of a month' })}</option>
        <option value={half}>{t({ message: 'Half', context: 'of a month' })}</option>
        {firstPart !== null && firstPart !== half && <option value={firstPart}>{`${Math.round(firstPart / 10)} %`}</option>}
      </Select>
      {hasGap && (
        <Text size="small" tone="quiet" className={styles.gap}>
          <Trans>Paid for {showMonths(months)}</Trans>
        </Text>
      )}
    </fieldset>
  )
}

function MonthSelect({
  label,
  nth,
  least,
  onChange,
}: {
  label: string
  nth: number
  least: number
  onChange: (nth: number) => void
}) {
  const ofTerm = useTermMonths()
  return (
    <Select label={label} value={nth} onChange={(event) => onChange(Number(event.target.value))}>
      {nth < 0 && <option value={nth}>{t({ message: 'None', context: 'no month' })}</option>}
      {ofTerm.slice(least).map((month, index) => (
        <option key={month} value={least + index}>
          {monthLabel(month)}
        </option>
      ))}
    </Select>
  )
}
