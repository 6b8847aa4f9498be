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
  /** At which figure the case closes, beside the limit. */
  closes: (limit: number) => string
}

const texts: Readonly<Record<Field, RuleTexts>> = {
  absentRun: {
    label: t`Absent in a row`,
    hint: t`Days that were not taken do not break the row`,
    limit: t`Days in a row`,
    closes: (days) => t`Closes after ${days} days present in a row`,
  },
  lowShare: {
    label: t`Low attendance so far`,
    hint: t`Counted as in the reports, once ten days have registers`,
    limit: t`Under per cent`,
    closes: (percent) => t`Closes at ${percent} % or more`,
  },
  fall: {
    label: t`Attendance falls`,
    hint: t`Compares the last two weeks with the earlier weeks of the term. Needs at least three absences`,
    limit: t`Points down in two weeks`,
    closes: (points) => t`Closes when the fall is ${points} points or less`,
  },
  weekday: {
    label: t`The same weekday again and again`,
    hint: t`At least half of the absences of these weeks are on that weekday`,
    limit: t`Absent of the last five`,
    closes: (days) => t`Closes when absent on at most ${days} of the last five`,
  },
  gate: {
    label: t`In by the gate, absent in class`,
    hint: t`A scan at the gate when coming in, and absent in all registers of the day`,
    limit: t`Days within two weeks`,
    closes: () => t`Closes after two weeks without such a day`,
  },
  overdue: {
    label: t`Fees overdue for long`,
    hint: t`For the office and the clerks. Teachers see no money`,
    limit: t`Days overdue`,
    closes: (days) => t`Closes when nothing is overdue for more than ${days} days`,
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
    success: t`Rules saved`,
    storedValues: ({ setAttentionRules }) => formValues(setAttentionRules),
  })
  return (
    <CommandForm command={command} submitLabel={t`Save rules`}>
      <FormWide>
        <Text size="small" tone="quiet">
          <Trans>
            When a rule fits a child, a case is opened under “Attention”. The case closes by itself when its reasons are gone.
            After a change here all students are looked at again within five minutes.
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
  const { label, hint, limit, closes } = texts[field]
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
        hint={number !== null && number >= min && number <= max ? closes(goneAt(number)) : t`${min} to ${max}`}
      />
    </>
  )
}
