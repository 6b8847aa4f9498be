import { t } from '@lingui/core/macro'
import { useCallback } from 'react'
import type { DocumentJob } from '#ui/documents/documentTexts.ts'
import { useNavigate } from '#ui/navigation.tsx'
import { showInfo } from '#ui/snackbars.ts'
import { formAddress, settingsFromParams } from './reportForm.ts'

/** Returns a function that opens the form with the settings of an earlier report. */
export function useOpenFilledForm(): (job: DocumentJob) => void {
  const navigate = useNavigate()
  return useCallback(
    (job) => {
      const settings = settingsFromParams(job.params)
      if (!settings) {
        showInfo(t`The settings of this report can no longer be read. Fill in the form above.`)
        return
      }
      navigate(formAddress(settings))
      // Scrolls to the form, which is above the list.
      window.scrollTo({ top: 0 })
    },
    [navigate],
  )
}
