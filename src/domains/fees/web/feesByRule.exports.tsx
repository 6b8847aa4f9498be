import { t } from '@lingui/core/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { showMoney, sumMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { FormWide } from '#ui/forms/CommandForm.tsx'
import { ErrorState } from '#ui/states.tsx'
import { isForClass } from '../feeRules.rules.ts'
import { FeeMovesDocument, type FeeMovesQuery } from './structure/feeCategories.graphql.ts'
import { useFeeCategories } from './structure/useFeeCategories.ts'
import styles from './feesByRule.exports.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Text } from '#ui/kit/Text.tsx'

type Move = FeeMovesQuery['feeMoves'][number]
type Category = Move['added'][number]

/**
 * Returns the categories that the rules of a class of the looked-at term give, as the function of its id. No categories
 * while they load, and where the school has no fees.
 */
export function useCategoriesOfClass(): (classId: string) => Category[] {
  const { school } = useActiveSchool()
  const { categories } = useFeeCategories({ skip: !school.flags.feesModule })
  return useMemo(
    () => (classId) =>
      (categories ?? [])
        .filter(({ scope, classes }) =>
          isForClass({ allClasses: scope === 'ALL', classIds: classes.map(({ id }) => id) }, classId),
        )
        .map(({ name, fixedTotal }) => ({ name, total: fixedTotal })),
    [categories],
  )
}

/**
 * Says which fees a new student gets by the rules of the chosen class. Use it inside a form whose field `section` holds
 * "classId:sectionId". Renders nothing where no rule gives any.
 */
export function FeesByRule() {
  const section: string = useWatch({ name: 'section' })
  const categoriesOf = useCategoriesOfClass()
  const categories = categoriesOf(section.split(':')[0] ?? '')
  if (categories.length === 0) return null
  return (
    <FormWide>
      <Text size="small" role="status">
        {t`Fees by rule: ${namesOf(categories)}. ${totalOf(categories)} a year.`}
      </Text>
    </FormWide>
  )
}

/**
 * Says what changes in a student's fees by the rules when the student comes to the chosen section. Use it as
 * {@link FeesByRule}. Renders nothing while the class stays.
 */
export function FeesOfMove({ studentId, fromClassId }: { studentId: string; fromClassId: string | undefined }) {
  const { school } = useActiveSchool()
  const section: string = useWatch({ name: 'section' })
  const [classId, sectionId] = section.split(':')
  if (!school.flags.feesModule || !sectionId || classId === fromClassId) return null
  return <MovePreview studentId={studentId} sectionId={sectionId} />
}

function MovePreview({ studentId, sectionId }: { studentId: string; sectionId: string }) {
  const { schoolId, termId } = useActiveSchool()
  const { data, error, refetch } = useQuery(FeeMovesDocument, {
    variables: { schoolId, input: { termId, moves: [{ studentId, sectionId }] } },
    fetchPolicy: 'network-only',
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch().catch(() => undefined)} />
  const move = data?.feeMoves[0]
  if (!move) return null
  const { before, after, added, removed, keptForMoney, keptByHand } = move
  if ([added, removed, keptForMoney, keptByHand].every((list) => list.length === 0)) return null
  const changes: [string, Category[]][] = [
    [t`Removed`, removed],
    [t`Added`, added],
    [t`Kept, because money was collected`, keptForMoney],
    [t`Kept, because it was given by hand`, keptByHand],
  ]
  return (
    <FormWide>
      <Alert
        kind={keptForMoney.length + keptByHand.length > 0 ? 'warning' : 'info'}
        role="status"
        title={
          before === after
            ? t`Fees by rule: ${showMoney(after)} a year, as before`
            : t`Fees by rule: ${showMoney(before)} a year becomes ${showMoney(after)}`
        }
      >
        <dl className={styles.changes}>
          {changes
            .filter(([, categories]) => categories.length > 0)
            .map(([label, categories]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{categories.map(({ name, total }) => `${name} (${showMoney(total)})`).join(', ')}</dd>
              </div>
            ))}
        </dl>
      </Alert>
    </FormWide>
  )
}

const namesOf = (categories: readonly Category[]) => categories.map(({ name }) => name).join(', ')
const totalOf = (categories: readonly Category[]) => showMoney(sumMoney(categories.map(({ total }) => total)))
