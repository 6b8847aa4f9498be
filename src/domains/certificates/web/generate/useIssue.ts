import { useApolloClient } from '@apollo/client/react'
import { useRef, useState } from 'react'
import { noPdf } from '#shared/pdf.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { usePdf } from '#ui/pdf.ts'
import { failureOf, genericText, isSignedOut } from '#ui/problems.ts'
import { answersForGood, sendAgain, useRequestKey } from '#ui/requestKey.ts'
import { sayError, saySuccess } from '#ui/snackbars.tsx'
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
      if (isSignedOut(failure)) return null
      sayError(answersForGood(failure) ? formatFailure(genericText(failure)) : sendAgain)
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
        saySuccess(generated)
      } catch (error) {
        sayError(error instanceof Error ? error.message : noPdf)
      }
    })
  const download = () =>
    once('download', () =>
      makePdf('leavingCertificatePreview', { formatId: format.id, studentId: student.id, values }).catch((error: unknown) =>
        sayError(error instanceof Error ? error.message : noPdf),
      ),
    )
  return { issue, issuing: running === 'issue', download, downloading: running === 'download' }
}
