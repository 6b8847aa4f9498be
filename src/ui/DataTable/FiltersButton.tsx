import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#ui/kit/Button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'
import { FilterIcon } from '#ui/kit/icons.ts'
import { Stack } from '#ui/kit/Stack.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { Filters, type FiltersProps } from './Filters.tsx'
import styles from './TableToolbar.module.css'

/** A phone's filters: one button with the number of chosen ones, and a sheet. What is chosen stands below. */
export default function FiltersButton({ query, change, filters }: FiltersProps<unknown>) {
  const [open, setOpen] = useState(false)
  const chosen = filters.flatMap(({ key, options, label }) => {
    const option = options.find(({ value }) => value === query.filters[key])
    return option ? [{ key, text: `${label}: ${option.label}` }] : []
  })
  return (
    <>
      <Button
        icon={<FilterIcon />}
        aria-haspopup="dialog"
        aria-label={chosen.length === 0 ? t`Filters` : t`Filters, ${chosen.length} chosen`}
        onClick={() => setOpen(true)}
        className={chosen.length > 0 ? styles.chosen : undefined}
      >
        {chosen.length > 0 && chosen.length}
      </Button>
      {chosen.length > 0 && (
        <Text size="small" className={styles.summary}>
          {chosen.map(({ text }) => text).join(' · ')}
        </Text>
      )}
      {open && (
        <Dialog title={t`Filters`} onClose={() => setOpen(false)} side="bottom">
          <DialogBody>
            <Stack gap={4}>
              <Filters query={query} change={change} filters={filters} />
            </Stack>
          </DialogBody>
          <DialogActions>
            {chosen.length > 0 && (
              <Button
                variant="quiet"
                onClick={() =>
                  change({
                    filters: Object.fromEntries(
                      Object.entries(query.filters).filter(([key]) => !filters.some((filter) => filter.key === key)),
                    ),
                  })
                }
              >
                <Trans>Clear filters</Trans>
              </Button>
            )}
            <Button variant="primary" onClick={() => setOpen(false)}>
              <Trans>Show the list</Trans>
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}
