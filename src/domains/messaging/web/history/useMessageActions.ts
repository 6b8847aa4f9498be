import { t } from '@lingui/core/macro'
import { useMemo, useRef } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { RowAction } from '#ui/DataTable/columns.ts'
import { useCommand } from '#ui/useCommand.ts'
import { CancelMessageDocument, type MessageRowFragment, RetryMessageDocument } from './history.graphql.ts'
import { CancelSendIcon, ReplayIcon } from '#ui/kit/icons.ts'

type Message = MessageRowFragment

/**
 * Returns the actions on a message: cancelling a queued one, resending a failed or unknown one.
 * @param onChanged receives the message after an action
 */
export function useMessageActions(onChanged?: (message: Message) => void): readonly RowAction<Message>[] {
  const { schoolId } = useActiveSchool()
  const [cancel] = useCommand(CancelMessageDocument, { success: t`Message Cancelled Successfully!` })
  const [retry] = useCommand(RetryMessageDocument, { success: t`Message Queued Again Successfully!` })
  const latest = useRef({ cancel, retry, onChanged })
  latest.current = { cancel, retry, onChanged }
  return useMemo<RowAction<Message>[]>(() => {
    const optionsFor = ({ id }: Message) => ({ schoolId, input: { id } })
    return [
      {
        label: t`Send again`,
        icon: ReplayIcon,
        onClick: async (message) => {
          const data = await latest.current.retry(optionsFor(message))
          if (data) latest.current.onChanged?.(data.retryMessage)
        },
        hidden: (message) => message.state !== 'FAILED' && message.state !== 'UNKNOWN',
        refusalReason: (message) => message.viewerCan.retry.reason,
      },
      {
        label: t`Do not send`,
        icon: CancelSendIcon,
        onClick: async (message) => {
          const data = await latest.current.cancel(optionsFor(message))
          if (data) latest.current.onChanged?.(data.cancelMessage)
        },
        hidden: (message) => message.state !== 'QUEUED',
        refusalReason: (message) => message.viewerCan.cancel.reason,
      },
    ]
  }, [schoolId])
}
