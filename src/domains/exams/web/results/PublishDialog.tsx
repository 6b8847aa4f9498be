import { plural, t } from '@lingui/core/macro'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useMemo, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { schoolDay, showDay } from '#shared/dates.ts'
import { useSectionChoices } from '#domains/classes/web/classes.exports.tsx'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { DateField } from '#ui/forms/DateField.tsx'
import { SelectField } from '#ui/forms/SelectField.tsx'
import { SwitchField } from '#ui/forms/SwitchField.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { setFieldErrors } from '#ui/forms/useCommandForm.ts'
import { Dialog } from '#ui/kit/Dialog.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { endsSession } from '#ui/problems.ts'
import { unknownOutcomeMessage } from '#ui/requestKey.ts'
import { showSuccess } from '#ui/snackbars.ts'
import { usePermission } from '#ui/viewerCan/usePermission.ts'
import { type PeriodSection, readyFirst } from './periods.ts'
import { nextClass, sectionInput, type SeveralForm, severalForm } from './publishInput.ts'
import { PublishResultsDocument } from './results.graphql.ts'
import { periodName, sectionTitle } from './resultTexts.ts'
import { SectionsField } from './SectionsField.tsx'
import { TellFamiliesField } from './TellFamiliesField.tsx'
import { usePublishing } from './usePublishing.ts'

interface PublishDialogProps {
  /** Null for the year. */
  part: string | null
  /** The sections that can be published. */
  sections: readonly PeriodSection[]
  /** Ids of the sections that are chosen at first. */
  chosen: readonly string[]
  onClose: () => void
}

/** Publishes the results of sections in a part, or in the year. */
export function PublishDialog({ part, sections: publishable, chosen, onClose }: PublishDialogProps) {
  // Kept from the start: a published section leaves the page's list, and this dialog still shows its answer.
  const [sections] = useState(() => readyFirst(publishable))
  const { publish, running, runs } = usePublishing()
  const may = usePermission(PublishResultsDocument)
  const [refusal, setRefusal] = useState<string | null>(null)
  const today = schoolDay(new Date())
  const form = useForm<z.input<typeof severalForm>, unknown, SeveralForm>({
    resolver: zodResolver(severalForm),
    defaultValues: {
      sectionIds: [...chosen],
      visibleFrom: today,
      tellFamilies: false,
      rank: false,
      incomplete: null,
      promotedTo: {},
    },
    mode: 'onTouched',
  })
  const [sectionIds, visibleFrom, incompleteChoice] = useWatch({
    control: form.control,
    name: ['sectionIds', 'visibleFrom', 'incomplete'],
  })
  const picked = sections.filter(({ standing }) => sectionIds.includes(standing.sectionId))
  const students = picked.reduce((sum, { standing }) => sum + standing.students, 0)
  const incomplete = picked.reduce((sum, { period }) => sum + period.incomplete, 0)
  const classes = [...new Map(picked.map(({ standing }) => [standing.classId, standing.className]))]
  const cards = students - (incompleteChoice === 'LEAVE_OUT' ? incomplete : 0)
  useProposedClasses(part === null ? classes : [], form)

  async function run(values: SeveralForm) {
    setRefusal(null)
    if (incomplete > 0 && values.incomplete === null)
      return form.setError('incomplete', { message: t`Say what becomes of students with missing marks` }, { shouldFocus: true })
    const inputs = picked.map(({ standing, period }) => {
      const { sectionId, classId } = standing
      return sectionInput(values, { sectionId, classId, incomplete: period.incomplete, part })
    })
    const end = await publish(inputs)
    if (end === null) return
    const { stopped, done } = end
    if (stopped && endsSession(stopped)) return
    if (done.length === inputs.length) {
      showSuccess(
        plural(done.length, {
          one: 'The results of # section were published',
          other: 'The results of # sections were published',
        }),
      )
      return onClose()
    }
    form.setValue(
      'sectionIds',
      inputs.flatMap(({ sectionId }) => (done.includes(sectionId) ? [] : [sectionId])),
    )
    const published = plural(done.length, {
      0: 'No section was published.',
      one: '# section was published.',
      other: '# sections were published.',
    })
    const rest = plural(inputs.length - done.length, {
      one: '# section was not. It says why beside it. Send again what is still chosen.',
      other: '# sections were not. They say why beside them. Send again what is still chosen.',
    })
    const problems = stopped && (stopped.expected ? setFieldErrors(form, stopped) : unknownOutcomeMessage)
    setRefusal([problems, `${published} ${rest}`].filter(Boolean).join(' '))
  }
  const submit = () => void form.handleSubmit(run)()
  const day = visibleFrom === '' || visibleFrom === 'invalid' ? null : showDay(visibleFrom)
  return (
    <Dialog title={t`Publish results: ${periodName(part)}`} onClose={() => !running && onClose()} closesBeside={false}>
      <CommandForm
        command={{
          form,
          submit: (event) => {
            event?.preventDefault()
            submit()
          },
          saving: running,
          refusal,
          mutation: PublishResultsDocument.field,
          may,
        }}
        submitLabel={t`Publish results`}
        onCancel={onClose}
        cancelLabel={runs.size > 0 ? t`Close` : t`Cancel`}
        inDialog
      >
        <FormWide>
          <SectionsField sections={sections} runs={runs} disabled={running} />
        </FormWide>
        <DateField name="visibleFrom" label={t`Families see the cards from`} required hint={t`Nobody at home sees them before`} />
        <TellFamiliesField />
        {incomplete > 0 && (
          <SelectField
            name="incomplete"
            label={plural(incomplete, { one: '# student with missing marks', other: '# students with missing marks' })}
            required
            options={[
              { value: 'LEAVE_OUT', label: t`Leave out: no card` },
              { value: 'INCLUDE', label: t`A card that says Incomplete` },
            ]}
          />
        )}
        <FormWide>
          <SwitchField name="rank" label={t`Print the rank in the section`} hint={t`Students who have failed have none`} />
        </FormWide>
        {part === null &&
          classes.map(([classId, className]) => (
            <TextField
              key={classId}
              name={`promotedTo.${classId}`}
              label={t`Class ${className} is promoted to`}
              hint={t`On the cards of students who have passed; empty if it is not said`}
              maxLength={60}
            />
          ))}
        <FormWide>
          <Text size="small" tone="quiet" aria-live="polite">
            {picked.length > 0 &&
              summary(
                cards,
                picked.map(({ standing }) => sectionTitle(standing)),
                day,
              )}
          </Text>
        </FormWide>
      </CommandForm>
    </Dialog>
  )
}

function summary(cards: number, sections: readonly string[], day: string | null): string {
  const made = plural(cards, { one: '# report card', other: '# report cards' })
  const places = sections.length > 5 ? plural(sections.length, { one: '# section', other: '# sections' }) : sections.join(', ')
  return day === null ? t`${made}: ${places}.` : t`${made}: ${places}. Families see them from ${day} on.`
}

/** Proposes for each class the one after it in the school's order, until something is typed. */
function useProposedClasses(
  classes: readonly (readonly [classId: string, className: string])[],
  form: ReturnType<typeof useForm<z.input<typeof severalForm>, unknown, SeveralForm>>,
): void {
  const { sections } = useSectionChoices()
  const names = useMemo(() => [...new Set((sections ?? []).map((section) => section.class.name))], [sections])
  const { setValue, getValues } = form
  useEffect(() => {
    if (names.length === 0) return
    for (const [classId, className] of classes)
      if (getValues(`promotedTo.${classId}`) === undefined) setValue(`promotedTo.${classId}`, nextClass(names, className))
  }, [names, classes, setValue, getValues])
}
