import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { InnerPageHead } from '#ui/InnerPageHead.tsx'
import { Stack } from '#ui/kit/Stack.tsx'

/** Returns the address of the Fees Categories tab, or of one of its inner pages. */
export function categoriesAddress(inside: { category?: string; view?: 'upload' | 'assign' | 'dues' } = {}): string {
  return `/fees?${new URLSearchParams({ tab: 'categories', ...inside })}`
}

export interface InnerPageProps {
  title: string
  /** One line about the page, in numbers or words. */
  context?: ReactNode
  action?: ReactNode
  children: ReactNode
}

/** A page inside the Fees Categories tab, with a link back to it. */
export function InnerPage({ title, context, action, children }: InnerPageProps) {
  return (
    <Stack gap={4}>
      <InnerPageHead title={title} context={context} back={{ to: categoriesAddress(), label: t`Fees Categories` }}>
        {action}
      </InnerPageHead>
      {children}
    </Stack>
  )
}
