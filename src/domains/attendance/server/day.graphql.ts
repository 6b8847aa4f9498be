import { builder } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { absentToday, nudgeInput, toldFamilyInput } from '../attendance.schema.ts'
import { sendAbsenceNotice, setFamilyTold } from './families.commands.ts'
import { nudgeRegisters } from './nudges.commands.ts'

builder.mutationFields((t) => ({
  nudgeRegisters: commandField(t, nudgeRegisters, {
    type: 'Int',
    description: 'Asks teachers on their devices for registers of today; returns the number of registers asked for.',
    input: inputType('NudgeInput', nudgeInput),
  }),
  setFamilyTold: commandField(t, setFamilyTold, {
    type: 'Boolean',
    description: 'Records whether the family of a student knows of an absence today.',
    input: inputType('ToldFamilyInput', toldFamilyInput),
  }),
  sendAbsenceNotice: commandField(t, sendAbsenceNotice, {
    type: 'Boolean',
    description: 'Sends the notice of an absence today, whatever the time of the section.',
    input: inputType('AbsentToday', absentToday),
  }),
}))
