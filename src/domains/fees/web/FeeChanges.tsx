import { plural, t } from '@lingui/core/macro'
import { showMoney } from '#shared/money.ts'
import { showCount } from '#shared/counts.ts'
import { failureOf } from '#ui/problems.ts'
import { monthLabel } from '../months.ts'
import { ErrorState } from '#ui/states.tsx'
import { Alert } from '#ui/kit/Alert.tsx'
import styles from './FeeChanges.module.css'
import type { FeeMovesSummaryFragment } from './structure/feeCategories.graphql.ts'

type Category = FeeMovesSummaryFragment['added'][number]

interface FeeChangesProps {
  moves: FeeMovesSummaryFragment | undefined
  error: Error | undefined
  refetch: () => Promise<unknown>
  /** Whether it is about one student, who need not be named. */
  ofOne?: boolean
}

/** The preview of what the rules change for students. Renders nothing while it loads, and where nothing changes. */
export function FeeChanges({ moves, error, refetch, ofOne = false }: FeeChangesProps) {
  // A student or section of a file that does not exist any more is refused at its row when the file is sent.
  if (error && failureOf(error).code !== 'NOT_FOUND')
    return <ErrorState error={error} onRetry={() => void refetch().catch(() => undefined)} />
  if (!moves) return null
  const { added, removed, keptForMoney, keptByHand } = moves
  const textOf = ofOne ? textOfOne : textOfMany
  const changes = [
    { label: t`Removed`, categories: removed.map(textOf) },
    { label: t`Added`, categories: added.map(textOf) },
    { label: t`Kept, because money was collected`, categories: keptForMoney.map(ofOne ? textOfOne : textWithNames) },
    { label: t`Kept, because it was given by hand`, categories: keptByHand.map(ofOne ? textOfOne : textWithNames) },
  ].filter(({ categories }) => categories.length > 0)
  if (changes.length === 0) return null
  const { joining } = moves
  return (
    <Alert kind={keptForMoney.length + keptByHand.length > 0 ? 'warning' : 'info'} role="status" title={titleOf(moves)}>
      <dl className={styles.changes}>
        {changes.map(({ label, categories }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{categories.join(', ')}</dd>
          </div>
        ))}
      </dl>
      {joining > 0 &&
        plural(joining, {
          one: '# student joined after the term began, and pays from the month of admission on.',
          other: '# students joined after the term began, and pay from the month of admission on.',
        })}
      {keptForMoney.length > 0 && added.length > 0 && t`The fees of both classes are asked for. Write off what is not due.`}
    </Alert>
  )
}

function titleOf({ before, after, joiningFrom }: FeeMovesSummaryFragment): string {
  if (before === 0 && joiningFrom !== null) return t`Fees by rule: ${showMoney(after)} from ${monthLabel(joiningFrom)} on`
  if (before === 0) return t`Fees by rule: ${showMoney(after)} a year`
  return before === after
    ? t`Fees by rule: ${showMoney(after)} a year, as before`
    : t`Fees by rule: ${showMoney(before)} a year becomes ${showMoney(after)}`
}

function textOfOne({ name, total }: Category): string {
  return t`${name} (${showMoney(total)})`
}

function textOfMany({ name, total, students }: Category): string {
  return t`${name} (${showMoney(total)}; ${plural(students, { one: '# student', other: '# students' })})`
}

function textWithNames(category: Category): string {
  const { name, total, students, names } = category
  if (names.length === 0) return textOfMany(category)
  const more = students - names.length
  const list = more > 0 ? t`${names.join(', ')} and ${showCount(more)} more` : names.join(', ')
  return t`${name} (${showMoney(total)}; ${list})`
}
