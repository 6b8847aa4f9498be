import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { inputType } from '#platform/graphql/inputType.ts'
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

builder.queryField('buses', (t) => commandField(t, listBuses, { type: [BusType] }))

builder.mutationFields((t) => ({
  addBus: commandField(t, addBus, { type: BusType, input: inputType('BusForm', busForm) }),
  updateBus: commandField(t, updateBus, { type: BusType, input: inputType('BusUpdate', busUpdate) }),
  setBusDisabled: commandField(t, setBusDisabled, { type: BusType, input: inputType('BusDisabled', busDisabled) }),
}))
