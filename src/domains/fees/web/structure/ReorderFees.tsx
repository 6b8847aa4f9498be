import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useState } from 'react'
import { showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { SortableList } from '#ui/SortableList.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { useCommand } from '#ui/useCommand.ts'
import { feeTitle } from '../../fees.rules.ts'
import type { FeeCategoryRowFragment } from './feeCategories.graphql.ts'
import { type FeeRowFragment, FeesDocument, ReorderFeesDocument } from './feeItems.graphql.ts'
import { feesFailure } from './feesFailure.ts'
import { noFees } from './structureTexts.ts'
import styles from './ReorderFees.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'
import { Select } from '#ui/kit/Select.tsx'

interface ReorderFeesProps {
  categories: readonly FeeCategoryRowFragment[]
  /** The category that is preselected. */
  category: FeeCategoryRowFragment
  onClose: () => void
}

/** The dialog that reorders fees: choose a category, confirm it, drag its fees, save (specification, section 4). */
export function ReorderFees({ categories, category, onClose }: ReorderFeesProps) {
  const [chosen, setChosen] = useState(category.id)
  const [confirmed, setConfirmed] = useState(false)
  const name = categories.find(({ id }) => id === chosen)?.name ?? ''
  return (
    <Dialog title={t`Reorder Fees`} onClose={onClose}>
      {confirmed ? (
        <Loaded categoryId={chosen} name={name} onClose={onClose} />
      ) : (
        <>
          <DialogBody>
            <Select
              label={t`Fees Category`}
              value={chosen}
              onChange={(event) => setChosen(event.target.value)}
              className={styles.field}
              hint={t`Its fees are shown and collected in the order given here`}
            >
              {categories.map((option) => (
                <option key={option.id} value={option.id}>
                  {option.name}
                </option>
              ))}
            </Select>
          </DialogBody>
          <DialogActions>
            <Button variant="quiet" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button variant="primary" autoFocus onClick={() => setConfirmed(true)}>
              <Trans>Confirm</Trans>
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  )
}

function Loaded({ categoryId, name, onClose }: { categoryId: string; name: string; onClose: () => void }) {
  const { schoolId, termId } = useActiveSchool()
  const { data, error, refetch } = useQuery(FeesDocument, {
    variables: { schoolId, input: { termId, feeCategoryId: categoryId } },
    // Saving needs all present fees, so they are loaded again.
    fetchPolicy: 'network-only',
  })
  if (data && data.fees.length > 0) return <Order categoryId={categoryId} name={name} fees={data.fees} onClose={onClose} />
  return (
    <>
      <DialogBody>
        {data ? (
          <EmptyState text={noFees} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState />
        )}
      </DialogBody>
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </DialogActions>
    </>
  )
}

interface OrderProps {
  categoryId: string
  name: string
  fees: readonly FeeRowFragment[]
  onClose: () => void
}

function Order({ categoryId, name, fees, onClose }: OrderProps) {
  const { schoolId } = useActiveSchool()
  const [ids, setIds] = useState(() => fees.map((fee) => fee.id))
  const [reorder, saving] = useCommand(ReorderFeesDocument, {
    success: t`${name} has been updated successfully!`,
    failure: feesFailure,
  })
  const byId = new Map(fees.map((fee) => [fee.id, fee]))
  const titleOf = (id: string) => {
    const fee = byId.get(id)
    return fee ? feeTitle({ name: fee.name, month: fee.month }) : ''
  }
  const amountOf = (id: string) => {
    const fee = byId.get(id)
    return fee?.fixedAmount ? showMoney(fee.amount) : t`not fixed`
  }

  async function save() {
    if (await reorder({ schoolId, input: { feeCategoryId: categoryId, feeIds: ids } })) onClose()
  }

  return (
    <>
      <DialogBody>
        <Text>
          <Trans>
            Drag the fees of <strong>{name}</strong> into their order. With the keyboard: Space picks a fee up and puts it down,
            the arrow keys move it.
          </Trans>
        </Text>
        <SortableList
          ids={ids}
          label={t`Fees of ${name}`}
          itemName={t`fee`}
          titleOf={titleOf}
          onChange={setIds}
          aside={amountOf}
        />
      </DialogBody>
      <DialogActions>
        <Button variant="quiet" onClick={onClose} disabled={saving}>
          <Trans>Cancel</Trans>
        </Button>
        <Button variant="primary" onClick={() => void save()} loading={saving}>
          <Trans>Save</Trans>
        </Button>
      </DialogActions>
    </>
  )
}
