import { useApolloClient } from '@apollo/client/react'
import CopyIcon from '@mui/icons-material/ContentCopy'
import RefreshIcon from '@mui/icons-material/Autorenew'
import SendIcon from '@mui/icons-material/Send'
import RevokeIcon from '@mui/icons-material/LinkOff'
import Typography from '@mui/material/Typography'
import { type ReactNode, useMemo, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import type { RowAction } from '#ui/DataTable/columns.ts'
import { failureOf, endsSession } from '#ui/problems.ts'
import { actionFailedMessage } from '#ui/requestKey.ts'
import { showError, showSuccess } from '#ui/snackbars.tsx'
import { actionError } from '../orders/orderWords.ts'
import { copyText } from './copyText.ts'
import { LinkDialog, type ShownLink } from './LinkDialog.tsx'
import {
  type GuardianLinkFactsFragment,
  GuardianLinksDocument,
  OpenGuardianLinkDocument,
  ReissueGuardianLinkDocument,
  RevokeGuardianLinkDocument,
} from './links.graphql.ts'
import { childWords } from './madeLinks.ts'
import { SendLinkDialog } from './SendLinkDialog.tsx'

type Link = GuardianLinkFactsFragment

const expiredWords = 'It does not work any more. Make links again to make it valid longer.'

export const isExpired = (link: Pick<Link, 'expiresAt'>) => new Date(link.expiresAt) <= new Date()

/** What can be done with a guardian link, and the questions and answers of it, to be drawn beside the table. */
export function useLinkActions(): { actions: readonly RowAction<Link>[]; asked: ReactNode } {
  const { schoolId } = useActiveSchool()
  const client = useApolloClient()
  const [asking, setAsking] = useState<{ link: Link; what: 'reissue' | 'revoke' } | null>(null)
  const [sending, setSending] = useState<Link | null>(null)
  const [shown, setShown] = useState<{ link: ShownLink; note: string } | null>(null)

  const actions = useMemo<RowAction<Link>[]>(() => {
    async function copy(link: Link) {
      try {
        const { data } = await client.mutate({
          mutation: OpenGuardianLinkDocument,
          variables: { schoolId, input: { id: link.id } },
        })
        const address = data?.openGuardianLink
        if (!address) return
        if (!(await copyText(address.shortUrl, `Link for ${link.phone} copied`)))
          setShown({ link: { ...link, shortUrl: address.shortUrl }, note: '' })
      } catch (error) {
        if (!endsSession(failureOf(error))) showError(actionError(error))
      }
    }
    return [
      {
        label: 'Send',
        icon: SendIcon,
        onClick: setSending,
        refusalReason: (link) => (isExpired(link) ? expiredWords : link.viewerCan.send.reason),
      },
      {
        label: 'Copy link',
        icon: CopyIcon,
        onClick: (link) => void copy(link),
        refusalReason: (link) => (isExpired(link) ? expiredWords : null),
      },
      {
        label: 'Re-issue',
        icon: RefreshIcon,
        onClick: (link) => setAsking({ link, what: 'reissue' }),
        refusalReason: (link) => link.viewerCan.reissue.reason,
      },
      {
        label: 'Revoke',
        icon: RevokeIcon,
        destructive: true,
        onClick: (link) => setAsking({ link, what: 'revoke' }),
        refusalReason: (link) => link.viewerCan.revoke.reason,
      },
    ]
  }, [client, schoolId])

  const list = { refetchQueries: [GuardianLinksDocument], awaitRefetchQueries: true }

  async function reissue(link: Link) {
    const variables = { schoolId, input: { id: link.id } }
    const { data } = await client.mutate({ mutation: ReissueGuardianLinkDocument, variables, ...list })
    const address = data?.reissueGuardianLink
    if (address)
      setShown({
        link: { ...link, id: address.id, shortUrl: address.shortUrl, expiresAt: address.expiresAt },
        note: 'The old link does not work any more.',
      })
  }

  async function revoke(link: Link) {
    await client.mutate({ mutation: RevokeGuardianLinkDocument, variables: { schoolId, input: { id: link.id } }, ...list })
    showSuccess(`Link for ${link.phone} revoked`)
  }

  const asked = (
    <>
      {asking && (
        <ConfirmDialog
          open
          title={asking.what === 'reissue' ? 'Re-issue this link?' : 'Revoke this link?'}
          confirmLabel={asking.what === 'reissue' ? 'Re-issue' : 'Revoke'}
          failureMessage={actionFailedMessage}
          onConfirm={() => (asking.what === 'reissue' ? reissue(asking.link) : revoke(asking.link))}
          onClose={() => setAsking(null)}
        >
          <Typography sx={{ fontWeight: 600 }}>
            {asking.link.phone} · {childWords(asking.link.children)}
          </Typography>
          <Typography sx={{ mt: 0.5 }}>
            {asking.what === 'reissue'
              ? 'The link this guardian has stops working at once; a new one has to be sent. Payments under way are not touched.'
              : 'The link this guardian has stops working at once, and there is no other until one is made. Payments under way are not touched.'}
          </Typography>
        </ConfirmDialog>
      )}
      {sending && <SendLinkDialog linkId={sending.id} phone={sending.phone} onClose={() => setSending(null)} />}
      {shown && <LinkDialog link={shown.link} note={shown.note} onClose={() => setShown(null)} />}
    </>
  )
  return { actions, asked }
}
