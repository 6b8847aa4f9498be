import { useApolloClient } from '@apollo/client/react'
import { useRef, useState } from 'react'
import { pdfFailedMessage } from '#shared/pdfMessages.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { usePdf } from '#ui/usePdf.ts'
import { failureOf, genericMessage, endsSession } from '#ui/problems.ts'
import { isDefiniteAnswer, unknownOutcomeMessage, useRequestKey } from '#ui/requestKey.ts'
import { showError, showSuccess } from '#ui/snackbars.tsx'
import { formatFailure, generated } from '../certificateWords.ts'
import { forgetCertificates, forgetEnabled } from '../lists.ts'
import type { CertificateRowFragment } from '../list/certificateList.graphql.ts'
import { type CertificateDraftQuery, IssueCertificateDocument } from './generate.graphql.ts'

interface Issue {
  draft: CertificateDraftQuery['certificateDraft']
  values: { name: string; value: string }[]
  disableStudent: boolean
  onIssued: (certificate: CertificateRowFragment) => void
  onRefused: () => void
}

/** Issues a certificate once, however often it is sent, and hands over its PDF; or hands over a PDF of the preview. */
export function useIssue({ draft, values, disableStudent, onIssued, onRefused }: Issue) {
  const { schoolId } = useActiveSchool()
  const client = useApolloClient()
  const withKey = useRequestKey()
  const makePdf = usePdf()
  const busy = useRef(false)
  const [running, setRunning] = useState<'issue' | 'download' | null>(null)
  const { student, format } = draft

  async function once(what: 'issue' | 'download', work: () => Promise<void>) {
    if (busy.current) return
    busy.current = true
    setRunning(what)
    await work().finally(() => {
      busy.current = false
      setRunning(null)
    })
  }

  async function issued(): Promise<CertificateRowFragment | null> {
    try {
      const { data } = await withKey((key) =>
        client.mutate({
          mutation: IssueCertificateDocument,
          variables: {
            schoolId,
            input: { key, formatId: format.id, formatVersion: format.version, studentId: student.id, values, disableStudent },
          },
          update: (cache) => {
            forgetCertificates(cache)
            if (disableStudent) forgetEnabled(cache, student.id, false)
          },
        }),
      )
      return data?.issueCertificate ?? null
    } catch (error) {
      const failure = failureOf(error)
      if (endsSession(failure)) return null
      showError(isDefiniteAnswer(failure) ? formatFailure(genericMessage(failure)) : unknownOutcomeMessage)
      if (failure.expected) onRefused()
      return null
    }
  }

  const issue = () =>
    once('issue', async () => {
      const certificate = await issued()
      if (!certificate) return
      onIssued(certificate)
      try {
        await makePdf('leavingCertificate', { certificateId: certificate.id })
        showSuccess(generated)
      } catch (error) {
        showError(error instanceof Error ? error.message : pdfFailedMessage)
      }
    })
  const download = () =>
    once('download', () =>
      makePdf('leavingCertificatePreview', { formatId: format.id, studentId: student.id, values }).catch((error: unknown) =>
        showError(error instanceof Error ? error.message : pdfFailedMessage),
      ),
    )
  return { issue, issuing: running === 'issue', download, downloading: running === 'download' }
}
