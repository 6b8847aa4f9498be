import { t } from '@lingui/core/macro'
import { type ComponentProps, useEffect, useState } from 'react'
import { Frame, MessageCard, Waiting } from '#domains/onlinefees/family/home.exports.tsx'
import type { ChatScreen } from './chat/ChatScreen.tsx'

/** The conversation's page, whose code is fetched when it is opened: most visits are about fees and attendance. */
export function LazyChat(props: ComponentProps<typeof ChatScreen>) {
  const [screen, setScreen] = useState<{ Chat: typeof ChatScreen } | 'FAILED' | null>(null)
  useEffect(() => {
    import('./chat/ChatScreen.tsx').then(
      ({ ChatScreen: Chat }) => setScreen({ Chat }),
      () => setScreen('FAILED'),
    )
  }, [])
  if (screen === null)
    return (
      <Frame school={props.child.school.family.school}>
        <Waiting />
      </Frame>
    )
  if (screen !== 'FAILED') return <screen.Chat {...props} />
  return (
    <Frame school={props.child.school.family.school}>
      <MessageCard
        title={t`No answer came`}
        action={
          <button type="button" className="primary" onClick={() => location.reload()}>
            {t`Try again`}
          </button>
        }
      >
        {t`Please check that your phone is online, and try again.`}
      </MessageCard>
    </Frame>
  )
}
