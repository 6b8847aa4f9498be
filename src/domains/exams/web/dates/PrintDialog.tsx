import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { languageOptions } from '#shared/languages.ts'
import { language } from '#shared/pageLanguage.ts'
import { Button } from '#ui/kit/Button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'
import { Select } from '#ui/kit/Select.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { failureOf, genericMessage } from '#ui/problems.ts'
import { showError } from '#ui/snackbars.ts'
import { usePdf } from '#ui/usePdf.ts'
import type { ExamFactsFragment } from './dates.graphql.ts'

/** Downloads the date sheet of a class, or of all classes, in a language. */
export function PrintDialog({ exam, onClose }: { exam: ExamFactsFragment; onClose: () => void }) {
  const download = usePdf()
  const [classId, setClassId] = useState('')
  const [paperLanguage, setPaperLanguage] = useState<string>(language)
  const [running, setRunning] = useState(false)

  async function run() {
    setRunning(true)
    try {
      await download('dateSheet', { id: exam.id, classId: classId || null, language: paperLanguage })
      onClose()
    } catch (error) {
      showError(error instanceof Error ? error.message : genericMessage(failureOf(error)))
    } finally {
      setRunning(false)
    }
  }

  return (
    <Dialog title={t`Print date sheet`} size="small" onClose={onClose}>
      <DialogBody>
        <Stack gap={4}>
          <Select label={t`Classes`} value={classId} onChange={({ target }) => setClassId(target.value)}>
            <option value="">{t`All classes, as days by classes`}</option>
            {exam.classes.map(({ id, name }) => (
              <option key={id} value={id}>
                {t`Class ${name}`}
              </option>
            ))}
          </Select>
          <Select label={t`Language`} value={paperLanguage} onChange={({ target }) => setPaperLanguage(target.value)}>
            {languageOptions.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Stack>
      </DialogBody>
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          {t`Cancel`}
        </Button>
        <Button variant="primary" loading={running} onClick={() => void run()}>
          {t`Download PDF`}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
