import { t } from '@lingui/core/macro'
import { type ComponentType, lazy, type LazyExoticComponent, Suspense } from 'react'
import { useSearchParams } from '#ui/navigation.tsx'
import { tabIds, Tabs } from '#ui/kit/Tabs.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { type SetupPart, setupParts } from './setupParts.ts'
import styles from './ExamSetup.module.css'

const parts: Readonly<Record<SetupPart, { label: string; Content: LazyExoticComponent<ComponentType> }>> = {
  classes: { label: t`Classes`, Content: lazy(() => import('../classes/ClassList.tsx')) },
  schemes: { label: t`Schemes`, Content: lazy(() => import('../schemes/SchemeList.tsx')) },
  remarks: {
    label: t({ message: 'Remarks', context: 'of report cards' }),
    Content: lazy(() => import('../remarks/RemarkList.tsx')),
  },
  earlier: { label: t`Earlier results`, Content: lazy(() => import('../earlier/EarlierResultsImport.tsx')) },
}

/** The tab Set-up: what the office sets up once, by which everything else is assessed. */
export default function ExamSetup() {
  const [address, setAddress] = useSearchParams()
  const open = setupParts.find((part) => part === address.get('tab')) ?? setupParts[0]
  const { Content } = parts[open]
  return (
    <Stack gap={4}>
      <Tabs
        name="setup"
        tabs={setupParts.map((key) => ({ key, label: parts[key].label }))}
        value={open}
        onChange={(tab) => setAddress({ tab })}
        aria-label={t`Set-up`}
        className={styles.tabs}
      />
      <div
        role="tabpanel"
        id={tabIds('setup', open).panel}
        aria-labelledby={tabIds('setup', open).tab}
        className={styles.shrinkable}
      >
        <Suspense fallback={<LoadingState />}>
          <Content />
        </Suspense>
      </div>
    </Stack>
  )
}
