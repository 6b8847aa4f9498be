import { useActiveSchool } from '#ui/activeSchool.ts'
import { useCommand } from '#ui/useCommand.ts'
import { SetSetupHiddenDocument, SetupDocument } from './setup.graphql.ts'

/** Takes the set-up off the dashboard for everybody, or puts it back. */
export function useHideSetup(): [setHidden: (hidden: boolean) => Promise<unknown>, running: boolean] {
  const { schoolId } = useActiveSchool()
  const [run, running] = useCommand(SetSetupHiddenDocument, {
    success: ({ setSetupHidden }) =>
      setSetupHidden ? 'The dashboard does not show the set-up any more.' : 'The dashboard shows the set-up.',
    refetch: [SetupDocument],
  })
  return [(hidden) => run({ schoolId, input: { hidden } }), running]
}
