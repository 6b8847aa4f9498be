import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { useQuery } from '#ui/data/useQuery.ts'
import { isDay } from '#shared/dates.ts'
import { showMoney, sumMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { FormWide } from '#ui/forms/CommandForm.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { isForClass } from '../feeRules.rules.ts'
import { monthLabel } from '../months.ts'
import { FeeChanges } from './FeeChanges.tsx'
import { FeeMovesDocument, FeeMovesOfSectionDocument } from './structure/feeCategories.graphql.ts'
import { useFeeCategories } from './structure/useFeeCategories.ts'

/**
 * Says which fees a new student gets by the rules of the chosen class, and from which month on. Use it inside a form
 * whose field `section` holds "classId:sectionId", and `dateOfAdmission` a day. Renders nothing where no rule gives
 * any.
 */
export function FeesByRule() {
  const { school, schoolId, termId } = useActiveSchool()
  const { categories } = useFeeCategories({ skip: !school.flags.feesModule })
  const section: string = useWatch({ name: 'section' })
  const joinedOn: string = useWatch({ name: 'dateOfAdmission' })
  const [classId = '', sectionId = ''] = section.split(':')
  const joins = isDay(joinedOn) && sectionId !== ''
  const { data } = useQuery(FeeMovesDocument, {
    variables: { schoolId, input: { termId, moves: [{ sectionId, joinedOn }] } },
    skip: !school.flags.feesModule || !joins,
  })
  const given = useMemo(
    () =>
      (categories ?? []).filter(({ scope, classes }) =>
        isForClass({ allClasses: scope === 'ALL', classIds: classes.map(({ id }) => id) }, classId),
      ),
    [categories, classId],
  )
  if (classId === '' || given.length === 0) return null
  const names = given.map(({ name }) => name).join(', ')
  const total = showMoney(sumMoney(given.map(({ fixedTotal }) => fixedTotal)))
  const { after, joiningFrom = null } = (joins ? data?.feeMoves : undefined) ?? {}
  return (
    <FormWide>
      <Text size="small" role="status">
        {joiningFrom === null || after === undefined
          ? t`Fees by rule: ${names}. ${total} a year.`
          : t`Fees by rule: ${names}. ${showMoney(after)} from ${monthLabel(joiningFrom)} on, because the child joins then.`}
      </Text>
      {!joins && (
        <Text size="small" tone="quiet">
          <Trans>A child who joins after the term began pays less: fill in the date of admission.</Trans>
        </Text>
      )}
    </FormWide>
  )
}

/**
 * Says what changes in a student's fees by the rules when the student comes to the chosen section. Use it as
 * {@link FeesByRule}. Renders nothing while the class stays.
 */
export function FeesOfMove({ studentId, fromClassId }: { studentId: string; fromClassId: string | undefined }) {
  const { termId } = useActiveSchool()
  const section: string = useWatch({ name: 'section' })
  const [classId, sectionId] = section.split(':')
  const moves = useMemo(() => (sectionId ? [{ studentId, sectionId }] : []), [studentId, sectionId])
  if (classId === fromClassId) return null
  return (
    <FormWide>
      <FeesOfMoves termId={termId} moves={moves} />
    </FormWide>
  )
}

/** A student who comes to a section; a new one has no id yet. */
export interface StudentMove {
  studentId?: string
  sectionId: string
  /** The day of admission of a new student. */
  joinedOn?: string
}

/** Says what changes by the rules when students come to sections of a term. Renders nothing where nothing changes. */
export function FeesOfMoves({ termId, moves }: { termId: string; moves: readonly StudentMove[] }) {
  const { schoolId, school } = useActiveSchool()
  const result = useQuery(FeeMovesDocument, {
    variables: { schoolId, input: { termId, moves: [...moves] } },
    skip: !school.flags.feesModule || moves.length === 0,
    fetchPolicy: 'network-only',
  })
  return <FeeChanges {...result} moves={result.data?.feeMoves} ofOne={moves.length === 1} />
}

/** Says what changes by the rules for the students of a section that comes to another class. */
export function FeesOfSectionMove({ sectionId, classId }: { sectionId: string; classId: string }) {
  const { schoolId, school } = useActiveSchool()
  const result = useQuery(FeeMovesOfSectionDocument, {
    variables: { schoolId, input: { sectionId, classId } },
    skip: !school.flags.feesModule,
    fetchPolicy: 'network-only',
  })
  return <FeeChanges {...result} moves={result.data?.feeMovesOfSection} />
}
