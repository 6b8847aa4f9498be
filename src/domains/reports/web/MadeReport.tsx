import { t } from '@lingui/core/macro'
import { DocumentPage } from '#ui/documents/DocumentPage.tsx'
import { ReportView } from './ReportView.tsx'
import { useOpenFilledForm } from './useOpenFilledForm.ts'

/** The report that the address names, with its files. */
export default function MadeReport() {
  const onAgain = useOpenFilledForm()
  return (
    <DocumentPage
      title={t`Reports`}
      kinds={['REPORT']}
      all={t`All reports`}
      onAgain={onAgain}
      content={(job, fresh) => <ReportView job={job} fresh={fresh} />}
    />
  )
}
