import { t } from '@lingui/core/macro'
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

interface PayLinkProps {
  studentId: string
  termId: string
  /** What it says as a button of its own; by default a small one beside the phone. */
  label?: string
}

const smallButton = { variant: 'quiet', size: 'small' } as const

/**
 * Makes or extends the pay link of a student's guardian and shows it. Renders nothing if the school takes no online
 * payments.
 */
export default function PayLinkButton(props: PayLinkProps) {
  const { school, viewer } = useActiveSchool()
  if (!school.flags.onlineFees || viewer.classIds !== null) return null
  return <PayLink {...props} />
}

function PayLink({ studentId, termId, label }: PayLinkProps) {
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
      <Button {...(label ? {} : smallButton)} icon={<LinkIcon />} loading={making} onClick={() => void show()}>
        {label ?? t`Pay link`}
      </Button>
      {link && <LinkDialog link={link} onClose={() => setLink(null)} />}
    </>
  )
}
