import { type ReactNode, Suspense, useEffect } from 'react'
import { Link, useSearchParams } from './navigation.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { ArrowBackIcon } from '#ui/kit/icons.ts'
import { Row } from '#ui/kit/Row.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import styles from './PageLayout.module.css'
import { tabIds, Tabs } from '#ui/kit/Tabs.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { LoadingState } from './LoadingState.tsx'
import { PageNames } from './pageNames.ts'

export interface PageTab {
  /** Name in the URL, `?tab=…`. */
  key: string
  label: string
  content: ReactNode
  /** Further values of `?tab=` that open the tab: those of tabs inside of it. */
  also?: readonly string[]
  /** The tab is visible but cannot be opened. */
  disabled?: boolean
}

export interface PageLayoutProps {
  title: string
  /** One line about the page, in numbers or words. */
  context?: ReactNode
  /** Instead of the title and its line: the head of a person, with the title as its heading. */
  head?: ReactNode
  /** Link above the title to the list that the page belongs to. */
  back?: { to: string; label: string } | undefined
  /** The primary action, top right. */
  action?: ReactNode
  tabs?: readonly PageTab[]
  /** Tab that is open when the URL names none; by default the first one. */
  openTab?: string
  children?: ReactNode
}

/** A page: title, one line of context, the primary action at the top right, tabs kept in the URL, content. */
export function PageLayout({ title, context, head, back, action, tabs, openTab, children }: PageLayoutProps) {
  useEffect(() => {
    document.title = `${title} · Shala`
  }, [title])
  return (
    <Stack gap={4} className={styles.page}>
      {back && (
        <Button variant="quiet" size="small" as={Link} to={back.to} icon={<ArrowBackIcon />} className={styles.back}>
          {back.label}
        </Button>
      )}
      <Row gap={4} align="center" wrap>
        {head ?? (
          <div className={styles.box}>
            <Heading level={1}>{title}</Heading>
            {context && (
              <Text as="div" className={styles.hint}>
                {context}
              </Text>
            )}
          </div>
        )}
        {action && (
          <Row gap={2} wrap>
            {action}
          </Row>
        )}
      </Row>
      {tabs && tabs.length > 0 && <PageTabs tabs={tabs} label={title} openTab={openTab ?? tabs[0]?.key} />}
      <PageNames value={[title]}>{children}</PageNames>
    </Stack>
  )
}

function PageTabs({ tabs, label, openTab }: { tabs: readonly PageTab[]; label: string; openTab: string | undefined }) {
  const [search, setSearch] = useSearchParams()
  const requestedTab = search.get('tab') ?? openTab
  const isRequested = ({ key, also }: PageTab) =>
    requestedTab !== undefined && (key === requestedTab || also?.includes(requestedTab))
  const openedTab = tabs.find((tab) => isRequested(tab) && !tab.disabled) ?? tabs.find((tab) => !tab.disabled)
  return (
    <>
      <Tabs
        tabs={tabs}
        value={openedTab?.key ?? null}
        // A table's URL parameters belong to its tab, so another tab starts without them.
        onChange={(key) => setSearch(new URLSearchParams(key === openTab ? {} : { tab: key }))}
        aria-label={label}
      />
      {openedTab && (
        <div
          role="tabpanel"
          id={tabIds(undefined, openedTab.key).panel}
          aria-labelledby={tabIds(undefined, openedTab.key).tab}
          className={styles.shrinkable}
        >
          {/* A tab may come with its code. */}
          <PageNames value={[label, openedTab.label]}>
            <Suspense fallback={<LoadingState />}>{openedTab.content}</Suspense>
          </PageNames>
        </div>
      )}
    </>
  )
}
