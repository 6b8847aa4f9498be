import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { showError } from '#ui/snackbars.ts'
import { useCommand } from '#ui/useCommand.ts'
import { LinkDialog } from './links/LinkDialog.tsx'
import { MakeGuardianLinksDocument } from './links/links.graphql.ts'
import type { MadeLink } from './links/madeLinks.ts'
import { actionFailureText } from './orders/orderTexts.ts'
import { Button } from '#ui/kit/Button.tsx'
import { LinkIcon } from '#ui/kit/icons.ts'

/**
 * Makes or extends the pay link of a student's guardian and shows it. Renders nothing if the school takes no online
 * payments.
 */
export default function PayLinkButton({ studentId, termId }: { studentId: string; termId: string }) {
  const { school, viewer } = useActiveSchool()
  if (!school.flags.onlineFees || viewer.classIds !== null) return null
  return <PayLink studentId={studentId} termId={termId} />
}

function PayLink({ studentId, termId }: { studentId: string; termId: string }) {
  const { schoolId } = useActiveSchool()
  const [link, setLink] = useState<MadeLink | null>(null)
  const [make, making] = useCommand(MakeGuardianLinksDocument, { failure: actionFailureText })

  async function show() {
    const done = await make({ schoolId, input: { termId, studentId } })
    if (!done) return
    const { links, withoutPhone } = done.makeGuardianLinks
    const [made] = links
    if (made) setLink(made)
    else if (withoutPhone.length > 0)
      showError(t`This student has no usable phone. Add one to the student first, then make the link.`)
    else showError(t`A disabled student gets no pay link.`)
  }

  return (
    <>
      <Button variant="quiet" size="small" icon={<LinkIcon />} loading={making} onClick={() => void show()}>
        <Trans>Pay link</Trans>
      </Button>
      {link && <LinkDialog link={link} onClose={() => setLink(null)} />}
    </>
  )
}
