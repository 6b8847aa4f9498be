import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { inputType } from '#platform/graphql/input.ts'
import { busDisabled, busForm, busUpdate } from '../buses.schema.ts'
import { addBus, listBuses, setBusDisabled, updateBus } from './buses.commands.ts'
import { type Bus, busActions } from './buses.permissions.ts'

const busCan = viewerCan<Bus, 'update' | 'setDisabled'>('Bus', { update: busActions.update, setDisabled: busActions.setDisabled })

const BusType = builder.objectRef<Bus>('Bus').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    busno: t.exposeString('busno'),
    deviceId: t.exposeString('deviceId'),
    gpsId: t.exposeString('gpsId'),
    simNumber: t.exposeString('simNumber'),
    disabled: t.exposeBoolean('disabled'),
    viewerCan: t.field({ type: busCan.type, resolve: busCan.resolve }),
  }),
})

builder.queryField('buses', (t) =>
  t.field({
    type: [BusType],
    args: { schoolId: t.arg.id() },
    resolve: (_, { schoolId }, call) => listBuses(call, schoolId, {}),
  }),
)

builder.mutationFields((t) => ({
  addBus: t.field({
    type: BusType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('BusForm', busForm) }) },
    resolve: (_, { schoolId, input }, call) => addBus(call, schoolId, input),
  }),
  updateBus: t.field({
    type: BusType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('BusUpdate', busUpdate) }) },
    resolve: (_, { schoolId, input }, call) => updateBus(call, schoolId, input),
  }),
  setBusDisabled: t.field({
    type: BusType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('BusDisabled', busDisabled) }) },
    resolve: (_, { schoolId, input }, call) => setBusDisabled(call, schoolId, input),
  }),
}))
