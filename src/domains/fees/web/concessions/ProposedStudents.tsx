import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { schoolDay } from '#shared/dates.ts'
import { showMoney, sumMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { DateField } from '#ui/forms/DateField.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { Alert } from '#ui/kit/Alert.tsx'
import { Checkbox } from '#ui/kit/Checkbox.tsx'
import { Dialog } from '#ui/kit/Dialog.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { Toggle, ToggleGroup } from '#ui/kit/ToggleGroup.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { onceFailedMessage } from '#ui/requestKey.ts'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { concessionForSeveralForm } from '../../concessions.schema.ts'
import { useFeeCategories } from '../structure/useFeeCategories.ts'
import {
  type ConcessionKindRowFragment,
  ConcessionProposalsDocument,
  type ConcessionProposalsQuery,
  GiveConcessionsDocument,
} from './concessions.graphql.ts'
import { rateText, scopeText } from './concessionTexts.ts'

type Source = 'SIBLINGS' | 'EARLIER_TERM'
type Proposal = ConcessionProposalsQuery['concessionProposals'][number]

interface ProposedStudentsProps {
  kind: ConcessionKindRowFragment
  onClose: () => void
}

/** The dialog that finds students for a kind: siblings, or those who had it in the last term, and gives it to them. */
export function ProposedStudents({ kind, onClose }: ProposedStudentsProps) {
  const { schoolId, termId } = useActiveSchool()
  const [source, setSource] = useState<Source>(kind.forSiblings ? 'SIBLINGS' : 'EARLIER_TERM')
  const input = { termId, kindId: kind.id, source }
  const { data, error, refetch } = useQuery(ConcessionProposalsDocument, {
    variables: { schoolId, input },
    fetchPolicy: 'network-only',
  })
  const { categories } = useFeeCategories()
  const proposals = data?.concessionProposals
  return (
    <Dialog title={t`${kind.name}: find students`} onClose={onClose}>
      <ToggleGroup full value={source} onChange={setSource} aria-label={t`Which students`}>
        <Toggle value="SIBLINGS">
          <Trans>Siblings</Trans>
        </Toggle>
        <Toggle value="EARLIER_TERM">
          <Trans>Had it last term</Trans>
        </Toggle>
      </ToggleGroup>
      {error && !proposals ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !proposals || !categories ? (
        <LoadingState />
      ) : proposals.length === 0 ? (
        <EmptyState
          text={source === 'SIBLINGS' ? t`No siblings without it` : t`Nobody had it last term without a last day`}
          hint={t`Brothers and sisters are found by the phone that they share.`}
        />
      ) : (
        <GiveToSeveral
          key={source}
          kind={kind}
          proposals={proposals}
          feeCategoryIds={categories.filter(({ name }) => kind.categoryNames?.includes(name)).map(({ id }) => id)}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

interface GiveToSeveralProps extends ProposedStudentsProps {
  proposals: readonly Proposal[]
  feeCategoryIds: readonly string[]
}

function GiveToSeveral({ kind, proposals, feeCategoryIds, onClose }: GiveToSeveralProps) {
  const { schoolId, termId } = useActiveSchool()
  const proposed = proposals.flatMap(({ students }) => students.filter((student) => student.proposed))
  const command = useCommandForm({
    schema: concessionForSeveralForm,
    mutation: GiveConcessionsDocument,
    defaultValues: { studentIds: proposed.map((student) => student.studentId), startsOn: schoolDay(new Date()), reason: '' },
    variables: ({ studentIds, startsOn, reason }, key) => ({
      schoolId,
      input: {
        key,
        termId,
        studentIds: studentIds.map(String),
        kindId: kind.id,
        share: kind.share,
        amount: kind.amount,
        feeCategoryIds: kind.categoryNames === null ? null : [...feeCategoryIds],
        feeIds: null,
        startsOn,
        endsOn: null,
        reason,
      },
    }),
    success: ({ giveConcessions }) => {
      const less = showMoney(sumMoney(giveConcessions.map((given) => given.taken)))
      return plural(giveConcessions.length, {
        one: `${less} less is asked of # student.`,
        other: `${less} less is asked of # students.`,
      })
    },
    failure: onceFailedMessage,
    onDone: onClose,
  })
  if (kind.needsDocument)
    return <Alert kind="info">{t`${kind.name} needs a document: give it on the account of each student.`}</Alert>
  if (kind.categoryNames !== null && feeCategoryIds.length === 0)
    return <Alert kind="info">{t`This term has none of the fees categories that ${kind.name} is for.`}</Alert>
  return (
    <CommandForm command={command} submitLabel={t`Give Concession`} onCancel={onClose} inDialog>
      <FormWide>
        <Text tone="quiet">
          {rateText(kind)} · {scopeText(kind)}
        </Text>
      </FormWide>
      <FormWide>
        <Controller
          name="studentIds"
          control={command.form.control}
          render={({ field: { value, onChange }, fieldState: { error } }) => (
            <Stack gap={3}>
              {proposals.map(({ students }) => (
                <div key={students[0]?.studentId}>
                  {students.map(({ studentId, name, sectionName, hasIt }) => (
                    <div key={studentId}>
                      <Checkbox
                        label={hasIt ? t`${name}, ${sectionName} (has it)` : `${name}, ${sectionName}`}
                        checked={value.map(String).includes(studentId)}
                        disabled={hasIt}
                        onChange={(event) =>
                          onChange(
                            event.target.checked
                              ? [...value.map(String), studentId]
                              : value.map(String).filter((id) => id !== studentId),
                          )
                        }
                      />
                    </div>
                  ))}
                </div>
              ))}
              {error && <Alert kind="error">{error.message}</Alert>}
            </Stack>
          )}
        />
      </FormWide>
      <DateField name="startsOn" label={t`From`} required hint={t`Fees due from this month on`} />
      <FormWide>
        <TextField name="reason" label={t`Reason`} required autoComplete="off" maxLength={200} />
      </FormWide>
    </CommandForm>
  )
}
