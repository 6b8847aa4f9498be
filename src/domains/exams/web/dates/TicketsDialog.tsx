import { t } from '@lingui/core/macro'
import { useNavigate } from '#ui/navigation.tsx'
import { z } from 'zod'
import { requiredText } from '#shared/inputs.ts'
import { languageField } from '#shared/languages.schema.ts'
import { languageOptions } from '#shared/languages.ts'
import { language } from '#shared/pageLanguage.ts'
import { useSectionChoices } from '#domains/classes/web/classes.exports.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { SelectField } from '#ui/forms/SelectField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { Dialog } from '#ui/kit/Dialog.tsx'
import { type ExamFactsFragment, OrderHallTicketsDocument } from './dates.graphql.ts'

const ticketsForm = z.object({ sectionId: requiredText(20), language: languageField })

/** Orders the hall tickets of a section, and opens their document. */
export function TicketsDialog({ exam, onClose }: { exam: ExamFactsFragment; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const navigate = useNavigate()
  const { sections } = useSectionChoices()
  const own = (sections ?? []).filter((section) => exam.classes.some(({ id }) => id === section.class.id))
  const command = useCommandForm({
    schema: ticketsForm,
    mutation: OrderHallTicketsDocument,
    defaultValues: { sectionId: '', language },
    variables: (input, key) => ({ schoolId, input: { ...input, examId: exam.id, key } }),
    failure: (message) => message,
    onDone: ({ orderHallTickets }) => navigate(`/exams?job=${orderHallTickets.id}`),
  })
  return (
    <Dialog title={t`Hall tickets`} size="small" onClose={onClose}>
      <CommandForm command={command} submitLabel={t`Make hall tickets`} onCancel={onClose} inDialog>
        <FormWide>
          <SelectField
            name="sectionId"
            label={t`Section`}
            required
            options={own.map(({ id, title }) => ({ value: id, label: title }))}
            hint={t`One PDF, with a ticket for each student: photo, code of the ID card, papers and instructions`}
          />
        </FormWide>
        <FormWide>
          <SelectField name="language" label={t`Language`} required options={languageOptions} />
        </FormWide>
      </CommandForm>
    </Dialog>
  )
}
