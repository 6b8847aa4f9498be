import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useNavigate, useParams } from '#ui/navigation.tsx'
import { schoolDay, showDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { Button } from '#ui/kit/Button.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { RefusedNotice } from '#ui/viewerCan/RefusedNotice.tsx'
import { UnsavedChanges } from '#ui/UnsavedChanges.tsx'
import { Link } from '#ui/navigation.tsx'
import { classAssessmentForm } from '../../exams.schema.ts'
import type { Scheme } from '../../scheme.schema.ts'
import { AssessClassDocument, ClassAssessmentDocument, type ClassAssessmentQuery } from '../exams.graphql.ts'
import { ClassAssessmentFields } from './ClassAssessmentFields.tsx'

const back = { to: '/exams?tab=classes', label: t`Classes` }

/** A scheme that can be chosen, with its document. */
export interface SchemeChoice {
  id: string
  name: string
  content: Scheme
}

/** /exams/classes/:id: by which scheme a class is assessed, and in which subjects. */
export default function ClassAssessmentScreen() {
  const { id = '' } = useParams()
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(ClassAssessmentDocument, {
    variables: { schoolId, classId: id },
    // A refetch would overwrite what is being typed.
    fetchPolicy: 'read-once',
  })
  const found = data?.classAssessment
  const { className = '', changedAt, changedByName } = found ?? {}
  const changedOn = changedAt ? showDay(schoolDay(new Date(changedAt))) : ''
  return (
    <PageLayout
      title={found ? t`Class ${className}: how it is assessed` : t`Assessment of a class`}
      context={
        changedOn ? t`Changed by ${changedByName ?? ''} on ${changedOn}` : t`The scheme, and the subjects of the report card`
      }
      back={back}
    >
      {data && found ? (
        <Assessment key={`${found.classId}:${found.version}`} data={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState lines={10} />
      )}
    </PageLayout>
  )
}

/** Returns the schemes of the school, and the earlier version that a class of a past term has kept. */
function choicesOf({ classAssessment, assessmentSchemes }: ClassAssessmentQuery): SchemeChoice[] {
  const newest = assessmentSchemes.map(({ id, name, content }) => ({ id, name, content: JSON.parse(content) as Scheme }))
  const { schemeId, schemeName, schemeContent } = classAssessment
  if (schemeId === null || !schemeContent || newest.some(({ id }) => id === schemeId)) return newest
  const name = schemeName ?? ''
  return [{ id: schemeId, name: t`${name} (earlier version)`, content: JSON.parse(schemeContent) as Scheme }, ...newest]
}

function Assessment({ data }: { data: ClassAssessmentQuery }) {
  const choices = choicesOf(data)
  const { viewerCan } = data.classAssessment
  if (!viewerCan.assess.allowed) return <RefusedNotice reason={viewerCan.assess.reason} />
  if (choices.length === 0)
    return (
      <EmptyState
        text={t`No schemes yet`}
        hint={t`A class is assessed by a scheme of the school. Copy one of your board first.`}
        action={
          <Button variant="primary" as={Link} to="/exams?tab=schemes">
            <Trans>Go to the schemes</Trans>
          </Button>
        }
      />
    )
  return <AssessmentForm data={data} choices={choices} />
}

function AssessmentForm({
  data: { classAssessment },
  choices,
}: {
  data: ClassAssessmentQuery
  choices: readonly SchemeChoice[]
}) {
  const { schoolId } = useActiveSchool()
  const navigate = useNavigate()
  const { classId, className, version, schemeId, schemeClass, ownSubjects, partDays } = classAssessment
  const subjects = classAssessment.subjects.map(({ name, kind, pattern, group, replaces }) => ({
    name,
    kind,
    pattern,
    group,
    replaces,
  }))
  const command = useCommandForm({
    schema: classAssessmentForm,
    mutation: AssessClassDocument,
    defaultValues: { classId, seen: version, schemeId: schemeId ?? '', schemeClass, subjects, partDays },
    variables: (input) => ({ schoolId, input: { ...input, classId, schemeId: String(input.schemeId) } }),
    success: t`Class ${className} was saved`,
    failure: (message) => t`The class was not saved. ${message}`,
    onDone: () => navigate(back.to),
  })
  return (
    <CommandForm command={command} submitLabel={t`Save`} onCancel={() => navigate(back.to)}>
      <UnsavedChanges unsaved={command.form.formState.isDirty && !command.saving} />
      <FormWide>
        <ClassAssessmentFields choices={choices} className={className} ownSubjects={ownSubjects} />
      </FormWide>
    </CommandForm>
  )
}
