import { t } from '@lingui/core/macro'
import { type ComponentType, useEffect, useState } from 'react'
import { Frame, MessageCard, Waiting } from '#domains/onlinefees/family/home.exports.tsx'
import type { Child } from './home.ts'

/** Returns a page of a child whose code is fetched when it is opened: most visits are about fees and attendance. */
function lazyPage<Props extends { child: Child }>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return function LazyPage(props: Props) {
    const [screen, setScreen] = useState<{ Page: ComponentType<Props> } | 'FAILED' | null>(null)
    useEffect(() => {
      load().then(
        (Page) => setScreen({ Page }),
        () => setScreen('FAILED'),
      )
    }, [])
    const { school } = props.child.school.family
    if (screen === null)
      return (
        <Frame school={school}>
          <Waiting />
        </Frame>
      )
    if (screen !== 'FAILED') return <screen.Page {...props} />
    return (
      <Frame school={school}>
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
}

export const LazyChat = lazyPage(async () => (await import('./chat/ChatScreen.tsx')).ChatScreen)
export const LazyCard = lazyPage(async () => (await import('./card/CardScreen.tsx')).CardScreen)
