import { t } from '@lingui/core/macro'
import { type ReactNode, useMemo, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import type { RowAction } from '#ui/DataTable/columns.ts'
import { failureOf, endsSession } from '#ui/problems.ts'
import { actionFailedMessage } from '#ui/requestKey.ts'
import { showError, showSuccess } from '#ui/snackbars.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { actionErrorText } from '../orders/orderTexts.ts'
import { copyText } from './copyText.ts'
import { LinkDialog, type ShownLink } from './LinkDialog.tsx'
import {
  type GuardianLinkFactsFragment,
  OpenGuardianLinkDocument,
  ReissueGuardianLinkDocument,
  RevokeGuardianLinkDocument,
} from './links.graphql.ts'
import { childNames } from './madeLinks.ts'
import { SendLinkDialog } from './SendLinkDialog.tsx'
import styles from './useLinkActions.module.css'
import { Text } from '#ui/kit/Text.tsx'
import { CopyIcon, RefreshIcon, RevokeIcon, SendIcon } from '#ui/kit/icons.ts'

type Link = GuardianLinkFactsFragment

const expiredText = t`This link has expired. Make links again to extend it.`

export const isExpired = (link: Pick<Link, 'expiresAt'>) => new Date(link.expiresAt) <= new Date()

/** Returns the row actions of guardian links, and their dialogs, which the caller renders beside the table. */
export function useLinkActions(): { actions: readonly RowAction<Link>[]; dialogs: ReactNode } {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()
  const [confirming, setConfirming] = useState<{ link: Link; action: 'reissue' | 'revoke' } | null>(null)
  const [sending, setSending] = useState<Link | null>(null)
  const [shown, setShown] = useState<{ link: ShownLink; note: string } | null>(null)

  const actions = useMemo<RowAction<Link>[]>(() => {
    async function copy(link: Link) {
      try {
        const data = await sendCommand(OpenGuardianLinkDocument, { schoolId, input: { id: link.id } })
        const address = data.openGuardianLink
        if (!(await copyText(address.shortUrl, t`Link for ${link.phone} copied`)))
          setShown({ link: { ...link, shortUrl: address.shortUrl }, note: '' })
      } catch (error) {
        if (!endsSession(failureOf(error))) showError(actionErrorText(error))
      }
    }
    return [
      {
        label: t`Send`,
        icon: SendIcon,
        onClick: setSending,
        refusalReason: (link) => (isExpired(link) ? expiredText : link.viewerCan.send.reason),
      },
      {
        label: t`Copy link`,
        icon: CopyIcon,
        onClick: (link) => void copy(link),
        refusalReason: (link) => (isExpired(link) ? expiredText : null),
      },
      {
        label: t`Re-issue`,
        icon: RefreshIcon,
        onClick: (link) => setConfirming({ link, action: 'reissue' }),
        refusalReason: (link) => link.viewerCan.reissue.reason,
      },
      {
        label: t`Revoke`,
        icon: RevokeIcon,
        destructive: true,
        onClick: (link) => setConfirming({ link, action: 'revoke' }),
        refusalReason: (link) => link.viewerCan.revoke.reason,
      },
    ]
  }, [sendCommand, schoolId])

  async function reissue(link: Link) {
    const variables = { schoolId, input: { id: link.id } }
    const data = await sendCommand(ReissueGuardianLinkDocument, variables)
    const address = data.reissueGuardianLink
    setShown({
      link: { ...link, id: address.id, shortUrl: address.shortUrl, expiresAt: address.expiresAt },
      note: t`The old link does not work any more.`,
    })
  }

  async function revoke(link: Link) {
    const variables = { schoolId, input: { id: link.id } }
    await sendCommand(RevokeGuardianLinkDocument, variables)
    showSuccess(t`Link for ${link.phone} revoked`)
  }

  const dialogs = (
    <>
      {confirming && (
        <ConfirmDialog
          open
          title={confirming.action === 'reissue' ? t`Re-issue this link?` : t`Revoke this link?`}
          confirmLabel={confirming.action === 'reissue' ? t`Re-issue` : t`Revoke`}
          failureMessage={actionFailedMessage}
          onConfirm={() => (confirming.action === 'reissue' ? reissue(confirming.link) : revoke(confirming.link))}
          onClose={() => setConfirming(null)}
        >
          <Text className={styles.strong}>
            {confirming.link.phone} · {childNames(confirming.link.children)}
          </Text>
          <Text className={styles.spaced}>
            {confirming.action === 'reissue'
              ? t`The link this guardian has stops working at once; a new one has to be sent. Payments under way are not touched.`
              : t`The link this guardian has stops working at once, and there is no other until one is made. Payments under way are not touched.`}
          </Text>
        </ConfirmDialog>
      )}
      {sending && <SendLinkDialog linkId={sending.id} phone={sending.phone} onClose={() => setSending(null)} />}
      {shown && <LinkDialog link={shown.link} note={shown.note} onClose={() => setShown(null)} />}
    </>
  )
  return { actions, dialogs }
}
