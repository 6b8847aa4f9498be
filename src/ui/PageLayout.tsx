import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Typography from '@mui/material/Typography'
import { type ReactNode, useEffect } from 'react'
import { useSearchParams } from 'react-router'

export interface PageTab {
  /** Its word in the address, `?tab=…`. */
  key: string
  label: string
  content: ReactNode
  /** The tab stays visible and cannot be opened. */
  disabled?: boolean
}

export interface PageLayoutProps {
  title: string
  /** One line: what this page is about, in numbers or words. */
  context?: ReactNode
  /** The primary action, top right. */
  action?: ReactNode
  tabs?: readonly PageTab[]
  /** The tab that is open where the address names none; the first one without it. */
  openTab?: string
  children?: ReactNode
}

/** A page: title, one line of context, the primary action at the top right, tabs kept in the address, content. */
export function PageLayout({ title, context, action, tabs, openTab, children }: PageLayoutProps) {
  useEffect(() => {
    document.title = `${title} · Shala`
  }, [title])
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
          <Typography variant="h1">{title}</Typography>
          {context && (
            <Typography variant="body2" component="div" sx={{ color: 'text.secondary', mt: 0.5 }}>
              {context}
            </Typography>
          )}
        </Box>
        {action && <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>{action}</Box>}
      </Box>
      {tabs && tabs.length > 0 && <PageTabs tabs={tabs} label={title} openTab={openTab ?? tabs[0]?.key} />}
      {children}
    </Box>
  )
}

function PageTabs({ tabs, label, openTab }: { tabs: readonly PageTab[]; label: string; openTab: string | undefined }) {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('tab') ?? openTab
  const open = tabs.find((tab) => tab.key === asked && !tab.disabled) ?? tabs.find((tab) => !tab.disabled)
  return (
    <>
      <Tabs
        value={open?.key ?? false}
        // What a table keeps in the address belongs to its tab, so a change of tab starts with a clean address.
        onChange={(_, key: string) => setSearch(new URLSearchParams(key === openTab ? {} : { tab: key }))}
        aria-label={label}
        variant="scrollable"
        sx={{ borderBottom: 1, borderColor: 'divider' }}
      >
        {tabs.map((tab) => (
          <Tab
            key={tab.key}
            value={tab.key}
            label={tab.label}
            disabled={tab.disabled}
            id={`tab-${tab.key}`}
            aria-controls={`panel-${tab.key}`}
          />
        ))}
      </Tabs>
      {open && (
        <Box role="tabpanel" id={`panel-${open.key}`} aria-labelledby={`tab-${open.key}`} sx={{ minWidth: 0 }}>
          {open.content}
        </Box>
      )}
    </>
  )
}
