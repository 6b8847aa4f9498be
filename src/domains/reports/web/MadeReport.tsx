import { t } from '@lingui/core/macro'
import { DocumentPage, type DocumentPageProps } from '#ui/documents/DocumentPage.tsx'
import { ReportView } from './ReportView.tsx'

/** The report that the address names, with its files. */
export default function MadeReport({ onAgain }: Pick<DocumentPageProps, 'onAgain'>) {
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
