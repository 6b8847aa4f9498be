import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { Link } from '#ui/kit/Link.tsx'
import { useCommand } from '#ui/useCommand.ts'
import { OpenAadhaarScanDocument, type StudentDetailFragment } from './students.graphql.ts'

interface OpenAadhaarScanProps {
  student: Pick<StudentDetailFragment, 'id' | 'viewerCan'>
  /** The label; "Open" by default. */
  children?: ReactNode
}

/** Opens the Aadhaar PDF of a student in a tab. Its address is asked for only then, because each opening is audited. */
export function OpenAadhaarScan({ student: { id, viewerCan }, children }: OpenAadhaarScanProps) {
  const { schoolId } = useActiveSchool()
  const [open, running] = useCommand(OpenAadhaarScanDocument)
  const show = async () => {
    // Opened at once: a browser lets no page open tabs after an answer.
    const tab = window.open('', '_blank')
    const address = (await open({ schoolId, id }))?.openAadhaarScan
    if (!tab) return
    tab.opener = null
    if (address) tab.location.replace(address)
    else tab.close()
  }
  return (
    <Link as="button" disabled={running || !viewerCan.openAadhaarScan.allowed} onClick={() => void show()}>
      {children ?? <Trans>Open</Trans>}
    </Link>
  )
}
