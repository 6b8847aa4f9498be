import CancelIcon from '@mui/icons-material/CancelScheduleSend'
import ReplayIcon from '@mui/icons-material/Replay'
import { useMemo, useRef } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { RowAction } from '#ui/DataTable/columns.ts'
import { useCommand } from '#ui/useCommand.ts'
import { CancelMessageDocument, type MessageRowFragment, RetryMessageDocument } from './history.graphql.ts'

type Message = MessageRowFragment

/** What can be done with a message: one that waits is cancelled, one that failed is sent again. */
export function useMessageActions(): readonly RowAction<Message>[] {
  const { schoolId } = useActiveSchool()
  const [cancel] = useCommand(CancelMessageDocument, { success: 'Message Cancelled Successfully!' })
  const [retry] = useCommand(RetryMessageDocument, { success: 'Message Queued Again Successfully!' })
  const latest = useRef({ cancel, retry })
  latest.current = { cancel, retry }
  return useMemo<RowAction<Message>[]>(() => {
    const of = ({ id }: Message) => ({ schoolId, input: { id } })
    return [
      {
        label: 'Send again',
        icon: ReplayIcon,
        onClick: (message) => void latest.current.retry(of(message)),
        hidden: (message) => message.state !== 'FAILED' && message.state !== 'UNKNOWN',
        refused: (message) => message.viewerCan.retry.reason,
      },
      {
        label: 'Do not send',
        icon: CancelIcon,
        onClick: (message) => void latest.current.cancel(of(message)),
        hidden: (message) => message.state !== 'QUEUED',
        refused: (message) => message.viewerCan.cancel.reason,
      },
    ]
  }, [schoolId])
}
