import { builder } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { gaps, type Missing, setupSteps, type StepState } from '../setup.rules.ts'
import { setupHidden } from '../setup.schema.ts'
import { setSetupHidden, type Setup, viewSetup } from './setup.commands.ts'

const StepType = builder.enumType('SetupStep', { values: setupSteps })
const GapType = builder.enumType('SetupGap', { values: gaps })

const MissingType = builder.objectRef<Missing>('SetupMissing').implement({
  fields: (t) => ({
    gap: t.field({ type: GapType, resolve: (missing) => missing.gap }),
    text: t.exposeString('text'),
    optional: t.exposeBoolean('optional', { description: 'Whether the step counts as done without it.' }),
  }),
})

const StepStateType = builder.objectRef<StepState>('SetupStepState').implement({
  fields: (t) => ({
    step: t.field({ type: StepType, resolve: (state) => state.step }),
    done: t.exposeBoolean('done'),
    facts: t.exposeString('facts', { description: 'What exists already, such as 2 admins · 24 teachers.' }),
    missing: t.field({ type: [MissingType], resolve: (state) => state.missing }),
  }),
})

const SetupType = builder.objectRef<Setup>('Setup').implement({
  description: "The progress of a school's set-up in its current term.",
  fields: (t) => ({
    steps: t.field({ type: [StepStateType], resolve: (setup) => setup.steps }),
    hidden: t.exposeBoolean('hidden', { description: 'Whether it is hidden on the dashboard.' }),
  }),
})

builder.queryField('setup', (t) => commandField(t, viewSetup, { type: SetupType }))

builder.mutationField('setSetupHidden', (t) =>
  commandField(t, setSetupHidden, {
    type: 'Boolean',
    description: 'Returns whether it is hidden.',
    input: inputType('SetupHidden', setupHidden),
  }),
)
