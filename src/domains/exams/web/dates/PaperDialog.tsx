import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useWatch } from 'react-hook-form'
import type { Day } from '#shared/dates.ts'
import { useSectionChoices } from '#domains/classes/web/classes.exports.tsx'
import { ChoiceField } from '#ui/forms/ChoiceField.tsx'
import { DateField } from '#ui/forms/DateField.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { TimeField } from '#ui/forms/TimeField.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'
import { Row } from '#ui/kit/Row.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import type { ExamClass, ExamFormValues } from './ExamFormScreen.tsx'

interface PaperDialogProps {
  /** Place of the paper in the form. */
  index: number
  classes: readonly ExamClass[]
  term: { first: Day; last: Day }
  onRemove: () => void
  /** Adds another paper of the class on this day, such as the practical of another batch. */
  onAddBatch: () => void
  onClose: () => void
}

/** Changes one paper of the form: subject, day, times, sections. */
export function PaperDialog({ index, classes, term, onRemove, onAddBatch, onClose }: PaperDialogProps) {
  const paper = useWatch<ExamFormValues, `papers.${number}`>({ name: `papers.${index}` })
  const { sections } = useSectionChoices()
  const own = classes.find(({ id }) => id === paper.classId)
  const className = own?.name ?? ''
  return (
    <Dialog title={t`Paper of class ${className}`} size="small" onClose={onClose}>
      <DialogBody>
        <Stack gap={4}>
          <TextField
            name={`papers.${index}.subject`}
            label={t`Subject`}
            required
            autoFocus
            autoComplete="off"
            list="exam-subjects"
          />
          <datalist id="exam-subjects">
            {own?.subjects.map((subject) => (
              <option key={subject} value={subject}>
                {subject}
              </option>
            ))}
          </datalist>
          <DateField name={`papers.${index}.day`} label={t`Day`} required min={term.first} max={term.last} />
          <Row gap={3}>
            <TimeField name={`papers.${index}.starts`} label={t`From`} required />
            <TimeField name={`papers.${index}.ends`} label={t({ message: 'To', context: 'a time' })} required />
          </Row>
          <ChoiceField
            name={`papers.${index}.sectionIds`}
            label={t`Sections`}
            multiple
            options={(sections ?? [])
              .filter((section) => section.class.id === paper.classId)
              .map(({ id, title }) => ({ value: id, label: title }))}
            hint={t`Leave it empty for the whole class. Choose sections for practicals and orals in batches`}
          />
        </Stack>
      </DialogBody>
      <DialogActions>
        <Button variant="quiet" danger onClick={onRemove}>
          <Trans>Remove paper</Trans>
        </Button>
        <Button variant="quiet" onClick={onAddBatch}>
          <Trans>Add another</Trans>
        </Button>
        <Button variant="primary" onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
