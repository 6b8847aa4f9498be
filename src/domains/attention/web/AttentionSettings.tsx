import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useWatch } from 'react-hook-form'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { SwitchField } from '#ui/forms/SwitchField.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { Alert } from '#ui/kit/Alert.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { caseRules } from '../attention.rules.ts'
import { ruleOfField, rulesForm } from '../attention.schema.ts'
import { AttentionRulesDocument, type AttentionRulesFactsFragment, SetAttentionRulesDocument } from './attention.graphql.ts'

type Field = keyof typeof ruleOfField

interface RuleTexts {
  label: string
  hint: string
  limit: string
  /** When a found child is well again, beside the limit. */
  gone: (limit: number) => string
}

const texts: Readonly<Record<Field, RuleTexts>> = {
  absentRun: {
    label: t`Absent in a row`,
    hint: t`Days that were not taken do not break the row`,
    limit: t`Days in a Row`,
    gone: (days) => t`Gone after ${days} days of presence in a row`,
  },
  lowShare: {
    label: t`Low attendance of the term`,
    hint: t`Counted like the reports, after ten days of registers`,
    limit: t`Under Per Cent`,
    gone: (percent) => t`Gone from ${percent} % on`,
  },
  fall: {
    label: t`Attendance falls`,
    hint: t`The last two weeks, compared with the term before them. Not for fewer than three absences`,
    limit: t`Points Down in Two Weeks`,
    gone: (points) => t`Gone when it is ${points} points or less`,
  },
  weekday: {
    label: t`The same weekday again and again`,
    hint: t`And at least half of all absences of these weeks are on it`,
    limit: t`Absent of the Last Five`,
    gone: (days) => t`Gone when absent on ${days} of the last five or less`,
  },
  gate: {
    label: t`In by the gate, absent in class`,
    hint: t`A scan coming in, and A in all registers of the day`,
    limit: t`Days within Two Weeks`,
    gone: () => t`Gone when there was none within two weeks`,
  },
  overdue: {
    label: t`Fees overdue for long`,
    hint: t`For the office and the clerks. Teachers see no money`,
    limit: t`Days Overdue`,
    gone: (days) => t`Gone when nothing is overdue for more than ${days} days`,
  },
}

/** The settings tab Attention: the rules that find children, and their limits. */
export function AttentionSettings() {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(AttentionRulesDocument, { variables: { schoolId }, fetchPolicy: 'network-only' })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={6} />
  const { allowed, reason } = data.attentionRules.viewerCan.set
  if (!allowed) return <Alert kind="info">{reason}</Alert>
  return <RulesFields rules={data.attentionRules} />
}

type FormValues = Record<Field, { enabled: boolean; threshold: string }>

function formValues({ rules }: AttentionRulesFactsFragment): FormValues {
  const valueOf = (field: Field) => {
    const setting = rules.find(({ rule }) => rule === ruleOfField[field])
    return { enabled: setting?.enabled ?? false, threshold: String(setting?.threshold ?? '') }
  }
  return Object.fromEntries(fields.map((field) => [field, valueOf(field)])) as FormValues
}

const fields = Object.keys(ruleOfField) as Field[]

function RulesFields({ rules }: { rules: AttentionRulesFactsFragment }) {
  const command = useCommandForm({
    schema: rulesForm,
    mutation: SetAttentionRulesDocument,
    defaultValues: formValues(rules),
    success: t`Rules Updated Successfully!`,
    onStored: ({ setAttentionRules }) => command.form.reset(formValues(setAttentionRules)),
  })
  return (
    <CommandForm command={command} submitLabel={t`Update Rules`}>
      <FormWide>
        <Text size="small" tone="quiet">
          <Trans>
            A child whom a rule finds becomes a case under Attention. The case closes by itself when its reasons are gone. After a
            change here all students are looked at again within five minutes.
          </Trans>
        </Text>
      </FormWide>
      {fields.map((field) => (
        <RuleFields
          key={field}
          field={field}
          available={rules.rules.some(({ rule, available }) => rule === ruleOfField[field] && available)}
        />
      ))}
    </CommandForm>
  )
}

function RuleFields({ field, available }: { field: Field; available: boolean }) {
  const { label, hint, limit, gone } = texts[field]
  const [enabled, typed]: unknown[] = useWatch({ name: [`${field}.enabled`, `${field}.threshold`] })
  const { min, max, goneAt } = caseRules[ruleOfField[field]]
  const number = /^\d+$/.test(String(typed)) ? Number(typed) : null
  return (
    <>
      <SwitchField
        name={`${field}.enabled`}
        label={label}
        disabled={!available}
        hint={available ? hint : t`The school does not have the module that this rule counts`}
      />
      <TextField
        name={`${field}.threshold`}
        label={limit}
        type="number"
        inputMode="numeric"
        disabled={enabled !== true || !available}
        hint={number !== null && number >= min && number <= max ? gone(goneAt(number)) : t`${min} to ${max}`}
      />
    </>
  )
}
