import { t } from '@lingui/core/macro'
import { useId } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { languageNames } from '#shared/languages.ts'
import { wholeShare } from '#shared/percent.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { PercentField } from '#ui/forms/PercentField.tsx'
import { SelectField } from '#ui/forms/SelectField.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { Dialog } from '#ui/kit/Dialog.tsx'
import { Select } from '#ui/kit/Select.tsx'
import { remarkForm } from '../../remarks.schema.ts'
import { AssessedSubjectNamesDocument, type RemarkFactsFragment, SaveRemarkDocument } from './remarks.graphql.ts'
import { kindOptions, remarkLanguages, type Rule } from './remarkTexts.ts'

type Form = z.input<typeof remarkForm>

/** Adds a remark to the school's list, or changes one. */
export function RemarkDialog({ remark, onClose }: { remark: RemarkFactsFragment | null; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const command = useCommandForm({
    schema: remarkForm,
    mutation: SaveRemarkDocument,
    defaultValues: {
      id: remark?.id ?? null,
      seen: remark?.version ?? 0,
      kind: remark?.kind ?? 'GENERAL',
      en: remark?.en ?? '',
      hi: remark?.hi ?? '',
      mr: remark?.mr ?? '',
      rule: remark?.rule ?? null,
    },
    variables: ({ id, ...input }) => ({ schoolId, input: { ...input, id: id === null ? null : String(id) } }),
    success: remark ? t`The remark was changed` : t`The remark was added`,
    failure: (message) => message,
    onDone: onClose,
  })
  return (
    <Dialog title={remark ? t`Change remark` : t`Add remark`} onClose={onClose} closesBeside={false}>
      <CommandForm command={command} submitLabel={t`Save remark`} onCancel={onClose} inDialog>
        <FormWide>
          <SelectField
            name="kind"
            label={t`About`}
            required
            options={kindOptions}
            hint={t`The heading of the remark on the card`}
          />
        </FormWide>
        {remarkLanguages.map((language, index) => (
          <FormWide key={language}>
            <TextField
              name={language}
              label={languageNames[language]}
              lines={2}
              maxLength={300}
              {...(index === 0 ? { hint: t`A card takes the languages that a remark has. Leave out what you do not need.` } : {})}
            />
          </FormWide>
        ))}
        <RuleFields />
      </CommandForm>
    </Dialog>
  )
}

/** For whom the remark is proposed. */
function RuleFields() {
  const { schoolId, termId } = useActiveSchool()
  const { setValue } = useFormContext<Form>()
  const rule = useWatch<Form, 'rule'>({ name: 'rule' })
  const on = rule?.on ?? ''
  const listId = useId()
  const { data } = useQuery(AssessedSubjectNamesDocument, {
    variables: { schoolId, termId },
    alsoOf: ['classes'],
    skip: (on !== 'SUBJECT' && on !== 'FAILED') || termId === '0',
  })
  const subjects = [...new Set((data?.classAssessments ?? []).flatMap((each) => each.subjects.map(({ name }) => name)))]
  return (
    <>
      <FormWide>
        <Select
          label={t`Proposed for`}
          value={on}
          onChange={({ target }) => {
            const next = target.value as Rule['on'] | ''
            setValue('rule', next === '' ? null : { on: next, subject: '', from: 0, to: wholeShare }, { shouldDirty: true })
          }}
          hint={t`A rule proposes; a person chooses`}
        >
          <option value="">{t`Nobody, it is chosen by hand`}</option>
          <option value="TOTAL">{t`Students by their total`}</option>
          <option value="SUBJECT">{t`Students by their marks in a subject`}</option>
          <option value="ATTENDANCE">{t`Students by their attendance`}</option>
          <option value="FAILED">{t`Students who have failed a subject in the year`}</option>
        </Select>
      </FormWide>
      {(on === 'SUBJECT' || on === 'FAILED') && (
        <FormWide>
          <TextField
            key={on}
            name="rule.subject"
            label={t`Subject`}
            required={on === 'SUBJECT'}
            maxLength={100}
            list={listId}
            autoComplete="off"
            {...(on === 'FAILED' ? { hint: t`Empty for any subject` } : {})}
          />
          <datalist id={listId}>
            {subjects.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </datalist>
        </FormWide>
      )}
      {on !== '' && on !== 'FAILED' && (
        <>
          <PercentField key={`${on}.from`} name="rule.from" label={t`From`} required />
          <PercentField key={`${on}.to`} name="rule.to" label={t`Below`} required hint={t`100 % includes those with all marks`} />
        </>
      )}
    </>
  )
}
