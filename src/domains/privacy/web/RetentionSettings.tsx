import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { z } from 'zod'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { type Retention, retentionForm } from '../privacy.schema.ts'
import { RetentionDocument, type RetentionFactsFragment, SaveRetentionDocument } from './privacy.graphql.ts'
import { Alert } from '#ui/kit/Alert.tsx'
import { Text } from '#ui/kit/Text.tsx'

type Field = keyof Retention

/** Parses a field: an empty one means as long as the school exists. */
const parseDays = (text: string) => (text.trim() === '' ? null : /^\d+$/.test(text.trim()) ? Number(text) : text)
const dayField = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .transform(parseDays)
    .pipe(schema as never) as z.ZodType<z.output<Schema>, string>
const form = z.object({
  chatDays: dayField(retentionForm.shape.chatDays),
  messageDays: dayField(retentionForm.shape.messageDays),
  gateDays: dayField(retentionForm.shape.gateDays),
  incidentDays: dayField(retentionForm.shape.incidentDays),
  attentionDays: dayField(retentionForm.shape.attentionDays),
  accountDays: dayField(retentionForm.shape.accountDays),
  documentDays: dayField(retentionForm.shape.documentDays),
  auditDays: dayField(retentionForm.shape.auditDays),
})

const fields: readonly { name: Field; label: string; hint: string }[] = [
  { name: 'chatDays', label: t`Chat`, hint: t`Messages with their attachments; at least 30 days` },
  { name: 'messageDays', label: t`Messages to families`, hint: t`Texts, phones and delivery; at least 90 days` },
  { name: 'gateDays', label: t`Scans at the gate`, hint: t`At least 30 days` },
  { name: 'incidentDays', label: t`Texts of incidents`, hint: t`Types and points stay; at least 365 days` },
  { name: 'attentionDays', label: t`Calls and notes of cases`, hint: t`Reasons and figures stay; at least 365 days` },
  {
    name: 'accountDays',
    label: t`Accounts of students who left`,
    hint: t`Disabled for this long and not enrolled again; at least 30 days`,
  },
  { name: 'documentDays', label: t`Reports and other documents`, hint: t`1 to 30 days after they were made` },
  { name: 'auditDays', label: t`Audit log`, hint: t`At least 365 days` },
]

/** The tab Privacy: the school's retention settings. */
export function RetentionSettings() {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(RetentionDocument, {
    variables: { schoolId },
    fetchPolicy: 'network-only',
  })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={6} />
  const { allowed, reason } = data.retention.viewerCan.save
  if (!allowed) return <Alert kind="info">{reason}</Alert>
  return <RetentionFields retention={data.retention} />
}

function RetentionFields({ retention }: { retention: RetentionFactsFragment }) {
  const { schoolId } = useActiveSchool()
  const text = (name: Field) => String(retention[name] ?? '')
  const command = useCommandForm({
    schema: form,
    mutation: SaveRetentionDocument,
    defaultValues: Object.fromEntries(fields.map(({ name }) => [name, text(name)])),
    variables: (input) => ({ schoolId, input }),
    success: t`Settings Updated Successfully!`,
  })
  return (
    <CommandForm command={command} submitLabel={t`Update Settings`}>
      <FormWide>
        <Text tone="quiet">
          <Trans>
            Older data is deleted permanently every night. Leave a field empty to keep the data for as long as the school exists.
            Money and issued certificates are always kept.
          </Trans>
        </Text>
      </FormWide>
      {fields.map(({ name, label, hint }) => (
        <TextField key={name} name={name} label={t`${label}, in days`} inputMode="numeric" autoComplete="off" hint={hint} />
      ))}
    </CommandForm>
  )
}
