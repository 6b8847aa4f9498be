import { t } from '@lingui/core/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useCommand } from '#ui/useCommand.ts'
import { SetSetupHiddenDocument } from './setup.graphql.ts'

/** Hides the set-up on the dashboard for everybody, or shows it again. */
export function useHideSetup(): [setHidden: (hidden: boolean) => Promise<unknown>, running: boolean] {
  const { schoolId } = useActiveSchool()
  const [run, running] = useCommand(SetSetupHiddenDocument, {
    success: ({ setSetupHidden }) =>
      setSetupHidden ? t`The set-up is hidden on the dashboard.` : t`The set-up is shown on the dashboard.`,
  })
  return [(hidden) => run({ schoolId, input: { hidden } }), running]
}
