import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useNavigate, useParams } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { Alert } from '#ui/kit/Alert.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { ErrorState } from '#ui/states.tsx'
import { UnsavedChanges } from '#ui/UnsavedChanges.tsx'
import { reportCardFormatOf } from '../../reportCardFormats.ts'
import type { Scheme } from '../../scheme.schema.ts'
import { AssessmentSchemeDocument, type AssessmentSchemeQuery, ChangeSchemeDocument } from '../exams.graphql.ts'
import { SchemeFields } from './SchemeFields.tsx'
import { schemeForm } from './schemeForm.ts'
import { classesInWords, schemeAddress } from './schemeTexts.ts'

/** /exams/schemes/:id?change=yes: the form of a scheme. */
export default function ChangeSchemeScreen() {
  const { id = '' } = useParams()
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(AssessmentSchemeDocument, {
    variables: { schoolId, id },
    // A refetch would overwrite what is being typed.
    fetchPolicy: 'read-once',
  })
  const row = data?.assessmentScheme
  const back = { to: schemeAddress(id), label: row?.name ?? t`Scheme` }
  return (
    <PageLayout
      title={row ? t`Change ${row.name}` : t`Change scheme`}
      context={t`How classes are assessed by this scheme`}
      back={back}
    >
      {row ? (
        <ChangeForm key={row.id} row={row} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState lines={12} />
      )}
    </PageLayout>
  )
}

function ChangeForm({ row }: { row: AssessmentSchemeQuery['assessmentScheme'] }) {
  const { schoolId } = useActiveSchool()
  const navigate = useNavigate()
  const { id, version, classes } = row
  const command = useCommandForm({
    schema: schemeForm,
    mutation: ChangeSchemeDocument,
    defaultValues: { content: withCard(JSON.parse(row.content) as Scheme, row.copiedFrom) },
    variables: ({ content }) => ({ schoolId, input: { id, seen: version, content: JSON.stringify(content) } }),
    success: t`The scheme was changed`,
    failure: (message) => t`The scheme was not changed. ${message}`,
    onDone: ({ changeScheme }) => navigate(schemeAddress(changeScheme.id)),
  })
  const usedBy = classesInWords(classes)
  return (
    <>
      <UnsavedChanges unsaved={command.form.formState.isDirty && !command.saving} />
      {usedBy && (
        <Alert kind="info">
          <Trans>
            Used by {usedBy}. Saving makes a new version, to which the classes of this and of later terms move. Classes of past
            terms keep the version that they had, so their results stay as they are.
          </Trans>{' '}
          <Trans>
            Marks that are entered keep their place: a part, component or test that has some cannot be renamed or removed.
          </Trans>
        </Alert>
      )}
      <CommandForm command={command} submitLabel={t`Save scheme`} onCancel={() => navigate(schemeAddress(id))}>
        <FormWide>
          <SchemeFields />
        </FormWide>
      </CommandForm>
    </>
  )
}

/** Returns a scheme with the format of its report cards, which the form changes. */
function withCard(content: Scheme, copiedFrom: string): Scheme {
  return { ...content, card: reportCardFormatOf(content, copiedFrom) }
}
