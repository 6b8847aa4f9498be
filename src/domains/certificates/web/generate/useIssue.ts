import { useRef, useState } from 'react'
import { pdfFailedMessage } from '#shared/pdfMessages.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { usePdf } from '#ui/usePdf.ts'
import { failureOf, genericMessage, endsSession } from '#ui/problems.ts'
import { isDefiniteAnswer, unknownOutcomeMessage, useRequestKey } from '#ui/requestKey.ts'
import { showError, showSuccess } from '#ui/snackbars.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { formatFailureText, generatedText } from '../certificateTexts.ts'
import type { CertificateRowFragment } from '../list/certificateList.graphql.ts'
import { type CertificateDraftQuery, IssueCertificateDocument } from './generate.graphql.ts'

interface Issue {
  draft: CertificateDraftQuery['certificateDraft']
  values: { name: string; value: string }[]
  disableStudent: boolean
  /** The student has come back since the certificate that stands. */
  cameBack: boolean
  onIssued: (certificate: CertificateRowFragment) => void
  onRefused: () => void
}

/**
 * Returns functions that issue a certificate, once per draft, and download its PDF, or download a PDF of the preview.
 */
export function useIssue({ draft, values, disableStudent, cameBack, onIssued, onRefused }: Issue) {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()
  const withKey = useRequestKey()
  const makePdf = usePdf()
  const busy = useRef(false)
  const [running, setRunning] = useState<'issue' | 'download' | null>(null)
  const { student, format } = draft

  async function once(task: 'issue' | 'download', work: () => Promise<void>) {
    if (busy.current) return
    busy.current = true
    setRunning(task)
    await work().finally(() => {
      busy.current = false
      setRunning(null)
    })
  }

  async function sendIssue(): Promise<CertificateRowFragment | null> {
    try {
      const data = await withKey((key) =>
        sendCommand(
          IssueCertificateDocument,
          {
            schoolId,
            input: {
              key,
              formatId: format.id,
              formatVersion: format.version,
              studentId: student.id,
              values,
              disableStudent,
              cameBack,
            },
          },
          { alsoChanges: ['students'] },
        ),
      )
      return data.issueCertificate
    } catch (error) {
      const failure = failureOf(error)
      if (endsSession(failure)) return null
      showError(isDefiniteAnswer(failure) ? formatFailureText(genericMessage(failure)) : unknownOutcomeMessage)
      if (failure.expected) onRefused()
      return null
    }
  }

  const issue = () =>
    once('issue', async () => {
      const certificate = await sendIssue()
      if (!certificate) return
      onIssued(certificate)
      try {
        await makePdf('leavingCertificate', { certificateId: certificate.id })
        showSuccess(generatedText)
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
