import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { type FormEvent, useId } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from '#ui/navigation.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { showError } from '#ui/snackbars.ts'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { missingNamesMessage, smsNamesForm } from '../schools.schema.ts'
import { type SchoolSettingsFragment } from './schools.graphql.ts'
import { SetSmsNamesDocument, SmsNamesDocument, type SmsNamesQuery } from './smsNames.graphql.ts'
import { Row } from '#ui/kit/Row.tsx'
import styles from './SmsNames.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'

/** The tab SMS Names Settings: the school name in messages of each class of the term shown. */
export default function SmsNames({ school }: { school: SchoolSettingsFragment }) {
  const { schoolId, termId, term } = useActiveSchool()
  const { data, error, refetch } = useQuery(SmsNamesDocument, {
    variables: { schoolId, termId },
    fetchPolicy: 'network-only',
  })
  const { allowed, reason } = school.viewerCan.setSmsNames
  if (!allowed) return <Alert kind="info">{reason}</Alert>
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />
  if (data.classes.length === 0)
    return (
      <EmptyState
        text={term ? t`No classes in ${term.name} yet` : t`No classes in this term yet`}
        hint={t`Each class has the school name that its messages show. Add the classes first.`}
        action={
          <Button variant="primary" as={Link} to="/classes">
            <Trans>Classes</Trans>
          </Button>
        }
      />
    )
  return <NamesForm key={termId} classes={data.classes} schoolName={school.name} termName={term?.name ?? ''} />
}

function NamesForm({
  classes,
  schoolName,
  termName,
}: {
  classes: SmsNamesQuery['classes']
  schoolName: string
  termName: string
}) {
  const { schoolId, termId } = useActiveSchool()
  const suggestions = useId()
  const command = useCommandForm({
    schema: smsNamesForm,
    mutation: SetSmsNamesDocument,
    defaultValues: { names: classes.map(({ id, smsSuffix }) => ({ classId: id, smsSuffix })) },
    variables: ({ names }) => ({
      schoolId,
      input: { termId, names: names.map(({ classId, smsSuffix }) => ({ classId: String(classId), smsSuffix })) },
    }),
    success: t`School Names Updated Successfully!`,
    alsoChanges: ['classes'],
  })
  const { form } = command

  function submit(event?: FormEvent) {
    if (form.getValues('names').some((name) => !name.smsSuffix.trim())) showError(missingNamesMessage())
    command.submit(event)
  }

  function fillBlanks() {
    for (const [index, name] of form.getValues('names').entries())
      if (!name.smsSuffix.trim())
        form.setValue(`names.${index}.smsSuffix`, schoolName, { shouldDirty: true, shouldValidate: true })
  }

  return (
    <CommandForm command={{ ...command, submit }} submitLabel={t`Save School Names`}>
      <FormWide>
        <Row gap={4} align="center" wrap>
          <Text size="small" className={styles.hint}>
            <Trans>The school name parents read in messages about a class of {termName}. Every class needs one.</Trans>
          </Text>
          <Button variant="quiet" onClick={fillBlanks}>
            <Trans>Fill blanks with {schoolName}</Trans>
          </Button>
        </Row>
      </FormWide>
      {classes.map((schoolClass, index) => (
        <TextField
          key={schoolClass.id}
          name={`names.${index}.smsSuffix`}
          label={t`Class ${schoolClass.name}`}
          required
          maxLength={60}
          autoComplete="off"
          list={suggestions}
        />
      ))}
      <Suggestions id={suggestions} />
    </CommandForm>
  )
}

/** Suggests the names typed so far, because most classes share one of two or three. */
function Suggestions({ id }: { id: string }) {
  const names: unknown = useWatch({ name: 'names' })
  const typedNames = new Set(
    Array.isArray(names) ? names.map((name: { smsSuffix: string }) => name.smsSuffix.trim()).filter(Boolean) : [],
  )
  return (
    <datalist id={id}>
      {[...typedNames].map((name) => (
        <option key={name}>{name}</option>
      ))}
    </datalist>
  )
}
