import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Column, RowAction } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import { copyText } from './copyText.ts'
import { LinkDialog } from './LinkDialog.tsx'
import { childNames, type MadeLink, type MadeLinks, madeLinksText, validUntil } from './madeLinks.ts'
import { SendLinkDialog } from './SendLinkDialog.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import styles from './MadeLinksView.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { CopyIcon, SendIcon } from '#ui/kit/icons.ts'

/** The first three columns (phone, name and link) are for an SMS provider. The other columns are not exported. */
const columns: readonly Column<MadeLink>[] = [
  { key: 'phone', header: t`Phone`, value: (link) => link.phone, flex: 0.6, minWidth: 112, phone: 'line' },
  { key: 'name', header: t`Name`, value: (link) => childNames(link.children), flex: 1.6, minWidth: 180, phone: 'title' },
  { key: 'link', header: t`Link`, value: (link) => link.shortUrl, flex: 1.4, minWidth: 200, sortable: false, phone: 'line' },
  {
    key: 'until',
    header: t`Valid until`,
    value: (link) => link.expiresAt,
    render: (link) => validUntil(link.expiresAt),
    flex: 0.6,
    minWidth: 112,
    exported: false,
    phone: 'none',
  },
  {
    key: 'made',
    header: t`New`,
    value: (link) => (link.made ? t`New` : t`Extended`),
    flex: 0.6,
    minWidth: 104,
    exported: false,
    phone: 'none',
  },
]

const rowId = (link: MadeLink) => link.id
const rowName = (link: MadeLink) => t`the link of ${link.phone}`

/** Lists the links that were just made, to be copied, sent or exported, and the students who got none. */
export function MadeLinksView({ made, onSeen }: { made: MadeLinks; onSeen: () => void }) {
  const { links, withoutPhone } = made
  const [shown, setShown] = useState<MadeLink | null>(null)
  const [sending, setSending] = useState<MadeLink | null>(null)
  const done = useRef<HTMLButtonElement>(null)
  useEffect(() => done.current?.focus(), [])
  const actions = useMemo<RowAction<MadeLink>[]>(() => {
    async function copy(link: MadeLink) {
      if (!(await copyText(link.shortUrl, t`Link for ${link.phone} copied`))) setShown(link)
    }
    return [
      { label: t`Send`, icon: SendIcon, onClick: setSending },
      { label: t`Copy link`, icon: CopyIcon, onClick: (link) => void copy(link) },
    ]
  }, [])
  return (
    <Stack gap={4}>
      <Alert
        kind={links.length > 0 ? 'success' : 'info'}
        action={
          <Button variant="quiet" ref={done} size="small" className={styles.button} onClick={onSeen}>
            <Trans>All links</Trans>
          </Button>
        }
      >
        {links.length > 0
          ? t`${madeLinksText(made)} Send gives one to its family now; Export gives the list for the SMS provider.`
          : t`No link was made, because none of these students has a usable phone.`}
      </Alert>
      {withoutPhone.length > 0 && (
        <Alert kind="warning">
          <Trans>
            <Plural value={withoutPhone.length} one="# student" other="# students" /> without a usable phone got no link:{' '}
            {childNames(withoutPhone)}. Add the phones under “Students”, then make the links again.
          </Trans>
        </Alert>
      )}
      {links.length > 0 && (
        <DataTable
          title={t`LINKS MADE`}
          fileName="pay-links-for-sms"
          columns={columns}
          rows={links}
          rowId={rowId}
          rowName={rowName}
          actions={actions}
          defaults={{ name: 'made' }}
          searchLabel={t`Phone or name`}
          empty={{ text: t`No links` }}
        />
      )}
      {sending && <SendLinkDialog linkId={sending.id} phone={sending.phone} onClose={() => setSending(null)} />}
      {shown && <LinkDialog link={shown} onClose={() => setShown(null)} />}
    </Stack>
  )
}
